/* clock.h - the time, and the memory use of this process. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Returns a time in seconds, from a clock that is never set back. */
double cli_now(void);

/* Returns the most resident memory that this process has had so far, in bytes. */
uint64_t cli_peak_bytes(void);

#endif
