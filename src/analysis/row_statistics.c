/* row_statistics.c - computes figures about row lengths, and about collisions of rows in the hash tables of TRUST. */
#include "analysis/row_statistics.h"

#include <string.h>

#include "base/memory.h"
#include "prepare/cpu/radix_sort.h"
#include "prepare/relabel.h"
#include "prepare/trust_rows.h"

enum { FIGURES = sizeof(((tricorn_row_statistics *)0)->lengths) / sizeof(uint64_t) };

/* Sorts the values, and sets `figures` to the least value, the quartiles and the largest value;
 * all are 0 without values. */
static tricorn_status take_figures(
  tricorn_context *context, uint64_t *values, uint64_t count, uint64_t figures[FIGURES])
{
    const tricorn_status status = tg_radix_sort(context, values, count);
    for (uint64_t f = 0; f < FIGURES; f++)
        figures[f] =
          count ? values[(count - 1) / (FIGURES - 1) * f + (count - 1) % (FIGURES - 1) * f / (FIGURES - 1)] : 0;
    return status == TRICORN_OK ? tg_check_cancelled(context) : status;
}

/* Among the rows of u's ids, returns the length of the longest row divided by that of the
 * shortest row that is not empty; 0 if all are empty. */
static double spread_of(const tg_rows *rows, uint32_t u)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
        const uint64_t length = tg_row_length(rows, rows->ids[e]);
        if (length == 0) continue;
        if (length < least) least = length;
        if (length > most) most = length;
    }
    return most ? (double)most / (double)least : 0;
}

/* Returns the bits of a positive double as an integer: these integers have the same order as the doubles. */
static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static tricorn_status measure_lengths(
  tricorn_context *context, const tg_rows *rows, uint64_t *values, tricorn_row_statistics *found)
{
    for (uint32_t u = 0; u < rows->count; u++) values[u] = tg_row_length(rows, u);
    return take_figures(context, values, rows->count, found->lengths);
}

static tricorn_status measure_spreads(
  tricorn_context *context, const tg_rows *rows, uint64_t *values, tricorn_row_statistics *found)
{
    uint64_t figures[FIGURES], count = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows->count; u++) values[u] = bits_of(spread_of(rows, u));
    for (uint32_t u = 0; u < rows->count; u++)
        if (values[u] != 0) values[count++] = values[u];
    const tricorn_status status = take_figures(context, values, count, figures);
    memcpy(found->spreads, figures, sizeof figures);
    return status;
}

/* Returns the most ids that one bucket contains, over all rows that can have a triangle, if all
 * rows were put into 32 buckets. */
static uint32_t collide_warps(const tricorn_context *context, const tg_rows *rows)
{
    uint32_t most = 0;
#pragma omp parallel num_threads((int)context->threads) reduction(max : most)
    {
        uint32_t counts[TG_TRUST_WARP_BUCKETS] = {0};
#pragma omp for schedule(dynamic, 1024) nowait
        for (uint32_t u = 0; u < rows->count; u++) {
            const uint64_t length = tg_row_length(rows, u);
            const uint32_t here = tg_trust_collide(rows->ids + rows->offsets[u], length, TG_TRUST_WARP_BUCKETS, counts);
            if (length > 1 && here > most) most = here;
        }
    }
    return most;
}

/* The sum of the lengths of the rows of u's ids. */
static uint64_t collective_degree(const tg_rows *rows, uint32_t u)
{
    uint64_t sum = 0;
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) sum += tg_row_length(rows, rows->ids[e]);
    return sum;
}

/* Finds the most ids that one bucket contains, over all rows that can have a triangle, and phi. */
static void collide(const tricorn_context *context, const tg_rows *rows, uint64_t *most, uint64_t *phi)
{
    tg_trust_phi sum = 0;
    *most = 0;
#pragma omp parallel num_threads((int)context->threads)
    {
        uint32_t counts[TG_TRUST_BLOCK_BUCKETS] = {0}, own_most = 0;
        tg_trust_phi own_sum = 0;
#pragma omp for schedule(dynamic, 1024) nowait
        for (uint32_t u = 0; u < rows->count; u++) {
            const uint64_t length = tg_row_length(rows, u);
            const uint32_t here =
              tg_trust_collide(rows->ids + rows->offsets[u], length, tg_trust_buckets(length), counts);
            if (length > 1 && here > own_most) own_most = here;
            own_sum += (tg_trust_phi)collective_degree(rows, u) * here;
        }
#pragma omp critical(tg_collide)
        {
            if (own_most > *most) *most = own_most;
            sum += own_sum;
        }
    }
    *phi = tg_trust_phi_of(sum);
}

/* Does the same for the relabelled graph. *of_warps, unless it is NULL, receives the most
 * collisions if all rows were put into 32 buckets. */
static tricorn_status collide_relabelled(
  tricorn_context *context, const tricorn_graph *graph, const char *names, uint64_t *of_warps, uint64_t found[2])
{
    tg_rows relabelled;
    TG_DO(tg_graph_relabel(context, graph, names, &relabelled));
    if (of_warps) *of_warps = collide_warps(context, &relabelled);
    collide(context, &relabelled, &found[0], &found[1]);
    tg_rows_free(&relabelled);
    return TRICORN_OK;
}

/* Finds the collisions and phi under all numbers that relabelled rows can have. */
static tricorn_status collide_all(tricorn_context *context, const tricorn_graph *graph, tricorn_row_statistics *found)
{
    static const char *const names[] = {"input", "in-degree", "collective", "collective-degree"};
    enum { NAMES = sizeof names / sizeof *names };
    uint64_t of[NAMES][2];

    for (int n = 0; n < NAMES; n++)
        TG_DO(collide_relabelled(context, graph, names[n], n == 0 ? &found->warp_collisions : NULL, of[n]));
    found->collisions = of[0][0], found->phi = of[0][1];
    found->in_degree_collisions = of[1][0], found->in_degree_phi = of[1][1];
    found->collective_collisions = of[2][0], found->collective_phi = of[2][1];
    found->collective_degree_collisions = of[3][0], found->collective_degree_phi = of[3][1];
    return TRICORN_OK;
}

tricorn_status tg_row_statistics(tricorn_context *context, const tricorn_graph *graph, tricorn_row_statistics *found)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *values = NULL;
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC(context, rows.count, &values));
    TG_TRY(measure_lengths(context, &rows, values, found));
    TG_TRY(measure_spreads(context, &rows, values, found));
    tg_free(values);
    values = NULL;
    collide(context, &rows, &found->own_collisions, &found->own_phi);
    TG_TRY(collide_all(context, graph, found));
cleanup:
    tg_free(values);
    return status;
}
