/* adaptive.c - count a task in the way that the cost model finds cheapest for it.
 *
 * Graphs with hubs or long rows are counted with a bit matrix and lists (cpu/hubs.h), flat and
 * sparse ones edge after edge (cpu/stream_edge.h), with rows fetched ahead where they lie apart.
 * A sample of rows tells which one a task is.
 */
#include "base/memory.h"
#include "cpu/cost.h"
#include "cpu/hubs.h"
#include "cpu/sink_rows.h"
#include "cpu/stream_edge.h"
#include "task/algorithm.h"

typedef struct adaptive_plan {
    tg_prepared prepared;
    bool streamed;
    uint32_t ahead; /* where streamed */
    tg_hubs hubs;   /* where not */
} adaptive_plan;

static void free_prepared(tg_prepared *prepared)
{
    adaptive_plan *plan = (adaptive_plan *)prepared;
    if (plan == NULL) return;
    tg_hubs_free(&plan->hubs);
    tg_free(plan);
}

/* Of one task in twenty edges or fewer, rows come from far: waiting for these is cheaper than
 * fetching all. */
static uint32_t ahead_for(const tg_features *features)
{
    static const double few = 0.05;
    return features->far > few ? TG_STREAM_AHEAD : 0;
}

static trigon_status prepare(trigon_context *context, const tg_task *task, tg_prepared **prepared)
{
    trigon_status status = TRIGON_OK;
    tg_features features;
    tg_hub_cost cost;
    adaptive_plan *made = NULL;

    tg_features_measure(context, task, &features);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->ahead = ahead_for(&features);
    made->streamed =
        !tg_cost_of_hubs(&features, context->threads, tg_hubs_room(context, task), &cost) ||
        tg_cost_of_stream(&features) <= cost.prepare_seconds + cost.count_seconds ||
        !tg_in_lists_can(task);
    made->prepared.predicted_seconds =
        (made->streamed ? tg_cost_of_stream(&features) : cost.count_seconds) / context->threads;
    if (!made->streamed) TG_TRY(tg_hubs_create(context, task, cost.hubs, &made->hubs));
    *prepared = &made->prepared;
    made = NULL;
cleanup:
    free_prepared((tg_prepared *)made);
    return status;
}

static trigon_status count_prepared(trigon_context *context, const tg_task *task,
                                    const tg_prepared *prepared, uint64_t *triangles)
{
    const adaptive_plan *plan = (const adaptive_plan *)prepared;
    return plan->streamed ? tg_stream_count(context, task, plan->ahead, triangles)
                          : tg_hubs_count(context, task, &plan->hubs, triangles);
}

/* ---- into a sink -------------------------------------------------------------------------- */

static trigon_status vertices_by_hubs(trigon_context *context, const tg_task *task, uint32_t hubs,
                                      const tg_sink *sink, uint64_t *triangles)
{
    trigon_status status = TRIGON_OK;
    tg_vertex_counters counters = {0};

    TG_TRY(tg_vertex_counters_create(context, sink->vertices, task->into.count, &counters));
    if (tg_vertex_counters_shared(&counters)) {
        TG_TRY(tg_sink_rows_count(context, task, sink, triangles));
    } else {
        TG_TRY(tg_hubs_count_into(context, task, hubs, &counters, triangles));
        tg_vertex_counters_sum(&counters);
    }
cleanup:
    tg_vertex_counters_free(&counters);
    return status;
}

static trigon_status edges_by_hubs(trigon_context *context, const tg_task *task, uint32_t hubs,
                                   const tg_sink *sink, uint64_t *triangles)
{
    trigon_status status = TRIGON_OK;
    const uint64_t hub_edges = task->into.offsets[hubs];
    tg_edge_counters counters = {0};

    TG_TRY(tg_edge_counters_create(context, sink->edges, hub_edges, &counters));
    if (tg_edge_counters_shared(&counters) || hub_edges > UINT32_MAX) {
        TG_TRY(tg_sink_rows_count(context, task, sink, triangles));
    } else {
        TG_TRY(tg_hubs_count_edges(context, task, hubs, &counters, triangles));
        tg_edge_counters_sum(&counters);
    }
cleanup:
    tg_edge_counters_free(&counters);
    return status;
}

/* By hubs, where threads have room for counters of their own, else row by row.  Streaming has no
 * form with counters. */
static trigon_status count_into(trigon_context *context, const tg_task *task, const tg_sink *sink,
                                uint64_t *triangles)
{
    tg_features features;
    tg_hub_cost cost;

    if (!tg_in_lists_can(task)) return tg_sink_rows_count(context, task, sink, triangles);
    tg_features_measure(context, task, &features);
    if (!tg_cost_of_hubs(&features, context->threads, tg_hubs_room(context, task), &cost))
        return tg_sink_rows_count(context, task, sink, triangles);
    return sink->vertices ? vertices_by_hubs(context, task, cost.hubs, sink, triangles)
                          : edges_by_hubs(context, task, cost.hubs, sink, triangles);
}

TG_DEFINE_ALGORITHM(cpu_adaptive) = {
    .description =
        {
            .name = "cpu-adaptive",
            .summary =
                "the cheapest of a hub bit matrix, bitmaps and streaming, by a sample of rows",
            .device = "cpu",
            .source = "trigon",
            .iterator = "vertex",
            .lookup = "bitmap",
            .granularity = "coarse",
        },
    .device = TG_CPU,
    .lookup = TG_LOOKUP_BITMAP,
    .prepare = prepare,
    .count_prepared = count_prepared,
    .free_prepared = free_prepared,
    .count_into = count_into,
};
