#include "CJournal.h"

#include <pthread.h>

volatile uint64_t poptrace_fork_count = 0;

static pthread_once_t poptrace_once = PTHREAD_ONCE_INIT;

static void poptrace_forked(void) { poptrace_fork_count = poptrace_fork_count + 1; }

static void poptrace_register(void) { pthread_atfork(0, 0, poptrace_forked); }

void poptrace_watch_forks(void) { pthread_once(&poptrace_once, poptrace_register); }
