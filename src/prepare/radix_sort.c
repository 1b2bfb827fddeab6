/* radix_sort.c - sorts 64-bit numbers byte by byte, from the lowest, on all threads. */
#include "prepare/radix_sort.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/steps.h"

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    VALUE_BITS = 64,
    SERIAL_BELOW = 1 << 18 /* one thread sorts these in milliseconds; more would wait as long */
};

typedef struct sorting {
    tricorn_context *context;
    uint64_t *from, *to;
    uint64_t count, slices;
    unsigned shift;   /* of the digit in this pass */
    uint64_t *starts; /* [digit][slice]: where the next value goes */
} sorting;

static unsigned digit_of(const sorting *job, uint64_t value)
{
    return (unsigned)(value >> job->shift) % DIGITS;
}

static void count_slice(const sorting *job, uint64_t slice)
{
    const tg_slice range = tg_slice_of(job->count, slice, job->slices);
    uint64_t counts[DIGITS] = {0};
    for (uint64_t i = range.first; i < range.last; i++) counts[digit_of(job, job->from[i])]++;
    for (unsigned d = 0; d < DIGITS; d++) job->starts[d * job->slices + slice] = counts[d];
}

static void scatter_slice(const sorting *job, uint64_t slice)
{
    const tg_slice range = tg_slice_of(job->count, slice, job->slices);
    uint64_t next[DIGITS];
    for (unsigned d = 0; d < DIGITS; d++) next[d] = job->starts[d * job->slices + slice];
    for (uint64_t i = range.first; i < range.last; i++) {
        const uint64_t value = job->from[i];
        job->to[next[digit_of(job, value)]++] = value;
    }
}

static void sort_by_digit(sorting *job)
{
#pragma omp parallel for num_threads((int)job->slices) schedule(static, 1)
    for (uint64_t s = 0; s < job->slices; s++) count_slice(job, s);
    tg_prefix_sum(job->context, job->starts, DIGITS * job->slices);
#pragma omp parallel for num_threads((int)job->slices) schedule(static, 1)
    for (uint64_t s = 0; s < job->slices; s++) scatter_slice(job, s);
    uint64_t *const sorted = job->to;
    job->to = job->from;
    job->from = sorted;
}

tricorn_status tg_radix_sort(tricorn_context *context, uint64_t *values, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *work = NULL, any = 0, all = UINT64_MAX;
    sorting job = {
        .context = context,
        .from = values,
        .count = count,
        .slices = count < SERIAL_BELOW ? 1 : context->threads};
    if (count < 2) return TRICORN_OK;

    TG_TRY(TG_ALLOC(context, count, &work));
    TG_TRY(TG_ALLOC(context, DIGITS * job.slices + 1, &job.starts));
    job.to = work;
    for (uint64_t i = 0; i < count; i++) {
        any |= values[i];
        all &= values[i];
    }
    for (; job.shift < VALUE_BITS && !tg_cancelled(context); job.shift += DIGIT_BITS)
        /* Values that all have the same digit need no pass for it. */
        if (digit_of(&job, any ^ all) != 0) sort_by_digit(&job);
    if (job.from != values) memcpy(values, job.from, count * sizeof *values);

cleanup:
    tg_free(job.starts);
    tg_free(work);
    return status;
}
