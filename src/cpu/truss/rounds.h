/* rounds.h - peeling by rounds: the levels, queues and supports of methods that look up the
 * triangles of each edge once, when it is removed.
 *
 * A round removes the edges of a queue; those that it leaves in too few triangles are the next
 * part of the queue.  Source: Kabir, Madduri, "Parallel k-Truss Decomposition on Multicore
 * Systems", HPEC 2017.
 */
#ifndef TG_CPU_TRUSS_ROUNDS_H
#define TG_CPU_TRUSS_ROUNDS_H

#include "cpu/truss/live_rows.h"
#include "cpu/truss/removal_queue.h"
#include "task/truss.h"

enum {
    TG_ROUND_AHEAD = 4 /* edges from which memory is fetched, and twice as many */
};

typedef struct tg_rounds tg_rounds;

/* Edges of a round: numbers first to last - 1 of `count`. */
typedef struct tg_round_part {
    const uint32_t *edges;
    uint64_t first, last, count;
} tg_round_part;

struct tg_rounds {
    tricorn_context *context;
    uint32_t *support; /* as in tg_peel; exact for edges that are left whenever a round begins */
    uint8_t *states;   /* of each edge: a tg_edge_state */
    uint64_t edges;    /* of the graph */
    uint64_t left;     /* of these, in triangles: the others are GONE at first */
    uint64_t few;      /* edges of a round that one thread removes: others would be waited for */
    const void *user;
    /* Calls tg_remove_triangle() for each triangle that an edge of the part has left. */
    void (*remove)(const tg_rounds *rounds, const tg_round_part *part, tg_remover *to);

    /* The rest is set by tg_rounds_create(). */
    tg_removal_queue removal; /* its queue: the edges of a level, in the order of their removal */
    tg_remover **removers;    /* of each thread */
    uint64_t removed;  /* of the queue */
    uint64_t done;     /* of all levels: removed */
    bool is_listed;    /* there is a list of near edges, for levels below removal.near */
};

/* Bytes for so many edges. */
uint64_t tg_rounds_bytes(const tricorn_context *context, uint64_t edges);

/* Errors: TRICORN_OUT_OF_MEMORY; tg_rounds_free() then, too. */
tricorn_status tg_rounds_create(tg_rounds *rounds);
void tg_rounds_free(tg_rounds *rounds);

/* Peels level k: its edges are GONE then, and their supports are k - 2. */
tricorn_status tg_rounds_level(tg_rounds *rounds, uint32_t k, tg_peeled *peeled);

/* The triangle of an edge of the round and of edges a and b, if it is left: then true.  Of
 * several edges of the round the first one takes it from the rest. */
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
