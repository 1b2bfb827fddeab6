/* label_triples.c - lists the triangles, and counts each under its three labels in a hash table, which
 * grows with the triples that occur. */
#include "analysis/label_triples.h"

#include <stdlib.h>

#include "analysis/counted.h"
#include "analysis/listing.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 10 };

/* Slots without a triangle are empty. */
typedef struct table {
    const uint32_t *labels; /* of the vertices */
    tricorn_label_triple *slots;
    uint64_t mask, used, seed;
} table;

static void swap_if_above(uint32_t *a, uint32_t *b)
{
    const uint32_t first = *a;
    if (first <= *b) return;
    *a = *b;
    *b = first;
}

/* The slot of a triple, or the empty one where it belongs. */
static tricorn_label_triple *find(const table *of, const uint32_t key[3])
{
    const uint64_t pair = tg_hash_id(of->seed, (uint64_t)key[0] << 32 | key[1]);
    for (uint64_t at = tg_hash_id(of->seed, pair ^ key[2]);; at++) {
        tricorn_label_triple *slot = &of->slots[at & of->mask];
        const uint32_t *labels = slot->labels;
        if (slot->triangles == 0 || (labels[0] == key[0] && labels[1] == key[1] && labels[2] == key[2])) return slot;
    }
}

/* Doubles the slots. */
static tricorn_status grow(tricorn_context *context, table *of)
{
    const table old = *of;
    const uint64_t slots = old.slots ? 2 * (old.mask + 1) : FIRST_SLOTS;
    const tricorn_status status = TG_ALLOC_ZERO(context, slots, &of->slots);
    if (status != TRICORN_OK) {
        *of = old;
        return status;
    }
    of->mask = slots - 1;
    for (uint64_t i = 0; old.slots && i <= old.mask; i++)
        if (old.slots[i].triangles > 0) *find(of, old.slots[i].labels) = old.slots[i];
    tg_free(old.slots);
    return TRICORN_OK;
}

/* A tg_take_triangles function. */
static tricorn_status take(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    table *of = user;
    for (uint64_t t = 0; t < count; t++) {
        uint32_t key[3];
        for (int i = 0; i < 3; i++) key[i] = of->labels[triangles[3 * t + i]];
        swap_if_above(&key[0], &key[1]);
        swap_if_above(&key[1], &key[2]);
        swap_if_above(&key[0], &key[1]);
        tricorn_label_triple *slot = find(of, key);
        if (slot->triangles++ > 0) continue;
        for (int i = 0; i < 3; i++) slot->labels[i] = key[i];
        if (2 * ++of->used <= of->mask) continue;
        const tricorn_status status = grow(context, of);
        if (status != TRICORN_OK) return status;
    }
    return TRICORN_OK;
}

static int compare(const void *a, const void *b)
{
    const tricorn_label_triple *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->labels[i] != y->labels[i]) return x->labels[i] < y->labels[i] ? -1 : 1;
    return 0;
}

/* Moves the triples that occur to the front of the slots, in their order, and gives the slots away. */
static void finish(table *of, tricorn_label_counts *counts)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i <= of->mask; i++)
        if (of->slots[i].triangles > 0) of->slots[count++] = of->slots[i];
    qsort(of->slots, count, sizeof *of->slots, compare);
    counts->triples = of->slots;
    counts->count = count;
    of->slots = NULL;
}

tricorn_status tg_count_by_labels(tricorn_context *context, const tricorn_graph *graph,
    const tricorn_options *options, const uint32_t *labels, tricorn_label_counts *counts)
{
    tricorn_status status = TRICORN_OK;
    const tg_count_of listed = {.graph = graph, .options = options, .list = true};
    tg_counting counting = {0};
    table made = {.labels = labels, .seed = tg_hash_seed()};

    TG_TRY(grow(context, &made));
    TG_TRY(tg_counting_begin(context, &listed, &counting));
    const double start = tg_clock_now();
    TG_TRY(tg_list_triangles(context, counting.plan, false, take, &made, &counts->triangles));
    counts->seconds = tg_clock_now() - start;
    finish(&made, counts);
cleanup:
    tg_free(made.slots);
    tg_counting_end(context, &counting);
    return status;
}
