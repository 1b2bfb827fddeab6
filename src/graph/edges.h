/* edges.h - raw edges, as they were read or generated: in any order, with repetitions and loops.
 *
 * Each thread appends to a part of its own, so that no thread waits and nothing is copied. The
 * order of edges and parts has no meaning, except that `lines` (for strict reading, which uses
 * one part) lists the lines of the edges of part 0 in their order.
 */
#pragma once

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

/* An edge whose ends are any 64-bit ids; prepare/cpu/compact_ids.c gives them the numbers 0, 1, 2, ... */
typedef struct tg_wide_edge {
    uint64_t u, v;
} tg_wide_edge;

/* Some consecutive edges, narrow or wide according to edge_bytes; a spill may overwrite them. */
typedef struct tg_edge_chunk {
    void *edges;
    uint64_t count;
    size_t edge_bytes;
} tg_edge_chunk;

/* Returns edge i of a chunk, narrow or wide. */
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

/* Stores edges that do not fit in memory (store/spill.h). */
typedef struct tg_edge_spill tg_edge_spill;
struct tg_edges;
struct tg_edge_part;
struct tg_edge_spill {
    /* Stores the edges of a part, which are edge_bytes long each, and may overwrite their memory;
     * the caller then empties the part. Any thread may call it, for its own part. */
    tricorn_status (*take)(
      tricorn_context *context, tg_edge_spill *spill, const struct tg_edge_part *part, size_t edge_bytes);
    /* Stores a word and the number that stands for it in the edges; one thread calls it. The
     * same word may come again with another number: both numbers then mean one vertex. */
    tricorn_status (*take_word)(
      tricorn_context *context, tg_edge_spill *spill, uint64_t number, const char *word, size_t bytes);
    /* Reads about `most` edges from all over the input into one part, because the first edges of a file may belong to
     * few vertices. The reader sets it while it reads; NULL: no sample can be read. */
    tricorn_status (*sample)(tricorn_context *context, void *reader, uint64_t most, struct tg_edges *sampled);
    void *reader;
    /* Stores bytes that the reader needs again later, after those stored before; one thread calls it. */
    tricorn_status (*set_aside)(tricorn_context *context, tg_edge_spill *spill, const void *bytes, size_t count);
    /* Reads bytes that set_aside stored; any thread may call it. */
    tricorn_status (*read_aside)(
      tricorn_context *context, tg_edge_spill *spill, uint64_t offset, void *bytes, size_t count);
    /* Is called with the edges of a part before they are stored; it may change their ends. A
     * reader sets it while it reads, otherwise it is NULL. Any thread may call it. */
    void (*look)(void *user, void *edges, uint64_t count, size_t edge_bytes);
    void *look_user;
    uint64_t room_bytes; /* the most bytes of all parts together before they spill */
    uint64_t word_bytes; /* the most bytes of words before they spill */
    uint64_t table_bytes; /* the most bytes of a reader's tables before they are set aside */
    uint64_t aside_bytes; /* how many bytes were set aside until now */
    uint64_t held_bytes; /* the bytes of all parts now; atomic */
    uint64_t taken; /* the number of edges stored; atomic */
    uint64_t words; /* the number of words stored */
};

/* The sizes of a simple graph and of its original input, and how many edges of the input were
 * removed. `known` tells whether the file contains these numbers. */
typedef struct tg_cleaned {
    bool known;
    uint64_t vertices, edges; /* those of the simple graph */
    uint64_t input_edges, self_loops, duplicates, both_directions;
} tg_cleaned;

/* Edges of a part that follow each other in the input, up to the next run of the part. */
typedef struct tg_edge_run {
    uint64_t place; /* runs with a smaller one are before it in the input */
    uint64_t first; /* the edge of the part with which it begins */
} tg_edge_run;

/* A growing array of edges, wide or narrow as its tg_edges says. */
typedef struct tg_edge_part {
    void *edges; /* tg_edge or tg_wide_edge */
    uint64_t count, room;
    /* the weight of each edge, in a part that never spills; NULL without weights */
    double *weights;
    uint64_t weight_room;
    int64_t *times; /* the time of each edge, the same way */
    uint64_t time_room;
    tg_edge_run *runs; /* NULL, or where the edges are in the input, of a part that never spills */
    uint64_t run_count, run_room;
    tg_edge_spill *spill; /* NULL: all edges stay in memory */
    uint32_t number; /* the index of this part */
} tg_edge_part;

