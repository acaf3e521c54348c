#include "CClock.h"

#include <time.h>

int64_t poptrace_nanoseconds(void) {
  struct timespec time;
#ifdef CLOCK_BOOTTIME
  clock_gettime(CLOCK_BOOTTIME, &time);
#else
  // Darwin's goes on while the device sleeps.
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}
