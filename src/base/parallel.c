/* parallel.c - prefix sums. */
#include "base/parallel.h"

#include <omp.h>

enum {
    MOST_THREADS = 256,       /* partial sums on the stack; more threads would gain nothing */
    SERIAL_BELOW = 1 << 14    /* starting threads costs more than such a sum */
};

uint64_t tg_prefix_sum(trigon_context *context, uint64_t *values, uint64_t count)
{
    uint64_t partial[MOST_THREADS + 1] = {0};
    uint32_t threads = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    if (count < SERIAL_BELOW) threads = 1;
#pragma omp parallel num_threads((int)threads)
    {
        const uint64_t parts = (uint64_t)omp_get_num_threads(), me = (uint64_t)omp_get_thread_num();
        const uint64_t first = count / parts * me + (me < count % parts ? me : count % parts);
        const uint64_t last = first + count / parts + (me < count % parts);
        uint64_t sum = 0;
        for (uint64_t i = first; i < last; i++) sum += values[i];
        partial[me + 1] = sum;
#pragma omp barrier
#pragma omp single
        for (uint64_t p = 0; p < parts; p++) partial[p + 1] += partial[p];
        sum = partial[me];
        for (uint64_t i = first; i < last; i++) {
            const uint64_t value = values[i];
            values[i] = sum;
            sum += value;
        }
        if (last == count && me == parts - 1) values[count] = sum;
    }
    return values[count];
}
