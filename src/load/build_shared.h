/* build_shared.h - processes that share a work folder prepare its graph together: none reads the
 * whole file, and none holds the graph.
 *
 * 1. One process chooses the labels by a sample of the file: the plan.
 * 2. Each process takes slices of the file and spills their edges.
 * 3. Each takes groups of intervals of labels, sorts their rows and writes them.
 * 4. Each copies the rows of groups to their place in one file.
 * 5. One process writes the index of all rows (tg_store_wait).
 *
 * A slice or a group that a process takes has a lease, as a part of a count has
 * (store/files/join.h): if the process is killed, another one does it.
 */
#pragma once

#include <tricorn/tricorn.h>

#include "io/format.h"
#include "store/store.h"

typedef struct tg_build_shared tg_build_shared;

/* Takes part until all rows are in the folder. The input and its options are the same for all; the store is open, has
 * the fingerprint of the input, and has no graph. *shared is NULL if the input cannot be shared, as pipes, compressed
 * files, other formats than edge lists, and ids that have to be numbered: then one prepares alone, and says what is
 * wrong with a file that is bad. Errors: TRICORN_CANCELLED, TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (a file of the
 * folder was changed), TRICORN_WRONG_COUNT (two processes disagree), TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_build_shared_prepare(
  tricorn_context *context, const tg_reader *reader, tg_store *store, uint64_t memory_bytes, tg_build_shared **shared);
void tg_build_shared_free(tg_build_shared *shared);

/* Returns the spill of all edges, which the caller frees before *shared, and sets *input. */
tg_spill *tg_build_shared_take(tg_build_shared *shared, tg_spill_input *input);

/* Makes the store, as tg_store_make does. Only the process that tg_store_wait chose calls this.
 */
tricorn_status tg_build_shared_finish(tricorn_context *context, tg_build_shared *shared, tricorn_graph *graph);
