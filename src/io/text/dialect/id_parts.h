/* id_parts.h - ids of vertices that are in two columns of a table, such as a bank and an account.
 *
 * The caller names the columns as "A+B". The words of both are the id of one vertex: "first+second",
 * where a '\' precedes each '+' and '\' of the first word. So two pairs of words never become one id.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <tricorn/tricorn.h>

#include "base/context.h"
#include "io/text/fields.h"

enum { TG_ID_PARTS = 2 };

/* Cuts what the caller gives for an end into the names of its columns; returns their number: 0 for NULL, 1, or
 * TG_ID_PARTS if one '+' is between two names. */
unsigned tg_id_parts(const char *given, tg_field parts[TG_ID_PARTS]);

/* Whether the ids of the ends are in two columns. */
bool tg_has_id_parts(const tricorn_columns *columns);

/* TRICORN_INVALID_ARGUMENT if the ids of one end are in two columns and those of the other in one, if the same
 * columns have both ends, or if the ids shall be numbers. Such ids are words: sets options->input.ids. */
tricorn_status tg_check_id_parts(tricorn_context *context, tricorn_load_options *options);

/* Whether the word is a whole number with a point or an exponent, which another row may have without. */
bool tg_is_doubtful_part(tg_field word);
#define TG_DOUBTFUL_PART \
    "a part of an id, is a whole number with a point or an exponent, which is another word than the number without: " \
    "write it without"

/* Writes the id of two words, of which a quoted one is unquoted; `to` has room for TG_ID_ROOM. Returns its length. */
#define TG_ID_ROOM(parts) (2 * (parts)[0].bytes + 1 + (parts)[1].bytes)
size_t tg_id_join(const tg_field parts[TG_ID_PARTS], char *to);
