/* reorder.c - renumbers a graph by sorting its vertices, and orients its edges again.
 *
 * - An order gives each vertex a new position. Each edge is then turned towards the end with the
 *   smaller position, and a transposition sorts the edges.
 * Sources: Pandey et al., "TRUST", TPDS 2021, sections 4.1 (in-degree, collective out-degree) and 5.1 (classes),
 * where the vertices of a graph are relabelled and its orientation stays (relabel.h); Matula, Beck, "Smallest-Last
 * Ordering and Clustering and Graph Coloring Algorithms", 1983 (core).
 */
#include "prepare/reorder.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"
#include "prepare/order_keys.h"
#include "prepare/order_names.h"
#include "prepare/cpu/radix_sort.h"

enum { VERTICES_AT_ONCE = 16 /* vertices that a thread takes: the first ones have long rows */ };

static const uint32_t NOWHERE = UINT32_MAX; /* larger than any position */

/* The oriented graph and its transpose: row v of `above` contains the neighbours of v that are larger than v. */
typedef struct both_ways {
    uint32_t count;
    const uint64_t *offsets;
    const uint32_t *below;
    const uint64_t *above_offsets;
    const uint32_t *above;
} both_ways;

static both_ways both_of(const tg_rows *rows, const tg_rows *above)
{
    return (both_ways){rows->count, rows->offsets, rows->ids, above->offsets, above->ids};
}

static uint32_t out_degree(const both_ways *graph, uint32_t v)
{
    return (uint32_t)(graph->offsets[v + 1] - graph->offsets[v]);
}

static uint32_t in_degree(const both_ways *graph, uint32_t v)
{
    return (uint32_t)(graph->above_offsets[v + 1] - graph->above_offsets[v]);
}

/* ---- orders by a key ---- */

/* Returns the key of vertex v; an order sorts vertices by ascending keys. */
typedef uint64_t (*key_function)(const tricorn_graph *graph, const both_ways *both, uint32_t v);

static uint64_t degree_key(const tricorn_graph *graph, const both_ways *both, uint32_t v)
{
    (void)graph;
    return UINT64_MAX - out_degree(both, v) - in_degree(both, v);
}

static uint64_t input_key(const tricorn_graph *graph, const both_ways *both, uint32_t v)
{
    (void)both;
    return tg_graph_input_id(graph, v);
}

static uint64_t in_degree_key(const tricorn_graph *graph, const both_ways *both, uint32_t v)
{
    (void)graph;
    return UINT64_MAX - in_degree(both, v);
}

static uint64_t random_key(const tricorn_graph *graph, const both_ways *both, uint32_t v)
{
    (void)both;
    return tg_random_key(tg_graph_input_id(graph, v));
}

static uint64_t collective_key(const tricorn_graph *graph, const both_ways *both, uint32_t v)
{
    uint64_t sum = 0;
    (void)graph;
    for (uint64_t e = both->offsets[v]; e < both->offsets[v + 1]; e++) sum += out_degree(both, both->below[e]);
    return tg_collective_key(sum);
}

/* tg_radix_sort sorts words of 64 bits: half of a key above a 32-bit number, the vertex or its
 * position before the sort. */
enum { HALF_BITS = 32 };

static uint64_t above_id(uint64_t upper, uint32_t lower)
{
    return upper << HALF_BITS | lower;
}

/* Sorts vertices, which are already sorted by the lower halves of their keys, by the upper
 * halves, if these differ. */
static tricorn_status sort_by_upper(tricorn_context *context, const uint64_t *keys, uint32_t count, uint64_t *sorted)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *before = NULL;
    uint64_t differ = 0;
    for (uint32_t v = 1; v < count; v++) differ |= keys[v] ^ keys[0];
    if (differ >> HALF_BITS == 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, count, &before));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++) {
        before[i] = (uint32_t)sorted[i];
        sorted[i] = above_id(keys[before[i]] >> HALF_BITS, i);
    }
    TG_TRY(tg_radix_sort(context, sorted, count));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t i = 0; i < count; i++) sorted[i] = before[(uint32_t)sorted[i]];
