/* kernels_avx512.c - the inner loops for AVX-512 with popcounts of vectors, which handle 16 ids
 * or 512 bits at a time. */
#include "cpu/intersect/intersect.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>

#include "cpu/intersect/merge.h"
#include "cpu/intersect/stream_row.h"

enum { LANES = 16 };

/* Returns a mask of the first `count` lanes, or of all lanes if `count` is larger. */
static inline __mmask16 lanes_below(uint64_t count)
{
    return (__mmask16)_bzhi_u32(0xFFFF, count < LANES ? (unsigned)count : LANES);
}

/* Rotates lanes by `by` lanes, within groups of `group` lanes. */
static inline __m512i turned(__m512i ids, int by, int group)
{
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i inside = _mm512_set1_epi32(group - 1); /* `group` is a power of two */
    const __m512i places = _mm512_and_si512(_mm512_add_epi32(lanes, _mm512_set1_epi32(by)), inside);
    return _mm512_permutexvar_epi32(_mm512_or_si512(places, _mm512_andnot_si512(inside, lanes)), ids);
}

/* ---- two rows ---- */

/* Compares all ids of one group of at most LANES ids with all ids of another one. Each rotation
 * compares different pairs of lanes. Returns the lanes of a's ids that are also in b. */
static inline __attribute__((always_inline)) __mmask16 common_lanes(__m512i a_ids, __mmask16 a_lanes, __m512i b_ids)
{
    __mmask16 common = 0;
#pragma GCC unroll 16
    for (int turn = 0; turn < LANES; turn++)
        common |= _mm512_mask_cmpeq_epi32_mask(a_lanes, a_ids, turned(b_ids, turn, LANES));
    return common;
}

/* Counts common ids, and lists them in `ids` unless that is NULL. Each step advances the row
 * whose group has the smaller last id, or both if the last ids are equal. */
static inline __attribute__((always_inline)) uint64_t intersect(
  const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, uint32_t *ids)
{
    const __m512i nothing = _mm512_set1_epi32(-1); /* 2^32 - 1 is not an id */
    uint64_t i = 0, j = 0, found = 0;
    while (i < a_count && j < b_count) {
        const uint64_t a_end = i + LANES < a_count ? i + LANES : a_count;
        const uint64_t b_end = j + LANES < b_count ? j + LANES : b_count;
        const uint32_t a_last = a[a_end - 1], b_last = b[b_end - 1];
        const __mmask16 a_lanes = lanes_below(a_end - i);
        const __m512i a_ids = _mm512_maskz_loadu_epi32(a_lanes, a + i);
        const __m512i b_ids = _mm512_mask_loadu_epi32(nothing, lanes_below(b_end - j), b + j);
        const __mmask16 common = common_lanes(a_ids, a_lanes, b_ids);
        if (ids) _mm512_storeu_si512(ids + found, _mm512_maskz_compress_epi32(common, a_ids));
        found += (uint64_t)__builtin_popcount(common);
        i = a_last <= b_last ? a_end : i;
        j = b_last <= a_last ? b_end : j;
    }
    return found;
}

static uint64_t shared_alike(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    return intersect(a, a_count, b, b_count, NULL);
}

static uint64_t common(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, uint32_t *ids)
{
    return intersect(a, a_count, b, b_count, ids);
}

static uint64_t shared(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    return tg_shared_of_unlike(a, a_count, b, b_count, shared_alike);
}

/* ---- streams ---- */

/* Streams use registers of half the width, which are faster: compares of full width write mask
 * registers, which fewer execution units can do. */
enum {
    HALF = LANES / 2,
    PARTS = 4, /* a small row has at most this many parts of HALF ids */
    TINY_ROW = 4,
    SMALL_ROW = PARTS * HALF,
    MEDIUM_ROW = SMALL_ROW
};

static inline __mmask8 lanes_of_half(uint64_t count)
{
    return (__mmask8)_bzhi_u32(0xFF, count < HALF ? (unsigned)count : HALF);
}

static inline uint64_t sum_of_lanes(__m256i sums)
{
    uint32_t lanes[HALF];
    uint64_t sum = 0;
    _mm256_storeu_si256((__m256i *)lanes, sums);
    for (unsigned i = 0; i < HALF; i++) sum += lanes[i];
    return sum;
}

