/* hub_unit.cuh - multiplies one step of a tile of bit rows, with the matrix unit of each kind of GPU.
 *
 * - Hopper (code for compute capability 9.0a) has `wgmma`, which reads shared memory itself.
 *   Other GPUs since Ampere, and code for 9.0, use `mma.sync`, which reads registers.  Both
 *   multiply bits by `and` and add by `popc`.
 * - Copies to shared memory run in buffers beside the products. A buffer has rows of 64 bytes,
 *   whose units of 16 bytes are in the order of place_of_unit, so neither instruction has bank
 *   conflicts.
 */
#ifndef TG_GPU_ADAPTIVE_HUB_UNIT_CUH
#define TG_GPU_ADAPTIVE_HUB_UNIT_CUH

#include "gpu/adaptive/hub_matrix.cuh"
#include "gpu/lookup/warp.cuh"

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define TG_HUB_WGMMA 1
#endif

enum {
    HUB_TILE_ROWS = 128,
    HUB_TILE_COLUMNS = 256,
    HUB_TILE_THREADS = 256,
    /* a warp's part of a tile consists of fragments with this many rows and columns */
    HUB_FRAGMENT_ROWS = 16,
    HUB_FRAGMENT_COLUMNS = 8,
    HUB_FRAGMENTS =
      HUB_TILE_ROWS * HUB_TILE_COLUMNS / (HUB_TILE_THREADS / WARP_THREADS) / (HUB_FRAGMENT_ROWS * HUB_FRAGMENT_COLUMNS),
#ifdef TG_HUB_WGMMA
    HUB_FRAGMENTS_ACROSS = HUB_FRAGMENTS, /* a warp has 16 rows of the tile, and all columns */
#else
    HUB_FRAGMENTS_ACROSS = 8, /* a warp has 64 rows and 64 columns of the tile */
#endif
    HUB_FRAGMENTS_DOWN = HUB_FRAGMENTS / HUB_FRAGMENTS_ACROSS,
    HUB_WARPS_ACROSS = HUB_TILE_COLUMNS / (HUB_FRAGMENTS_ACROSS * HUB_FRAGMENT_COLUMNS),
    HUB_BUFFER_UNITS = (HUB_TILE_ROWS + HUB_TILE_COLUMNS) * TG_CHUNK_UNITS,
    HUB_BUFFER_BYTES = HUB_BUFFER_UNITS * 16,
    HUB_BUFFER_ALIGNMENT = 1024
};

/* A thread's sums in the fragments of its warp, one row of fragments after the other. In each fragment the thread has
 * two rows, lane / 4 and lane / 4 + 8, and in each of them two columns, from lane % 4 * 2 on. */
typedef struct hub_sums {
    uint32_t of[HUB_FRAGMENTS][4];
} hub_sums;

/* Returns the row and the column of the tile at which the warp's first fragment starts. */
static __device__ __forceinline__ uint2 hub_warp_place(void)
{
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    return make_uint2(warp / HUB_WARPS_ACROSS * HUB_FRAGMENTS_DOWN * HUB_FRAGMENT_ROWS,
      warp % HUB_WARPS_ACROSS * HUB_FRAGMENTS_ACROSS * HUB_FRAGMENT_COLUMNS);
}

/* ---- copies to a buffer ---- */

static __device__ __forceinline__ void copy_unit(uint4 *shared, const uint4 *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile(
      "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(shared)), "l"(from)
      : "memory");
#else
    *shared = *from;
#endif
}

