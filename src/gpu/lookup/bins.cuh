/* bins.cuh - puts edges into bins by the logarithm of their work.  Each bin has its own kernel,
 * in which 2^bin lanes work on an edge.
 *
 * So the work of edges that share a warp differs at most by a factor of two, and every edge gets
 * as many lanes as it can use.
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC
 * 2018 (logarithmic radix binning).
 */
#ifndef TG_GPU_LOOKUP_BINS_CUH
#define TG_GPU_LOOKUP_BINS_CUH

#include "gpu/lookup/classes.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"

enum {
    BINS = 6, /* 1, 2, 4, ... 32 lanes */
    BIN_BLOCK_THREADS = 256,
    BIN_BLOCKS_PER_MULTIPROCESSOR = 8,
    BIN_ROUNDS = 4 /* rounds of a warp for one draw from the queue */
};

/* The first parameter of an algorithm with bins: how much of an edge's work each lane should
 * get. */
enum { WORK_PER_LANE };

/* Returns the bin of an edge, or BINS if the edge needs no work.  Method tells the work of an
 * edge. */
template <typename Method> struct bin_of_edge {
    tg_device_task task;
    __device__ uint32_t operator()(uint32_t edge) const
    {
        const edge_parts parts = parts_of_edge(task, edge);
        if (parts.from.count == 0) return BINS;
        const uint64_t lanes = Method::work(parts) / task.values[WORK_PER_LANE];
        return lanes >= WARP_THREADS ? BINS - 1 : log2_floor((uint32_t)lanes);
    }
};

template <typename Method>
static tricorn_status arrange_bins(tricorn_context *context, tg_device_task *task)
{
    const bin_of_edge<Method> bin_of = {*task};
    return make_classes(context, task, task->first_edge, task->last_edge, BINS, bin_of);
}

/* Counts the edges of one bin, with LANES lanes for each edge. */
template <typename Method, uint32_t LANES>
static __global__ void __launch_bounds__(BIN_BLOCK_THREADS,
                                         TG_RESIDENT_BLOCKS(BIN_BLOCK_THREADS,
                                                            BIN_BLOCKS_PER_MULTIPROCESSOR))
    count_bin(tg_device_task task, class_items edges, uint32_t bin, tg_tally *tally)
{
    const uint32_t per_round = WARP_THREADS / LANES, per_draw = per_round * BIN_ROUNDS;
    uint64_t found = 0;
    visit_draws(&tally->next[bin], edges.count, per_draw, [&](uint32_t first) {
        for (uint32_t i = lane_id() / LANES; i < per_draw && i < edges.count - first;
             i += per_round) {
            const edge_parts parts = parts_of_edge(task, load_id(edges.items + first + i));
            found += Method::count(task, parts, lane_id() % LANES, LANES);
        }
    });
    __syncwarp();
    tally_add(tally, found);
}

template <typename Method, uint32_t BIN>
static tricorn_status enqueue_bin(tricorn_context *context, const tg_device_task *task,
                                  tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t lanes = 1u << BIN;
    const class_items edges = items_of_class(task, BIN);
    const unsigned blocks =
        tg_device_blocks(context, edges.count, BIN_BLOCK_THREADS / lanes * BIN_ROUNDS,
                         BIN_BLOCKS_PER_MULTIPROCESSOR);
    if (edges.count == 0) return TRICORN_OK;
    count_bin<Method, lanes>
        <<<blocks, BIN_BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, edges, BIN, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Counts all bins, those with the most work first, so that the count ends with short pieces of
 * work. */
template <typename Method>
static tricorn_status enqueue_bins(tricorn_context *context, const tg_device_task *task,
                                   tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY((enqueue_bin<Method, 5>(context, task, tally)));
    TG_TRY((enqueue_bin<Method, 4>(context, task, tally)));
    TG_TRY((enqueue_bin<Method, 3>(context, task, tally)));
    TG_TRY((enqueue_bin<Method, 2>(context, task, tally)));
    TG_TRY((enqueue_bin<Method, 1>(context, task, tally)));
    TG_TRY((enqueue_bin<Method, 0>(context, task, tally)));
cleanup:
    return status;
}

#endif
