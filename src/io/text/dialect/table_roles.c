/* table_roles.c - finds the columns of a table in memory: those that the caller has named, then those
 * whose names say what they are. */
#include "io/text/dialect/table_roles.h"

#include <string.h>

#include "base/options.h"
#include "io/text/dialect/where.h"

typedef struct table {
    const char *const *names;
    size_t count;
} table;

/* Finds the column that the caller has named, by its number from 1 on or its name. */
static tricorn_status find_given(tricorn_context *context, table of, tg_field given, int64_t *place)
{
    uint64_t number = 0;
    unsigned found = 0;
    const int bytes = (int)given.bytes;
    if (tg_field_index(given, &number)) {
        *place = (int64_t)number - 1;
        return number > 0 && number <= of.count
                 ? TRICORN_OK
                 : tg_fail(context, TRICORN_INVALID_ARGUMENT,
                     "the column %.*s: the numbers of columns go from 1 to %zu", bytes, given.text, of.count);
    }
    for (size_t c = 0; c < of.count; c++) {
        if (!tg_field_is(given, of.names[c], strlen(of.names[c]))) continue;
        *place = (int64_t)c;
        found++;
    }
    if (found == 1) return TRICORN_OK;
    return found == 0
             ? tg_fail(context, TRICORN_BAD_FORMAT, "no column is named '%.*s'", bytes, given.text)
             : tg_fail(context, TRICORN_BAD_FORMAT,
                 "%u columns are named '%.*s': name columns by their numbers, from 1 on", found, bytes, given.text);
}

static tricorn_status find_all_given(
  tricorn_context *context, table of, const tricorn_columns *columns, tg_roles *roles)
{
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(columns, r, named);
        for (unsigned p = 0; p < count; p++)
            TG_DO(find_given(context, of, named[p], p == 0 ? &roles->at[r] : &roles->seconds[r]));
    }
    tg_role clash[2];
    if (tg_roles_clash(roles, clash))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s and %s are one and the same column, '%s': name two",
          tg_role_names[clash[0]], tg_role_names[clash[1]], of.names[roles->at[clash[1]]]);
    return TRICORN_OK;
}

tricorn_status tg_table_roles(tricorn_context *context, const char *const *names, size_t count,
  const tricorn_load_options *options, tg_roles *roles)
{
    tg_roles found = tg_no_roles();
    tg_names called = {.columns = (uint32_t)(count < UINT32_MAX ? count : UINT32_MAX),
      .directed = options->graph.directed || options->times};
    char message[TG_ROLES_MESSAGE_BYTES];
    TG_DO(find_all_given(context, (table){names, count}, &options->text.columns, &found));
    for (; called.count < count && called.count < TG_NAMES_MOST; called.count++)
        called.at[called.count] = (tg_field){.text = names[called.count], .bytes = strlen(names[called.count])};
    const tg_role doubt = tg_roles_by_names(&called, tg_roles_read(options), &found);
    if (doubt != TG_ROLES) {
        tg_roles_say(&called, doubt, "columns", message);
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s", message);
    }
    *roles = found;
    return TRICORN_OK;
}
