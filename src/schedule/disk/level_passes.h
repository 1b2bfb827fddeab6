/* level_passes.h - a graph on disk as tasks: passes over ranges of rows that fit in memory.
 *
 * A pass keeps the rows v of its ranges, and reads the other rows u that have an id among them,
 * in batches of segments.  A batch and the rows kept are a task: its edges lead to the rows kept,
 * its ids go up to their end.  The rows kept and what they have among themselves are one, too.
 * Each edge of the graph is in one task.
 */
#ifndef TG_SCHEDULE_DISK_LEVEL_PASSES_H
#define TG_SCHEDULE_DISK_LEVEL_PASSES_H

#include "schedule/disk/level_part.h"

/* What is done with the tasks. */
typedef tricorn_status tg_take_part(tricorn_context *context, void *user, const tg_part_key *part,
                                    const tg_task *task);
typedef struct tg_pass_visitor {
    /* Whether the part is done already: then it is not counted.  NULL: none is. */
    bool (*is_done)(void *user, const tg_part_key *part);
    /* Takes the task of a part.  The rows of `into` stay until the next pass, the others until it
     * returns. */
    tg_take_part *take;
    /* Frees what take() has kept of a task, if anything: before a pass, and where a batch has no
     * memory.  NULL: nothing is kept. */
    bool (*release)(void *user);
    /* A visitor may keep the rows of a pass itself (else all three are NULL).  Then they come in
     * batches, too, and `into` has no arrays, but for a batch that is all that was kept so far.
     * begin: of a pass that has so many rows and ids.  keep: further rows of it, behind those
     * before; the first offset may be other than 0.  take_kept: as take, of a part whose `from`
     * are the rows kept last. */
    tricorn_status (*begin)(tricorn_context *context, void *user, uint32_t rows, uint64_t ids);
    tricorn_status (*keep)(tricorn_context *context, void *user, const tg_rows *rows);
    tg_take_part *take_kept;
    void *user;
} tg_pass_visitor;

/* Reads the graph by passes, and gives each part that has edges to the visitor; from one thread,
 * one after the other.  Errors: those of take(); TRICORN_IO_ERROR, TRICORN_BAD_FORMAT,
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_each_task(tricorn_context *context, tg_store *store,
                                   const tg_pass_limits *limits, const tg_pass_visitor *visitor);

#endif
