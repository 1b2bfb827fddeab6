/* adaptive/sink_hubs.cu - counts, by vertex and by edge, the triangles of three hubs, and those
 * of two hubs and a later vertex. Hubs are the first vertices.
 *
 * - The matrix of the hubs has a bit for each pair of hubs that are neighbours. So for every
 *   edge between hubs its product is the number of triangles of this edge with a third hub; no
 *   counter is needed.
 * - The matrix unit returns sums by row and column, not by the position of the edge. So they are
 *   stored by row and column, and then read row by row.
 *
 * The rows of later vertices follow, with bits for their hubs. For a later vertex u and its
 * neighbour x, which is a hub, the product is the number of triangles u, x, y with any hub y.
 *
 * - By edge, hubs also have bits for the later vertices (closed bounds). Then each of these
 *   triangles, too, counts in all its edges.
 * - By vertex they have none, which saves a third of the product. A triangle of u and two hubs
 *   counts in both of its edges at u; so it counts twice for u and once for each hub.
 */
#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/hub_product.cuh"

#include "base/memory.h"

enum {
    READ_THREADS = 512,
    READ_WARPS = READ_THREADS / WARP_THREADS,
    READ_BLOCKS_PER_MULTIPROCESSOR = 4,
    /* this many hubs are counted by a thread block in less than 48 KiB of shared memory */
    COUNTED_HUBS = 11 << 10,
    /* sums have 16 bits: an edge is in fewer triangles with hubs than a graph has hubs */
    MOST_HUBS = 1 << 16
};
static_assert(TG_HUB_CELL * TG_HUB_CELLS <= MOST_HUBS, "sums have 16 bits");

/* Makes the matrix of the hubs, unless the task begins after the first row. A triangle belongs
 * to the row of its largest vertex, so all hubs must be rows of the task. */
tricorn_status tg_sink_index_hubs(tricorn_context *context, const tg_device_task *task, tg_sink_kind kind,
  const tg_hub_bounds *bounds, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t there = least(task->edges.count, task->last_row);
    const uint32_t rows = least(tg_hub_columns(*bounds), there);
    uint64_t sums = 0;

    if (rows == 0 || task->first_row > 0) return TRICORN_OK;
    made->hubs.bounds = *bounds;
    made->hubs.symmetric = true;
    TG_TRY(tg_hub_matrix_make(context, &task->edges, there, &made->hubs));
    for (uint32_t c = 0; c < tg_hub_columns(*bounds) / TG_HUB_CELL; c++)
        sums += (uint64_t)bounds->rows[c] * TG_HUB_CELL;
    TG_TRY(TG_DEVICE_ALLOC(context, sums, &made->hub_sums));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->hub_tally));
    if (kind == TG_SINK_VERTICES) TG_TRY(TG_DEVICE_ALLOC(context, rows, &made->hub_vertices));
    made->hub_rows = rows;
cleanup:
    return status;
}

/* An epilogue of the product that stores the sum of each edge. */
struct leave_sums {
    uint16_t *sums;
    uint32_t chunk; /* where the rows of the tile's chunk are stored */
    __device__ __forceinline__ void begin_tile(const tg_hub_matrix &matrix, uint32_t column)
    {
        chunk = matrix.places[column / TG_HUB_CHUNK];
    }
    __device__ __forceinline__ void add(bool edge, uint32_t row, uint32_t column, uint32_t sum)
    {
        if (edge && column < row) sums[(uint64_t)(chunk + row) * TG_HUB_CHUNK + column % TG_HUB_CHUNK] = (uint16_t)sum;
    }
    __device__ __forceinline__ void tile_done()
    {
    }
    __device__ __forceinline__ void finish()
    {
    }
};

/* The arrays to which the sums of some rows are added. */
typedef struct hub_counts {
    uint32_t *edges; /* supports of all edges; NULL if they are not wanted */
    uint32_t *vertices; /* counts of all vertices; NULL if they are not wanted */
    /* whether the rows are those of later vertices, within bounds that are not closed */
    bool later;
} hub_counts;

/* Adds a sum to a hub's count. The first hubs are counted in shared memory, because the additions of all warps to the
 * same places of device memory would take as long as the product. */
static __device__ __forceinline__ void add_for_hub(uint32_t *counted, uint32_t *vertices, uint32_t v, uint32_t sum)
{
    if (sum == 0) return;
    atomicAdd(v < COUNTED_HUBS ? counted + v : vertices + v, sum);
}

/* The counts to which a thread block adds sums, and its counters of hubs in shared memory. */
typedef struct hub_adding {
    const hub_counts &counts;
    uint32_t *counted;
} hub_adding;

/* Adds the sums of row u, and returns the total of those that this lane added. In the row of a
 * later vertex each triangle is in two sums. */
