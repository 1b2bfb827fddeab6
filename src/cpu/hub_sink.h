/* hub_sink.h - the counters to which hubs and reverse lists add beside the total. */
#ifndef TG_CPU_HUB_SINK_H
#define TG_CPU_HUB_SINK_H

#include "cpu/common/vertex_counters.h"

/* One of the two pointers is set; none for a count of the total only. */
typedef struct tg_hub_sink {
    const tg_vertex_counters *vertices; /* with an array for each thread */
    uint32_t *edges;                    /* by position of the edge; only reverse lists use them */
} tg_hub_sink;

#endif
