/* incidence_spill.h - the lines of an incidence matrix, each an edge and one of its ends, if
 * they do not fit in memory: they are set aside, and then checked and joined in passes over
 * them. */
#ifndef TG_IO_FORMATS_INCIDENCE_SPILL_H
#define TG_IO_FORMATS_INCIDENCE_SPILL_H

#include <pthread.h>

#include "base/context.h"
#include "graph/edges.h"

/* A spill for lines that are read as edges of two numbers: the spill of the edges sets them
 * aside. */
typedef struct tg_incidence_spill {
    tg_edge_spill base;
    tg_edge_spill *to;
    uint64_t place;       /* where the first line is, among what is set aside */
    pthread_mutex_t lock; /* one thread at a time sets bytes aside */
} tg_incidence_spill;

void tg_incidence_spill_open(tg_incidence_spill *spill, tg_edge_spill *to);
void tg_incidence_spill_close(tg_incidence_spill *spill);

/* What a column of the lines contains. */
typedef struct tg_incidence_column {
    bool second; /* the second column has the edges */
    /* The first number that occurs but not twice; UINT64_MAX: every number is right. */
    uint64_t odd;
    uint64_t odd_lines; /* the number of lines that have it */
} tg_incidence_column;

/* Sets the lines that are in memory aside, too; all have 32 bits. */
tricorn_status tg_incidence_spill_finish(tricorn_context *context, tg_incidence_spill *spill,
                                         tg_edges *lines);

/* Counts how often each number below `numbers` occurs in the column. */
tricorn_status tg_incidence_spill_check(tricorn_context *context, tg_incidence_spill *spill,
                                        uint64_t numbers, tg_incidence_column *column);

/* Appends an edge for each two lines with its number.  The column was checked and has no odd
 * number. */
tricorn_status tg_incidence_spill_join(tricorn_context *context, tg_incidence_spill *spill,
                                       const tg_incidence_column *column, tg_edge_part *part);

#endif