static __device__ __forceinline__ uint32_t read_row(
  const tg_device_rows &rows, uint32_t u, const tg_hub_matrix &matrix, const uint16_t *sums, const hub_adding &to)
{
    const hub_counts &counts = to.counts;
    const row_part row = row_of(rows, u);
    uint32_t in_row = 0;
    for (uint32_t i = lane_id(); i < row.count; i += WARP_THREADS) {
        const uint32_t v = load_id(rows.ids + row.start + i);
        if (!is_within(matrix.bounds, u, v)) break;
        const uint32_t sum = __ldg(sums + tg_hub_position(matrix, u, v));
        if (counts.edges && sum > 0) counts.edges[row.start + i] += sum; /* only this thread adds to this entry */
        if (counts.vertices) add_for_hub(to.counted, counts.vertices, v, sum);
        in_row += sum;
    }
    __syncwarp();
    const uint32_t all = warp_sum(in_row);
    if (counts.vertices && lane_id() == 0 && all > 0) atomicAdd(counts.vertices + u, counts.later ? all / 2 : all);
    return in_row;
}

/* Reads the sums of rows first_row to last_row - 1, with a warp for each row. Each edge within
 * the bounds is in one row. A triangle counts in three such edges, or if `later` in two; these
 * counts are multiplied by 2 or 3, so that each triangle is added six times to the tally. */
static __global__ void __launch_bounds__(READ_THREADS)
  read_sums(tg_device_rows rows, uint32_t first_row, uint32_t last_row, const __grid_constant__ tg_hub_matrix matrix,
    const uint16_t *sums, hub_counts counts, tg_tally *six_times)
{
    extern __shared__ uint32_t counted[];
    const uint32_t hubs = least(tg_hub_columns(matrix.bounds), COUNTED_HUBS);
    uint64_t found = 0;
    for (uint32_t i = threadIdx.x; counts.vertices && i < hubs; i += READ_THREADS) counted[i] = 0;
    __syncthreads();
    for (uint32_t u = first_row + blockIdx.x * READ_WARPS + warp_id(); u < last_row; u += gridDim.x * READ_WARPS)
        found += (uint64_t)read_row(rows, u, matrix, sums, {counts, counted}) * (counts.later ? 3 : 2);
    __syncthreads();
    for (uint32_t i = threadIdx.x; counts.vertices && i < hubs; i += READ_THREADS)
        if (counted[i] > 0) atomicAdd(counts.vertices + i, counted[i]);
    tally_add_block<READ_THREADS>(six_times, found);
}

/* Adds the counts of hubs to those of vertices, and the total to the tally. With 2^16 hubs a hub
 * is in less than 2^31 triangles, so twice their number fits into 32 bits. */
static __global__ void __launch_bounds__(READ_THREADS)
  add_counts(const uint32_t *twice, const tg_tally *six_times, uint32_t last_row, uint32_t *vertices, tg_tally *tally)
{
    const uint32_t u = blockIdx.x * READ_THREADS + threadIdx.x;
    if (u == 0) tally->found += six_times->found / 6;
    if (vertices && u < last_row && twice[u] > 0) vertices[u] += twice[u] / 2;
}

/* Adds the sums of some rows to the counts. */
static tricorn_status read_rows(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  tg_row_span span, const hub_counts &counts)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t hubs = least(tg_hub_columns(made->hubs.bounds), COUNTED_HUBS);
    if (span.first >= span.last) return TRICORN_OK;
    read_sums<<<tg_device_blocks(context, span.last - span.first, READ_WARPS, READ_BLOCKS_PER_MULTIPROCESSOR),
      READ_THREADS, counts.vertices ? hubs * sizeof(uint32_t) : 0, tg_device_stream(context)>>>(
      task->edges, span.first, span.last, made->hubs, made->hub_sums, counts, made->hub_tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

tricorn_status tg_sink_count_hubs(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t rows = made->hub_rows;
    const uint32_t last_row = least(made->hubs.bounds.rows[0], least(task->edges.count, task->last_row));
    const bool closed = tg_hubs_are_closed(made->hubs.bounds);
    uint32_t *const twice = made->hub_vertices;
    const leave_sums epilogue = {made->hub_sums, 0};

    if (rows == 0) return TRICORN_OK;
    TG_TRY(tg_hub_matrix_multiply(context, &made->hubs, epilogue));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->hub_tally, 0, sizeof *made->hub_tally, stream));
    if (twice) TG_TRY_CUDA(context, cudaMemsetAsync(twice, 0, rows * sizeof *twice, stream));
    TG_TRY(read_rows(context, task, made, {0, rows, 0, 0}, {sink->edges, twice, false}));
    TG_TRY(read_rows(context, task, made, {rows, last_row, 0, 0}, {sink->edges, sink->u, !closed}));
    add_counts<<<rows / READ_THREADS + 1, READ_THREADS, 0, stream>>>(twice, made->hub_tally, rows, sink->u, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
