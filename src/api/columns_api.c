/* columns_api.c - the columns of a table in memory. */
#include "api/api.h"
#include "io/text/dialect/table_roles.h"

static tricorn_status check_names(tricorn_context *context, const char *const *names, size_t count)
{
    for (size_t c = 0; c < count; c++)
        if (names[c] == NULL)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "names[%zu] is NULL", c);
    return TRICORN_OK;
}

tricorn_status tricorn_columns_find(tricorn_context *context, const char *const *names,
                                    size_t count, const tricorn_load_options *options,
                                    tricorn_column_places *places)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;
    tg_roles roles;
    TG_TRY(TG_ENTER(context, TG_GIVEN_IF(count > 0, names), TG_LOAD_OPTIONS(options, &known),
                    TG_GIVEN(places), TG_RESULT(places, TRICORN_COLUMN_PLACES_INIT)));
    TG_TRY(check_names(context, names, count));
    TG_TRY(tg_table_roles(context, names, count, &known.options, &roles));
    const tricorn_column_places found = {.struct_size = sizeof found,
                                         .source = roles.at[TG_SOURCE],
                                         .target = roles.at[TG_TARGET],
                                         .weight = roles.at[TG_WEIGHT_ROLE],
                                         .time = roles.at[TG_TIME],
                                         .label = roles.at[TG_LABEL],
                                         .source_second = roles.seconds[TG_SOURCE],
                                         .target_second = roles.seconds[TG_TARGET]};
    TG_WRITE_RESULT(places, &found);
cleanup:
    return tg_api_leave(context, status);
}
