/* copy.h - copying with all threads: one thread uses a fraction of the memory's bandwidth. */
#pragma once

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copies as memcpy() does, with the context's threads. */
void tg_copy_parallel(const tricorn_context *context, void *to, const void *from, uint64_t bytes);

/* Copies as memcpy() does, with at most 8 of the context's threads, for a buffer that a GPU reads.
 * A core copies about 10 GB/s, and the bus takes 55, so that six cores keep up with it; more
 * threads take longer to wake than a buffer of some megabytes takes to copy. */
void tg_copy_by_few(const tricorn_context *context, void *to, const void *from, uint64_t bytes);

/* Sets all bytes to 0, with the context's threads. */
void tg_clear_parallel(const tricorn_context *context, void *to, uint64_t bytes);

/* Sets to[i] = from[i] + more, modulo 2^32, for `count` numbers, with the context's threads. */
void tg_narrow_parallel(
  const tricorn_context *context, uint32_t *to, const uint64_t *from, uint64_t count, uint64_t more);

/* Returns the largest of `count` numbers, or 0 if count is 0. Uses the context's threads. */
uint32_t tg_most_parallel(const tricorn_context *context, const uint32_t *numbers, uint64_t count);

#ifdef __cplusplus
}
#endif
