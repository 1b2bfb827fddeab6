/* table_roles.c - finds the columns of a table in memory: those that the caller has named, then those
 * whose names say what they are. */
#include "io/text/dialect/table_roles.h"

#include <string.h>

#include "base/options.h"

typedef struct table {
    const char *const *names;
    size_t count;
} table;

/* Finds the column that the caller has named, by its number from 1 on or its name. */
static tricorn_status find_given(tricorn_context *context, table of, const char *given, int64_t *place)
{
    uint64_t number = 0;
    unsigned found = 0;
    if (tg_field_index((tg_field){.text = given, .bytes = strlen(given)}, &number)) {
        *place = (int64_t)number - 1;
        return number > 0 && number <= of.count
                   ? TRICORN_OK
                   : tg_fail(context, TRICORN_INVALID_ARGUMENT,
                             "the column %s: the numbers of columns go from 1 to %zu", given, of.count);
    }
    for (size_t c = 0; c < of.count; c++) {
        if (strcmp(of.names[c], given) != 0) continue;
        *place = (int64_t)c;
        found++;
    }
    if (found == 1) return TRICORN_OK;
    return found == 0 ? tg_fail(context, TRICORN_BAD_FORMAT, "no column is named '%s'", given)
                      : tg_fail(context, TRICORN_BAD_FORMAT,
                                "%u columns are named '%s': name columns by their numbers, from 1 on",
                                found, given);
}

static tricorn_status find_all_given(tricorn_context *context, table of,
                                     const tricorn_columns *columns, tg_roles *roles)
{
    tricorn_status status = TRICORN_OK;
    for (unsigned r = 0; r < TG_ROLES; r++) {
        const char *given = tg_column_named(columns, r);
        if (given == NULL) continue;
        TG_TRY(find_given(context, of, given, &roles->at[r]));
        for (unsigned before = 0; before < r; before++)
            if (roles->at[before] == roles->at[r])
                TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                               "%s and %s are one and the same column, '%s': name two",
                               tg_role_names[before], tg_role_names[r], of.names[roles->at[r]]));
    }
cleanup:
    return status;
}

tricorn_status tg_table_roles(tricorn_context *context, const char *const *names, size_t count,
                              const tricorn_load_options *options, tg_roles *roles)
{
    tg_roles found = tg_no_roles();
    tg_names called = {.columns = (uint32_t)(count < UINT32_MAX ? count : UINT32_MAX),
                       .directed = options->graph.directed != 0};
    char message[TG_ROLES_MESSAGE_BYTES];
    const tricorn_status status =
        find_all_given(context, (table){names, count}, &options->text.columns, &found);
    if (status != TRICORN_OK) return status;
    for (; called.count < count && called.count < TG_NAMES_MOST; called.count++)
        called.at[called.count] =
            (tg_field){.text = names[called.count], .bytes = strlen(names[called.count])};
    const tg_roles_doubt doubt = tg_roles_by_names(&called, options->graph.weights != 0, &found);
    if (doubt != TG_ROLES_CLEAR) {
        tg_roles_say(&called, doubt, "columns", message);
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s", message);
    }
    *roles = found;
    return TRICORN_OK;
}
