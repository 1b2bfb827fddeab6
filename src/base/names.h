/* names.h - builds the list of names in a message, "auto, cpu, gpu", and the message for an unknown name. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "base/context.h"

/* The size of a list: room for the names of all algorithms; a longer list is cut. */
enum { TG_NAMES_BYTES = 768 };

/* Appends a name to the list, which begins as "". */
static inline void tg_names_add(char names[TG_NAMES_BYTES], const char *name)
{
    const size_t used = strlen(names);
    snprintf(names + used, TG_NAMES_BYTES - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Fails for an unknown name, with a message from which cli/message.c can suggest the name that
 * was probably meant. `context` is NULL before a context exists, as for tg_fail(). */
static inline tricorn_status tg_no_name(tricorn_context *context, const char *kind, const char *name, const char *names)
{
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "there is no %s '%.64s'; choose one of: %s", kind, name, names);
}
