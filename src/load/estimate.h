/* estimate.h - the memory that a graph takes, before its file is read. */
#pragma once

#include <tricorn/tricorn.h>

/* Estimates memory and disk; *bytes: of the context's memory. *found was set with TRICORN_ESTIMATE_INIT. Errors:
 * those of opening and recognising the file; TRICORN_UNSUPPORTED for a format whose size only reading can tell. */
tricorn_status tg_estimate_file(tricorn_context *context, const char *path, const tricorn_load_options *options,
  tricorn_estimate *found, uint64_t *bytes);

/* After the memory limit has stopped the loading of a file: TRICORN_OUT_OF_MEMORY with a message
 * that says how much is enough, if that can be estimated. A fault of the file that the estimate
 * finds is what the user has to know first, and is returned instead. */
tricorn_status tg_estimate_enough(tricorn_context *context, const char *path, const tricorn_load_options *options);
