/* hub_product.cuh - multiplies a bit matrix of hubs with its transpose, on the matrix unit.
 *
 * - Entry (u, v) of the product S is the number of common bits of rows u and v. An epilogue
 *   receives each sum, and whether row u has bit v.
 * - `mma.sync.m16n8k256` of bits with `and.popc` multiplies 32768 pairs of bits in one
 *   instruction.
 * - The unit may process the bits of a chunk in any order that is the same for both rows. So a
 *   lane reads 16 bytes of a row at a time, and lanes that read at once use different banks.
 * - Copies of later steps run while a step is multiplied.
 */
#ifndef TG_GPU_ADAPTIVE_HUB_PRODUCT_CUH
#define TG_GPU_ADAPTIVE_HUB_PRODUCT_CUH

#include "gpu/adaptive/hub_unit.cuh"

enum {
    HUB_CELL_TILES_DOWN = TG_HUB_CELL / HUB_TILE_ROWS,
    HUB_CELL_TILES = HUB_CELL_TILES_DOWN * (TG_HUB_CELL / HUB_TILE_COLUMNS),
    HUB_MOST_BUFFERS = 8,
    HUB_LEAST_BUFFERS = 4 /* 97 KiB, which all GPUs since Ampere have */
};

/* Which tile a thread block multiplies, and how far it has come in it. Tiles of the last columns
 * come first, because they take longest. */
typedef struct hub_cursor {
    uint32_t number; /* the number of the tile among all tiles */
    /* the cell of the tile's columns, and the number of that cell's first tile */
    uint32_t cell, first;
    uint32_t row, column;
    uint32_t chunk, end; /* the current chunk, and how many chunks the tile's rows have */
    uint32_t left; /* how many chunks are left, including this one; 0: no tile is left */
} hub_cursor;

/* Returns how many chunks the rows of a tile have in a symmetric matrix. */
static __device__ __forceinline__ uint32_t chunks_of_row(const tg_hub_matrix &matrix, uint32_t row)
{
    uint32_t cells = 0;
    while (cells < TG_HUB_CELLS && matrix.bounds.rows[cells] > row) cells++;
    return cells * TG_CELL_CHUNKS;
}

/* Moves to the tile with the cursor's number or, if that is above the diagonal, to the next tile
 * of this thread block that is not. */
static __device__ __forceinline__ void find_tile(const tg_hub_matrix &matrix, hub_cursor *at)
{
    at->left = 0;
    for (;; at->number += gridDim.x * matrix.part.count) {
        for (;;) {
            const uint32_t rows = matrix.bounds.rows[at->cell];
            const uint32_t start = at->cell * TG_HUB_CELL;
            const uint32_t tiles = rows > start ? (rows - start) / TG_HUB_CELL * HUB_CELL_TILES : 0;
            if (at->number - at->first < tiles) break;
            if (at->cell == 0) return;
            at->first += tiles;
            at->cell--;
        }
        const uint32_t within = at->number - at->first, in_cell = within % HUB_CELL_TILES;
        at->row = (at->cell + within / HUB_CELL_TILES) * TG_HUB_CELL + in_cell % HUB_CELL_TILES_DOWN * HUB_TILE_ROWS;
        at->column = at->cell * TG_HUB_CELL + in_cell / HUB_CELL_TILES_DOWN * HUB_TILE_COLUMNS;
        if (at->row + HUB_TILE_ROWS - 1 > at->column) break;
    }
    /* The chunk that contains the tile's own columns comes last, because the epilogue reads the edges from it. */
    const uint32_t own = at->column / TG_HUB_CHUNK;
    at->end = matrix.symmetric ? chunks_of_row(matrix, at->row) : own + 1;
    at->left = at->end;
    at->chunk = own + 1 < at->end ? own + 1 : 0;
}

static __device__ __forceinline__ void next_step(const tg_hub_matrix &matrix, hub_cursor *at)
{
    if (--at->left > 0) {
        at->chunk = at->chunk + 1 < at->end ? at->chunk + 1 : 0;
        return;
    }
    at->number += gridDim.x * matrix.part.count;
    find_tile(matrix, at);
}

/* Starts copying a chunk to a buffer: the bits in it of the rows that are the tile's rows, and of
 * those that are the tile's columns. */
static __device__ __forceinline__ void fill_buffer(const tg_hub_matrix &matrix, const hub_cursor &at, uint4 *buffer)
{
    const uint4 *const units = reinterpret_cast<const uint4 *>(matrix.words);
    const uint32_t place = matrix.places[at.chunk];
    const uint4 *const down = units + (uint64_t)(place + at.row) * TG_CHUNK_UNITS;
    const uint4 *const across = units + (uint64_t)(place + at.column) * TG_CHUNK_UNITS;
#pragma unroll
    for (uint32_t i = 0; i < HUB_TILE_ROWS * TG_CHUNK_UNITS; i += HUB_TILE_THREADS)
        copy_unit(buffer + i + threadIdx.x, down + i + threadIdx.x);
    buffer += HUB_TILE_ROWS * TG_CHUNK_UNITS;
#pragma unroll
    for (uint32_t i = 0; i < HUB_TILE_COLUMNS * TG_CHUNK_UNITS; i += HUB_TILE_THREADS)
        copy_unit(buffer + i + threadIdx.x, across + i + threadIdx.x);
}

/* Passes the tile's sums to the epilogue, with the bits that the tile's rows have in its columns:
 * these bits are in the buffer of the tile's last chunk. */
