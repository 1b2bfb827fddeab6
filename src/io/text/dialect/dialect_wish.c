/* dialect_wish.c - what the caller has named of a text. */
#include "io/text/dialect/dialect.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/text/dialect/where.h"
#include "io/text/scan.h"

tricorn_status tg_dialect_refuse(tg_dialect_fault *fault, uint64_t line, const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(fault->message, sizeof fault->message, form, arguments);
    va_end(arguments);
    for (char *c = fault->message; *c; c++) /* The line that the message shows may have control characters. */
        if ((unsigned char)*c < ' ') *c = ' ';
    fault->line = line;
    fault->of_words = false;
    return TRICORN_BAD_FORMAT;
}

tricorn_status tg_dialect_invalid(tg_dialect_fault *fault, const char *form, const char *given)
{
    snprintf(fault->message, sizeof fault->message, form, given);
    fault->line = 0;
    return TRICORN_INVALID_ARGUMENT;
}

tricorn_status tg_dialect_read_wish(
  const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_wish *wanted, tg_dialect_fault *fault)
{
    *dialect = (tg_dialect){.words = options->input.ids == TRICORN_IDS_STRING,
      .missing = tg_missing_of(options->text.missing),
      .ends = {0, 1}};
    *wanted = (tg_dialect_wish){.header = -1,
      .columns = options->text.columns,
      .read = tg_roles_read(options),
      .directed = options->graph.directed || options->times};
    if (!tg_is_auto(options->text.separator)) {
        wanted->separator = tg_separator_of(options->text.separator);
        if (wanted->separator == 0)
            return tg_dialect_invalid(fault,
              "the separator '%s' is none of tab, comma, semicolon, space, and not "
              "a single character that can be one",
              options->text.separator);
        dialect->loose = wanted->separator == TG_BLANKS;
    }
    if (!tg_is_auto(options->text.header)) {
        wanted->header = strcmp(options->text.header, "yes") == 0;
        if (!wanted->header && strcmp(options->text.header, "no") != 0)
            return tg_dialect_invalid(fault, "the header is '%s'; it can be yes, no or auto", options->text.header);
    }
    if (tg_is_auto(options->text.comment)) return TRICORN_OK;
    const unsigned char mark = (unsigned char)options->text.comment[0];
    if (strcmp(options->text.comment, "none") == 0)
        dialect->comment = TG_COMMENT_NONE;
    else if (mark > ' ' && mark < 0x7F && options->text.comment[1] == 0 && !tg_is_digit((char)mark) && mark != '"')
        dialect->comment = (char)mark;
    else
        return tg_dialect_invalid(
          fault, "the comment '%s' is not a character that can begin one, nor none", options->text.comment);
    return TRICORN_OK;
}

tricorn_status tg_dialect_comments(const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_fault *fault)
{
    tg_dialect_wish wanted;
    const tricorn_status status = tg_dialect_read_wish(options, dialect, &wanted, fault);
    dialect->undecided = true;
    return status;
}
