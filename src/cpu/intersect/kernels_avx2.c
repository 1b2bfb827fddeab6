/* kernels_avx2.c - the inner loops for AVX2, which handle 8 ids or 256 bits at a time. */
#include "cpu/intersect/intersect.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>

#include "cpu/intersect/merge.h"
#include "cpu/intersect/stream_row.h"

enum { LANES = 8 };

static inline __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* Rotates all lanes by `by` lanes. */
static inline __m256i turned(__m256i ids, int by)
{
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0); /* only the low 3 bits of each are used */
    return _mm256_permutevar8x32_epi32(ids, _mm256_add_epi32(lanes, _mm256_set1_epi32(by)));
}

/* Returns a mask of the first `count` lanes, or of all lanes if `count` is larger. */
static inline __m256i lanes_below(uint64_t count)
{
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count < LANES ? (int)count : LANES), lanes);
}

static inline uint64_t lanes_set(__m256i lanes)
{
    return (uint64_t)__builtin_popcount((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
}

/* ---- two rows ---- */

/* Returns how many common ids two groups of LANES ids have. Each rotation compares different pairs of lanes. */
static inline uint64_t all_pairs(const uint32_t *a, const uint32_t *b)
{
    const __m256i a_ids = load(a), b_ids = load(b);
    __m256i common = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int turn = 0; turn < LANES; turn++)
        common = _mm256_or_si256(common, _mm256_cmpeq_epi32(a_ids, turned(b_ids, turn)));
    return lanes_set(common);
}

#include "cpu/intersect/shared_body.h"

/* ---- streams ---- */

enum { SMALL_ROW = LANES, MEDIUM_ROW = 4 * LANES };

/* Counts edges of a row of at most LANES ids. All rotations of the row stay in registers: 8
 * instructions compare 8 ids of a neighbour's row with the whole row. */
static inline __attribute__((always_inline)) uint64_t row_in_registers(
  const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    const __m256i filled = lanes_below(job->count);
    /* 2^32 - 1, which is not an id, fills the lanes past the row. */
    const __m256i ids = _mm256_or_si256(
      _mm256_maskload_epi32((const int *)job->ids, filled), _mm256_andnot_si256(filled, _mm256_set1_epi32(-1)));
    __m256i turns[LANES];
    uint64_t found = 0;

#pragma GCC unroll 8
    for (int turn = 0; turn < LANES; turn++) turns[turn] = turned(ids, turn);
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        uint64_t i = into[0];
        if (ahead) fetch_ahead(job, e, ahead);
        do { /* one or two iterations for almost all rows */
            const __m256i lanes = lanes_below(into[1] - i);
            const __m256i others = _mm256_maskload_epi32((const int *)(job->into->ids + i), lanes);
            __m256i common = _mm256_setzero_si256();
#pragma GCC unroll 8
            for (int turn = 0; turn < LANES; turn++)
                common = _mm256_or_si256(common, _mm256_cmpeq_epi32(others, turns[turn]));
            found += lanes_set(_mm256_and_si256(common, lanes));
            i += LANES;
        } while (i < into[1]);
    }
    return found;
}

static uint64_t small_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    return row_in_registers(job, first, last, ahead);
}

enum { TINY_ROW = 4 };

typedef struct tiny_sums {
    /* 32 bits each, which cannot overflow: the tiny rows of a chunk have few matches */
    __m256i lanes;
} tiny_sums;

/* Counts the edges of a tiny row, which is twice in a register; adds matches lane by lane. */
static inline __attribute__((always_inline)) void add_tiny_row(tiny_sums *sums, const tiny_row *row, const tg_rows into)
{
    const __m256i filled = lanes_below(row->count);
    const __m256i once = _mm256_or_si256(
      _mm256_maskload_epi32((const int *)row->ids, filled), _mm256_andnot_si256(filled, _mm256_set1_epi32(-1)));
    const __m256i ids = _mm256_permute2x128_si256(once, once, 0);
    const __m256i turns[] = {
      ids, _mm256_shuffle_epi32(ids, 0x39), _mm256_shuffle_epi32(ids, 0x4E), _mm256_shuffle_epi32(ids, 0x93)};
    for (const uint32_t *v = row->edges; v < row->edges_end; v++) {
        const uint64_t end = into.offsets[*v + UINT64_C(1)];
        uint64_t i = into.offsets[*v];
        do { /* one iteration for almost all rows, also for empty ones */
            const __m256i lanes = lanes_below(end - i);
            const __m256i others = _mm256_maskload_epi32((const int *)(into.ids + i), lanes);
            __m256i common = _mm256_cmpeq_epi32(others, turns[0]);
            for (int turn = 1; turn < TINY_ROW; turn++)
                common = _mm256_or_si256(common, _mm256_cmpeq_epi32(others, turns[turn]));
            /* a common lane is -1 */
            sums->lanes = _mm256_sub_epi32(sums->lanes, _mm256_and_si256(common, lanes));
            i += LANES;
        } while (i < end);
    }
}

