/* api.c - the start of every public call. */
#include "api/api.h"

trigon_status tg_api_enter(trigon_context *context)
{
    if (context == NULL) return TRIGON_INVALID_ARGUMENT;
    context->message[0] = 0;
    context->phase = NULL;
    context->next_report = 0;
    atomic_store(&context->cancelled, false);
    return TRIGON_OK;
}

trigon_status tg_api_require(trigon_context *context, const void *argument, const char *name)
{
    if (argument) return TRIGON_OK;
    return tg_fail(context, TRIGON_INVALID_ARGUMENT, "%s is NULL", name);
}
