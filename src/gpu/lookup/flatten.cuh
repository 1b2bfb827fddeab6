/* flatten.cuh - one warp visits many short lists as if they were one long list.
 *
 * - Each lane has a list. In each round the 32 lanes visit the next 32 items of all lists
 *   together, whichever lists these are in.  So lanes stay busy however short the lists are, and
 *   read neighbouring items at once.
 * - One ballot and one population count find the list of an item; no search is needed.
 * - Lists that are long enough to fill the warp are visited one by one.
 *
 * Source: the flattened two-hop lists of Hu et al. 2019, called virtual combination in Pandey et
 * al., "TRUST", TPDS 2021, section 4.2; here each warp does it by itself.
 */
#ifndef TG_GPU_LOOKUP_FLATTEN_CUH
#define TG_GPU_LOOKUP_FLATTEN_CUH

#include "gpu/lookup/warp.cuh"

/* A list in the sequence of all lists of the warp. The item with number i in the sequence is at
 * position base + i (modulo 2^32). The caller chooses `a` and `b` of each list. */
typedef struct flat_list {
    uint32_t end; /* the number, in the sequence, of the first item after the list */
    uint32_t base, a, b;
} flat_list;

/* The list of a lane: the items at positions `start` to start + count - 1, and its `a` and
 * `b`. */
typedef struct lane_list {
    uint32_t start, count, a, b;
} lane_list;

/* Returns the number of the list to which an item belongs. `marks` has a bit for each of the 32
 * items of the round, which is set if a list begins with that item (except for the first item).
 * `lists_before` is how many lists end before the round. */
static TG_BOTH uint32_t flat_owner(uint32_t lists_before, uint32_t marks, uint32_t item_of_round)
{
    return lists_before + bits_set(marks & (0xffffffffu >> (31u - item_of_round)));
}

/* Returns the mark of a list that ends at `end`, in the round whose first item is `first`: the
 * bit of the next list's first item, or 0 if that is not in the round. */
static TG_BOTH uint32_t flat_mark(uint32_t end, uint32_t first)
{
    const uint32_t ahead = end - first;
    return ahead > 0 && ahead < WARP_THREADS ? 1u << ahead : 0;
}

/* A list of this length fills the warp for two rounds by itself, so that idle lanes in its last round cost little. */
enum { LONG_LIST = 2 * WARP_THREADS };

/* Visits the lists of LONG_LIST or more items, one after the other. */
template <typename Visit>
static __device__ __forceinline__ void visit_long_lists(const flat_list &mine, uint32_t count, Visit visit)
{
    const uint32_t busy = __ballot_sync(FULL_WARP, count >= LONG_LIST);
    for (uint32_t left = busy; left; left &= left - 1) {
        const int lane = __ffs((int)left) - 1;
        const uint32_t start = __shfl_sync(FULL_WARP, mine.base, lane);
        const uint32_t length = __shfl_sync(FULL_WARP, count, lane);
        const uint32_t a = __shfl_sync(FULL_WARP, mine.a, lane);
        const uint32_t b = __shfl_sync(FULL_WARP, mine.b, lane);
#pragma unroll 2
        for (uint32_t i = lane_id(); i < length; i += WARP_THREADS) visit(start + i, a, b);
    }
}

/* Visits the items of the shorter lists as one sequence. */
template <typename Visit>
static __device__ __forceinline__ void visit_short_lists(flat_list *lists, flat_list mine, uint32_t count, Visit visit)
{
    const uint32_t lane = lane_id();
    const uint32_t busy = __ballot_sync(FULL_WARP, count > 0);
    if (busy == 0) return;
    mine.end = warp_sum_through(count);
    mine.base -= mine.end - count;
    const uint32_t total = __shfl_sync(FULL_WARP, mine.end, WARP_THREADS - 1);
    __syncwarp(); /* all lanes have read the lists of the call before */
    if (count > 0) lists[bits_set(busy & ((1u << lane) - 1))] = mine;
    __syncwarp();
    const uint32_t list_end = lane < bits_set(busy) ? lists[lane].end : 0xffffffffu;
    for (uint32_t first = 0; first < total; first += WARP_THREADS) {
        const uint32_t before = bits_set(__ballot_sync(FULL_WARP, list_end <= first));
        const uint32_t marks = warp_or(flat_mark(list_end, first));
        if (first + lane < total) {
            const flat_list list = lists[flat_owner(before, marks, lane)];
            visit(list.base + first + lane, list.a, list.b);
        }
    }
}

/* Calls visit(position, a, b) for each item of each lane's list, with the item's position and the list's `a` and `b`.
 * All lanes must call it. lists[32] is shared memory that only this warp uses. */
template <typename Visit>
static __device__ __forceinline__ void visit_lists(flat_list *lists, const lane_list &list, Visit visit)
{
    const flat_list mine = {0, list.start, list.a, list.b};
    visit_long_lists(mine, list.count, visit);
    visit_short_lists(lists, mine, list.count < LONG_LIST ? list.count : 0, visit);
}

/* A lane visits a list of at most this many items by itself, because that takes less time than forming a sequence. */
enum { TINY_LIST = 3 };

/* Visits items as visit_lists does, for callers whose lists are often all tiny. It has more
 * code, and so it needs more registers. */
template <typename Visit>
static __device__ __forceinline__ void visit_mostly_tiny_lists(flat_list *lists, const lane_list &list, Visit visit)
{
    if (__any_sync(FULL_WARP, list.count > TINY_LIST)) {
        visit_lists(lists, list, visit);
        return;
    }
    for (uint32_t i = 0; i < list.count; i++) visit(list.start + i, list.a, list.b);
}

#endif
