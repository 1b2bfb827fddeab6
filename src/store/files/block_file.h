/* block_file.h - blocks of a graph in a file: written in the order of rows, read for a task.
 *
 * The sizes of all blocks are known before the first block is written, so each has a fixed place
 * in the file.  At most three blocks are in memory.
 */
#ifndef TG_STORE_FILES_BLOCK_FILE_H
#define TG_STORE_FILES_BLOCK_FILE_H

#include "store/files/disk.h"

enum { TG_BLOCKS_HELD = 3 }; /* in memory: the blocks of a task */

/* The place of a block: the offsets of its rows, one more than it has rows, then its ids. */
typedef struct tg_block_place {
    uint64_t rows, entries;
    uint64_t place;
    uint64_t rows_put, entries_put; /* already written */
} tg_block_place;

typedef struct tg_block_file {
    tg_disk_file file; /* without a name */
    tg_block_place *blocks;
    uint32_t count;
    uint32_t held[TG_BLOCKS_HELD], held_count;
} tg_block_file;

/* The rows and entries of each of `count` blocks. */
typedef struct tg_block_sizes {
    const uint64_t *rows, *entries;
    uint32_t count;
} tg_block_sizes;
/* Makes the file.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_block_file_create(tricorn_context *context, tg_disk_folder *folder,
                                    const tg_block_sizes *sizes, tg_block_file *file);
void tg_block_file_free(tg_block_file *file);

/* Consecutive rows of a block: row first_row + i has ids from ids[offsets[i]] on; `rows` offsets,
 * of which the first is 0, and `count` ids. */
typedef struct tg_block_rows {
    uint32_t block;
    uint64_t first_row, rows;
    const uint64_t *offsets;
    const uint32_t *ids;
    uint64_t count;
} tg_block_rows;
/* Writes rows behind the last rows that were written to the block; rows between them have no
 * ids. */
tricorn_status tg_block_file_put(tricorn_context *context, tg_block_file *file,
                                 const tg_block_rows *rows);

/* The ids first to first + count - 1 of a block. */
typedef struct tg_block_ids {
    uint32_t block;
    uint64_t first, count;
} tg_block_ids;
tricorn_status tg_block_file_read_ids(tricorn_context *context, tg_block_file *file,
                                      const tg_block_ids *which, uint32_t *ids);

/* Makes exactly the blocks `numbers` resident: reads the missing ones to offsets[block] and
 * ids[block], and frees all others. */
tricorn_status tg_block_file_bring(tricorn_context *context, tg_block_file *file,
                                   const uint32_t numbers[TG_BLOCKS_HELD], uint64_t **offsets,
                                   uint32_t **ids);

#endif
