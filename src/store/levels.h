/* levels.h - an oriented graph on disk, so that passes over ranges of its rows read little.
 *
 * Labels are cut into ranges with about as many entries of rows each.  A pass keeps the rows v of
 * some ranges in memory and streams the rows u that have an id among them, each up to the end of
 * these ranges.  So rows are grouped by the range of their largest id, their level, and within a
 * level the ids of each range, a cell, stand apart: a pass over ranges r to s reads the levels
 * from r on, and their cells up to s.  Nothing is stored twice.
 *
 * A piece is an interval of labels within one range, with 2^18 entries at the most or one
 * row with entries; its rows are in blocks.  A block has rows of one level: the list of these
 * rows, then its cells, from that of its smallest id on.  A cell has for each row of the block as
 * many one bits as ids, then a zero bit; then the ids as gaps (io/binary/gaps.h), for each row from the
 * beginning of the range.
 */
#ifndef TG_STORE_LEVELS_H
#define TG_STORE_LEVELS_H

#include <stdatomic.h>

#include "graph/graph.h"
#include "store/files/disk.h"

typedef struct tg_level_cell {
    uint32_t bytes, entries;
    uint64_t checksum;
    uint64_t wedges; /* ids before each of its ids, in the same row, also in other cells */
} tg_level_cell;

typedef struct tg_level_block {
    uint64_t offset;     /* of its list of rows; the cells follow */
    uint64_t first_cell; /* that of first_range; the last one is that of level */
    uint64_t checksum;   /* of the list */
    uint32_t level, rows, list_bytes;
    uint32_t first_range; /* of the smallest id */
} tg_level_block;

typedef struct tg_level_piece {
    uint32_t first, last; /* labels first to last - 1 */
    uint32_t range, blocks;
    uint64_t first_block, entries;
} tg_level_piece;

typedef struct tg_levels {
    uint32_t ranges, pieces;
    uint32_t *cuts;        /* ranges + 1: range r has the labels cuts[r] to cuts[r + 1] - 1 */
    tg_level_piece *piece; /* in the order of labels */
    uint64_t blocks, cells, entries;
    uint64_t longest, wedges; /* as tg_row_measures */
    tg_level_block *block;
    tg_level_cell *cell;
} tg_levels;

void tg_levels_free(tg_levels *levels);

/* The cell of a range, one of the block's first range to its level. */
static inline const tg_level_cell *tg_levels_cell(const tg_levels *levels,
                                                  const tg_level_block *block, uint32_t range)
{
    return &levels->cell[block->first_cell + (range - block->first_range)];
}

/* The range of a label. */
uint32_t tg_levels_range(const tg_levels *levels, uint32_t label);

/* ---- writing (levels_write.c) ------------------------------------------------------------- */

/* A key is (row - first row) << 34 | id << 2 | directions in which the edge was given. */
enum { TG_KEY_ID_SHIFT = 2, TG_KEY_ROW_SHIFT = 34, TG_KEY_ROWS_LOG2 = 30 };

/* Entries of a block and of a piece, if they have more than one row, and rows of a piece that
 * have entries.  A writer has up to 40 bytes of memory for each row of a piece, and 20 for each
 * entry of a block. */
typedef struct tg_level_parts {
    uint32_t block_entries, piece_entries, piece_rows;
} tg_level_parts;

typedef struct tg_level_writer tg_level_writer; /* of one thread */
tricorn_status tg_level_writer_create(tricorn_context *context, const tg_levels *levels,
                                      tg_disk_file *file, tg_level_parts most,
                                      tg_level_writer **writer);
void tg_level_writer_free(tg_level_writer *writer);

/* Writes the rows of labels first to last - 1, sorted keys, none twice and none of a loop. */
tricorn_status tg_level_writer_put(tricorn_context *context, tg_level_writer *writer,
                                   const uint64_t *keys, uint64_t count, uint32_t first,
                                   uint64_t last);

/* Joins what the writers wrote into levels->piece, block and cell. */
tricorn_status tg_level_writers_join(tricorn_context *context, tg_level_writer *const *writers,
                                     uint32_t count, tg_levels *levels);

/* Joins parts of levels, without their cuts; the bytes of part p begin at offsets[p] of the file
 * (NULL: all are of one file already). */
tricorn_status tg_levels_join(tricorn_context *context, const tg_levels *const *parts,
                              const uint64_t *offsets, uint64_t count, tg_levels *levels);

/* ---- reading (levels_read.c) -------------------------------------------------------------- */

/* What a pass reads of pieces first to last - 1, one at least. */
typedef struct tg_level_view {
    uint32_t first_piece, last_piece;
    uint32_t first_range, last_range; /* of the pass: last_range is among them */
    bool all_levels;                  /* rows of all levels, those of the pass's own rows */
    const unsigned char *loaded;      /* by tg_levels_load; NULL: nothing is */
} tg_level_view;

typedef struct tg_level_sizes {
    uint64_t ids;     /* up to the last range */
    uint64_t in_pass; /* in the ranges of the pass */
    uint64_t wedges;  /* of these: ids before each of them in its row */
    uint64_t bytes;   /* of what is read, with some that decoders need */
} tg_level_sizes;
tg_level_sizes tg_levels_sizes(const tg_levels *levels, const tg_level_view *view);

/* The bytes of the file that tg_levels_read reads for the view. */
uint64_t tg_levels_bytes(const tg_levels *levels, const tg_level_view *view);

/* Reads the bytes of the view, as many as its sizes say, from the file, which it neither checks nor
 * decodes; by one thread, until *stop is true.  Errors: as tg_disk_read. */
tricorn_status tg_levels_load(tricorn_context *context, const tg_levels *levels,
                              tg_disk_file *file, const tg_level_view *view,
                              unsigned char *bytes, const atomic_bool *stop);

/* Rows of the view: those of labels from first_label on, the view's first label or one before it,
 * whose rows are empty then.  offsets have one more than rows, ids have room for the sizes' ids.
 * in_pass may be without arrays: then it is left out. */
typedef struct tg_level_rows {
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t first_label;
    uint32_t first_id; /* is subtracted from each id; 0 but for in_pass */
} tg_level_rows;
/* The number of the view's labels. */
uint32_t tg_levels_labels(const tg_levels *levels, const tg_level_view *view);
/* Parallel.  Errors: TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (a file was changed),
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_levels_read(tricorn_context *context, const tg_levels *levels,
                              tg_disk_file *file, const tg_level_view *view, tg_level_rows all,
                              tg_level_rows in_pass);

#endif
