/* bsearch_warp_wedge.cu - counts a task wedge by wedge, with the same number of wedges for each
 * thread (wedge_line.cuh).
 *
 * - So the work of threads does not depend on the lengths of rows.
 * - If the wedges are many, warps count ranges of equal length. In the paper's form threads
 *   count `spread` wedges each; 7 is the default of its program.
 *
 * Source: the wedge-parallel counting of "WeTriC", Euro-Par 2025.
 */
#include "gpu/bsearch_warp_wedge.h"

#include "gpu/lookup/index.cuh"
#include "gpu/lookup/wedge_line.cuh"

static void free_line(tg_device *device, void *data)
{
    tg_wedge_line_free(device, (tg_wedge_line *)data);
    tg_free(data);
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t *const values = task->values;
    const tg_wedge_shape shape = {values[HUBS], values[SHARE], values[SPREAD]};
    tg_wedge_line *line = NULL;
    TG_TRY(alloc_index(context, task, free_line, &line));
    TG_TRY(tg_wedge_line_make(context, task, shape, line));
cleanup:
    return status;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    return tg_wedge_line_count(context, task, (const tg_wedge_line *)task->index.data, tally);
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_warp_wedge) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
