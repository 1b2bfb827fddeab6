/* sum_runs.h - stores sums for the edges of a segment, as passes count them.
 *
 * - A pass over some ranges writes one sum run for each segment that it reads.
 * - Sums are numbers of variable length (io/binary/gaps.h); consecutive zeros are a zero and
 *   their number, so a run needs about one byte for each edge with triangles.
 * - A run of zeros only is not written.
 */
#ifndef TG_STORE_FILES_SUM_RUNS_H
#define TG_STORE_FILES_SUM_RUNS_H

#include "store/files/disk.h"

typedef struct tg_sum_run {
    uint64_t
        offset; /* in the file; the other members do not depend on the process that wrote it */
    uint64_t bytes, checksum;
    uint64_t coded; /* numbers that are encoded, including those for zeros */
    uint64_t count; /* number of sums */
    uint32_t segment, first_range, last_range, whole;
} tg_sum_run;

typedef struct tg_sum_runs {
    tg_sum_run *list;
    uint64_t count, room;
} tg_sum_runs;

void tg_sum_runs_free(tg_sum_runs *runs);

/* Sums that are to be written as runs: `sums` has the sums of all runs, without gaps between
 * them. */
typedef struct tg_new_sum_runs {
    tg_sum_run *list; /* segment, ranges and count of each are set */
    uint64_t count;
    const uint32_t *sums;
} tg_new_sum_runs;
/* Appends the sums to the file, by all threads, and adds the runs to `runs`. */
tricorn_status tg_sum_runs_add(tricorn_context *context, tg_sum_runs *runs, tg_disk_file *file,
                               const tg_new_sum_runs *added);
/* Adds a run that was written. */
tricorn_status tg_sum_runs_append(tricorn_context *context, tg_sum_runs *runs,
                                  const tg_sum_run *run);

/* Reads the bytes of a run; the caller frees *bytes by tg_free. Errors: TRICORN_BAD_FORMAT for
 * changed bytes, without a message, because the caller knows the file. */
tricorn_status tg_sum_run_load(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, unsigned char **bytes);
/* Reads the sums of a run; the caller frees *sums by tg_free. */
tricorn_status tg_sum_run_read(tricorn_context *context, tg_disk_file *file,
                               const tg_sum_run *run, uint32_t **sums);

#endif
