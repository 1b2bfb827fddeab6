/* hub_sink.h - the counters to which the matrix of hubs and reverse lists add, beside the total. */
#pragma once

#include "cpu/common/vertex_counters.h"

/* At most one of the two pointers is set; none is set if only the total is counted. */
typedef struct tg_hub_sink {
    const tg_vertex_counters *vertices; /* must have an array for each thread */
    uint32_t *edges; /* one counter per edge, by position; only reverse lists count edges */
} tg_hub_sink;
