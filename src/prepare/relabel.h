/* relabel.h - the vertices of an oriented graph get other numbers, and the orientation stays.
 *
 * Row x of the relabelled rows has the new numbers of the ids that the row had before, ascending:
 * so the lengths of rows are the same, only in another order, but ids may be above their row.
 * Such rows are a task of reach TG_REACH_ANY.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.1 (names by in-degree, or collective) and
 * 5.1 (the three classes of the collective ones): neighbouring numbers fall into different
 * buckets, so vertices that are often in the same row get neighbouring numbers.
 */
#ifndef TG_PREPARE_RELABEL_H
#define TG_PREPARE_RELABEL_H

#include "graph/graph.h"

/* TRICORN_INVALID_ARGUMENT unless `names` is NULL, "auto", "input", "in-degree" or "collective".
 */
tricorn_status tg_check_relabel(tricorn_context *context, const char *names);

/* Makes the rows of the graph, which are copied to host memory if they are not there, by the
 * names "input" (in the order of the input's numbers: TRUST without its reordering), "in-degree"
 * (the numbers fall with the in-degree) or "collective" (reorder.h).  The caller gives the
 * relabelled rows to tg_rows_free().  Memory: 4 bytes an edge and 20 a vertex beside what it
 * makes; one thread fills the rows.  Errors: that of tg_check_relabel, TRICORN_OUT_OF_MEMORY,
 * TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_graph_relabel(tricorn_context *context, const tricorn_graph *graph,
                                const char *names, tg_rows *relabelled);

#endif
