/* api.c - the start of every public call; arrays for callers. */
#include "api/api.h"

#include <inttypes.h>

#include "base/memory.h"
#include "base/options.h"
#include "base/threads.h"

enum {
    MOST_BLOCKS =
        4096, /* the square of the most classes that the schedule of blocks takes by itself */
    MOST_PARTS = 1 << 20
};

tricorn_status tg_api_enter(tricorn_context *context)
{
    if (context == NULL) return TRICORN_INVALID_ARGUMENT;
    context->message[0] = 0;
    context->phase = NULL;
    context->work_held = false;
    context->next_report = 0;
    atomic_store(&context->cancelled, false);
    atomic_store(&context->limit_reached, false);
    tg_teams_begin(context);
    return TRICORN_OK;
}

tricorn_status tg_api_leave(tricorn_context *context, tricorn_status status)
{
    if (context == NULL) return status;
    tg_teams_end(context);
    if (status == TRICORN_OK) context->message[0] = 0;
    return status;
}

tricorn_status tg_api_require(tricorn_context *context, const void *argument, const char *name)
{
    if (argument) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is NULL", name);
}

tricorn_status tg_api_require_text(tricorn_context *context, const char *argument,
                                   const char *name)
{
    const tricorn_status status = tg_api_require(context, argument, name);
    if (status != TRICORN_OK || *argument) return status;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is an empty text", name);
}

tricorn_status tricorn_array_create(tricorn_context *context, uint64_t count, size_t size,
                                    void **array)
{
    tricorn_status status = TRICORN_OK;
    void *made = NULL;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, array, "array"));
    TG_TRY(tg_alloc_zero(context, count, size, &made));
    *array = made;
cleanup:
    return tg_api_leave(context, status);
}

void tricorn_array_free(void *array)
{
    tg_free(array);
}

tricorn_status tg_api_read_count_options(tricorn_context *context, tricorn_options *known,
                                         const tricorn_options *given)
{
    tricorn_status status = TRICORN_OK;
    *known = (tricorn_options)TRICORN_OPTIONS_INIT;
    TG_TRY(TG_READ_STRUCT(context, known, given, TRICORN_OPTIONS_INIT));
    if (known->threads > 0) TG_TRY(tg_check_threads(context, known->threads));
    if (known->blocks > MOST_BLOCKS)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("blocks") " is %u; choose 1 to %d, or 0 to leave it open",
                       known->blocks, MOST_BLOCKS));
    if (known->parts > MOST_PARTS)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("parts") " is %" PRIu64
                                          "; choose 1 to %d, or 0 to leave it open",
                       known->parts, MOST_PARTS));
cleanup:
    return status;
}

tricorn_status tg_api_check_result(tricorn_context *context, const tricorn_result *result)
{
    return tg_check_struct(context, result, sizeof *result, "TRICORN_RESULT_INIT");
}

void tg_api_give_result(const tricorn_context *context, tricorn_result *known,
                        tricorn_result *result)
{
    known->memory.peak_bytes = tricorn_context_peak_bytes(context);
    TG_WRITE_RESULT(result, known);
}
