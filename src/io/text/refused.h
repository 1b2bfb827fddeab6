/* refused.h - content of known formats that tricorn does not read: what it is, and the way out.
 */
#ifndef TG_IO_TEXT_REFUSED_H
#define TG_IO_TEXT_REFUSED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

/* TRICORN_UNSUPPORTED with a remedy if the first bytes of a content are those of another kind of
 * file.  Any bytes may begin a file of binary numbers: if `binary`, only beginnings count that
 * are fixed in 8 bytes or more; else control bytes on the first line are a fault as well. */
tricorn_status tg_refuse_content(tricorn_context *context, const char *name, const char *bytes,
                                 size_t count, bool binary);

/* Whether it refuses what is no binary file. */
bool tg_is_refused(const char *bytes, size_t count);

#endif
