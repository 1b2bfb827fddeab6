/* hub_product.cuh - bit matrices of the first vertices, multiplied by the matrix unit.
 *
 * Row u of the matrix has a bit for each neighbour among the hubs, its columns.  The product S of
 * the matrix and its transpose has at (u, v) how many bits rows u and v have in common; what is
 * done with it where u has bit v is up to an epilogue.  `mma.sync.m16n8k256` of bits with
 * `and.popc` does 32768 pairs of bits an instruction.
 *
 * The bits are in chunks of 512 columns, and within a chunk row after row: what a step of the
 * product reads of a tile's rows lies side by side.  Which bit of a chunk meets which in the
 * matrix unit does not matter, as long as it is the same of both rows: so a lane reads 16 bytes of
 * a row at a time, and no two lanes that read at once want the same bank.
 */
#ifndef TG_GPU_HUB_PRODUCT_CUH
#define TG_GPU_HUB_PRODUCT_CUH

#include "gpu/lookup/warp.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

enum {
    TG_HUB_CELL = 2048, /* rows or columns; bounds are multiples of it */
    TG_HUB_CELLS = 32,  /* of columns, at the most */
    TG_HUB_CHUNK = 512, /* columns */
    TG_CHUNK_WORDS = TG_HUB_CHUNK / 32,
    TG_CELL_CHUNKS = TG_HUB_CELL / TG_HUB_CHUNK
};

/* Rows from column v on and below rows[v / TG_HUB_CELL], a multiple of TG_HUB_CELL, are multiplied
 * with row v.  No number is larger than the one before, and none of those above 0 is below the end
 * of its cell. */
typedef struct tg_hub_bounds {
    uint32_t rows[TG_HUB_CELLS];
} tg_hub_bounds;

typedef struct tg_hub_matrix {
    tg_hub_bounds bounds;
    uint32_t *words;
    /* Chunk c of row u is the TG_CHUNK_WORDS words from (places[c] + u, modulo 2^32) times as many
     * on. */
    uint32_t places[TG_HUB_CELLS * TG_CELL_CHUNKS];
    uint32_t chunks; /* that there are */
    bool symmetric;  /* rows have all their neighbours among the hubs; otherwise those before them */
} tg_hub_matrix;

/* Whether the GPU can multiply bits. */
bool tg_hub_product_works(const tg_device_properties *gpu);

/* Bounds that multiply the first `rows` rows with each other; as many as there can be at most. */
tg_hub_bounds tg_hub_bounds_square(uint32_t rows);

/* Bytes that the matrix will take. */
uint64_t tg_hub_matrix_bytes(const tg_hub_bounds *bounds, bool symmetric);

/* Makes the matrix of the rows from 0 to before last_row; the row of each vertex has ids below it.
 * A symmetric one is square. */
trigon_status tg_hub_matrix_make(trigon_context *context, const tg_device_rows *rows,
                                 uint32_t last_row, const tg_hub_bounds *bounds, bool symmetric,
                                 tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_device *device, tg_hub_matrix *matrix);

/* Adds the sum of S at all bits of the matrix below the diagonal within the bounds to the tally. */
trigon_status tg_hub_matrix_count(trigon_context *context, const tg_hub_matrix *matrix,
                                  tg_tally *tally);

/* ---- the product -------------------------------------------------------------------------- */

enum {
    HUB_TILE_ROWS = 256,
    HUB_TILE_COLUMNS = 128,
    HUB_CELL_TILES_DOWN = TG_HUB_CELL / HUB_TILE_ROWS,
    HUB_CELL_TILES = HUB_CELL_TILES_DOWN * (TG_HUB_CELL / HUB_TILE_COLUMNS),
    HUB_WARP_SIDE = 64, /* of the part of a tile that a warp makes */
    HUB_WARPS_ACROSS = HUB_TILE_COLUMNS / HUB_WARP_SIDE,
    HUB_TILE_THREADS = HUB_TILE_ROWS / HUB_WARP_SIDE * HUB_WARPS_ACROSS * WARP_THREADS,
    HUB_FRAGMENT_ROWS = 16, /* of an instruction's result */
    HUB_FRAGMENT_COLUMNS = 8,
    HUB_FRAGMENTS_DOWN = HUB_WARP_SIDE / HUB_FRAGMENT_ROWS,
    HUB_FRAGMENTS_ACROSS = HUB_WARP_SIDE / HUB_FRAGMENT_COLUMNS,
    HUB_UNITS = TG_CHUNK_WORDS / 4, /* of 16 bytes, in a chunk of a row */
    HUB_STAGE_UNITS = (HUB_TILE_ROWS + HUB_TILE_COLUMNS) * HUB_UNITS,
    HUB_STAGES = 4, /* 96 KiB, which all GPUs since Ampere have */
    HUB_STAGE_BYTES = HUB_STAGES * HUB_STAGE_UNITS * 16
};

/* What a thread has of its warp's part of a tile. */
typedef struct hub_sums {
    uint32_t of[HUB_FRAGMENTS_DOWN][HUB_FRAGMENTS_ACROSS][4];
} hub_sums;

