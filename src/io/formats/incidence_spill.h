/* incidence_spill.h - the lines of an incidence matrix, each an edge and one of its ends, where
 * they do not fit in memory: set aside, then checked and joined in passes over them. */
#ifndef TG_IO_FORMATS_INCIDENCE_SPILL_H
#define TG_IO_FORMATS_INCIDENCE_SPILL_H

#include <pthread.h>

#include "base/context.h"
#include "graph/edges.h"

/* Takes lines that are read as edges of two numbers, and sets them aside by the spill of the
 * edges. */
typedef struct tg_incidence_spill {
    tg_edge_spill base;
    tg_edge_spill *to;
    uint64_t place;       /* of the first line, among what is set aside */
    pthread_mutex_t lock; /* bytes are set aside by one thread at a time */
} tg_incidence_spill;

void tg_incidence_spill_open(tg_incidence_spill *spill, tg_edge_spill *to);
void tg_incidence_spill_close(tg_incidence_spill *spill);

/* What the lines say. */
typedef struct tg_incidence_column {
    bool second;      /* the second column has the edges */
    uint64_t odd;     /* the first number there that neither two lines have nor none; UINT64_MAX:
                         there is none */
    uint64_t odd_met; /* the lines that have it */
} tg_incidence_column;

/* Sets the lines that are in memory aside, too; none is wide. */
tricorn_status tg_incidence_spill_finish(tricorn_context *context, tg_incidence_spill *spill,
                                         tg_edges *lines);

/* Counts how often each number, of those below `numbers`, stands in the column. */
tricorn_status tg_incidence_spill_check(tricorn_context *context, tg_incidence_spill *spill,
                                        uint64_t numbers, tg_incidence_column *column);

/* Pushes an edge for each two lines with its number; the column was checked, and has none that is
 * odd. */
tricorn_status tg_incidence_spill_join(tricorn_context *context, tg_incidence_spill *spill,
                                       const tg_incidence_column *column, tg_edge_part *part);

#endif
