/* cost.h - the predicted times of all methods of counting, and the cheapest number of hubs. */
#pragma once

#include "cpu/features.h"

/* Returns the predicted seconds of streaming on one thread. */
double tg_cost_of_stream(const tg_features *features);
tricorn_work tg_work_of_stream(const tg_features *features);

/* Returns approximately the seconds of a count into a sink, row by row (cpu/sink_rows.h), on one thread. */
double tg_cost_of_sink_rows(const tg_features *features);

typedef struct tg_hub_cost {
    uint32_t hubs;
    double prepare_seconds, count_seconds;
    /* memory of the matrix (0 if it exists already), of the lists and of the threads' bitmaps */
    uint64_t bytes;
    double listed; /* the fraction of edges that are in lists */
    tricorn_work work; /* the steps of a count */
} tg_hub_cost;

/* Finds the cheapest number of hubs for a task that is counted features->counts times. Considers only numbers of hubs
 * that need at most `room` bytes with this number of threads; returns false if none fits. */
bool tg_cost_of_hubs(const tg_features *features, uint32_t threads, uint64_t room, tg_hub_cost *cost);

/* Returns a lower bound of the seconds that is valid for every number of hubs, and needs no
 * measured features of hubs. Only the seconds are set. */
tg_hub_cost tg_least_cost_of_hubs(const tg_features *features);
