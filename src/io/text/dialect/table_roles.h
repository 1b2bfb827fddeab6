/* table_roles.h - which columns of a table in memory are the ends of an edge and its weight. */
#pragma once

#include "base/context.h"
#include "io/text/dialect/roles.h"

/* Finds the columns that the options ask for, by the names of all columns; the errors are those of
 * tricorn_columns_find(). */
tricorn_status tg_table_roles(tricorn_context *context, const char *const *names, size_t count,
  const tricorn_load_options *options, tg_roles *roles);
