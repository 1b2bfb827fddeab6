/* clock.h - time and memory of this process. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Seconds since some fixed moment; never goes back. */
double cli_now(void);

/* The most memory that this program has had resident so far. */
uint64_t cli_peak_bytes(void);

#endif
