/* merge.cuh - common ids of two ascending lists by merging, whole or along a part of the path.
 *
 * The merge path walks from (0, 0) to (a_count, b_count), a step along a where a[i] <= b[j] and
 * along b otherwise; cut into pieces of equal length, it gives equal work to each.
 * Source: Green, McColl, Bader, "GPU Merge Path", ICS 2012; Green, Yalamanchili, Munguia, "Fast
 * Triangle Counting on the GPU", IA3 2014.
 */
#ifndef TG_GPU_LOOKUP_MERGE_CUH
#define TG_GPU_LOOKUP_MERGE_CUH

#include "gpu/lookup/cuda_host.cuh"

/* Ids in both lists.  One read a step: the list that moves on is the only one read. */
static TG_BOTH uint32_t merge_ids(const uint32_t *a, uint32_t a_count, const uint32_t *b,
                                  uint32_t b_count)
{
    const uint32_t *const a_end = a + a_count, *const b_end = b + b_count;
    uint32_t found = 0;
    if (a_count == 0 || b_count == 0) return 0;
    uint32_t x = load_id(a), y = load_id(b);
    for (;;) {
        if (x < y) {
            if (++a == a_end) break;
            x = load_id(a);
        } else if (x > y) {
            if (++b == b_end) break;
            y = load_id(b);
        } else {
            found++;
            if (++a == a_end || ++b == b_end) break;
            x = load_id(a);
            y = load_id(b);
        }
    }
    return found;
}

/* How far along a the path is after `steps` steps. */
static TG_BOTH uint32_t path_position(const uint32_t *a, uint32_t a_count, const uint32_t *b,
                                      uint32_t b_count, uint32_t steps)
{
    uint32_t low = steps > b_count ? steps - b_count : 0;
    uint32_t high = steps < a_count ? steps : a_count;
    while (low < high) {
        const uint32_t i = low + (high - low) / 2, j = steps - 1 - i;
        if (load_id(a + i) <= load_id(b + j))
            low = i + 1;
        else
            high = i;
    }
    return low;
}

/* Ids in both lists that are met from step `first` to step `last` - 1 of the path: the pieces of
 * a path add up to merge_ids.  A common id is met at the step along b: on a tie a went before. */
static TG_BOTH uint32_t merge_path_piece(const uint32_t *a, uint32_t a_count, const uint32_t *b,
                                         uint32_t b_count, uint32_t first, uint32_t last)
{
    uint32_t found = 0;
    if (first >= last) return 0;
    uint32_t i = path_position(a, a_count, b, b_count, first), j = first - i;
    for (uint32_t step = first; step < last; step++) {
        if (j == b_count) break; /* only steps along a are left */
        const uint32_t y = load_id(b + j);
        if (i < a_count && load_id(a + i) <= y) {
            i++;
        } else {
            found += i > 0 && load_id(a + i - 1) == y;
            j++;
        }
    }
    return found;
}

#endif
