/* cost.c - prices of the steps, measured on one core of a server CPU (AMD Zen 4, AVX-512).
 *
 * Only their ratios matter to a choice, and those differ little between CPUs; what differs more
 * is far off the borders that choices have to find.
 */
#include "cpu/cost.h"

#include "cpu/hub_matrix.h"
#include "cpu/in_lists.h"

static const double nanosecond = 1e-9;

/* Whether rows that are not near have to come from memory: nobody knows how much of the last
 * cache is ours, so take a part that most have. */
enum { CACHED_GRAPH_BYTES = 12 << 20 };

static bool in_cache(const tg_features *features)
{
    return features->edges * sizeof(uint32_t) + features->into_rows * sizeof(uint64_t) <
           CACHED_GRAPH_BYTES;
}

double tg_cost_of_stream(const tg_features *features)
{
    static const double edge = 2, far_cached = 3, far = 25, compared = 0.3, filtered = 1.2,
                        merged = 1.5;
    const double of_edge = edge + features->far * (in_cache(features) ? far_cached : far) +
                           features->compared * compared + features->filtered * filtered +
                           features->merged * merged;
    return (double)features->edges * of_edge * nanosecond;
}

/* A line of a matrix that the second level cache holds, or the third, or none. */
static double price_of_line(uint64_t matrix_bytes)
{
    static const struct {
        uint64_t megabytes;
        double price;
    } prices[] = {{1, 0.8}, {5, 1.2}, {20, 1.9}, {80, 2.8}};
    for (unsigned i = 0; i < sizeof prices / sizeof *prices; i++)
        if (matrix_bytes <= prices[i].megabytes << 20) return prices[i].price;
    return 4;
}

static tg_hub_cost cost_with(const tg_features *features, const tg_hub_features *hub,
                             uint32_t threads)
{
    static const double matrix_byte = 0.1, matrix_id = 2, vertex = 2, listed_edge = 14, block = 6,
                        listed_cached = 12, listed = 30, test = 0.7;
    const double edges = (double)features->edges;
    const uint64_t matrix_bytes = tg_hub_matrix_bytes(hub->hubs);
    const double vertices = (double)(features->rows + features->into_rows);
    const double making = matrix_byte * (double)matrix_bytes + vertex * vertices +
                          edges * (matrix_id * (1 - hub->edges) + listed_edge * hub->edges);
    const double counting =
        edges * (hub->lines * price_of_line(matrix_bytes) + hub->blocks * block +
                 hub->edges * (in_cache(features) ? listed_cached : listed) + hub->tests * test) +
        vertex * vertices;
    return (tg_hub_cost){
        .hubs = hub->hubs,
        .prepare_seconds = making * nanosecond,
        .count_seconds = counting * nanosecond,
        .bytes = matrix_bytes + (uint64_t)(hub->edges * edges) * sizeof(uint64_t) +
                 features->into_rows * sizeof(uint64_t) + features->into_rows / 8 * threads};
}

bool tg_cost_of_hubs(const tg_features *features, uint32_t threads, uint64_t room,
                     tg_hub_cost *cost)
{
    bool found = false;
    for (uint32_t c = 0; c < features->hub_choices; c++) {
        const tg_hub_cost one = cost_with(features, &features->hub[c], threads);
        if (one.bytes > room) continue;
        if (found && one.prepare_seconds + one.count_seconds >=
                         cost->prepare_seconds + cost->count_seconds)
            continue;
        *cost = one;
        found = true;
    }
    return found;
}
