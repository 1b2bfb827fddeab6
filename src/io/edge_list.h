/* edge_list.h - text edge lists: the writer, which has its own file. */
#ifndef TG_IO_EDGE_LIST_H
#define TG_IO_EDGE_LIST_H

#include "graph/graph.h"
#include "io/output.h"

/* Writes each edge once, in the user's ids and order: "u<tab>v", "u,v" to a .csv, "u<tab>v<tab>1" to
 * a .wel.  There is no comment and no heading: GAPBS, whose suffix is .el, would end its reading there.
 * A string id that would be misread is put in quotes, as RFC 4180 has them.
 * TRICORN_UNSUPPORTED for an id that holds the end of a line. */
tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph,
                                  tg_output *output);

#endif