/* All rotations of HALF ids of a row. Missing ids are replaced by 2^32 - 1, which is not an id. */
typedef struct row_part {
    __m256i turns[HALF];
} row_part;

static inline row_part part_of(const uint32_t *ids, uint64_t count)
{
    const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0); /* only the low 3 bits of each are used */
    row_part part;
    part.turns[0] = _mm256_mask_loadu_epi32(_mm256_set1_epi32(-1), lanes_of_half(count), ids);
#pragma GCC unroll 8
    for (int turn = 1; turn < HALF; turn++)
        part.turns[turn] = _mm256_permutevar8x32_epi32(part.turns[0], _mm256_add_epi32(lanes, _mm256_set1_epi32(turn)));
    return part;
}

/* Positions of consecutive edges of a row: `first` to last - 1. */
typedef struct row_edges {
    uint64_t first, last;
} row_edges;

/* Counts edges of a row whose first `count` parts stay in registers: HALF instructions compare HALF ids of a
 * neighbour's row with each part. Returns sums in lanes of 32 bits, which the matches of one row cannot overflow. */
static inline __attribute__((always_inline)) __m256i parts_in_registers(
  const row_job *job, const row_edges edges, uint32_t ahead, const row_part *parts, const int count)
{
    __m256i sums = _mm256_setzero_si256();
    for (uint64_t e = edges.first; e < edges.last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        const uint64_t end = into[1];
        uint64_t i = into[0];
        if (ahead) fetch_ahead(job, e, ahead);
        do { /* one iteration for almost all rows, also for empty ones */
            const __mmask8 lanes = lanes_of_half(end - i);
            const __m256i others = _mm256_maskz_loadu_epi32(lanes, job->into->ids + i);
            __m256i common = _mm256_setzero_si256();
#pragma GCC unroll 4
            for (int p = 0; p < count; p++)
#pragma GCC unroll 8
                for (int turn = 0; turn < HALF; turn++)
                    common = _mm256_or_si256(common, _mm256_cmpeq_epi32(others, parts[p].turns[turn]));
            sums = _mm256_mask_sub_epi32(sums, lanes, sums, common); /* a common lane is -1 */
            i += HALF;
        } while (i < end);
    }
    return sums;
}

/* Counts edges of a row of several parts. In a whole graph the row of an id contains no larger
 * ids: so an edge is compared only with the parts up to its own id. */
static inline uint64_t row_of_parts(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    const uint64_t begin = job->whole ? (uint64_t)(job->ids - job->edges->ids) + 1 : 0;
    row_part parts[PARTS];
    __m256i sums = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (int p = 0; p < PARTS; p++) {
        const uint64_t at = (uint64_t)p * HALF, next = at + HALF;
        if (at >= job->count || first >= last) break;
        parts[p] = part_of(job->ids + at, job->count - at);
        const uint64_t bound = begin + next < last && next < job->count ? begin + next : last;
        if (first >= bound || (!job->whole && next < job->count)) continue;
        sums = _mm256_add_epi32(sums, parts_in_registers(job, (row_edges){first, bound}, ahead, parts, p + 1));
        first = bound;
    }
    return sum_of_lanes(sums);
}

static uint64_t small_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    if (job->count > HALF) return row_of_parts(job, first, last, ahead);
    const row_part only = part_of(job->ids, job->count);
    return sum_of_lanes(parts_in_registers(job, (row_edges){first, last}, ahead, &only, 1));
}

typedef struct tiny_sums {
    /* 32 bits each, which cannot overflow: the tiny rows of a chunk have few matches */
    __m256i lanes;
} tiny_sums;

/* Counts the edges of a tiny row, whose ids are twice in a register. */
static inline __attribute__((always_inline)) void add_tiny_row(tiny_sums *sums, const tiny_row *row, const tg_rows into)
{
    const __mmask8 filled = (__mmask8)_bzhi_u32(0xF, (unsigned)row->count);
    const __m256i ids = _mm256_broadcast_i32x4(
      _mm_mask_loadu_epi32(_mm_set1_epi32(-1), filled, row->ids)); /* -1 is 2^32 - 1, which is not an id */
    const __m256i turns[] = {
      ids, _mm256_shuffle_epi32(ids, 0x39), _mm256_shuffle_epi32(ids, 0x4E), _mm256_shuffle_epi32(ids, 0x93)};
    for (const uint32_t *v = row->edges; v < row->edges_end; v++) {
        const uint64_t end = into.offsets[*v + UINT64_C(1)];
        uint64_t i = into.offsets[*v];
        do { /* one iteration for almost all rows, also for empty ones */
            const __mmask8 lanes = lanes_of_half(end - i);
            const __m256i others = _mm256_maskz_loadu_epi32(lanes, into.ids + i);
            __m256i common = _mm256_cmpeq_epi32(others, turns[0]);
            for (int turn = 1; turn < TINY_ROW; turn++)
                common = _mm256_or_si256(common, _mm256_cmpeq_epi32(others, turns[turn]));
            /* a common lane is -1 */
            sums->lanes = _mm256_mask_sub_epi32(sums->lanes, lanes, sums->lanes, common);
            i += HALF;
        } while (i < end);
    }
}

