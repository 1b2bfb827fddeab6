/* cost.h - the predicted times of all methods of counting, and the cheapest number of hubs. */
#ifndef TG_CPU_COST_H
#define TG_CPU_COST_H

#include "cpu/features.h"

/* Returns the predicted seconds of streaming with one thread. */
double tg_cost_of_stream(const tg_features *features);
tricorn_work tg_work_of_stream(const tg_features *features);

/* Returns about the seconds of a count into a sink, row by row (cpu/sink_rows.h). */
double tg_cost_of_sink_rows(const tg_features *features);

typedef struct tg_hub_cost {
    uint32_t hubs;
    double prepare_seconds, count_seconds;
    uint64_t
        bytes; /* of the matrix (0 if it exists already), the lists and the threads' bitmaps */
    double listed;     /* the share of edges in lists */
    tricorn_work work; /* of counting */
} tg_hub_cost;

/* Finds the cheapest number of hubs for features->counts counts, among the numbers that need at
 * most `room` bytes with this number of threads; returns false if each needs more. */
bool tg_cost_of_hubs(const tg_features *features, uint32_t threads, uint64_t room,
                     tg_hub_cost *cost);

/* Returns a lower bound of the seconds for every number of hubs, which needs no measured hubs.
 * Sets only the seconds. */
tg_hub_cost tg_least_cost_of_hubs(const tg_features *features);

#endif
