/* bsearch_warp_wedge.cu - counts a task wedge by wedge, with the same number of wedges for each
 * thread (wedge_line.cuh).
 *
 * - So the work of threads does not depend on the lengths of rows.
 * - If the wedges are many, warps count ranges of equal length.  In the paper's form threads
 *   count `spread` wedges each; 7 is the default of its program.
 *
 * Source: the wedge-parallel counting of "WeTriC", Euro-Par 2025.
 */
#include "gpu/lookup/index.cuh"
#include "gpu/wedge_line.cuh"

enum { HUBS, SHARE, SPREAD }; /* where the algorithm's parameters are in task->values */

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

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally)
{
    return tg_wedge_line_count(context, task, (const tg_wedge_line *)task->index.data, tally);
}

static const tricorn_parameter_description parameters[] = {
    {"hubs", "in the matrix of bits, at the most", 0, TG_MOST_WEDGE_HUBS, TG_MOST_WEDGE_HUBS},
    {"share", "wedges that a warp takes at a time; 0: by their number", 0, TG_MOST_WEDGE_CHUNK,
     0},
    {"spread",
     "wedges that a thread takes, of a graph that is not cut, without share; 0: by their number",
     0, TG_MOST_WEDGE_SPREAD, 0},
};

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .make_index = make_index,
    .enqueue = enqueue,
};

TG_DEFINE_ALGORITHM(gpu_bsearch_warp_wedge) = {
    .description =
        {
            .name = "gpu-bsearch-warp-wedge",
            .alias = "wetric",
            .summary =
                "each lane tests equally many wedges: hubs in a bit matrix, others by searching",
            .device = "gpu",
            .source = "WeTriC 2025 (the idea)",
            .year = 2025,
            .iterator = "wedge",
            .lookup = "search",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
            .paper = "wetric.spread=7",
        },
    .lookup = TG_LOOKUP_SEARCH,
    .gpu = &methods,
};
