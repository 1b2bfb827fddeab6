/* copy.c - copies, clears, narrows and searches arrays with all threads, in static chunks. */
#include "base/copy.h"

#include <string.h>

/* a thread copies this much at a time, in about ten microseconds */
enum { STEP_BYTES = 1 << 17, FEW_THREADS = 8 };

static void copy_by(uint32_t threads, void *to, const void *from, uint64_t bytes)
{
#pragma omp parallel for num_threads((int)threads) schedule(static) if (bytes > STEP_BYTES)
    for (uint64_t at = 0; at < bytes; at += STEP_BYTES)
        memcpy((char *)to + at, (const char *)from + at, bytes - at < STEP_BYTES ? bytes - at : STEP_BYTES);
}

void tg_copy_parallel(const tricorn_context *context, void *to, const void *from, uint64_t bytes)
{
    copy_by(context->threads, to, from, bytes);
}

void tg_copy_by_few(const tricorn_context *context, void *to, const void *from, uint64_t bytes)
{
    copy_by(context->threads < FEW_THREADS ? context->threads : FEW_THREADS, to, from, bytes);
}

void tg_clear_parallel(const tricorn_context *context, void *to, uint64_t bytes)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(static) if (bytes > STEP_BYTES)
    for (uint64_t at = 0; at < bytes; at += STEP_BYTES)
        memset((char *)to + at, 0, bytes - at < STEP_BYTES ? bytes - at : STEP_BYTES);
}

void tg_narrow_parallel(
  const tricorn_context *context, uint32_t *to, const uint64_t *from, uint64_t count, uint64_t more)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(static) if (count > STEP_BYTES)
    for (uint64_t i = 0; i < count; i++) to[i] = (uint32_t)(from[i] + more);
}

uint32_t tg_most_parallel(const tricorn_context *context, const uint32_t *numbers, uint64_t count)
{
    uint32_t most = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(max : most)
    for (uint64_t i = 0; i < count; i++)
        if (numbers[i] > most) most = numbers[i];
    return most;
}
