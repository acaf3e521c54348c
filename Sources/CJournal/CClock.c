#include "CClock.h"

#include <time.h>

int64_t poptrace_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}
