/* thread_merge.cuh - one thread for each edge merges the rows of its ends.
 *
 * - It has no tables and no barriers, and each step reads one id.
 * - A warp waits for its longest merge.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016.
 */
#ifndef TG_GPU_THREAD_MERGE_CUH
#define TG_GPU_THREAD_MERGE_CUH

#include "gpu/lookup/sizes.h"
#include "task/device_task.h"

/* Adds the triangles of the task to the tally. The task's edges must have sources. `threads` is how many threads a
 * block has, rounded down to a multiple of 32; `blocks` is how many blocks each multiprocessor gets. */
tricorn_status tg_thread_merge_count(
  tricorn_context *context, const tg_device_task *task, uint32_t threads, uint32_t blocks, tg_tally *tally);

#endif
