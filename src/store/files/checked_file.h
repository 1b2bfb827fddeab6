/* checked_file.h - a file that is written once, in order, and read at any position.
 *
 * Each block of 64 KiB has a checksum, so reading a few bytes checks one block; the checksums are
 * in memory and, for a file in a work folder, in the index of the graph.
 */
#ifndef TG_STORE_FILES_CHECKED_FILE_H
#define TG_STORE_FILES_CHECKED_FILE_H

#include "store/files/array_file.h"

enum { TG_CHECKED_BLOCK = 1 << 16 }; /* bytes; the last block may be shorter */

typedef struct tg_checked_file {
    tg_disk_file file;
    uint64_t bytes;
    uint64_t *checksums; /* of each block */
    uint64_t room;       /* number of checksums that fit in their array */
    char *block;         /* the block that is filled; NULL: the file is complete */
} tg_checked_file;

/* Returns the number of blocks of a file with that number of bytes. */
static inline uint64_t tg_checked_blocks(uint64_t bytes)
{
    return (bytes + TG_CHECKED_BLOCK - 1) / TG_CHECKED_BLOCK;
}

/* Creates an empty file of that name.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_checked_create(tricorn_context *context, tg_disk_folder *folder,
                                 const char *name, tg_checked_file *file);
tricorn_status tg_checked_put(tricorn_context *context, tg_checked_file *file, const void *bytes,
                              uint64_t count);
/* Writes the last block. */
tricorn_status tg_checked_end(tricorn_context *context, tg_checked_file *file);

/* Opens a file that has file->bytes bytes; file->checksums are set.  Errors: TRICORN_BAD_FORMAT
 * for another size. */
tricorn_status tg_checked_open(tricorn_context *context, const tg_disk_folder *folder,
                               const char *name, tg_checked_file *file);
void tg_checked_close(tg_checked_file *file);

/* Returns the checksums of a file with `bytes` bytes, as an array of an array file. */
static inline tg_array tg_checked_array(tg_checked_file *file, uint64_t bytes)
{
    return (tg_array){(void **)&file->checksums, tg_checked_blocks(bytes),
                      sizeof *file->checksums};
}

/* Reads the file in one thread. */
typedef struct tg_checked_reader {
    tg_checked_file *from;
    char *block;
    uint64_t held; /* the number of the block in memory; UINT64_MAX: none */
} tg_checked_reader;

tricorn_status tg_checked_reader_open(tricorn_context *context, tg_checked_file *from,
                                      tg_checked_reader *reader);
void tg_checked_reader_close(tg_checked_reader *reader);
/* Reads bytes of the file.  Consecutive calls within one block read it once.  Errors:
 * TRICORN_BAD_FORMAT, naming the file, for a block whose checksum differs. */
tricorn_status tg_checked_read(tricorn_context *context, tg_checked_reader *reader,
                               uint64_t offset, void *to, uint64_t count);

#endif
