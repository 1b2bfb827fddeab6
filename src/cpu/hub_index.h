/* hub_index.h - the index of a task that is counted with hubs, or streamed if that is cheaper. */
#pragma once

#include "cpu/cost.h"
#include "task/algorithm.h"

/* The method that was chosen for a task. */
typedef struct tg_hub_choice {
    bool streamed;
    uint32_t ahead; /* if streamed: how many edges ahead rows are prefetched; 0: not at all */
    tg_hub_cost cost; /* if not streamed: the number of hubs, and the cost */
} tg_hub_choice;

/* An algorithm uses these functions to implement make_index(), prune() and count(). */
tricorn_status tg_hub_index_create(tricorn_context *context, const tg_task *task, const tg_features *features,
  const tg_hub_choice *choice, tg_index *index);
void tg_hub_index_prune(tg_index *index);
/* Returns how many hubs the matrix of the index has; 0 if it has no matrix. */
uint32_t tg_hub_index_hubs(const tg_index *index);
tricorn_status tg_hub_index_count(
  tricorn_context *context, const tg_task *task, const tg_index *index, uint64_t *triangles);
