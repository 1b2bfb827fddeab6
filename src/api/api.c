/* api.c - the start of every public call. */
#include "api/api.h"

#include "base/options.h"

tricorn_status tg_api_enter(tricorn_context *context)
{
    if (context == NULL) return TRICORN_INVALID_ARGUMENT;
    context->message[0] = 0;
    context->phase = NULL;
    context->work_held = false;
    context->next_report = 0;
    atomic_store(&context->cancelled, false);
    return TRICORN_OK;
}

tricorn_status tg_api_require(tricorn_context *context, const void *argument, const char *name)
{
    if (argument) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is NULL", name);
}

tricorn_status tg_api_read_count_options(tricorn_context *context, tricorn_options *known,
                                         const tricorn_options *given)
{
    *known = (tricorn_options)TRICORN_OPTIONS_INIT;
    if (TG_READ_OPTIONS(known, given)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "the options have no size: set them with TRICORN_OPTIONS_INIT");
}

tricorn_status tg_api_give_result(tricorn_context *context, tricorn_result *known,
                                  tricorn_result *result)
{
    known->peak_bytes = tricorn_context_peak_bytes(context);
    if (TG_WRITE_RESULT(result, known)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "the result has no size: set it with TRICORN_RESULT_INIT");
}