static inline uint64_t tiny_sum_of(tiny_sums sums)
{
    uint32_t lanes[LANES];
    uint64_t sum = 0;
    _mm256_storeu_si256((__m256i *)lanes, sums.lanes);
    for (unsigned i = 0; i < LANES; i++) sum += lanes[i];
    return sum;
}

static bool stands_in(uint32_t id, const uint32_t *ids, uint64_t count)
{
    const __m256i wanted = _mm256_set1_epi32((int)id);
    __m256i common = _mm256_setzero_si256();
    uint64_t i = 0;
    for (; i + LANES <= count; i += LANES) common = _mm256_or_si256(common, _mm256_cmpeq_epi32(wanted, load(ids + i)));
    if (!_mm256_testz_si256(common, common)) return true;
    for (; i < count; i++)
        if (ids[i] == id) return true;
    return false;
}

#include "cpu/intersect/stream_body.h"

#include "cpu/intersect/row_matches_merge.h"

/* ---- hubs ---- */

typedef struct block {
    __m256i low, high;
} block;

typedef struct block_sums {
    __m256i lanes; /* 64 bits each */
} block_sums;

/* Collects the block's bits in memory. This delays the first read by a dozen cycles, but the block is read often. */
static inline block gather_block(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    uint64_t words[TG_BLOCK_WORDS] = {0};
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        words[**from / 64 % TG_BLOCK_WORDS] |= UINT64_C(1) << **from % 64;
    return (block){load(words), load(words + TG_BLOCK_WORDS / 2)};
}

/* Counts the bits of each byte by looking up each half of the byte. Source: Mula, Kurz, Lemire,
 * "Faster Population Counts Using AVX2 Instructions", 2018. */
static inline __m256i bits_of_bytes(__m256i bytes)
{
    const __m256i of_halves =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i half = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(of_halves, _mm256_and_si256(bytes, half)),
      _mm256_shuffle_epi8(of_halves, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

static inline void add_shared(block_sums *sums, block ids, const uint64_t *line)
{
    const __m256i low = _mm256_and_si256(ids.low, load(line));
    const __m256i high = _mm256_and_si256(ids.high, load(line + TG_BLOCK_WORDS / 2));
    const __m256i bytes = _mm256_add_epi8(bits_of_bytes(low), bits_of_bytes(high));
    sums->lanes = _mm256_add_epi64(sums->lanes, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
}

static inline uint64_t sum_of(block_sums sums)
{
    uint64_t lanes[4];
    _mm256_storeu_si256((__m256i *)lanes, sums.lanes);
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

#include "cpu/intersect/hub_sink_words.h"
#include "cpu/intersect/hub_rows_body.h"
#include "cpu/intersect/common_bits_words.h"
#include "cpu/intersect/bit_row_pairs_words.h"

/* The number of vectors in a row of a slab. Their bits are added up in bytes, to which each vector adds at most 8. */
enum { SLAB_VECTORS = TG_SLAB_WORDS / 4 };
_Static_assert(SLAB_VECTORS * 8 < 256, "bytes hold the bits of a slab's row");

static uint64_t pairs(const uint64_t *row, const uint64_t *slab, const uint32_t *ids, uint64_t count, uint32_t *support)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *other = slab + (uint64_t)ids[i] * TG_SLAB_WORDS;
        __m256i bytes = _mm256_setzero_si256();
#pragma GCC unroll 16
        for (int k = 0; k < SLAB_VECTORS; k++)
            bytes = _mm256_add_epi8(bytes, bits_of_bytes(_mm256_and_si256(load(row + 4 * k), load(other + 4 * k))));
        const uint64_t found = sum_of((block_sums){_mm256_sad_epu8(bytes, _mm256_setzero_si256())});
        support[i] += (uint32_t)found;
        sum += found;
    }
    return sum;
}

static inline uint32_t bits_below(uint32_t bits, uint32_t at)
{
    return (uint32_t)__builtin_popcount(bits & ((UINT32_C(1) << at) - 1));
}

#include "cpu/intersect/hub_wedges_words.h"

const tg_kernels tg_kernels_avx2 = {.isa = TG_ISA_AVX2, TG_KERNELS_OF_FILE, .common = tg_merge_ids, .pair_cost = 2};
#else
typedef int tg_no_empty_file;
#endif
