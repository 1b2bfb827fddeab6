/* rate_shares.c - divides parts among workers by their measured rates. */
#include "schedule/workers/rate_shares.h"

#include <stdbool.h>

/* Shorter times than this say little: a process that waits for its CPU loses some milliseconds. */
static const uint64_t least_nanoseconds = 20000000;

static bool are_alike(const uint64_t *nanoseconds, uint32_t size)
{
    enum { PARTS = 4 };
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t w = 0; w < size; w++) {
        least = nanoseconds[w] < least ? nanoseconds[w] : least;
        most = nanoseconds[w] > most ? nanoseconds[w] : most;
    }
    return least < least_nanoseconds || most - least < least / PARTS;
}

void tg_share_by_rates(uint64_t count, const uint64_t *nanoseconds, uint32_t size, uint64_t *cuts)
{
    const bool alike = are_alike(nanoseconds, size);
    double all = 0, before = 0;
    for (uint32_t w = 0; w < size; w++) all += alike ? 1 : 1 / (double)nanoseconds[w];
    for (uint32_t w = 0; w < size; w++) {
        cuts[w] = (uint64_t)((double)count * (before / all));
        before += alike ? 1 : 1 / (double)nanoseconds[w];
    }
    cuts[size] = count;
}
