#ifndef POPTRACE_DARWIN_STAND_IN_H
#define POPTRACE_DARWIN_STAND_IN_H

// The functions of Apple's C library that PopTrace calls, as the SDK declares them. All of them are older than iOS 15. A function that is
// missing here makes .ci/check-availability say so: look its availability up before you add it.

#include <stddef.h>
#include <stdint.h>

typedef int clockid_t;
struct timespec {
  long tv_sec;
  long tv_nsec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 6
// iOS 10
int clock_gettime(clockid_t clock, struct timespec *_Nonnull time);

typedef struct {
  long signature;
  char opaque[56];
} pthread_mutex_t;
typedef struct {
  long signature;
  char opaque[8];
} pthread_mutexattr_t;
// iOS 2
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);

#endif
