/* parts.h - files that are parts of one text: a list has their names, one on a line, from the
 * folder of the list on.
 *
 * They are read as one file in which each part ends a line.  None is open between two reads, so
 * there may be any number.
 */
#ifndef TG_IO_BYTES_PARTS_H
#define TG_IO_BYTES_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_parts tg_parts;

/* Errors: TRICORN_IO_ERROR (a part is not there, or no file), TRICORN_BAD_FORMAT (the list). */
tricorn_status tg_parts_open(tricorn_context *context, const char *list, tg_parts **parts);
void tg_parts_close(tg_parts *parts);

/* Of all parts, with the ends of lines that some lack. */
uint64_t tg_parts_size(const tg_parts *parts);
/* Another number after any part was changed. */
uint64_t tg_parts_changed(const tg_parts *parts);

/* Reads up to `room` bytes from that offset on; *count is 0 at the end only.  From any thread.
 * TRICORN_IO_ERROR if the part was changed since it was listed. */
tricorn_status tg_parts_read(tricorn_context *context, const tg_parts *parts, uint64_t offset,
                             void *bytes, size_t room, size_t *count);

#endif
