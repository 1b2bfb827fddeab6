/* hubs.h - counts with a bit matrix of hubs, and with reverse lists of the other edges. */
#ifndef TG_CPU_HUBS_H
#define TG_CPU_HUBS_H

#include "cpu/hub_matrix.h"
#include "cpu/reverse_lists.h"

typedef struct tg_hubs {
    tg_hub_matrix matrix; /* for edges to vertices below matrix.hubs */
    tg_reverse_lists lists; /* for edges to other vertices */
} tg_hubs;

/* Returns the bytes that a matrix, lists and bitmaps may use beside the task: a fraction of its
 * size and of the free memory. */
uint64_t tg_hubs_room(const tricorn_context *context, const tg_task *task);

/* Makes matrix and lists.  The rows `into` of the task must hold no id above their own number,
 * and tg_reverse_lists_fit() must hold. hubs: as for tg_hub_matrix_create. *made is zero before,
 * or has a matrix of the same rows `into`, which is reused if it has this number of hubs. */
tricorn_status tg_hubs_create(tricorn_context *context, const tg_task *task, uint32_t hubs,
                              tg_hubs *made);
void tg_hubs_free(tg_hubs *hubs);

tricorn_status tg_hubs_count(tricorn_context *context, const tg_task *task, const tg_hubs *hubs,
                             uint64_t *triangles);

/* Makes matrix and lists of a whole graph with this number of hubs, and adds the triangles to the
 * counters of their vertices. */
tricorn_status tg_hubs_count_sink(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                  const tg_hub_sink *sink, uint64_t *triangles);

#endif
