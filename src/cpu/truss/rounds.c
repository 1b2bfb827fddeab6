/* rounds.c - finds the edges of each level, and removes them round by round.
 *
 * - Edges whose support is near the limit are listed once for several levels, so that not every
 *   level has to check all edges.
 * - Threads claim chunks of a round. A round of few edges is removed by one thread.
 */
#include "cpu/truss/rounds.h"

#include <omp.h>

#include "base/memory.h"

enum {
    LEAST_CHUNK = 32, /* edges of a round that a thread claims at a time, at least, */
    MOST_CHUNK = 1024, /* and at most; memory is prefetched within a chunk only */
    /* chunks per thread in a round, so that all threads end at about the same time */
    CHUNKS = 16,
    EDGES_AT_ONCE = 4096, /* edges that a thread checks at a time for a new level */
    NEAR_LEVELS = 8, /* edges are near if they belong to one of this many next levels; */
    NEAR_SHARE = 8 /* they are listed if they are at most 1/NEAR_SHARE of all edges */
};

/* ---- a round ---- */

static uint64_t chunk_of(const tg_rounds *own, uint64_t count)
{
    const uint64_t chunk = count / (CHUNKS * own->context->threads);
    if (chunk < LEAST_CHUNK) return LEAST_CHUNK;
    return chunk < MOST_CHUNK ? chunk : MOST_CHUNK;
}

/* Removes the edges of a round: subtracts their triangles from the supports of other edges. */
static void remove_round(tg_rounds *own, uint64_t count)
{
    const uint32_t *round = own->removal.queue.edges + own->removed;
    const int threads = count <= own->few ? 1 : (int)own->context->threads;
    const uint64_t chunk = chunk_of(own, count);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t first = 0; first < count; first += chunk) {
        const uint64_t last = count - first < chunk ? count : first + chunk;
        const tg_round_part part = {round, first, last, count};
        if (!tg_cancelled(own->context)) own->remove(own, &part, own->removers[omp_get_thread_num()]);
    }
    tg_subtract_all(own->removers, (uint32_t)threads);
    own->removed += count;
    own->done += count;
}

/* Gives the edges that rounds have removed the state and the support of removed edges. */
static void settle(tg_rounds *own)
{
    const uint32_t *edges = own->removal.queue.edges;
    const uint64_t count = own->removed - own->settled;
    const int threads = count <= EDGES_AT_ONCE ? 1 : (int)own->context->threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t i = own->settled; i < own->removed; i++) {
        own->states[edges[i]] = TG_EDGE_REMOVED;
        own->support[edges[i]] = own->removal.limit;
    }
    own->settled = own->removed;
}

/* Begins the next round of a level. When the numbers end, the round gets number 1 again. */
static void begin_round(tg_rounds *own)
{
    tg_removal_queue *removal = &own->removal;
    if (++removal->round < TG_EDGE_LIVE - 1) return;
    settle(own);
    for (uint64_t i = own->removed; i < removal->queue.tail; i++) own->states[removal->queue.edges[i]] = 1;
    removal->round = 1;
}

/* ---- levels ---- */

/* Appends an edge to the queue, for the first round of a level. */
static void queue_edge(tg_rounds *own, uint32_t edge, tg_pushes *to)
{
    own->states[edge] = 1;
    tg_push(to, &own->removal.queue, edge);
}

/* Checks all edges, and appends those of the level to the queue. Returns the number of near edges. */
static uint64_t queue_of_all(tg_rounds *own)
{
    tg_removal_queue *removal = &own->removal;
    uint64_t near = 0;
#pragma omp parallel num_threads((int)own->context->threads) reduction(+ : near)
    {
        tg_pushes *to = &own->removers[omp_get_thread_num()]->pushes;
#pragma omp for schedule(static, EDGES_AT_ONCE) nowait
        for (uint64_t e = 0; e < own->edges; e++) {
            if (own->support[e] > removal->near || own->states[e] != TG_EDGE_LIVE) continue;
            if (own->support[e] > removal->limit)
                near++;
            else
                queue_edge(own, (uint32_t)e, to);
        }
        tg_push_all(to, &removal->queue);
    }
    return near;
}

