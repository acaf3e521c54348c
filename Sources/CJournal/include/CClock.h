#ifndef POPTRACE_CJOURNAL_CLOCK_H
#define POPTRACE_CJOURNAL_CLOCK_H

#include <stdint.h>
#include <time.h>

/// Nanoseconds by the clock that nobody sets, since some moment in the past.
///
/// In C because Swift guards the stack of every function that has the system fill a variable in, at a cost that is noticed here.
static inline int64_t poptrace_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}

#endif
