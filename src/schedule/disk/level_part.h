/* level_part.h - parts of a graph on disk: the rows of a pass and of a batch, and their task.
 *
 * - A pass holds the rows v of its ranges in memory.  A part is these rows, or a batch of other
 *   segments with ids in these ranges.
 * - The sizes of passes and batches depend on the index and on limits alone, so processes that
 *   agree on the limits have the same parts.
 */
#ifndef TG_SCHEDULE_DISK_LEVEL_PART_H
#define TG_SCHEDULE_DISK_LEVEL_PART_H

#include "store/files/journal.h"
#include "store/store.h"
#include "task/task.h"

/* The memory for the rows of a pass and for a batch.  A pass has at least one range and a batch
 * at least one segment, even if these need more. */
typedef struct tg_pass_limits {
    uint64_t kept_bytes, batch_bytes;
    uint64_t batch_wedges; /* of a batch with more than one segment; 0: no limit */
    bool elsewhere; /* a GPU holds the rows of a pass: 4 bytes for each id and each row */
} tg_pass_limits;

/* Returns the limits for a process with `room` bytes of memory; the algorithm has what they
 * leave. */
tg_pass_limits tg_levels_limits(uint64_t room);
/* Returns the limits for a count with sums, which need as much memory as the rows. */
tg_pass_limits tg_levels_sink_limits(uint64_t room);

typedef struct tg_pass {
    uint32_t first_range, last_range;     /* both included */
    uint32_t first_segment, last_segment; /* segments first to last - 1 */
} tg_pass;

/* Returns the next pass: as many ranges as fit, at least one with a segment. */
tg_pass tg_pass_next(const tg_disk_rows *disk, const tg_pass_limits *limits, uint32_t first_range,
                     uint32_t first_segment);

/* Returns the end of a batch that begins with first_segment and has rows of the pass or later
 * rows: as many segments as fit, at least one.  The bytes of the next batch, about as many, must
 * fit beside them, because they are read meanwhile. */
uint32_t tg_batch_end(const tg_disk_rows *disk, const tg_pass_limits *limits, const tg_pass *at,
                      uint32_t first_segment);

static inline tg_part_key tg_part_of(const tg_pass *at, uint32_t first_segment,
                                     uint32_t last_segment)
{
    return (tg_part_key){at->first_range, at->last_range, first_segment, last_segment};
}

/* Returns the row view of a part. */
tg_row_view tg_part_view(const tg_disk_rows *disk, const tg_part_key *part);

/* Returns the number of edges of a part's task. */
uint64_t tg_part_edges(const tg_disk_rows *disk, const tg_part_key *part);
/* Returns the number of wedges of a part's task: for each of its edges (u, v), the ids w < v of
 * row u. */
uint64_t tg_part_wedges(const tg_disk_rows *disk, const tg_part_key *part);

/* Returns the label of row 0 among the rows of a pass. */
uint32_t tg_pass_first_label(const tg_disk_rows *disk, const tg_pass *at);

/* Rows in memory; all zero if none are read. */
typedef struct tg_part_rows {
    tg_view_rows all;   /* the ids of the rows, up to the end of the pass */
    tg_view_rows edges; /* only the ids in the ranges of the pass, if these are not all ids */
    struct tg_row_room {
        uint64_t offsets, ids; /* numbers of elements */
    } room, edge_room;
} tg_part_rows;

typedef struct tg_part_reading {
    tg_part_key part;
    uint32_t first_label;        /* of row 0 */
    const unsigned char *loaded; /* the bytes, from tg_disk_rows_load; NULL: they are read */
} tg_part_reading;
/* Reads the rows of a part into *rows, and reuses its arrays if they are large enough: new pages
 * of the system would take longer than decoding.  Call tg_part_drop also after a failure.
 * Errors: those of tg_disk_rows_read. */
tricorn_status tg_part_read(tricorn_context *context, tg_store *store,
                            const tg_part_reading *which, tg_part_rows *rows);
void tg_part_drop(tg_part_rows *rows);
void tg_part_drop_edges(tg_part_rows *rows); /* frees `edges` only */

/* Returns the task of a part whose rows were read; kept: the rows of its pass.  Rows u are
 * numbered from the first label of the batch, rows v from the first label of the pass, or from
 * label 0 if few labels are before it; ids w are labels.  The task's members u, v and w describe
 * this. */
tg_task tg_part_task(const tg_disk_rows *disk, const tg_pass *at, const tg_part_key *part,
                     const tg_part_rows *rows, const tg_view_rows *kept);

#endif
