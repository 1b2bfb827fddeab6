/* hub_matrix.h - stores the rows of the first vertices as bits, and counts with them.
 *
 * - If hubs come first, most ids in rows are small. The rows of the first `hubs` vertices are
 *   stored as bits, in blocks of 512 ids (common/hub_rows.h).
 * - Finding the common hubs of rows u and v takes one AND of 512 bits for each block in which row
 *   u has ids, whatever the lengths of the rows.
 */
#pragma once

#include "cpu/common/hub_rows.h"
#include "cpu/hub_sink.h"
#include "task/task.h"

/* This many passes over rows read less of them if each row has a cursor. */
enum { TG_PASSES_WITH_CURSORS = 3 };

/* Returns how many bytes a matrix of this number of hubs has. */
uint64_t tg_hub_matrix_bytes(uint32_t hubs);

/* Returns how many passes over all rows a count of the total takes with this number of threads. */
uint32_t tg_hub_matrix_passes(uint32_t hubs, uint32_t threads);

/* Returns the most bytes that counting by vertex needs beside the matrix, with this number of threads. */
uint64_t tg_hub_matrix_sink_bytes(uint32_t hubs, uint32_t threads);

/* Makes the matrix from the task's rows `into`, of which none may have an id above its own number. `hubs` must be at
 * most TG_MOST_HUBS, and at most the number of these rows. Free it by tg_hub_matrix_free(matrix). */
tricorn_status tg_hub_matrix_create(
  tricorn_context *context, const tg_task *task, uint32_t hubs, tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_hub_matrix *matrix);

/* Adds the number of triangles u > v > w with a hub v to *found. No such triangle is missed, because the row of a hub
 * contains only hubs. Reports the task's edges as progress. With a sink, the task must be a whole graph. */
tricorn_status tg_hub_matrix_count(
  tricorn_context *context, const tg_task *task, const tg_hub_matrix *matrix, const tg_hub_sink *sink, uint64_t *found);
