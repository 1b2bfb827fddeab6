/* removal_queue.h - a queue of edges to remove, and the subtraction of their triangles from the
 * supports of other edges.
 *
 * - When an edge loses a triangle, the thread appends a note to its list for the edge's range.
 * - At the end of a round one thread subtracts the notes of all threads for a range from the
 *   supports, the same one in each round.  So no subtraction is atomic, and the supports of a
 *   range stay in the cache of one core.
 * - When a thread's list for a range is full before that, it locks the range and subtracts them.
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "base/context.h"

enum {
    TG_NOTES = 2048, /* notes that a thread collects for one range, at most */
    TG_PUSHES = 512, /* edges that a thread collects before it adds them to the queue */
    TG_RANGES = 512, /* ranges, at most */
    TG_LINE_BYTES = 64 /* of a cache line */
};

/* A list to which all threads append. */
typedef struct tg_edge_queue {
    uint32_t *edges; /* has room for all edges */
    _Atomic uint64_t tail;
} tg_edge_queue;

/* Edges that a thread collects, to append them all at once. */
typedef struct tg_pushes {
    uint32_t count;
    uint32_t edges[TG_PUSHES];
} tg_pushes;

/* The data that all threads share. */
typedef struct tg_removal_queue {
    uint32_t *support; /* the support of each edge */
    uint8_t *states; /* the state of each edge; that of an added edge becomes round + 1 */
    uint8_t round;
    uint32_t limit; /* an edge whose support falls to this is added to `queue` */
    uint32_t near; /* above `limit`; an edge whose support falls to this is added to `nears` */
    /* The queues change while all threads read the other members. */
    _Alignas(TG_LINE_BYTES) tg_edge_queue queue, nears;
    _Alignas(TG_LINE_BYTES) uint32_t shift; /* edge e is in range e >> shift */
    uint32_t ranges;
    uint32_t notes; /* notes that a thread collects for one range */
    struct tg_range_lock *locks;
} tg_removal_queue;

/* The data of one thread. */
typedef struct tg_remover {
    tg_removal_queue *shared;
    uint32_t *notes; /* shared->notes entries for each range */
    uint32_t noted[TG_RANGES];
    tg_pushes pushes, nears;
} tg_remover;

/* Returns how many bytes the locks and this number of removers need. */
uint64_t tg_removal_queue_bytes(uint64_t edges, uint32_t removers);

/* Makes the ranges and locks for this number of edges and the context's threads. The caller sets
 * the other members. */
tricorn_status tg_removal_queue_create(tricorn_context *context, uint64_t edges, tg_removal_queue *removal);
void tg_removal_queue_free(tg_removal_queue *removal);

/* Makes a remover. After an error, *remover is unchanged. */
tricorn_status tg_remover_create(tricorn_context *context, tg_removal_queue *shared, tg_remover **remover);
void tg_remover_free(tg_remover *remover);

/* Subtracts the thread's notes for a range from the supports, under the range's lock. */
void tg_subtract_range(tg_remover *own, uint32_t range);

/* Ends a round: subtracts all notes of these removers, of which the first `threads` have some, and
 * appends the edges that threads have collected to the queues. */
void tg_subtract_all(tg_remover *const *removers, uint32_t threads);

/* Appends the collected edges to the queue. */
void tg_push_all(tg_pushes *pushes, tg_edge_queue *queue);

static inline void tg_push(tg_pushes *pushes, tg_edge_queue *queue, uint32_t edge)
{
    pushes->edges[pushes->count++] = edge;
    if (pushes->count == TG_PUSHES) tg_push_all(pushes, queue);
}

/* Notes that the edge loses a triangle. */
static inline void tg_note_triangle(tg_remover *own, uint32_t edge)
{
    const uint32_t range = edge >> own->shared->shift;
    own->notes[(size_t)range * own->shared->notes + own->noted[range]++] = edge;
    if (own->noted[range] == own->shared->notes) tg_subtract_range(own, range);
}
