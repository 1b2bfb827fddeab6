/* hub_product.cu - makes the bit matrices of hubs from rows, and counts the triangles among hubs.
 *
 * - A warp collects the bits of a row in shared memory, and writes all its words at once.
 * - The count is the sum of the product's entries at all edges. The bits of a tile's edges are
 *   in shared memory already, so no edge list is read.
 */
#include "gpu/adaptive/hub_product.cuh"

#include <string.h>

#include "base/memory.h"
#include "gpu/lookup/rows.cuh"

enum {
    MAKE_THREADS = 256,
    MAKE_WARPS = MAKE_THREADS / WARP_THREADS,
    MAKE_BLOCKS_PER_MULTIPROCESSOR = 3, /* each thread block uses 64 KiB of shared memory */
    ROW_WORDS = TG_HUB_CELLS * TG_HUB_CELL / 32
};

bool tg_hub_product_works(const tg_device_properties *gpu)
{
    return gpu->major == 8 || gpu->major == 9; /* later GPUs were not tested */
}

tg_hub_bounds tg_hub_bounds_square(uint32_t rows)
{
    tg_hub_bounds bounds;
    uint32_t cells = rows / TG_HUB_CELL + (rows % TG_HUB_CELL > 0);
    if (cells > TG_HUB_CELLS) cells = TG_HUB_CELLS;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++) bounds.rows[c] = c < cells ? cells * TG_HUB_CELL : 0;
    return bounds;
}

tg_hub_bounds tg_hub_bounds_closed(uint32_t rows, uint32_t hubs)
{
    tg_hub_bounds bounds = tg_hub_bounds_square(hubs);
    const tg_hub_bounds all = tg_hub_bounds_square(rows);
    const uint32_t square = bounds.rows[0];
    if (square == 0 || all.rows[0] <= square) return bounds;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++)
        bounds.rows[c] = bounds.rows[c] > 0 ? all.rows[c] : all.rows[c] > 0 ? square : 0;
    return bounds;
}

/* Sets where each chunk is stored, and returns how many rows all chunks have together; `places` may be NULL. */
static uint64_t place_chunks(const tg_hub_bounds *bounds, bool symmetric, uint32_t *places)
{
    uint64_t units = 0;
    for (uint32_t c = 0; c < TG_HUB_CELLS * TG_CELL_CHUNKS; c++) {
        const uint32_t cell = c / TG_CELL_CHUNKS, rows = bounds->rows[cell];
        const uint32_t first = symmetric ? 0 : cell * TG_HUB_CELL;
        if (places) places[c] = (uint32_t)units - first;
        if (rows <= first) continue;
        units += rows - first;
    }
    return units;
}

uint64_t tg_hub_matrix_bytes(const tg_hub_bounds *bounds, bool symmetric)
{
    return place_chunks(bounds, symmetric, NULL) * TG_CHUNK_WORDS * 4;
}

/* Makes a matrix that is not symmetric, with one warp for each row. The warp collects the bits of the row in shared
 * memory, and writes all stored words of the row. No row has bits beyond its own cell. */
static __global__ void __launch_bounds__(MAKE_THREADS)
  make_lower(tg_device_rows rows, uint32_t last_row, const __grid_constant__ tg_hub_matrix matrix)
{
    extern __shared__ uint4 row_units[];
    uint4 *const mine = row_units + threadIdx.x / WARP_THREADS * (ROW_WORDS / 4);
    uint32_t *const words = reinterpret_cast<uint32_t *>(mine);
    uint4 *const stored = reinterpret_cast<uint4 *>(matrix.words);
    const uint32_t end = matrix.bounds.rows[0];
    for (uint32_t u = blockIdx.x * MAKE_WARPS + warp_id(); u < end; u += gridDim.x * MAKE_WARPS) {
        uint32_t cells = u / TG_HUB_CELL + 1;
        if (cells > TG_HUB_CELLS) cells = TG_HUB_CELLS;
        /* finds the last cell whose bound is above row u */
        while (matrix.bounds.rows[cells - 1] <= u) cells--;
        const uint32_t units = cells * (TG_HUB_CELL / 128);
        for (uint32_t i = lane_id(); i < units; i += WARP_THREADS) mine[i] = make_uint4(0, 0, 0, 0);
        __syncwarp();
        if (u < last_row) {
            const row_part row = row_of(rows, u);
            for (uint32_t i = lane_id(); i < row.count; i += WARP_THREADS) {
                const uint32_t v = load_id(rows.ids + row.start + i);
                if (v >= cells * TG_HUB_CELL) break;
                atomicOr(words + v / 32, 1u << v % 32);
            }
        }
        __syncwarp();
        for (uint32_t i = lane_id(); i < units; i += WARP_THREADS) {
            const uint32_t place = matrix.places[i / TG_CHUNK_UNITS] + u;
            stored[(uint64_t)place * TG_CHUNK_UNITS + place_of_unit(u, i % TG_CHUNK_UNITS)] = mine[i];
        }
        __syncwarp();
    }
}

