/* hub_sink.h - where threads count the triangles that hubs find, beside the total. */
#ifndef TG_CPU_HUB_SINK_H
#define TG_CPU_HUB_SINK_H

#include "cpu/edge_counters.h"
#include "cpu/vertex_counters.h"

/* One of the two; for a count of the total alone, neither. */
typedef struct tg_hub_sink {
    const tg_vertex_counters *vertices; /* each thread must have its own */
    const tg_edge_counters *edges;      /* each thread must have its own for all edges of hubs */
} tg_hub_sink;

#endif
