/* clustering.c - averages clustering coefficients, with the same result for any number of threads.
 *
 * - Coefficients are added as integers, in units of 2^-62. So their sum does not depend on the
 *   order, and each coefficient is wrong by less than 2^-62.
 */
#include "analysis/clustering.h"

#include "store/level_vertices.h"

typedef unsigned __int128 wide;

/* The integer that stands for 1; a sum of 2^32 of these fits in 128 bits. */
static const double UNITS = 0x1p62;

typedef struct sums {
    wide wedges, coefficients, corners;
    uint64_t averaged, degree2, nonzero;
    bool closed;
} sums;

static void add_sums(sums *to, const sums *more)
{
    to->wedges += more->wedges;
    to->coefficients += more->coefficients;
    to->corners += more->corners;
    to->averaged += more->averaged;
    to->degree2 += more->degree2;
    to->nonzero += more->nonzero;
}

/* Adds the coefficient of a closed neighbourhood. */
static double add_closed(sums *to, uint64_t degree, uint64_t triangles)
{
    const double coefficient = (double)(2 * (triangles + degree)) / (double)(degree * (degree + 1));
    to->nonzero++;
    to->coefficients += (uint64_t)(coefficient * UNITS);
    return coefficient;
}

/* Adds a vertex to the sums and returns its coefficient. Degrees are below 2^32, so 64 bits are
 * enough for twice the pairs of neighbours and twice the triangles. */
static double add_vertex(sums *to, uint64_t degree, uint64_t triangles)
{
    to->averaged += degree > 0;
    if (degree < 2) return degree && to->closed ? add_closed(to, degree, triangles) : 0;
    const uint64_t pairs = degree * (degree - 1);
    const double coefficient = (double)(2 * triangles) / (double)pairs;
    to->degree2++;
    to->wedges += pairs / 2;
    to->corners += triangles;
    if (to->closed) return add_closed(to, degree, triangles);
    to->nonzero += triangles > 0;
    to->coefficients += (uint64_t)(coefficient * UNITS);
    return coefficient;
}

static double mean(wide sum, uint64_t count)
{
    return count ? (double)((long double)sum / (long double)UNITS / (long double)count) : 0;
}

double tg_clustering_mean(const tricorn_context *context, const double *coefficients, uint64_t count, uint64_t over)
{
    wide all = 0;
#pragma omp parallel num_threads((int)context->threads)
    {
        wide own = 0;
#pragma omp for schedule(static) nowait
        for (uint64_t v = 0; v < count; v++) own += (uint64_t)(coefficients[v] * UNITS);
#pragma omp critical(tg_clustering_mean)
        all += own;
    }
    return mean(all, over);
}

static void finish(const sums *all, uint64_t isolated, tricorn_clustering_summary *found)
{
    const uint64_t averaged = all->averaged + isolated;
    /* Closed neighbourhoods of two vertices, of degree 1, have the coefficient 1. */
    const wide leaves = all->closed ? (wide)UNITS * (all->averaged - all->degree2) : 0;

    found->triangles = (uint64_t)(all->corners / 3); /* each triangle has three corners */
    found->wedges_high = (uint64_t)(all->wedges >> 64);
    found->wedges_low = (uint64_t)all->wedges;
    found->transitivity = all->wedges ? (double)((long double)all->corners / (long double)all->wedges) : 0;
    found->average = mean(all->coefficients, averaged);
    found->average_degree2 = mean(all->coefficients - leaves, all->degree2);
    found->average_nonzero = mean(all->coefficients, all->nonzero);
    found->averaged = averaged;
    found->degree2 = all->degree2;
    found->nonzero = all->nonzero;
}

void tg_clustering_sum(const tricorn_context *context, const tg_clustering_input *input, double *coefficients,
  tricorn_clustering_summary *found)
{
    sums all = {.closed = input->closed};
#pragma omp parallel num_threads((int)context->threads)
    {
        sums own = {.closed = input->closed};
#pragma omp for schedule(static) nowait
        for (uint64_t v = 0; v < input->vertices; v++) {
            const double coefficient = add_vertex(&own, input->degrees[v], input->triangles[v]);
            if (coefficients) coefficients[v] = coefficient;
        }
#pragma omp critical(tg_clustering)
        add_sums(&all, &own);
    }
    finish(&all, input->isolated, found);
}

static tricorn_status add_stored(tricorn_context *context, void *user, const tg_vertex_counts *some)
{
    sums *all = user;
    (void)context;
    for (uint64_t i = 0; i < some->count; i++) (void)add_vertex(all, some->degrees[i], some->triangles[i]);
    return TRICORN_OK;
}

tricorn_status tg_clustering_of_support(tricorn_context *context, const tg_supported *edges,
  const tg_clustering_input *like, tricorn_clustering_summary *found)
{
    sums all = {.closed = like->closed};
    const tricorn_status status = tg_level_active_each(context, edges->graph, edges->stored, add_stored, &all);
    if (status == TRICORN_OK) finish(&all, like->isolated, found);
    return status;
}
