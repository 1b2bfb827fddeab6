/* id_parts.c - see id_parts.h. */
#include "io/text/dialect/id_parts.h"

#include <string.h>

enum { JOINS = '+', ESCAPES = '\\' };

unsigned tg_id_parts(const char *given, tg_field parts[TG_ID_PARTS])
{
    if (given == NULL) return 0;
    const char *joined = strchr(given, JOINS), *end = given + strlen(given);
    parts[0] = (tg_field){.text = given, .bytes = (size_t)(end - given)};
    if (joined == NULL || joined == given || joined + 1 == end || strchr(joined + 1, JOINS)) return 1;
    parts[0].bytes = (size_t)(joined - given);
    parts[1] = (tg_field){.text = joined + 1, .bytes = (size_t)(end - joined - 1)};
    return TG_ID_PARTS;
}

bool tg_has_id_parts(const tricorn_columns *columns)
{
    tg_field parts[TG_ID_PARTS];
    return tg_id_parts(columns->source, parts) == TG_ID_PARTS || tg_id_parts(columns->target, parts) == TG_ID_PARTS;
}

tricorn_status tg_check_id_parts(tricorn_context *context, tricorn_load_options *options)
{
    const tricorn_columns *columns = &options->text.columns;
    tg_field parts[TG_ID_PARTS];
    if (!tg_has_id_parts(columns)) return TRICORN_OK;
    if (tg_id_parts(columns->source, parts) != tg_id_parts(columns->target, parts))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the source is '%s' and the target is '%s': give two columns for each, or one for each; a "
          "column whose name has a '+' is named by its number",
          columns->source ? columns->source : "", columns->target ? columns->target : "");
    if (options->input.ids == TRICORN_IDS_NUMBER)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "an id that is in two columns ('%s') is a word: leave out " TG_OPTION("ids=number"), columns->source);
    options->input.ids = TRICORN_IDS_STRING;
    return TRICORN_OK;
}

bool tg_is_doubtful_part(tg_field word)
{
    bool whole = false;
    return tg_field_is_real(word, &whole) && whole;
}

size_t tg_id_join(const tg_field parts[TG_ID_PARTS], char *to)
{
    const tg_field *first = &parts[0], *second = &parts[1];
    char *at = to;
    for (size_t i = 0; i < first->bytes; i++) {
        const char byte = first->text[i];
        if (byte == JOINS || byte == ESCAPES) *at++ = ESCAPES;
        *at++ = byte;
        if (first->quoted && byte == '"') i++; /* "" is one quote */
    }
    *at++ = JOINS;
    if (second->quoted) return (size_t)(at - to) + tg_field_unquote(*second, at);
    memcpy(at, second->text, second->bytes);
    return (size_t)(at - to) + second->bytes;
}
