/* trix.c - peels with the oriented rows only, as TriX does: each round finds every triangle
 * again.
 *
 * - Beside the rows, it stores for each edge, by position, the support and a bit that tells
 *   whether the edge was removed: so no edge is looked up by its ends.  A second bit is set
 *   during the round that removes the edge.
 * - It needs less memory than all other methods.
 *
 * Source: Hu, Liu, Huang, "TriX: Triangle Counting at Extreme Scale", HPEC 2017, section VI.
 */
#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "task/truss.h"

enum { WORD_BITS = 64, WORDS_AT_ONCE = 1024, ROWS_AT_ONCE = 64 };

typedef struct trix {
    tricorn_context *context;
    const tg_rows *rows;
    uint32_t *support;
    uint64_t edges, words;
    uint64_t *removed; /* a bit for each edge that an earlier round removed */
    uint64_t *now;     /* a bit for each edge that this round removes */
    /* for each thread and vertex: 1 + the vertex's place in the present row, or 0 if it is not in
     * that row */
    uint32_t **places;
    uint32_t limit; /* edges in at most this many triangles are removed */
} trix;

static inline bool is_set(const uint64_t *bits, uint64_t e)
{
    return bits[e / WORD_BITS] >> e % WORD_BITS & 1;
}

/* Sets a bit in `now` for each edge that this round removes; returns their number. */
static uint64_t select_edges(const trix *own)
{
    uint64_t selected = 0;
#pragma omp parallel for num_threads((int)own->context->threads) reduction(+ : selected)         \
    schedule(static, WORDS_AT_ONCE)
    for (uint64_t word = 0; word < own->words; word++) {
        const uint64_t first = word * WORD_BITS, left = own->edges - first;
        const uint32_t count = left < WORD_BITS ? (uint32_t)left : WORD_BITS;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < count; i++)
            bits |= (uint64_t)(own->support[first + i] <= own->limit) << i;
        bits &= ~own->removed[word];
        own->now[word] = bits;
        selected += (uint64_t)__builtin_popcountll(bits);
    }
    return selected;
}

/* Subtracts a triangle from the support of an edge, which does not fall below the limit. */
static void subtract_triangle(uint32_t *support, uint32_t limit)
{
    uint32_t value = __atomic_load_n(support, __ATOMIC_RELAXED);
    while (value > limit && !__atomic_compare_exchange_n(support, &value, value - 1, true,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* Removes a triangle if this round removes one of its edges.  None of them was removed before. */
static void remove_triangle(const trix *own, const uint64_t edges[3])
{
    const bool now[3] = {is_set(own->now, edges[0]), is_set(own->now, edges[1]),
                         is_set(own->now, edges[2])};
    if (!now[0] && !now[1] && !now[2]) return;
    for (int i = 0; i < 3; i++)
        if (!now[i]) subtract_triangle(own->support + edges[i], own->limit);
}

/* Finds the triangles u > v > w of row u.  `places` contains the ids of row u that are not
 * removed. */
static void visit_row(const trix *own, uint32_t u, const uint32_t *places)
{
    const uint64_t *offsets = own->rows->offsets;
    const uint32_t *ids = own->rows->ids;
    for (uint64_t uv = offsets[u]; uv < offsets[u + 1]; uv++) {
        if (is_set(own->removed, uv)) continue;
        for (uint64_t vw = offsets[ids[uv]]; vw < offsets[ids[uv] + 1]; vw++) {
            const uint32_t place = places[ids[vw]];
            if (place == 0 || is_set(own->removed, vw)) continue;
            remove_triangle(own, (uint64_t[]){uv, offsets[u] + place - 1, vw});
        }
    }
}

/* Sets the places of row u, visits its triangles, and clears the places. */
static void count_row(const trix *own, uint32_t u, uint32_t *places)
{
    const uint64_t begin = own->rows->offsets[u], end = own->rows->offsets[u + 1];
    const uint32_t *ids = own->rows->ids;
    uint32_t marked = 0;
    for (uint64_t e = begin; e < end; e++) {
        const bool left = !is_set(own->removed, e);
        places[ids[e]] = left ? (uint32_t)(e - begin) + 1 : 0;
        marked += left;
    }
    if (marked > 1) visit_row(own, u, places);
    for (uint64_t e = begin; e < end; e++) places[ids[e]] = 0;
}

/* Subtracts the triangles that this round removes.  Returns false if the caller of the library
 * has cancelled. */
static bool count_down(const trix *own)
{
    tricorn_context *context = own->context;
#pragma omp parallel num_threads((int)context->threads)
    {
        uint32_t *places = own->places[omp_get_thread_num()];
#pragma omp for schedule(dynamic, ROWS_AT_ONCE) nowait
        for (uint32_t u = 0; u < own->rows->count; u++)
            if (!tg_cancelled(context)) count_row(own, u, places);
        tg_work_add(context, 0);
    }
    return !tg_cancelled(context);
}

/* Removes the edges that are in too few triangles, round by round, until none are left. */
static tricorn_status peel_level(const trix *own, uint64_t *left, tg_peeled *peeled)
{
    for (;;) {
        const uint64_t selected = select_edges(own);
        if (selected == 0) return TRICORN_OK;
        if (!count_down(own)) return tg_check_cancelled(own->context);
        for (uint64_t word = 0; word < own->words; word++) own->removed[word] |= own->now[word];
        *left -= selected;
        peeled->rounds++;
        if (tg_work_add(own->context, selected)) return tg_check_cancelled(own->context);
    }
}

static tricorn_status allocate(trix *own)
{
    tricorn_context *context = own->context;
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, own->words, &own->removed));
    TG_TRY(TG_ALLOC_ZERO(context, own->words, &own->now));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &own->places));
    for (uint32_t t = 0; t < context->threads; t++)
        TG_TRY(TG_ALLOC_ZERO(context, own->rows->count, &own->places[t]));
cleanup:
    return status;
}

static void release(const trix *own)
{
    for (uint32_t t = 0; own->places && t < own->context->threads; t++) tg_free(own->places[t]);
    tg_free(own->places);
    tg_free(own->removed);
    tg_free(own->now);
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = job->rows->offsets[job->rows->count];
    uint64_t left = edges;
    trix own = {.context = context,
                .rows = job->rows,
                .support = job->support,
                .edges = edges,
                .words = (edges + WORD_BITS - 1) / WORD_BITS};

    tg_work_begin(context, "peeling", edges);
    TG_TRY(allocate(&own));
    for (uint32_t k = job->level ? job->level : 2; left > 0; k++) {
        own.limit = k - 2;
        TG_TRY(peel_level(&own, &left, &job->peeled));
        if (job->level) break;
    }
cleanup:
    release(&own);
    return status;
}

const tg_truss_method tg_truss_trix = {
    .name = "trix",
    .summary = "finds all triangles again in each round, on the oriented rows alone",
    .peel = peel,
};
