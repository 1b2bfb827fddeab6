/* hub_sink.h - where threads count the triangles that hubs and lists find, beside the total. */
#ifndef TG_CPU_HUB_SINK_H
#define TG_CPU_HUB_SINK_H

#include "cpu/vertex_counters.h"

/* One of the two; for a count of the total alone, neither. */
typedef struct tg_hub_sink {
    const tg_vertex_counters *vertices; /* each thread must have its own */
    uint32_t *edges;                    /* of each position; only lists count for them */
} tg_hub_sink;

#endif
