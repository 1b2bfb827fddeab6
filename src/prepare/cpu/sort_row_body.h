/* sort_row_body.h - bitonic sorting of a row, for vectors of any width.
 *
 * The including file defines LANES, a type `vector` of LANES 32-bit keys, and:
 *     load(keys), store(keys, v)       at any address
 *     load_first(keys, n)              the other lanes are UINT32_MAX
 *     store_first(keys, n, v)
 *     smaller(a, b), larger(a, b)      lane by lane, unsigned
 *     reversed(v)                      the last lane first
 *     sorted(v)                        all lanes ascending
 *     cleaned(v)                       the same, if v is bitonic
 *     as_ids(v)                        each lane >> 1
 *     same_as_before(v, before, n)     whether one of the first n lanes has the id of the lane
 *                                      before it; the last lane of `before` is before the first
 *     sort_short(keys, n, room, to, both)  for at most SHORT keys, without a branch on n: sorts
 *                                      and drops repeated ids; returns the number of distinct
 *                                      ids.  `to` has `room` words; words after the keys can be
 *                                      read
 *
 * Comparisons always put the larger key at the higher position. So positions after the row,
 * which would hold UINT32_MAX, never change and need not exist: a row takes only as many vectors
 * as its ids fill, whatever their number.
 */
#include "prepare/cpu/sort_row.h"

enum {
    /* this many vectors are sorted in registers, which leaves the compiler as many registers */
    BLOCK = 8,
    BLOCK_KEYS = BLOCK * LANES,
    /* this many keys fit in a vector of AVX2, which every CPU with AVX-512 supports, too */
    NARROW = 8
};

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Sets each lane of `a` to the smaller and of `b` to the larger of the two lanes. */
static ALWAYS_INLINE void exchange(vector *a, vector *b)
{
    const vector low = smaller(*a, *b);
    *b = larger(*a, *b);
    *a = low;
}

/* Does the same for `a` and the reversed `b`: two ascending sequences thereby become one bitonic sequence. */
static ALWAYS_INLINE void exchange_reversed(vector *a, vector *b)
{
    const vector other = reversed(*b);
    *b = reversed(larger(*a, other));
    *a = smaller(*a, other);
}

/* Sorts bitonic runs of `size` vectors. The arguments are constants wherever this is inlined, so
 * the compiler unrolls its loops. */
static ALWAYS_INLINE void clean(vector *v, unsigned count, unsigned size)
{
    for (unsigned stride = size / 2; stride > 0; stride /= 2)
#pragma GCC unroll 16
        for (unsigned i = 0; i < count; i++)
            if (!(i & stride) && i + stride < count) exchange(&v[i], &v[i + stride]);
#pragma GCC unroll 16
    for (unsigned i = 0; i < count; i++) v[i] = cleaned(v[i]);
}

static ALWAYS_INLINE void sort_vectors(vector *v, unsigned count)
{
#pragma GCC unroll 16
    for (unsigned i = 0; i < count; i++) v[i] = sorted(v[i]);
#pragma GCC unroll 4
    for (unsigned size = 2; size < 2 * count; size *= 2) {
#pragma GCC unroll 16
        for (unsigned i = 0; i < count; i++) {
            const unsigned other = i / size * size + (size - 1 - i % size);
            if (i % size < size / 2 && other < count) exchange_reversed(&v[i], &v[other]);
        }
        clean(v, count, size / 2);
    }
}

/* Sorts (count - 1) * LANES + rest keys, where `rest` is 1 to LANES and `count` is a constant. */
static ALWAYS_INLINE bool sort_few(const uint32_t *keys, unsigned count, unsigned rest, uint32_t *to)
{
    vector v[BLOCK];
#pragma GCC unroll 16
    for (unsigned i = 0; i < count - 1; i++) v[i] = load(keys + i * LANES);
    v[count - 1] = load_first(keys + (count - 1) * LANES, rest);
    sort_vectors(v, count);
    bool repeated = same_as_before(v[0], none_before(), count == 1 ? rest : LANES);
#pragma GCC unroll 16
    for (unsigned i = 1; i < count; i++) repeated |= same_as_before(v[i], v[i - 1], i == count - 1 ? rest : LANES);
#pragma GCC unroll 16
    for (unsigned i = 0; i < count; i++) v[i] = repeated ? v[i] : as_ids(v[i]);
#pragma GCC unroll 16
    for (unsigned i = 0; i < count - 1; i++) store(to + i * LANES, v[i]);
    store_first(to + (count - 1) * LANES, rest, v[count - 1]);
    return repeated;
}

/* ---- rows of several blocks ---- */

static ALWAYS_INLINE void load_block(vector *v, const uint32_t *keys)
{
#pragma GCC unroll 16
    for (unsigned i = 0; i < BLOCK; i++) v[i] = load(keys + i * LANES);
}

static ALWAYS_INLINE void store_block(uint32_t *keys, const vector *v)
{
#pragma GCC unroll 16
    for (unsigned i = 0; i < BLOCK; i++) store(keys + i * LANES, v[i]);
}

static void sort_block(uint32_t *keys)
{
    vector v[BLOCK];
    load_block(v, keys);
    sort_vectors(v, BLOCK);
    store_block(keys, v);
}

/* Sorts a block whose keys are bitonic. */
static void clean_block(uint32_t *keys)
{
    vector v[BLOCK];
    load_block(v, keys);
    clean(v, BLOCK, BLOCK);
    store_block(keys, v);
}

