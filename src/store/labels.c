/* labels.c - finds hubs in a sample of edges, and numbers them. */
#include "store/labels.h"

#include <stdlib.h>

#include "base/memory.h"
#include "store/sort_keys.h"

enum {
    SAMPLE_MOST = 1 << 22, /* edges */
    SAMPLE_LEAST = 1 << 10,
    LEAST_COUNT = 4, /* fewer edges in the sample may be chance */
    SKEW = 16,       /* a graph is flat if no vertex has so many times the mean */
    SLOTS_PER_HUB = 4
};

/* A vertex of the sample as one number: its edges there, and its id. */
static uint64_t tally(uint64_t count, uint64_t id)
{
    return (count << 32) | id;
}

static int by_falling_count(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    if (x >> 32 != y >> 32) return x >> 32 < y >> 32 ? 1 : -1;
    return (x > y) - (x < y);
}

/* Turns sorted ids into tallies, in place; returns their number. */
static uint64_t tally_ids(uint64_t *ids, uint64_t count)
{
    uint64_t kept = 0;
    for (uint64_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && ids[next] == ids[i];) next++;
        ids[kept++] = tally(next - i, ids[i]);
    }
    return kept;
}

/* Keeps the hubs at the front, sorted; returns their number. */
static uint32_t keep_hubs(uint64_t *tallies, uint64_t vertices, uint64_t ends)
{
    uint64_t most = 0, kept = 0;
    for (uint64_t i = 0; i < vertices; i++)
        if (tallies[i] >> 32 > most) most = tallies[i] >> 32;
    if (vertices == 0 || most < LEAST_COUNT || most * vertices < SKEW * ends) return 0;
    for (uint64_t i = 0; i < vertices; i++)
        if (tallies[i] >> 32 >= LEAST_COUNT) tallies[kept++] = tallies[i];
    if (kept > 0) qsort(tallies, kept, sizeof *tallies, by_falling_count);
    return kept < TG_HUBS_MOST ? (uint32_t)kept : TG_HUBS_MOST;
}

tricorn_status tg_labels_choose(tricorn_context *context, const tg_edge *edges, uint64_t count,
                                uint64_t room_bytes, tg_labels *labels)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *ends = NULL, *spare = NULL, taken = room_bytes / (4 * sizeof *ends);
    uint32_t *ids = NULL;

    if (taken > SAMPLE_MOST) taken = SAMPLE_MOST;
    if (taken < SAMPLE_LEAST) taken = SAMPLE_LEAST;
    if (taken > count) taken = count;
    TG_TRY(TG_ALLOC(context, 2 * taken + 1, &ends));
    TG_TRY(TG_ALLOC(context, 2 * taken + 1, &spare));
    for (uint64_t i = 0; i < taken; i++) {
        const tg_edge edge = edges[(uint64_t)((unsigned __int128)i * count / taken)];
        ends[2 * i] = edge.u;
        ends[2 * i + 1] = edge.v;
    }
    uint64_t *sorted = tg_sort_keys(ends, spare, 2 * taken, 0, 32);
    const uint64_t vertices = tally_ids(sorted, 2 * taken);
    const uint32_t hubs = keep_hubs(sorted, vertices, 2 * taken);
    TG_TRY(TG_ALLOC(context, hubs + 1, &ids));
    for (uint32_t i = 0; i < hubs; i++) ids[i] = (uint32_t)sorted[i];
    TG_TRY(tg_labels_of_hubs(context, ids, hubs, labels));
cleanup:
    tg_free(ends);
    tg_free(spare);
    tg_free(ids);
    return status;
}

tricorn_status tg_labels_of_hubs(tricorn_context *context, const uint32_t *ids, uint32_t count,
                                 tg_labels *labels)
{
    tricorn_status status = TRICORN_OK;
    tg_labels made = {.hubs = count, .shift = 31};
    while (UINT64_C(1) << (32 - made.shift) < (uint64_t)count * SLOTS_PER_HUB) made.shift--;
    const uint32_t slots = UINT32_C(1) << (32 - made.shift);

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
