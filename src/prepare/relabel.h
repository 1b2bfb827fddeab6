/* relabel.h - gives the vertices of an oriented graph other numbers and keeps the orientation.
 *
 * The relabelled row of a vertex contains the new numbers of the ids that its row contained,
 * ascending: so rows have the same lengths, in another order, but may contain ids above their own
 * number. Such rows are a task of reach TG_REACH_ANY.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.1 (names by in-degree, or by collective degree) and
 * 5.1 (the three classes of the collective ones): consecutive numbers fall into different
 * buckets, so vertices that are often in the same row get consecutive numbers.
 */
#pragma once

#include "graph/graph.h"

/* Fails with TRICORN_INVALID_ARGUMENT unless `names` is NULL, "auto", "input", "in-degree",
 * "collective" or "collective-degree".
 */
tricorn_status tg_check_relabel(tricorn_context *context, const char *names);

/* Makes relabelled rows of the graph, whose rows it first copies to host memory if necessary.
 * `names` says how vertices are numbered: "input" (in the order of the input's numbers: TRUST
 * without its reordering), "in-degree" (by descending in-degree), "collective" or "collective-degree" (reorder.h).
 * The caller calls tg_rows_free(relabelled). One thread fills the rows. Memory: 4 bytes per edge and 20 per vertex
 * beside the result. Errors: that of tg_check_relabel, TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
tricorn_status tg_graph_relabel(
  tricorn_context *context, const tricorn_graph *graph, const char *names, tg_rows *relabelled);
