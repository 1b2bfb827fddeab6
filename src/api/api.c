/* api.c - the start and the end of every public call; arrays for callers. */
#include "api/api.h"

#include <inttypes.h>

#include "base/memory.h"
#include "base/threads.h"
#include "load/load.h"

enum {
    MOST_BLOCKS = 4096, /* the square of the most classes that the schedule of blocks takes by itself */
    MOST_PARTS = 1 << 20
};

/* ---- arguments ---- */

static tricorn_status require(tricorn_context *context, const tg_argument *argument)
{
    const bool empty = argument->given && argument->kind == TG_ARGUMENT_TEXT && *(const char *)argument->given == 0;
    if (argument->given && !empty) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, empty ? "%s is an empty text" : "%s is NULL", argument->name);
}

/* Sets all members to 0 but for the size, then those that the caller's struct has. */
static tricorn_status read_struct(tricorn_context *context, const tg_argument *argument)
{
    memset(argument->known, 0, argument->bytes);
    memcpy(argument->known, &argument->bytes, sizeof argument->bytes);
    return tg_read_struct(context, argument->known, argument->bytes, argument->given, argument->name);
}

static tricorn_status read_count_options(tricorn_context *context, tricorn_options *known, const tricorn_options *given)
{
    const tg_argument argument = TG_OPTIONS(given, known, TRICORN_OPTIONS_INIT);
    TG_DO(read_struct(context, &argument));
    if (known->threads > 0) TG_DO(tg_check_threads(context, known->threads));
    if (known->blocks > MOST_BLOCKS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("blocks") " is %u; choose 1 to %d, or 0 to leave it open", known->blocks, MOST_BLOCKS);
    if (known->parts > MOST_PARTS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("parts") " is %" PRIu64 "; choose 1 to %d, or 0 to leave it open", known->parts, MOST_PARTS);
    return TRICORN_OK;
}

/* Reads how to load, and checks all that can be checked without a file. */
static tricorn_status read_load_options(
  tricorn_context *context, tg_load_request *known, const tricorn_load_options *given)
{
    const tg_argument argument = TG_OPTIONS(given, &known->options, TRICORN_LOAD_OPTIONS_INIT);
    TG_DO(read_struct(context, &argument));
    TG_DO(tg_load_check(context, &known->options));
    TG_DO(read_count_options(context, &known->count, known->options.count));
    if (known->options.count) known->options.count = &known->count;
    return TRICORN_OK;
}

static tricorn_status take_argument(tricorn_context *context, const tg_argument *argument)
{
    switch (argument->kind) {
    case TG_ARGUMENT_ANY: return TRICORN_OK;
    case TG_ARGUMENT_GIVEN:
    case TG_ARGUMENT_TEXT: return require(context, argument);
    case TG_ARGUMENT_OPTIONS: return read_struct(context, argument);
    case TG_ARGUMENT_RESULT: return tg_check_struct(context, argument->given, argument->bytes, argument->name);
    case TG_ARGUMENT_COUNT: return read_count_options(context, argument->known, argument->given);
    case TG_ARGUMENT_LOAD: return read_load_options(context, argument->known, argument->given);
    }
    return TRICORN_OK;
}

/* ---- calls ---- */

tricorn_status tg_api_take(tricorn_context *context, const tg_argument *arguments, size_t count)
{
    tricorn_status status = TRICORN_OK;
    for (size_t i = 0; i < count && status == TRICORN_OK; i++) status = take_argument(context, &arguments[i]);
    return status;
}

tricorn_status tg_api_enter(tricorn_context *context, const tg_argument *arguments, size_t count)
{
    if (context == NULL) return TRICORN_INVALID_ARGUMENT;
    tg_teams_begin(context);
    if (context->calls > 1)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the context is in use: a function that the library calls needs another "
          "context for calls of its own");
    context->message[0] = 0;
    context->phase = NULL;
    context->work_held = false;
    context->next_report = 0;
    atomic_store(&context->cancelled, false);
    atomic_store(&context->limit_reached, false);
    return tg_api_take(context, arguments, count);
}

tricorn_status tg_api_leave(tricorn_context *context, tricorn_status status)
{
    if (context == NULL) return status;
    tg_teams_end(context);
    if (status == TRICORN_OK) context->message[0] = 0;
    return status;
}

void tg_api_give_result(const tricorn_context *context, tricorn_result *known, tricorn_result *result)
{
    if (result == NULL) return;
    known->memory.peak_bytes = tricorn_context_peak_bytes(context);
    TG_WRITE_RESULT(result, known);
}

tricorn_status tricorn_array_create(tricorn_context *context, uint64_t count, size_t size, void **array)
{
    void *made = NULL;
    /* A function that a call of this context calls may ask for memory of the context. */
    const bool within = context && context->calls > 0;
    tricorn_status status = within ? TG_TAKE(context, TG_GIVEN(array)) : TG_ENTER(context, TG_GIVEN(array));
    const bool empty = count == 0 || size == 0;
    if (status == TRICORN_OK) status = tg_alloc_zero(context, empty ? 1 : count, empty ? 1 : size, &made);
    if (status == TRICORN_OK) *array = made;
    return within ? status : tg_api_leave(context, status);
}

void tricorn_array_free(void *array)
{
    tg_free(array);
}
