/* adaptive/classes.cuh - the classes that vertices and ids are counted in, and their limits:
 * octaves, blocks of middle vertices, windows of keys.  They are stated here and nowhere else.
 *
 * A wedge is an edge u->v and an id w of row u of `from`.  The limit of v is the least number
 * that all ids of row v of `into` are known to be below: v itself, or v + 1 where ids may be
 * equal to v. Middle vertices are put into classes by their limits, so that w is always below the
 * limit.
 */
#ifndef TG_GPU_ADAPTIVE_CLASSES_CUH
#define TG_GPU_ADAPTIVE_CLASSES_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/task.h"

/* ---- limits ------------------------------------------------------------------------------- */

/* The limit of v is v plus so much; TG_REACH_ANY has no limits. */
static TG_BOTH uint32_t limit_shift(tg_reach reach)
{
    return reach == TG_REACH_EQUAL ? 1 : 0;
}

/* ---- octaves ------------------------------------------------------------------------------ */

enum { TG_OCTAVES = 33 }; /* octave of a number: the bits that it has, 0 to 32 */

static TG_BOTH uint32_t octave_of(uint32_t number)
{
    return number == 0 ? 0 : log2_floor(number) + 1;
}

/* ---- keys --------------------------------------------------------------------------------- */

/* Window k is the TG_WINDOW_IDS ids from k * TG_WINDOW_IDS on.  An id of a window has a key of 16
 * bits, its number in the window; the largest such number is no key.  Keys are read in units. */
enum {
    TG_WINDOW_IDS = (1 << 16) - 1,
    TG_NO_KEY = TG_WINDOW_IDS,
    TG_WINDOWS = 4,
    TG_KEY_IDS = TG_WINDOWS * TG_WINDOW_IDS, /* ids from here on have no keys */
    TG_UNIT_KEYS = 8,
    TG_FAR_UNIT_BITS = 8 /* of the number of units of a row in a window behind the first */
};

/* Keys of a row in a window behind the first, at the most: so many units as 8 bits can name. */
enum { TG_MOST_FAR_KEYS = ((1 << TG_FAR_UNIT_BITS) - 1) * TG_UNIT_KEYS };

static TG_BOTH uint32_t units_for(uint32_t keys)
{
    return (keys + TG_UNIT_KEYS - 1) / TG_UNIT_KEYS;
}

/* Windows that have the ids below the limits below `limits`, as far as there are windows. */
static TG_BOTH uint32_t windows_for(uint32_t limits)
{
    uint32_t windows = 1;
    while (windows < TG_WINDOWS && windows * TG_WINDOW_IDS + 1 < limits) windows++;
    return windows;
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* Blocks of middle vertices, in the order of their limits: 32 of them for limits below
 * `wide_limits`, 16 below `half_limits`, 8 from there on. */
typedef struct tg_block_widths {
    uint32_t wide_limits, half_limits;
} tg_block_widths;

enum {
    TG_WIDE_LIMITS = 1 << 14, /* so that no table of a block is larger than 64 KiB */
    TG_HALF_LIMITS = 1 << 15,
    TG_MOST_WIDTH = 32,
    TG_HALF_WIDTH = 16,
    TG_LEAST_WIDTH = 8,
    /* Limits that there are blocks for: at the least if at all, and at the most, so that the
     * number of a block has 16 bits. */
    TG_LEAST_BLOCK_LIMITS = 1 << 12,
    TG_MOST_BLOCK_LIMITS = 1 << 19
};
static_assert(TG_MOST_BLOCK_LIMITS / TG_LEAST_WIDTH <= 1 << 16, "numbers of blocks have 16 bits");

/* For totals and for counts of vertices. */
static TG_BOTH tg_block_widths all_widths(void)
{
    const tg_block_widths widths = {TG_WIDE_LIMITS, TG_HALF_LIMITS};
    return widths;
}

/* For supports of edges: all blocks have 8. */
static TG_BOTH tg_block_widths least_widths(void)
{
    const tg_block_widths widths = {0, 0};
    return widths;
}

static TG_BOTH uint32_t width_at(tg_block_widths widths, uint32_t limit)
{
    return limit < widths.wide_limits   ? TG_MOST_WIDTH
           : limit < widths.half_limits ? TG_HALF_WIDTH
                                        : TG_LEAST_WIDTH;
}

static TG_BOTH uint32_t wide_blocks(tg_block_widths widths)
{
    return widths.wide_limits / TG_MOST_WIDTH;
}

/* Those of 16 and more. */
static TG_BOTH uint32_t half_blocks(tg_block_widths widths)
{
    return wide_blocks(widths) + (widths.half_limits - widths.wide_limits) / TG_HALF_WIDTH;
}

static TG_BOTH uint32_t block_of(tg_block_widths widths, uint32_t limit)
{
    if (limit < widths.wide_limits) return limit / TG_MOST_WIDTH;
    if (limit < widths.half_limits)
        return wide_blocks(widths) + (limit - widths.wide_limits) / TG_HALF_WIDTH;
    return half_blocks(widths) + (limit - widths.half_limits) / TG_LEAST_WIDTH;
}

/* The first limit of a block, and how many it has. */
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
