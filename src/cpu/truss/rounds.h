/* rounds.h - peels by rounds: levels, queues and supports, for methods that look the triangles of
 * an edge up once, when they remove it.
 *
 * A round removes the edges of a queue.  The edges that it leaves in too few triangles are
 * appended to the queue, for the next round.  Source: Kabir, Madduri, "Parallel k-Truss
 * Decomposition on Multicore Systems", HPEC 2017.
 */
#ifndef TG_CPU_TRUSS_ROUNDS_H
#define TG_CPU_TRUSS_ROUNDS_H

#include "cpu/truss/live_rows.h"
#include "cpu/truss/removal_queue.h"
#include "task/truss.h"

enum {
    TG_ROUND_AHEAD = 4 /* edges between prefetching memory of an edge and using it */
};

typedef struct tg_rounds tg_rounds;

/* Edges first to last - 1 of the `count` edges of a round. */
typedef struct tg_round_part {
    const uint32_t *edges;
    uint64_t first, last, count;
} tg_round_part;

struct tg_rounds {
    tricorn_context *context;
    uint32_t *support; /* as in tg_peel; exact for live edges whenever a round begins */
    uint8_t *states;   /* of each edge: a tg_edge_state */
    uint64_t edges;    /* of the graph */
    uint64_t left;     /* edges in triangles: the others are TG_EDGE_REMOVED from the beginning */
    uint64_t few; /* one thread removes a round of fewer edges, because waiting for others costs
                   * more */
    const void *user;
    /* Calls tg_remove_triangle() for each remaining triangle of each edge of the part. */
    void (*remove)(const tg_rounds *rounds, const tg_round_part *part, tg_remover *to);

    /* tg_rounds_create() sets the other members. */
    tg_removal_queue removal; /* removal.queue: the edges of a level in the order of removal */
    tg_remover **removers;    /* of each thread */
    uint64_t removed;         /* edges of the queue that are removed */
    uint64_t done;            /* edges of all levels that are removed */
    bool is_listed;           /* whether near edges are listed, for levels below removal.near */
};

/* Returns the bytes for this number of edges. */
uint64_t tg_rounds_bytes(const tricorn_context *context, uint64_t edges);

/* Makes the queues.  Errors: TRICORN_OUT_OF_MEMORY.  Call tg_rounds_free(rounds) also after a
 * failure. */
tricorn_status tg_rounds_create(tg_rounds *rounds);
void tg_rounds_free(tg_rounds *rounds);

/* Peels level k: its edges become TG_EDGE_REMOVED, and their supports k - 2. */
tricorn_status tg_rounds_level(tg_rounds *rounds, uint32_t k, tg_peeled *peeled);

/* Removes the triangle of an edge of the round and of edges a and b; returns false if it was
 * removed before.  If several of its edges are in the round, the first one removes it. */
static inline bool tg_remove_triangle(const tg_rounds *rounds, uint32_t edge, uint32_t a,
                                      uint32_t b, tg_remover *to)
{
    const uint8_t state_a = rounds->states[a], state_b = rounds->states[b];
    if (state_a == TG_EDGE_REMOVED || state_b == TG_EDGE_REMOVED) return false;
    if ((state_a == TG_EDGE_IN_ROUND && a < edge) || (state_b == TG_EDGE_IN_ROUND && b < edge))
        return true;
    if (state_a == TG_EDGE_LIVE) tg_note_triangle(to, a);
    if (state_b == TG_EDGE_LIVE) tg_note_triangle(to, b);
    return true;
}

#endif
