/* radix_sort.c - sorts 64-bit numbers digit by digit, from the lowest, with all threads.
 *
 * - A digit begins at a bit in which the numbers differ: so each of the two halves of an edge
 *   takes two digits, up to four million vertices.
 * - The width of digits depends on the number of numbers to sort, so that counters stay in a
 *   cache.
 */
#include "prepare/cpu/radix_sort.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/steps.h"

enum {
    MOST_BITS = 11,
    DIGITS = 1 << MOST_BITS,
    SERIAL_BELOW = 1 << 15 /* one thread sorts fewer numbers in a tenth of a millisecond */
};

typedef struct sorting {
    tricorn_context *context;
    uint64_t *from, *to;
    uint64_t count, slices;
    unsigned shift; /* the lowest bit of this pass's digit */
    uint64_t digits; /* how many values a digit has: a power of two, at most DIGITS */
    /* starts[digit * slices + slice]: the position for the next number with that digit */
    uint64_t *starts;
} sorting;

/* Returns the number of bits of a digit. A pass must have fewer counters than numbers; and if the numbers do not fit
 * in a cache, the places where a pass writes, one for each digit, must fit in the first level cache. */
static unsigned bits_for(uint64_t count)
{
    enum { FEW = 1 << 14, FEW_BITS = 9, CACHED = 1 << 21, FAR_BITS = 8 };
    return count < FEW ? FEW_BITS : count <= CACHED ? MOST_BITS : FAR_BITS;
}

static unsigned digit_of(const sorting *job, uint64_t value)
{
    return (unsigned)(value >> job->shift & (job->digits - 1));
}

static void count_slice(const sorting *job, uint64_t slice)
{
    const tg_slice range = tg_slice_of(job->count, slice, job->slices);
    uint64_t counts[DIGITS];
    memset(counts, 0, job->digits * sizeof *counts);
    for (uint64_t i = range.first; i < range.last; i++) counts[digit_of(job, job->from[i])]++;
    for (uint64_t d = 0; d < job->digits; d++) job->starts[d * job->slices + slice] = counts[d];
}

static void scatter_slice(const sorting *job, uint64_t slice)
{
    const tg_slice range = tg_slice_of(job->count, slice, job->slices);
    uint64_t next[DIGITS];
    for (uint64_t d = 0; d < job->digits; d++) next[d] = job->starts[d * job->slices + slice];
    for (uint64_t i = range.first; i < range.last; i++) {
        const uint64_t value = job->from[i];
        job->to[next[digit_of(job, value)]++] = value;
    }
}

static void sort_by_digit(sorting *job)
{
#pragma omp parallel for num_threads((int)job->slices) schedule(static, 1)
    for (uint64_t s = 0; s < job->slices; s++) count_slice(job, s);
    tg_prefix_sum(job->context, job->starts, job->digits * job->slices);
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
    sorting job = {.context = context,
      .from = values,
      .count = count,
      .digits = UINT64_C(1) << bits_for(count),
      .slices = count < SERIAL_BELOW ? 1 : context->threads};
    if (count < 2) return TRICORN_OK;

    TG_TRY(TG_ALLOC(context, count, &work));
    TG_TRY(TG_ALLOC(context, job.digits * job.slices + 1, &job.starts));
    job.to = work;
    for (uint64_t i = 0; i < count; i++) {
        any |= values[i];
        all &= values[i];
    }
    /* Bits that are the same in all numbers need not be sorted. */
    for (uint64_t differ = any ^ all; differ != 0 && !tg_cancelled(context);) {
        job.shift = (unsigned)__builtin_ctzll(differ);
        differ &= ~((job.digits - 1) << job.shift);
        sort_by_digit(&job);
    }
    if (job.from != values) memcpy(values, job.from, count * sizeof *values);

cleanup:
    tg_free(job.starts);
    tg_free(work);
    return status;
}
