/* truss_single_k.c - removes edges with too few triangles and counts supports again, until
 * peeling the rest is faster. */
#include "analysis/truss/truss_single_k.h"

#include <math.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "schedule/device/on_device.h"

/* The costs measured on an H100. A recount takes twice the time of the count, because the index
 * is made again, and a constant for kernels that wait for each other. */
const tg_truss_costs tg_truss_costs_on_gpu = {.rows = 2e-10, .peel = 2e-9, .recount = 2e-3, .recount_share = 2};

/* Returns the costs measured with one thread of an AMD EPYC. */
tg_truss_costs tg_truss_costs_on_cpu(const tricorn_context *context)
{
    return (tg_truss_costs){
      .rows = 3e-8 / context->threads, .peel = 2e-7 / context->threads, .recount = 5e-5, .recount_share = 1.2};
}

/* Returns how many recounts are needed until no edge is low (has too few triangles), if the
 * number of low edges continues to decrease by the same factor. */
static double recounts_left(const tg_single_k *one, uint64_t low)
{
    if (one->low_before <= low) return HUGE_VAL;
    return 1 + log((double)low) / log((double)one->low_before / (double)low);
}

/* Whether one recount, or all recounts until the end, take less time than peeling. */
static bool recount_pays(const tg_single_k *one, uint64_t low, uint64_t edges)
{
    const tg_truss_costs *costs = &one->costs;
    const double kept = (double)(edges - low) / (double)edges;
    const double peel = (double)low * costs->peel;
    const double recount = costs->recount + costs->recount_share * kept * one->count_seconds;
    return peel > recount || (double)edges * costs->rows + peel > recount * recounts_left(one, low);
}

/* Whether all edges that are not low are in the truss: this is so if no edge is low, or if low
 * edges have no triangle, because removing these changes no support. */
static bool is_done(const tg_single_k *one, uint64_t low)
{
    return low == 0 || one->least <= 1;
}

/* ---- on a GPU ---- */

/* Removes the low edges, and counts the supports of the others again. */
static tricorn_status recount_there(tricorn_context *context, tg_device_supported *edges, tg_single_k *one)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_times *times = tg_device_times_of(context);
    const double before = times->count_seconds;
    tg_device_supported above = {0};
    uint64_t triangles;

    TG_TRY(tg_device_supported_above(context, edges, one->least, &above));
    tg_device_supported_free(context, edges);
    *edges = above;
    above = (tg_device_supported){0};
    if (edges->rows.id_count > 0) TG_TRY(tg_device_supported_count(context, one->setup, edges, &triangles));
    TG_TRY(tg_check_cancelled(context));
    one->count_seconds = times->count_seconds - before;
    one->peeled.rounds++;
cleanup:
    tg_device_supported_free(context, &above);
    return status;
}

tricorn_status tg_single_k_on_gpu(tricorn_context *context, tg_device_supported *edges, tg_single_k *one)
{
    const uint64_t all = edges->rows.id_count;
    uint32_t low = 0;

    while (edges->rows.id_count > 0) {
        TG_DO(tg_device_supported_below(context, edges, one->least, &low));
        if (is_done(one, low)) break;
        if (!recount_pays(one, low, edges->rows.id_count)) {
            tg_peel_there rest = {.level = one->least + 1};
            TG_DO(tg_device_supported_peel(context, edges, &rest));
            one->peeled.rounds += rest.peeled.rounds;
            break;
        }
        one->low_before = low;
        TG_DO(recount_there(context, edges, one));
    }
    return tg_device_supported_bits(context, edges, one->least, all, one->bits);
}

/* ---- on the CPU ---- */

static tricorn_status count_left(tricorn_context *context, const tg_setup *setup, tg_shrunk *left)
{
    const tg_task task = tg_task_of_rows(&left->rows);
    uint64_t triangles;
    TG_DO(TG_ALLOC_ZERO(context, tg_shrunk_edges(left) + 1, &left->support));
    if (left->rows.count == 0) return TRICORN_OK;
    const tg_sink sink = tg_sink_of_edges(left->support);
    return setup->algorithm->cpu->count_sink(context, &task, &sink, &triangles);
}

static tricorn_status recount_here(tricorn_context *context, tg_shrunk *left, tg_single_k *one)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_shrunk above = {0};

    TG_TRY(tg_shrink(context, left, one->least, &above));
    tg_shrunk_free(left);
    *left = above;
    above = (tg_shrunk){0};
    TG_TRY(count_left(context, one->setup, left));
    TG_TRY(tg_check_cancelled(context));
    one->count_seconds = tg_clock_now() - start;
    one->peeled.rounds++;
cleanup:
    tg_shrunk_free(&above);
    return status;
}

tricorn_status tg_single_k_on_cpu(tricorn_context *context, tg_shrunk *left, tg_choose_method *choose, tg_single_k *one)
{
    uint64_t low;
    while (!is_done(one, low = tg_edges_below(context, left, one->least))) {
        if (!recount_pays(one, low, tg_shrunk_edges(left))) {
            tg_peel rest = {.rows = &left->rows, .support = left->support, .level = one->least + 1};
            one->method = choose(context, &rest);
            TG_DO(one->method->peel(context, &rest));
            one->peeled.rounds += rest.peeled.rounds;
            break;
        }
        one->low_before = low;
        TG_DO(recount_here(context, left, one));
    }
    tg_shrunk_bits(context, left, one->least, one->bits);
    return TRICORN_OK;
}
