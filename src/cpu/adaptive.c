/* adaptive.c - counts a task with the method that the cost model predicts to be the fastest.
 *
 * - Graphs with hubs or long rows are counted with a bit matrix and reverse lists (cpu/hubs.h).
 * - Flat and sparse graphs are counted edge by edge (cpu/stream_edge.h), with prefetched rows
 *   where these are far apart in memory.
 * - The model reads a sample of rows. Where a task will be counted often and two predictions are
 *   close, both methods count once, and the faster one stays.
 */
#include <math.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/cost.h"
#include "cpu/prefix_bits.h"
#include "cpu/hub_edges.h"
#include "cpu/hub_index.h"
#include "cpu/hubs.h"
#include "cpu/sink_rows.h"
#include "cpu/stream_edge.h"
#include "task/algorithm.h"

/* Returns how many edges ahead rows are prefetched; 0: not at all. Without prefetching the
 * stream is faster if at most one edge in fifty leads to a far row and six in ten lead to rows in
 * the first level cache (in a graph of points in space one neighbour in three is elsewhere).
 * Prefetching costs nothing where ids are looked up one by one. */
static uint32_t ahead_for(const tg_features *features)
{
    static const double few = 0.02, most = 0.4, some = 2;
    const bool wait = features->far <= few && features->apart <= most && features->marked <= some;
    return wait ? 0 : TG_STREAM_AHEAD;
}

/* Whether streaming is cheaper than counting with hubs at this cost. If it is unknown how often the task will be
 * counted, two counts are assumed for graphs of at most CACHED_EDGES edges, because making the tables of hubs takes
 * less time than predicted for them; one count is assumed for larger graphs, which no cache holds. */
static bool streaming_is_cheaper(const tg_features *features, const tg_hub_cost *hubs)
{
    enum { CACHED_EDGES = 1 << 22 };
    /* Seconds per edge in a list. The rows of a list are as far apart as those of the stream,
     * but are not prefetched. */
    static const double far_listed = 8e-9;
    const bool cached = features->edges <= CACHED_EDGES, many = features->counts > 1;
    const bool known = features->counts > 0, large = known && !cached;
    const double counts = many ? features->counts : cached && !known ? 2 : 1;
    const double clearly = known ? 1 : cached ? 0.9 : 0.8;
    const double listed = (double)features->edges * features->far * hubs->listed;
    const double waiting = many || large ? far_listed * listed : 0;
    return counts * tg_cost_of_stream(features) <=
           clearly * (hubs->prepare_seconds + counts * (hubs->count_seconds + waiting));
}

/* Returns whether to stream; if not, sets *hubs to the cheapest number of hubs and its cost. */
static bool choose_streaming(tricorn_context *context, const tg_task *task, tg_features *features, tg_hub_cost *hubs)
{
    const tg_hub_cost least = tg_least_cost_of_hubs(features);
    if (streaming_is_cheaper(features, &least)) return true; /* measuring hubs takes as long as measuring the stream */
    tg_features_measure_hubs(context, task, features);
    return !tg_cost_of_hubs(features, context->threads, tg_hubs_room(context, task), hubs) ||
           streaming_is_cheaper(features, hubs) || !tg_reverse_lists_fit(task);
}

/* ---- trials ---- */

/* The costs were measured on one CPU only. So, where a task will be counted TRIED_COUNTS times or more and the
 * predicted time of the stream is at most `near_cost` times that of hubs, each method counts the task once, or TRIALS
 * times if a count takes less than `short_seconds`, and the faster method is used. */
enum { TRIED_COUNTS = 16, TRIALS = 2 };
static const double near_cost = 3, short_seconds = 0.02;

static bool streaming_is_tried(const tg_features *features, const tg_hub_choice *choice)
{
    return !choice->streamed && features->counts >= TRIED_COUNTS &&
           tg_cost_of_stream(features) <= near_cost * choice->cost.count_seconds;
}

/* Sets *seconds to the shortest time of one or TRIALS counts. */
static tricorn_status time_count(tricorn_context *context, const tg_task *task, const tg_index *index, double *seconds)
{
    uint64_t triangles;

    *seconds = INFINITY;
    for (int i = 0; i < TRIALS && (i == 0 || *seconds < short_seconds); i++) {
        const double start = tg_clock_now();
        TG_DO(tg_hub_index_count(context, task, index, &triangles));
        *seconds = fmin(*seconds, tg_clock_now() - start);
    }
    return TRICORN_OK;
}

