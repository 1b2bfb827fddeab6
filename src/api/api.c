/* api.c - the start of every public call. */
#include "api/api.h"

tricorn_status tg_api_enter(tricorn_context *context)
{
    if (context == NULL) return TRICORN_INVALID_ARGUMENT;
    context->message[0] = 0;
    context->phase = NULL;
    context->next_report = 0;
    atomic_store(&context->cancelled, false);
    return TRICORN_OK;
}

tricorn_status tg_api_require(tricorn_context *context, const void *argument, const char *name)
{
    if (argument) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is NULL", name);
}
