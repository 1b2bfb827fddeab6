/* add_counts.h - adds 32-bit counts to arrays in host memory, or copies them, with the threads of a context. */
#pragma once

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds counts[i] to sums[i]. */
void tg_add_counts(const tricorn_context *context, const uint32_t *counts, uint64_t count, uint32_t *sums);

/* Adds counts[i] to sums[stride * i]. */
void tg_add_spaced(
  const tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t stride, uint64_t *sums);

/* Copies counts[i] to wide[i]. */
void tg_widen_counts(const tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t *wide);

#ifdef __cplusplus
}
#endif
