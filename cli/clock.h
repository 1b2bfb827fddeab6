/* clock.h - the time, and the memory use of this process. */
#pragma once

#include <stdint.h>

/* Returns a time in seconds, from a clock that is never set back. */
double cli_now(void);

/* Returns the most resident memory that this process has had so far, in bytes. */
uint64_t cli_peak_bytes(void);
