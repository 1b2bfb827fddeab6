/* orbits.c - computes the orbits of each vertex v from degrees, supports and triangles of v and of its neighbours,
 * from the squares and cliques of v, and from the supports of the edges opposite to v.
 *
 * Let d be degrees, t(e) the triangles of an edge, T those of a vertex, and P(v) the sum of d(u)
 * - 1 over the neighbours u of v, which is the number of paths of two edges that begin at v. As
 * subgraphs, with or without further edges between their vertices, v is in
 *
 *    4  the sum of P(u), less d(d - 1) that come back to v, less 2 T that close a triangle
 *    5  (d - 1) P, less 2 T that close a triangle
 *    6  the sum of (d(u) - 1)(d(u) - 2) / 2
 *    7  d(d - 1)(d - 2) / 6
 *    9  the sum of T(u), less 2 T that contain v
 *   10  the sum of t(v-u) (d(u) - 2)
 *   11  T (d - 2)
 *   12  the sum over its triangles of t - 1 of the edge opposite to v
 *   13  the sum of t(v-u) (t(v-u) - 1) / 2
 *
 * subgraphs at these orbits; sums are over the neighbours u. Then, from the graphlets of most edges on, those that
 * lie within a graphlet of more edges are taken away. All numbers have 128 bits until then; those of a vertex have 63
 * bits, so that int64 holds them wherever they go.
 *
 * Source: Hocevar, Demsar, "A combinatorial approach to graphlet counting", Bioinformatics 2014 (ORCA); those of the
 * other counts are in graphlets.c.
 */
#include "analysis/subgraphs/orbits.h"

#include "base/parallel.h"
#include "cpu/analytics/opposite_supports.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

enum { ROWS_AT_ONCE = 256 };

/* Orbits by name; those of four vertices follow from smaller ones. */
enum { DEGREES = 0, PATHS = 1, MIDDLES = 2, TRIANGLES = 3, DIAMONDS = 12 };

typedef struct orbit_job {
    const tg_orbit_graph *of;
    uint64_t *orbits;
    uint64_t stride; /* between the entries of a vertex */
    /* one more than the largest vertex with a number of 2^63 or more */
    _Atomic uint64_t too_many;
} orbit_job;

static uint64_t *entry(const orbit_job *job, int orbit, uint32_t v)
{
    return job->orbits + (uint64_t)orbit * job->stride + v;
}

static wide pairs(wide n)
{
    return n * (n - 1) / 2;
}

/* The triangles of the edge to a neighbour above v. */
static uint64_t support_above(const tg_orbit_graph *of, uint32_t v, uint64_t at)
{
    return of->support[tg_row_position(of->below, of->above->ids[at], v)];
}

/* Sets the degree of v, its paths of two edges, which are to be subgraphs, and its triangles. */
static void begin_vertex(const orbit_job *job, uint32_t v)
{
    const tg_rows *below = job->of->below, *above = job->of->above;
    uint64_t paths = 0, corners = 0;

    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++) {
        paths += tg_rows_degree(below, above, below->ids[e]) - 1;
        corners += job->of->support[e];
    }
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++) {
        paths += tg_rows_degree(below, above, above->ids[e]) - 1;
        corners += support_above(job->of, v, e);
    }
    *entry(job, DEGREES, v) = tg_rows_degree(below, above, v);
    *entry(job, PATHS, v) = paths;
    *entry(job, TRIANGLES, v) = corners / 2; /* a triangle of v has two edges at v */
}

/* Adds what follows from the neighbour u and the support t of the edge to it. */
static void add_neighbour(const orbit_job *job, uint32_t u, uint64_t t, wide subgraphs[TRICORN_ORBITS])
{
    const wide degree = *entry(job, DEGREES, u);
    subgraphs[4] += *entry(job, PATHS, u);
    subgraphs[6] += pairs(degree - 1);
    subgraphs[9] += *entry(job, TRIANGLES, u);
    subgraphs[10] += t * (degree - 2);
    subgraphs[13] += pairs(t);
}

