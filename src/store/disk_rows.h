/* levels.h - an oriented graph on disk, so that passes over ranges of its rows read little.
 *
 * Labels are cut into ranges with about as many entries of rows each.  A pass keeps the rows v of
 * some ranges in memory and streams the rows u that have an id among them, each up to the end of
 * these ranges.  So rows are grouped by the range of their largest id, their level, and within a
 * level the ids of each range, a column range, stand apart: a pass over ranges r to s reads the
 * levels from r on, and their column ranges up to s.  Nothing is stored twice.
 *
 * A segment is an interval of labels within one range, with 2^18 entries at the most or one
 * row with entries; its rows are in blocks.  A block has rows of one level: the list of these
 * rows, then its column ranges, from that of its smallest id on.  A column range has for each row
 * of the block as many one bits as ids, then a zero bit; then the ids as gaps (io/binary/gaps.h),
 * for each row from the beginning of the range.
 */
#ifndef TG_STORE_DISK_ROWS_H
#define TG_STORE_DISK_ROWS_H

#include <stdatomic.h>

#include "graph/graph.h"
#include "store/files/disk.h"

typedef struct tg_column_range {
    uint32_t bytes, entries;
    uint64_t checksum;
    uint64_t
        wedges; /* ids before each of its ids, in the same row, also in other column ranges */
} tg_column_range;

typedef struct tg_row_block {
    uint64_t offset;             /* of its list of rows; the column ranges follow */
    uint64_t first_column_range; /* that of first_range; the last one is that of level */
    uint64_t checksum;           /* of the list */
    uint32_t level, rows, list_bytes;
    uint32_t first_range; /* of the smallest id */
} tg_row_block;

typedef struct tg_row_segment {
    uint32_t first, last; /* labels first to last - 1 */
    uint32_t range, blocks;
    uint64_t first_block, entries;
} tg_row_segment;

typedef struct tg_disk_rows {
    uint32_t ranges, segments;
    uint32_t *cuts;          /* ranges + 1: range r has the labels cuts[r] to cuts[r + 1] - 1 */
    tg_row_segment *segment; /* in the order of labels */
    uint64_t blocks, column_ranges, entries;
    uint64_t longest, wedges; /* as tg_row_measures */
    tg_row_block *block;
    tg_column_range *column_range;
} tg_disk_rows;

void tg_disk_rows_free(tg_disk_rows *disk);

/* The column range of a range, one of the block's first range to its level. */
static inline const tg_column_range *tg_block_columns(const tg_disk_rows *disk,
                                                      const tg_row_block *block, uint32_t range)
{
    return &disk->column_range[block->first_column_range + (range - block->first_range)];
}

/* The range of a label. */
uint32_t tg_disk_rows_range(const tg_disk_rows *disk, uint32_t label);

/* ---- writing (disk_rows_write.c) -------------------------------------------------------------
 */

/* A key is (row - first row) << 34 | id << 2 | directions in which the edge was given. */
enum { TG_KEY_ID_SHIFT = 2, TG_KEY_ROW_SHIFT = 34, TG_KEY_ROWS_LOG2 = 30 };

/* Entries of a block and of a segment, if they have more than one row, and rows of a segment that
 * have entries.  A writer has up to 40 bytes of memory for each row of a segment, and 20 for each
 * entry of a block. */
typedef struct tg_row_limits {
    uint32_t block_entries, segment_entries, segment_rows;
} tg_row_limits;

typedef struct tg_row_writer tg_row_writer; /* of one thread */
tricorn_status tg_row_writer_create(tricorn_context *context, const tg_disk_rows *disk,
                                    tg_disk_file *file, tg_row_limits most,
                                    tg_row_writer **writer);
void tg_row_writer_free(tg_row_writer *writer);

/* Writes the rows of labels first to last - 1, sorted keys, none twice and none of a loop. */
tricorn_status tg_row_writer_put(tricorn_context *context, tg_row_writer *writer,
                                 const uint64_t *keys, uint64_t count, uint32_t first,
                                 uint64_t last);

/* Joins what the writers wrote into levels->segment, block and column range. */
tricorn_status tg_row_writers_join(tricorn_context *context, tg_row_writer *const *writers,
                                   uint32_t count, tg_disk_rows *disk);

/* Joins parts of levels, without their cuts; the bytes of part p begin at offsets[p] of the file
 * (NULL: all are of one file already). */
tricorn_status tg_disk_rows_join(tricorn_context *context, const tg_disk_rows *const *parts,
                                 const uint64_t *offsets, uint64_t count, tg_disk_rows *disk);

/* ---- reading (disk_rows_read.c) --------------------------------------------------------------
 */

/* What a pass reads of segments first to last - 1, one at least. */
typedef struct tg_row_view {
    uint32_t first_segment, last_segment;
    uint32_t first_range, last_range; /* of the pass: last_range is among them */
    bool all_levels;                  /* rows of all levels, those of the pass's own rows */
    const unsigned char *loaded;      /* by tg_disk_rows_load; NULL: nothing is */
} tg_row_view;

typedef struct tg_view_sizes {
    uint64_t ids;     /* up to the last range */
    uint64_t in_pass; /* in the ranges of the pass */
    uint64_t wedges;  /* of these: ids before each of them in its row */
    uint64_t bytes;   /* of what is read, with some that decoders need */
} tg_view_sizes;
tg_view_sizes tg_disk_rows_sizes(const tg_disk_rows *disk, const tg_row_view *view);

/* The bytes of the file that tg_disk_rows_read reads for the view. */
uint64_t tg_disk_rows_bytes(const tg_disk_rows *disk, const tg_row_view *view);

/* Reads the bytes of the view, as many as its sizes say, from the file, which it neither checks
 * nor decodes; by one thread, until *stop is true.  Errors: as tg_disk_read. */
tricorn_status tg_disk_rows_load(tricorn_context *context, const tg_disk_rows *disk,
                                 tg_disk_file *file, const tg_row_view *view,
                                 unsigned char *bytes, const atomic_bool *stop);

/* Rows of the view: those of labels from first_label on, the view's first label or one before it,
 * whose rows are empty then.  offsets have one more than rows, ids have room for the sizes' ids.
 * in_pass may be without arrays: then it is left out. */
typedef struct tg_view_rows {
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t first_label;
    uint32_t first_id; /* is subtracted from each id; 0 but for in_pass */
} tg_view_rows;
/* The number of the view's labels. */
uint32_t tg_disk_rows_labels(const tg_disk_rows *disk, const tg_row_view *view);
/* Parallel.  Errors: TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (a file was changed),
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_disk_rows_read(tricorn_context *context, const tg_disk_rows *disk,
                                 tg_disk_file *file, const tg_row_view *view, tg_view_rows all,
                                 tg_view_rows in_pass);

#endif
