/* kernels_portable.c - the inner loops in plain C, for every CPU. Tests compare the other variants with them. */
#include "base/search.h"
#include "cpu/intersect/intersect.h"

#include "cpu/intersect/merge.h"
#include "cpu/intersect/stream_row.h"

/* ---- two rows ---- */

static uint64_t shared(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    return tg_shared_of_unlike(a, a_count, b, b_count, tg_merge);
}

/* ---- streams ---- */

enum { TINY_ROW = 4, SMALL_ROW = 8, MEDIUM_ROW = SMALL_ROW };

static inline uint64_t small_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    uint64_t found = 0;
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        if (ahead) fetch_ahead(job, e, ahead);
        found += tg_merge(job->ids, job->count, job->into->ids + into[0], into[1] - into[0]);
    }
    return found;
}

typedef uint64_t tiny_sums;

static inline void add_tiny_row(tiny_sums *sums, const tiny_row *row, const tg_rows into)
{
    for (const uint32_t *v = row->edges; v < row->edges_end; v++) {
        const uint64_t begin = into.offsets[*v], end = into.offsets[*v + UINT64_C(1)];
        *sums += tg_merge(row->ids, row->count, into.ids + begin, end - begin);
    }
}

static inline uint64_t tiny_sum_of(tiny_sums sums)
{
    return sums;
}

static bool stands_in(uint32_t id, const uint32_t *ids, uint64_t count)
{
    const uint64_t at = tg_lower_bound(ids, count, id);
    return at < count && ids[at] == id;
}

#include "cpu/intersect/stream_body.h"

#include "cpu/intersect/row_matches_merge.h"

/* ---- hubs ---- */

typedef struct block {
    uint64_t words[TG_BLOCK_WORDS];
    const uint32_t *ids, *end;
} block;

enum {
    FEW_IDS = 32
    /* for at most this many ids, testing each is faster than counting the bits of a block */
};

typedef uint64_t block_sums;

static inline block gather_block(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    block ids = {.words = {0}, .ids = *from};
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        ids.words[**from / 64 % TG_BLOCK_WORDS] |= UINT64_C(1) << **from % 64;
    ids.end = *from;
    return ids;
}

/* Returns the number of set bits of each byte, in that byte. Source: Warren, "Hacker's Delight", section 5-1. */
static inline uint64_t bits_of_bytes(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

/* Adds a, b and *low bit by bit. Sets *low to the low bits of the sums, and *high to the high bits. */
static inline void add_bits(uint64_t *high, uint64_t *low, uint64_t a, uint64_t b)
{
    const uint64_t c = *low;
    *high = (a & b) | ((a ^ b) & c);
    *low = a ^ b ^ c;
}

/* Counts the common bits of two blocks. Full adders add eight words bit by bit, so that the bits
 * of only four words are counted. Source: the Harley-Seal method, as in Warren, section 5-1. */
static inline uint64_t shared_bits(const uint64_t *a, const uint64_t *b)
{
    const uint64_t even_bytes = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t ones = 0, twos = 0, fours = 0, eights, two[2], four[2];
    for (unsigned half = 0; half < 2; half++, a += 4, b += 4) {
        add_bits(&two[0], &ones, a[0] & b[0], a[1] & b[1]);
        add_bits(&two[1], &ones, a[2] & b[2], a[3] & b[3]);
        add_bits(&four[half], &twos, two[0], two[1]);
    }
    add_bits(&eights, &fours, four[0], four[1]);
    uint64_t bytes = bits_of_bytes(ones) + 2 * bits_of_bytes(twos) + 4 * bits_of_bytes(fours) +
                     8 * bits_of_bytes(eights); /* each byte is at most 64 */
    bytes = (bytes & even_bytes) + (bytes >> 8 & even_bytes); /* four sums of 16 bits each */
    return (bytes * UINT64_C(0x0001000100010001)) >> 48;
}

static inline void add_shared(block_sums *sums, block ids, const uint64_t *line)
{
    if (ids.end - ids.ids > FEW_IDS) {
        *sums += shared_bits(ids.words, line);
        return;
    }
    for (const uint32_t *id = ids.ids; id < ids.end; id++) *sums += line[*id / 64 % TG_BLOCK_WORDS] >> *id % 64 & 1;
}

static inline uint64_t sum_of(block_sums sums)
{
    return sums;
}

#include "cpu/intersect/hub_sink_words.h"
#include "cpu/intersect/hub_rows_body.h"
#include "cpu/intersect/common_bits_words.h"
#include "cpu/intersect/bit_row_pairs_words.h"

static uint64_t pairs(const uint64_t *row, const uint64_t *slab, const uint32_t *ids, uint64_t count, uint32_t *support)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *other = slab + (uint64_t)ids[i] * TG_SLAB_WORDS;
        uint64_t found = 0;
        for (int w = 0; w < TG_SLAB_WORDS; w += TG_BLOCK_WORDS) found += shared_bits(row + w, other + w);
        support[i] += (uint32_t)found;
        sum += found;
    }
    return sum;
}

/* Returns how many bits are set below bit `at`. Source: Warren, "Hacker's Delight", section 5-1. */
static inline uint32_t bits_below(uint32_t bits, uint32_t at)
{
    bits &= (UINT32_C(1) << at) - 1;
    bits -= bits >> 1 & UINT32_C(0x55555555);
    bits = (bits & UINT32_C(0x33333333)) + (bits >> 2 & UINT32_C(0x33333333));
    return ((bits + (bits >> 4)) & UINT32_C(0x0F0F0F0F)) * UINT32_C(0x01010101) >> 24;
}

#include "cpu/intersect/hub_wedges_words.h"

const tg_kernels tg_kernels_portable = {
  .isa = TG_ISA_PORTABLE, TG_KERNELS_OF_FILE, .common = tg_merge_ids, .pair_cost = 8};
