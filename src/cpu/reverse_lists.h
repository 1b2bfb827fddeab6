/* reverse_lists.h - lists a task's edges by the vertex that they lead to, and counts with these lists.
 *
 * - For all edges u -> v to one v, ids are looked up in the same row, into[v]. The ids of that
 *   row are set in a bitmap once; then each id of from[u] takes one test.
 * - No row of `into` may have an id above its own number. So only the ids of from[u] below v, a
 *   prefix of the row, are tested.  In a whole graph this takes one test per oriented wedge;
 *   testing edges in any other direction takes more.
 */
#pragma once

#include "cpu/hub_sink.h"
#include "task/task.h"

typedef struct tg_reverse_lists {
    uint32_t first, last; /* the lists are of edges to vertices `first` to last - 1 */
    /* the list of v consists of prefixes starts[v - first] to starts[v - first + 1] - 1 */
    uint64_t *starts;
    /* for each edge, the prefix of from[u]: its position in from.ids << TG_PREFIX_COUNT_BITS |
     * its number of ids */
    uint64_t *prefixes;
    bool by_row; /* whether prefixes contain the number u instead of the position */
} tg_reverse_lists;

/* Which lists are made, and how. */
typedef struct tg_listing {
    uint32_t first; /* lists are of the edges to vertices from `first` on */
    bool by_row; /* whether prefixes contain the number of the row; a sink needs this */
    uint64_t room; /* how many bytes the threads' counters may take, while lists are made */
} tg_listing;

enum { TG_PREFIX_COUNT_BITS = 24 };

/* Whether the positions and lengths of the task's rows fit into prefixes. */
bool tg_reverse_lists_fit(const tg_task *task);

/* Returns how many bytes the lists of vertices from `first` on have, if they contain this number of edges. */
uint64_t tg_reverse_lists_bytes(const tg_task *task, uint32_t first, uint64_t edges);

tricorn_status tg_reverse_lists_create(
  tricorn_context *context, const tg_task *task, const tg_listing *asked, tg_reverse_lists *lists);
void tg_reverse_lists_free(tg_reverse_lists *lists);

/* Adds the triangles of the lists' edges to *found. Reports these edges as progress. With a
 * sink, also adds each triangle to the counters of its vertices, or to those of its edges, by
 * position, which threads share; the task must then be a whole graph. */
tricorn_status tg_reverse_lists_count(tricorn_context *context, const tg_task *task, const tg_reverse_lists *lists,
  const tg_hub_sink *sink, uint64_t *found);
