/* narrow.c - peels in little memory. */
#include "cpu/truss/narrow.h"

#include <string.h>

#include "base/memory.h"

enum {
    WORD_BITS = 64,
    EDGE_BYTES = sizeof(uint32_t) + sizeof(uint16_t), /* an id and a support */
    WORDS_AT_ONCE = 1024
};

/* ---- memory ---- */

/* Returns how many threads peel: their places take at most half as much as ids and supports. */
static uint32_t threads_of(const tricorn_context *context, uint64_t edges, uint64_t vertices)
{
    return tg_leaving_threads(context, edges * EDGE_BYTES / 2, vertices);
}

uint64_t tg_narrow_bytes(const tricorn_context *context, uint64_t edges, uint64_t vertices, uint64_t wide)
{
    return edges * EDGE_BYTES + wide * TG_WIDE_BYTES + vertices * (sizeof(uint64_t) + sizeof(uint32_t)) +
           tg_leaving_bytes(edges, vertices, threads_of(context, edges, vertices));
}

static void lower(const void *support, uint64_t edge)
{
    tg_narrow_support_lower(support, edge);
}

static void see_rows(tg_narrow *own)
{
    own->round.rows = (tg_rows){own->vertices, own->offsets, own->ids};
}

tricorn_status tg_narrow_create(tricorn_context *context, uint64_t wide, tg_narrow *own)
{
    own->edges_left = own->edges;
    own->round.threads = threads_of(context, own->edges, own->vertices);
    own->round.lower = lower;
    own->round.support = &own->support;
    TG_DO(TG_ALLOC(context, (uint64_t)own->vertices + 1, &own->offsets));
    TG_DO(TG_ALLOC(context, own->edges + 1, &own->ids));
    TG_DO(TG_ALLOC(context, (uint64_t)own->vertices + 1, &own->labels));
    TG_DO(tg_narrow_support_create(context, own->edges, wide, &own->support));
    TG_DO(tg_leaving_create(context, own->edges, own->vertices, &own->round));
    see_rows(own);
    return TRICORN_OK;
}

void tg_narrow_free(tg_narrow *own)
{
    tg_leaving_free(&own->round);
    tg_narrow_support_free(&own->support);
    tg_free(own->labels);
    tg_free(own->ids);
    tg_free(own->offsets);
}

/* ---- the edges of a round ---- */

/* Whether one of 64 supports is at most `limit`. */
static bool any_low(const uint16_t *of, uint16_t limit)
{
    uint16_t low = 0;
    for (uint32_t i = 0; i < WORD_BITS; i++) low |= of[i] <= limit;
    return low > 0;
}

/* Returns the bits of those of up to 64 edges that are in at most `limit` triangles. */
static uint64_t low_edges(const tg_narrow_support *support, uint64_t first, uint64_t count, uint32_t limit)
{
    const uint16_t *of = support->of + first;
    uint64_t bits = 0;
    if (limit < support->most && count == WORD_BITS && !any_low(of, (uint16_t)limit)) return 0;
    for (uint64_t i = 0; i < count; i++) bits |= (uint64_t)(of[i] <= limit) << i;
    if (limit < support->most) return bits;
    for (uint64_t i = 0; i < count; i++)
        if (tg_narrow_support_get(support, first + i) > limit) bits &= ~(UINT64_C(1) << i);
    return bits;
}

/* Raises the narrow supports of edges that leave, so that any_low() does not find them again. */
static void raise(const tg_narrow_support *support, uint64_t first, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        uint16_t *of = support->of + first + (uint64_t)__builtin_ctzll(bits);
        if (*of < support->most) *of = (uint16_t)(support->most - 1);
    }
}

uint64_t tg_narrow_select(tg_narrow *own, uint32_t limit)
{
    const uint64_t words = tg_bit_words(own->edges);
    uint64_t selected = 0;
#pragma omp parallel for num_threads((int)own->round.threads) reduction(+ : selected) schedule(static, WORDS_AT_ONCE)
    for (uint64_t word = 0; word < words; word++) {
        const uint64_t first = word * WORD_BITS, left = own->edges - first;
        const uint64_t bits =
          low_edges(&own->support, first, left < WORD_BITS ? left : WORD_BITS, limit) & own->round.left[word];
        own->round.leaving[word] = bits;
        raise(&own->support, first, bits);
        selected += (uint64_t)__builtin_popcountll(bits);
    }
    if (selected > 0) tg_leaving_begin(&own->round);
    return selected;
}

tricorn_status tg_narrow_remove(tricorn_context *context, tg_narrow *own, uint64_t selected)
{
    TG_DO(tg_leaving_remove(context, &own->round, selected));
    tg_narrow_support_settle(&own->support);
    own->edges_left -= selected;
    return TRICORN_OK;
}

/* ---- compacting ---- */

/* Frees the end of a block. If the block cannot shrink, it stays as it is. */
#define SHRINK(context, count, block) \
    if (TG_REALLOC(context, count, block) != TRICORN_OK) (context)->limit_reached = false

/* Numbers the vertices that have an edge anew: sets numbers[v] to 1 + the number of vertex v, and
 * to 0 for the others. All are 0 before. */
static void number_vertices(tg_narrow *own, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t u = 0; u < own->vertices; u++)
        for (uint64_t e = own->offsets[u]; e < own->offsets[u + 1]; e++)
            if (tg_bit_is_set(own->round.left, e)) numbers[u] = numbers[own->ids[e]] = 1;
    for (uint32_t v = 0; v < own->vertices; v++) {
        if (numbers[v] == 0) continue;
        own->labels[count] = own->labels[v];
        numbers[v] = ++count;
    }
}

void tg_narrow_compact(tricorn_context *context, tg_narrow *own)
{
    uint32_t *numbers = own->round.places[0], last = 0;
    uint64_t to = 0, from = 0;
    number_vertices(own, numbers);
    tg_narrow_support_compact(&own->support, own->round.left, own->edges);
    for (uint32_t u = 0; u < own->vertices; u++) {
        const uint64_t end = own->offsets[u + 1];
        for (; from < end; from++) {
            own->ids[to] = numbers[own->ids[from]] - 1;
            to += tg_bit_is_set(own->round.left, from);
        }
        if (numbers[u] > 0) own->offsets[last = numbers[u]] = to;
    }
    memset(numbers, 0, own->vertices * sizeof *numbers);
    memset(own->round.left, -1, tg_bit_words(to) * sizeof *own->round.left);
    own->edges = to;
    own->vertices = last;
    SHRINK(context, to + 1, &own->ids);
    SHRINK(context, to + 1, &own->support.of);
    SHRINK(context, tg_bit_words(to), &own->round.left);
    SHRINK(context, tg_bit_words(to), &own->round.leaving);
    SHRINK(context, (uint64_t)last + 1, &own->offsets);
    SHRINK(context, (uint64_t)last + 1, &own->labels);
    for (uint32_t t = 0; t < own->round.threads; t++) SHRINK(context, (uint64_t)last + 1, &own->round.places[t]);
    see_rows(own);
}
