#ifndef POPTRACE_CALLOCATIONS_H
#define POPTRACE_CALLOCATIONS_H

#include <stdint.h>

/// Whether allocations are counted here: with glibc, and without a sanitizer, which has an allocator of its own.
int poptrace_counts_allocations(void);

/// How often the calling thread has asked for memory so far.
uint64_t poptrace_allocations(void);

/// How many bytes more the calling thread has got so far than it has given back.
int64_t poptrace_kept_bytes(void);

#endif
