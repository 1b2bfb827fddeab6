/* kernels_portable.c - plain C, for every CPU; what the other variants are compared with. */
#include "cpu/intersect/intersect.h"

#include <string.h>

#include "cpu/intersect/merge.h"
#include "cpu/intersect/stream_row.h"

/* ---- two rows ----------------------------------------------------------------------------- */

static uint64_t shared(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    return tg_shared_of_unlike(a, a_count, b, b_count, tg_merge);
}

/* ---- streams ------------------------------------------------------------------------------ */

enum { SMALL_ROW = 8 };

static uint64_t small_row(const row_job *job, uint64_t first, uint64_t last, uint32_t ahead)
{
    uint64_t found = 0;
    for (uint64_t e = first; e < last; e++) {
        const uint64_t *into = job->into->offsets + job->edges->ids[e];
        if (ahead) fetch_ahead(job, e, ahead);
        found += tg_merge(job->ids, job->count, job->into->ids + into[0], into[1] - into[0]);
    }
    return found;
}

static bool stands_in(uint32_t id, const uint32_t *ids, uint64_t count)
{
    const uint64_t at = tg_lower_bound(ids, count, id);
    return at < count && ids[at] == id;
}

#include "cpu/intersect/stream_body.h"

/* ---- hubs --------------------------------------------------------------------------------- */

typedef struct block {
    uint64_t words[TG_BLOCK_WORDS];
} block;

typedef uint64_t block_sums;

static inline block gather_block(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    block ids = {{0}};
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        ids.words[**from / 64 % TG_BLOCK_WORDS] |= UINT64_C(1) << **from % 64;
    return ids;
}

/* Bits of each byte, in that byte: at most 8.
 * Source: Warren, "Hacker's Delight", section 5-1. */
static inline uint64_t bits_of_bytes(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

static inline void add_shared(block_sums *sums, block ids, const uint64_t *line)
{
    const uint64_t even_bytes = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t bytes = 0; /* at most 8 * TG_BLOCK_WORDS = 64 each */
    for (unsigned w = 0; w < TG_BLOCK_WORDS; w++) bytes += bits_of_bytes(ids.words[w] & line[w]);
    bytes = (bytes & even_bytes) + (bytes >> 8 & even_bytes); /* four sums of 16 bits */
    *sums += (bytes * UINT64_C(0x0001000100010001)) >> 48;
}

static inline uint64_t sum_of(block_sums sums)
{
    return sums;
}

#include "cpu/intersect/hub_rows_body.h"

const tg_kernels tg_kernels_portable = {
    .name = "portable", .shared = shared, .stream = stream, .hub_rows = hub_rows};
