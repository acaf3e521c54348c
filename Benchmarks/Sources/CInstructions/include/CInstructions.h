#ifndef POPTRACE_CINSTRUCTIONS_H
#define POPTRACE_CINSTRUCTIONS_H

#include <stdint.h>

/// Begins to count the instructions of the calling thread outside of the kernel; negative where the machine does not count any.
int poptrace_count_instructions(void);

/// How many there have been since; a difference of two of these is what something took.
uint64_t poptrace_instructions(int counter);

#endif
