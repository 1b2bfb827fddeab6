/* copy.h - copying with all threads: one alone uses a fraction of the memory's bandwidth. */
#ifndef TG_BASE_COPY_H
#define TG_BASE_COPY_H

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* memcpy with the context's threads. */
void tg_copy_parallel(const tricorn_context *context, void *to, const void *from, uint64_t bytes);

/* Clears, likewise. */
void tg_clear_parallel(const tricorn_context *context, void *to, uint64_t bytes);

/* The largest of `count` numbers; 0 for none.  Parallel. */
uint32_t tg_most_parallel(const tricorn_context *context, const uint32_t *numbers,
                          uint64_t count);

#ifdef __cplusplus
}
#endif

#endif
