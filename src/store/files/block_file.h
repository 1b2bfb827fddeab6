/* block_file.h - blocks of a graph in a file: written from its rows in order, read when a task
 * needs them. */
#ifndef TG_STORE_FILES_BLOCK_FILE_H
#define TG_STORE_FILES_BLOCK_FILE_H

#include "store/files/disk.h"

enum { TG_BLOCKS_HELD = 3 }; /* in memory: those of a task */

/* Where a block is: the offsets of its rows, one more than rows, then its ids. */
typedef struct tg_block_place {
    uint64_t rows, entries;
    uint64_t place;
    uint64_t rows_put, entries_put; /* written so far */
} tg_block_place;

typedef struct tg_block_file {
    tg_disk_file file; /* without a name */
    tg_block_place *blocks;
    uint32_t count;
    uint32_t held[TG_BLOCKS_HELD], held_count;
} tg_block_file;

/* Makes the file for `count` blocks with so many rows and entries each.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_block_file_create(tricorn_context *context, tg_disk_folder *folder,
                                    const uint64_t *rows, const uint64_t *entries, uint32_t count,
                                    tg_block_file *file);
void tg_block_file_free(tg_block_file *file);

/* Writes rows of a block behind those that are there, from number first_row on; rows between have
 * no ids.  offsets has `rows` entries, from 0. */
tricorn_status tg_block_file_put(tricorn_context *context, tg_block_file *file, uint32_t block,
                                 uint64_t first_row, const uint64_t *offsets, uint64_t rows,
                                 const uint32_t *ids, uint64_t count);

/* Reads ids first to first + count - 1 of a block. */
tricorn_status tg_block_file_ids(tricorn_context *context, tg_block_file *file, uint32_t block,
                                 uint64_t first, uint64_t count, uint32_t *ids);

/* Reads the blocks of these numbers that are not in memory, to offsets[block] and ids[block], and
 * frees all others there. */
tricorn_status tg_block_file_bring(tricorn_context *context, tg_block_file *file,
                                   const uint32_t numbers[TG_BLOCKS_HELD], uint64_t **offsets,
                                   uint32_t **ids);

#endif