static inline uint64_t tiny_sum_of(tiny_sums sums)
{
    return sum_of_lanes(sums.lanes);
}

static bool stands_in(uint32_t id, const uint32_t *ids, uint64_t count)
{
    const __m512i wanted = _mm512_set1_epi32((int)id);
    __mmask16 common = 0;
    for (uint64_t i = 0; i < count; i += LANES) {
        const __mmask16 lanes = lanes_below(count - i);
        common |= _mm512_mask_cmpeq_epi32_mask(lanes, wanted, _mm512_maskz_loadu_epi32(lanes, ids + i));
    }
    return common != 0;
}

#include "cpu/intersect/stream_body.h"

/* ---- matches of a row ---- */

/* Sets places[first] to places[last - 1], the places of these matches in the row. They are among
 * the LANES ids from position `part` on. */
static inline void find_places(
  const tg_match_row *row, tg_matches *matches, uint64_t part, uint64_t first, uint64_t last)
{
    const __m512i ids = _mm512_maskz_loadu_epi32(lanes_below(row->end - part), row->rows->ids + part);
    for (uint64_t k = first; k < last; k++) {
        const __m512i wanted = _mm512_set1_epi32((int)row->rows->ids[matches->thirds[k]]);
        const unsigned lanes = _mm512_cmpeq_epi32_mask(ids, wanted);
        matches->places[k] = (uint32_t)(part - row->begin) + (uint32_t)__builtin_ctz(lanes);
    }
}

/* Finds the matches of the LANES ids from position `part` on, which stay in registers, for all
 * later edges of the row. `count` matches were found before; returns the new number. */
static inline __attribute__((always_inline)) uint64_t match_in_registers(
  const tg_match_row *row, tg_matches *matches, uint64_t part, uint64_t count, const int group)
{
    const tg_rows *rows = row->rows;
    const row_job job = {.edges = rows, .into = rows, .last_edge = rows->offsets[rows->count]};
    const __m512i nothing = _mm512_set1_epi32(-1); /* 2^32 - 1 is not an id */
    const __m512i numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m512i ids = _mm512_mask_loadu_epi32(nothing, lanes_below(row->end - part), rows->ids + part);
    __m512i turns[LANES];

    if (group == 4) ids = _mm512_broadcast_i32x4(_mm512_castsi512_si128(ids));
    if (group == 8) ids = _mm512_broadcast_i64x4(_mm512_castsi512_si256(ids));
#pragma GCC unroll 16
    for (int turn = 0; turn < group; turn++) turns[turn] = turned(ids, turn, group);
    for (uint64_t e = part + 1; e < row->end; e++) {
        const uint64_t *into = rows->offsets + rows->ids[e];
        const __m512i second = _mm512_set1_epi32((int)(e - row->begin));
        uint64_t i = into[0];
        if (row->ahead && part == row->begin) fetch_ahead(&job, e, row->ahead);
        do { /* one iteration for almost all rows, also for empty ones */
            const __mmask16 lanes = lanes_below(into[1] - i);
            const __m512i others = _mm512_maskz_loadu_epi32(lanes, rows->ids + i);
            const __m512i places = _mm512_add_epi32(numbers, _mm512_set1_epi32((int)i));
            __mmask16 shared_ids = 0;
#pragma GCC unroll 16
            for (int turn = 0; turn < group; turn++)
                shared_ids |= _mm512_mask_cmpeq_epi32_mask(lanes, others, turns[turn]);
            _mm512_storeu_si512(matches->thirds + count, _mm512_maskz_compress_epi32(shared_ids, places));
            _mm512_storeu_si512(matches->seconds + count, second);
            count += (uint64_t)__builtin_popcount(shared_ids);
            i += LANES;
        } while (i < into[1]);
    }
    return count;
}

