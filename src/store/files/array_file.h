/* array_file.h - small files of a work folder: a head, arrays, and a checksum of both.
 *
 * - A file is written at once and renamed, so it is complete or absent.
 * - A file that was changed, or that another program made, is an error: magic, version, size and
 *   checksum are compared before any of its arrays is used.
 */
#ifndef TG_STORE_FILES_ARRAY_FILE_H
#define TG_STORE_FILES_ARRAY_FILE_H

#include "store/files/disk.h"

/* The beginning of every head. */
typedef struct tg_array_file_head {
    char magic[8];
    uint32_t version;
    uint32_t hubs;        /* the length of the first array, their ids */
    uint64_t fingerprint; /* of the input */
    uint64_t bytes;       /* of the file */
} tg_array_file_head;

/* An array of a file. */
typedef struct tg_array {
    void **array;
    uint64_t count;
    size_t size;
} tg_array;

/* A kind of file; constant. */
typedef struct tg_array_file_kind {
    const char *name;
    char magic[8];
    uint32_t version;
    size_t head_bytes; /* of its head, which begins with a tg_array_file_head */
    unsigned count;    /* of arrays */
} tg_array_file_kind;

/* The contents of a file: its head, and the arrays of its kind. */
typedef struct tg_array_file_content {
    void *head;
    const tg_array *arrays;
} tg_array_file_content;

/* Writes a file, whose head receives magic, version and size. *checksum: of the file. */
tricorn_status tg_array_file_write(tricorn_context *context, tg_disk_folder *folder,
                                   const tg_array_file_kind *kind,
                                   const tg_array_file_content *content, uint64_t *checksum);

/* Reads and checks a file. *bytes: its head and arrays, which the caller frees; NULL if the
 * folder has no such file. *checksum: of the file.  Errors: TRICORN_BAD_FORMAT for a damaged
 * file. */
tricorn_status tg_array_file_read(tricorn_context *context, const tg_disk_folder *folder,
                                  const tg_array_file_kind *kind, char **bytes,
                                  uint64_t *checksum);

/* Copies the arrays from the bytes of a file to new blocks of memory.  Errors: TRICORN_BAD_FORMAT
 * if the file does not have the size of the arrays. */
tricorn_status tg_array_file_copy(tricorn_context *context, const tg_disk_folder *folder,
                                  const tg_array_file_kind *kind, const char *bytes,
                                  const tg_array *arrays);

/* Fails with the message "FOLDER/NAME: WHAT; name another work folder, ..." */
tricorn_status tg_array_file_refuse(tricorn_context *context, const tg_disk_folder *folder,
                                    const char *name, const char *what);

#endif