typedef struct tg_edges {
    tg_edge_part *parts;
    uint32_t part_count;
    bool wide; /* parts contain tg_wide_edge with any 64-bit ids, and ids.first is 0 */
    bool declared; /* every number below `vertices` is a vertex, with or without edges */
    bool both_ways; /* an edge that is listed from both ends is no duplicate */
    bool each_once; /* this file lists no edge from both ends */
    bool symmetric; /* each edge stands for both directions */
    bool looked_up; /* the caller looks up all ids, so a first line of names is found out */
    /* Of bipartite input: how many first and second ends it has, with or without edges; 0: not known. */
    uint64_t sides[2];
    uint64_t vertices; /* a bound above all ids, at most 2^32 - 1; unused if `wide` */
    tg_ids ids; /* the user's ids; unused if `wide` */
    char *labels; /* of edges, if their times are numbers of labels: sorted, each with a zero byte behind it */
    uint32_t label_count;
    /* lines[i] is the line of edge i of part 0, counted from 1; NULL: not known */
    uint64_t *lines;
    const char *line_name; /* what `lines` counts, "line" by default */
    /* NULL, or fails with the file of this line, and its fault: for a text in several files */
    tricorn_status (*refuse_line)(tricorn_context *context, const void *text, uint64_t line, const char *fault);
    const void *text; /* for refuse_line */
    /* the dialect of a text edge list, to be shown to the user; "" for other formats */
    char dialect[TG_DIALECT_BYTES];
    /* How many self loops are not edges of the input, but declare a vertex; their line is 0.
     * They are used for formats in which vertices without edges may have any ids. */
    uint64_t declarations;
    uint64_t missing; /* lines that were left out, as they lack a value */
    uint64_t excluded; /* lines that were left out, as a condition does not hold */
    tg_cleaned cleaned;
    /* Stores edges that do not fit in memory; whoever calls the reader sets it before. NULL: all
     * edges must fit in memory. */
    tg_edge_spill *spill;
} tg_edges;

/* Creates `parts` empty parts of narrow edges; edges->spill and looked_up are unchanged. */
tricorn_status tg_edges_create(tricorn_context *context, uint32_t parts, tg_edges *edges);
void tg_edges_free(tg_edges *edges);

/* Frees edges, of which none was spilled, so that others can be read; edges->spill is unchanged. */
void tg_edges_discard(tg_edges *edges);

/* Returns the number of edges in all parts and of spilled edges. */
uint64_t tg_edges_count(const tg_edges *edges);
/* Whether edges or words were spilled. */
bool tg_edges_spilled(const tg_edges *edges);

/* Makes room for `more` elements of `size` bytes; the room grows by half at least. If the limit
 * does not allow that and the part has a spill, its edges are spilled first. */
tricorn_status tg_edge_part_reserve(tricorn_context *context, tg_edge_part *part, uint64_t more, size_t size);

/* Returns how many edges a reader with `parts` parts should reserve at a time: a small fraction
 * of the room of all parts if they may spill, otherwise any number. */
uint64_t tg_edge_part_share(const tg_edge_part *part, uint32_t parts, size_t size);

/* Appends an edge; call tg_edge_part_reserve before. */
static inline void tg_edge_part_push(tg_edge_part *part, uint32_t u, uint32_t v)
{
    ((tg_edge *)part->edges)[part->count++] = (tg_edge){u, v};
}
static inline void tg_edge_part_push_wide(tg_edge_part *part, uint64_t u, uint64_t v)
{
    ((tg_wide_edge *)part->edges)[part->count++] = (tg_wide_edge){u, v};
}

/* Sets the weight, or the time, of the edge that was pushed last. */
tricorn_status tg_edge_part_weigh(tricorn_context *context, tg_edge_part *part, double weight);
tricorn_status tg_edge_part_time(tricorn_context *context, tg_edge_part *part, int64_t time);

/* Notes that the edges that are pushed next begin a run. */
tricorn_status tg_edge_part_run(tricorn_context *context, tg_edge_part *part, uint64_t place);

/* Converts a part from narrow to wide edges in place; its room may shrink. If the limit does not
 * allow that and the part has a spill, its edges are spilled first. */
tricorn_status tg_edge_part_widen(tricorn_context *context, tg_edge_part *part);

#ifdef __cplusplus
}
#endif
