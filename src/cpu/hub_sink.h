/* hub_sink.h - the counters for triangles that hubs and lists find, beside the total. */
#ifndef TG_CPU_HUB_SINK_H
#define TG_CPU_HUB_SINK_H

#include "cpu/common/vertex_counters.h"

/* One of the two; neither for a count of the total alone. */
typedef struct tg_hub_sink {
    const tg_vertex_counters *vertices; /* each thread must have its own */
    uint32_t *edges; /* counters by position of the edge; only lists use them */
} tg_hub_sink;

#endif