static uint64_t row_matches(const tg_match_row *row, tg_matches *matches)
{
    uint64_t count = 0;
    for (uint64_t part = row->begin; part + 1 < row->end; part += LANES) {
        const uint64_t first = count, left = row->end - part;
        count = left <= 4   ? match_in_registers(row, matches, part, count, 4)
                : left <= 8 ? match_in_registers(row, matches, part, count, 8)
                            : match_in_registers(row, matches, part, count, LANES);
        if (row->placed) find_places(row, matches, part, first, count);
    }
    return count;
}

/* ---- hubs ---- */

typedef __m512i block;

typedef struct block_sums {
    __m512i lanes; /* 64 bits each */
} block_sums;

/* Collects the block's bits in a register, one by one. Reading a block that was just written to
 * memory would be delayed. */
static inline block gather_block(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    block ids = _mm512_setzero_si512();
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        ids = _mm512_or_si512(ids, _mm512_maskz_set1_epi64((__mmask8)(1u << (**from / 64 % TG_BLOCK_WORDS)),
                                     (long long)(UINT64_C(1) << **from % 64)));
    return ids;
}

static inline void add_shared(block_sums *sums, block ids, const uint64_t *line)
{
    const __m512i common = _mm512_and_si512(ids, _mm512_load_si512(line));
    sums->lanes = _mm512_add_epi64(sums->lanes, _mm512_popcnt_epi64(common));
}

static inline uint64_t sum_of(block_sums sums)
{
    return (uint64_t)_mm512_reduce_add_epi64(sums.lanes);
}

#include "cpu/intersect/hub_rows_body.h"

/* ---- hubs, into counters ---- */

typedef block sink_block;
#define gather_sink gather_block
#include "cpu/intersect/hub_sink_body.h"

/* Adds b and c to *plane; returns the carry. */
static inline __m512i full_add(__m512i *plane, __m512i b, __m512i c)
{
    enum { MAJORITY = 0xE8, PARITY = 0x96 }; /* truth tables of functions of three bits */
    const __m512i a = *plane;
    *plane = _mm512_ternarylogic_epi64(a, b, c, PARITY);
    return _mm512_ternarylogic_epi64(a, b, c, MAJORITY);
}

/* Adds eight blocks to the planes of level 0, and appends their carries to the next level. */
static inline void add_to_columns(tg_columns *columns, const __m512i *common)
{
    uint64_t(*planes)[TG_COLUMN_WORDS] = columns->levels[0].planes;
    __m512i ones = _mm512_load_si512(planes[0]), twos = _mm512_load_si512(planes[1]);
    __m512i fours = _mm512_load_si512(planes[2]), carries[2];
#pragma GCC unroll 2
    for (int half = 0; half < 2; half++) {
        const __m512i a = full_add(&ones, common[4 * half], common[4 * half + 1]);
        const __m512i b = full_add(&ones, common[4 * half + 2], common[4 * half + 3]);
        carries[half] = full_add(&twos, a, b);
    }
    _mm512_store_si512(tg_columns_carry(columns), full_add(&fours, carries[0], carries[1]));
    _mm512_store_si512(planes[0], ones);
    _mm512_store_si512(planes[1], twos);
    _mm512_store_si512(planes[2], fours);
    tg_columns_carried(columns);
}

/* Packs the lanes of four vectors, which must be at most 65535, into the 16-bit quarters of the
 * lanes of one vector. */
static inline __m512i in_quarters(const __m512i *sums)
{
    return _mm512_or_si512(_mm512_or_si512(sums[0], _mm512_slli_epi64(sums[1], 16)),
      _mm512_or_si512(_mm512_slli_epi64(sums[2], 32), _mm512_slli_epi64(sums[3], 48)));
}

/* Returns, in 16 bits each, the sums of the lanes of eight vectors. The sums must be at most 65535. */
static inline __m128i sums_of_eight(const __m512i *sums)
{
    const __m512i low = in_quarters(sums), high = in_quarters(sums + 4);
    const __m512i pairs = _mm512_add_epi64(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high));
    const __m256i quads = _mm256_add_epi64(_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64(pairs, 1));
    return _mm_add_epi64(_mm256_castsi256_si128(quads), _mm256_extracti128_si256(quads, 1));
}

