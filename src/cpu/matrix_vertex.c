/* matrix_vertex.c - count a task with a bit matrix of its hubs.
 *
 * For each vertex, blocks of the row's ids are ANDed with the lines of those of its neighbours
 * that are hubs (cpu/hub_matrix.h); edges to the others are counted vertex by vertex with a
 * bitmap (cpu/in_lists.h).  The cost model says how many hubs there are to be.  Tasks whose rows
 * hold ids above their own number, or that leave no memory for the matrix, are streamed. Source:
 * hub matrices are those of Koohi Esfahani et al., "LOTUS: Locality Optimizing Triangle
 * Counting", PPoPP 2022; counting in the direction of wedges is that of the forward algorithm
 * with marks, Latapy, "Main-memory Triangle Computations for Very Large (Sparse (Power-Law))
 * Graphs", TCS 2008.
 */
#include "base/memory.h"
#include "cpu/cost.h"
#include "cpu/hubs.h"
#include "cpu/stream_edge.h"
#include "task/algorithm.h"

typedef struct matrix_plan {
    tg_prepared prepared;
    bool streamed;
    tg_hubs hubs; /* where not streamed */
} matrix_plan;

static void free_prepared(tg_prepared *prepared)
{
    matrix_plan *plan = (matrix_plan *)prepared;
    if (plan == NULL) return;
    tg_hubs_free(&plan->hubs);
    tg_free(plan);
}

static trigon_status prepare(trigon_context *context, const tg_task *task, tg_prepared **prepared)
{
    trigon_status status = TRIGON_OK;
    tg_features features;
    tg_hub_cost cost;
    matrix_plan *made = NULL;

    tg_features_measure(context, task, &features);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->streamed =
        !tg_in_lists_can(task) ||
        !tg_cost_of_hubs(&features, context->threads, tg_hubs_room(context, task), &cost);
    made->prepared.predicted_seconds =
        (made->streamed ? tg_cost_of_stream(&features) : cost.count_seconds) / context->threads;
    made->prepared.work = made->streamed ? tg_work_of_stream(&features) : cost.work;
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
    const matrix_plan *plan = (const matrix_plan *)prepared;
    return plan->streamed ? tg_stream_count(context, task, TG_STREAM_AHEAD, triangles)
                          : tg_hubs_count(context, task, &plan->hubs, triangles);
}

TG_DEFINE_ALGORITHM(cpu_matrix_vertex) = {
    .description =
        {
            .name = "cpu-matrix-vertex",
            .summary =
                "for each vertex, AND its row with a bit matrix of hubs; bitmaps for the rest",
            .device = "cpu",
            .source = "trigon; hub matrix of Koohi Esfahani et al. 2022 (LOTUS)",
            .iterator = "vertex",
            .lookup = "bitmap",
            .granularity = "coarse",
        },
    .device = TG_CPU,
    .lookup = TG_LOOKUP_BITMAP,
    .prepare = prepare,
    .count_prepared = count_prepared,
    .free_prepared = free_prepared,
};
