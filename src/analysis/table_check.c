/* table_check.c - checks the options of tables. */
#include <string.h>

#include "analysis/lines.h"
#include "analysis/similarity.h"
#include "analysis/table.h"
#include "base/context.h"

static bool is_column_name(const char *name)
{
    static const char usual[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(name);
    return length >= 1 && length <= TG_NAME_MOST && strspn(name, usual) == length;
}

static tricorn_status check_columns(tricorn_context *context,
                                    const tricorn_table_options *options)
{
    const tricorn_column *columns = options->columns;
    const size_t count = options->column_count;
    if (columns == NULL || count == 0 || count > TG_MOST_VALUES || options->top_column >= count)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "a table of columns needs 1 to %d columns, and top_column to be one",
                       TG_MOST_VALUES);
    for (size_t c = 0; c < count; c++) {
        if (columns[c].name == NULL || !is_column_name(columns[c].name))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu].name has to be 1 to %d letters, digits, '_' and '-'", c,
                           TG_NAME_MOST);
        if ((columns[c].counts == NULL) == (columns[c].reals == NULL))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu] needs either counts or reals", c);
        if (c > 0 && columns[c].counts && columns[c - 1].reals)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu] has counts, which come before reals", c);
    }
    return TRICORN_OK;
}

tricorn_status tg_table_check(tricorn_context *context, const tricorn_table_options *options)
{
    if ((unsigned)options->table > TRICORN_TABLE_GENERALIZED)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "table is %d, which is no tricorn_table", (int)options->table);
    const bool shared = options->table == TRICORN_TABLE_VERTICES ||
                        options->table == TRICORN_TABLE_EDGES ||
                        options->table == TRICORN_TABLE_TRIANGLES;
    if ((options->shares > 0 &&
         (!shared || options->top > 0 || options->sorted || options->share >= options->shares)) ||
        (options->shares == 0 && options->share > 0))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("share") " is one of 0 to " TG_OPTION(
                           "shares") " - 1, of a whole table of vertices, edges or triangles "
                                     "that is not sorted");
    if (options->table == TRICORN_TABLE_COLUMNS) return check_columns(context, options);
    if (options->table == TRICORN_TABLE_GENERALIZED && options->top)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "top: a table of generalized degrees is written as a whole");
    return options->table == TRICORN_TABLE_SIMILARITY
               ? tg_check_measure(context, options->measure)
               : TRICORN_OK;
}
