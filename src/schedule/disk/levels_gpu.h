/* levels_gpu.h - the parts of passes, over a graph on disk or in host memory, counted on a GPU.
 *
 * The rows of a pass stay on the GPU, as many as half of its memory holds.  They come in batches,
 * through a ring of pinned buffers (device/staging.cuh), each copied while the part before is
 * counted.  The index of an algorithm takes several times the memory of rows: it is made for a
 * slice of a part's rows at a time, which is cut smaller where the memory runs out.
 */
#ifndef TG_SCHEDULE_DISK_LEVELS_GPU_H
#define TG_SCHEDULE_DISK_LEVELS_GPU_H

#include "schedule/disk/level_passes.h"
#include "schedule/plan.h"

/* How to cut the passes of a graph, for a GPU with so much
 * memory, where the host has as much as `host` says for batches. */
tg_pass_limits tg_levels_gpu_limits(tg_pass_limits host, uint64_t device_bytes,
                                    const tricorn_graph *graph);

/* Who wants the counts: is_done as in tg_pass_visitor; counted is told of each part, its edges,
 * and the triangles that were found. */
typedef struct tg_part_listener {
    bool (*is_done)(void *user, const tg_part_key *part);
    tricorn_status (*counted)(void *user, const tg_part_key *part, uint64_t edges,
                              uint64_t found);
    void *user;
} tg_part_listener;

/* For one count at a time. */
typedef struct tg_levels_gpu tg_levels_gpu;

/* Gets the first GPU of the plan's request ready to copy to.  Errors: those of tg_device_open;
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_gpu_create(tricorn_context *context, const tg_plan *plan,
                                    tg_levels_gpu **gpu);
/* Only when it is closed. */
void tg_levels_gpu_free(tg_levels_gpu *gpu);

/* Opens the GPU for the context, which counts on it from now on.  To be closed, also after a
 * failure. */
tricorn_status tg_levels_gpu_open(tricorn_context *context, tg_levels_gpu *gpu,
                                  const tg_part_listener *listener);
void tg_levels_gpu_close(tricorn_context *context, tg_levels_gpu *gpu);

/* Takes the parts, with the context that has opened the GPU: each is copied there, but for the
 * rows of the pass, which are, and then starts to be counted; the part before, which was counted
 * meanwhile, is told to the listener.  Errors: those of the listener;
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tg_pass_visitor tg_levels_gpu_visitor(tg_levels_gpu *gpu);

/* Waits for the last part.  Errors: as above. */
tricorn_status tg_levels_gpu_finish(tricorn_context *context, tg_levels_gpu *gpu);

/* Frees what is on the GPU, and forgets a part that is being counted. */
void tg_levels_gpu_empty(tricorn_context *context, tg_levels_gpu *gpu);
/* Gives memory that was freed back to the system; slices may be large again. */
void tg_levels_gpu_trim(tricorn_context *context, tg_levels_gpu *gpu);

/* What a count that took so many seconds since it was opened spent them on. */
void tg_levels_gpu_describe(const tricorn_context *context, const tg_levels_gpu *gpu,
                            double seconds, tricorn_result *result);

#endif