cleanup:
    tg_free(before);
    return status;
}

tricorn_status tg_sort_by_keys(tricorn_context *context, const uint64_t *keys, uint32_t count, uint64_t **sorted)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *made = NULL;
    TG_TRY(TG_ALLOC(context, count, &made));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < count; v++) made[v] = above_id(keys[v], v);
    TG_TRY(tg_radix_sort(context, made, count));
    TG_TRY(sort_by_upper(context, keys, count, made));
    TG_TRY(tg_check_cancelled(context)); /* a sort that was cancelled leaves the words unsorted */
    *sorted = made;
    made = NULL;
cleanup:
    tg_free(made);
    return status;
}

/* Sorts the vertices by a key. */
static tricorn_status sort_by(
  tricorn_context *context, const tricorn_graph *graph, const both_ways *both, key_function key, uint64_t **sorted)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *keys = NULL;
    TG_TRY(TG_ALLOC(context, both->count, &keys));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 4096)
    for (uint32_t v = 0; v < both->count; v++) keys[v] = key(graph, both, v);
    TG_TRY(tg_sort_by_keys(context, keys, both->count, sorted));
cleanup:
    tg_free(keys);
    return status;
}

static tricorn_status place_by(
  tricorn_context *context, const tricorn_graph *graph, const both_ways *both, key_function key, uint32_t *places)
{
    uint64_t *sorted = NULL;
    const tricorn_status status = sort_by(context, graph, both, key, &sorted);
    if (status != TRICORN_OK) return status;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t i = 0; i < both->count; i++) places[(uint32_t)sorted[i]] = i;
    tg_free(sorted);
    return status;
}

/* ---- the collective order ---- */

static uint32_t class_of(const tg_collective *to, uint32_t v)
{
    return to->classes ? tg_collective_class(to->out_degrees[v]) : 0;
}

void tg_collective_begin(
  tg_collective *to, tg_order_by by, const uint32_t *out_degrees, uint32_t count, uint32_t *places)
{
    uint32_t of_class[TG_COLLECTIVE_CLASSES] = {0}, before = 0;
    *to = (tg_collective){out_degrees, places, by == TG_BY_COLLECTIVE, {0}};
    for (uint32_t v = 0; v < count; v++) {
        places[v] = NOWHERE;
        of_class[class_of(to, v)]++;
    }
    for (int c = 0; c < TG_COLLECTIVE_CLASSES; c++) {
        to->next[c] = before;
        before += of_class[c];
    }
}

void tg_place_collectively(tg_collective *to, const uint32_t *vertices, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t v = vertices[i];
        if (to->places[v] == NOWHERE) to->places[v] = to->next[class_of(to, v)]++;
    }
}

/* Places the vertices in the rows of the sorted vertices, one row after the other; last, those that are in no row. */
static tricorn_status place_in_rows(
  tricorn_context *context, const tricorn_graph *graph, const both_ways *both, tg_order_by by, uint32_t *places)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *sorted = NULL;
    uint32_t *out_degrees = NULL;
    tg_collective to;

    TG_TRY(TG_ALLOC(context, both->count, &out_degrees));
    TG_TRY(sort_by(context, graph, both, collective_key, &sorted));
    for (uint32_t v = 0; v < both->count; v++) out_degrees[v] = out_degree(both, v);
    tg_collective_begin(&to, by, out_degrees, both->count, places);
    for (uint32_t i = 0; i < both->count; i++) {
        const uint32_t u = (uint32_t)sorted[i];
        tg_place_collectively(&to, both->below + both->offsets[u], out_degree(both, u));
    }
    for (uint32_t i = 0; i < both->count; i++) {
        const uint32_t u = (uint32_t)sorted[i];
        tg_place_collectively(&to, &u, 1);
    }
cleanup:
    tg_free(out_degrees);
    tg_free(sorted);
    return status;
}

/* ---- cores ---- */

/* Vertices sorted by their remaining degrees; in `order`, those of degree d begin at starts[d]. */
typedef struct peeling {
    uint32_t *degrees, *order, *position, *starts;
} peeling;

