/* file_list.h - files that a list names, read as one text.
 *
 * - Each line of the list is the name of a file; a relative name begins at the folder of the
 *   list.
 * - A line feed is added to a file that does not end with one, so no line crosses two files.
 * - A file is open only while it is read, so a list may name more files than a process can open.
 */
#ifndef TG_IO_BYTES_FILE_LIST_H
#define TG_IO_BYTES_FILE_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_file_list tg_file_list;

/* Errors: TRICORN_IO_ERROR (no file has a name of the list), TRICORN_BAD_FORMAT (the list). */
tricorn_status tg_file_list_open(tricorn_context *context, const char *list,
                                 tg_file_list **files);
void tg_file_list_close(tg_file_list *files);

/* The number of bytes of the text. */
uint64_t tg_file_list_size(const tg_file_list *files);
/* A number that changes when any of the files is changed. */
uint64_t tg_file_list_changed(const tg_file_list *files);

/* One successful read of the text from `offset` on; to->count is 0 at its end only.  Any thread
 * may call it.  TRICORN_IO_ERROR if the file was changed since the list was opened. */
tricorn_status tg_file_list_read(tricorn_context *context, const tg_file_list *files,
                                 uint64_t offset, tg_read_buffer *to);

#endif
