/* sum_runs.h - sums that are written as they come: those of a piece by the ranges of a pass.
 *
 * They are numbers of variable length (io/binary/gaps.h), in which a run of zeros is a zero and the
 * length of the run.  A segment without sums is not kept.
 */
#ifndef TG_STORE_FILES_SUM_RUNS_H
#define TG_STORE_FILES_SUM_RUNS_H

#include "store/files/disk.h"

typedef struct tg_segment {
    uint64_t offset;                 /* in the file; all else does not depend on who wrote it */
    uint64_t bytes, checksum, coded; /* numbers with the runs of zeros */
    uint64_t count;                  /* of sums */
    uint32_t piece, first_range, last_range, whole;
} tg_segment;

typedef struct tg_segments {
    tg_segment *list;
    uint64_t count, room;
} tg_segments;

void tg_segments_free(tg_segments *segments);

/* Appends the sums of the pieces of so many segments, one behind the other, to the file; fills
 * what the given segments lack.  Parallel. */
tricorn_status tg_segments_add(tricorn_context *context, tg_segments *segments,
                               tg_disk_file *file, tg_segment *given, uint64_t given_count,
                               const uint32_t *sums);
/* Adds a segment that was written. */
tricorn_status tg_segments_keep(tricorn_context *context, tg_segments *segments,
                                const tg_segment *segment);

/* Its bytes; tg_free(*bytes).  Bytes that are not as they were written are TRICORN_BAD_FORMAT
 * without a message: the caller knows whose file it is. */
tricorn_status tg_segment_load(tricorn_context *context, tg_disk_file *file,
                               const tg_segment *segment, unsigned char **bytes);
/* The same as sums; tg_free(*sums). */
tricorn_status tg_segment_read(tricorn_context *context, tg_disk_file *file,
                               const tg_segment *segment, uint32_t **sums);

#endif
