/* sink.h - where triangles go when more than their number is wanted.
 *
 * One of the arrays is not NULL.  Counts are added to what the array holds, with no order between
 * threads that could be seen.
 */
#ifndef TG_TASK_SINK_H
#define TG_TASK_SINK_H

#include <stdint.h>

typedef struct tg_sink {
    uint64_t *vertices; /* of each vertex: the triangles that it is in */
    uint32_t *edges;    /* of the edge at each position of edges.ids: likewise, its support */
} tg_sink;

#endif