/* Moves v to the next lower degree, because a neighbour was removed: exchanges v with the first
 * vertex of its degree. */
static void lower(peeling *left, uint32_t v)
{
    const uint32_t first = left->starts[left->degrees[v]]++;
    const uint32_t other = left->order[first];
    left->order[left->position[v]] = other;
    left->position[other] = left->position[v];
    left->order[first] = v;
    left->position[v] = first;
    left->degrees[v]--;
}

static tricorn_status peel(tricorn_context *context, const both_ways *both, peeling *left)
{
    enum { REPORTED = 1 << 16 }; /* vertices and edges between two reports of progress */
    uint64_t work = 0;
    tg_work_begin(context, "peeling", both->count + both->offsets[both->count] + both->above_offsets[both->count]);
    for (uint32_t i = 0; i < both->count; i++) {
        const uint32_t v = left->order[i], degree = left->degrees[v];
        work += 1 + out_degree(both, v) + in_degree(both, v);
        if (work >= REPORTED) {
            if (tg_work_add(context, work)) break;
            work = 0;
        }
        for (uint64_t e = both->offsets[v]; e < both->offsets[v + 1]; e++)
            if (left->degrees[both->below[e]] > degree) lower(left, both->below[e]);
        for (uint64_t e = both->above_offsets[v]; e < both->above_offsets[v + 1]; e++)
            if (left->degrees[both->above[e]] > degree) lower(left, both->above[e]);
    }
    return tg_check_cancelled(context);
}

/* Sorts the vertices by degree. Degrees are below both->count, so `starts` has an entry for each
 * degree and one more. */
static void sort_by_degree(const both_ways *both, peeling *left)
{
    for (uint32_t v = 0; v < both->count; v++) {
        left->degrees[v] = out_degree(both, v) + in_degree(both, v);
        left->starts[left->degrees[v] + 1]++;
    }
    for (uint32_t d = 0; d < both->count; d++) left->starts[d + 1] += left->starts[d];
    for (uint32_t v = 0; v < both->count; v++) {
        left->position[v] = left->starts[left->degrees[v]]++;
        left->order[left->position[v]] = v;
    }
    memmove(left->starts + 1, left->starts, both->count * sizeof *left->starts);
    left->starts[0] = 0;
}

static tricorn_status place_by_cores(tricorn_context *context, const both_ways *both, uint32_t *places)
{
    tricorn_status status = TRICORN_OK;
    peeling left = {NULL, NULL, NULL, NULL};
    TG_TRY(TG_ALLOC(context, both->count, &left.degrees));
    TG_TRY(TG_ALLOC(context, both->count, &left.order));
    TG_TRY(TG_ALLOC(context, both->count, &left.position));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)both->count + 1, &left.starts));
    sort_by_degree(both, &left);
    TG_TRY(peel(context, both, &left));
    for (uint32_t v = 0; v < both->count; v++) places[v] = both->count - 1 - left.position[v];
cleanup:
    tg_free(left.degrees);
    tg_free(left.order);
    tg_free(left.position);
    tg_free(left.starts);
    return status;
}

/* ---- turning ---- */

/* Appends the positions of those vertices that are larger than `position`; returns their number.
 * `larger` may be NULL. */
static uint32_t append_larger(
  const uint32_t *ids, uint32_t count, const uint32_t *places, uint32_t position, uint32_t *larger)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = places[ids[i]];
        if (larger && other > position) larger[found] = other;
        found += other > position;
    }
    return found;
}

/* Does so for the neighbours of v. */
static uint32_t list_larger(const both_ways *both, const uint32_t *places, uint32_t v, uint32_t *larger)
{
    const uint32_t *below = both->below + both->offsets[v];
    const uint32_t *above = both->above + both->above_offsets[v];
    const uint32_t found = append_larger(below, out_degree(both, v), places, places[v], larger);
    return found + append_larger(above, in_degree(both, v), places, places[v], larger ? larger + found : NULL);
}

