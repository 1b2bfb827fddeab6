/* build_steps.h - the steps from spilled edges to a store, for one process or for several that
 * each make some of it.
 *
 * A unit is an interval of labels whose edges are sorted at once.  Units make parts of the
 * levels, which do not depend on who makes them.
 */
#ifndef TG_STORE_BUILD_STEPS_H
#define TG_STORE_BUILD_STEPS_H

#include "store/store.h"

typedef struct tg_unit tg_unit;

/* How spilled edges are cut. */
typedef struct tg_build_sizes {
    uint64_t unit_keys;   /* edges of intervals that are joined in a unit */
    uint64_t room_keys;   /* of a thread's memory */
    uint64_t range_bytes; /* of memory, of a range of the levels */
    tg_row_limits parts;
} tg_build_sizes;

typedef struct tg_build {
    tg_spill *spill;
    tg_store *store;
    tg_build_sizes sizes;
    tg_unit *units;
    uint64_t unit_count;
    uint64_t words; /* of the sets below */
} tg_build;

/* What some units make: levels without cuts, and a bit for each label with an edge, with a loop.
 */
typedef struct tg_built {
    tg_disk_rows disk_rows;
    uint64_t *seen, *looped;
    uint64_t both_directions;
} tg_built;

/* By the memory: what one process makes alone. */
tg_build_sizes tg_build_sizes_of(const tricorn_context *context, const tg_spill *spill,
                                 uint64_t memory_bytes);

/* Cuts the spill into units and the store's levels into ranges. */
tricorn_status tg_build_begin(tricorn_context *context, tg_spill *spill, tg_store *store,
                              const tg_build_sizes *sizes, tg_build *making);
void tg_build_end(tg_build *making);

/* The edges of units first to last - 1. */
uint64_t tg_build_edges(const tg_build *making, uint64_t first, uint64_t last);

/* Makes these units: writes their rows behind what the file has.  Parallel.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_build_units(tricorn_context *context, const tg_build *making, uint64_t first,
                              uint64_t last, tg_disk_file *file, tg_built *made);
void tg_built_free(tg_built *made);

/* The store and what the graph says of it, once all units are made; takes what was made. */
tricorn_status tg_build_finish(tricorn_context *context, tg_build *making, tg_built *made,
                               tricorn_graph *graph);

#endif
