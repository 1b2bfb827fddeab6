/* hub_plan.c - see hub_plan.h. */
#include "cpu/hub_plan.h"

#include "base/memory.h"
#include "cpu/hubs.h"
#include "cpu/stream_edge.h"

typedef struct hub_plan {
    tg_prepared prepared;
    bool streamed;
    uint32_t ahead; /* if streamed */
    tg_hubs hubs;   /* where not */
} hub_plan;

void tg_hub_plan_free(tg_prepared *prepared)
{
    hub_plan *plan = (hub_plan *)prepared;
    if (plan == NULL) return;
    tg_hubs_free(&plan->hubs);
    tg_free(plan);
}

tricorn_status tg_hub_plan_create(tricorn_context *context, const tg_task *task,
                                  const tg_features *features, const tg_hub_choice *choice,
                                  tg_prepared **prepared)
{
    tricorn_status status = TRICORN_OK;
    hub_plan *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->streamed = choice->streamed;
    made->ahead = choice->ahead;
    made->prepared.predicted_seconds =
        (made->streamed ? tg_cost_of_stream(features) : choice->cost.count_seconds) /
        context->threads;
    made->prepared.work = made->streamed ? tg_work_of_stream(features) : choice->cost.work;
    if (!made->streamed) TG_TRY(tg_hubs_create(context, task, choice->cost.hubs, &made->hubs));
    *prepared = &made->prepared;
    made = NULL;
cleanup:
    tg_hub_plan_free((tg_prepared *)made);
    return status;
}

tricorn_status tg_hub_plan_count(tricorn_context *context, const tg_task *task,
                                 const tg_prepared *prepared, uint64_t *triangles)
{
    const hub_plan *plan = (const hub_plan *)prepared;
    return plan->streamed ? tg_stream_count(context, task, plan->ahead, triangles)
                          : tg_hubs_count(context, task, &plan->hubs, triangles);
}
