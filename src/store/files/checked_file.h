/* checked_file.h - a file that is written once, in order, and read at any position.
 *
 * Each block of 64 KiB has a checksum of its own, so that to read a few bytes only one block is checked. The
 * checksums are in memory; for a file in a work folder they are also in the graph's index.
 */
#pragma once

#include "store/files/array_file.h"

enum { TG_CHECKED_BLOCK = 1 << 16 }; /* the bytes of a block; the last block may be shorter */

typedef struct tg_checked_file {
    tg_disk_file file;
    uint64_t bytes;
    uint64_t *checksums; /* the checksum of each block */
    uint64_t room; /* the number of checksums that fit in the array */
    char *block; /* the block that is being filled; NULL: the file is complete */
} tg_checked_file;

/* Returns the number of blocks of a file with `bytes` bytes. */
static inline uint64_t tg_checked_blocks(uint64_t bytes)
{
    return (bytes + TG_CHECKED_BLOCK - 1) / TG_CHECKED_BLOCK;
}

/* Creates an empty file of that name. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_checked_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_checked_file *file);
tricorn_status tg_checked_put(tricorn_context *context, tg_checked_file *file, const void *bytes, uint64_t count);
/* Writes the block that is being filled, which completes the file. */
tricorn_status tg_checked_end(tricorn_context *context, tg_checked_file *file);

/* Opens a complete file. The caller has set file->bytes, its size, and file->checksums.
 * Errors: TRICORN_BAD_FORMAT if the file has another size. */
tricorn_status tg_checked_open(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_checked_file *file);
void tg_checked_close(tg_checked_file *file);

/* Returns the checksums of a file with `bytes` bytes in the form in which an array file stores them. */
static inline tg_array tg_checked_array(tg_checked_file *file, uint64_t bytes)
{
    return (tg_array){(void **)&file->checksums, tg_checked_blocks(bytes), sizeof *file->checksums};
}

/* Reads a file in one thread. */
typedef struct tg_checked_reader {
    tg_checked_file *from;
    char *block;
    uint64_t held; /* the number of the block that is in memory; UINT64_MAX: none */
} tg_checked_reader;

tricorn_status tg_checked_reader_open(tricorn_context *context, tg_checked_file *from, tg_checked_reader *reader);
void tg_checked_reader_close(tg_checked_reader *reader);
/* Reads `count` bytes from `offset` on. If consecutive calls need the same block, it is read only once. Errors:
 * TRICORN_BAD_FORMAT, with the file's name, for a block whose checksum differs. */
tricorn_status tg_checked_read(
  tricorn_context *context, tg_checked_reader *reader, uint64_t offset, void *to, uint64_t count);
