/* build_steps.h - the steps from spilled edges to a graph on disk, for one process or for several that share them.
 *
 * - A unit is an interval of labels, or several small ones; one thread sorts the edges of one
 *   unit at a time.
 * - The rows that a unit yields do not depend on the process that sorts it. So processes can
 *   sort different units, and their results are joined.
 */
#pragma once

#include "store/store.h"

typedef struct tg_unit tg_unit;

/* The units with the numbers `first` to `last` - 1. */
typedef struct tg_unit_range {
    uint64_t first, last;
} tg_unit_range;

/* The sizes by which the spilled edges are cut into units, and the labels into ranges. */
typedef struct tg_build_sizes {
    uint64_t unit_keys; /* a unit joins several small intervals only up to this many edges */
    uint64_t room_keys; /* the number of keys that fit in one thread's memory */
    uint64_t range_bytes; /* the memory that the rows of one range may need */
    tg_row_limits limits;
} tg_build_sizes;

typedef struct tg_build {
    tg_spill *spill;
    tg_store *store;
    tg_build_sizes sizes;
    tg_unit *units;
    uint64_t unit_count;
    uint64_t words; /* the length of each bitmap of a tg_built, in 64-bit words */
} tg_build;

/* The result of sorting some units: an index without cuts, and bitmaps of the labels that have an
 * edge (seen) and of those that have a loop (looped). */
typedef struct tg_built {
    tg_disk_rows disk_rows;
    uint64_t *seen, *looped;
    uint64_t words; /* the length of each bitmap, in 64-bit words */
    uint64_t both_directions;
} tg_built;

/* Returns the sizes for a process that sorts all units with this much memory. */
tg_build_sizes tg_build_sizes_of(const tricorn_context *context, const tg_spill *spill, uint64_t memory_bytes);

/* Cuts the spill into units, and the store's labels into ranges. */
tricorn_status tg_build_begin(
  tricorn_context *context, tg_spill *spill, tg_store *store, const tg_build_sizes *sizes, tg_build *build);
void tg_build_end(tg_build *build);

/* Returns the number of spilled edges in these units. */
uint64_t tg_build_edges(const tg_build *build, tg_unit_range range);

/* Sorts these units with all threads, and appends their rows to the file. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_build_units(
  tricorn_context *context, const tg_build *build, tg_unit_range range, tg_disk_file *file, tg_built *made);
void tg_built_free(tg_built *made);

/* Completes the store from the results of all units, and sets the counts of the graph (vertices,
 * edges, loops). Moves the arrays out of *made. */
tricorn_status tg_build_finish(tricorn_context *context, tg_build *build, tg_built *made, tricorn_graph *graph);
