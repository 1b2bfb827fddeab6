/* cost.c - predicts the time of each method from the numbers of its steps.
 *
 * The costs of steps are nanoseconds on one core of a server CPU (AMD Zen 4, AVX-512). They were fitted, with none
 * below zero, to the times of 20 graphs with two threads, for each method and each number of hubs; `tricorn bench
 * --ceilings` measures lower bounds of them (docs/algorithms/adaptive.md lists both). A choice depends only on ratios
 * of costs, which are similar on most CPUs; where they differ more, it is for graphs whose choice is clear anyway.
 */
#include "cpu/cost.h"

#include "cpu/hub_matrix.h"

static const double nanosecond = 1e-9;

/* The model cannot know how much of the last level cache the process can use. It assumes a size
 * that most machines offer. */
enum { CACHED_GRAPH_BYTES = 24 << 20 };

/* The bytes that reading a far row loads: the cache lines of its offsets and of its ids. */
enum { FETCHED_BYTES = 128 };

/* Returns the fraction of far rows that are in the last level cache. Reads are random, so it is
 * the ratio of the cache's size to the graph's. */
static double cached_part(const tg_features *features)
{
    const double bytes = (double)features->edges * sizeof(uint32_t) + (double)features->into_rows * sizeof(uint64_t);
    return bytes <= CACHED_GRAPH_BYTES ? 1 : CACHED_GRAPH_BYTES / bytes;
}

/* Returns the mean cost of a step of which the fraction `part` reads from the cache. */
static double cost_between(double part, double cached, double uncached)
{
    return part * cached + (1 - part) * uncached;
}

/* ---- edge after edge ---- */

double tg_cost_of_stream(const tg_features *features)
{
    static const double row = 2.7, changed = 9.6, turned = 7.5, far_cached = 6.3, far = 32, compared = 1.45,
                        marking = 7, marked_cached = 0.36, marked = 1.6, filtered = 1.6, passed = 6, merged = 0.5,
                        start = 5e4;
    const double cached = cached_part(features);
    /* the fraction of ids in rows that are near, or in the cache */
    const double read_near = 1 - (1 - cached) * features->far;
    const double of_edge = features->changed * changed + features->turned * turned +
                           features->far * cost_between(cached, far_cached, far) + features->compared * compared +
                           features->marking * marking +
                           features->marked * cost_between(read_near, marked_cached, marked) +
                           features->filtered * filtered + features->passed * passed + features->merged * merged;
    if (features->edges == 0) return 0;
    return (start + (double)features->rows * row + (double)features->edges * of_edge) * nanosecond;
}

/* Adds to the cost of streaming, because a count into a sink looks ids up in a bitmap, where the
 * stream reads a byte, and counts each match separately. */
double tg_cost_of_sink_rows(const tg_features *features)
{
    static const double counted = 2.4;
    return tg_cost_of_stream(features) + (double)features->edges * features->marked * counted * nanosecond;
}

tricorn_work tg_work_of_stream(const tg_features *features)
{
    const double edges = (double)features->edges;
    /* The id of the edge, two offsets of row v and its ids; far rows load whole cache lines. */
    const double of_edge =
      sizeof(uint32_t) + 2 * sizeof(uint64_t) + features->shared * sizeof(uint32_t) + features->far * FETCHED_BYTES;
    const double tests = features->filtered + features->marked;
    const double compares = features->shared - tests;
    return (tricorn_work){.tests = edges * tests,
      .compares = compares > 0 ? edges * compares : 0,
      .fetches = edges * features->far,
      .bytes = edges * of_edge};
}

/* ---- with hubs ---- */

/* Returns the cost of a line of the matrix. It has three values: for a matrix that fits into the
 * second level cache, for one that fits into the third, and for one that is read in passes. */
static double cost_of_line(uint64_t matrix_bytes)
{
    static const struct {
        uint64_t megabytes;
        double cost;
    } costs[] = {{1, 0.8}, {5, 1.0}};
    for (unsigned i = 0; i < sizeof costs / sizeof *costs; i++)
        if (matrix_bytes <= costs[i].megabytes << 20) return costs[i].cost;
    return 1.4;
}

/* Returns the cost of appending an edge to its list, which accesses the list's counter twice and
 * the end of the list once. If the lists outnumber the cache lines of the last level cache, each
 * access waits for memory, and the longer the more pages the lists use. */
static double cost_of_listing(uint64_t lists)
{
    static const double near = 15, doubled = 14;
    const uint64_t cached_lists = UINT64_C(1) << 19;
    double cost = near;
    for (uint64_t n = cached_lists; n < lists; n *= 2)
        cost += 2 * n <= lists ? doubled : doubled * (double)(lists - n) / (double)n;
    return cost;
}

