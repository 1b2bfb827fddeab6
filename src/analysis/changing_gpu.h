/* changing_gpu.h - a changing graph on a GPU; changing.c has the same for the CPU. */
#pragma once

#include "analysis/changing.h"

/* Copies a graph to the GPU with this number and counts its triangles: sets changing->gpu,
 * triangles and recount_seconds. */
tricorn_status tg_changing_begin_on_gpu(
  tricorn_context *context, const tricorn_graph *graph, uint32_t ordinal, tricorn_changing *changing);

tricorn_status tg_changing_apply_on_gpu(tricorn_context *context, tricorn_changing *changing, const tg_batch *batch,
  tg_batch_method method, tg_batch_done *done);

/* The same as tg_changing_keep_supports() and tg_changing_supports_of(), for a graph on a GPU. */
tricorn_status tg_changing_keep_supports_on_gpu(tricorn_context *context, tricorn_changing *changing);
tricorn_status tg_changing_supports_from_gpu(tricorn_context *context, const tricorn_changing *changing,
  const uint32_t *pairs, uint64_t count, uint32_t *supports);

/* Copies all neighbours of each vertex to host memory. The caller frees *rows with tg_rows_free(). */
tricorn_status tg_changing_rows_from_gpu(tricorn_context *context, const tricorn_changing *changing, tg_rows *rows);
