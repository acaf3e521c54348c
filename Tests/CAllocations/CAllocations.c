#include "CAllocations.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define POPTRACE_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(POPTRACE_SANITIZED)

// The functions of an executable come before those of the libraries it loads, so that everything in the process allocates by these. Only test
// bundles have them.

#include <malloc.h>

static __thread uint64_t poptrace_count;
static __thread int64_t poptrace_bytes;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static void *poptrace_got(void *memory) {
  poptrace_count++;
  poptrace_bytes += (int64_t)malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) { return poptrace_got(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return poptrace_got(__libc_calloc(count, size)); }

void *realloc(void *memory, size_t size) {
  int64_t before = (int64_t)malloc_usable_size(memory);
  void *found = __libc_realloc(memory, size);
  if (found || !size) poptrace_bytes -= before;
  return poptrace_got(found);
}

void *memalign(size_t alignment, size_t size) { return poptrace_got(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return poptrace_got(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *found = poptrace_got(__libc_memalign(alignment, size));
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

void free(void *memory) {
  poptrace_bytes -= (int64_t)malloc_usable_size(memory);
  __libc_free(memory);
}

int poptrace_counts_allocations(void) { return 1; }

uint64_t poptrace_allocations(void) { return poptrace_count; }

int64_t poptrace_kept_bytes(void) { return poptrace_bytes; }

#else

int poptrace_counts_allocations(void) { return 0; }

uint64_t poptrace_allocations(void) { return 0; }

int64_t poptrace_kept_bytes(void) { return 0; }

#endif
