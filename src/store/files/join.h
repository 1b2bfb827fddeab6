/* join.h - lets processes on any machines share numbered parts of work by a folder, which stores
 * which process does which part, and the counts of all parts.
 *
 * - The folder tricorn-join-... of the work folder has a file with the common cut, a lease for
 *   each part that was begun (lease.h), and a journal for each process.
 * - A process that finds an expired lease takes the lease of the next generation of that part.
 *   No file is removed, so no process removes a file that another one has just made.
 * - A part may be counted twice: then both counts must be equal.
 */
#ifndef TG_STORE_FILES_JOIN_H
#define TG_STORE_FILES_JOIN_H

#include "store/files/disk.h"

typedef struct tg_join tg_join;

/* The limits by which all processes cut the graph. */
typedef struct tg_join_cut {
    uint64_t kept_bytes, batch_bytes, batch_wedges;
} tg_join_cut;

/* Opens the join. identity: of the graph and of the kind of count.  A lease expires if it was not
 * touched for lease_seconds. */
tricorn_status tg_join_open(tricorn_context *context, const tg_disk_folder *work,
                            uint64_t identity, double lease_seconds, tg_join **join);
/* Sets the unit of counts in messages, a constant; the default is "triangles". */
void tg_join_set_unit(tg_join *join, const char *unit);
void tg_join_close(tg_join *join);

/* Replaces *cut by the cut of the first process that called this.  Errors: TRICORN_BAD_FORMAT if
 * the file was changed. */
tricorn_status tg_join_agree(tricorn_context *context, tg_join *join, tg_join_cut *cut);

/* Begins with `count` parts of that cut and identity; reads the counts of other processes. */
tricorn_status tg_join_begin(tricorn_context *context, tg_join *join, uint64_t identity,
                             uint64_t count);

/* Claims a part that no process has begun, or whose lease has expired.  If other processes count
 * the last parts, waits for them. *taken is false if all parts are counted.  Errors:
 * TRICORN_CANCELLED; TRICORN_BAD_FORMAT (a lease or a journal was changed), TRICORN_WRONG_COUNT
 * (two processes disagree). */
tricorn_status tg_join_take(tricorn_context *context, tg_join *join, uint64_t *number,
                            bool *taken);
/* The count of a part. */
typedef struct tg_join_found {
    uint64_t triangles;
    /* If the count writes sums (sums.h), otherwise zero: their place in the process's file of
     * sums, and a checksum of them that does not depend on the process. */
    uint64_t where, digest;
} tg_join_found;

/* Writes the count of a part to the journal. */
tricorn_status tg_join_add(tricorn_context *context, tg_join *join, uint64_t number,
                           const tg_join_found *found);

uint64_t tg_join_done(const tg_join *join); /* parts that are counted */
uint64_t tg_join_own(const tg_join *join);  /* parts that this process counted */
uint64_t tg_join_triangles(const tg_join *join);
uint32_t tg_join_processes(const tg_join *join); /* processes that have counted a part */

/* Returns the folder that the processes share. */
tg_disk_folder *tg_join_folder(tg_join *join);
/* Returns the count of a part that is done, and the name of the process that counted it, which is
 * valid as long as the join. */
tg_join_found tg_join_found_of(const tg_join *join, uint64_t number, const char **process);
uint64_t tg_join_count(const tg_join *join);      /* of all parts */
const char *tg_join_process(const tg_join *join); /* the name of this process */
/* Fails with TRICORN_BAD_FORMAT: a file of the folder was changed. */
tricorn_status tg_join_refuse(tricorn_context *context, const tg_join *join, const char *name);

#endif
