/* column.h - checks the columns of values that a caller has of vertices or edges. */
#pragma once

#include "base/context.h"

enum {
    TG_COLUMNS_MOST = 16, /* the most columns of a table */
    TG_COLUMN_NAME_MOST = 16 /* the most characters of a column's name */
};

/* Some columns, and the member in which the caller gave them. */
typedef struct tg_columns {
    const char *member;
    const tricorn_column *columns;
    size_t count;
} tg_columns;

/* TRICORN_INVALID_ARGUMENT for more than TG_COLUMNS_MOST columns, for a name that is not one to
 * TG_COLUMN_NAME_MOST letters, digits, '_' and '-', and unless each has either counts or reals.
 */
tricorn_status tg_columns_check(tricorn_context *context, const tg_columns *given);
