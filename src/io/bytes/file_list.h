/* file_list.h - the files of a list, a folder or a glob, which are parts of one text.
 *
 * - Each line of a list is the name of a file; a relative name begins at the folder of the list.
 * - All files of a folder or glob are parts, in the order of their names, except for those that
 *   Spark and Hive ignore: names that begin with '.' or '_', and checksums (.crc).
 * - If a part does not end with '\n', one is added, so no line crosses two parts.
 * - A part is open only while it is read, so a list may have more parts than a process can open.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_file_list tg_file_list;

typedef enum tg_file_list_kind {
    TG_FILES_OF_LIST,
    TG_FILES_OF_FOLDER,
    TG_FILES_OF_GLOB /* a glob as in a shell, such as "part-*.csv" */
} tg_file_list_kind;

/* Opens the files; empty files are left out. Fails with TRICORN_IO_ERROR if a name is not the
 * name of a file, and with TRICORN_BAD_FORMAT if the list is not a list of names. */
tricorn_status tg_file_list_open(
  tricorn_context *context, const char *name, tg_file_list_kind kind, tg_file_list **files);
/* The same for a list that is read from a descriptor; `name` is for messages, and a relative name begins
 * at the current folder. */
tricorn_status tg_file_list_take(tricorn_context *context, int descriptor, const char *name, tg_file_list **files);
void tg_file_list_close(tg_file_list *files);

/* A part; its first skipped_bytes bytes are not in the text. */
typedef struct tg_file_part {
    const char *path;
    uint64_t skipped_bytes, skipped_lines;
    uint64_t file_bytes;
} tg_file_part;
uint64_t tg_file_list_count(const tg_file_list *files);
tg_file_part tg_file_list_part(const tg_file_list *files, uint64_t part);

/* Leaves the first bytes of a part out of the text; `lines` is how many lines they have. */
void tg_file_list_skip(tg_file_list *files, uint64_t part, uint64_t bytes, uint64_t lines);
/* Leaves the same bytes out of the text as `like`, a list of the same files. */
void tg_file_list_skip_like(tg_file_list *files, const tg_file_list *like);

/* Whether at least one part is compressed. Then the text can only be read part by part. */
bool tg_file_list_packed(const tg_file_list *files);

/* Returns the size of the text or, if a part is compressed, of all files. */
uint64_t tg_file_list_size(const tg_file_list *files);
/* A number that changes when any of the files is changed. */
uint64_t tg_file_list_changed(const tg_file_list *files);

/* Reads bytes from `offset` of the text with one successful call of the system; to->count is 0
 * only at the end. No part may be compressed. Any thread may call it. Fails with
 * TRICORN_IO_ERROR if a file was changed since the list was opened. */
tricorn_status tg_file_list_read(
  tricorn_context *context, const tg_file_list *files, uint64_t offset, tg_read_buffer *to);
