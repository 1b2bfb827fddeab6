/* array_file.h - small files of a work folder: a head, arrays, and a checksum of all bytes
 * before.
 *
 * Each is there as a whole or not at all.  One that was changed, or is not of tricorn, is
 * refused.
 */
#ifndef TG_STORE_FILES_ARRAY_FILE_H
#define TG_STORE_FILES_ARRAY_FILE_H

#include "store/files/disk.h"

/* What every head begins with. */
typedef struct tg_array_file_head {
    char magic[8];
    uint32_t version;
    uint32_t hubs;        /* whose ids are the first array */
    uint64_t fingerprint; /* of the input */
    uint64_t bytes;       /* of the file */
} tg_array_file_head;

/* An array behind the head. */
typedef struct tg_array {
    void **array;
    uint64_t count;
    size_t size;
} tg_array;

/* A kind of file. */
typedef struct tg_array_file_kind {
    const char *name;
    char magic[8];
    uint32_t version;
    size_t head_bytes; /* of its head, which begins with a tg_array_file_head */
    unsigned count;    /* of sections */
} tg_array_file_kind;

/* Writes the file: sets magic, version and bytes of the head before.  *checksum: of the file. */
tricorn_status tg_array_file_write(tricorn_context *context, tg_disk_folder *folder,
                                   const tg_array_file_kind *kind, void *head,
                                   const tg_array *sections, uint64_t *checksum);

/* Reads and checks the file; *bytes are those of the head and what follows, NULL if there is no
 * file; free them.  A bad one is TRICORN_BAD_FORMAT.  *checksum: of the file. */
tricorn_status tg_array_file_read(tricorn_context *context, const tg_disk_folder *folder,
                                  const tg_array_file_kind *kind, char **bytes,
                                  uint64_t *checksum);

/* Copies the arrays from what was read to new blocks.  TRICORN_BAD_FORMAT if they are not as many
 * bytes. */
tricorn_status tg_array_file_take(tricorn_context *context, const tg_disk_folder *folder,
                                  const tg_array_file_kind *kind, const char *bytes,
                                  const tg_array *sections);

/* "FOLDER/NAME: WHAT; name another work folder, ..." */
tricorn_status tg_array_file_refuse(tricorn_context *context, const tg_disk_folder *folder,
                                    const char *name, const char *what);

#endif
