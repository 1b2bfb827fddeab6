/* statement.h - a statement of SQL, as it grows: zeroed first; the caller frees `text`. */
#pragma once

#include "base/context.h"

typedef struct tg_statement {
    char *text;
    uint64_t bytes, room;
} tg_statement;

tricorn_status tg_statement_add(tricorn_context *context, tg_statement *to, const char *text);
/* Adds a text in quotes, and each quote in it twice. */
tricorn_status tg_statement_quote(tricorn_context *context, tg_statement *to, const char *text, char quote);
/* Adds the form, in which each @ becomes the name of the column. */
tricorn_status tg_statement_form(tricorn_context *context, tg_statement *to, const char *form, const char *name);
