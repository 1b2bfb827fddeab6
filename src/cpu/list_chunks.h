/* list_chunks.h - lists triangles on all threads, in the order of their edges.
 *
 * The edges are cut into chunks of consecutive edges so that, by the lengths of rows, no chunk
 * has more triangles than fit into its buffer. Threads list a round of chunks, then the caller's
 * thread passes on the triangles of these chunks.
 */
#pragma once

#include "base/search.h"
#include "cpu/list_rows.h"

/* If a row is more than this many times as long, the other one's ids are searched in it. */
enum { TG_FAR_LONGER = 32 };

/* Consecutive edges, and a buffer for their triangles. */
typedef struct tg_list_chunk {
    uint32_t first_row;
    uint64_t first_edge, last_edge;
    uint64_t bound; /* an upper bound of its number of triangles */
    uint32_t *triangles;
    uint64_t room, count;
} tg_list_chunk;

/* The edges that are not cut yet: those of the rows before last_row, from position `edge` in row
 * `row` on. */
typedef struct tg_uncut_edges {
    const tg_rows *rows;
    uint32_t row, last_row;
    uint64_t edge;
    uint64_t most; /* at most this many triangles in a chunk, unless it is a single edge */
} tg_uncut_edges;

/* Cuts the next chunk. `bound` returns an upper bound of the triangles of an edge. */
static inline void tg_list_cut(tg_uncut_edges *from, tg_list_chunk *cut,
  uint64_t (*bound)(const void *job, uint32_t row, uint64_t edge), const void *job)
{
    const uint64_t *offsets = from->rows->offsets;
    const uint64_t edges = offsets[from->last_row];
    uint64_t e = from->edge, sum = 0;
    uint32_t x = from->row;

    while (e < edges && offsets[x + 1] <= e) x++;
    cut->first_row = x;
    cut->first_edge = e;
    for (; e < edges; e++) {
        while (offsets[x + 1] <= e) x++;
        const uint64_t more = bound(job, x, e);
        if (e > cut->first_edge && sum + more > from->most) break;
        sum += more;
    }
    cut->last_edge = e;
    cut->bound = sum;
    from->row = x;
    from->edge = e;
}

/* The edge x -> y whose triangles are listed, and the chunk whose buffer they are written to. */
typedef struct tg_listed_edge {
    uint32_t x, y;
    tg_list_chunk *out;
} tg_listed_edge;

static inline void tg_list_put(tg_listed_edge edge, uint32_t z)
{
    uint32_t *to = edge.out->triangles + 3 * edge.out->count++;
    to[0] = edge.x;
    to[1] = edge.y;
    to[2] = z;
}

/* Searches each id of `few` in `many`, and lists those that are found. */
static inline void tg_list_searched(
  const uint32_t *few, const uint32_t *few_end, const uint32_t *many, const uint32_t *many_end, tg_listed_edge edge)
{
    for (; few < few_end && many < many_end; few++) {
        many += tg_lower_bound(many, (uint64_t)(many_end - many), *few);
        if (many < many_end && *many == *few) tg_list_put(edge, *few);
    }
}

/* Who lists: `job` is passed to both functions. cut() cuts the next chunk; list() writes the
 * triangles of a chunk, whose buffer has room for them, to its end. */
typedef struct tg_lister {
    tg_uncut_edges edges;
    void (*cut)(void *job, tg_uncut_edges *from, tg_list_chunk *cut);
    void (*list)(void *job, tg_list_chunk *out);
    void *job;
} tg_lister;

/* Passes on the triangles of all edges of the lister, and adds their number to *triangles. */
tricorn_status tg_list_all(
  tricorn_context *context, tg_lister *lister, tg_take_triangles *take, void *user, uint64_t *triangles);
