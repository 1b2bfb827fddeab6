/* hub_matrix.h - stores the rows of the first vertices as bits, and counts with them.
 *
 * - With hubs first, most ids in rows are small.  The rows of the first `hubs` vertices are
 *   stored as bits, in blocks of 512 ids (common/hub_rows.h).
 * - The common hubs of rows u and v take one AND of 512 bits for each block in which row u has
 *   ids, whatever the lengths of the rows.
 */
#ifndef TG_CPU_HUB_MATRIX_H
#define TG_CPU_HUB_MATRIX_H

#include "cpu/common/hub_rows.h"
#include "cpu/hub_sink.h"
#include "task/task.h"

/* Returns the bytes of a matrix of this number of hubs. */
uint64_t tg_hub_matrix_bytes(uint32_t hubs);

/* Returns the number of passes over all rows for a count of the total. */
uint32_t tg_hub_matrix_passes(uint32_t hubs);

/* Returns the most bytes that counting by vertex needs beside the matrix, with this number of
 * threads. */
uint64_t tg_hub_matrix_sink_bytes(uint32_t hubs, uint32_t threads);

/* Makes the matrix of the task's rows `into`, which must hold no id above their own number. hubs:
 * at most TG_MOST_HUBS and the number of these rows.  Free it by tg_hub_matrix_free(matrix). */
tricorn_status tg_hub_matrix_create(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                    tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_hub_matrix *matrix);

/* Adds the triangles of edges to hubs to *found.  They are complete, because the row of a hub
 * holds hubs only.  Reports the task's edges as progress.  With a sink the task must be a whole
 * graph. */
tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_task *task,
                                   const tg_hub_matrix *matrix, const tg_hub_sink *sink,
                                   uint64_t *found);

#endif
