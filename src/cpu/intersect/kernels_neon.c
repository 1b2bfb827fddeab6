/* kernels_neon.c - the inner loops for NEON of 64-bit ARM, which handle 4 ids or 128 bits at a time. */
#include "base/search.h"
#include "cpu/intersect/intersect.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#include <stdbool.h>

#include "cpu/intersect/merge.h"
#include "cpu/intersect/stream_row.h"

enum { LANES = 4 };

/* ---- two rows ---- */

/* Returns how many common ids two groups of LANES ids have. Each rotation compares different pairs of lanes. */
static inline uint64_t all_pairs(const uint32_t *a, const uint32_t *b)
{
    const uint32x4_t a_ids = vld1q_u32(a), b_ids = vld1q_u32(b);
    uint32x4_t common = vceqq_u32(a_ids, b_ids);
    common = vorrq_u32(common, vceqq_u32(a_ids, vextq_u32(b_ids, b_ids, 1)));
    common = vorrq_u32(common, vceqq_u32(a_ids, vextq_u32(b_ids, b_ids, 2)));
    common = vorrq_u32(common, vceqq_u32(a_ids, vextq_u32(b_ids, b_ids, 3)));
    return vaddvq_u32(vshrq_n_u32(common, 31));
}

#include "cpu/intersect/shared_body.h"

/* ---- streams ---- */

enum { TINY_ROW = LANES, SMALL_ROW = 2 * LANES, MEDIUM_ROW = 4 * LANES };

/* Loads up to LANES ids. Other lanes become 2^32 - 1, which is not an id. */
static inline uint32x4_t load_row(const uint32_t *ids, uint64_t count)
{
    uint32_t lanes[LANES] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (uint64_t i = 0; i < count && i < LANES; i++) lanes[i] = ids[i];
    return vld1q_u32(lanes);
}

typedef struct tiny_sums {
    /* 32 bits each, which cannot overflow: the tiny rows of a chunk have few matches */
    uint32x4_t lanes;
} tiny_sums;

/* Counts the edges of a tiny row, which stays in a register: one instruction compares an id with the whole row. */
static inline void add_tiny_row(tiny_sums *sums, const tiny_row *row, const tg_rows into)
{
    const uint32x4_t ids = load_row(row->ids, row->count);
    for (const uint32_t *v = row->edges; v < row->edges_end; v++) {
        const uint64_t end = into.offsets[*v + UINT64_C(1)];
        for (uint64_t i = into.offsets[*v]; i < end; i++)
            sums->lanes = vsubq_u32(sums->lanes, vceqq_u32(ids, vld1q_dup_u32(into.ids + i)));
    }
}

static inline uint64_t tiny_sum_of(tiny_sums sums)
{
    return vaddlvq_u32(sums.lanes);
}

static uint64_t small_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    const uint32x4_t low = load_row(job->ids, job->count);
    const uint32x4_t high = load_row(job->ids + LANES, job->count > LANES ? job->count - LANES : 0);
    uint32x4_t sums = vdupq_n_u32(0);
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        if (ahead) fetch_ahead(job, e, ahead);
        for (uint64_t i = into[0]; i < into[1]; i++) {
            const uint32x4_t id = vld1q_dup_u32(job->into->ids + i);
            sums = vsubq_u32(sums, vorrq_u32(vceqq_u32(low, id), vceqq_u32(high, id)));
        }
    }
    return vaddlvq_u32(sums);
}

static bool stands_in(uint32_t id, const uint32_t *ids, uint64_t count)
{
    const uint64_t at = tg_lower_bound(ids, count, id);
    return at < count && ids[at] == id;
}

#include "cpu/intersect/stream_body.h"

#include "cpu/intersect/row_matches_merge.h"

/* ---- hubs ---- */

enum { QUARTERS = 4 };

typedef struct block {
    uint8x16_t quarters[QUARTERS];
} block;

typedef struct block_sums {
    uint64x2_t lanes;
} block_sums;

static inline block gather_block(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    uint64_t words[TG_BLOCK_WORDS] = {0};
    block ids;
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        words[**from / 64 % TG_BLOCK_WORDS] |= UINT64_C(1) << **from % 64;
    for (unsigned q = 0; q < QUARTERS; q++) ids.quarters[q] = vreinterpretq_u8_u64(vld1q_u64(words + 2 * q));
    return ids;
}

static inline void add_shared(block_sums *sums, block ids, const uint64_t *line)
{
    uint8x16_t bytes = vdupq_n_u8(0); /* each is at most 8 * QUARTERS */
    for (unsigned q = 0; q < QUARTERS; q++) {
        const uint8x16_t others = vreinterpretq_u8_u64(vld1q_u64(line + 2 * q));
        bytes = vaddq_u8(bytes, vcntq_u8(vandq_u8(ids.quarters[q], others)));
    }
    sums->lanes = vpadalq_u32(sums->lanes, vpaddlq_u16(vpaddlq_u8(bytes)));
}

static inline uint64_t sum_of(block_sums sums)
{
    return vaddvq_u64(sums.lanes);
}

#include "cpu/intersect/hub_sink_words.h"
#include "cpu/intersect/hub_rows_body.h"
#include "cpu/intersect/common_bits_words.h"
#include "cpu/intersect/bit_row_pairs_words.h"

/* Each vector adds at most 8 to a byte. So the vectors of a row are added up in two sums, in
 * which no byte can overflow. */
enum { SLAB_VECTORS = TG_SLAB_WORDS / 2, SUM_VECTORS = SLAB_VECTORS / 2 };
_Static_assert(SUM_VECTORS * 8 < 256, "bytes hold the bits of half a slab's row");

static uint64_t pairs(const uint64_t *row, const uint64_t *slab, const uint32_t *ids, uint64_t count, uint32_t *support)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *other = slab + (uint64_t)ids[i] * TG_SLAB_WORDS;
        uint8x16_t low = vdupq_n_u8(0), high = vdupq_n_u8(0);
        for (int k = 0; k < SUM_VECTORS; k++) {
            const int l = k + SUM_VECTORS;
            const uint64x2_t a = vandq_u64(vld1q_u64(row + 2 * k), vld1q_u64(other + 2 * k));
            const uint64x2_t b = vandq_u64(vld1q_u64(row + 2 * l), vld1q_u64(other + 2 * l));
            low = vaddq_u8(low, vcntq_u8(vreinterpretq_u8_u64(a)));
            high = vaddq_u8(high, vcntq_u8(vreinterpretq_u8_u64(b)));
        }
        const uint32_t found = (uint32_t)vaddlvq_u8(low) + vaddlvq_u8(high);
        support[i] += found;
        sum += found;
    }
    return sum;
}

static inline uint32_t bits_below(uint32_t bits, uint32_t at)
{
    return (uint32_t)__builtin_popcount(bits & ((UINT32_C(1) << at) - 1));
}

#include "cpu/intersect/hub_wedges_words.h"

const tg_kernels tg_kernels_neon = {.isa = TG_ISA_NEON, TG_KERNELS_OF_FILE, .common = tg_merge_ids, .pair_cost = 2};
#else
typedef int tg_no_empty_file;
#endif
