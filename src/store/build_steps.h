/* build_steps.h - the steps from spilled edges to a store, for one process or for several that each
 * make some of it.
 *
 * A unit is an interval of labels whose edges are sorted at once.  Units make parts of the
 * levels, which do not depend on who makes them.
 */
#ifndef TG_STORE_BUILD_STEPS_H
#define TG_STORE_BUILD_STEPS_H

#include "store/store.h"

typedef struct tg_unit tg_unit;

/* How spilled edges are cut. */
typedef struct tg_making_sizes {
    uint64_t unit_keys;   /* edges of intervals that are joined in a unit */
    uint64_t room_keys;   /* of a thread's memory */
    uint64_t range_bytes; /* of memory, of a range of the levels */
    tg_level_parts parts;
} tg_making_sizes;

typedef struct tg_making {
    tg_spill *spill;
    tg_store *store;
    tg_making_sizes sizes;
    tg_unit *units;
    uint64_t unit_count;
    uint64_t words; /* of the sets below */
} tg_making;

/* What some units make: levels without cuts, and a bit for each label with an edge, with a loop.
 */
typedef struct tg_made {
    tg_levels levels;
    uint64_t *seen, *looped;
    uint64_t both_directions;
} tg_made;

/* By the memory: what one process makes alone. */
tg_making_sizes tg_making_sizes_of(const tricorn_context *context, const tg_spill *spill,
                                   uint64_t memory_bytes);

/* Cuts the spill into units and the store's levels into ranges. */
tricorn_status tg_making_begin(tricorn_context *context, tg_spill *spill, tg_store *store,
                               const tg_making_sizes *sizes, tg_making *making);
void tg_making_end(tg_making *making);

/* The edges of units first to last - 1. */
uint64_t tg_making_edges(const tg_making *making, uint64_t first, uint64_t last);

/* Makes these units: writes their rows behind what the file has.  Parallel.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_making_units(tricorn_context *context, const tg_making *making, uint64_t first,
                               uint64_t last, tg_disk_file *file, tg_made *made);
void tg_made_free(tg_made *made);

/* The store and what the graph says of it, once all units are made; takes what was made. */
tricorn_status tg_making_finish(tricorn_context *context, tg_making *making, tg_made *made,
                                tricorn_graph *graph);

#endif
