/* api.h - what the files of the public API share. */
#ifndef TG_API_API_H
#define TG_API_API_H

#include "base/context.h"

/* Begins a public call: forgets the last one's message and wish to stop.  Fails where the caller
 * passed no context. */
tricorn_status tg_api_enter(tricorn_context *context);

/* TRICORN_INVALID_ARGUMENT with a message that names the argument, if it is NULL. */
tricorn_status tg_api_require(tricorn_context *context, const void *argument, const char *name);

#endif
