/* bin_rule.cuh - chooses the bin of an edge by its work, and the number of lanes that count an edge of a bin.
 *
 * - Each lane gets about the same work, so the lanes of a warp end together.
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC 2018, section III
 * (logarithmic radix binning, logarithmic threads per intersection).
 */
#ifndef TG_GPU_LOOKUP_BIN_RULE_CUH
#define TG_GPU_LOOKUP_BIN_RULE_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { LANE_BINS = 32 };
static const uint32_t NO_BIN = 0xffffffffu; /* the bin of an edge without work */

typedef struct bin_rule {
    uint32_t work_per_lane; /* how much work a lane should get; C in the paper */
    /* the number of bins, by the work of edges; 0: bins are by the number of lanes */
    uint32_t bins;
    uint32_t most_lanes; /* the most lanes that an edge gets by its work; 0: no bound */
    /* how many lanes every edge gets (static threads per intersection); 0: as many as its work needs */
    uint32_t lanes;
} bin_rule;

/* Returns the least b for which 2^b is at least the work. */
static TG_BOTH uint32_t log2_ceiling(uint64_t work)
{
    const uint64_t below = work > 0 ? work - 1 : 0;
    const uint32_t high = (uint32_t)(below >> 32), low = (uint32_t)below;
    if (below == 0) return 0;
    return high > 0 ? log2_floor(high) + 33 : log2_floor(low) + 1;
}

/* Returns the largest power of two that is at most a number; 1 for 0. */
static TG_BOTH uint32_t power_at(uint64_t number)
{
    const uint32_t most = 1u << (LANE_BINS - 1);
    return number >= most ? most : 1u << log2_floor((uint32_t)number);
}

/* Returns how many lanes an edge gets: a power of two. In the paper: T = W / C. */
static TG_BOTH uint32_t lanes_for(const bin_rule &rule, uint64_t work)
{
    const uint64_t wanted = rule.lanes > 0 ? rule.lanes : work / rule.work_per_lane;
    const bool bound = rule.lanes == 0 && rule.most_lanes > 0;
    return power_at(bound && wanted > rule.most_lanes ? rule.most_lanes : wanted);
}

/* Returns the bin of an edge with some work. If bins are by work, bin b contains edges whose
 * work is above 2^(b-1) and at most 2^b; the last bin also contains all edges with more work. */
static TG_BOTH uint32_t bin_of_work(const bin_rule &rule, uint64_t work)
{
    if (rule.bins == 0) return log2_floor(lanes_for(rule, work));
    return least(log2_ceiling(work), rule.bins - 1);
}

/* The first function returns the number of bins; the second one how many lanes each edge of a bin
 * gets, for which W is the bin's largest work. */
static TG_BOTH uint32_t bin_count(const bin_rule &rule)
{
    return rule.bins == 0 ? (uint32_t)LANE_BINS : rule.bins;
}

static TG_BOTH uint32_t lanes_of_bin(const bin_rule &rule, uint32_t bin)
{
    return rule.bins == 0 ? 1u << bin : lanes_for(rule, UINT64_C(1) << bin);
}

/* Returns the work of searching the shorter list of an edge in the longer one: if `by_keys`, how
 * many ids are searched (d_u in the paper), otherwise how many steps that takes. */
static TG_BOTH uint64_t work_of_search(bool by_keys, uint32_t one_count, uint32_t other_count)
{
    const uint32_t shorter = least(one_count, other_count);
    const uint32_t longer = one_count + other_count - shorter;
    return by_keys ? shorter : (uint64_t)shorter * (log2_floor(longer) + 1);
}

/* Whether merging both lists of an edge takes fewer steps than searching (Li et al. 2024, section III-E). */
static TG_BOTH bool merging_is_less(uint32_t one_count, uint32_t other_count)
{
    return (uint64_t)one_count + other_count < work_of_search(false, one_count, other_count);
}

/* The range of `count` items that one of several lanes gets. The ranges follow one another and
 * have the same length, except for the last ones. */
typedef struct lane_part {
    uint32_t first, count;
} lane_part;

static TG_BOTH lane_part part_of_lane(uint32_t count, uint32_t lane, uint32_t lanes)
{
    const uint32_t length = count / lanes + (count % lanes > 0);
    const uint64_t first = (uint64_t)length * lane;
    lane_part part = {count, 0};
    if (first >= count) return part;
    part.first = (uint32_t)first;
    part.count = least(length, count - part.first);
    return part;
}

#endif
