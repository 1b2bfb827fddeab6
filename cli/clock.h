/* clock.h - time and memory of this process. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Returns the time in seconds, by a clock that is never set back. */
double cli_now(void);

/* Returns the largest resident memory that this process has had, in bytes. */
uint64_t cli_peak_bytes(void);

#endif
