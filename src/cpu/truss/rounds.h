/* rounds.h - peels by rounds: levels, queues and supports, for methods that find the triangles of an edge once, when
 * they remove it.
 *
 * A round removes the edges of a queue. Other edges that are then in too few triangles are appended to the queue, for
 * the next round. Source: Kabir, Madduri, "Parallel k-Truss Decomposition on Multicore Systems", HPEC 2017.
 */
#pragma once

#include "cpu/truss/live_rows.h"
#include "cpu/truss/removal_queue.h"
#include "task/truss.h"

enum {
    TG_ROUND_AHEAD = 4 /* edges between prefetching the memory of an edge and using it */
};

typedef struct tg_rounds tg_rounds;

/* Edges `first` to last - 1 of the `count` edges of a round. */
typedef struct tg_round_part {
    const uint32_t *edges;
    uint64_t first, last, count;
} tg_round_part;

struct tg_rounds {
    tricorn_context *context;
    /* the support of each edge; exact for live edges whenever a round begins */
    uint32_t *support;
    uint8_t *states; /* the state of each edge; see live_rows.h */
    uint64_t edges; /* how many edges the graph has */
    /* how many edges are in triangles; the others are TG_EDGE_REMOVED from the beginning */
    uint64_t left;
    /* one thread removes a round of at most this many edges, because waiting for other threads would take longer */
    uint64_t few;
    const void *user;
    /* Must call tg_remove_triangle() for each remaining triangle of each edge of the part. */
    void (*remove)(const tg_rounds *rounds, const tg_round_part *part, tg_remover *to);

    /* The members below are set by tg_rounds_create(). */
    tg_removal_queue removal; /* its `queue` has the edges of a level in the order of removal */
    tg_remover **removers; /* one for each thread */
    uint64_t removed; /* how many edges of the queue are removed */
    uint64_t settled; /* how many of these have the state and the support of removed edges */
    uint64_t done; /* how many edges of all levels are removed */
    bool is_listed; /* whether near edges are listed, for levels below removal.near */
};

/* Returns how many bytes are allocated for this number of edges. */
uint64_t tg_rounds_bytes(const tricorn_context *context, uint64_t edges);

/* Makes the queues. Errors: TRICORN_OUT_OF_MEMORY. tg_rounds_free() must be called also after a failure. */
tricorn_status tg_rounds_create(tg_rounds *rounds);
void tg_rounds_free(tg_rounds *rounds);

/* Peels level k: its edges become TG_EDGE_REMOVED, and their supports k - 2. */
tricorn_status tg_rounds_level(tg_rounds *rounds, uint32_t k, tg_peeled *peeled);

/* Removes the triangle of `edge`, which is an edge of the round, and edges a and b. Returns false if the triangle was
 * removed in an earlier round. If the round contains several edges of a triangle, only the first of them subtracts
 * it. A state may change from live to the next round's number meanwhile, which makes no difference here. */
static inline bool tg_remove_triangle(const tg_rounds *rounds, uint32_t edge, uint32_t a, uint32_t b, tg_remover *to)
{
    const uint8_t round = rounds->removal.round, state_a = __atomic_load_n(&rounds->states[a], __ATOMIC_RELAXED),
                  state_b = __atomic_load_n(&rounds->states[b], __ATOMIC_RELAXED);
    if (state_a < round || state_b < round) return false;
    if ((state_a == round && a < edge) || (state_b == round && b < edge)) return true;
    if (state_a > round) tg_note_triangle(to, a);
    if (state_b > round) tg_note_triangle(to, b);
    return true;
}
