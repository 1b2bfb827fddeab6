/* adaptive/keys.cuh - decides which ids of rows have keys: wedges with these ids are tested in
 * blocks, all others are searched.
 *
 * - The first ids of a row have keys of 16 bits; one read of 16 bytes returns 8 of them.
 * - A block tests the keys of a row of `from` against all ids of rows of `into` in the same
 *   window.  So only those ids of `from` that have no keys remain to be searched.
 */
#ifndef TG_GPU_ADAPTIVE_KEYS_CUH
#define TG_GPU_ADAPTIVE_KEYS_CUH

#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/wedges.cuh"

static __device__ __forceinline__ tg_row_keys load_row_keys(const tg_row_keys *place)
{
    const uint2 words = __ldg(reinterpret_cast<const uint2 *>(place));
    return *reinterpret_cast<const tg_row_keys *>(&words);
}

static TG_BOTH uint32_t keys_in(const tg_row_keys &row, uint32_t window)
{
    return window + 1 < TG_WINDOWS ? row.in[window] : row.in[TG_WINDOWS - 1] & TG_KEY_COUNT;
}

/* Returns how many ids of the row have keys; these are its first ids. */
static TG_BOTH uint32_t keys_of(const tg_row_keys &row)
{
    uint32_t keys = 0;
    TG_UNROLL
    for (uint32_t k = 0; k < TG_WINDOWS; k++) keys += keys_in(row, k);
    return keys;
}

static TG_BOTH bool has_mark(const tg_row_keys &row, uint32_t mark)
{
    return (row.in[TG_WINDOWS - 1] & mark) != 0;
}

/* Counts the keys that an ascending row has in each window. */
static TG_BOTH tg_row_keys count_row_keys(const uint32_t *ids, uint32_t count, uint32_t windows)
{
    tg_row_keys made = {{0, 0, 0, 0}};
    uint32_t kept = 0, marks = 0;
    for (uint32_t k = 0; k < windows && kept < count && marks == 0; k++) {
        uint32_t keys = end_below(ids, kept, count, (k + 1) * TG_WINDOW_IDS) - kept;
        if (k > 0 && keys > TG_MOST_FAR_KEYS) {
            keys = TG_MOST_FAR_KEYS;
            marks = TG_IS_CUT;
        }
        made.in[k] = (uint16_t)keys;
        kept += keys;
    }
    if (kept < count) marks |= TG_HAS_OTHERS;
    made.in[TG_WINDOWS - 1] |= (uint16_t)marks;
    return made;
}

/* Sets how many units the entry has in each window, for the first `wedges` ids of its row. */
static TG_BOTH void set_units(const tg_row_keys &row, uint32_t wedges, tg_block_entry *entry)
{
    entry->units = units_for(least(wedges, row.in[0]));
    wedges -= least(wedges, row.in[0]);
    TG_UNROLL
    for (uint32_t k = 1; k < TG_WINDOWS; k++) {
        const uint32_t keys = least(wedges, keys_in(row, k));
        if (keys > 0) entry->mask |= units_for(keys) << k * TG_FAR_UNIT_BITS;
        wedges -= keys;
    }
}

/* Returns the position in row v of `into` from which on an id may be equal to an id of row u of
 * `from` that has no key. If all such ids are beyond the windows, this is the position after the
 * keys of row v; but a row u marked TG_IS_CUT may have such ids anywhere after the first window. */
static TG_BOTH uint32_t others_start(const tg_row_keys &u, const tg_row_keys &v)
{
    return has_mark(u, TG_IS_CUT) || has_mark(v, TG_IS_CUT) ? v.in[0] : keys_of(v);
}

/* Whether row v may have ids that are equal to an id of row u without a key. */
static TG_BOTH bool has_others(const tg_row_keys &u, const tg_row_keys &v)
{
    return has_mark(v, TG_HAS_OTHERS) || others_start(u, v) < keys_of(v);
}

#endif
