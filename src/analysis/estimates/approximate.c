/* approximate.c - estimates the number of triangles from random wedges.
 *
 * - A first look at a few wedges estimates how many of all wedges are closed, and from this how
 *   many samples are needed.
 * - Then new samples are drawn: the samples of the first look would bias the estimate, because
 *   the number of samples depends on them.
 */
#include "analysis/estimates/approximate.h"

#include <math.h>

#include "analysis/estimates/binomial.h"
#include "base/memory.h"
#include "cpu/analytics/wedge_samples.h"
#include "cpu/cost.h"
#include "generate/hash.h"

enum { STREAM = 18, FIRST_SAMPLES = 1 << 8, GROWTH = 4, LEAST_CLOSED = 64 };

/* The share of the allowed probability of error that the next interval uses. It is most of it,
 * because that interval is nearly always narrow enough. */
static const double USED = 7.0 / 8;

/* FIRST_PART: the first look draws about this fraction of all samples. DEVIATIONS: the share of closed wedges that it
 * finds is lowered by this number of standard deviations. MORE: the widths of intervals vary, but with (MORE * error)
 * times more samples nearly all of them are narrow enough. (An interval with few closed samples is wider; if many of
 * these were rejected and drawn again, estimates would be too large on average.) */
static const double FIRST_PART = 1.0 / 16, DEVIATIONS = 3, MORE = 4;

typedef struct drawing {
    tg_wedge_rows wedges;
    const tg_approximation_ask *ask;
    uint64_t key, drawn;
} drawing;

/* Draws samples, and counts the closed ones. If most_samples does not allow this number, draws
 * none and sets *enough to false. */
static tricorn_status draw(tricorn_context *context, drawing *job, uint64_t count, uint64_t *closed, bool *enough)
{
    *enough = count <= job->ask->most_samples - job->drawn;
    if (!*enough) return TRICORN_OK;
    const tg_wedge_samples samples = {job->key, job->drawn, count};
    job->drawn += count;
    return tg_wedges_sample(context, &job->wedges, &samples, closed);
}

/* Estimates the share of closed wedges, rather too small than too large, so that the number of
 * samples computed from this share is large enough. */
static tricorn_status first_look(tricorn_context *context, drawing *job, double *share, bool *enough)
{
    const double x = tg_normal_beyond(1 - job->ask->confidence) / job->ask->error;
    const double least = fmax(LEAST_CLOSED, x * x * FIRST_PART);
    uint64_t samples = 0, closed = 0;

    for (uint64_t next = FIRST_SAMPLES; (double)closed < least; next = samples * (GROWTH - 1)) {
        uint64_t more = 0;
        TG_DO(draw(context, job, next, &more, enough));
        if (!*enough) return TRICORN_OK;
        samples += next;
        closed += more;
    }
    const double n = (double)samples + 2, k = (double)closed + 1;
    *share = fmax(k / n - DEVIATIONS * sqrt(k / n * (1 - k / n) / n), k / n / 2);
    return TRICORN_OK;
}

/* Returns the number of samples that makes the interval narrow enough, by the normal
 * approximation. The second term is for graphs in which nearly all wedges are closed. */
static uint64_t samples_for(double share, double error, double miss)
{
    const double x = tg_normal_beyond(miss);
    const double samples =
      x * x * (1 - share) / (share * error * error) * (1 + MORE * error) + 2 * log(2 / miss) / error;
    return samples < 0x1p53 ? (uint64_t)ceil(samples) : UINT64_C(1) << 53;
}

static bool is_narrow(const tg_share *interval, double share, double error)
{
    return interval->high <= share * (1 + error) && interval->low >= share * (1 - error);
}

/* Fills *found; the bounds of the interval are rounded outwards. */
static void conclude(
  const drawing *job, const tg_share *interval, uint64_t samples, uint64_t closed, tg_approximation *found)
{
    const uint64_t all = found->wedges;
    const double high = ceil((double)all * interval->high);
    found->met = true;
    found->drawn = job->drawn;
    found->samples = samples;
    found->closed = closed;
    found->estimate = (double)all * ((double)closed / (double)samples);
    found->low = (uint64_t)floor((double)all * interval->low);
    found->high = high < (double)all ? (uint64_t)high : all;
}

tricorn_status tg_approximate(
  tricorn_context *context, const tg_rows *rows, const tg_approximation_ask *ask, tg_approximation *found)
{
    tricorn_status status = TRICORN_OK;
    drawing job = {.ask = ask, .key = tg_hash_key(STREAM, ask->seed)};
    double share = 0, left = 1 - ask->confidence;
    bool enough = true;

    *found = (tg_approximation){0};
    TG_TRY(tg_wedge_rows_create(context, rows, &job.wedges));
    found->wedges = tg_wedge_rows_count(&job.wedges);
    if (found->wedges == 0) {
        found->met = true;
        goto cleanup;
    }
    TG_TRY(first_look(context, &job, &share, &enough));
    for (uint64_t factor = 1; enough && !found->met; factor *= 2) {
        const double miss = left * USED;
        const uint64_t samples = samples_for(share, ask->error, miss) * factor;
        uint64_t closed = 0;
        TG_TRY(draw(context, &job, samples, &closed, &enough));
        if (!enough) break;
        const tg_share interval = tg_share_of(closed, samples, miss);
        if (is_narrow(&interval, (double)closed / (double)samples, ask->error))
            conclude(&job, &interval, samples, closed, found);
        left -= miss;
    }
    found->drawn = job.drawn;
cleanup:
    tg_wedge_rows_free(&job.wedges);
    return status;
}

/* ---- of a graph ---- */

/* The time in which one thread draws a sample; measured on the same graph as the costs of counting (cpu/cost.c). */
static const double SAMPLE_SECONDS = 150e-9;

/* Returns the seconds that one thread would need to count the triangles. */
static double cost_of_count(tricorn_context *context, const tg_rows *rows)
{
    const tg_task task = tg_task_of_rows(rows);
    const uint64_t room = tg_memory_room(context->memory);
    tg_features features;
    tg_hub_cost hubs;

    tg_features_measure(context, &task, &features);
    const double stream = tg_cost_of_stream(&features);
    if (!tg_cost_of_hubs(&features, context->threads, room, &hubs)) return stream;
    return fmin(stream, hubs.prepare_seconds + hubs.count_seconds);
}

tricorn_status tg_approximate_graph(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_approximate_options *options, tricorn_approximate_result *to)
{
    tg_approximation_ask ask = {.error = options->error, .confidence = options->confidence, .seed = options->seed};
    tg_approximation found;
    tg_rows rows;

    TG_DO(tg_graph_rows(context, graph, &rows));
    const double cost = cost_of_count(context, &rows);
    ask.most_samples = (uint64_t)(cost / SAMPLE_SECONDS);
    TG_DO(tg_approximate(context, &rows, &ask, &found));
    to->exact = !found.met;
    to->exact_seconds = cost / context->threads;
    to->wedges = found.wedges;
    to->drawn = found.drawn;
    to->samples = found.samples;
    to->closed = found.closed;
    to->estimate = found.estimate;
    to->low = found.low;
    to->high = found.high;
    return TRICORN_OK;
}