/* Ends a group of copies; the group may be empty. */
static __device__ __forceinline__ void copies_end(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits for all but the last `LATER` groups of this thread's copies. After a barrier the matrix
 * unit can read what was copied. */
template <int LATER> static __device__ __forceinline__ void copies_wait(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(LATER) : "memory");
#endif
#ifdef TG_HUB_WGMMA
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/* ---- products ---- */

#ifdef TG_HUB_WGMMA

/* Returns the descriptor that wgmma needs for rows of 64 bytes in shared memory, swizzled by 64
 * bytes in groups of 8 rows. Their address is a multiple of 512. */
static __device__ __forceinline__ uint64_t rows_descriptor(const uint4 *rows)
{
    enum { SWIZZLE_64 = 2, GROUP_BYTES = 8 * TG_CHUNK_UNITS * 16 };
    const uint32_t address = (uint32_t)__cvta_generic_to_shared(rows);
    return (uint64_t)(address >> 4 & 0x3fff) | (uint64_t)1 << 16 | (uint64_t)(GROUP_BYTES >> 4) << 32 |
           (uint64_t)SWIZZLE_64 << 62;
}

#define TG_HUB_4(f) "+r"((f)[0]), "+r"((f)[1]), "+r"((f)[2]), "+r"((f)[3])
#define TG_HUB_16(f) TG_HUB_4((f)[0]), TG_HUB_4((f)[1]), TG_HUB_4((f)[2]), TG_HUB_4((f)[3])

/* Starts multiplying 256 bits of 64 rows with those of the tile's columns. If `add` is 1 the
 * products are added to the sums, otherwise they replace them. */
static __device__ __forceinline__ void begin_product(uint32_t (*sums)[4], uint64_t down, uint64_t across, uint32_t add)
{
    asm volatile("{\n.reg .pred add;\nsetp.ne.u32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k256.s32.b1.b1.and.popc "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
                 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
                 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
                 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "
                 "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
                 "%125, %126, %127}, %128, %129, add;\n}"
                 : TG_HUB_16(sums), TG_HUB_16(sums + 4), TG_HUB_16(sums + 8), TG_HUB_16(sums + 12),
                 TG_HUB_16(sums + 16), TG_HUB_16(sums + 20), TG_HUB_16(sums + 24), TG_HUB_16(sums + 28)
                 : "l"(down), "l"(across), "r"(add));
}

/* Starts adding the products of the buffer to the sums, or replacing the sums if `fresh`. When
 * it returns, the products of all earlier buffers are complete. */
static __device__ __forceinline__ void multiply_buffer(const uint4 *buffer, bool fresh, hub_sums *sums)
{
    enum { GROUP_THREADS = 128, GROUP_ROWS = HUB_TILE_ROWS / (HUB_TILE_THREADS / GROUP_THREADS) };
    const uint64_t half_row = 32 >> 4;
    const uint64_t down = rows_descriptor(buffer + threadIdx.x / GROUP_THREADS * GROUP_ROWS * TG_CHUNK_UNITS);
    const uint64_t across = rows_descriptor(buffer + HUB_TILE_ROWS * TG_CHUNK_UNITS);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    begin_product(sums->of, down, across, !fresh);
    begin_product(sums->of, down + half_row, across + half_row, 1);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}

static __device__ __forceinline__ void products_wait(hub_sums *sums)
{
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
    for (uint32_t f = 0; f < HUB_FRAGMENTS; f++)
#pragma unroll
        for (uint32_t i = 0; i < 4; i++) asm volatile("" : "+r"(sums->of[f][i])::"memory");
}

#undef TG_HUB_4
#undef TG_HUB_16

#else

/* Adds the number of common bits of each of 16 rows with each of 8 columns, in 256 bits. `low`
 * and `high` are the bits of the first and of the last 8 rows. */
static __device__ __forceinline__ void add_common(uint32_t (&sums)[4], uint2 low, uint2 high, uint2 columns)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(low.x), "r"(high.x), "r"(low.y), "r"(high.y), "r"(columns.x), "r"(columns.y));
#else
    __trap(); /* not reached: tg_hub_product_works is false for such a GPU */
#endif
}

/* Adds the products of the buffer to the sums, or replaces the sums if `fresh`. The order of the
 * bits of a chunk does not matter, as long as it is the same for rows and columns. So a lane
 * reads 16 consecutive bytes of a row, where the unit's own order would be twice 8 bytes. */
static __device__ __forceinline__ void multiply_buffer(const uint4 *buffer, bool fresh, hub_sums *sums)
{
    enum { ACROSS = HUB_FRAGMENTS_ACROSS };
    const uint2 place = hub_warp_place();
    const uint32_t mine = lane_id() / 4 * TG_CHUNK_UNITS + place_of_unit(lane_id() / 4, lane_id() % 4);
    const uint4 *const down = buffer + place.x * TG_CHUNK_UNITS + mine;
    const uint4 *const across = buffer + (HUB_TILE_ROWS + place.y) * TG_CHUNK_UNITS + mine;
    uint4 columns[ACROSS];
    if (fresh) memset(sums, 0, sizeof *sums);
#pragma unroll
    for (uint32_t n = 0; n < ACROSS; n++) columns[n] = across[n * HUB_FRAGMENT_COLUMNS * TG_CHUNK_UNITS];
#pragma unroll
    for (uint32_t m = 0; m < HUB_FRAGMENTS_DOWN; m++) {
        const uint4 low = down[m * HUB_FRAGMENT_ROWS * TG_CHUNK_UNITS];
        const uint4 high = down[(2 * m + 1) * (HUB_FRAGMENT_ROWS / 2) * TG_CHUNK_UNITS];
#pragma unroll
        for (uint32_t n = 0; n < ACROSS; n++)
            add_common(sums->of[m * ACROSS + n], make_uint2(low.x, low.y), make_uint2(high.x, high.y),
              make_uint2(columns[n].x, columns[n].y));
#pragma unroll
        for (uint32_t n = 0; n < ACROSS; n++)
            add_common(sums->of[m * ACROSS + n], make_uint2(low.z, low.w), make_uint2(high.z, high.w),
              make_uint2(columns[n].z, columns[n].w));
    }
}

static __device__ __forceinline__ void products_wait(hub_sums *)
{
}

#endif

#endif
