/* hub_index.h - the index of a task for counting with hubs, or for streaming if that is
 * cheaper. */
#ifndef TG_CPU_HUB_INDEX_H
#define TG_CPU_HUB_INDEX_H

#include "cpu/cost.h"
#include "task/algorithm.h"

/* The chosen method for a task. */
typedef struct tg_hub_choice {
    bool streamed;
    uint32_t ahead;   /* if streamed: as for tg_stream_count */
    tg_hub_cost cost; /* if not streamed: the cost, and the number of hubs */
} tg_hub_choice;

/* The methods make_index(), prune() and count() of an algorithm. */
tricorn_status tg_hub_index_create(tricorn_context *context, const tg_task *task,
                                   const tg_features *features, const tg_hub_choice *choice,
                                   tg_index *index);
void tg_hub_index_prune(tg_index *index);
/* Returns the hubs of the matrix in the index; 0: it has no matrix. */
uint32_t tg_hub_index_hubs(const tg_index *index);
tricorn_status tg_hub_index_count(tricorn_context *context, const tg_task *task,
                                  const tg_index *index, uint64_t *triangles);

#endif
