/* api.h - what the files of the public API share. */
#ifndef TG_API_API_H
#define TG_API_API_H

#include "base/context.h"

/* Begins a public call: forgets the last one's message and wish to stop.  Fails where the caller
 * passed no context. */
trigon_status tg_api_enter(trigon_context *context);

/* TRIGON_INVALID_ARGUMENT with a message that names the argument, if it is NULL. */
trigon_status tg_api_require(trigon_context *context, const void *argument, const char *name);

#endif
