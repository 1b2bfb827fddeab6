/* end_sample.c - see end_sample.h. */
#include "io/text/end_sample.h"

#include <stdlib.h>

#include "base/memory.h"

tricorn_status tg_end_sample_begin(tricorn_context *context, tg_end_sample *sampled)
{
    *sampled = (tg_end_sample){0};
    return TG_ALLOC(context, (size_t)2 * TG_END_SAMPLE_MOST, &sampled->ends);
}

void tg_end_sample_free(tg_end_sample *sampled)
{
    tg_free(sampled->ends);
    sampled->ends = NULL;
}

static void end_run(tg_end_sample *sampled)
{
    sampled->squares += (double)sampled->run * (double)sampled->run;
    sampled->run = 0;
}

void tg_end_sample_see(tg_end_sample *sampled, uint64_t u, uint64_t v)
{
    if (sampled->ends == NULL) return;
    if (sampled->run > 0 && sampled->first != u) end_run(sampled);
    sampled->first = u;
    sampled->run++;
    if (sampled->edges++ % TG_END_SAMPLE_STEP != 0 || sampled->count == 2 * TG_END_SAMPLE_MOST) return;
    sampled->ends[sampled->count++] = (tg_sampled_end){u, sampled->sample};
    sampled->ends[sampled->count++] = (tg_sampled_end){v, sampled->sample};
}

void tg_end_sample_next(tg_end_sample *sampled)
{
    end_run(sampled);
    sampled->sample++;
}

static int compare(const void *left, const void *right)
{
    const tg_sampled_end *a = left, *b = right;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return (a->sample > b->sample) - (a->sample < b->sample);
}

/* Returns n^2 for each group of n equal ends, or of those that are also of one sample, summed. */
static double sum_of_squares(const tg_end_sample *sampled, bool of_one_sample)
{
    double sum = 0;
    for (uint32_t from = 0, to = 0; from < sampled->count; from = to) {
        const tg_sampled_end *first = &sampled->ends[from];
        while (to < sampled->count && sampled->ends[to].id == first->id &&
               (!of_one_sample || sampled->ends[to].sample == first->sample))
            to++;
        sum += (double)(to - from) * (to - from);
    }
    return sum;
}

/* Returns n^2 for each sample of n ends, summed; the ends are still in the samples' order. */
static double squares_of_samples(const tg_end_sample *sampled)
{
    double sum = 0;
    for (uint32_t from = 0, to = 0; from < sampled->count; from = to) {
        while (to < sampled->count && sampled->ends[to].sample == sampled->ends[from].sample) to++;
        sum += (double)(to - from) * (to - from);
    }
    return sum;
}

double tg_end_sample_degree(tg_end_sample *sampled, uint64_t edges)
{
    const double ends = sampled->count;
    const double pairs = ends * ends - squares_of_samples(sampled);
    if (pairs <= 0) return 0;
    qsort(sampled->ends, sampled->count, sizeof *sampled->ends, compare);
    const double equal = sum_of_squares(sampled, false) - sum_of_squares(sampled, true);
    return equal / pairs * 2 * (double)edges + sampled->squares / (double)sampled->edges / 2;
}