/* Merges sorted runs of size / 2 blocks into runs of `size` blocks; the last run may be shorter. */
static void merge_blocks(uint32_t *keys, unsigned blocks, unsigned size)
{
    const unsigned vectors = blocks * BLOCK, run = size * BLOCK;
    for (unsigned begin = 0; begin + run / 2 < vectors; begin += run)
        for (unsigned i = 0; i < run / 2; i++) {
            uint32_t *a = keys + (uint64_t)(begin + i) * LANES;
            uint32_t *b = keys + (uint64_t)(begin + run - 1 - i) * LANES;
            if (begin + run - 1 - i >= vectors) continue;
            vector low = load(a), high = load(b);
            exchange_reversed(&low, &high);
            store(a, low);
            store(b, high);
        }
    for (unsigned stride = run / 4; stride >= BLOCK; stride /= 2)
        for (unsigned i = 0; i + stride < vectors; i++) {
            if (i & stride) continue;
            vector low = load(keys + (uint64_t)i * LANES);
            vector high = load(keys + (uint64_t)(i + stride) * LANES);
            exchange(&low, &high);
            store(keys + (uint64_t)i * LANES, low);
            store(keys + (uint64_t)(i + stride) * LANES, high);
        }
    for (unsigned b = 0; b < blocks; b++) clean_block(keys + (uint64_t)b * BLOCK_KEYS);
}

/* Writes the ids to `to` if none is repeated, otherwise the keys; returns whether an id is repeated. */
static bool finish(const uint32_t *keys, uint32_t count, uint32_t *to)
{
    vector before = none_before();
    bool repeated = false;
    uint32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const vector here = load(keys + i);
        repeated |= same_as_before(here, before, LANES);
        before = here;
    }
    if (i < count) repeated |= same_as_before(load(keys + i), before, count - i);
    for (i = 0; i + LANES <= count; i += LANES) store(to + i, repeated ? load(keys + i) : as_ids(load(keys + i)));
    if (i < count) store_first(to + i, count - i, repeated ? load(keys + i) : as_ids(load(keys + i)));
    return repeated;
}

static __attribute__((noinline)) bool sort_many(const uint32_t *keys, uint32_t count, uint32_t *to)
{
    _Alignas(64) uint32_t padded[TG_SORT_ROW_MOST];
    const unsigned blocks = (count + BLOCK_KEYS - 1) / BLOCK_KEYS;
    for (uint32_t i = 0; i < blocks * BLOCK_KEYS; i += LANES)
        store(padded + i, i + LANES <= count ? load(keys + i)
                          : i < count        ? load_first(keys + i, count - i)
                                             : load_first(keys, 0));
    for (unsigned b = 0; b < blocks; b++) sort_block(padded + (uint64_t)b * BLOCK_KEYS);
    for (unsigned size = 2; size < 2 * blocks; size *= 2) merge_blocks(padded, blocks, size);
    return finish(padded, count, to);
}

static bool sort_row(const uint32_t *keys, uint32_t count, uint32_t *to)
{
    const unsigned rest = (count - 1) % LANES + 1;
    if (count <= 1) {
        if (count == 1) *to = *keys >> 1;
        return false;
    }
    /* In flat graphs most rows are so short: AVX2 does less work than wide vectors that are mostly empty. */
    if ((int)LANES > (int)NARROW && count <= NARROW) return tg_row_sorter_avx2.sort(keys, count, to);
    switch ((count - 1) / LANES + 1) {
    case 1: return sort_few(keys, 1, rest, to);
    case 2: return sort_few(keys, 2, rest, to);
    case 3: return sort_few(keys, 3, rest, to);
    case 4: return sort_few(keys, 4, rest, to);
    case 5: return sort_few(keys, 5, rest, to);
    case 6: return sort_few(keys, 6, rest, to);
    case 7: return sort_few(keys, 7, rest, to);
    case 8: return sort_few(keys, 8, rest, to);
    default: return sort_many(keys, count, to);
    }
}

/* ---- many rows ---- */

/* Turns sorted keys into distinct ids, in place; returns their number. */
static uint32_t drop_repeated(uint32_t *keys, uint32_t count, uint64_t *both_directions)
{
    uint32_t kept = 1, before = keys[0];
    uint64_t both = 0;
    keys[0] >>= 1;
    /* The loop has no branch on whether an id is repeated, because nothing predicts that. */
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t key = keys[i];
        keys[kept] = key >> 1;
        kept += key >> 1 != before >> 1;
        both += (key ^ before) == 1;
        before = key;
    }
    *both_directions += both;
    return kept;
}

static uint64_t sort_batch(tg_row_batch *batch)
{
    const uint64_t base = batch->offset_base;
    const uint32_t all = batch->count ? batch->rows[batch->count - 1].end : 0;
    uint64_t both = 0;
    uint32_t kept = 0;
    for (uint32_t r = 0; r < batch->count; r++) {
        const tg_row_place row = batch->rows[r];
        const uint32_t *keys = batch->keys + row.first, count = row.end - row.first;
        uint32_t *to = batch->ids + kept;
        batch->offsets[r] = base + kept;
        if (count <= SHORT)
            kept += sort_short(keys, count, all - kept, to, &both);
        else
            kept += sort_row(keys, count, to) ? drop_repeated(to, count, &both) : count;
    }
    batch->both_directions += both;
    return kept;
}
