/* levels_gpu.h - counts the parts of passes on a GPU, over a graph on disk or in host memory.
 *
 * - The rows of a pass stay on the GPU; a pass has as many rows as fit in half of the GPU's
 *   memory.
 * - Rows come in batches, through a ring of pinned buffers (device/staging.cuh): a batch is
 *   copied while the part before it is counted.
 * - The index of an algorithm takes several times the memory of rows. So it is made for one
 *   slice of a part's rows at a time, and slices are cut until their index fits.
 */
#pragma once

#include "schedule/disk/level_passes.h"
#include "schedule/plan.h"

/* Returns the limits of passes over a graph for a GPU with device_bytes of memory; `host` has
 * the limits that host memory sets. */
tg_pass_limits tg_levels_gpu_limits(tg_pass_limits host, uint64_t device_bytes, const tricorn_graph *graph);

/* Receives the counts. is_done says which parts need not be counted (see tg_pass_visitor); counted() is called for
 * each part that was counted, with the numbers of its edges and triangles. */
typedef struct tg_part_listener {
    bool (*is_done)(void *user, const tg_part_key *part);
    tricorn_status (*counted)(void *user, const tg_part_key *part, uint64_t edges, uint64_t found);
    void *user;
} tg_part_listener;

/* A GPU that counts parts, for one count after another. */
typedef struct tg_levels_gpu tg_levels_gpu;

/* Prepares the first GPU of the plan's request for copies. Errors: those of tg_device_open; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_gpu_create(tricorn_context *context, const tg_plan *plan, tg_levels_gpu **gpu);
/* Frees the GPU, which must be closed. */
void tg_levels_gpu_free(tg_levels_gpu *gpu);

/* Opens the GPU for the context, which counts on it from then on. Close it also after a failure. */
tricorn_status tg_levels_gpu_open(tricorn_context *context, tg_levels_gpu *gpu, const tg_part_listener *listener);
void tg_levels_gpu_close(tricorn_context *context, tg_levels_gpu *gpu);

/* Returns the visitor that receives the parts, for the context that opened the GPU. For each part it copies the rows
 * to the GPU, unless they are rows of the pass; meanwhile the GPU counts the part before. Then it waits for that
 * part, reports it to the listener, and starts to count the new one. Errors: those of the listener;
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tg_pass_visitor tg_levels_gpu_visitor(tg_levels_gpu *gpu);

/* Waits for the last part, and reports it to the listener. Errors: those of the visitor. */
tricorn_status tg_levels_gpu_finish(tricorn_context *context, tg_levels_gpu *gpu);

/* Frees the rows on the GPU, and gives up a part that is being counted. */
void tg_levels_gpu_empty(tricorn_context *context, tg_levels_gpu *gpu);
/* Returns memory that is free to the system, and lets slices be large again. */
void tg_levels_gpu_trim(tricorn_context *context, tg_levels_gpu *gpu);

/* Sets the times of a count that took `seconds` since the GPU was opened. */
void tg_levels_gpu_describe(
  const tricorn_context *context, const tg_levels_gpu *gpu, double seconds, tricorn_result *result);
