/* row_statistics.c - computes figures about row lengths, and about collisions of rows in the
 * hash tables of TRUST. */
#include "analysis/row_statistics.h"

#include <string.h>

#include "base/memory.h"
#include "prepare/cpu/radix_sort.h"
#include "prepare/relabel.h"
#include "prepare/trust_rows.h"

enum { FIGURES = sizeof(((tricorn_row_statistics *)0)->lengths) / sizeof(uint64_t) };

/* Sorts the values, and sets `figures` to the least value, the quartiles and the largest value;
 * all are 0 without values. */
static tricorn_status take_figures(tricorn_context *context, uint64_t *values, uint64_t count,
                                   uint64_t figures[FIGURES])
{
    const tricorn_status status = tg_radix_sort(context, values, count);
    for (uint64_t f = 0; f < FIGURES; f++)
        figures[f] = count ? values[(count - 1) / (FIGURES - 1) * f +
                                    (count - 1) % (FIGURES - 1) * f / (FIGURES - 1)]
                           : 0;
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

/* Returns the bits of a positive double as an integer: these integers have the same order as the
 * doubles. */
static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static tricorn_status measure_lengths(tricorn_context *context, const tg_rows *rows,
                                      uint64_t *values, tricorn_row_statistics *found)
{
    for (uint32_t u = 0; u < rows->count; u++) values[u] = tg_row_length(rows, u);
    return take_figures(context, values, rows->count, found->lengths);
}

static tricorn_status measure_spreads(tricorn_context *context, const tg_rows *rows,
                                      uint64_t *values, tricorn_row_statistics *found)
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

/* Returns the most ids that one bucket contains, over all rows that can have a triangle.  Short
 * rows are put into 32 buckets, long rows into block_buckets. */
static uint32_t most_collisions(const tricorn_context *context, const tg_rows *rows,
                                uint32_t block_buckets)
{
    uint32_t most = 0;
#pragma omp parallel num_threads((int)context->threads) reduction(max : most)
    {
        uint32_t counts[TG_TRUST_BLOCK_BUCKETS] = {0};
#pragma omp for schedule(dynamic, 1024) nowait
        for (uint32_t u = 0; u < rows->count; u++) {
            const uint64_t length = tg_row_length(rows, u);
            if (length < 2) continue;
            const uint32_t here = tg_trust_collide(
                rows->ids + rows->offsets[u], length,
                length > TG_TRUST_BLOCK_ABOVE ? block_buckets : TG_TRUST_WARP_BUCKETS, counts);
            if (here > most) most = here;
        }
    }
    return most;
}

/* Relabels the graph, and finds its most collisions.  *of_warps, unless it is NULL, receives the
 * most collisions if all rows were put into 32 buckets. */
static tricorn_status collide_relabelled(tricorn_context *context, const tricorn_graph *graph,
                                         const char *names, uint64_t *of_warps, uint64_t *most)
{
    tg_rows relabelled;
    const tricorn_status status = tg_graph_relabel(context, graph, names, &relabelled);
    if (status != TRICORN_OK) return status;
    if (of_warps) *of_warps = most_collisions(context, &relabelled, TG_TRUST_WARP_BUCKETS);
    *most = most_collisions(context, &relabelled, TG_TRUST_BLOCK_BUCKETS);
    tg_rows_free(&relabelled);
    return TRICORN_OK;
}

tricorn_status tg_row_statistics(tricorn_context *context, const tricorn_graph *graph,
                                 tricorn_row_statistics *found)
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
    found->own_collisions = most_collisions(context, &rows, TG_TRUST_BLOCK_BUCKETS);
    TG_TRY(
        collide_relabelled(context, graph, "input", &found->warp_collisions, &found->collisions));
    TG_TRY(collide_relabelled(context, graph, "in-degree", NULL, &found->in_degree_collisions));
    TG_TRY(collide_relabelled(context, graph, "collective", NULL, &found->collective_collisions));
cleanup:
    tg_free(values);
    return status;
}
