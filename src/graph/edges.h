/* edges.h - edges as they were read or generated: any order, direction, repetition, loops.
 *
 * They are in parts, one for each thread that made them, so that no thread waits and nothing is
 * copied.  The order of edges and parts has no meaning, except that `lines` (for strict reading,
 * which uses one part) is parallel to part 0.
 */
#ifndef TG_GRAPH_EDGES_H
#define TG_GRAPH_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "graph/ids.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_DIALECT_BYTES = 160 };

typedef struct tg_edge {
    uint32_t u, v;
} tg_edge;

/* With ids before they are numbered 0, 1, 2, ... by prepare/cpu/compact_ids.c. */
typedef struct tg_wide_edge {
    uint64_t u, v;
} tg_wide_edge;

/* Some edges, narrow or wide by their size; a spill may change their memory. */
typedef struct tg_edge_chunk {
    void *edges;
    uint64_t count;
    size_t edge_bytes;
} tg_edge_chunk;

/* Edge number i, whichever the size of edges is. */
static inline tg_wide_edge tg_edge_chunk_at(const tg_edge_chunk *chunk, uint64_t i)
{
    const char *from = (const char *)chunk->edges + i * chunk->edge_bytes;
    tg_wide_edge wide;
    tg_edge narrow;
    if (chunk->edge_bytes == sizeof wide) {
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
    memcpy(&narrow, from, sizeof narrow);
    wide.u = narrow.u;
    wide.v = narrow.v;
    return wide;
}

/* Takes edges that do not fit in memory (store/spill.h). */
typedef struct tg_edge_spill tg_edge_spill;
struct tg_edges;
struct tg_edge_part;
struct tg_edge_spill {
    /* Takes the edges of a part, each of edge_bytes, and may change their memory; the caller then
     * empties the part.  From any thread, for a part of its own. */
    tricorn_status (*take)(tricorn_context *context, tg_edge_spill *spill,
                           const struct tg_edge_part *part, size_t edge_bytes);
    /* Takes a word and the number that stands for it in the edges; from one thread.  A word may
     * come again with another number: the vertex is the same. */
    tricorn_status (*take_word)(tricorn_context *context, tg_edge_spill *spill, uint64_t number,
                                const char *word, size_t bytes);
    /* NULL, or makes one part of about `most` edges from everywhere in the input: the first ones
     * may be of a few vertices only.  The reader sets it while it reads. */
    tricorn_status (*sample)(tricorn_context *context, void *reader, uint64_t most,
                             struct tg_edges *sampled);
    void *reader;
    /* Keeps bytes that a reader needs again later, behind those that it has set aside before;
     * from one thread. */
    tricorn_status (*set_aside)(tricorn_context *context, tg_edge_spill *spill, const void *bytes,
                                size_t count);
    /* Reads them again; from any thread. */
    tricorn_status (*read_aside)(tricorn_context *context, tg_edge_spill *spill, uint64_t offset,
                                 void *bytes, size_t count);
    /* NULL, or set by a reader while it reads: sees the edges of a part before they are taken,
     * and may change their ends; from any thread. */
    void (*look)(void *user, void *edges, uint64_t count, size_t edge_bytes);
    void *look_user;
    uint64_t room_bytes;  /* that parts may take together before they spill */
    uint64_t word_bytes;  /* that words may take before they are given away */
    uint64_t table_bytes; /* that a reader's tables may take before they are set aside */
    uint64_t aside_bytes; /* set aside until now */
    uint64_t held_bytes;  /* that parts have; atomic */
    uint64_t taken;       /* edges; atomic */
    uint64_t words;       /* taken */
};

/* What was removed from the edges that were read before, if they are of a graph that is simple.
 */
typedef struct tg_cleaned {
    bool known;
    uint64_t vertices, edges; /* of the graph */
    uint64_t input_edges, self_loops, duplicates, both_directions;
} tg_cleaned;

/* A growing array of edges, wide or narrow as in its tg_edges. */
typedef struct tg_edge_part {
    void *edges; /* tg_edge or tg_wide_edge */
    uint64_t count, room;
    double *weights; /* NULL, or the weight of each edge, of one that never spills */
    uint64_t weight_room;
    tg_edge_spill *spill; /* NULL: all edges stay in memory */
    uint32_t number;      /* of the part */
} tg_edge_part;

typedef struct tg_edges {
    tg_edge_part *parts;
    uint32_t part_count;
    bool wide;             /* parts hold tg_wide_edge: any 64-bit ids, ids.first is 0 */
    bool declared;         /* every id below `vertices` is a vertex, with or without edges */
    bool both_ways;        /* an edge may be there from both of its ends: that is no repeat */
    bool each_once;        /* the file lists no edge so, though others of its format may */
    bool symmetric;        /* each stands for both directions */
    uint64_t vertices;     /* not wide: a bound above all ids; at most 2^32 - 1 */
    tg_ids ids;            /* the user's ids; not wide only */
    uint64_t *lines;       /* or NULL; lines[i]: line of edge i of part 0, counted from 1 */
    const char *line_name; /* the unit of `lines`, "line" by default */
    char dialect[TG_DIALECT_BYTES]; /* of a text edge list, for the user; else "" */
    /* Self loops among the edges that are no edges of the input, with the line 0: each says that
     * a vertex exists, for formats that name vertices without edges by any ids. */
    uint64_t declarations;
    tg_cleaned cleaned;
    /* Takes edges that do not fit in memory; the caller of a reader sets it before.  NULL: they
     * must fit. */
    tg_edge_spill *spill;
} tg_edges;

/* Makes `parts` empty parts of narrow edges; edges->spill stays. */
tricorn_status tg_edges_create(tricorn_context *context, uint32_t parts, tg_edges *edges);
void tg_edges_free(tg_edges *edges);

/* Frees the edges, of which none was spilled, so that others can be read; edges->spill stays. */
void tg_edges_discard(tg_edges *edges);

/* All edges of all parts, and those that were spilled. */
uint64_t tg_edges_count(const tg_edges *edges);
/* Whether some of them are in no part, or their words were. */
bool tg_edges_spilled(const tg_edges *edges);

/* Room for at least `more` further elements of `size` bytes; grows by half or more.  Where that
 * would take too much memory and the part has a spill, its edges are spilled before. */
tricorn_status tg_edge_part_reserve(tricorn_context *context, tg_edge_part *part, uint64_t more,
                                    size_t size);

/* Edges for which a reader with so many parts makes room at once: where they may spill, a small
 * share of what all parts may have; else any number. */
uint64_t tg_edge_part_share(const tg_edge_part *part, uint32_t parts, size_t size);

/* Call tg_edge_part_reserve before the next two. */
static inline void tg_edge_part_push(tg_edge_part *part, uint32_t u, uint32_t v)
{
    ((tg_edge *)part->edges)[part->count++] = (tg_edge){u, v};
}
static inline void tg_edge_part_push_wide(tg_edge_part *part, uint64_t u, uint64_t v)
{
    ((tg_wide_edge *)part->edges)[part->count++] = (tg_wide_edge){u, v};
}

/* Sets the weight of the edge that was pushed last. */
tricorn_status tg_edge_part_weigh(tricorn_context *context, tg_edge_part *part, double weight);

/* Turns one part of narrow edges into wide ones, in place; its room may shrink.  Where that would
 * take too much memory and the part has a spill, its edges are spilled before. */
tricorn_status tg_edge_part_widen(tricorn_context *context, tg_edge_part *part);

#ifdef __cplusplus
}
#endif

#endif