/* Lists the near edges. */
static void list_near(tg_rounds *own)
{
    tg_removal_queue *removal = &own->removal;
    removal->nears.tail = 0;
#pragma omp parallel num_threads((int)own->context->threads)
    {
        tg_pushes *to = &own->removers[omp_get_thread_num()]->nears;
#pragma omp for schedule(static, EDGES_AT_ONCE) nowait
        for (uint64_t e = 0; e < own->edges; e++)
            if (own->support[e] > removal->limit && own->support[e] <= removal->near && own->states[e] == TG_EDGE_LIVE)
                tg_push(to, &removal->nears, (uint32_t)e);
        tg_push_all(to, &removal->nears);
    }
}

/* Checks the near edges, and appends those of the level to the queue. */
static void queue_of_near(tg_rounds *own)
{
    tg_removal_queue *removal = &own->removal;
    const uint64_t count = removal->nears.tail;
    const int threads = count <= EDGES_AT_ONCE ? 1 : (int)own->context->threads;
#pragma omp parallel num_threads(threads)
    {
        tg_pushes *to = &own->removers[omp_get_thread_num()]->pushes;
#pragma omp for schedule(static, EDGES_AT_ONCE) nowait
        for (uint64_t i = 0; i < count; i++) {
            const uint32_t e = removal->nears.edges[i];
            if (own->support[e] <= removal->limit && own->states[e] == TG_EDGE_LIVE) queue_edge(own, e, to);
        }
        tg_push_all(to, &removal->queue);
    }
}

/* Begins a level. If too many edges are near, they are not listed, because listing them would
 * take longer than checking all edges again. */
static void begin_level(tg_rounds *own)
{
    tg_removal_queue *removal = &own->removal;
    removal->queue.tail = own->removed = own->settled = 0;
    removal->round = 0;
    if (own->is_listed && removal->limit < removal->near) {
        queue_of_near(own);
        return;
    }
    removal->near = removal->limit + NEAR_LEVELS;
    own->is_listed = queue_of_all(own) <= own->edges / NEAR_SHARE;
    if (own->is_listed)
        list_near(own);
    else
        removal->near = UINT32_MAX;
}

tricorn_status tg_rounds_level(tg_rounds *rounds, uint32_t k, tg_peeled *peeled)
{
    rounds->removal.limit = k - 2;
    begin_level(rounds);
    while (rounds->removed < rounds->removal.queue.tail) {
        const uint64_t count = rounds->removal.queue.tail - rounds->removed;
        begin_round(rounds);
        remove_round(rounds, count);
        peeled->rounds++;
        if (tg_work_add(rounds->context, count)) return tg_check_cancelled(rounds->context);
    }
    settle(rounds);
    return TRICORN_OK;
}

/* ---- memory ---- */

uint64_t tg_rounds_bytes(const tricorn_context *context, uint64_t edges)
{
    return 2 * edges * sizeof(uint32_t) + tg_removal_queue_bytes(edges, context->threads);
}

tricorn_status tg_rounds_create(tg_rounds *rounds)
{
    tricorn_context *context = rounds->context;
    rounds->removal.support = rounds->support;
    rounds->removal.states = rounds->states;
    TG_DO(TG_ALLOC(context, rounds->left, &rounds->removal.queue.edges));
    TG_DO(TG_ALLOC(context, rounds->left, &rounds->removal.nears.edges));
    TG_DO(tg_removal_queue_create(context, rounds->edges, &rounds->removal));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &rounds->removers));
    for (uint32_t t = 0; t < context->threads; t++)
        TG_DO(tg_remover_create(context, &rounds->removal, &rounds->removers[t]));
    return TRICORN_OK;
}

void tg_rounds_free(tg_rounds *rounds)
{
    for (uint32_t t = 0; rounds->removers && t < rounds->context->threads; t++) tg_remover_free(rounds->removers[t]);
    tg_free(rounds->removers);
    tg_removal_queue_free(&rounds->removal);
    tg_free(rounds->removal.queue.edges);
    tg_free(rounds->removal.nears.edges);
    rounds->removers = NULL;
    rounds->removal.queue.edges = rounds->removal.nears.edges = NULL;
}
