/* spill.h - a spill that keeps in memory what readers give it, for tests of readers. */
#pragma once

#include <pthread.h>

#include "graph/edges.h"

typedef struct test_spill {
    tg_edge_spill base;
    pthread_mutex_t lock;
    tg_wide_edge *edges;
    uint64_t room;
    char *aside;
} test_spill;

/* Parts spill when they take a few edges together, and each table is set aside. */
void test_spill_open(test_spill *spill);
void test_spill_close(test_spill *spill);

/* The edges that it has taken, base.taken of them. */
const tg_wide_edge *test_spill_edges(const tg_edge_spill *spill);