template <typename Epilogue>
static __device__ __forceinline__ void end_tile(
  const tg_hub_matrix &matrix, const hub_cursor &at, const uint4 *buffer, const hub_sums &sums, Epilogue *epilogue)
{
    enum { ACROSS = HUB_FRAGMENTS_ACROSS, WORD_FRAGMENTS = 32 / HUB_FRAGMENT_COLUMNS };
    const uint2 place = hub_warp_place();
    const uint32_t *const words = reinterpret_cast<const uint32_t *>(buffer);
    const uint32_t first_word = (at.column + place.y) % TG_HUB_CHUNK / 32;
    const uint32_t lane_bit = lane_id() % 4 * 2;
    epilogue->begin_tile(matrix, at.column);
#pragma unroll
    /* a thread has two columns in each row of a fragment */
    for (uint32_t i = 0; i < HUB_FRAGMENTS * 2; i++) {
        const uint32_t n = i / 2 % ACROSS, m = i / 2 / ACROSS * 2 + i % 2;
        const uint32_t row = place.x + m * (HUB_FRAGMENT_ROWS / 2) + lane_id() / 4;
        const uint32_t word = first_word + n / WORD_FRAGMENTS;
        const uint32_t unit = row * TG_CHUNK_UNITS + place_of_unit(row, word / 4);
        const uint32_t bits = words[unit * 4 + word % 4] >> (lane_bit + n % WORD_FRAGMENTS * HUB_FRAGMENT_COLUMNS);
        const uint32_t column = at.column + place.y + n * HUB_FRAGMENT_COLUMNS + lane_bit;
        const uint32_t *const two = sums.of[i / 2] + i % 2 * 2;
        epilogue->add(bits & 1u, at.row + row, column, two[0]);
        epilogue->add(bits >> 1 & 1u, at.row + row, column + 1, two[1]);
    }
    epilogue->tile_done();
}

/* Multiplies the matrix with its transpose. Calls epilogue.add(edge, row, column, sum) once for each pair of hubs
 * within the bounds in which the row is the larger vertex, and for some other pairs. `edge` tells whether the row has
 * the bit of the column; `sum` is the number of common bits. Each thread has its own epilogue, of which
 * begin_tile(matrix, column) is called before and tile_done() after 128 pairs, whose columns are in one chunk. At the
 * end all threads of the block call finish() together.
 *
 * The matrix unit may be one step behind. So a buffer is filled again only when all threads are two steps further. */
template <uint32_t BUFFERS, typename Epilogue>
static __global__ void __launch_bounds__(HUB_TILE_THREADS, 1)
  multiply_hubs(const __grid_constant__ tg_hub_matrix matrix, Epilogue epilogue)
{
    enum { AHEAD = BUFFERS - 2 };
    extern __shared__ uint4 hub_shared[];
    uint4 *const buffers =
      hub_shared + (0u - (uint32_t)__cvta_generic_to_shared(hub_shared)) % HUB_BUFFER_ALIGNMENT / 16;
    hub_sums sums;
    const uint32_t first = matrix.part.number + blockIdx.x * matrix.part.count;
    hub_cursor use = {first, TG_HUB_CELLS - 1, 0, 0, 0, 0, 0, 0};
    find_tile(matrix, &use);
    hub_cursor load = use;
    uint32_t filled = 0, used = 0; /* how many buffers were filled, and how many were used */
    for (; filled < AHEAD; filled++) {
        if (load.left > 0) {
            fill_buffer(matrix, load, buffers + filled * HUB_BUFFER_UNITS);
            next_step(matrix, &load);
        }
        copies_end();
    }
    while (use.left > 0) {
        const uint4 *buffer;
        bool fresh = true, last = false;
        while (!last) {
            copies_wait<AHEAD - 1>();
            __syncthreads();
            if (load.left > 0) {
                fill_buffer(matrix, load, buffers + filled * HUB_BUFFER_UNITS);
                next_step(matrix, &load);
            }
            copies_end();
            buffer = buffers + used * HUB_BUFFER_UNITS;
            multiply_buffer(buffer, fresh, &sums);
            filled = filled + 1 < BUFFERS ? filled + 1 : 0;
            used = used + 1 < BUFFERS ? used + 1 : 0;
            fresh = false;
            last = use.left == 1;
            if (!last) next_step(matrix, &use);
        }
        products_wait(&sums);
        end_tile(matrix, use, buffer, sums, &epilogue);
        next_step(matrix, &use);
    }
    epilogue.finish();
}

/* Launches multiply_hubs. */
template <typename Epilogue>
static tricorn_status tg_hub_matrix_multiply(tricorn_context *context, const tg_hub_matrix *matrix, Epilogue epilogue)
{
    tricorn_status status = TRICORN_OK;
    const int most = HUB_MOST_BUFFERS * HUB_BUFFER_BYTES + HUB_BUFFER_ALIGNMENT;
    const bool large = tg_device_properties_of(context)->shared_block_bytes >= (uint32_t)most;
    const int bytes = large ? most : HUB_LEAST_BUFFERS * HUB_BUFFER_BYTES + HUB_BUFFER_ALIGNMENT;
    void (*const kernel)(tg_hub_matrix, Epilogue) =
      large ? multiply_hubs<HUB_MOST_BUFFERS, Epilogue> : multiply_hubs<HUB_LEAST_BUFFERS, Epilogue>;
    uint64_t tiles = 0;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++)
        if (matrix->bounds.rows[c] > c * TG_HUB_CELL)
            tiles += (uint64_t)(matrix->bounds.rows[c] / TG_HUB_CELL - c) * HUB_CELL_TILES;
    if (tiles == 0) return TRICORN_OK;
    tiles = (tiles + matrix->part.count - 1) / matrix->part.count;
    TG_TRY_CUDA(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<tg_device_blocks(context, tiles, 1, 1), HUB_TILE_THREADS, bytes, tg_device_stream(context)>>>(
      *matrix, epilogue);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

#endif