/* Counts the subgraphs of four vertices at each orbit of v. */
static void count_subgraphs(const orbit_job *job, uint32_t v, wide subgraphs[TRICORN_ORBITS])
{
    const tg_rows *below = job->of->below, *above = job->of->above;
    const wide d = *entry(job, DEGREES, v), triangles = *entry(job, TRIANGLES, v);

    for (int o = 0; o < TRICORN_ORBITS; o++) subgraphs[o] = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++)
        add_neighbour(job, below->ids[e], job->of->support[e], subgraphs);
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++)
        add_neighbour(job, above->ids[e], support_above(job->of, v, e), subgraphs);
    subgraphs[4] -= d * (d - 1) + 2 * triangles;
    subgraphs[5] = (d - 1) * *entry(job, PATHS, v) - 2 * triangles;
    subgraphs[7] = d < 3 ? 0 : pairs(d) * (d - 2) / 3;
    subgraphs[TG_ORBIT_CYCLE] = *entry(job, TG_ORBIT_CYCLE, v);
    subgraphs[9] -= 2 * triangles;
    subgraphs[11] = triangles * (d - 2);
    subgraphs[DIAMONDS] = *entry(job, DIAMONDS, v);
    subgraphs[TG_ORBIT_CLIQUE] = *entry(job, TG_ORBIT_CLIQUE, v);
}

/* Takes away the subgraphs within graphlets of more edges. */
static void induce(wide o[TRICORN_ORBITS])
{
    o[13] -= 3 * o[14];
    o[12] -= 3 * o[14];
    o[11] -= 2 * o[13] + 3 * o[14];
    o[10] -= 2 * o[12] + 2 * o[13] + 6 * o[14];
    o[9] -= 2 * o[12] + 3 * o[14];
    o[8] -= o[12] + o[13] + 3 * o[14];
    o[7] -= o[11] + o[13] + o[14];
    o[6] -= o[9] + o[10] + 2 * o[12] + o[13] + 3 * o[14];
    o[5] -= 2 * o[8] + o[10] + 2 * o[11] + 2 * o[12] + 4 * o[13] + 6 * o[14];
    o[4] -= 2 * o[8] + 2 * o[9] + o[10] + 4 * o[12] + 2 * o[13] + 6 * o[14];
}

/* Sets the orbits of v, but for PATHS, which the neighbours still need. */
static void count_vertex(orbit_job *job, uint32_t v)
{
    wide found[TRICORN_ORBITS];
    count_subgraphs(job, v, found);
    induce(found);
    *entry(job, MIDDLES, v) = (uint64_t)pairs(*entry(job, DEGREES, v)) - *entry(job, TRIANGLES, v);
    for (int o = TRIANGLES + 1; o < TRICORN_ORBITS; o++) {
        if (found[o] > INT64_MAX) tg_keep_largest(&job->too_many, (uint64_t)v + 1);
        *entry(job, o, v) = (uint64_t)found[o];
    }
}

static tricorn_status refuse(tricorn_context *context, const orbit_job *job)
{
    char name[TG_VERTEX_NAME_BYTES];
    tg_graph_name_vertex(job->of->graph, (uint32_t)(job->too_many - 1), name);
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s is in 2^63 or more subgraphs of one kind, and numbers of vertices have 63 "
      "bits: count the subgraphs of the whole graph, without " TG_OPTION("vertices"),
      name);
}

tricorn_status tg_orbits_count(tricorn_context *context, const tg_orbit_graph *of, uint64_t *orbits)
{
    const uint32_t vertices = of->below->count;
    orbit_job job = {.of = of, .orbits = orbits, .stride = of->graph->vertices};

    TG_DO(tg_opposite_supports(context, of->below, of->support, entry(&job, DIAMONDS, 0)));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < vertices; v++) begin_vertex(&job, v);
    TG_DO(tg_check_cancelled(context));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < vertices; v++) count_vertex(&job, v);
    for (uint32_t v = 0; v < vertices; v++) *entry(&job, PATHS, v) -= 2 * *entry(&job, TRIANGLES, v);
    if (job.too_many > 0) TG_DO(refuse(context, &job));
    return tg_check_cancelled(context);
}
