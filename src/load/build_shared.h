/* build_shared.h - processes that share a work folder prepare its graph together: none reads the
 * whole file, and none holds the graph.
 *
 * One of them chooses the labels by a sample (the plan).  Then each takes shares of the file and
 * spills their edges; then groups of intervals of labels, whose rows it sorts and writes; then it
 * copies such rows to their place in one file.  What is taken has a lease, as parts of a count
 * do (store/files/join.h), so what a process has left behind is done by another one.  The last
 * step, the index of all rows, is of one process (tg_store_wait).
 */
#ifndef TG_LOAD_BUILD_SHARED_H
#define TG_LOAD_BUILD_SHARED_H

#include <tricorn/tricorn.h>

#include "io/format.h"
#include "store/store.h"

typedef struct tg_build_shared tg_build_shared;

/* Takes part until all rows are in the folder.  The input and its options are the same for all;
 * the store is open, has the fingerprint of the input, and has no graph.  *shared is NULL if the
 * input cannot be shared, as pipes, compressed files, other formats than edge lists, and ids that
 * have to be numbered: then one prepares alone, and says what is wrong with a file that is bad.
 * Errors: TRICORN_CANCELLED, TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (a file of the folder was
 * changed), TRICORN_WRONG_COUNT (two processes disagree), TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_build_shared_prepare(tricorn_context *context, const tg_reader *reader,
                                       tg_store *store, uint64_t memory_bytes,
                                       tg_build_shared **shared);
void tg_build_shared_free(tg_build_shared *shared);

/* What was read; the spill is the caller's from here on, and goes before *shared. */
tg_spill *tg_build_shared_take(tg_build_shared *shared, tg_spill_input *input);

/* By the one that was chosen: makes the store, as tg_store_make does. */
tricorn_status tg_build_shared_finish(tricorn_context *context, tg_build_shared *shared,
                                      tricorn_graph *graph);

#endif
