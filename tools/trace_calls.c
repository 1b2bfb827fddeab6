/* trace_calls.c - writes each call of a program that is compiled with -finstrument-functions.
 *
 * A line for each call: how deep it is in its thread's stack, and the address of the function. They
 * go to the file that the variable TRICORN_TRACE names. For tools/house.
 */
#include <stdio.h>
#include <stdlib.h>

#define NOT_TRACED __attribute__((no_instrument_function))

NOT_TRACED void __cyg_profile_func_enter(void *function, void *caller);
NOT_TRACED void __cyg_profile_func_exit(void *function, void *caller);

static FILE *trace;
static _Thread_local int depth;

NOT_TRACED __attribute__((constructor)) static void open_trace(void)
{
    const char *path = getenv("TRICORN_TRACE");
    if (path) trace = fopen(path, "w");
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    depth++;
    if (trace) fprintf(trace, "%d %p\n", depth, function);
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
    depth--;
}
