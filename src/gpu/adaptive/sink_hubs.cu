/* adaptive/sink_hubs.cu - counts, by vertex and by edge, the triangles whose three vertices are
 * all among the first ones, the hubs.
 *
 * The matrix of the hubs has all their neighbours among the hubs.  So its product gives, for
 * every edge between hubs, the number of triangles of this edge, without any counter.  The matrix
 * unit returns sums by row and column, not by the position of the edge.  So they are stored by
 * row and column and then read row by row.
 */
#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/hub_product.cuh"

#include "base/memory.h"

enum {
    READ_THREADS = 256,
    READ_WARPS = READ_THREADS / WARP_THREADS,
    READ_BLOCKS_PER_MULTIPROCESSOR = 8,
    MOST_HUBS = 1 << 16 /* sums have 16 bits: an edge has fewer triangles than there are hubs */
};
static_assert(TG_HUB_CELL * TG_HUB_CELLS <= MOST_HUBS, "sums have 16 bits");

/* Returns where the sums of row u start: row u has one sum for each vertex before u. */
static TG_BOTH uint64_t sums_of_row(uint32_t u)
{
    return (uint64_t)u * (u > 0 ? u - 1 : 0) / 2;
}

/* Arranges the hubs.  A triangle belongs to the row of its largest vertex, so the hubs must be
 * rows of the task, which starts with the first row of all. */
tricorn_status tg_sink_arrange_hubs(tricorn_context *context, const tg_device_task *task,
                                    tg_sink_kind kind, uint32_t wanted, tg_sink_plan *made)
{
    tricorn_status status = TRICORN_OK;
    const tg_hub_bounds bounds = tg_hub_bounds_square(wanted);
    const uint32_t rows = least(bounds.rows[0], least(task->edges.count, task->last_row));

    if (rows == 0 || task->first_row > 0) return TRICORN_OK;
    TG_TRY(tg_hub_matrix_make(context, &task->edges, rows, &bounds, true, &made->hubs));
    TG_TRY(TG_DEVICE_ALLOC(context, sums_of_row(rows) + 1, &made->hub_sums));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->hub_tally));
    if (kind == TG_SINK_VERTICES) TG_TRY(TG_DEVICE_ALLOC(context, rows, &made->hub_vertices));
    made->hub_rows = rows;
cleanup:
    return status;
}

/* An epilogue that stores the sum of each edge. */
struct leave_sums {
    uint16_t *sums;
    __device__ __forceinline__ void add(bool edge, uint32_t row, uint32_t column, uint32_t sum)
    {
        if (edge && column < row) sums[sums_of_row(row) + column] = (uint16_t)sum;
    }
    __device__ __forceinline__ void tile_done()
    {
    }
    __device__ __forceinline__ void finish()
    {
    }
};

/* Reads the sums, with one warp for each row.  Each edge between hubs is in one row.  A triangle
 * is added three times to the tally, once for each of its edges, and twice at each of its
 * vertices.  If `edges` is not NULL, its edges get their sums. */
static __global__ void __launch_bounds__(READ_THREADS)
    read_sums(tg_device_rows rows, uint32_t last_row, const uint16_t *sums, uint32_t *edges,
              uint32_t *twice, tg_tally *thrice)
{
    uint64_t found = 0;
    for (uint32_t u = blockIdx.x * READ_WARPS + warp_id(); u < last_row;
         u += gridDim.x * READ_WARPS) {
        const row_part row = row_of(rows, u);
        const uint16_t *const mine = sums + sums_of_row(u);
        uint32_t in_row = 0;
        for (uint32_t i = lane_id(); i < row.count; i += WARP_THREADS) {
            const uint32_t v = load_id(rows.ids + row.start + i);
            const uint32_t sum = __ldg(mine + v);
            if (edges && sum > 0) edges[row.start + i] += sum; /* only this thread adds to it */
            if (twice && sum > 0) atomicAdd(twice + v, sum);
            in_row += sum;
        }
        found += in_row;
        in_row = warp_sum(in_row);
        if (twice && lane_id() == 0 && in_row > 0) atomicAdd(twice + u, in_row);
    }
    tally_add_block<READ_THREADS>(thrice, found);
}

/* Adds the counts of vertices and the total.  A hub is in less than 2^31 triangles of 2^16 hubs,
 * so twice that number fits into 32 bits. */
static __global__ void __launch_bounds__(READ_THREADS)
    add_counts(const uint32_t *twice, const tg_tally *thrice, uint32_t last_row,
               uint32_t *vertices, tg_tally *tally)
{
    const uint32_t u = blockIdx.x * READ_THREADS + threadIdx.x;
    if (u == 0) tally->found += thrice->found / 3;
    if (vertices && u < last_row && twice[u] > 0) vertices[u] += twice[u] / 2;
}

tricorn_status tg_sink_count_hubs(tricorn_context *context, const tg_device_task *task,
                                  const tg_sink_plan *made, const tg_device_sink *sink,
                                  tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t rows = made->hub_rows;
    uint32_t *const twice = made->hub_vertices;
    const leave_sums epilogue = {made->hub_sums};

    if (rows == 0) return TRICORN_OK;
    TG_TRY(tg_hub_matrix_multiply(context, &made->hubs, epilogue));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->hub_tally, 0, sizeof *made->hub_tally, stream));
    if (twice) TG_TRY_CUDA(context, cudaMemsetAsync(twice, 0, rows * sizeof *twice, stream));
    read_sums<<<tg_device_blocks(context, rows, READ_WARPS, READ_BLOCKS_PER_MULTIPROCESSOR),
                READ_THREADS, 0, stream>>>(task->edges, rows, made->hub_sums, sink->edges, twice,
                                           made->hub_tally);
    TG_TRY_CUDA(context, cudaGetLastError());
    add_counts<<<rows / READ_THREADS + 1, READ_THREADS, 0, stream>>>(twice, made->hub_tally, rows,
                                                                     sink->u, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
