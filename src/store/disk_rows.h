/* disk_rows.h - an oriented graph on disk, stored so that a pass over some ranges of its rows reads few bytes.
 *
 * - Labels are cut into ranges whose rows need about the same memory. A range is a row range
 *   where the labels name rows, and a column range where they are ids within rows.
 * - A pass holds the rows v of some ranges in memory and reads the rows u that have an id in
 *   these ranges, each row up to the last of these ranges.
 * - For this, rows are grouped by their level (the column range of the largest id of the row),
 *   and the ids of each column range are stored apart: a pass over ranges r to s reads the
 *   levels from r on, and of these rows the column ranges up to s.  No id is stored twice.
 *
 * A segment is an interval of labels within one row range. It has at most 2^18 entries, or only one row. Its rows are
 * stored in blocks. A block contains rows of one level: first the list of these rows, then their column ranges,
 * beginning with that of the block's smallest id. A column range begins with bits: for each row of the block a one
 * bit for each id, then a zero bit. After the bits come the ids as gaps (io/binary/gaps.h); the gaps of each row are
 * counted from the first id of the range.
 */
#pragma once

#include <stdatomic.h>

#include "graph/graph.h"
#include "store/files/disk.h"

/* One column range of a block. */
typedef struct tg_column_range {
    uint32_t bytes, entries;
    uint64_t checksum;
    /* The sum, over the ids in this column range, of the smaller ids in the same row. */
    uint64_t wedges;
} tg_column_range;

typedef struct tg_row_block {
    /* The place of the block's list of rows in the file; the block's column ranges follow the list. */
    uint64_t offset;
    /* The index entry of the block's first column range; the entry for `level` is the last one. */
    uint64_t first_column_range;
    uint64_t checksum; /* the checksum of the list of rows */
    uint32_t level, rows, list_bytes;
    uint32_t first_range; /* the column range of the block's smallest id */
} tg_row_block;

typedef struct tg_row_segment {
    uint32_t first, last; /* the segment has the labels `first` to `last` - 1 */
    uint32_t range, blocks;
    uint64_t first_block, entries;
} tg_row_segment;

/* The index of a graph on disk, in memory. */
typedef struct tg_disk_rows {
    uint32_t ranges, segments;
    uint32_t *cuts; /* ranges + 1 entries: range r has the labels cuts[r] to cuts[r + 1] - 1 */
    tg_row_segment *segment; /* all segments, by ascending labels */
    uint64_t blocks, column_ranges, entries;
    /* The length of the longest row, and the number of pairs of ids in one row. */
    uint64_t longest, wedges;
    tg_row_block *block;
    tg_column_range *column_range;
} tg_disk_rows;

void tg_disk_rows_free(tg_disk_rows *disk);

/* Returns the entry of a block's column range; `range` is between the block's first_range and its level. */
static inline const tg_column_range *tg_block_columns(
  const tg_disk_rows *disk, const tg_row_block *block, uint32_t range)
{
    return &disk->column_range[block->first_column_range + (range - block->first_range)];
}

/* Returns the range that contains the label. */
uint32_t tg_disk_rows_range(const tg_disk_rows *disk, uint32_t label);

/* Whether an index from a file describes rows of the labels 0 to label_count - 1 that fit in
 * `bytes` bytes. Only then do its numbers lead to no place outside of its arrays: a checksum
 * shows accidents, but whoever writes a wrong number on purpose writes the checksum, too. */
bool tg_disk_rows_are_sound(const tg_disk_rows *disk, uint64_t label_count, uint64_t bytes);

/* ---- writing (disk_rows_write.c) ---- */

/* A key of a sorted edge is (row - first row) << 34 | id << 2 | directions; the two lowest bits
 * say in which directions the input gave the edge. */
enum { TG_KEY_ID_SHIFT = 2, TG_KEY_ROW_SHIFT = 34, TG_KEY_ROWS_LOG2 = 30 };

/* The edges of the rows `first` to `last` - 1 as sorted keys. The row of a key is counted from
 * `first`. No edge occurs twice, and none is a loop. */
