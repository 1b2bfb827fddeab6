/* graphlets.c - computes the counts of paths, stars, paws and diamonds from degrees and supports, and counts cycles
 * and cliques.
 *
 * Let d be degrees, t(e) the triangles of an edge, and T all triangles. Each path has a middle edge: (d(u) - 1) (d(v)
 * - 1) pairs of further ends, of which those that are the same vertex are no paths; that are t(e), and 3 T in all. A
 * star is a choice of three neighbours. A paw is a triangle and an edge from one of its vertices to a fourth: each
 * edge e is in t(e) triangles, and its ends are in d(u) + d(v) - 4 such edges; a triangle's vertices are counted
 * twice. A diamond is an edge and two of its triangles.
 *
 * Induced subgraphs are those that are left after those of more edges are taken away: a diamond contains a cycle,
 * four paws, two stars and six paths; a clique three cycles, six diamonds, twelve paws, four stars and twelve paths;
 * a paw a star and two paths; a cycle four paths.
 *
 * Source: Pinar, Seshadhri, Vishal, "ESCAPE: Efficiently Counting All 5-Vertex Subgraphs", WWW 2017, section 4.
 */
#include "analysis/subgraphs/graphlets.h"

#include "analysis/subgraphs/cliques.h"
#include "analysis/subgraphs/orbits.h"
#include "analysis/subgraphs/squares.h"
#include "analysis/table.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

enum { PATH, STAR, CYCLE, PAW, DIAMOND, CLIQUE };

static const double MOST_SECONDS = 1e9; /* of counting cliques: as long as it takes */

/* What is summed over edges and vertices; `corners` is three times the number of triangles. */
typedef struct sums {
    wide paths, stars, paws, diamonds, corners;
} sums;

/* Adds what the row of u has: the edges from u to its neighbours below it, and the stars whose middle is u. */
static void add_row(const tg_rows *below, const tg_rows *above, const uint32_t *support, uint32_t u, sums *to)
{
    const uint64_t d = tg_rows_degree(below, above, u);
    if (d >= 3) to->stars += (wide)d * (d - 1) / 2 * (d - 2) / 3;
    for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++) {
        const uint64_t other = tg_rows_degree(below, above, below->ids[e]), t = support[e];
        to->paths += (wide)(d - 1) * (other - 1);
        to->corners += t;
        if (t > 0) to->paws += (wide)t * (d + other - 4);
        if (t > 1) to->diamonds += (wide)t * (t - 1) / 2;
    }
}

/* Counts what follows from degrees and supports. */
static void count_by_edges(const tricorn_context *context, const tg_rows *below, const tg_rows *above,
  const uint32_t *support, wide counts[TRICORN_GRAPHLETS])
{
    sums all = {0};
#pragma omp parallel num_threads((int)context->threads)
    {
        sums own = {0};
#pragma omp for schedule(dynamic, 256) nowait
        for (uint32_t u = 0; u < below->count; u++) add_row(below, above, support, u, &own);
#pragma omp critical(tg_graphlets)
        {
            all.paths += own.paths;
            all.stars += own.stars;
            all.paws += own.paws;
            all.diamonds += own.diamonds;
            all.corners += own.corners;
        }
    }
    counts[PATH] = all.paths - all.corners;
    counts[STAR] = all.stars;
    counts[PAW] = all.paws / 2;
    counts[DIAMOND] = all.diamonds;
}

static tricorn_status count_cycles(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *above, uint64_t *vertices, wide *cycles)
{
    tg_squares found = {.vertices = vertices};
    const tricorn_status status = tg_squares_find(context, graph, above, &found);
    *cycles = found.total;
    return status;
}

static tricorn_status count_cliques(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, wide *cliques)
{
    const tricorn_clique_options options = {
      .struct_size = sizeof options, .size = 4, .seconds = MOST_SECONDS, .vertices = vertices};
    tricorn_clique_result found = TRICORN_CLIQUE_RESULT_INIT;
    const tricorn_status status = tg_cliques_find(context, graph, &options, &found);
    *cliques = found.cliques;
    return status;
}

static void put(wide count, uint64_t *high, uint64_t *low)
{
    *high = (uint64_t)(count >> 64);
    *low = (uint64_t)count;
}

/* Writes the counts, and those of induced subgraphs, which follow from them. */
static void fill(const wide all[TRICORN_GRAPHLETS], tricorn_graphlets *found)
{
    wide left[TRICORN_GRAPHLETS];
    left[CLIQUE] = all[CLIQUE];
    left[DIAMOND] = all[DIAMOND] - 6 * left[CLIQUE];
    left[CYCLE] = all[CYCLE] - left[DIAMOND] - 3 * left[CLIQUE];
    left[PAW] = all[PAW] - 4 * left[DIAMOND] - 12 * left[CLIQUE];
    left[STAR] = all[STAR] - left[PAW] - 2 * left[DIAMOND] - 4 * left[CLIQUE];
    left[PATH] = all[PATH] - 2 * left[PAW] - 4 * left[CYCLE] - 6 * left[DIAMOND] - 12 * left[CLIQUE];
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        put(all[g], &found->high[g], &found->low[g]);
        put(left[g], &found->induced_high[g], &found->induced_low[g]);
    }
}

/* Returns the entries of the orbit among those of all orbits; NULL if these are not counted. */
static uint64_t *of_orbit(const tricorn_graph *graph, uint64_t *orbits, int orbit)
{
    return orbits ? orbits + (uint64_t)orbit * graph->vertices : NULL;
}

tricorn_status tg_graphlets_count(
  tricorn_context *context, const tg_plan *plan, uint64_t *orbits, tricorn_graphlets *found, tricorn_result *result)
{
    const double start = tg_clock_now();
    const tricorn_graph *graph = plan->graph;
    tricorn_status status = TRICORN_OK;
    tg_supported edges = {.graph = NULL};
    tg_rows below, above = {0};
    wide counts[TRICORN_GRAPHLETS] = {0};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_count_support(context, plan, &edges, result));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    count_by_edges(context, &below, &above, edges.support, counts);
    if (orbits) tg_zero(context, orbits, sizeof *orbits * TRICORN_ORBITS * graph->vertices);
    TG_TRY(count_cycles(context, graph, &above, of_orbit(graph, orbits, TG_ORBIT_CYCLE), &counts[CYCLE]));
    TG_TRY(count_cliques(context, graph, of_orbit(graph, orbits, TG_ORBIT_CLIQUE), &counts[CLIQUE]));
    if (orbits) TG_TRY(tg_orbits_count(context, &(tg_orbit_graph){graph, &below, &above, edges.support}, orbits));
    fill(counts, found);
    found->seconds = tg_clock_now() - start;
cleanup:
    tg_supported_free(&edges);
    tg_rows_free(&above);
    return status;
}
