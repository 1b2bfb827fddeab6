/* adaptive/table.cuh - the table of a block of middle vertices, in shared memory.
 *
 * - Slot w has one bit for each vertex v of the block: it is set if row v of `into` has the id w.
 *   So one read tests w for all 32, 16 or 8 vertices of the block.
 * - A table has at most 64 KiB, so that three thread blocks fit into a multiprocessor.
 */
#ifndef TG_GPU_ADAPTIVE_TABLE_CUH
#define TG_GPU_ADAPTIVE_TABLE_CUH

#include "gpu/adaptive/classes.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"

/* The most bytes of a table. */
enum { TG_TABLE_BYTES = TG_WIDE_LIMITS * TG_MOST_WIDTH / 8 };
static_assert(TG_HALF_LIMITS * TG_HALF_WIDTH / 8 <= TG_TABLE_BYTES, "tables of 16 vertices fit");
static_assert((TG_WINDOW_IDS + 1) * TG_LEAST_WIDTH / 8 <= TG_TABLE_BYTES, "those of 8 do");

/* Calls visit(i, w, before) for every `stride`-th id w of a row, where i is the number of w in the row, from `first`
 * on. `before` is the id before w, or NO_ID. The thread reads AT_ONCE ids before it visits the first of them. */
template <uint32_t AT_ONCE, typename Visit>
static __device__ __forceinline__ void visit_ids(
  const uint32_t *ids, uint32_t count, uint32_t first, uint32_t stride, Visit visit)
{
    for (uint32_t i = first; i < count; i += AT_ONCE * stride) {
        uint32_t w[AT_ONCE], before[AT_ONCE];
#pragma unroll
        for (uint32_t k = 0; k < AT_ONCE; k++) {
            const uint32_t at = i + k * stride;
            w[k] = at < count ? load_id(ids + at) : NO_ID;
            before[k] = at < count && at > 0 ? load_id(ids + at - 1) : NO_ID;
        }
#pragma unroll
        for (uint32_t k = 0; k < AT_ONCE; k++)
            if (w[k] != NO_ID) visit(i + k * stride, w[k], before[k]);
    }
}

/* A window of ids. part_of(v) must return a part of row v that contains all ids of the row in
 * the window; it may contain others. */
template <typename PartOf> struct window_ids {
    uint32_t first_id;
    PartOf part_of;
};

/* Makes the table of the block whose first limit is `first`, for the ids of a window. The limit of row v is v +
 * `shift`. The slot of the block's last limit, or that of TG_NO_KEY if this is less, stays 0, because all ids are
 * smaller. All threads read at the same time, the same number of ids for each row, because the longest sequence of
 * dependent reads decides how long this takes. */
template <typename Slot, uint32_t THREADS, uint32_t AT_ONCE, typename PartOf>
static __device__ __forceinline__ void build_table(
  uint32_t *table, const tg_device_rows &rows, uint32_t first, uint32_t shift, const window_ids<PartOf> &window)
{
    enum { SLOTS = 4 / sizeof(Slot), WIDTH = 8 * sizeof(Slot), ROW_THREADS = THREADS / WIDTH };
    const uint32_t first_id = window.first_id;
    const uint32_t r = threadIdx.x / ROW_THREADS;
    const uint32_t v = first + r - shift; /* this may wrap below 0, and is then no row's number */
    row_part row = {0, 0};
    const uint32_t words = (least(first + WIDTH - first_id, TG_WINDOW_IDS + 1) + SLOTS - 1) / SLOTS;
    if (v < rows.count) row = window.part_of(v);
    for (uint32_t i = threadIdx.x; i < (words + 3) / 4; i += THREADS)
        reinterpret_cast<uint4 *>(table)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    visit_ids<AT_ONCE>(
      rows.ids + row.start, row.count, threadIdx.x % ROW_THREADS, ROW_THREADS, [&](uint32_t, uint32_t id, uint32_t) {
          const uint32_t w = id - first_id;
          /* ids before the window wrap to large numbers */
          if (w < TG_WINDOW_IDS) atomicOr(table + w / SLOTS, 1u << (w % SLOTS * 8 * sizeof(Slot) + r));
      });
    __syncthreads();
}

#endif