typedef struct tg_row_keys {
    const uint64_t *keys;
    uint64_t count;
    uint32_t first;
    uint64_t last;
} tg_row_keys;

/* The largest block and segment: their most entries (if they have more than one row), and the
 * most rows with entries of a segment. A writer needs up to 40 bytes of memory for each row of
 * a segment, and 20 for each entry of a block. */
typedef struct tg_row_limits {
    uint32_t block_entries, segment_entries, segment_rows;
} tg_row_limits;

typedef struct tg_row_writer tg_row_writer; /* writes rows in one thread */
tricorn_status tg_row_writer_create(
  tricorn_context *context, const tg_disk_rows *disk, tg_disk_file *file, tg_row_limits most, tg_row_writer **writer);
void tg_row_writer_free(tg_row_writer *writer);

tricorn_status tg_row_writer_put(tricorn_context *context, tg_row_writer *writer, const tg_row_keys *rows);

/* Joins the indexes of all writers into the arrays of *disk: segment, block and column_range. */
tricorn_status tg_row_writers_join(
  tricorn_context *context, tg_row_writer *const *writers, uint32_t count, tg_disk_rows *disk);

/* Joins indexes, each of some of the rows and without cuts, into *disk. The bytes of index p
 * begin at offsets[p] of the file; if `offsets` is NULL, all indexes are of one file already. */
tricorn_status tg_disk_rows_join(tricorn_context *context, const tg_disk_rows *const *parts, const uint64_t *offsets,
  uint64_t count, tg_disk_rows *disk);

/* ---- reading (disk_rows_read.c) ---- */

/* The rows that a pass reads from segments first_segment to last_segment - 1, which are at least one segment. */
typedef struct tg_row_view {
    const tg_disk_rows *disk;
    uint32_t first_segment, last_segment;
    uint32_t first_range, last_range; /* the first and the last range of the pass */
    /* true: rows of all levels are read, as a pass does for the rows that it holds. */
    bool all_levels;
    /* The bytes that tg_disk_rows_load read; NULL: tg_disk_rows_read reads the file itself. */
    const unsigned char *loaded;
} tg_row_view;

typedef struct tg_view_sizes {
    uint64_t ids; /* the ids of the rows up to the pass's last range */
    uint64_t in_pass; /* the ids of the rows in the ranges of the pass */
    uint64_t wedges; /* for each id in the ranges of the pass, the smaller ids in its row */
    uint64_t bytes; /* the bytes to read, and those past their end that decoders touch */
} tg_view_sizes;
tg_view_sizes tg_disk_rows_sizes(const tg_row_view *view);

/* Returns how many bytes of the file tg_disk_rows_read reads for the view. */
uint64_t tg_disk_rows_bytes(const tg_row_view *view);

/* Reads the bytes of the view (tg_view_sizes.bytes) on the calling thread, and stops early once
 * *stop is true. The bytes are neither checked nor decoded. Errors: those of tg_disk_read. */
tricorn_status tg_disk_rows_load(
  tricorn_context *context, const tg_row_view *view, tg_disk_file *file, unsigned char *bytes, const atomic_bool *stop);

/* Arrays that receive the rows of a view. Their first row is that of first_label: the view's first label or an
 * earlier one; the rows before the view's first label become empty. `offsets` has one entry more than the number of
 * rows, and `ids` has room for the ids that the view's sizes predict. If both are NULL, nothing is stored. */
typedef struct tg_view_rows {
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t first_label;
    /* Is subtracted from each id of the rows that in_pass receives; 0 for `all`. */
    uint32_t first_id;
} tg_view_rows;
/* Returns the number of labels in the view's segments. */
uint32_t tg_disk_rows_labels(const tg_row_view *view);
/* Reads the rows of the view with all threads: stores their ids up to the pass's last range in
 * `all`, and their ids in the ranges of the pass in in_pass. Errors: TRICORN_IO_ERROR,
 * TRICORN_BAD_FORMAT (the file was changed), TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_disk_rows_read(
  tricorn_context *context, const tg_row_view *view, tg_disk_file *file, tg_view_rows all, tg_view_rows in_pass);
