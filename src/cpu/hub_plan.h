/* hub_plan.h - a task prepared for counting with hubs, or for streaming where that is cheaper. */
#ifndef TG_CPU_HUB_PLAN_H
#define TG_CPU_HUB_PLAN_H

#include "cpu/cost.h"
#include "task/algorithm.h"

/* The chosen method for a task. */
typedef struct tg_hub_choice {
    bool streamed;
    uint32_t ahead;   /* if streamed: as for tg_stream_count */
    tg_hub_cost cost; /* if not streamed: the cost, and the number of hubs */
} tg_hub_choice;

/* An algorithm's arrange(), keep() and count(). */
tricorn_status tg_hub_plan_arrange(tricorn_context *context, const tg_task *task,
                                   const tg_features *features, const tg_hub_choice *choice,
                                   tg_arranged *arranged);
void tg_hub_plan_keep(tg_arranged *arranged);
/* The hubs of the matrix that was kept; 0: none was. */
uint32_t tg_hub_plan_kept(const tg_arranged *arranged);
tricorn_status tg_hub_plan_count(tricorn_context *context, const tg_task *task,
                                 const tg_arranged *arranged, uint64_t *triangles);

#endif
