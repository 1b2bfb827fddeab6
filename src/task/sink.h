/* sink.h - where triangles are counted when more than their number is wanted.
 *
 * Counts are added to what the arrays hold; which thread adds first cannot be seen in a sum.
 */
#ifndef TG_TASK_SINK_H
#define TG_TASK_SINK_H

#include <stdint.h>

/* What a count gives beside the total. */
typedef enum tg_sink_kind {
    TG_SINK_TOTAL,    /* nothing */
    TG_SINK_VERTICES, /* the triangles of each vertex */
    TG_SINK_EDGES     /* the support of each edge: the triangles that it is in */
} tg_sink_kind;

/* Where the counts of a task go.  Vertices: arrays of the numbers of the task, u of the rows of
 * edges and from, v of the rows of into, w of the ids; numberings that are the same have the same
 * array.  Edges: arrays of the positions in each set of rows; sets of the same rows have the same
 * array.  The arrays of the other kind are NULL. */
typedef struct tg_sink {
    uint64_t *u, *v, *w;
    uint32_t *edges; /* of the edge u->v at each position of task.edges.ids */
    uint32_t *from;  /* of the edge u->w at each position of task.from.ids */
    uint32_t *into;  /* of the edge v->w at each position of task.into.ids */
} tg_sink;

/* For a task whose three sets of rows are the same. */
static inline tg_sink tg_sink_of_vertices(uint64_t *triangles)
{
    const tg_sink sink = {triangles, triangles, triangles, 0, 0, 0};
    return sink;
}

static inline tg_sink tg_sink_of_edges(uint32_t *support)
{
    const tg_sink sink = {0, 0, 0, support, support, support};
    return sink;
}

#endif
