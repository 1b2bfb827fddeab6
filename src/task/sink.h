/* sink.h - arrays that receive the triangles of each vertex or edge, beside the total of a count.
 *
 * Counts are added to the values in the arrays, so the order of the additions does not matter.
 */
#pragma once

#include <pthread.h>
#include <stdint.h>

/* The counts that a caller wants beside the total. */
typedef enum tg_sink_kind {
    TG_SINK_TOTAL, /* only the total */
    TG_SINK_VERTICES, /* the triangles of each vertex */
    TG_SINK_EDGES /* the support of each edge: its triangles */
} tg_sink_kind;

/* The arrays that a task's counts are added to. For vertices, u is indexed by the rows of
 * `edges` and `from`, v by the rows of `into`, w by the ids; equal numberings share an array, and
 * different ones may overlap in one array. For edges, each set of rows has one array, indexed by the positions of its
 * ids; equal sets of rows share an array. The arrays of the other kind are NULL. */
typedef struct tg_sink {
    uint64_t *u, *v, *w;
    uint32_t *edges; /* by the positions of task.edges.ids: counts of the edges u->v */
    uint32_t *from; /* by the positions of task.from.ids: counts of the edges u->w */
    uint32_t *into; /* by the positions of task.into.ids: counts of the edges v->w */
    /* Stores the supports of a graph on disk, for which no array is large enough; only in the
     * sink of a whole count, never in that of a task. */
    struct tg_level_support *stored;
    /* Receives the supports that blocks of a graph on disk add (store/level_support.h); only in
     * the sink of parts, and then in the place of arrays. */
    const struct tg_sum_writer *writer;
    /* Is held while counts are added to the arrays, if several GPUs count parts; or NULL. */
    pthread_mutex_t *lock;
} tg_sink;

static inline void tg_sink_lock(const tg_sink *sink)
{
    if (sink && sink->lock) pthread_mutex_lock(sink->lock);
}

static inline void tg_sink_unlock(const tg_sink *sink)
{
    if (sink && sink->lock) pthread_mutex_unlock(sink->lock);
}

/* Returns the sink for a task whose three sets of rows are the same. */
static inline tg_sink tg_sink_of_vertices(uint64_t *triangles)
{
    const tg_sink sink = {.u = triangles, .v = triangles, .w = triangles};
    return sink;
}

static inline tg_sink tg_sink_of_edges(uint32_t *support)
{
    const tg_sink sink = {.edges = support, .from = support, .into = support};
    return sink;
}
