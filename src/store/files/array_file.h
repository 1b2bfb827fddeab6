/* array_file.h - small files of a work folder: a head, arrays, and a checksum of both.
 *
 * - A file is written under another name and then renamed, so it is complete or absent.
 * - A file that was changed, or that another program made, is an error: magic, version, size and
 *   checksum are compared before any of its arrays is used.
 */
#pragma once

#include "store/files/disk.h"

/* The first members of every file's head. */
typedef struct tg_array_file_head {
    char magic[8];
    uint32_t version;
    uint32_t hubs; /* the length of the file's first array, which has the ids of hubs */
    uint64_t fingerprint; /* identifies the input */
    uint64_t bytes; /* the size of the file */
} tg_array_file_head;

/* One array of a file. */
typedef struct tg_array {
    void **array;
    uint64_t count;
    size_t size;
} tg_array;

/* The constant properties of a kind of file. */
typedef struct tg_array_file_kind {
    const char *name;
    char magic[8];
    uint32_t version;
    size_t head_bytes; /* the size of the head, which begins with a tg_array_file_head */
    unsigned count; /* the number of arrays */
} tg_array_file_kind;

/* The contents of a file: its head, and the arrays of its kind. */
typedef struct tg_array_file_content {
    void *head;
    const tg_array *arrays;
} tg_array_file_content;

/* Writes a file, and sets magic, version and size in its head. *checksum receives the checksum of the file. */
tricorn_status tg_array_file_write(tricorn_context *context, tg_disk_folder *folder, const tg_array_file_kind *kind,
  const tg_array_file_content *content, uint64_t *checksum);

/* Reads and checks a file. *bytes receives its head and arrays, which the caller frees, or NULL
 * if the folder has no such file; *checksum receives the checksum of the file. Errors:
 * TRICORN_BAD_FORMAT for a damaged file. */
tricorn_status tg_array_file_read(tricorn_context *context, const tg_disk_folder *folder,
  const tg_array_file_kind *kind, char **bytes, uint64_t *checksum);

/* Reads only the head, and checks that the file has its size; the head is all zero if the folder has no such file. */
tricorn_status tg_array_file_read_head(
  tricorn_context *context, const tg_disk_folder *folder, const tg_array_file_kind *kind, void *head);

/* Copies the arrays from the bytes of a file to new blocks of memory. Errors:
 * TRICORN_BAD_FORMAT if the file's size is not that of the head and the arrays. */
tricorn_status tg_array_file_copy(tricorn_context *context, const tg_disk_folder *folder,
  const tg_array_file_kind *kind, const char *bytes, const tg_array *arrays);

/* Fails with the message "FOLDER/NAME: WHAT; name another work folder, ..." */
tricorn_status tg_array_file_refuse(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *what);
