#include "load/directions.h"

#include <stdlib.h>
#include <string.h>

#include "base/copy.h"
#include "base/memory.h"
#include "load/combine.h"
#include "prepare/prepare.h"

/* ---- edges as they were read ---- */

/* Copies edges of a part behind those that are kept. */
static void take_edges(
  const tricorn_context *context, const tg_edge_part *part, uint64_t first, uint64_t count, tg_read_edges_kept *kept)
{
    const tg_edge *edges = part->edges;
    if (count == 0) return;
    tg_copy_parallel(context, kept->edges + kept->count, edges + first, count * sizeof *edges);
    if (kept->weights)
        tg_copy_parallel(context, kept->weights + kept->count, part->weights + first, count * sizeof(double));
    if (kept->times) tg_copy_parallel(context, kept->times + kept->count, part->times + first, count * sizeof(int64_t));
    kept->count += count;
}

/* Edges of a part that follow each other in the input. */
typedef struct stretch {
    const tg_edge_part *part;
    uint64_t place, first, count;
} stretch;

static int compare_places(const void *a, const void *b)
{
    const stretch *one = a, *other = b;
    return one->place < other->place ? -1 : one->place > other->place;
}

/* Copies all edges in the order of the input. */
static tricorn_status take_runs(
  tricorn_context *context, const tg_edges *edges, uint64_t runs, tg_read_edges_kept *kept)
{
    stretch *all = NULL;
    uint64_t count = 0;
    TG_DO(TG_ALLOC(context, runs + 1, &all));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        for (uint64_t r = 0; r < part->run_count; r++) {
            const uint64_t first = part->runs[r].first;
            const uint64_t end = r + 1 < part->run_count ? part->runs[r + 1].first : part->count;
            all[count++] = (stretch){part, part->runs[r].place, first, end - first};
        }
    }
    qsort(all, count, sizeof *all, compare_places);
    for (uint64_t s = 0; s < count; s++) take_edges(context, all[s].part, all[s].first, all[s].count, kept);
    tg_free(all);
    return TRICORN_OK;
}

tricorn_status tg_directions_keep(tricorn_context *context, tg_edges *edges, tg_read_edges_kept *kept)
{
    const uint64_t count = tg_edges_count(edges);
    uint64_t runs = 0;

    kept->symmetric = edges->symmetric;
    kept->labels = edges->labels;
    kept->label_count = edges->label_count;
    edges->labels = NULL;
    kept->both_ends = edges->both_ways || edges->symmetric;
    TG_DO(tg_compact_ids(context, edges));
    TG_DO(TG_ALLOC(context, count + 1, &kept->edges));
    for (uint32_t p = 0; p < edges->part_count; p++) runs += edges->parts[p].run_count;
    if (kept->weighted) TG_DO(TG_ALLOC(context, count + 1, &kept->weights));
    if (kept->timed) TG_DO(TG_ALLOC(context, count + 1, &kept->times));
    if (runs > 0) TG_DO(take_runs(context, edges, runs, kept));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_edge_part *part = &edges->parts[p];
        if (runs == 0) take_edges(context, part, 0, part->count, kept);
        tg_free(part->weights); /* nobody asks for these again */
        tg_free(part->times);
        tg_free(part->runs);
        part->weights = NULL;
        part->times = NULL;
        part->runs = NULL;
        part->weight_room = part->time_room = part->run_count = part->run_room = 0;
    }
    return TRICORN_OK;
}

void tg_directions_free(tg_read_edges_kept *kept)
{
    tg_free(kept->edges);
    tg_free(kept->weights);
    tg_free(kept->times);
    tg_free(kept->labels);
    *kept = (tg_read_edges_kept){0};
}

/* ---- directions of the graph ---- */

static tricorn_status set_directions(
  tricorn_context *context, const tg_read_edges_kept *kept, const uint32_t *numbers, tricorn_graph *graph)
{
    tg_rows rows;
    TG_DO(tg_graph_rows(context, graph, &rows));
    TG_DO(TG_ALLOC_ZERO(context, graph->edges + 1, &graph->directions));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < kept->count; i++) {
        const tg_edge edge = kept->edges[i];
        const uint32_t u = numbers[edge.u], v = numbers[edge.v];
        const unsigned char direction = u > v ? TG_DOWN : TG_UP;
        if (u != v)
            __atomic_fetch_or(&graph->directions[tg_row_position(&rows, u > v ? u : v, u > v ? v : u)],
              kept->symmetric ? TG_UP | TG_DOWN : direction, __ATOMIC_RELAXED);
    }
    return TRICORN_OK;
}

/* ---- times ---- */

/* Sorts by merging, which leaves equal times in their order; `spare` has room for half of the edges. */
static void sort(tg_temporal_edge *edges, uint64_t count, tg_temporal_edge *spare)
{
    const uint64_t half = count / 2;
    if (count < 2) return;
    sort(edges, half, spare);
    sort(edges + half, count - half, spare);
    if (edges[half - 1].time <= edges[half].time) return;
    memcpy(spare, edges, half * sizeof *edges);
    for (uint64_t to = 0, low = 0, high = half; low < half; to++)
        edges[to] = high < count && edges[high].time < spare[low].time ? edges[high++] : spare[low++];
}

static tricorn_status set_times(
  tricorn_context *context, const tg_read_edges_kept *kept, const uint32_t *numbers, tricorn_graph *graph)
{
    tg_temporal_edge *spare = NULL;
    if (kept->symmetric)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: its edges have no directions, and edges with times lead from a source to a target",
          kept->name ? kept->name : "the input");
    TG_DO(TG_ALLOC(context, kept->count + 1, &graph->temporal));
    TG_DO(TG_ALLOC(context, kept->count / 2 + 1, &spare));
    for (uint64_t i = 0; i < kept->count; i++) {
        const tg_edge edge = kept->edges[i];
        if (edge.u == edge.v) continue;
        graph->temporal[graph->temporal_count++] = (tg_temporal_edge){numbers[edge.u], numbers[edge.v], kept->times[i]};
    }
    sort(graph->temporal, graph->temporal_count, spare);
    tg_free(spare);
    return TRICORN_OK;
}

tricorn_status tg_directions_set(tricorn_context *context, const tg_read_edges_kept *kept, tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;

    TG_TRY(TG_ALLOC(context, tg_graph_input_numbers(graph) + 1, &numbers));
    for (uint32_t v = 0; v < graph->vertices; v++) numbers[tg_graph_input_id(graph, v)] = v;
    if (kept->directed) TG_TRY(set_directions(context, kept, numbers, graph));
    if (kept->weights) TG_TRY(tg_combine_weights(context, kept, numbers, graph));
    if (kept->times) TG_TRY(set_times(context, kept, numbers, graph));
cleanup:
    tg_free(numbers);
    return status;
}