/* Returns how many bits are set in each of eight blocks. */
static inline __m512i bits_of_eight(const __m512i *common)
{
    __m512i bits[TG_COLUMN_GROUP];
#pragma GCC unroll 8
    for (int i = 0; i < TG_COLUMN_GROUP; i++) bits[i] = _mm512_popcnt_epi64(common[i]);
    return _mm512_cvtepu16_epi64(sums_of_eight(bits));
}

/* Counts the first `count` lines of a group. It is inlined twice, so that full groups need no
 * masks. A missing line adds 0 to the first vertex. */
static inline __attribute__((always_inline)) uint64_t add_lines(
  const into_group *group, sink_block ids, const uint64_t count)
{
    __m512i common[TG_COLUMN_GROUP];
    uint64_t found[TG_COLUMN_GROUP];
#pragma GCC unroll 8
    for (uint64_t i = 0; i < TG_COLUMN_GROUP; i++) {
        const uint64_t here = 0 - (uint64_t)(i < count); /* all bits or none */
        const uint32_t v = group->edges[i & here];
        const __m512i line = _mm512_load_si512(tg_hub_bits(group->matrix, group->number, v));
        common[i] = _mm512_maskz_and_epi64((__mmask8)here, ids, line);
    }
    const __m512i sums = bits_of_eight(common);
    _mm512_storeu_si512(found, sums);
    add_to_columns(group->columns, common);
#pragma GCC unroll 8
    for (uint64_t i = 0; i < TG_COLUMN_GROUP; i++)
        group->counts[group->edges[i & (0 - (uint64_t)(i < count))]] += found[i];
    return (uint64_t)_mm512_reduce_add_epi64(sums);
}

static inline __attribute__((always_inline)) uint64_t add_group(const into_group *group, sink_block ids)
{
    return group->count == TG_COLUMN_GROUP ? add_lines(group, ids, TG_COLUMN_GROUP)
                                           : add_lines(group, ids, group->count);
}

static void bit_row_pairs(const tg_bit_row_pairs *pairs)
{
    __m512i common[TG_COLUMN_GROUP], bits[TG_COLUMN_GROUP];
    for (uint64_t first = 0; first < pairs->count; first += TG_COLUMN_GROUP) {
        const uint32_t *a = pairs->a + first, *b = pairs->b + first;
#pragma GCC unroll 8
        for (int i = 0; i < TG_COLUMN_GROUP; i++) {
            common[i] = _mm512_and_si512(_mm512_load_si512(pairs->rows + (uint64_t)a[i] * TG_COLUMN_WORDS),
              _mm512_load_si512(pairs->rows + (uint64_t)b[i] * TG_COLUMN_WORDS));
            bits[i] = _mm512_popcnt_epi64(common[i]);
        }
        _mm_storeu_si128((__m128i *)(void *)(pairs->common + first), sums_of_eight(bits));
        add_to_columns(pairs->columns, common);
    }
}

/* ---- pairs of hubs ---- */

enum { SLAB_LINES = TG_SLAB_WORDS / 8, PAIRS = 8 /* rows that are ANDed together */ };

/* Returns how many bits two rows have in common, as sums in lanes. */
static inline __attribute__((always_inline)) __m512i bits_of_pair(const __m512i *lines, const uint64_t *other)
{
    __m512i sums = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (int k = 0; k < SLAB_LINES; k++)
        sums =
          _mm512_add_epi64(sums, _mm512_popcnt_epi64(_mm512_and_si512(lines[k], _mm512_load_si512(other + 8 * k))));
    return sums;
}

static uint64_t pairs(const uint64_t *row, const uint64_t *slab, const uint32_t *ids, uint64_t count, uint32_t *support)
{
    __m512i lines[SLAB_LINES], sums[PAIRS];
    __m256i all = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int k = 0; k < SLAB_LINES; k++) lines[k] = _mm512_load_si512(row + 8 * k);
    for (uint64_t i = 0; i < count; i += PAIRS) {
        const uint64_t left = count - i;
        if (left >= PAIRS) {
#pragma GCC unroll 8
            for (int j = 0; j < PAIRS; j++) sums[j] = bits_of_pair(lines, slab + (uint64_t)ids[i + j] * TG_SLAB_WORDS);
        } else {
            for (uint64_t j = 0; j < PAIRS; j++)
                sums[j] =
                  j < left ? bits_of_pair(lines, slab + (uint64_t)ids[i + j] * TG_SLAB_WORDS) : _mm512_setzero_si512();
        }
        const __mmask8 lanes = (__mmask8)_bzhi_u32(0xFF, left < PAIRS ? (unsigned)left : PAIRS);
        const __m256i found = _mm256_cvtepu16_epi32(sums_of_eight(sums));
        _mm256_mask_storeu_epi32(
          support + i, lanes, _mm256_add_epi32(found, _mm256_maskz_loadu_epi32(lanes, support + i)));
        all = _mm256_add_epi32(all, found);
    }
    return sum_of((block_sums){_mm512_cvtepu32_epi64(all)});
}

