/* adaptive/classes.cuh - the classes into which vertices and ids are put: octaves, blocks of
 * middle vertices, windows of keys. Their borders are defined only here.
 *
 * - A wedge is an edge u->v together with an id w of row u of `from`; v is its middle vertex.
 *   The limit of v is the least number that is known to be above all ids of row v of `into`: v,
 *   or v + 1 where an id may be equal to v, plus the task's lead.
 * - Middle vertices are put into classes by their limits, so w is always below the limit.
 * - The widths of blocks are chosen so that the table of a block fits into 64 KiB of shared
 *   memory.
 */
#ifndef TG_GPU_ADAPTIVE_CLASSES_CUH
#define TG_GPU_ADAPTIVE_CLASSES_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

/* ---- limits ---- */

/* Returns the limit of v, minus v. In a task of reach TG_REACH_ANY vertices have no limits. */
static TG_BOTH uint32_t limit_shift(const tg_device_task &task)
{
    return task.lead + (task.reach == TG_REACH_EQUAL ? 1 : 0);
}

/* ---- octaves ---- */

enum { TG_OCTAVES = 33 }; /* the octave of a number is its length in bits, 0 to 32 */

static TG_BOTH uint32_t octave_of(uint32_t number)
{
    return number == 0 ? 0 : log2_floor(number) + 1;
}

/* ---- keys ---- */

/* Window k contains TG_WINDOW_IDS consecutive ids, from k * TG_WINDOW_IDS on. The key of an id is its number in its
 * window, in 16 bits; the largest 16-bit number is no key. Keys are read in units of 8. */
enum {
    TG_WINDOW_IDS = (1 << 16) - 1,
    TG_NO_KEY = TG_WINDOW_IDS,
    TG_WINDOWS = 4,
    TG_KEY_IDS = TG_WINDOWS * TG_WINDOW_IDS, /* larger ids have no keys */
    TG_UNIT_KEYS = 8,
    /* the number of units that a row has in a far window is stored in this many bits */
    TG_FAR_UNIT_BITS = 8
};

/* A far window is any window except the first. A row has at most TG_MOST_FAR_KEYS keys in a far
 * window, because the number of its units in one is stored in 8 bits. */
enum { TG_MOST_FAR_KEYS = ((1 << TG_FAR_UNIT_BITS) - 1) * TG_UNIT_KEYS };

static TG_BOTH uint32_t units_for(uint32_t keys)
{
    return (keys + TG_UNIT_KEYS - 1) / TG_UNIT_KEYS;
}

/* Returns how many windows contain the ids that are below all limits less than `limits`; at most TG_WINDOWS. */
static TG_BOTH uint32_t windows_for(uint32_t limits)
{
    uint32_t windows = 1;
    while (windows < TG_WINDOWS && windows * TG_WINDOW_IDS + 1 < limits) windows++;
    return windows;
}

/* ---- blocks ---- */

/* How many middle vertices, in the order of their limits, a block has: 32 for limits below
 * `wide_limits`, 16 for those below `half_limits`, otherwise 8. */
typedef struct tg_block_widths {
    uint32_t wide_limits, half_limits;
} tg_block_widths;

enum {
    TG_WIDE_LIMITS = 1 << 14, /* so low that the table of no block is larger than 64 KiB */
    TG_HALF_LIMITS = 1 << 15,
    TG_MOST_WIDTH = 32,
    TG_HALF_WIDTH = 16,
    TG_LEAST_WIDTH = 8,
    /* If a task has blocks, they cover at least the limits below TG_LEAST_BLOCK_LIMITS, and at most
     * those below TG_MOST_BLOCK_LIMITS, so that the number of a block fits into 16 bits. */
    TG_LEAST_BLOCK_LIMITS = 1 << 12,
    TG_MOST_BLOCK_LIMITS = 1 << 19
};
static_assert(TG_MOST_BLOCK_LIMITS / TG_LEAST_WIDTH <= 1 << 16, "numbers of blocks have 16 bits");

/* Returns the widths for totals and for counts by vertex. */
static TG_BOTH tg_block_widths all_widths(void)
{
    const tg_block_widths widths = {TG_WIDE_LIMITS, TG_HALF_LIMITS};
    return widths;
}

/* Returns the widths for supports of edges: all blocks have 8 vertices. */
static TG_BOTH tg_block_widths least_widths(void)
{
    const tg_block_widths widths = {0, 0};
    return widths;
}

static TG_BOTH uint32_t width_at(tg_block_widths widths, uint32_t limit)
{
    return limit < widths.wide_limits ? TG_MOST_WIDTH : limit < widths.half_limits ? TG_HALF_WIDTH : TG_LEAST_WIDTH;
}

static TG_BOTH uint32_t wide_blocks(tg_block_widths widths)
{
    return widths.wide_limits / TG_MOST_WIDTH;
}

/* Returns how many blocks have 16 or more vertices. */
static TG_BOTH uint32_t half_blocks(tg_block_widths widths)
{
    return wide_blocks(widths) + (widths.half_limits - widths.wide_limits) / TG_HALF_WIDTH;
}

static TG_BOTH uint32_t block_of(tg_block_widths widths, uint32_t limit)
{
    if (limit < widths.wide_limits) return limit / TG_MOST_WIDTH;
    if (limit < widths.half_limits) return wide_blocks(widths) + (limit - widths.wide_limits) / TG_HALF_WIDTH;
    return half_blocks(widths) + (limit - widths.half_limits) / TG_LEAST_WIDTH;
}

/* Returns the first limit of a block; width() returns how many limits it has. */
struct first_of_block {
    tg_block_widths widths;
    TG_BOTH uint32_t operator()(uint32_t block) const
    {
        const uint32_t wide = wide_blocks(widths), half = half_blocks(widths);
        if (block < wide) return block * TG_MOST_WIDTH;
        if (block < half) return widths.wide_limits + (block - wide) * TG_HALF_WIDTH;
        return widths.half_limits + (block - half) * TG_LEAST_WIDTH;
    }
    TG_BOTH uint32_t width(uint32_t block) const
    {
        return block < wide_blocks(widths)   ? TG_MOST_WIDTH
               : block < half_blocks(widths) ? TG_HALF_WIDTH
                                             : TG_LEAST_WIDTH;
    }
};

#endif