/* Replaces the hubs of *index by the stream if that counts faster. Keeps the hubs if memory is too small for both. */
static tricorn_status try_streaming(
  tricorn_context *context, const tg_task *task, const tg_features *features, uint32_t ahead, tg_index *index)
{
    const tg_hub_choice streaming = {.streamed = true, .ahead = ahead};
    tricorn_status status = TRICORN_OK;
    tg_index streamed = {0};
    double by_hubs, by_stream;
    const bool held = context->work_held;

    tg_work_hold(context, true);
    TG_TRY(tg_hub_index_create(context, task, features, &streaming, &streamed));
    TG_TRY(time_count(context, task, index, &by_hubs));
    TG_TRY(time_count(context, task, &streamed, &by_stream));
    if (by_stream < by_hubs) {
        const tg_index slower = *index;
        *index = streamed;
        streamed = slower;
    }
cleanup:
    tg_index_free(NULL, &streamed);
    tg_work_hold(context, held);
    return status == TRICORN_OUT_OF_MEMORY ? TRICORN_OK : status;
}

static tricorn_status make_index(tricorn_context *context, const tg_task *task, tg_index *index)
{
    tricorn_status status = TRICORN_OK;
    tg_features features;
    tg_hub_choice choice;

    tg_features_measure_stream(context, task, &features);
    features.kept_hubs = tg_hub_index_hubs(index);
    choice.ahead = ahead_for(&features);
    choice.streamed = choose_streaming(context, task, &features, &choice.cost);
    TG_TRY(tg_hub_index_create(context, task, &features, &choice, index));
    if (streaming_is_tried(&features, &choice)) TG_TRY(try_streaming(context, task, &features, choice.ahead, index));
cleanup:
    if (status != TRICORN_OK) tg_index_free(NULL, index);
    return status;
}

static double predict(tricorn_context *context, const tg_task *task)
{
    tg_features features;
    tg_hub_cost hubs;
    tg_features_measure_stream(context, task, &features);
    if (choose_streaming(context, task, &features, &hubs)) return tg_cost_of_stream(&features);
    return hubs.prepare_seconds + hubs.count_seconds;
}

/* ---- into a sink ---- */

static tricorn_status no_room(tricorn_context *context)
{
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "there is too little memory to count for each vertex or edge: allow more by " TG_OPTION("process_bytes_limit"));
}

/* Sets *hubs to the cheapest number of hubs whose tables fit into memory beside the counters. */
static tricorn_status choose_hubs(
  tricorn_context *context, const tg_task *task, const tg_features *features, uint32_t *hubs)
{
    const uint64_t left = tg_memory_room(context->memory) / 4 * 3;
    uint64_t room = tg_hubs_room(context, task);
    tg_hub_cost cost;

    while (tg_cost_of_hubs(features, context->threads, room, &cost)) {
        const uint64_t bytes = tg_hub_matrix_sink_bytes(cost.hubs, context->threads);
        if (bytes <= left && cost.bytes <= left - bytes) {
            *hubs = cost.hubs;
            return TRICORN_OK;
        }
        room = cost.bytes - 1;
    }
    return no_room(context);
}

static tricorn_status vertices_by_hubs(
  tricorn_context *context, const tg_task *task, const tg_features *features, uint64_t *counts, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_vertex_counters counters = {0};
    uint32_t hubs = 0;

    TG_TRY(tg_vertex_counters_create(context, counts, task->into.count, &counters));
    if (tg_vertex_counters_shared(&counters)) TG_TRY(no_room(context));
    TG_TRY(choose_hubs(context, task, features, &hubs));
    TG_TRY(tg_hubs_count_sink(context, task, hubs, &(tg_hub_sink){.vertices = &counters}, triangles));
    tg_vertex_counters_sum(&counters);
cleanup:
    tg_vertex_counters_free(&counters);
    return status;
}

static tricorn_status edges_by_hubs(
  tricorn_context *context, const tg_task *task, const tg_features *features, uint32_t *support, uint64_t *triangles)
{
    tg_hub_edges_plan plan;
    if (!tg_hub_edges_choose(context, task, features, &plan)) return no_room(context);
    return tg_hub_edges_count(context, task, &plan, support, triangles);
}

/* Sets the sink's counters to zero, then counts row by row. */
static tricorn_status count_rows_sink(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    if (sink->u) tg_zero(context, sink->u, task->into.count * sizeof *sink->u);
    if (sink->edges) tg_zero(context, sink->edges, tg_task_edges(task) * sizeof *sink->edges);
    return tg_sink_rows_count(context, task, sink, triangles);
}

/* Counts the triangles whose least vertex is one of the first `prefix` vertices by prefix bits
 * (cpu/prefix_bits.h), and the other triangles row by row. */
