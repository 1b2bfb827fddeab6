/* hubs.h - counts with a bit matrix of hubs, and with reverse lists of all other edges. */
#pragma once

#include "cpu/hub_matrix.h"
#include "cpu/reverse_lists.h"

typedef struct tg_hubs {
    tg_hub_matrix matrix; /* counts the edges to vertices below matrix.hubs */
    tg_reverse_lists lists; /* count the edges to other vertices */
} tg_hubs;

/* Returns how many bytes the matrix, the lists and bitmaps may use beside the task: a fraction of the free memory,
 * and no more than 1.5 times the task's size and four times more, these at most 32 MiB. */
uint64_t tg_hubs_room(const tricorn_context *context, const tg_task *task);

/* Makes the matrix and the lists. No row of `into` of the task may have an id above its own
 * number, and tg_reverse_lists_fit() must return true. `hubs` must be at most TG_MOST_HUBS, and
 * at most the number of these rows. *made must be zero, or have a matrix of the same rows
 * `into`, which is kept if it has this number of hubs. */
tricorn_status tg_hubs_create(tricorn_context *context, const tg_task *task, uint32_t hubs, tg_hubs *made);
void tg_hubs_free(tg_hubs *hubs);

tricorn_status tg_hubs_count(tricorn_context *context, const tg_task *task, const tg_hubs *hubs, uint64_t *triangles);

/* Makes the matrix and the lists of a whole graph, and adds its triangles to the counters of the
 * sink. Sets *triangles to their number. */
tricorn_status tg_hubs_count_sink(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const tg_hub_sink *sink, uint64_t *triangles);
