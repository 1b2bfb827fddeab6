/* join.h - processes, on any machines, that share the count of a graph in a work folder: which
 * one counts which part, and what all have found.
 *
 * The folder tricorn-join-... of the work folder has a file with the cut that all have, a lease
 * of each part that was begun (lease.h), and a journal of each process.  Whoever finds a lease
 * over takes the next one of that part: nothing is removed, so nobody removes what another one
 * has just made.  A part that is counted twice is no harm: both counts must agree.
 */
#ifndef TG_STORE_FILES_JOIN_H
#define TG_STORE_FILES_JOIN_H

#include "store/files/disk.h"

typedef struct tg_join tg_join;

/* By what the graph is cut. */
typedef struct tg_join_cut {
    uint64_t kept_bytes, batch_bytes, batch_wedges;
} tg_join_cut;

/* identity: of the graph and of what is counted.  A lease is over after so many seconds. */
tricorn_status tg_join_open(tricorn_context *context, const tg_disk_folder *work,
                            uint64_t identity, double lease_seconds, tg_join **join);
/* What a part has a number of, for messages, in place of "triangles"; a constant. */
void tg_join_set_unit(tg_join *join, const char *unit);
void tg_join_close(tg_join *join);

/* *cut becomes that of the process that came first.  A file that was changed is
 * TRICORN_BAD_FORMAT. */
tricorn_status tg_join_agree(tricorn_context *context, tg_join *join, tg_join_cut *cut);

/* There are so many parts, by that cut, with that identity; reads what others have found. */
tricorn_status tg_join_begin(tricorn_context *context, tg_join *join, uint64_t identity,
                             uint64_t count);

/* Takes a part that nobody counts: one that nobody has begun, or whose lease is over.  Waits
 * while others count the last ones.  *taken is false if all are counted.
 * Errors: TRICORN_CANCELLED; TRICORN_BAD_FORMAT (a lease or a journal was changed),
 * TRICORN_WRONG_COUNT (two processes disagree). */
tricorn_status tg_join_take(tricorn_context *context, tg_join *join, uint64_t *number,
                            bool *taken);
/* What was found of a part. */
typedef struct tg_join_found {
    uint64_t triangles;
    /* Of a count that has sums (sums.h), else zero: where in the file of sums of the process, and
     * a checksum of them that does not depend on the process. */
    uint64_t where, digest;
} tg_join_found;

/* Notes it. */
tricorn_status tg_join_add(tricorn_context *context, tg_join *join, uint64_t number,
                           const tg_join_found *found);

uint64_t tg_join_done(const tg_join *join); /* parts, by all */
uint64_t tg_join_own(const tg_join *join);  /* by this process */
uint64_t tg_join_triangles(const tg_join *join);
uint32_t tg_join_processes(const tg_join *join); /* that have counted any */

/* What all share. */
tg_disk_folder *tg_join_folder(tg_join *join);
/* What was found of a part that is done, and by whom: a name that lives as long as the join.
 */
tg_join_found tg_join_found_of(const tg_join *join, uint64_t number, const char **process);
uint64_t tg_join_count(const tg_join *join);      /* parts */
const char *tg_join_process(const tg_join *join); /* this one */
/* A file of the folder is not as tricorn wrote it: TRICORN_BAD_FORMAT. */
tricorn_status tg_join_refuse(tricorn_context *context, const tg_join *join, const char *name);

#endif
