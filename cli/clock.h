/* clock.h - time and memory of this process. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Seconds of a monotonic clock. */
double cli_now(void);

/* Peak resident memory of this program so far. */
uint64_t cli_peak_bytes(void);

#endif
