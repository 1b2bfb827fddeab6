/* graphchallenge.h - distinguishes an incidence matrix from an edge list, since both are lines of numbers.
 *
 * An incidence matrix has lines "edge vertex 1", two for each edge. An edge list may have lines "vertex vertex 1".
 */
#pragma once

#include <stddef.h>

#include "base/context.h"
#include "graph/edges.h"

/* What a text is, judged by its beginning. */
typedef enum tg_incidence {
    TG_INCIDENCE_NOT, /* an edge list, or anything else but a matrix */
    TG_INCIDENCE_DOUBT, /* probably a damaged matrix, or perhaps a matrix */
    TG_INCIDENCE_SURE /* a matrix with its edges in order, as tricorn writes it */
} tg_incidence;
tg_incidence tg_incidence_look(const char *bytes, size_t count);

/* Fails with TRICORN_BAD_FORMAT: the lines may be a matrix or an edge list, so the caller must name the format. */
tricorn_status tg_incidence_refuse(tricorn_context *context, const char *name);

/* Calls tg_incidence_refuse if an edge list may be an incidence matrix in another order: the third column is 1 on
 * every line, and the numbers of the first or second column are 1 to k, each exactly twice. If some lines are not in
 * memory, the other lines decide. Not for files whose format the caller has named. Errors: TRICORN_OUT_OF_MEMORY;
 * needs 4 bytes for every second line. */
tricorn_status tg_incidence_check_edges(tricorn_context *context, const char *name, const tg_edges *lines);
