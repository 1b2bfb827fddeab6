/* level_part.h - parts of a graph on disk: the rows of a pass and of a batch, and their task.
 *
 * - A pass holds the rows v of its ranges in memory. A part has either these rows, or a batch
 *   of later segments whose rows have ids in these ranges.
 * - The sizes of passes and batches depend on the index and on limits alone, so processes that
 *   agree on the limits have the same parts.
 */
#pragma once

#include "store/files/journal.h"
#include "store/store.h"
#include "task/task.h"

/* The memory for the rows of a pass, and for a batch. A pass has at least one range and a batch
 * at least one segment, even if these need more memory. */
typedef struct tg_pass_limits {
    uint64_t kept_bytes, batch_bytes;
    /* The most wedges of a batch with more than one segment; 0: no limit. */
    uint64_t batch_wedges;
    /* A GPU holds the rows of a pass, which need 4 bytes of its memory for each id and row. */
    bool elsewhere;
} tg_pass_limits;

/* Returns the limits for a process with `room` bytes of memory; what they leave is for the algorithm. */
tg_pass_limits tg_levels_limits(uint64_t room);
/* Returns the limits for a count with sums, which need as much memory as the rows themselves. */
tg_pass_limits tg_levels_sink_limits(uint64_t room);

typedef struct tg_pass {
    uint32_t first_range, last_range; /* the first and the last range */
    uint32_t first_segment, last_segment; /* the segments first_segment to last_segment - 1 */
} tg_pass;

/* Returns the next pass, which begins with first_range: as many ranges as fit, and at least one
 * that has a segment. */
tg_pass tg_pass_next(
  const tg_disk_rows *disk, const tg_pass_limits *limits, uint32_t first_range, uint32_t first_segment);

/* Returns the end of a batch that begins with first_segment, which is either in the pass or
 * after it: as many segments as fit, at least one. The encoded bytes of the next batch must fit
 * beside them, because they are read meanwhile. */
uint32_t tg_batch_end(
  const tg_disk_rows *disk, const tg_pass_limits *limits, const tg_pass *at, uint32_t first_segment);

static inline tg_part_key tg_part_of(const tg_pass *at, uint32_t first_segment, uint32_t last_segment)
{
    return (tg_part_key){at->first_range, at->last_range, first_segment, last_segment};
}

/* Returns the view of the rows that a part reads. */
tg_row_view tg_part_view(const tg_disk_rows *disk, const tg_part_key *part);

/* Returns the number of edges of a part's task. */
uint64_t tg_part_edges(const tg_disk_rows *disk, const tg_part_key *part);
/* Returns the number of wedges of a part's task: for each of its edges (u, v), the ids w < v in row u. */
uint64_t tg_part_wedges(const tg_disk_rows *disk, const tg_part_key *part);

/* Returns the label that row number 0 of a pass has. */
uint32_t tg_pass_first_label(const tg_disk_rows *disk, const tg_pass *at);

/* The rows of a part in memory; all zero if none are read. */
typedef struct tg_part_rows {
    tg_view_rows all; /* the rows with their ids up to the end of the pass */
    /* The rows with only their ids in the ranges of the pass; unused if these are all ids. */
    tg_view_rows edges;
    struct tg_row_room {
        uint64_t offsets, ids; /* how many elements the arrays have room for */
    } room, edge_room;
} tg_part_rows;

typedef struct tg_part_reading {
    tg_part_key part;
    uint32_t first_label; /* the label that row number 0 gets */
    /* The bytes that tg_disk_rows_load read; NULL: tg_part_read reads the file itself. */
    const unsigned char *loaded;
} tg_part_reading;
/* Reads the rows of a part into *rows. The arrays of *rows are reused if they are large enough,
 * since the system would need longer to provide new pages than decoding takes. Call
 * tg_part_drop also after a failure. Errors: those of tg_disk_rows_read. */
tricorn_status tg_part_read(
  tricorn_context *context, tg_store *store, const tg_part_reading *which, tg_part_rows *rows);
/* The same in steps. The first call makes room for the rows of a part; each call of the second one reads the rows of
 * some segments of the part, which follow those that were read before. */
tricorn_status tg_part_reserve(
  tricorn_context *context, const tg_disk_rows *disk, const tg_part_reading *which, tg_part_rows *rows);
tricorn_status tg_part_append(
  tricorn_context *context, tg_store *store, const tg_part_reading *which, tg_part_rows *rows);
void tg_part_drop(tg_part_rows *rows);
void tg_part_drop_edges(tg_part_rows *rows); /* frees only the arrays of `edges` */

/* Returns the task of a part whose rows were read; `kept` has the rows of its pass. Rows u are numbered from the
 * first label of the batch. Rows v are numbered from the first label of the pass, or from label 0 if few labels come
 * before. Ids w are labels. The task's members u, v and w say so. */
tg_task tg_part_task(const tg_disk_rows *disk, const tg_pass *at, const tg_part_key *part, const tg_part_rows *rows,
  const tg_view_rows *kept);
