#ifndef POPTRACE_CJOURNAL_LOCK_H
#define POPTRACE_CJOURNAL_LOCK_H

#include <stdint.h>

// A lock of one word, zero where nobody holds it: one atomic instruction to take it and one to give it back while nobody waits.

#ifdef __APPLE__

// Darwin's own, for it lends the holder the priority of who waits.

void poptrace_lock(uint32_t *_Nonnull word);

void poptrace_unlock(uint32_t *_Nonnull word);

#else

// 1 where it is held, 2 where somebody may be asleep for it (U. Drepper, Futexes Are Tricky, 2011, section 5).

/// Waits for a lock that is held, asleep but for the first moment.
void poptrace_lock_held(uint32_t *_Nonnull word);

/// Wakes one of those who wait.
void poptrace_wake_one(uint32_t *_Nonnull word);

static inline void poptrace_lock(uint32_t *_Nonnull word) {
  uint32_t nobody = 0;
  if (!__atomic_compare_exchange_n(word, &nobody, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) poptrace_lock_held(word);
}

static inline void poptrace_unlock(uint32_t *_Nonnull word) {
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2) poptrace_wake_one(word);
}

#endif

#endif
