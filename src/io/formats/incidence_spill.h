/* incidence_spill.h - the lines of an incidence matrix that do not fit in memory. Each line has an edge and one of
 * its ends. The lines are set aside, and then checked and joined in passes. */
#pragma once

#include <pthread.h>

#include "base/context.h"
#include "graph/edges.h"

/* A spill that receives lines in place of edges, since they are read as edges of two numbers.
 * The spill of the real edges sets them aside. */
typedef struct tg_incidence_spill {
    tg_edge_spill base;
    tg_edge_spill *to;
    uint64_t place; /* where the first line is among the bytes that are set aside */
    pthread_mutex_t lock; /* lets only one thread at a time set bytes aside */
} tg_incidence_spill;

void tg_incidence_spill_open(tg_incidence_spill *spill, tg_edge_spill *to);
void tg_incidence_spill_close(tg_incidence_spill *spill);

typedef struct tg_incidence_column {
    bool second; /* the edges are in the second column */
    /* The first number that occurs, but not exactly twice; UINT64_MAX if no number does. */
    uint64_t odd;
    uint64_t odd_lines; /* how many lines have that number */
} tg_incidence_column;

/* Also sets aside the lines that are still in memory; all must have 32-bit numbers. */
tricorn_status tg_incidence_spill_finish(tricorn_context *context, tg_incidence_spill *spill, tg_edges *lines);

/* Counts how often each number below `numbers` occurs in the column, and sets the results in
 * *column. */
tricorn_status tg_incidence_spill_check(
  tricorn_context *context, tg_incidence_spill *spill, uint64_t numbers, tg_incidence_column *column);

/* Appends an edge for each two lines that have the same number. The column must have been
 * checked, and must have no odd number. */
tricorn_status tg_incidence_spill_join(
  tricorn_context *context, tg_incidence_spill *spill, const tg_incidence_column *column, tg_edge_part *part);
