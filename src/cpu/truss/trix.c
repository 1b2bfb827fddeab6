/* trix.c - peels with the oriented rows only, as TriX does: each round finds the triangles of the edges that it
 * removes.
 *
 * - Beside the rows, it stores for each edge, by position, the support and two bits: so no edge
 *   is looked up by its ends.
 * - It needs less memory than the other methods of graphs in memory.
 *
 * Source: Hu, Kumar, Swope, Huang, "TriX: Triangle Counting at Extreme Scale", HPEC 2017, section VI.
 */
#include "base/memory.h"
#include "cpu/truss/leaving.h"
#include "task/truss.h"

enum { WORD_BITS = 64, WORDS_AT_ONCE = 1024 };

typedef struct trix {
    uint32_t *support;
    uint64_t edges;
    uint32_t limit; /* edges in at most this many triangles are removed */
    tg_leaving round;
} trix;

/* Sets a bit for each edge that this round removes; returns their number. */
static uint64_t select_edges(trix *own)
{
    const uint64_t words = tg_bit_words(own->edges);
    uint64_t selected = 0;
#pragma omp parallel for num_threads((int)own->round.threads) reduction(+ : selected) schedule(static, WORDS_AT_ONCE)
    for (uint64_t word = 0; word < words; word++) {
        const uint64_t first = word * WORD_BITS, left = own->edges - first;
        const uint32_t count = left < WORD_BITS ? (uint32_t)left : WORD_BITS;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < count; i++) bits |= (uint64_t)(own->support[first + i] <= own->limit) << i;
        bits &= own->round.left[word];
        own->round.leaving[word] = bits;
        selected += (uint64_t)__builtin_popcountll(bits);
    }
    return selected;
}

/* Subtracts a triangle from the support of an edge, which does not fall below the limit. */
static void lower(const void *user, uint64_t edge)
{
    const trix *own = user;
    uint32_t *support = own->support + edge;
    uint32_t value = __atomic_load_n(support, __ATOMIC_RELAXED);
    while (value > own->limit &&
           !__atomic_compare_exchange_n(support, &value, value - 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* Removes the edges that are in too few triangles, round by round, until none are left. */
static tricorn_status peel_level(tricorn_context *context, trix *own, uint64_t *left, tg_peeled *peeled)
{
    for (uint64_t selected; (selected = select_edges(own)) > 0; *left -= selected) {
        tg_leaving_begin(&own->round);
        TG_DO(tg_leaving_remove(context, &own->round, selected));
        peeled->rounds++;
    }
    return TRICORN_OK;
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t vertices = job->rows->count;
    uint64_t left = job->rows->offsets[vertices];
    trix own = {.support = job->support, .edges = left, .round = {.rows = *job->rows, .lower = lower}};

    own.round.support = &own;
    /* places of at most the size of the supports: other methods are for ample memory */
    own.round.threads = tg_leaving_threads(context, left * sizeof *own.support, vertices);
    tg_work_begin(context, "peeling", left);
    TG_TRY(tg_leaving_create(context, left, vertices, &own.round));
    for (uint32_t k = job->level ? job->level : 2; left > 0; k++) {
        own.limit = k - 2;
        TG_TRY(peel_level(context, &own, &left, &job->peeled));
        if (job->level) break;
    }
cleanup:
    tg_leaving_free(&own.round);
    return status;
}

const tg_truss_method tg_truss_trix = {
  .name = "trix",
  .summary = "finds the triangles of the edges of a round on the oriented rows alone",
  .peel = peel,
};
