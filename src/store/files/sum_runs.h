/* sum_runs.h - stores the sums for the edges of a segment while the passes of a count compute them.
 *
 * - A pass over some ranges writes one sum run for each segment that it reads, and a block of a
 *   partition one for each segment that has some of its rows.
 * - Sums are stored as numbers of variable length (io/binary/gaps.h), and consecutive zeros as
 *   one zero and their number, so a run needs about one byte for each edge with triangles.
 * - A run whose sums are all zero is not written.
 */
#pragma once

#include "store/files/disk.h"
#include "task/vertices.h"

typedef struct tg_sum_run {
    /* The run's place in the file, which alone depends on the process that wrote the run. */
    uint64_t offset;
    uint64_t bytes, checksum;
    uint64_t coded; /* how many numbers are encoded, including the numbers of zeros */
    uint64_t count; /* number of sums */
    uint32_t segment, first_range, last_range, whole;
    /* If the stride of `of` is not 0: the sums are those of a block, which has the ids in
     * `ids_of` of the rows in `of`, and the ranges have no meaning. */
    tg_vertices of, ids_of;
} tg_sum_run;

typedef struct tg_sum_runs {
    tg_sum_run *list;
    uint64_t count, room;
} tg_sum_runs;

void tg_sum_runs_free(tg_sum_runs *runs);

/* Runs to write: `sums` has the sums of all these runs, one after another. */
typedef struct tg_new_sum_runs {
    tg_sum_run *list; /* the caller has set `segment`, the ranges and `count` of each run */
    uint64_t count;
    const uint32_t *sums;
} tg_new_sum_runs;
/* Appends the sums of new runs to the file, with all threads, and adds the runs to *runs. */
tricorn_status tg_sum_runs_add(
  tricorn_context *context, tg_sum_runs *runs, tg_disk_file *file, const tg_new_sum_runs *added);
/* Adds one run, which is already written, to the list. */
tricorn_status tg_sum_runs_append(tricorn_context *context, tg_sum_runs *runs, const tg_sum_run *run);

/* Reads the encoded bytes of a run; the caller frees *bytes with tg_free. Errors:
 * TRICORN_BAD_FORMAT for changed bytes, without a message, because the caller knows the file. */
tricorn_status tg_sum_run_load(
  tricorn_context *context, tg_disk_file *file, const tg_sum_run *run, unsigned char **bytes);
/* Reads and decodes the sums of a run; the caller frees *sums with tg_free. */
tricorn_status tg_sum_run_read(tricorn_context *context, tg_disk_file *file, const tg_sum_run *run, uint32_t **sums);
