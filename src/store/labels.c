/* labels.c - finds hubs in a sample of edges, and numbers them by their estimated degrees.
 *
 * First the ends of the sampled edges are sorted, which groups them by vertex; then the vertices
 * are sorted by their estimated degrees. Both are radix sorts, so the search takes linear time.
 */
#include "store/labels.h"

#include "base/memory.h"
#include "store/files/sort_keys.h"

enum {
    SAMPLE_LEAST = 1 << 10, /* the least number of sampled edges */
    LEAST_COUNT = 2, /* a hub is at least this often an end in the sample: once may be chance */
    /* A graph is flat if no degree is more than this many times the mean degree. */
    SKEW = 16,
    ID_RANGES = 256,
    SCALE = 64, /* the factor by which estimates of degrees are scaled to integers */
    SLOTS_PER_HUB = 4
};

/* What the sample shows about the order of the edge list; degrees are estimated with it. Each edge has a first and a
 * second end. In a sorted list consecutive edges share an end, so a run of equal ends counts like a single end. If
 * the list has each edge once, the share of first ends among the ends of a vertex depends on the vertex's id; it is
 * assumed to be the same for all ids in a range. */
typedef struct bias {
    uint64_t largest; /* the largest id in the sample */
    double run[2]; /* the mean length of runs of equal first ends, and of second ends */
    double ends[ID_RANGES][2]; /* how many first and second ends have ids in each range */
} bias;

static unsigned range_of(const bias *known, uint64_t id)
{
    return (unsigned)((unsigned __int128)id * ID_RANGES / (known->largest + 1));
}

/* Fills `keys` with the ends of `taken` edges, spread over the list. A key has the id of the
 * end, and a bit that says whether it is a second end. */
static void take_ends(const tg_edge *edges, uint64_t count, uint64_t taken, uint64_t *keys, bias *known)
{
    uint64_t runs[2] = {0};
    *known = (bias){0};
    for (uint64_t i = 0; i < taken; i++) {
        const tg_edge edge = edges[(uint64_t)((unsigned __int128)i * count / taken)];
        const uint32_t ends[2] = {edge.u, edge.v};
        for (unsigned e = 0; e < 2; e++) {
            keys[2 * i + e] = (uint64_t)ends[e] << 1 | e;
            runs[e] += i == 0 || keys[2 * i + e] != keys[2 * i + e - 2];
            if (ends[e] > known->largest) known->largest = ends[e];
        }
    }
    for (unsigned e = 0; e < 2; e++) known->run[e] = (double)taken / (double)runs[e];
    for (uint64_t i = 0; i < 2 * taken; i++) known->ends[range_of(known, keys[i] >> 1)][keys[i] & 1]++;
}

/* Estimates the degree of a vertex, up to a common factor, from the numbers of its first and
 * second ends in the sample. */
static uint32_t estimate(const bias *known, uint64_t id, const uint64_t ends[2])
{
    const double *all = known->ends[range_of(known, id)];
    const double first = all[0] / (all[0] + all[1]);
    const double weighed = (double)ends[0] / known->run[0] + (double)ends[1] / known->run[1];
    const double weight = first / known->run[0] + (1 - first) / known->run[1];
    const double degree = weighed / weight * SCALE;
    return degree < (double)UINT32_MAX ? (uint32_t)degree : UINT32_MAX;
}

/* Returns a key of a sampled vertex by which vertices are sorted: descending by estimated
 * degree, then ascending by id. */
static uint64_t rank_key(uint32_t estimated, uint64_t id)
{
    return (uint64_t)(UINT32_MAX - estimated) << 32 | id;
}

/* Replaces the sorted ends, in place, by the rank keys of the vertices that have at least
 * LEAST_COUNT ends; returns the number of these vertices, or 0 if the graph is flat. */
static uint64_t rank_ends(uint64_t *keys, uint64_t count, const bias *known)
{
    uint64_t kept = 0, most = 0, vertices = 0;
    for (uint64_t i = 0; i < count; vertices++) {
        const uint64_t id = keys[i] >> 1, before = i;
        uint64_t ends[2] = {0};
        for (; i < count && keys[i] >> 1 == id; i++) ends[keys[i] & 1]++;
        if (i - before > most) most = i - before;
        if (i - before >= LEAST_COUNT) keys[kept++] = rank_key(estimate(known, id, ends), id);
    }
    return most * vertices < SKEW * count ? 0 : kept;
}

tricorn_status tg_labels_choose(
  tricorn_context *context, const tg_edge *edges, uint64_t count, const tg_hub_limits *limits, tg_labels *labels)
{
    enum { ID_BITS = 32, KEY_BITS = ID_BITS + 1 };
    tricorn_status status = TRICORN_OK;
    uint64_t *ends = NULL, *spare = NULL, taken = limits->room_bytes / (4 * sizeof *ends);
    uint32_t *ids = NULL;
    bias known;

    if (taken > TG_LABELS_SAMPLE_MOST) taken = TG_LABELS_SAMPLE_MOST;
    if (taken < SAMPLE_LEAST) taken = SAMPLE_LEAST;
    if (taken > count) taken = count;
    TG_TRY(TG_ALLOC(context, 2 * taken + 1, &ends));
    TG_TRY(TG_ALLOC(context, 2 * taken + 1, &spare));
    take_ends(edges, count, taken, ends, &known);
    uint64_t *keys = tg_sort_keys(ends, spare, 2 * taken, 0, KEY_BITS);
    const uint64_t found = rank_ends(keys, 2 * taken, &known);
    keys = tg_sort_keys(keys, keys == ends ? spare : ends, found, ID_BITS, 2 * ID_BITS);
    const uint32_t hubs = found < limits->hubs ? (uint32_t)found : limits->hubs;
    TG_TRY(TG_ALLOC(context, hubs + 1, &ids));
    for (uint32_t i = 0; i < hubs; i++) ids[i] = (uint32_t)keys[i];
    TG_TRY(tg_labels_of_hubs(context, ids, hubs, labels));
cleanup:
    tg_free(ends);
    tg_free(spare);
    tg_free(ids);
    return status;
}

tricorn_status tg_labels_of_hubs(tricorn_context *context, const uint32_t *ids, uint32_t count, tg_labels *labels)
{
    tricorn_status status = TRICORN_OK;
    tg_labels made = {.hubs = count, .bits = 1, .seed = tg_hash_seed()};
    while (UINT64_C(1) << made.bits < (uint64_t)count * SLOTS_PER_HUB) made.bits++;
    const uint32_t slots = UINT32_C(1) << made.bits;

    TG_TRY(TG_ALLOC(context, count + 1, &made.ids));
    TG_TRY(TG_ALLOC(context, 2 * (uint64_t)slots, &made.table));
    for (uint32_t i = 0; i < slots; i++) made.table[2 * i] = UINT32_MAX;
    for (uint32_t label = 0; label < count; label++) {
        uint32_t slot = tg_label_slot(&made, ids[label]);
        while (made.table[2 * slot] != UINT32_MAX) slot = (slot + 1) & (slots - 1);
        made.table[2 * slot] = made.ids[label] = ids[label];
        made.table[2 * slot + 1] = label;
    }
    *labels = made;
    made = (tg_labels){0};
cleanup:
    tg_labels_free(&made);
    return status;
}

void tg_labels_free(tg_labels *labels)
{
    tg_free(labels->ids);
    tg_free(labels->table);
    *labels = (tg_labels){0};
}
