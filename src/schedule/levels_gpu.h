/* levels_gpu.h - the parts of a graph on disk, counted on a GPU.
 *
 * The rows that a pass keeps are copied there once a pass.  While one part is counted, the host
 * reads and decodes the next, and copies it through a ring of pinned buffers
 * (device/staging.cuh).
 */
#ifndef TG_SCHEDULE_LEVELS_GPU_H
#define TG_SCHEDULE_LEVELS_GPU_H

#include "schedule/level_passes.h"
#include "schedule/run.h"

/* What parts may take in host memory, so that they also fit in that much memory of a GPU: `host`
 * or less. */
tg_pass_limits tg_levels_gpu_limits(tg_pass_limits host, uint64_t device_bytes);

/* A part that was counted, and how many edges it has. */
typedef tricorn_status tg_part_counted(void *user, const tg_part_key *part, uint64_t edges,
                                       uint64_t found);

typedef struct tg_levels_gpu tg_levels_gpu;

/* Opens the first GPU of the run's request, which only this thread uses; counted() is told of
 * each part.  Errors: those of tg_device_open; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_gpu_create(tricorn_context *context, const tg_run *run,
                                    tg_part_counted *counted, void *user, tg_levels_gpu **gpu);

/* Copies the task of a part to the GPU, and then starts to count it.  The one before, which was
 * counted meanwhile, is done when this returns, and counted() was called for it.
 * Errors: those of counted(); TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_levels_gpu_take(tricorn_context *context, tg_levels_gpu *gpu,
                                  const tg_part_key *part, const tg_task *task);

/* Waits for the last part.  Errors: as above. */
tricorn_status tg_levels_gpu_finish(tricorn_context *context, tg_levels_gpu *gpu);

/* Frees what is on the GPU, and forgets a part that is being counted. */
void tg_levels_gpu_empty(tricorn_context *context, tg_levels_gpu *gpu);
void tg_levels_gpu_free(tricorn_context *context, tg_levels_gpu *gpu);

#endif
