/* hub_plan.h - a task prepared to be counted with hubs, or to be streamed where these do not pay.
 */
#ifndef TG_CPU_HUB_PLAN_H
#define TG_CPU_HUB_PLAN_H

#include "cpu/cost.h"
#include "task/algorithm.h"

/* How a task is to be counted. */
typedef struct tg_hub_choice {
    bool streamed;
    uint32_t ahead;   /* where streamed: as for tg_stream_count */
    tg_hub_cost cost; /* where not: of as many hubs as there are to be */
} tg_hub_choice;

/* An algorithm's arrange() and count(). */
tricorn_status tg_hub_plan_arrange(tricorn_context *context, const tg_task *task,
                                   const tg_features *features, const tg_hub_choice *choice,
                                   tg_arranged *arranged);
tricorn_status tg_hub_plan_count(tricorn_context *context, const tg_task *task,
                                 const tg_arranged *arranged, uint64_t *triangles);

#endif
