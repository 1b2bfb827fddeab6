/* level_passes.h - a graph on disk as tasks: passes over ranges of rows that fit in memory.
 *
 * - A pass holds the rows v of its ranges, and reads the other rows u that have an id in these
 *   ranges, in batches of segments.  The next batch is read while one is counted.
 * - A batch and the rows of the pass form a task, whose edges lead from rows of the batch to
 *   rows of the pass.  The rows of the pass alone form a task, too, with the edges among them.
 *   Each edge of the graph is in exactly one task.
 */
#pragma once

#include "schedule/disk/level_part.h"

/* Receives the task of a part. */
typedef tricorn_status tg_take_part(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task);
typedef struct tg_pass_visitor {
    /* Returns whether the part is done, so that it need not be read. NULL: no part is done. */
    bool (*is_done)(void *user, const tg_part_key *part);
    /* Receives the task of a part. The rows of its `into` stay in memory until the next pass,
     * its other rows until take() returns. */
    tg_take_part *take;
    /* Frees the index that take() stored for the next task, and returns whether it had stored one. It is called
     * before a pass, and if a batch does not fit in memory. NULL: take() stores none. */
    bool (*release)(void *user);
    /* These three are for a visitor that holds the rows of a pass itself; otherwise they are NULL. Such a visitor
     * also receives the rows of the pass in batches, and the `into` of a task has no arrays unless it is the batch
     * itself. begin: a pass with this number of rows and ids begins. keep: stores the next rows of the pass; their
     * first offset need not be 0. take_kept: is called in place of take() if the rows `from` of a task are those of
     * the last call of keep(). */
    tricorn_status (*begin)(tricorn_context *context, void *user, uint32_t rows, uint64_t ids);
    tricorn_status (*keep)(tricorn_context *context, void *user, const tg_rows *rows);
    tg_take_part *take_kept;
    void *user;
} tg_pass_visitor;

/* Reads the graph in passes, and hands the task of each part that has edges to the visitor, one after another, on the
 * calling thread. Errors: those of the visitor; TRICORN_IO_ERROR, TRICORN_BAD_FORMAT, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_each_task(
  tricorn_context *context, tg_store *store, const tg_pass_limits *limits, const tg_pass_visitor *visitor);

/* Counts with parts of these limits. Whenever memory of the host or of the GPU runs out, counts
 * again with half of them, at most four times in all. */
tricorn_status tg_levels_within_memory(
  tricorn_context *context, tg_pass_limits *limits, tricorn_status (*count)(tricorn_context *, void *), void *user);