/* ---- wedges of hubs ---- */

/* Looks up LANES ids at a time. */
static inline uint64_t look_up_hub(
  const tg_hub_wedges *job, const uint32_t *ids, uint64_t j, uint32_t *support, uint32_t *thirds)
{
    const uint64_t before = tg_hub_words_before(ids[j]);
    const __m512i none = _mm512_setzero_si512(), one = _mm512_set1_epi32(1);
    uint64_t found = 0;
    for (uint64_t i = 0; i < j; i += LANES) {
        const __mmask16 lanes = lanes_below(j - i);
        const __m512i id = _mm512_maskz_loadu_epi32(lanes, ids + i);
        const __m512i word = _mm512_srli_epi32(id, 5); /* the number of a word of 32 ids */
        const __m512i bit = _mm512_sllv_epi32(one, _mm512_and_si512(id, _mm512_set1_epi32(31)));
        const __m512i bits = _mm512_mask_i32gather_epi32(none, lanes, word, job->words.bits + before, 4);
        const __mmask16 common = _mm512_test_epi32_mask(bits, bit);
        if (common == 0) continue;
        const __m512i places = _mm512_mask_i32gather_epi32(none, common, word, job->words.places + before, 4);
        const __m512i below = _mm512_and_si512(bits, _mm512_sub_epi32(bit, one));
        _mm512_storeu_si512(
          thirds + found, _mm512_maskz_compress_epi32(common, _mm512_add_epi32(places, _mm512_popcnt_epi32(below))));
        const __m512i counts = _mm512_maskz_loadu_epi32(lanes, support + i);
        _mm512_mask_storeu_epi32(support + i, lanes, _mm512_mask_add_epi32(counts, common, counts, one));
        found += (uint64_t)__builtin_popcount(common);
    }
    return found;
}

#include "cpu/intersect/hub_wedges_body.h"

/* ---- hubs, listed ---- */

/* Lists the numbers of the set bits of a word whose first bit has number `first`; returns how many were listed. */
static inline uint64_t numbers_of(uint64_t bits, uint32_t first, uint32_t *common)
{
    const __m512i bytes = _mm512_set_epi64(0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928,
      0x2726252423222120, 0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100);
    const __m512i base = _mm512_set1_epi32((int)first);
    __m512i numbers = _mm512_maskz_compress_epi8(bits, bytes);
    const uint64_t count = (uint64_t)__builtin_popcountll(bits);
    _mm512_storeu_si512(common, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(numbers))));
    for (uint64_t done = LANES; done < count; done += LANES) {
        numbers = _mm512_alignr_epi32(numbers, numbers, 4);
        _mm512_storeu_si512(
          common + done, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(numbers))));
    }
    return count;
}

static uint64_t common_bits(const tg_bit_blocks *sets, uint32_t *common)
{
    uint64_t count = 0;
    for (uint64_t k = 0; k < sets->count; k++) {
        const uint64_t first = (uint64_t)sets->blocks[k] * TG_BLOCK_WORDS;
        const __m512i both = _mm512_and_si512(_mm512_load_si512(sets->a + first), _mm512_load_si512(sets->b + first));
        unsigned some = _mm512_test_epi64_mask(both, both);
        for (; some; some &= some - 1) {
            const uint64_t w = first + (uint64_t)__builtin_ctz(some);
            count += numbers_of(sets->a[w] & sets->b[w], (uint32_t)(w * 64), common + count);
        }
    }
    return count;
}

const tg_kernels tg_kernels_avx512 = {.isa = TG_ISA_AVX512, TG_KERNELS_OF_FILE, .common = common, .pair_cost = 0.9};
#else
typedef int tg_no_empty_file;
#endif
