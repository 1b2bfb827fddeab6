/* sink.h - arrays for the triangles of each vertex or edge, beside the total of a count.
 *
 * Counts are added to the values in the arrays, so the order of the additions does not matter.
 */
#ifndef TG_TASK_SINK_H
#define TG_TASK_SINK_H

#include <stdint.h>

/* The counts that a caller wants beside the total. */
typedef enum tg_sink_kind {
    TG_SINK_TOTAL,    /* nothing */
    TG_SINK_VERTICES, /* the triangles of each vertex */
    TG_SINK_EDGES     /* the support of each edge: its triangles */
} tg_sink_kind;

/* The arrays that a task's counts are added to.  Of vertices: u is indexed by the rows of edges
 * and from, v by the rows of into, w by the ids; equal numberings share an array, and others may
 * overlap in one.  Of edges: one array for each set of rows, indexed by positions in its ids;
 * equal sets of rows share an array.  The arrays of the other kind are NULL. */
typedef struct tg_sink {
    uint64_t *u, *v, *w;
    uint32_t *edges; /* of the edge u->v at each position of task.edges.ids */
    uint32_t *from;  /* of the edge u->w at each position of task.from.ids */
    uint32_t *into;  /* of the edge v->w at each position of task.into.ids */
    /* For a whole count, not a task: stores the supports of a graph on disk, which no array could
     * hold. */
    struct tg_level_support *stored;
} tg_sink;

/* A sink for a task whose three sets of rows are the same. */
static inline tg_sink tg_sink_of_vertices(uint64_t *triangles)
{
    const tg_sink sink = {triangles, triangles, triangles, 0, 0, 0, 0};
    return sink;
}

static inline tg_sink tg_sink_of_edges(uint32_t *support)
{
    const tg_sink sink = {0, 0, 0, support, support, support, 0};
    return sink;
}

#endif
