/* vertex_file.h - reads the ids of vertices that may have no edge, from a text beside an edge
 * list. */
#ifndef TG_IO_TEXT_VERTEX_FILE_H
#define TG_IO_TEXT_VERTEX_FILE_H

#include <tricorn/tricorn.h>

#include "base/context.h"
#include "io/text/dialect/dialect.h"

/* Takes the id of a line; false in *fits, with the reason in `message`, if it is none. */
typedef tricorn_status tg_take_vertex(tricorn_context *context, void *user, tg_field id,
                                      bool *fits, char message[TG_LINE_MESSAGE_BYTES]);

/* Hands each id to `take`: one on a line or, where the first line names columns ("id", "vertex",
 * "node", "name"), the first column.  TRICORN_BAD_FORMAT with file and line. */
tricorn_status tg_vertex_file_read(tricorn_context *context, const tricorn_load_options *options,
                                   tg_take_vertex *take, void *user);

#endif
