/* disk_rows.h - an oriented graph on disk, so that passes over ranges of its rows read little.
 *
 * - Labels are cut into ranges of about the same memory.  As labels of rows they are row ranges,
 *   as ids within rows they are column ranges.
 * - A pass holds the rows v of some ranges in memory and reads the rows u that have an id in
 *   these ranges, each row up to the last of them.
 * - So rows are grouped by their level, the column range of their largest id, and the ids of each
 *   column range are stored apart: a pass over ranges r to s reads the levels from r on, and of
 *   these rows the column ranges up to s.  No id is stored twice.
 *
 * A segment is an interval of labels within one row range, with 2^18 entries at the most, or one
 * row.  Its rows are in blocks.  A block has rows of one level: the list of these rows, then its
 * column ranges, from that of its smallest id on.  A column range begins with bits: for each row
 * of the block a one bit for each id, then a zero bit.  Then it has the ids as gaps
 * (io/binary/gaps.h); the gaps of each row begin at the first id of the range.
 */
#ifndef TG_STORE_DISK_ROWS_H
#define TG_STORE_DISK_ROWS_H

#include <stdatomic.h>

#include "graph/graph.h"
#include "store/files/disk.h"

/* A column range of a block. */
typedef struct tg_column_range {
    uint32_t bytes, entries;
    uint64_t checksum;
    uint64_t wedges; /* for each of its ids, the ids before it in its row, in any column range */
} tg_column_range;

typedef struct tg_row_block {
    uint64_t offset;             /* of its list of rows; its column ranges are stored behind the
                                  * list */
    uint64_t first_column_range; /* its position in the index; the last one is that of level */
    uint64_t checksum;           /* of the list of rows */
    uint32_t level, rows, list_bytes;
    uint32_t first_range; /* of the smallest id */
} tg_row_block;

typedef struct tg_row_segment {
    uint32_t first, last; /* labels first to last - 1 */
    uint32_t range, blocks;
    uint64_t first_block, entries;
} tg_row_segment;

/* The index of a graph on disk, in memory. */
typedef struct tg_disk_rows {
    uint32_t ranges, segments;
    uint32_t *cuts;          /* ranges + 1: range r has the labels cuts[r] to cuts[r + 1] - 1 */
    tg_row_segment *segment; /* in the order of labels */
    uint64_t blocks, column_ranges, entries;
    uint64_t longest, wedges; /* as in tg_row_measures */
    tg_row_block *block;
    tg_column_range *column_range;
} tg_disk_rows;

void tg_disk_rows_free(tg_disk_rows *disk);

/* Returns a column range of a block; range: one of the block's first range to its level. */
static inline const tg_column_range *tg_block_columns(const tg_disk_rows *disk,
                                                      const tg_row_block *block, uint32_t range)
{
    return &disk->column_range[block->first_column_range + (range - block->first_range)];
}

/* Returns the range of a label. */
uint32_t tg_disk_rows_range(const tg_disk_rows *disk, uint32_t label);

/* ---- writing (disk_rows_write.c) ---------------------------------------------------------- */

/* A key is (row - first row) << 34 | id << 2 | the directions in which the edge was given. */
enum { TG_KEY_ID_SHIFT = 2, TG_KEY_ROW_SHIFT = 34, TG_KEY_ROWS_LOG2 = 30 };

/* The edges of the rows of labels first to last - 1, as sorted keys whose rows are counted from
 * `first`: no key twice, and no loop. */
typedef struct tg_row_keys {
    const uint64_t *keys;
    uint64_t count;
    uint32_t first;
    uint64_t last;
} tg_row_keys;

/* The most entries of a block and of a segment that have more than one row, and the most rows
 * with entries of a segment.  A writer takes up to 40 bytes of memory for each row of a segment,
 * and 20 for each entry of a block. */
typedef struct tg_row_limits {
    uint32_t block_entries, segment_entries, segment_rows;
} tg_row_limits;

typedef struct tg_row_writer tg_row_writer; /* for one thread */
tricorn_status tg_row_writer_create(tricorn_context *context, const tg_disk_rows *disk,
                                    tg_disk_file *file, tg_row_limits most,
                                    tg_row_writer **writer);
void tg_row_writer_free(tg_row_writer *writer);

tricorn_status tg_row_writer_put(tricorn_context *context, tg_row_writer *writer,
                                 const tg_row_keys *rows);

/* Joins the indexes of the writers into disk->segment, block and column_range. */
tricorn_status tg_row_writers_join(tricorn_context *context, tg_row_writer *const *writers,
                                   uint32_t count, tg_disk_rows *disk);

/* Joins indexes of some rows each, without their cuts.  The bytes of index p begin at offsets[p]
 * of the file (NULL: all were written to one file). */
tricorn_status tg_disk_rows_join(tricorn_context *context, const tg_disk_rows *const *parts,
                                 const uint64_t *offsets, uint64_t count, tg_disk_rows *disk);

/* ---- reading (disk_rows_read.c) ----------------------------------------------------------- */

/* The rows that a pass reads of segments first to last - 1, at least one segment. */
typedef struct tg_row_view {
    const tg_disk_rows *disk;
    uint32_t first_segment, last_segment;
    uint32_t first_range, last_range; /* of the pass, both included */
    bool all_levels;                  /* reads rows of all levels, as for the rows that the pass
                                       * holds */
    const unsigned char *loaded;      /* the bytes, from tg_disk_rows_load; NULL: they are read */
} tg_row_view;

typedef struct tg_view_sizes {
    uint64_t ids;     /* up to the last range */
    uint64_t in_pass; /* in the ranges of the pass */
    uint64_t wedges;  /* for each id in the ranges of the pass, the ids before it in its row */
    uint64_t bytes;   /* of the file, and those that decoders read behind it */
} tg_view_sizes;
tg_view_sizes tg_disk_rows_sizes(const tg_row_view *view);

/* Returns the bytes of the file that tg_disk_rows_read reads for the view. */
uint64_t tg_disk_rows_bytes(const tg_row_view *view);

/* Reads the bytes of the view (tg_view_sizes.bytes) on the calling thread, until *stop is true.
 * They are neither checked nor decoded.  Errors: those of tg_disk_read. */
tricorn_status tg_disk_rows_load(tricorn_context *context, const tg_row_view *view,
                                 tg_disk_file *file, unsigned char *bytes,
                                 const atomic_bool *stop);

/* Receives rows of the view: those of the labels from first_label on, which is the view's first
 * label or a label before it, whose rows are empty. offsets has an entry for each row and one
 * more, and ids has room for the ids of the view's sizes.  If the arrays are NULL, these rows are
 * not stored. */
typedef struct tg_view_rows {
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t first_label;
    uint32_t first_id; /* is subtracted from each id of the rows in the pass; 0 for all rows */
} tg_view_rows;
/* Returns the number of the view's labels. */
uint32_t tg_disk_rows_labels(const tg_row_view *view);
/* Reads the rows with all threads: their ids up to the last range into `all`, those in the ranges
 * of the pass into in_pass.  Errors: TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (the file was changed),
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_disk_rows_read(tricorn_context *context, const tg_row_view *view,
                                 tg_disk_file *file, tg_view_rows all, tg_view_rows in_pass);

#endif
