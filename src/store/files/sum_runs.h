/* sum_runs.h - sums that are written as they come: those of a segment by the ranges of a pass.
 *
 * They are numbers of variable length (io/binary/gaps.h), in which a run of zeros is a zero and
 * the length of the run.  A run without sums is not kept.
 */
#ifndef TG_STORE_FILES_SUM_RUNS_H
#define TG_STORE_FILES_SUM_RUNS_H

#include "store/files/disk.h"

typedef struct tg_sum_run {
    uint64_t offset;                 /* in the file; all else does not depend on who wrote it */
    uint64_t bytes, checksum, coded; /* numbers with the runs of zeros */
    uint64_t count;                  /* of sums */
    uint32_t segment, first_range, last_range, whole;
} tg_sum_run;

typedef struct tg_sum_runs {
    tg_sum_run *list;
    uint64_t count, room;
} tg_sum_runs;

void tg_sum_runs_free(tg_sum_runs *runs);

/* Appends the sums of the segments of so many runs, one behind the other, to the file; fills
 * what the given runs lack.  Parallel. */
tricorn_status tg_sum_runs_add(tricorn_context *context, tg_sum_runs *runs, tg_disk_file *file,
                               tg_sum_run *given, uint64_t given_count, const uint32_t *sums);
/* Adds a run that was written. */
tricorn_status tg_sum_runs_append(tricorn_context *context, tg_sum_runs *runs,
                                  const tg_sum_run *run);

/* Its bytes; tg_free(*bytes).  Bytes that are not as they were written are TRICORN_BAD_FORMAT
 * without a message: the caller knows whose file it is. */
tricorn_status tg_sum_run_load(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, unsigned char **bytes);
/* The same as sums; tg_free(*sums). */
tricorn_status tg_sum_run_read(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, uint32_t **sums);

#endif
