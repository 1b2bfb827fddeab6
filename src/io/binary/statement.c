/* statement.c - a text that grows. */
#include "io/binary/statement.h"

#include <string.h>

#include "base/memory.h"

static tricorn_status add_bytes(tricorn_context *context, tg_statement *to, const char *text, size_t bytes)
{
    if (to->bytes + bytes >= to->room) {
        to->room = 2 * (to->bytes + bytes) + 1;
        TG_DO(TG_REALLOC(context, to->room, &to->text));
    }
    memcpy(to->text + to->bytes, text, bytes);
    to->bytes += bytes;
    to->text[to->bytes] = 0;
    return TRICORN_OK;
}

tricorn_status tg_statement_add(tricorn_context *context, tg_statement *to, const char *text)
{
    return add_bytes(context, to, text, strlen(text));
}

tricorn_status tg_statement_quote(tricorn_context *context, tg_statement *to, const char *text, char quote)
{
    TG_DO(add_bytes(context, to, &quote, 1));
    for (; *text; text++) {
        if (*text == quote) TG_DO(add_bytes(context, to, &quote, 1));
        TG_DO(add_bytes(context, to, text, 1));
    }
    return add_bytes(context, to, &quote, 1);
}

tricorn_status tg_statement_form(tricorn_context *context, tg_statement *to, const char *form, const char *name)
{
    for (; *form; form++)
        TG_DO(*form == '@' ? tg_statement_quote(context, to, name, '"') : add_bytes(context, to, form, 1));
    return TRICORN_OK;
}
