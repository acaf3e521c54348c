#include "CLock.h"

#ifdef __linux__

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

// What is done under such a lock takes less than going to sleep does; so it is tried a few times more, and never without end.
enum { poptrace_tries = 40 };

static inline void poptrace_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void poptrace_lock_held(uint32_t *word) {
  for (int tries = 0; tries < poptrace_tries; tries++) {
    uint32_t nobody = 0;
    if (__atomic_load_n(word, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(word, &nobody, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    poptrace_pause();
  }
  int error = errno;
  // Whoever has slept leaves the word at 2 as it takes the lock, for it cannot know whether others sleep too.
  while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0) syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
  errno = error;
}

void poptrace_wake_one(uint32_t *word) {
  int error = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  errno = error;
}

#elif defined(__APPLE__)

#include <os/lock.h>

void poptrace_lock(uint32_t *word) { os_unfair_lock_lock((os_unfair_lock_t)word); }

void poptrace_unlock(uint32_t *word) { os_unfair_lock_unlock((os_unfair_lock_t)word); }

#else
#error "a lock for this system"
#endif
