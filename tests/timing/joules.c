/* joules.c - see joules.h. */
#include "timing/joules.h"

#include <stdio.h>

#include "base/clock.h"

/* NVML's counter moves every 0.02 to 0.1 s, RAPL's every 0.001 s. A reading takes up to a
 * millisecond, in which the GPU has nothing to do: few of them, but more than steps. */
static const double seconds_between_readings = 0.01, usual_patience = 1;

typedef struct series {
    joules_count *count;
    void *user;
    uint64_t counts;
} series;

static bool count_for(series *of, double seconds)
{
    const double start = tg_clock_now();

    do {
        if (!of->count(of->user)) return false;
        of->counts++;
    } while (tg_clock_now() - start < seconds);
    return true;
}

static bool all_moved(const bench_energy *before, const bench_energy *after)
{
    for (int i = 0; i < after->parts; i++)
        if (after->microjoules[i] == before->microjoules[i]) return false;
    return after->parts > 0 && after->parts == before->parts;
}

/* Counts until the slowest counter moves, so that *at is no older than it looks; without parts if
 * it does not move. */
static bool count_to_step(const joules_meter *meter, series *of, bench_energy *at)
{
    const bench_energy before = meter->read(meter->gpu);
    const double start = tg_clock_now();
    const double patience = meter->patience > 0 ? meter->patience : usual_patience;

    do {
        if (!count_for(of, seconds_between_readings)) return false;
        *at = meter->read(meter->gpu);
        if (all_moved(&before, at)) return true;
    } while (tg_clock_now() - start < patience);
    at->parts = 0;
    return true;
}

bool joules_measured(const joules_meter *meter)
{
    if (meter->seconds <= 0) return false;
    if (meter->read(meter->gpu).parts > 0) return true;
    fprintf(stderr, "neither RAPL nor NVML can be read here: records have no energy\n");
    return false;
}

bool joules_of_count(const joules_meter *meter, joules_count *count, void *user, double *joules)
{
    series of = {.count = count, .user = user};
    bench_energy before, after = {.parts = 0};

    *joules = -1;
    if (!count_to_step(meter, &of, &before)) return false;
    of.counts = 0;
    if (before.parts > 0 && (!count_for(&of, meter->seconds) || !count_to_step(meter, &of, &after))) return false;
    if (after.parts > 0) *joules = bench_energy_between(&before, &after) / (double)of.counts;
    if (*joules < 0) fprintf(stderr, "a counter of energy did not move: a record has no energy\n");
    return true;
}

void joules_print(double joules, uint64_t edges)
{
    if (joules > 0) printf(", \"energy_joules\": [%.9g], \"edges_per_joule\": %.6g", joules, (double)edges / joules);
}
