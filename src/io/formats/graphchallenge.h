/* graphchallenge.h - telling an incidence matrix from an edge list: both are lines of numbers.
 *
 * An incidence matrix has lines "edge vertex 1", two for each edge; an edge list may have lines
 * "vertex vertex 1".
 */
#ifndef TG_IO_FORMATS_GRAPHCHALLENGE_H
#define TG_IO_FORMATS_GRAPHCHALLENGE_H

#include <stddef.h>

#include "base/context.h"
#include "graph/edges.h"

/* The judgement of a beginning of a text. */
typedef enum tg_incidence {
    TG_INCIDENCE_NOT,   /* an edge list, or anything else */
    TG_INCIDENCE_DOUBT, /* nearly or perhaps a matrix */
    TG_INCIDENCE_SURE   /* a matrix with edges in order, as tricorn writes it */
} tg_incidence;
tg_incidence tg_incidence_look(const char *bytes, size_t count);

/* TRICORN_BAD_FORMAT: the lines may be a matrix or an edge list; name its format. */
tricorn_status tg_incidence_refuse(tricorn_context *context, const char *name);

/* For an edge list that was read, whose third column is 1 on every line: tg_incidence_refuse if
 * the numbers of the first or second column are 1 to k, each exactly twice, so that it may as
 * well be a matrix in another order; where lines are not in memory, if the others may be some of
 * it. Not for files whose format is named.  Errors: TRICORN_OUT_OF_MEMORY; needs 4 bytes for
 * every second line. */
tricorn_status tg_incidence_check_edges(tricorn_context *context, const char *name,
                                        const tg_edges *lines);

#endif
