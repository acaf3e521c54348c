#ifndef POPTRACE_CJOURNAL_H
#define POPTRACE_CJOURNAL_H

#include <stdint.h>

#include "CClock.h"
#include "CLock.h"

// What a memory-mapped journal needs and Swift cannot say before iOS 18: stores and loads that nothing may be moved across.

/// Stores a word after everything stored before it.
static inline void poptrace_store_release(volatile uint64_t *_Nonnull word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Loads a word before everything loaded after it.
static inline uint64_t poptrace_load_acquire(const volatile uint64_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Loads a word without any order, which costs nothing.
static inline uint64_t poptrace_load(const volatile uint64_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Stores a word where another one is expected, in one step; 0 where it was not there.
static inline int poptrace_exchange(volatile uint64_t *_Nonnull word, uint64_t expected, uint64_t value) {
  return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Has the processor fetch memory that will be written to; does nothing where there is none.
static inline void poptrace_prefetch(const uint64_t *_Nonnull word) { __builtin_prefetch(word, 1, 3); }

extern volatile uint64_t poptrace_fork_count;

/// How often this process has been forked off another since the first call of `poptrace_watch_forks`.
static inline uint64_t poptrace_forks(void) { return poptrace_fork_count; }

/// Has `poptrace_forks` rise in every child that is forked from now on.
void poptrace_watch_forks(void);

#endif
