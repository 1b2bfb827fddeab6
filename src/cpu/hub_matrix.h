/* hub_matrix.h - the rows of the first vertices as bits, and counting with them.
 *
 * With hubs first, most ids in rows are small.  So the rows of the first `hubs` vertices are stored
 * as bits, in blocks of 512 (hub_rows.h).  One AND for each block of row u that has ids then counts the common hubs of rows u and v.
 */
#ifndef TG_CPU_HUB_MATRIX_H
#define TG_CPU_HUB_MATRIX_H

#include "cpu/common/hub_rows.h"
#include "cpu/hub_sink.h"
#include "task/task.h"

/* Bytes of a matrix of that many hubs. */
uint64_t tg_hub_matrix_bytes(uint32_t hubs);

/* The number of passes over all rows that counting the total takes. */
uint32_t tg_hub_matrix_passes(uint32_t hubs);

/* The most bytes that counting by vertex with that many threads takes beside the matrix. */
uint64_t tg_hub_matrix_sink_bytes(uint32_t hubs, uint32_t threads);

/* Makes the matrix of the task's `into`, whose rows must hold no id above their own number. hubs:
 * at most TG_MOST_HUBS and the number of rows of `into`.  Free it with
 * tg_hub_matrix_free(matrix). */
tricorn_status tg_hub_matrix_create(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                    tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_hub_matrix *matrix);

/* Adds the part of the task's count with edges to hubs to *found; it includes all ids that the
 * rows share, because the row of a hub has only hubs.  Reports the task's edges as work.  With a
 * sink the task must be a whole graph. */
tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_task *task,
                                   const tg_hub_matrix *matrix, const tg_hub_sink *sink,
                                   uint64_t *found);

#endif
