/* add_counts.c - adds or copies arrays of 32-bit counts with several threads. */
#include "schedule/device/add_counts.h"

/* Fewer counts than this are added by one thread, which is done before other threads have started. */
enum { LEAST_SHARED = 1 << 15 };

void tg_add_counts(const tricorn_context *context, const uint32_t *counts, uint64_t count, uint32_t *sums)
{
    const int threads = count < LEAST_SHARED ? 1 : (int)context->threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) sums[i] += counts[i];
}

void tg_add_spaced(
  const tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t stride, uint64_t *sums)
{
    const int threads = count < LEAST_SHARED ? 1 : (int)context->threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) sums[stride * i] += counts[i];
}

void tg_widen_counts(const tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t *wide)
{
    const int threads = count < LEAST_SHARED ? 1 : (int)context->threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) wide[i] = counts[i];
}
