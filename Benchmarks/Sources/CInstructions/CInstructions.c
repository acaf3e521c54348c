#include "CInstructions.h"

#ifdef __linux__

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int poptrace_count_instructions(void) {
  struct perf_event_attr attributes = {0};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

uint64_t poptrace_instructions(int counter) {
  uint64_t count = 0;
  return read(counter, &count, sizeof count) == sizeof count ? count : 0;
}

#else

int poptrace_count_instructions(void) { return -1; }

uint64_t poptrace_instructions(int counter) { return 0; }

#endif