static __device__ __forceinline__ void set_bit_of(const tg_hub_matrix &matrix, uint32_t row, uint32_t column)
{
    const uint32_t place = matrix.places[column / TG_HUB_CHUNK] + row;
    const uint32_t unit = place_of_unit(row, column % TG_HUB_CHUNK / 128);
    atomicOr(matrix.words + ((uint64_t)place * TG_CHUNK_UNITS + unit) * 4 + column % 128 / 32, 1u << column % 32);
}

/* Makes a symmetric matrix, with one warp for each row. The words must be 0 before. */
static __global__ void __launch_bounds__(MAKE_THREADS)
  make_symmetric(tg_device_rows rows, uint32_t last_row, const __grid_constant__ tg_hub_matrix matrix)
{
    const uint32_t end = least(matrix.bounds.rows[0], last_row);
    for (uint32_t u = blockIdx.x * MAKE_WARPS + warp_id(); u < end; u += gridDim.x * MAKE_WARPS) {
        const row_part row = row_of(rows, u);
        for (uint32_t i = lane_id(); i < row.count; i += WARP_THREADS) {
            const uint32_t v = load_id(rows.ids + row.start + i);
            if (!is_within(matrix.bounds, u, v)) break;
            set_bit_of(matrix, u, v);
            if (is_within(matrix.bounds, v, u)) set_bit_of(matrix, v, u);
        }
    }
}

tricorn_status tg_hub_matrix_make(
  tricorn_context *context, const tg_device_rows *rows, uint32_t last_row, tg_hub_matrix *matrix)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    tg_hub_matrix made;
    memset(&made, 0, sizeof made);
    made.bounds = matrix->bounds;
    made.symmetric = matrix->symmetric;
    made.part = {0, 1};
    const uint64_t bytes = place_chunks(&made.bounds, made.symmetric, made.places) * TG_CHUNK_WORDS * 4;
    const unsigned grid = tg_device_blocks(context, made.bounds.rows[0], MAKE_WARPS, MAKE_BLOCKS_PER_MULTIPROCESSOR);
    const int row_bytes = MAKE_WARPS * ROW_WORDS * 4;

    if (bytes == 0) {
        *matrix = made;
        return TRICORN_OK;
    }
    TG_TRY(TG_DEVICE_ALLOC(context, bytes / 4, &made.words));
    if (made.symmetric) {
        TG_TRY_CUDA(context, cudaMemsetAsync(made.words, 0, bytes, stream));
        make_symmetric<<<grid, MAKE_THREADS, 0, stream>>>(*rows, least(last_row, rows->count), made);
    } else {
        TG_TRY_CUDA(context, cudaFuncSetAttribute(make_lower, cudaFuncAttributeMaxDynamicSharedMemorySize, row_bytes));
        make_lower<<<grid, MAKE_THREADS, row_bytes, stream>>>(*rows, least(last_row, rows->count), made);
    }
    TG_TRY_CUDA(context, cudaGetLastError());
    *matrix = made;
    made.words = NULL;
cleanup:
    tg_device_free(context, made.words);
    return status;
}

void tg_hub_matrix_free(tg_device *device, tg_hub_matrix *matrix)
{
    tg_device_free_held(device, matrix->words);
    memset(matrix, 0, sizeof *matrix);
}

struct add_edges {
    tg_tally *tally;
    uint64_t found;
    uint32_t in_tile; /* at most 128 sums, each at most 2^16 */
    __device__ __forceinline__ void begin_tile(const tg_hub_matrix &, uint32_t)
    {
    }
    __device__ __forceinline__ void add(bool edge, uint32_t, uint32_t, uint32_t sum)
    {
        in_tile += edge ? sum : 0;
    }
    __device__ __forceinline__ void tile_done()
    {
        found += in_tile;
        in_tile = 0;
    }
    __device__ __forceinline__ void finish()
    {
        tally_add_block<HUB_TILE_THREADS>(tally, found);
    }
};

tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_hub_matrix *matrix, tg_tally *tally)
{
    const add_edges epilogue = {tally, 0, 0};
    return tg_hub_matrix_multiply(context, matrix, epilogue);
}
