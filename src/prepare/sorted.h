/* sorted.h - rows from sorted edges; private to this folder.  It takes the place of counting
 * degrees, ordering and making rows, where it can. */
#ifndef TG_PREPARE_SORTED_H
#define TG_PREPARE_SORTED_H

#include "prepare/sources.h"

/* Makes the graph, its order TG_ORDER_REVERSED, where the parts together ascend by the smaller
 * end and then by the larger, and that order is as good as any or the graph so small that another
 * one does not pay.  Takes the edges then.  Else *made is false, the edges are as they were, and
 * where degrees were counted on the way they are as tg_count_degrees leaves them. Memory: beside
 * the graph 4 bytes a vertex, and for each thread up to 16 two more; of the latter, those far
 * from the thread's edges are not touched. */
tricorn_status tg_make_sorted_rows(tricorn_context *context, tg_preparation *preparation,
                                   bool *made);

#endif
