/* clock.c - reads the clock, and the highest memory use of this process. */
#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "portable.h"

enum { KILOBYTE = 1024 };

double cli_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns the highest memory use from /proc; 0 if it is missing. On Linux, ru_maxrss includes
 * the memory that the parent had at the fork, but VmHWM is only for this process. */
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
    return getrusage(RUSAGE_SELF, &usage) == 0 ? cli_peak_of(&usage) : 0;
}
