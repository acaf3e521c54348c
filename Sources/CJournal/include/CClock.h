#ifndef POPTRACE_CJOURNAL_CLOCK_H
#define POPTRACE_CJOURNAL_CLOCK_H

#include <stdint.h>

/// Nanoseconds by the clock that nobody sets and that goes on while the device sleeps, since some moment in the past.
///
/// In C because Swift guards the stack of every function that has the system fill a variable in, at a cost that is noticed here. Not in this
/// header, for what the availability of interfaces is checked with has no headers of Apple's systems.
int64_t poptrace_nanoseconds(void);

#endif
