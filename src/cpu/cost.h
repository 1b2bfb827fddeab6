/* cost.h - predicted times of the methods of counting, and the best of them. */
#ifndef TG_CPU_COST_H
#define TG_CPU_COST_H

#include "cpu/features.h"

/* Seconds of one thread, and its work in them. */
double tg_cost_of_stream(const tg_features *features);
tricorn_work tg_work_of_stream(const tg_features *features);

/* About the seconds of the same count into a sink (cpu/sink_rows.h). */
double tg_cost_of_sink_rows(const tg_features *features);

typedef struct tg_hub_cost {
    uint32_t hubs;
    double prepare_seconds, count_seconds;
    uint64_t bytes;    /* of the matrix, unless it is kept, the lists and the threads' bitmaps */
    double listed;     /* the share of edges that are in lists */
    tricorn_work work; /* of counting */
} tg_hub_cost;

/* The cheapest number of hubs for features->counts counts among those that need at most `room`
 * bytes with that many threads; false if there is none. */
bool tg_cost_of_hubs(const tg_features *features, uint32_t threads, uint64_t room,
                     tg_hub_cost *cost);

/* A lower bound for every choice of hubs; known before hubs are measured.  Sets only the seconds.
 */
tg_hub_cost tg_least_cost_of_hubs(const tg_features *features);

#endif
