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

/* What takes the ids, and knows which ones there are already. */
typedef struct tg_vertex_taker {
    tg_take_vertex *take;
    /* Whether the field is surely an id: a number or, where ids are words, the end of an edge. */
    bool (*is_id)(void *user, tg_field field);
    bool words; /* ids are words */
    void *user;
} tg_vertex_taker;

/* Hands each id to the taker: one on a line or, where the first line names columns, that of the ids ("id",
 * "vertex", "node", "name").  Where ids are words, a first line that is on no edge may be a header of another
 * name, and is refused.  TRICORN_BAD_FORMAT with file and line. */
tricorn_status tg_vertex_file_read(tricorn_context *context, const tricorn_load_options *options,
                                   const tg_vertex_taker *taker);

#endif