/* The step of a tile that a block is at; tiles of the last columns, the longest, come first. */
typedef struct hub_cursor {
    uint32_t number;      /* of the tile among all */
    uint32_t cell, first; /* the cell of columns that it is in, and number of the first tile there */
    uint32_t row, column;
    uint32_t chunk, left; /* the tile's chunks not yet done, this one too; 0: no more tiles */
} hub_cursor;

/* Goes to the tile whose number the cursor has, or the next after it that is not above the diagonal. */
static __device__ __forceinline__ void find_tile(const tg_hub_matrix &matrix, hub_cursor *at)
{
    at->left = 0;
    for (;; at->number += gridDim.x) {
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
        at->row = (at->cell + within / HUB_CELL_TILES) * TG_HUB_CELL +
                  in_cell % HUB_CELL_TILES_DOWN * HUB_TILE_ROWS;
        at->column =
            at->cell * TG_HUB_CELL + in_cell / HUB_CELL_TILES_DOWN * HUB_TILE_COLUMNS;
        if (at->row + HUB_TILE_ROWS - 1 > at->column) break;
    }
    /* The chunk that has the columns of the tile comes last: there the epilogue finds the edges. */
    const uint32_t own = at->column / TG_HUB_CHUNK;
    at->left = matrix.symmetric ? matrix.chunks : own + 1;
    at->chunk = own + 1 < at->left ? own + 1 : 0;
}

static __device__ __forceinline__ void next_step(const tg_hub_matrix &matrix, hub_cursor *at)
{
    if (--at->left > 0) {
        at->chunk = at->chunk + 1 < matrix.chunks ? at->chunk + 1 : 0;
        return;
    }
    at->number += gridDim.x;
    find_tile(matrix, at);
}

static __device__ __forceinline__ void copy_unit(uint4 *shared, const uint4 *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     (uint32_t)__cvta_generic_to_shared(shared)),
                 "l"(from)
                 : "memory");
#else
    *shared = *from;
#endif
}

/* Ends a group of copies, which there is also where nothing was copied. */
static __device__ __forceinline__ void copies_end(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits for all groups but the last HUB_STAGES - 2. */
static __device__ __forceinline__ void copies_wait(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(HUB_STAGES - 2) : "memory");
#endif
}

/* Begins to copy the chunk of the tile's rows, and of the rows of its columns, to a stage. */
static __device__ __forceinline__ void load_stage(const tg_hub_matrix &matrix,
                                                  const hub_cursor &at, uint4 *stage)
{
    const uint4 *const units = reinterpret_cast<const uint4 *>(matrix.words);
    const uint32_t place = matrix.places[at.chunk];
    const uint4 *const down = units + (uint64_t)(place + at.row) * HUB_UNITS;
    const uint4 *const across = units + (uint64_t)(place + at.column) * HUB_UNITS;
#pragma unroll
    for (uint32_t i = 0; i < HUB_TILE_ROWS * HUB_UNITS; i += HUB_TILE_THREADS)
        copy_unit(stage + i + threadIdx.x, down + i + threadIdx.x);
    stage += HUB_TILE_ROWS * HUB_UNITS;
#pragma unroll
    for (uint32_t i = 0; i < HUB_TILE_COLUMNS * HUB_UNITS; i += HUB_TILE_THREADS)
        copy_unit(stage + i + threadIdx.x, across + i + threadIdx.x);
}

/* Adds the common bits of 16 rows (low: the first 8) and 8 rows, 256 bits each. */
static __device__ __forceinline__ void add_common(uint32_t (&sums)[4], uint2 low, uint2 high,
                                                  uint2 columns)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(low.x), "r"(high.x), "r"(low.y), "r"(high.y), "r"(columns.x),
                   "r"(columns.y));
#else
    __trap(); /* tg_hub_product_works says so beforehand */
#endif
}

/* The rows of this warp begin at `down`, its columns' rows at `across`. */
static __device__ __forceinline__ void multiply_stage(const uint4 *down, const uint4 *across,
                                                      hub_sums *sums)
{
    uint4 columns[HUB_FRAGMENTS_ACROSS];
#pragma unroll
    for (uint32_t n = 0; n < HUB_FRAGMENTS_ACROSS; n++)
        columns[n] = across[n * HUB_FRAGMENT_COLUMNS * HUB_UNITS + lane_id()];
#pragma unroll
    for (uint32_t m = 0; m < HUB_FRAGMENTS_DOWN; m++) {
        const uint4 low = down[m * HUB_FRAGMENT_ROWS * HUB_UNITS + lane_id()];
        const uint4 high = down[(2 * m + 1) * (HUB_FRAGMENT_ROWS / 2) * HUB_UNITS + lane_id()];
#pragma unroll
        for (uint32_t n = 0; n < HUB_FRAGMENTS_ACROSS; n++)
            add_common(sums->of[m][n], make_uint2(low.x, low.y), make_uint2(high.x, high.y),
                       make_uint2(columns[n].x, columns[n].y));
#pragma unroll
        for (uint32_t n = 0; n < HUB_FRAGMENTS_ACROSS; n++)
            add_common(sums->of[m][n], make_uint2(low.z, low.w), make_uint2(high.z, high.w),
                       make_uint2(columns[n].z, columns[n].w));
    }
}

