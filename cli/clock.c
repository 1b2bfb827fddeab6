/* clock.c - reads the clock, and the peak of this process's memory. */
#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { KILOBYTE = 1024 }; /* both sources below count kilobytes */

double cli_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns the peak from /proc, or 0.  On Linux ru_maxrss includes the memory of the parent at the
 * fork, but VmHWM is for this process only. */
static uint64_t high_water_mark(void)
{
    FILE *file = fopen("/proc/self/status", "re");
    char line[256];
    uint64_t kilobytes = 0;

    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmHWM: %" SCNu64, &kilobytes) == 1) break;
    fclose(file);
    return kilobytes * KILOBYTE;
}

uint64_t cli_peak_bytes(void)
{
    struct rusage usage;
    const uint64_t own = high_water_mark();

    if (own != 0) return own;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * KILOBYTE : 0;
}
