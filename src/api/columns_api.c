/* columns_api.c - the columns of a table in memory. */
#include "api/api.h"

#include <inttypes.h>
#include <string.h>

#include "io/text/dialect/table_roles.h"
#include "io/text/dialect/where.h"

static tricorn_status check_names(tricorn_context *context, const char *const *names, size_t count)
{
    for (size_t c = 0; c < count; c++)
        if (names[c] == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "names[%zu] is NULL", c);
    return TRICORN_OK;
}

tricorn_status tricorn_columns_find(tricorn_context *context, const char *const *names, size_t count,
  const tricorn_load_options *options, tricorn_column_places *places)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;
    tg_roles roles;
    TG_TRY(TG_ENTER(context, TG_GIVEN_IF(count > 0, names), TG_LOAD_OPTIONS(options, &known), TG_GIVEN(places),
      TG_RESULT(places, TRICORN_COLUMN_PLACES_INIT)));
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

static tricorn_status find_role(tricorn_context *context, const char *name, tg_role *role)
{
    for (unsigned r = TG_WEIGHT_ROLE; name != NULL && r < TG_ROLES; r++)
        if (strcmp(name, tg_role_names[r]) == 0) {
            *role = r;
            return TRICORN_OK;
        }
    return tg_fail(
      context, TRICORN_INVALID_ARGUMENT, "the role '%s' is none of weight, time and label", name ? name : "");
}

static tricorn_status test_texts(
  tricorn_context *context, const tg_where *where, const tricorn_column_texts *values, uint8_t *holds)
{
    tg_role role = TG_ROLES;
    char fault[TG_WHERE_MESSAGE_BYTES];
    TG_DO(find_role(context, values->role, &role));
    if (values->count > 0 && values->texts == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "texts is NULL");
    for (uint64_t i = 0; i < values->count; i++) {
        const char *text = values->texts[i];
        if (text == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "texts[%" PRIu64 "] is NULL", i);
        const tg_field value = {.text = text, .bytes = strlen(text)};
        holds[i] = tg_where_holds(where, role, value, fault);
        if (*fault) return tg_fail(context, TRICORN_BAD_FORMAT, "texts[%" PRIu64 "] %s", i, fault);
    }
    return TRICORN_OK;
}

tricorn_status tricorn_conditions_test(
  tricorn_context *context, const tricorn_load_options *options, const tricorn_column_texts *values, uint8_t *holds)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;
    tg_where where;
    TG_TRY(TG_ENTER(context, TG_LOAD_OPTIONS(options, &known), TG_GIVEN(values),
      TG_GIVEN_IF(values != NULL && values->count > 0, holds)));
    TG_TRY(tg_where_read(context, &known.options, &where));
    TG_TRY(test_texts(context, &where, values, holds));
cleanup:
    return tg_api_leave(context, status);
}
