/* leaving.h - finds the triangles of the edges that leave in a round of peeling, on the oriented rows, with two bits
 * for each edge and one for each vertex.
 *
 * - A triangle with an edge that leaves is found once, at the row of its largest vertex, and no
 *   other triangle is.
 * - An edge that has left stays in its row.
 *
 * Source: Hu, Kumar, Swope, Huang, "TriX: Triangle Counting at Extreme Scale", HPEC 2017, section VI.
 */
#pragma once

#include "base/context.h"
#include "graph/graph.h"

typedef struct tg_leaving {
    tg_rows rows;
    uint64_t *left; /* a bit for each edge: it has not left before this round */
    uint64_t *leaving; /* a bit for each edge: it leaves in this round */
    uint64_t *rows_leaving; /* a bit for each row: an edge of it leaves in this round */
    /* For each thread and vertex: 1 + the vertex's place in the present row, 0 outside of it. */
    uint32_t **places;
    uint32_t threads; /* how many threads peel */
    /* Subtracts 1 from the support of an edge that stays. Any thread may call it. */
    void (*lower)(const void *support, uint64_t edge);
    const void *support;
} tg_leaving;

/* Returns how many words have at least one bit more than `bits`. */
static inline uint64_t tg_bit_words(uint64_t bits)
{
    enum { WORD_BITS = 64 };
    return bits / WORD_BITS + 1;
}

static inline bool tg_bit_is_set(const uint64_t *bits, uint64_t i)
{
    enum { WORD_BITS = 64 };
    return bits[i / WORD_BITS] >> i % WORD_BITS & 1;
}

/* Returns the first bit from `from` to end - 1 that is set; `end` if none is. */
static inline uint64_t tg_next_bit(const uint64_t *bits, uint64_t from, uint64_t end)
{
    enum { WORD_BITS = 64 };
    if (from >= end) return end;
    uint64_t word = from / WORD_BITS, found = bits[word] >> from % WORD_BITS << from % WORD_BITS;
    while (found == 0) {
        if (++word * WORD_BITS >= end) return end;
        found = bits[word];
    }
    const uint64_t bit = word * WORD_BITS + (uint64_t)__builtin_ctzll(found);
    return bit < end ? bit : end;
}

/* Returns how many of the context's threads may peel, at least one, if their places are to take at most `bytes`. */
uint32_t tg_leaving_threads(const tricorn_context *context, uint64_t bytes, uint64_t vertices);

/* Returns how many bytes tg_leaving_create allocates. */
uint64_t tg_leaving_bytes(uint64_t edges, uint64_t vertices, uint32_t threads);

/* Allocates for own->threads and for this number of edges and vertices; no edge has left.
 * tg_leaving_free() must be called also after a failure. */
tricorn_status tg_leaving_create(tricorn_context *context, uint64_t edges, uint64_t vertices, tg_leaving *own);
void tg_leaving_free(tg_leaving *own);

/* Begins a round, for the edges in own->leaving: sets own->rows_leaving. */
void tg_leaving_begin(tg_leaving *own);

/* Lowers the supports of the edges that stay by the triangles that the round removes, then
 * clears the bits of the edges that leave in own->left. Reports `selected` edges, those that
 * leave, as progress. Errors: TRICORN_CANCELLED. */
tricorn_status tg_leaving_remove(tricorn_context *context, tg_leaving *own, uint64_t selected);