static tricorn_status vertices_by_prefix_bits(
  tricorn_context *context, const tg_task *task, uint32_t prefix, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_vertex_counters counters = {0};
    tg_rows left = task->from, made = {0};
    uint64_t found = 0;

    TG_TRY(tg_vertex_counters_create(context, sink->u, left.count, &counters));
    if (tg_vertex_counters_shared(&counters)) TG_TRY(no_room(context));
    for (uint32_t first = 0; first < prefix; first += TG_BLOCK_IDS) {
        const tg_prefix_bits bits = {&left, first, &counters};
        tg_rows rest;
        TG_TRY(tg_prefix_bits_count(context, &bits, &rest, &found));
        tg_rows_free(&made);
        left = made = rest;
    }
    tg_vertex_counters_sum(&counters);
    tg_vertex_counters_free(&counters);
    const tg_task others = tg_task_of_rows(&left);
    TG_TRY(tg_sink_rows_count(context, &others, sink, triangles));
    *triangles += found;
cleanup:
    tg_vertex_counters_free(&counters);
    tg_rows_free(&made);
    return status;
}

/* Whether counting into the sink row by row is cheaper than with hubs. The tables of hubs are used for this one count
 * only, and on larger random graphs making lists that exceed every cache took several times the predicted time. */
static bool rows_are_cheaper(const tg_features *features, const tg_hub_cost *hubs)
{
    static const double preparing = 4;
    return tg_cost_of_sink_rows(features) <= preparing * hubs->prepare_seconds + hubs->count_seconds;
}

/* The chosen method of a count into a sink. */
typedef struct sink_choice {
    bool by_rows;
    /* how many vertices are counted by prefix bits; 0: counts with hubs if not `by_rows` */
    uint32_t prefix;
} sink_choice;

static sink_choice choose_sink(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, const tg_features *features)
{
    static const double clearly = 0.87;
    tg_hub_cost hubs;
    double seconds;
    const bool all_rows = task->first_row == 0 && task->last_row == task->edges.count;
    const bool by_rows = !tg_cost_of_hubs(features, context->threads, tg_hubs_room(context, task), &hubs) ||
                         rows_are_cheaper(features, &hubs) || !tg_reverse_lists_fit(task);
    if (!sink->u || !all_rows || !features->descending) return (sink_choice){by_rows, 0};
    const uint32_t prefix = tg_prefix_bits_choose(context, &task->from, &seconds);
    if (prefix > 0 && (by_rows || seconds < clearly * (hubs.prepare_seconds + hubs.count_seconds)))
        return (sink_choice){false, prefix};
    return (sink_choice){by_rows, 0};
}

/* Counts into the sink by prefix bits or with hubs if memory suffices and that is cheaper although only this count
 * uses their tables; otherwise counts row by row. The memory is estimated: if it runs out, the counters are cleared
 * and the count starts again row by row. Only a task of all rows of a graph in memory can do so, because only its
 * counters were zero before. */
static tricorn_status count_sink(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    const bool in_core = tg_task_is_whole(task) && task->u.stride == 1;
    const bool all_rows = task->first_row == 0 && task->last_row == task->edges.count;
    tg_features features;

    if (!in_core) return tg_sink_rows_count(context, task, sink, triangles);
    tg_features_measure(context, task, &features);
    const sink_choice choice = choose_sink(context, task, sink, &features);
    if (choice.by_rows) return tg_sink_rows_count(context, task, sink, triangles);
    const tricorn_status status = choice.prefix ? vertices_by_prefix_bits(context, task, choice.prefix, sink, triangles)
                                  : sink->u     ? vertices_by_hubs(context, task, &features, sink->u, triangles)
                                                : edges_by_hubs(context, task, &features, sink->edges, triangles);
    return status == TRICORN_OUT_OF_MEMORY && all_rows ? count_rows_sink(context, task, sink, triangles) : status;
}

static const tg_cpu_methods methods = {
  .make_index = make_index,
  .prune = tg_hub_index_prune,
  .count = tg_hub_index_count,
  .predict = predict,
  .count_sink = count_sink,
};

TG_DEFINE_ALGORITHM(cpu_adaptive) = {
  .description =
    {
      .name = "cpu-adaptive",
      .summary = "the cheapest of a hub bit matrix, bitmaps and streaming, by a sample of rows",
      .device = "cpu",
      .source = "tricorn",
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "coarse",
      .vertices = 1,
      .edges = 1,
      .lists = 1,
    },
  .lookup = TG_LOOKUP_BITMAP,
  .cpu = &methods,
};
