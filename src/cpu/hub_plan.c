/* hub_plan.c - see hub_plan.h. */
#include "cpu/hub_plan.h"

#include "base/memory.h"
#include "cpu/hubs.h"
#include "cpu/stream_edge.h"

typedef struct hub_plan {
    bool streamed;
    uint32_t ahead; /* if streamed */
    tg_hubs hubs;   /* where not */
} hub_plan;

static void free_plan(tg_device *none, void *data)
{
    hub_plan *plan = data;
    (void)none;
    tg_hubs_free(&plan->hubs);
    tg_free(plan);
}

void tg_hub_plan_keep(tg_arranged *arranged)
{
    hub_plan *plan = arranged->data;
    if (plan) tg_in_lists_free(&plan->hubs.lists);
}

uint32_t tg_hub_plan_kept(const tg_arranged *arranged)
{
    const hub_plan *plan = arranged->data;
    return plan ? plan->hubs.matrix.hubs : 0;
}

tricorn_status tg_hub_plan_arrange(tricorn_context *context, const tg_task *task,
                                   const tg_features *features, const tg_hub_choice *choice,
                                   tg_arranged *arranged)
{
    tricorn_status status = TRICORN_OK;
    const double seconds =
        choice->streamed ? tg_cost_of_stream(features) : choice->cost.count_seconds;
    hub_plan *made = arranged->data;

    *arranged = (tg_arranged){0}; /* a failure leaves nothing */
    if (made == NULL) TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->streamed = choice->streamed;
    made->ahead = choice->ahead;
    if (!made->streamed) TG_TRY(tg_hubs_create(context, task, choice->cost.hubs, &made->hubs));
    *arranged = (tg_arranged){
        .data = made,
        .free = free_plan,
        .predicted_seconds = seconds / context->threads,
        .work = made->streamed ? tg_work_of_stream(features) : choice->cost.work,
    };
    made = NULL;
cleanup:
    if (made) free_plan(NULL, made);
    return status;
}

tricorn_status tg_hub_plan_count(tricorn_context *context, const tg_task *task,
                                 const tg_arranged *arranged, uint64_t *triangles)
{
    const hub_plan *plan = arranged->data;
    return plan->streamed ? tg_stream_count(context, task, plan->ahead, triangles)
                          : tg_hubs_count(context, task, &plan->hubs, triangles);
}
