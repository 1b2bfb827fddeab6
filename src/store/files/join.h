/* join.h - lets processes on any machines share numbered parts of work through a folder. The
 * folder's files say which process does which part, and store the counts of all parts.
 *
 * - The folder tricorn-join-..., in the work folder, has a file with the limits by which all
 *   processes cut the graph, a lease for each part that was begun (lease.h), and a journal for
 *   each process.
 * - A process that finds an expired lease takes the lease of the next generation of that part.
 *   No file is removed, so no process removes a file that another one has just made.
 * - If a part is counted twice, both counts must be equal.
 */
#pragma once

#include "store/files/disk.h"

/* The begin of the folder's name. */
#define TG_JOIN_FOLDER "tricorn-join-"

typedef struct tg_join tg_join;

/* The steps of work that processes share: those of preparing a graph, in this order, whose parts
 * count edges; then those of counting. */
typedef enum tg_step {
    TG_STEP_PLANNING,
    TG_STEP_READING,
    TG_STEP_SORTING,
    TG_STEP_JOINING,
    TG_STEP_CHECKING,
    TG_STEP_CUTTING,
    TG_STEP_TOTALS,
    TG_STEP_VERTICES,
    TG_STEP_EDGES,
    TG_STEPS
} tg_step;
extern const char *const tg_step_names[TG_STEPS];

/* The limits by which all processes cut the graph. */
typedef struct tg_join_cut {
    uint64_t kept_bytes, batch_bytes, batch_wedges;
} tg_join_cut;

/* Opens the join. `identity` identifies the graph and the kind of count. A lease expires when
 * its process has not touched it for lease_seconds. */
tricorn_status tg_join_open(
  tricorn_context *context, const tg_disk_folder *work, uint64_t identity, double lease_seconds, tg_join **join);
/* Sets what the parts are; without this call they are those of totals. */
void tg_join_set_step(tg_join *join, tg_step step);
void tg_join_close(tg_join *join);

/* Replaces *cut by the one that the first process to call this has stored. Errors:
 * TRICORN_BAD_FORMAT if the file with the cut was changed. */
tricorn_status tg_join_agree(tricorn_context *context, tg_join *join, tg_join_cut *cut);

/* Begins the count of `count` parts, which follow from the common cut and `identity`. */
tricorn_status tg_join_begin(tricorn_context *context, tg_join *join, uint64_t identity, uint64_t count);

/* Claims a part that no process has begun, or whose lease has expired. While other processes
 * count the last parts, waits for these. *taken is false if all parts are counted. Errors:
 * TRICORN_CANCELLED; TRICORN_BAD_FORMAT (a lease or a journal was changed), TRICORN_WRONG_COUNT
 * (two processes disagree). */
tricorn_status tg_join_take(tricorn_context *context, tg_join *join, uint64_t *number, bool *taken);
/* The count of a part, as a journal stores it. */
typedef struct tg_join_found {
    uint64_t triangles;
    /* Zero unless the count also writes sums (sums.h): then the place of the part's sums in the
     * process's file of sums, and a checksum of them that does not depend on the process. */
    uint64_t where, digest;
} tg_join_found;

/* Writes the count of a part to this process's journal. */
tricorn_status tg_join_add(tricorn_context *context, tg_join *join, uint64_t number, const tg_join_found *found);

uint64_t tg_join_done(const tg_join *join); /* how many parts are counted */
uint64_t tg_join_own(const tg_join *join); /* how many parts this process counted */
uint64_t tg_join_triangles(const tg_join *join);
uint32_t tg_join_processes(const tg_join *join); /* how many processes have counted a part */

/* Returns the folder that the processes share. */
tg_disk_folder *tg_join_folder(tg_join *join);
/* Returns the count of a part that is done. *process receives the name of the process that
 * counted it, which is valid as long as the join. */
tg_join_found tg_join_found_of(const tg_join *join, uint64_t number, const char **process);
uint64_t tg_join_count(const tg_join *join); /* the number of all parts */
const char *tg_join_process(const tg_join *join); /* the name of this process */

/* ---- for those who only look (join_look.c) ---- */

/* Reads what the folder `name` has, without taking part or writing. *join is NULL if nobody has
 * begun a part; otherwise the caller closes it. */
tricorn_status tg_join_look(tricorn_context *context, const tg_disk_folder *work, const char *name, tg_join **join);
tg_step tg_join_step(const tg_join *join);
/* Returns the name of process `number`, from 0, and how many parts it counted; NULL: no process has that number. */
const char *tg_join_counted(const tg_join *join, uint32_t number, uint64_t *done);
/* Estimates after how many seconds all parts are done, if it is `now` by the system's clock; -1 if
 * that is unknown. */
tricorn_status tg_join_seconds_left(tricorn_context *context, const tg_join *join, double now, double *seconds);

/* Fails with TRICORN_BAD_FORMAT: a file of the folder was changed. */
tricorn_status tg_join_refuse(tricorn_context *context, const tg_join *join, const char *name);