/* Hands the tile's sums to the epilogue, with the bits of its rows at its columns: those are in the
 * stage of the tile's last chunk.  Clears the sums. */
template <typename Epilogue>
static __device__ __forceinline__ void end_tile(const hub_cursor &at, const uint4 *stage,
                                                uint2 part, hub_sums *sums, Epilogue *epilogue)
{
    const uint32_t first_word = at.column % TG_HUB_CHUNK / 32 + part.y / 32;
    const uint32_t *const words = reinterpret_cast<const uint32_t *>(stage) + first_word;
    const uint32_t lane_row = part.x + lane_id() / 4, lane_bit = lane_id() % 4 * 2;
#pragma unroll
    for (uint32_t m = 0; m < HUB_FRAGMENTS_DOWN; m++)
#pragma unroll
        for (uint32_t half = 0; half < 2; half++) {
            const uint32_t row = lane_row + (2 * m + half) * (HUB_FRAGMENT_ROWS / 2);
            const uint2 two = *reinterpret_cast<const uint2 *>(words + row * TG_CHUNK_WORDS);
            const uint32_t bits[2] = {two.x >> lane_bit, two.y >> lane_bit};
#pragma unroll
            for (uint32_t n = 0; n < HUB_FRAGMENTS_ACROSS; n++)
#pragma unroll
                for (uint32_t i = 0; i < 2; i++) {
                    const bool edge = bits[n / 4] >> (n % 4 * HUB_FRAGMENT_COLUMNS + i) & 1u;
                    epilogue->add(edge, at.row + row,
                                  at.column + part.y + n * HUB_FRAGMENT_COLUMNS + lane_bit + i,
                                  sums->of[m][n][2 * half + i]);
                    sums->of[m][n][2 * half + i] = 0;
                }
        }
    epilogue->tile_done();
}

/* Calls epilogue.add(edge, row, column, sum) for pairs of hubs, each once: with all pairs within
 * the bounds whose row is the larger, and with some others.  edge says whether row has the bit of
 * column, sum how many bits both have.  Each thread has an epilogue of its own and calls tile_done() after 128
 * pairs, and, at the end and together with all of its block, finish(). */
template <typename Epilogue>
static __global__ void __launch_bounds__(HUB_TILE_THREADS, 1)
    multiply_hubs(const __grid_constant__ tg_hub_matrix matrix, Epilogue epilogue)
{
    extern __shared__ uint4 hub_stages[];
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const uint2 part = make_uint2(warp / HUB_WARPS_ACROSS * HUB_WARP_SIDE,
                                  warp % HUB_WARPS_ACROSS * HUB_WARP_SIDE);
    hub_sums sums = {};
    hub_cursor use = {blockIdx.x, TG_HUB_CELLS - 1, 0, 0, 0, 0, 0};
    find_tile(matrix, &use);
    hub_cursor load = use;
    uint32_t filled = 0, used = 0; /* stages */
    for (; filled < HUB_STAGES - 1; filled++) {
        if (load.left > 0) {
            load_stage(matrix, load, hub_stages + filled * HUB_STAGE_UNITS);
            next_step(matrix, &load);
        }
        copies_end();
    }
    while (use.left > 0) {
        const uint4 *const stage = hub_stages + used * HUB_STAGE_UNITS;
        copies_wait();
        __syncthreads(); /* the stage is there for all, and the one before is done with */
        if (load.left > 0) {
            load_stage(matrix, load, hub_stages + filled * HUB_STAGE_UNITS);
            next_step(matrix, &load);
        }
        copies_end();
        multiply_stage(stage + part.x * HUB_UNITS,
                       stage + (HUB_TILE_ROWS + part.y) * HUB_UNITS, &sums);
        if (use.left == 1) end_tile(use, stage, part, &sums, &epilogue);
        next_step(matrix, &use);
        filled = filled + 1 < HUB_STAGES ? filled + 1 : 0;
        used = used + 1 < HUB_STAGES ? used + 1 : 0;
    }
    epilogue.finish();
}

/* Enqueues it. */
template <typename Epilogue>
static trigon_status tg_hub_matrix_multiply(trigon_context *context, const tg_hub_matrix *matrix,
                                            Epilogue epilogue)
{
    trigon_status status = TRIGON_OK;
    uint64_t tiles = 0;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++)
        if (matrix->bounds.rows[c] > c * TG_HUB_CELL)
            tiles += (uint64_t)(matrix->bounds.rows[c] / TG_HUB_CELL - c) * HUB_CELL_TILES;
    if (tiles == 0) return TRIGON_OK;
    TG_TRY_CUDA(context, cudaFuncSetAttribute(multiply_hubs<Epilogue>,
                                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              HUB_STAGE_BYTES));
    multiply_hubs<<<tg_device_blocks(context, tiles, 1, 1), HUB_TILE_THREADS, HUB_STAGE_BYTES,
                    tg_device_stream(context)>>>(*matrix, epilogue);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

#endif
