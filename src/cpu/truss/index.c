/* index.c - peels with lists of the triangles of each edge.
 *
 * Nothing is looked up while edges are removed. So this is the fastest method for graphs of few
 * triangles, whose lists are short and fit into memory.
 */
#include "base/memory.h"
#include "cpu/truss/lists.h"
#include "cpu/truss/rounds.h"

enum {
    /* at most this many entries of lists per edge: writing more takes longer than look-ups */
    MOST_ENTRIES = 7,
    /* one thread removes a round of at most this many edges; each takes about 0.05 microseconds */
    FEW_EDGES = 512,
    ROOM_SHARE = 2 /* lists may use 1/ROOM_SHARE of the free memory */
};

static inline __attribute__((always_inline)) void fetch_ahead(
  const tg_truss_lists *lists, const tg_round_part *part, uint64_t i)
{
    if (i + 2 * TG_ROUND_AHEAD < part->count) __builtin_prefetch(lists->offsets + part->edges[i + 2 * TG_ROUND_AHEAD]);
    if (i + TG_ROUND_AHEAD < part->count)
        __builtin_prefetch(lists->pairs + lists->offsets[part->edges[i + TG_ROUND_AHEAD]]);
}

/* Visits the triangles of each edge, until all of its remaining ones are found. */
static void remove_part(const tg_rounds *rounds, const tg_round_part *part, tg_remover *to)
{
    const tg_truss_lists *lists = rounds->user;
    for (uint64_t i = part->first; i < part->last; i++) {
        const uint32_t edge = part->edges[i];
        uint32_t left = rounds->support[edge];
        fetch_ahead(lists, part, i);
        for (const tg_edge_pair *at = lists->pairs + lists->offsets[edge]; left > 0; at++)
            left -= tg_remove_triangle(rounds, edge, at->a, at->b, to);
    }
}

/* Sets the states of all edges. Edges in no triangle are TG_EDGE_REMOVED from the beginning. */
static void make_states(tg_rounds *rounds)
{
    uint64_t left = 0;
#pragma omp parallel for num_threads((int)rounds->context->threads) reduction(+ : left)
    for (uint64_t e = 0; e < rounds->edges; e++) {
        const bool kept = rounds->support[e] > 0;
        rounds->states[e] = kept ? TG_EDGE_LIVE : TG_EDGE_REMOVED;
        left += kept;
    }
    rounds->left = left;
}

static bool pays(const tricorn_context *context, const tg_peel *job)
{
    const uint64_t edges = job->rows->offsets[job->rows->count];
    uint64_t entries;
    return tg_truss_lists_entries(context, job, &entries) && entries <= edges * MOST_ENTRIES &&
           tg_truss_lists_bytes(context, job->rows, entries) + edges + tg_rounds_bytes(context, edges) <=
             tg_memory_room(context->memory) / ROOM_SHARE;
}

static tricorn_status check_entries(tricorn_context *context, const tg_peel *job)
{
    uint64_t entries;
    if (tg_truss_lists_entries(context, job, &entries)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the triangles of the edges have more than 2^32 - 2 entries in an index: "
      "choose another method than 'index' by %s",
      TG_OPTION("method"));
}

static tricorn_status peel_levels(tg_rounds *rounds, tg_peel *job)
{
    for (uint32_t k = job->level ? job->level : 2; rounds->done < rounds->left; k++) {
        TG_DO(tg_rounds_level(rounds, k, &job->peeled));
        if (job->level) break;
    }
    return TRICORN_OK;
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_lists lists = {0};
    tg_rounds rounds = {.context = context,
      .support = job->support,
      .edges = job->rows->offsets[job->rows->count],
      .few = FEW_EDGES,
      .user = &lists,
      .remove = remove_part};
    tg_work_begin(context, "peeling", rounds.edges);
    if (rounds.edges == 0) return TRICORN_OK;
    TG_TRY(check_entries(context, job));
    TG_TRY(TG_ALLOC(context, rounds.edges, &rounds.states));
    make_states(&rounds);
    TG_TRY(tg_truss_lists_create(context, job, &lists));
    TG_TRY(tg_rounds_create(&rounds));
    if (tg_work_add(context, rounds.edges - rounds.left)) TG_TRY(tg_check_cancelled(context));
    TG_TRY(peel_levels(&rounds, job));
cleanup:
    tg_rounds_free(&rounds);
    tg_truss_lists_free(&lists);
    tg_free(rounds.states);
    return status;
}

const tg_truss_method tg_truss_index = {
  .name = "index",
  .summary = "lists the triangles of each edge, where there are few",
  .pays = pays,
  .peel = peel,
};