/* The costs that do not depend on the number of hubs. */
static const double making_start = 1.5e5, making_row = 12, making_edge = 1, matrix_id = 2, counting_start = 4e4,
                    counting_row = 5;

static bool is_kept(const tg_features *features, const tg_hub_features *hub)
{
    return features->kept_hubs > 0 && hub->hubs == features->kept_hubs;
}

static double cost_of_making(const tg_features *features, const tg_hub_features *hub)
{
    static const double matrix_byte = 0.12;
    const bool kept = is_kept(features, hub);
    const double per_edge =
      making_edge + (kept ? 0 : matrix_id * (1 - hub->edges)) + hub->edges * cost_of_listing(features->into_rows);
    const uint64_t matrix_bytes = kept ? 0 : tg_hub_matrix_bytes(hub->hubs);
    return making_start + matrix_byte * (double)matrix_bytes + making_row * (double)features->into_rows +
           per_edge * (double)features->edges;
}

static double cost_of_counting(const tg_features *features, const tg_hub_features *hub, uint32_t threads)
{
    static const double block = 20, listed_cached = 12, listed = 8, test_cached = 0.45, test = 0.8, pass_row = 5,
                        pass_edge_cached = 0.3, pass_edge = 0.8;
    const double cached = cached_part(features);
    const double passes = tg_hub_matrix_passes(hub->hubs, threads);
    const double of_edge = hub->lines * cost_of_line(tg_hub_matrix_bytes(hub->hubs)) + hub->blocks * block +
                           hub->edges * cost_between(cached, listed_cached, listed) +
                           hub->tests * cost_between(cached, test_cached, test) +
                           passes * cost_between(cached, pass_edge_cached, pass_edge);
    return counting_start + (double)features->edges * of_edge + (double)features->into_rows * counting_row +
           (double)features->rows * passes * pass_row;
}

/* Assumes for each id the cost of setting it in the matrix: appending its edge to a list would take longer. */
tg_hub_cost tg_least_cost_of_hubs(const tg_features *features)
{
    const double rows = (double)features->into_rows, edges = (double)features->edges;
    const double making = making_start + rows * making_row + edges * (making_edge + matrix_id);
    const double counting = counting_start + rows * counting_row;
    return (tg_hub_cost){.prepare_seconds = making * nanosecond, .count_seconds = counting * nanosecond};
}

static tricorn_work work_with(const tg_features *features, const tg_hub_features *hub, uint32_t threads)
{
    const double edges = (double)features->edges, passes = tg_hub_matrix_passes(hub->hubs, threads);
    const double line = TG_BLOCK_WORDS * sizeof(uint64_t);
    const double of_edge =
      hub->lines * line + hub->tests * sizeof(uint32_t) + hub->edges * sizeof(uint64_t) + passes * sizeof(uint32_t);
    return (tricorn_work){.lines = edges * hub->lines,
      .tests = edges * hub->tests,
      .bytes = edges * of_edge + passes * (double)features->rows * sizeof(uint64_t)};
}

static tg_hub_cost cost_with(const tg_features *features, const tg_hub_features *hub, uint32_t threads)
{
    const uint64_t matrix_bytes = tg_hub_matrix_bytes(hub->hubs);
    const uint64_t listed = (uint64_t)(hub->edges * (double)features->edges);
    return (tg_hub_cost){.hubs = hub->hubs,
      .prepare_seconds = cost_of_making(features, hub) * nanosecond,
      .count_seconds = cost_of_counting(features, hub, threads) * nanosecond,
      .bytes = (is_kept(features, hub) ? 0 : matrix_bytes) + listed * sizeof(uint64_t) +
               features->into_rows * sizeof(uint64_t) + features->into_rows / 8 * threads,
      .listed = hub->edges,
      .work = work_with(features, hub, threads)};
}

bool tg_cost_of_hubs(const tg_features *features, uint32_t threads, uint64_t room, tg_hub_cost *cost)
{
    const double counts = features->counts > 0 ? features->counts : 1;
    bool found = false;
    for (uint32_t c = 0; c < features->hub_choices; c++) {
        const tg_hub_cost one = cost_with(features, &features->hub[c], threads);
        if (one.bytes > room) continue;
        if (found &&
            one.prepare_seconds + counts * one.count_seconds >= cost->prepare_seconds + counts * cost->count_seconds)
            continue;
        *cost = one;
        found = true;
    }
    return found;
}
