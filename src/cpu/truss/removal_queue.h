/* removal_queue.h - the queue of edges to remove, and the triangles that others lose by it.
 *
 * A triangle that an edge loses is noted, by the range of edges that it is in; a thread whose
 * notes of a range are full takes them all from the supports of that range, which it has for
 * itself meanwhile.  So supports need no atomic subtractions, each of which would wait for its
 * cache line, and those of a range stay in the second-level cache.
 */
#ifndef TG_CPU_TRUSS_REMOVAL_QUEUE_H
#define TG_CPU_TRUSS_REMOVAL_QUEUE_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/context.h"

enum {
    TG_NOTES = 2048,   /* notes of a thread for a range */
    TG_PUSHES = 512,   /* edges that a thread keeps before it adds them to the queue */
    TG_RANGES = 256,   /* at most */
    TG_RANGE_BITS = 18 /* edges of a range: 2^18 at least, 1 MiB of supports */
};

/* A list that threads append to. */
typedef struct tg_edge_queue {
    uint32_t *edges; /* room for all */
    _Atomic uint64_t tail;
} tg_edge_queue;

/* What a thread appends next. */
typedef struct tg_pushes {
    uint32_t count;
    uint32_t edges[TG_PUSHES];
} tg_pushes;

/* Shared by threads. */
typedef struct tg_removal_queue {
    uint32_t *support; /* of each edge */
    uint32_t limit;    /* an edge whose support falls to it is added to the queue, */
    uint32_t near;     /* and to the near ones if it falls to this: above the limit */
    tg_edge_queue queue, nears;
    uint32_t shift, ranges; /* edge e is in range e >> shift */
    struct tg_range_lock *locks;
} tg_removal_queue;

/* Of a thread. */
typedef struct tg_remover {
    tg_removal_queue *shared;
    uint32_t *notes; /* TG_NOTES for each range */
    uint32_t noted[TG_RANGES];
    tg_pushes pushes, nears;
} tg_remover;

/* Bytes of the locks and of so many removers. */
uint64_t tg_removal_queue_bytes(uint64_t edges, uint32_t removers);

/* Sets ranges and locks for so many edges; the rest is the caller's. */
tricorn_status tg_removal_queue_create(tricorn_context *context, uint64_t edges,
                                       tg_removal_queue *removal);
void tg_removal_queue_free(tg_removal_queue *removal);

/* *remover: out, NULL after an error. */
tricorn_status tg_remover_create(tricorn_context *context, tg_removal_queue *shared,
                                 tg_remover **remover);
void tg_remover_free(tg_remover *remover);

/* Takes what was noted for a range, or for all; the last call of a thread in a round is
 * tg_subtract_all(), after which no edge that it pushed is missing in the queues. */
void tg_subtract_range(tg_remover *own, uint32_t range);
void tg_subtract_all(tg_remover *own);

/* Adds the edges that were pushed to the queue. */
void tg_push_all(tg_pushes *pushes, tg_edge_queue *queue);

static inline void tg_push(tg_pushes *pushes, tg_edge_queue *queue, uint32_t edge)
{
    pushes->edges[pushes->count++] = edge;
    if (pushes->count == TG_PUSHES) tg_push_all(pushes, queue);
}

/* The edge loses a triangle. */
static inline void tg_note_triangle(tg_remover *own, uint32_t edge)
{
    const uint32_t range = edge >> own->shared->shift;
    own->notes[(size_t)range * TG_NOTES + own->noted[range]++] = edge;
    if (own->noted[range] == TG_NOTES) tg_subtract_range(own, range);
}

#endif
