/* api.h - what the files of the public API share: how a call begins and ends.
 *
 * A call names its arguments in a table, by the macros below, and tg_api_enter() checks and reads
 * all of them at once. What is below the API gets structs that are whole, and no NULL.
 */
#pragma once

#include "base/context.h"
#include "base/options.h"
#include "graph/graph.h"

typedef enum tg_argument_kind {
    TG_ARGUMENT_ANY, /* nothing is asked of it */
    TG_ARGUMENT_GIVEN, /* it is not NULL */
    TG_ARGUMENT_TEXT, /* nor "" */
    TG_ARGUMENT_OPTIONS, /* NULL, or a struct, read as far as it reaches */
    TG_ARGUMENT_RESULT, /* NULL, or a struct of a right size, which the call fills */
    TG_ARGUMENT_COUNT, /* tricorn_options, read and checked */
    TG_ARGUMENT_LOAD /* tricorn_load_options, read and checked */
} tg_argument_kind;

typedef struct tg_argument {
    tg_argument_kind kind;
    const char *name; /* of the argument, or of the macro that sets the struct */
    const void *given;
    void *known; /* where the struct is read to */
    size_t bytes;
} tg_argument;

#define TG_GIVEN(argument) \
    { \
        TG_ARGUMENT_GIVEN, #argument, (argument), NULL, 0 \
    }
#define TG_GIVEN_IF(condition, argument) \
    { \
        (condition) ? TG_ARGUMENT_GIVEN : TG_ARGUMENT_ANY, #argument, (argument), NULL, 0 \
    }
#define TG_TEXT(argument) \
    { \
        TG_ARGUMENT_TEXT, #argument, (argument), NULL, 0 \
    }
/* macro: the ..._INIT of the struct, whose members are all 0 but for the size. */
#define TG_OPTIONS(argument, known, macro) \
    { \
        TG_ARGUMENT_OPTIONS, #macro, (argument), (known), sizeof *(known) \
    }
#define TG_RESULT(argument, macro) \
    { \
        TG_ARGUMENT_RESULT, #macro, (argument), NULL, sizeof *(argument) \
    }
#define TG_COUNT_RESULT(argument) TG_RESULT(argument, TRICORN_RESULT_INIT)
#define TG_COUNT_OPTIONS(argument, known) \
    { \
        TG_ARGUMENT_COUNT, NULL, (argument), (known), 0 \
    }
#define TG_LOAD_OPTIONS(argument, known) \
    { \
        TG_ARGUMENT_LOAD, NULL, (argument), (known), 0 \
    }

/* Begins a public call: forgets the last one's message and wish to stop, then checks and reads the arguments in their
 * order. Fails where the caller passed no context, or one that another call uses. */
tricorn_status tg_api_enter(tricorn_context *context, const tg_argument *arguments, size_t count);
#define TG_ENTER(context, ...) \
    tg_api_enter( \
      (context), (const tg_argument[]){__VA_ARGS__}, sizeof((const tg_argument[]){__VA_ARGS__}) / sizeof(tg_argument))

/* Checks and reads further arguments: those that depend on what was read. */
tricorn_status tg_api_take(tricorn_context *context, const tg_argument *arguments, size_t count);
#define TG_TAKE(context, ...) \
    tg_api_take( \
      (context), (const tg_argument[]){__VA_ARGS__}, sizeof((const tg_argument[]){__VA_ARGS__}) / sizeof(tg_argument))

/* Ends the call, and returns the status. A call that succeeds leaves no message, although a step
 * may have failed that another one replaced. */
tricorn_status tg_api_leave(tricorn_context *context, tricorn_status status);
/* Ends it by the one call down, unless it failed when it began. */
#define TG_LEAVE(context, status, call) tg_api_leave((context), (status) == TRICORN_OK ? (call) : (status))

/* How to load, read once: `options.count` is `count`, or NULL if none is given. */
typedef struct tg_load_request {
    tricorn_load_options options;
    tricorn_options count;
} tg_load_request;

/* The confidence of an interval, the usual one for 0. */
tricorn_status tg_api_read_confidence(tricorn_context *context, double *confidence);

/* Counts by the caller's options, which it reads, within a call. */
tricorn_status tg_api_count(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_result *result);

/* Fills the caller's result, unless it is NULL, with the memory that the context took. */
void tg_api_give_result(const tricorn_context *context, tricorn_result *known, tricorn_result *result);
