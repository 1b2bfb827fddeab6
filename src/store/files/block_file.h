/* block_file.h - blocks of a graph in a file: each block is written row by row, and read when a task needs it.
 *
 * - The sizes of all blocks are known before the first block is written, so each has a fixed
 *   place in the file.  At most three blocks are in memory.
 * - A file without a name is read by the process that wrote it. A file with a name is sealed, and
 *   then read by any process, which checks each block that it reads.
 */
#pragma once

#include "store/files/disk.h"

enum { TG_BLOCKS_HELD = 3 }; /* the number of blocks in memory: those of one task */

/* The place of a block in the file. The offsets of its rows come first, one more than the
 * number of rows, then its ids. */
typedef struct tg_block_place {
    uint64_t rows, entries;
    uint64_t place;
    uint64_t rows_put, entries_put; /* how many rows and entries are already written */
    uint64_t checksum; /* of a sealed block */
    uint64_t ids_below; /* of a sealed block: every id is smaller */
} tg_block_place;

typedef struct tg_block_file {
    tg_disk_file file;
    bool sealed;
    tg_block_place *blocks;
    uint32_t count;
    uint32_t held[TG_BLOCKS_HELD], held_count;
} tg_block_file;

/* The rows and entries of each of `count` blocks. */
typedef struct tg_block_sizes {
    const uint64_t *rows, *entries;
    uint32_t count;
} tg_block_sizes;
/* Makes the file; if `name` is NULL, it has no name. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_block_file_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, const tg_block_sizes *sizes, tg_block_file *file);
/* Completes a file that is written, and sets the checksums of its blocks. Reads each block. */
tricorn_status tg_block_file_seal(tricorn_context *context, tg_block_file *file);
void tg_block_file_free(tg_block_file *file);

/* Consecutive rows of a block: the ids of row first_row + i begin at ids[offsets[i]]. `offsets`
 * has `rows` entries, the first of which is 0, and `ids` has `count`. */
typedef struct tg_block_rows {
    uint32_t block;
    uint64_t first_row, rows;
    const uint64_t *offsets;
    const uint32_t *ids;
    uint64_t count;
} tg_block_rows;
/* Appends rows to a block. Rows between the last rows that were written and these ones have no ids. */
tricorn_status tg_block_file_put(tricorn_context *context, tg_block_file *file, const tg_block_rows *rows);

/* The ids at positions `first` to `first` + `count` - 1 of a block. */
typedef struct tg_block_ids {
    uint32_t block;
    uint64_t first, count;
} tg_block_ids;
tricorn_status tg_block_file_read_ids(
  tricorn_context *context, tg_block_file *file, const tg_block_ids *which, uint32_t *ids);

/* Brings exactly the blocks `numbers` into memory: reads the missing ones to offsets[block] and ids[block], and frees
 * all other blocks. Errors: TRICORN_BAD_FORMAT, with the file's name, for a sealed block that was changed. */
tricorn_status tg_block_file_bring(tricorn_context *context, tg_block_file *file,
  const uint32_t numbers[TG_BLOCKS_HELD], uint64_t **offsets, uint32_t **ids);
