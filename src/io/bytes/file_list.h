/* file_list.h - the files of a list, a folder or a glob, read as one text: its parts.
 *
 * - Each line of a list is the name of a file; a relative name begins at the folder of the list.
 * - Of a folder, and of a glob, all files are parts, in the order of their names, but those that
 * Spark and Hive ignore: names that begin with '.' or '_', and checksums (.crc).
 * - A line feed is added to a part that does not end with one, so no line crosses two parts.
 * - A part is open only while it is read, so there may be more parts than a process can open.
 */
#ifndef TG_IO_BYTES_FILE_LIST_H
#define TG_IO_BYTES_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_file_list tg_file_list;

typedef enum tg_file_list_kind {
    TG_FILES_OF_LIST,
    TG_FILES_OF_FOLDER,
    TG_FILES_OF_GLOB /* as a shell has it: "part-*.csv" */
} tg_file_list_kind;

/* Errors: TRICORN_IO_ERROR (no file has a name of the list), TRICORN_BAD_FORMAT (the list). Empty
 * files are left out. */
tricorn_status tg_file_list_open(tricorn_context *context, const char *name,
                                 tg_file_list_kind kind, tg_file_list **files);
void tg_file_list_close(tg_file_list *files);

/* A part, without the bytes at its beginning that are not in the text. */
typedef struct tg_file_part {
    const char *path;
    uint64_t skipped_bytes, skipped_lines;
    uint64_t file_bytes;
} tg_file_part;
uint64_t tg_file_list_count(const tg_file_list *files);
tg_file_part tg_file_list_part(const tg_file_list *files, uint64_t part);

/* Leaves the first bytes of a part out of the text, the number of whose lines is given. */
void tg_file_list_skip(tg_file_list *files, uint64_t part, uint64_t bytes, uint64_t lines);
/* Leaves out of the text what is left out of `like`, a list of the same files. */
void tg_file_list_skip_like(tg_file_list *files, const tg_file_list *like);

/* Whether a part is compressed: then the text can only be read part by part. */
bool tg_file_list_packed(const tg_file_list *files);

/* The number of bytes of the text or, if a part is compressed, of the files. */
uint64_t tg_file_list_size(const tg_file_list *files);
/* A number that changes when any of the files is changed. */
uint64_t tg_file_list_changed(const tg_file_list *files);

/* One successful read of the text, of which no part is compressed, from `offset` on; to->count is
 * 0 at its end only.  Any thread may call it.  TRICORN_IO_ERROR if the file was changed since the
 * list was opened. */
tricorn_status tg_file_list_read(tricorn_context *context, const tg_file_list *files,
                                 uint64_t offset, tg_read_buffer *to);

#endif
