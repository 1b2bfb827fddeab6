/* sum_runs.h - sums for the edges of a segment, written as passes count them.
 *
 * - A pass over some ranges has one sum run for each segment that it reads.
 * - Sums are numbers of variable length (io/binary/gaps.h); consecutive zeros are a zero and
 *   their number, so that a run takes about as many bytes as it has edges with triangles.
 * - A run of zeros alone is not written.
 */
#ifndef TG_STORE_FILES_SUM_RUNS_H
#define TG_STORE_FILES_SUM_RUNS_H

#include "store/files/disk.h"

typedef struct tg_sum_run {
    uint64_t
        offset; /* in the file; the other members do not depend on the process that wrote it */
    uint64_t bytes, checksum;
    uint64_t coded; /* numbers that are encoded, with those for zeros */
    uint64_t count; /* sums */
    uint32_t segment, first_range, last_range, whole;
} tg_sum_run;

typedef struct tg_sum_runs {
    tg_sum_run *list;
    uint64_t count, room;
} tg_sum_runs;

void tg_sum_runs_free(tg_sum_runs *runs);

/* Sums that are to be written as runs: `sums` has those of all runs, one behind the other. */
typedef struct tg_new_sum_runs {
    tg_sum_run *list; /* of which segment, ranges and count are set */
    uint64_t count;
    const uint32_t *sums;
} tg_new_sum_runs;
/* Appends the sums to the file, by all threads, and adds the runs to `runs`. */
tricorn_status tg_sum_runs_add(tricorn_context *context, tg_sum_runs *runs, tg_disk_file *file,
                               const tg_new_sum_runs *added);
/* Adds a run that was written. */
tricorn_status tg_sum_runs_append(tricorn_context *context, tg_sum_runs *runs,
                                  const tg_sum_run *run);

/* Reads the bytes of a run; tg_free(*bytes).  Bytes that were changed are TRICORN_BAD_FORMAT
 * without a message: the caller knows the file. */
tricorn_status tg_sum_run_load(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, unsigned char **bytes);
/* Reads the sums of a run; tg_free(*sums). */
tricorn_status tg_sum_run_read(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, uint32_t **sums);

#endif
