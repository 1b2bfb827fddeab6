/* time_triest.c - seconds and errors of TRIEST-IMPR beside those of wedges.
 *
 *     time_triest [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS...
 *
 * The stream has the graph's edges in a random order; 1 and 5 in 100 of them stay in memory. Repetition i has the
 * seed i. One JSON object a line: errors are parts of the number of triangles.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "support/timing.h"
#include "support/triest.h"

enum { MOST_SAMPLES = 100 };

typedef struct samples {
    double seconds[MOST_SAMPLES], errors[MOST_SAMPLES];
} samples;

static void print(
  const char *given, const char *method, uint64_t kept, const timing_settings *set, const samples *found)
{
    printf("{\"dataset\": \"%s\", \"method\": \"%s\", \"kept\": %" PRIu64, given, method, kept);
    timing_print_labels(set);
    timing_print_seconds("seconds", found->seconds, set->repeat);
    timing_print_seconds("errors", found->errors, set->repeat);
    printf("}\n");
    fflush(stdout);
}

static bool time_stream(
  const timing_edges *all, uint32_t most, double triangles, const timing_settings *set, samples *found)
{
    for (int i = 0; i < set->repeat; i++) {
        const double begin = tg_clock_now();
        triest *state = triest_create((uint32_t)all->vertices, most, (uint64_t)i);
        if (state == NULL) return false;
        for (uint64_t e = 0; e < all->count; e++) triest_take(state, all->pairs[2 * e], all->pairs[2 * e + 1]);
        found->errors[i] = triest_estimate(state) / triangles - 1;
        found->seconds[i] = tg_clock_now() - begin;
        triest_free(state);
    }
    return true;
}

static bool time_wedges(tricorn_context *context, const timing_edges *all, double triangles,
  const timing_settings *set, samples *found, uint64_t *drawn)
{
    for (int i = 0; i < set->repeat; i++) {
        tricorn_approximate_options options = TRICORN_APPROXIMATE_OPTIONS_INIT;
        tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;
        options.seed = (uint64_t)i;
        if (tricorn_approximate(context, all->graph, &options, &result) != TRICORN_OK) return false;
        found->errors[i] = result.estimate / triangles - 1;
        found->seconds[i] = result.seconds;
        *drawn = result.drawn;
    }
    return true;
}

static bool time_graph(tricorn_context *context, const char *given, const timing_settings *set)
{
    static const double shares[] = {0.01, 0.05};
    tricorn_result counted = TRICORN_RESULT_INIT;
    timing_edges all;
    samples found;
    uint64_t drawn = 0;
    bool right =
      timing_take_edges(context, given, &all) && tricorn_count(context, all.graph, NULL, &counted) == TRICORN_OK;
    const double triangles = (double)counted.triangles;

    if (right) right = time_wedges(context, &all, triangles, set, &found, &drawn);
    if (right) print(given, "wedges", drawn, set, &found);
    for (int s = 0; right && s < 2; s++) {
        const uint32_t most = (uint32_t)(shares[s] * (double)all.count) + 2;
        right = time_stream(&all, most, triangles, set, &found);
        if (right) print(given, "triest-impr", most, set, &found);
    }
    timing_free_edges(&all);
    return right;
}

int main(int argc, char **argv)
{
    return timing_main(argc, argv, "time_triest", MOST_SAMPLES, time_graph);
}
