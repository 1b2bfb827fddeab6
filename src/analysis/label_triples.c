/* label_triples.c - lists the triangles, and counts each under its three labels in a hash table, which
 * grows with the triples that occur. Of edges, it is each choice of one label of each edge. */
#include "analysis/label_triples.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/counted.h"
#include "analysis/listing.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 10 };

/* The labels of each edge, each once: a list of edges of the input, by their numbers plus 1; 0 ends it. first: by
 * positions in the rows. */
typedef struct edge_labels {
    tg_rows rows;
    const tg_temporal_edge *edges;
    uint64_t *first, *next;
} edge_labels;

/* Slots without a triangle are empty. */
typedef struct table {
    const uint32_t *labels; /* of the vertices */
    const edge_labels *edges; /* or, if these are NULL, those of the edges */
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

/* Counts a triangle under three labels, in any order. */
static tricorn_status add(tricorn_context *context, table *of, uint32_t key[3])
{
    swap_if_above(&key[0], &key[1]);
    swap_if_above(&key[1], &key[2]);
    swap_if_above(&key[0], &key[1]);
    tricorn_label_triple *slot = find(of, key);
    if (slot->triangles++ > 0) return TRICORN_OK;
    for (int i = 0; i < 3; i++) slot->labels[i] = key[i];
    return 2 * ++of->used > of->mask ? grow(context, of) : TRICORN_OK;
}

static uint64_t edge_of(const edge_labels *of, uint32_t u, uint32_t v)
{
    return tg_row_position(&of->rows, u > v ? u : v, u > v ? v : u);
}

static uint32_t label_of(const edge_labels *of, uint64_t at)
{
    return (uint32_t)of->edges[at - 1].time;
}

/* Counts a triangle under each choice of one label of each edge. */
static tricorn_status add_choices(tricorn_context *context, table *to, const uint32_t corners[3])
{
    const edge_labels *of = to->edges;
    uint64_t edges[3];
    for (int i = 0; i < 3; i++) edges[i] = edge_of(of, corners[i], corners[(i + 1) % 3]);
    for (uint64_t a = of->first[edges[0]]; a > 0; a = of->next[a - 1])
        for (uint64_t b = of->first[edges[1]]; b > 0; b = of->next[b - 1]) {
            TG_DO(tg_check_cancelled(context));
            for (uint64_t c = of->first[edges[2]]; c > 0; c = of->next[c - 1])
                TG_DO(add(context, to, (uint32_t[]){label_of(of, a), label_of(of, b), label_of(of, c)}));
        }
    return TRICORN_OK;
}

/* A tg_take_triangles function. */
static tricorn_status take(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    table *of = user;
    for (const uint32_t *at = triangles; at < triangles + 3 * count; at += 3)
        TG_DO(of->labels ? add(context, of, (uint32_t[]){of->labels[at[0]], of->labels[at[1]], of->labels[at[2]]})
                         : add_choices(context, of, at));
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

/* Lists the labels of each edge, and counts the edges that have several. Edges are sorted by labels. */
static tricorn_status list_labels(
  tricorn_context *context, const tricorn_graph *graph, edge_labels *of, tricorn_label_counts *counts)
{
    counts->names = graph->labels;
    counts->names_count = graph->label_count;
    TG_DO(tg_graph_rows(context, graph, &of->rows));
    TG_DO(TG_ALLOC_ZERO(context, graph->edges + 1, &of->first));
    TG_DO(TG_ALLOC(context, graph->temporal_count + 1, &of->next));
    for (uint64_t i = 0; i < graph->temporal_count; i++) {
        const tg_temporal_edge *edge = &of->edges[i];
        uint64_t *first = &of->first[edge_of(of, edge->source, edge->target)];
        if (edge->time < 0 || edge->time >= TRICORN_NO_LABEL)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the label of an edge is %" PRId64, edge->time);
        if (*first > 0 && of->edges[*first - 1].time == edge->time) continue;
        counts->several += *first > 0 && of->next[*first - 1] == 0;
        of->next[i] = *first;
        *first = i + 1;
    }
    return TRICORN_OK;
}

tricorn_status tg_count_by_labels(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  const uint32_t *labels, tricorn_label_counts *counts)
{
    tricorn_status status = TRICORN_OK;
    const tg_count_of listed = {.graph = graph, .options = options, .list = true};
    tg_counting counting = {0};
    edge_labels edges = {.edges = graph->temporal};
    table made = {.labels = labels, .edges = &edges, .seed = tg_hash_seed()};

    if (labels == NULL) TG_TRY(list_labels(context, graph, &edges, counts));
    TG_TRY(grow(context, &made));
    TG_TRY(tg_counting_begin(context, &listed, &counting));
    const double start = tg_clock_now();
    TG_TRY(tg_list_triangles(context, counting.plan, false, take, &made, &counts->triangles));
    counts->seconds = tg_clock_now() - start;
    finish(&made, counts);
cleanup:
    tg_free(edges.first);
    tg_free(edges.next);
    tg_free(made.slots);
    tg_counting_end(context, &counting);
    return status;
}
