/* reverse_lists.h - lists a task's edges by the vertex that they lead to, and counts with the
 * lists.
 *
 * - For all edges u -> v to one v, ids are looked up in the same row, into[v].  Its ids are set
 *   in a bitmap once; then each id of from[u] takes one test.
 * - Rows of `into` must hold no id above their own number.  So only the ids of from[u] below v, a
 *   prefix of the row, are tested.  In a whole graph that is one test for each oriented wedge,
 *   the fewest of all directions in which edges can be tested.
 */
#ifndef TG_CPU_REVERSE_LISTS_H
#define TG_CPU_REVERSE_LISTS_H

#include "cpu/hub_sink.h"
#include "task/task.h"

typedef struct tg_reverse_lists {
    uint32_t first, last; /* lists of edges to vertices first to last - 1 */
    uint64_t *starts;     /* list of v: prefixes starts[v - first] to starts[v - first + 1] - 1 */
    uint64_t *prefixes;   /* of from[u], for each edge: position in from.ids <<
                             TG_PREFIX_COUNT_BITS | number of ids */
    bool by_row;          /* prefixes have the number u in place of the position */
} tg_reverse_lists;

enum { TG_PREFIX_COUNT_BITS = 24 };

/* Whether positions and lengths of the task's rows fit into prefixes. */
bool tg_reverse_lists_fit(const tg_task *task);

/* Returns the bytes that are needed beside the lists while they are made. */
uint64_t tg_reverse_lists_cursor_bytes(uint64_t vertices, uint64_t edges, uint32_t threads);

/* Returns the bytes of the lists of vertices from `first` on, which have this number of edges. */
uint64_t tg_reverse_lists_bytes(const tg_task *task, uint32_t first, uint64_t edges);

/* Makes the lists of all edges to vertices from `first` on.  by_row: as above; a count into a
 * sink needs it. */
tricorn_status tg_reverse_lists_create(tricorn_context *context, const tg_task *task,
                                       uint32_t first, bool by_row, tg_reverse_lists *lists);
void tg_reverse_lists_free(tg_reverse_lists *lists);

/* Adds the triangles of the lists' edges to *found.  Reports these edges as progress.  With a
 * sink, for which the task must be a whole graph, also adds the triangles to the counters of
 * their vertices, or of their edges by position, which threads share. */
tricorn_status tg_reverse_lists_count(tricorn_context *context, const tg_task *task,
                                      const tg_reverse_lists *lists, const tg_hub_sink *sink,
                                      uint64_t *found);

#endif