tricorn_status tg_larger_places(
  tricorn_context *context, const tg_rows *rows, const tg_rows *above, const uint32_t *places, tg_rows *larger)
{
    tricorn_status status = TRICORN_OK;
    const both_ways both = both_of(rows, above);
    const int threads = (int)context->threads;
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;
    TG_TRY(TG_ALLOC(context, (uint64_t)both.count + 1, &offsets));
    TG_TRY(TG_ALLOC(context, both.offsets[both.count], &ids));
#pragma omp parallel for num_threads(threads) schedule(dynamic, VERTICES_AT_ONCE)
    for (uint32_t v = 0; v < both.count; v++) offsets[places[v]] = list_larger(&both, places, v, NULL);
    tg_prefix_sum(context, offsets, both.count);
#pragma omp parallel for num_threads(threads) schedule(dynamic, VERTICES_AT_ONCE)
    for (uint32_t v = 0; v < both.count; v++) list_larger(&both, places, v, ids + offsets[places[v]]);
    *larger = (tg_rows){both.count, offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

/* Renumbers the vertices by their positions. `above` is freed, as soon as it is not needed. The
 * graph changes only when no later step can fail. */
static tricorn_status apply(
  tricorn_context *context, tricorn_graph *graph, const tg_rows *rows, tg_rows *above, const uint32_t *places)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = rows->count;
    uint32_t *input_ids = NULL;
    tg_rows larger = {0}, turned = {0};
    TG_TRY(TG_ALLOC(context, graph->vertices, &input_ids));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < graph->vertices; v++) input_ids[v < count ? places[v] : v] = tg_graph_input_id(graph, v);
    TG_TRY(tg_larger_places(context, rows, above, places, &larger));
    tg_rows_free(above);
    TG_TRY(tg_rows_transpose(context, &larger, &turned));
    tg_free(graph->host.offsets);
    tg_free(graph->host.targets);
    tg_free(graph->input_ids);
    graph->host.offsets = (uint64_t *)(uintptr_t)turned.offsets;
    graph->host.targets = (uint32_t *)(uintptr_t)turned.ids;
    graph->input_ids = input_ids;
    input_ids = NULL;
cleanup:
    tg_rows_free(&larger);
    tg_free(input_ids);
    return status;
}

/* ---- all steps ---- */

static tricorn_status find_places(
  tricorn_context *context, const tricorn_graph *graph, const both_ways *both, tg_order_by by, uint32_t *places)
{
    static const key_function keys[TG_ORDERS] = {
      [TG_BY_DEGREE] = degree_key,
      [TG_BY_INPUT] = input_key,
      [TG_BY_IN_DEGREE] = in_degree_key,
      [TG_BY_RANDOM] = random_key,
    };
    if (keys[by]) return place_by(context, graph, both, keys[by], places);
    if (by == TG_BY_CORE) return place_by_cores(context, both, places);
    return place_in_rows(context, graph, both, by, places);
}

tricorn_status tg_graph_places(tricorn_context *context, const tricorn_graph *graph, const tg_rows *rows,
  const tg_rows *above, uint32_t *places, tg_order_by by)
{
    const both_ways both = both_of(rows, above);
    return find_places(context, graph, &both, by, places);
}

tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows, above = {0};
    uint32_t *places = NULL;

    TG_TRY(tg_check_order(context, order));
    if (tg_keeps_order(order) || graph->active == 0) return TRICORN_OK;
    const tg_order_by by = tg_find_order(order);
    if (tg_order_of(by)->oriented && graph->order != TG_ORDER_DEGREE)
        TG_TRY(tg_graph_reorder(context, graph, "degree"));
    rows = (tg_rows){graph->active, graph->host.offsets, graph->host.targets};
    TG_TRY(tg_rows_transpose(context, &rows, &above));
    TG_TRY(TG_ALLOC(context, graph->active, &places));
    const both_ways both = both_of(&rows, &above);
    TG_TRY(find_places(context, graph, &both, by, places));
    TG_TRY(apply(context, graph, &rows, &above, places));
    graph->order = tg_order_of(by)->order;
cleanup:
    tg_rows_free(&above);
    tg_free(places);
    return status;
}
