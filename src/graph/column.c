/* column.c - see column.h. */
#include "graph/column.h"

#include <stdbool.h>
#include <string.h>

static bool is_name(const char *name)
{
    static const char usual[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(name);
    return length >= 1 && length <= TG_COLUMN_NAME_MOST && strspn(name, usual) == length;
}

tricorn_status tg_columns_check(tricorn_context *context, const tg_columns *given)
{
    if (given->count > TG_COLUMNS_MOST || (given->count > 0 && given->columns == NULL))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s has to be an array of up to %d columns", given->member,
          TG_COLUMNS_MOST);
    for (size_t c = 0; c < given->count; c++) {
        const tricorn_column *column = &given->columns[c];
        if (column->name == NULL || !is_name(column->name))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "%s[%zu].name has to be 1 to %d letters, digits, '_' and '-'", given->member, c, TG_COLUMN_NAME_MOST);
        if ((column->counts == NULL) == (column->reals == NULL))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s[%zu] needs either counts or reals", given->member, c);
    }
    return TRICORN_OK;
}
