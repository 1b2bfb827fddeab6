/* merge.cuh - counts the common ids of two ascending lists `a` and `b` by merging, with one
 * thread or with several along the merge path.
 *
 * - The merge path goes from (0, 0) to (a_count, b_count). A step goes along `a` if a[i] <=
 *   b[j], and along `b` otherwise.  Ranges of the path with equal length are equal work, so lanes
 *   that merge a range each end together.
 * - Binary search finds where a lane's range starts; lanes need not communicate.
 *
 * Source: Green, McColl, Bader, "GPU Merge Path", ICS 2012; Green, Yalamanchili, Munguia, "Fast
 * Triangle Counting on the GPU", IA3 2014.
 */
#ifndef TG_GPU_LOOKUP_MERGE_CUH
#define TG_GPU_LOOKUP_MERGE_CUH

#include "device/search.cuh"
#include "gpu/lookup/cuda_host.cuh"

/* Returns how many ids two lists have in common. Each step reads one id, from the list in which
 * it moves on, or two after a match. No branch depends on the ids, so that the lanes of a warp
 * stay together: with a branch for each case, a step took twice as many instructions. */
static TG_BOTH uint32_t merge_ids(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count)
{
    uint32_t i = 0, j = 0, found = 0;
    if (a_count == 0 || b_count == 0) return 0;
    uint32_t x = load_id(a), y = load_id(b);
    for (;;) {
        const bool along_a = x <= y, along_b = y <= x;
        found += along_a && along_b;
        i += along_a;
        j += along_b;
        if (i == a_count || j == b_count) return found;
        if (along_a) x = load_id(a + i);
        if (along_b) y = load_id(b + j);
    }
}

/* Two ascending lists. */
typedef struct list_pair {
    const uint32_t *a;
    uint32_t a_count;
    const uint32_t *b;
    uint32_t b_count;
} list_pair;

/* Returns the position in `a` after `steps` steps of the path. */
static TG_BOTH uint32_t path_position(const list_pair &lists, uint32_t steps)
{
    const uint32_t first = steps > lists.b_count ? steps - lists.b_count : 0;
    const uint32_t last = steps < lists.a_count ? steps : lists.a_count;
    return search_places(
      first, last, [=](uint32_t i) { return load_id(lists.a + i) <= load_id(lists.b + (steps - 1 - i)); });
}

/* A point on the path. */
typedef struct path_place {
    uint32_t i, j; /* positions in `a` and in `b` */
} path_place;

/* Goes `steps` steps along the path from *at, moves *at to where they end, and returns how many
 * common ids they have met. A common id counts at the step along `b`, because on a tie the path
 * goes along `a` first. So the counts of all ranges of a path add up to merge_ids. */
static TG_BOTH uint32_t merge_steps(const list_pair &lists, uint32_t steps, path_place *at)
{
    uint32_t found = 0;
    for (; steps > 0 && at->j < lists.b_count; steps--) {
        const uint32_t y = load_id(lists.b + at->j);
        if (at->i < lists.a_count && load_id(lists.a + at->i) <= y) {
            at->i++;
        } else {
            found += at->i > 0 && load_id(lists.a + at->i - 1) == y;
            at->j++;
        }
    }
    at->i += steps; /* past the end of `b` all steps go along `a` */
    return found;
}

/* Returns how many steps each of `lanes` lanes goes in one round of a path of `all` steps: at most
 * `most`, so that a path may take several rounds. */
static TG_BOTH uint32_t steps_of_round(uint32_t all, uint32_t lanes, uint32_t most)
{
    return least(most, (all + lanes - 1) / lanes);
}

#ifdef __CUDACC__
/* Counts the common ids of two lists with `lanes` neighbouring lanes (a power of two), of which this is number
 * `lane`. Each lane returns its part of the count. Each lane goes at most `most` steps (at least one) in a round, so
 * that in each round the lanes read ids that are close together. */
static __device__ __forceinline__ uint32_t merge_in_rounds(
  const list_pair &lists, uint32_t lane, uint32_t lanes, uint32_t most)
{
    const uint32_t all = lists.a_count + lists.b_count;
    const uint32_t range = steps_of_round(all, lanes, most);
    const uint32_t first_lane = threadIdx.x % WARP_THREADS - lane;
    const uint32_t team = FULL_WARP >> (WARP_THREADS - lanes) << first_lane;
    path_place start = {0, 0};
    uint32_t found = 0;
    for (uint32_t done = 0; done < all; done += lanes * range) {
        const uint32_t skip = least(lane * range, all - done);
        const list_pair rest = {lists.a + start.i, lists.a_count - start.i, lists.b + start.j, lists.b_count - start.j};
        const uint32_t along = path_position(rest, skip);
        path_place at = {start.i + along, start.j + skip - along};
        found += merge_steps(lists, least(range, all - done - skip), &at);
        start.i = __shfl_sync(team, at.i, (int)(first_lane + lanes - 1));
        start.j = __shfl_sync(team, at.j, (int)(first_lane + lanes - 1));
        if (start.j >= lists.b_count) break;
        /* Past the end of `a`, only the last id of `a` can still match, and only the next id of
         * `b`. */
        if (start.i >= lists.a_count && load_id(lists.b + start.j) != load_id(lists.a + lists.a_count - 1)) break;
    }
    return found;
}

static __device__ __forceinline__ uint32_t merge_together(const list_pair &lists, uint32_t lane, uint32_t lanes)
{
    return merge_in_rounds(lists, lane, lanes, STEPS_AT_ONCE);
}
#endif

#endif
