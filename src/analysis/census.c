/* census.c - counts the kinds of triads of a directed graph; only triangles are enumerated.
 *
 * - A wedge is two edges at a vertex. The number of wedges of each kind follows from degrees,
 *   and so does the number of triples of vertices that contain an edge.
 * - A triple with two edges has one wedge, a triangle has three. So the number of open triples
 *   is that of all wedges minus those of triangles.  The same holds for the triples of one
 *   vertex.
 * - Sums may overflow 2^64 or 2^128, but differences are exact modulo these, so results are
 *   right.
 *
 * Source: Moody, "Matrix methods for calculating the triad census", Social Networks 1998, which
 * computes such differences with matrices.
 */
#include "analysis/census.h"

#include "analysis/clustering.h"
#include "base/memory.h"
#include "cpu/analytics/directed_triangles.h"

typedef unsigned __int128 wide;

/* The kinds of triads, in the order of tricorn_triad_name(). */
enum { T003, T012, T102, T021D, T021U, T021C, T111D, T111U, T030T, T030C, T201, T120D, T120U, T120C, T210, T300 };

static const unsigned char closed_triads[TG_CLOSED_KINDS] = {T030T, T030C, T120D, T120U, T120C, T210, T300};

/* The kinds of edges by which a triad is counted; the kinds of wedges follow. */
enum { ONE_WAY, BOTH_WAYS, EDGE_KINDS };
enum { OUT_OUT, IN_IN, OUT_IN, BOTH_IN, BOTH_OUT, BOTH_BOTH, WEDGE_KINDS };

static const unsigned char open_triads[WEDGE_KINDS] = {T021D, T021U, T021C, T111D, T111U, T201};

/* For each kind of wedge, how many of its two edges are one-way, and how many go both ways. */
static const unsigned char edges_of_wedge[WEDGE_KINDS][EDGE_KINDS] = {[OUT_OUT] = {2, 0},
  [IN_IN] = {2, 0},
  [OUT_IN] = {2, 0},
  [BOTH_IN] = {1, 1},
  [BOTH_OUT] = {1, 1},
  [BOTH_BOTH] = {0, 2}};

static const unsigned char edges_of_closed[TG_CLOSED_KINDS][EDGE_KINDS] = {[TG_030T] = {3, 0},
  [TG_030C] = {3, 0},
  [TG_120D] = {2, 1},
  [TG_120U] = {2, 1},
  [TG_120C] = {2, 1},
  [TG_210] = {1, 2},
  [TG_300] = {0, 3}};

/* For each kind of closed triad, the kinds of its wedges at its three vertices: 030T has a->b,
 * a->c and b->c, for example. */
static const unsigned char wedges_of_closed[TG_CLOSED_KINDS][WEDGE_KINDS] = {
  [TG_030T] = {[OUT_OUT] = 1, [IN_IN] = 1, [OUT_IN] = 1},
  [TG_030C] = {[OUT_IN] = 3},
  [TG_120D] = {[OUT_OUT] = 1, [BOTH_IN] = 2},
  [TG_120U] = {[IN_IN] = 1, [BOTH_OUT] = 2},
  [TG_120C] = {[OUT_IN] = 1, [BOTH_IN] = 1, [BOTH_OUT] = 1},
  [TG_210] = {[BOTH_BOTH] = 1, [BOTH_IN] = 1, [BOTH_OUT] = 1},
  [TG_300] = {[BOTH_BOTH] = 3}};

/* ---- edges of vertices ---- */

static void count_dyad(tg_dyads *of, unsigned direction)
{
    uint64_t *const to = direction == TG_DOWN ? &of->out : direction == TG_UP ? &of->in : &of->both;
    __atomic_fetch_add(to, 1, __ATOMIC_RELAXED);
}

static unsigned seen_back(unsigned direction)
{
    return direction == TG_DOWN ? TG_UP : direction == TG_UP ? TG_DOWN : direction;
}

tricorn_status tg_dyads_count(tricorn_context *context, const tricorn_graph *graph, tg_dyads *dyads)
{
    tg_rows rows;
    TG_DO(tg_graph_rows(context, graph, &rows));
    for (uint32_t v = 0; v < graph->active; v++) dyads[v] = (tg_dyads){0};
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
            count_dyad(&dyads[u], graph->directions[e]);
            count_dyad(&dyads[rows.ids[e]], seen_back(graph->directions[e]));
        }
    return TRICORN_OK;
}

/* ---- from counts to the census ---- */

/* Sums over all triples, open or closed: over those of the whole graph, or those of one vertex. */
typedef struct totals {
    wide triples, edges[EDGE_KINDS], wedges[WEDGE_KINDS], closed[TG_CLOSED_KINDS];
} totals;

static wide pairs(wide n)
{
    return n * (n - 1) / 2; /* for n = 0 this is 0 * -1, which is 0, too */
}

static void add_wedges(totals *to, const tg_dyads *of)
{
    to->wedges[OUT_OUT] += pairs(of->out);
    to->wedges[IN_IN] += pairs(of->in);
    to->wedges[OUT_IN] += (wide)of->out * of->in;
    to->wedges[BOTH_IN] += (wide)of->both * of->in;
    to->wedges[BOTH_OUT] += (wide)of->both * of->out;
    to->wedges[BOTH_BOTH] += pairs(of->both);
}

/* The number of wedges of each kind. */
typedef struct wedges_of {
    uint64_t of[WEDGE_KINDS];
} wedges_of;

/* Adds the wedges at u that consist of one given edge of u, in this direction, and any other edge of u. */
static void add_wedges_with(wedges_of *to, const tg_dyads *u, unsigned direction)
{
    const bool out = direction == TG_DOWN, in = direction == TG_UP;
    const uint64_t others_out = u->out - out, others_in = u->in - in, others_both = u->both - (!out && !in);
    to->of[out ? OUT_OUT : in ? OUT_IN : BOTH_OUT] += others_out;
    to->of[out ? OUT_IN : in ? IN_IN : BOTH_IN] += others_in;
    to->of[out ? BOTH_OUT : in ? BOTH_IN : BOTH_BOTH] += others_both;
}

static void conclude(const totals *from, wide census[TRICORN_TRIADS])
{
    wide edges[EDGE_KINDS] = {from->edges[ONE_WAY], from->edges[BOTH_WAYS]};
    wide rest = from->triples;

    for (int t = 0; t < TRICORN_TRIADS; t++) census[t] = 0;
    for (int k = 0; k < TG_CLOSED_KINDS; k++) {
        census[closed_triads[k]] = from->closed[k];
        for (int e = 0; e < EDGE_KINDS; e++) edges[e] -= from->closed[k] * edges_of_closed[k][e];
    }
    for (int w = 0; w < WEDGE_KINDS; w++) {
        wide open = from->wedges[w];
        for (int k = 0; k < TG_CLOSED_KINDS; k++) open -= from->closed[k] * wedges_of_closed[k][w];
        census[open_triads[w]] = open;
        for (int e = 0; e < EDGE_KINDS; e++) edges[e] -= open * edges_of_wedge[w][e];
    }
    census[T012] = edges[ONE_WAY];
    census[T102] = edges[BOTH_WAYS];
    for (int t = T012; t < TRICORN_TRIADS; t++) rest -= census[t];
    census[T003] = rest;
}

/* Computes the sums over all triples of the graph. */
static void sum_all(const tricorn_graph *graph, const tg_dyads *dyads, const tg_closed_counts *closed, totals *all)
{
    const wide n = graph->vertices;
    wide ends[EDGE_KINDS] = {0};

    *all = (totals){.triples = n < 3 ? 0 : n * (n - 1) / 2 * (n - 2) / 3};
    for (uint32_t v = 0; v < graph->active; v++) {
        add_wedges(all, &dyads[v]);
        ends[ONE_WAY] += dyads[v].out + dyads[v].in;
        ends[BOTH_WAYS] += dyads[v].both;
    }
    for (int e = 0; e < EDGE_KINDS; e++) all->edges[e] = ends[e] / 2 * (n - 2);
    for (int k = 0; k < TG_CLOSED_KINDS; k++) all->closed[k] = closed->of[k];
}

typedef struct census_job {
    tricorn_context *context;
    const tricorn_graph *graph;
    tg_weigh *weigh; /* of clustering coefficients; NULL for a census */
    tg_dyads *dyads; /* of each vertex that has an edge, as are `closed` and `ends` */
    tg_closed_counts *closed; /* the closed triads */
    wedges_of *ends; /* the wedges of which the vertex is an end */
    uint64_t *vertices;
    uint64_t edges[EDGE_KINDS];
} census_job;

/* Adds, for each vertex v, the wedges of which v is an end; their middle vertices are v's
 * neighbours. A single thread does it, because each row changes both ends of its edges. */
static tricorn_status add_wedges_of_ends(census_job *job)
{
    tg_rows rows;
    TG_DO(tg_graph_rows(job->context, job->graph, &rows));
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
            const uint32_t v = rows.ids[e];
            const unsigned direction = job->graph->directions[e];
            add_wedges_with(&job->ends[v], &job->dyads[u], direction);
            add_wedges_with(&job->ends[u], &job->dyads[v], seen_back(direction));
        }
    return TRICORN_OK;
}

static void conclude_vertex(const census_job *job, uint32_t v)
{
    const uint64_t n = job->graph->vertices;
    const bool alone = v >= job->graph->active;
    const tg_dyads *of = alone ? &(tg_dyads){0} : &job->dyads[v];
    const uint64_t own[EDGE_KINDS] = {of->out + of->in, of->both};
    totals all = {.triples = n < 3 ? 0 : pairs(n - 1)};
    wide census[TRICORN_TRIADS];

    for (int w = 0; !alone && w < WEDGE_KINDS; w++) all.wedges[w] = job->ends[v].of[w];
    add_wedges(&all, of);
    for (int e = 0; e < EDGE_KINDS; e++) all.edges[e] = (wide)own[e] * (n - 2) + job->edges[e] - own[e];
    for (int k = 0; !alone && k < TG_CLOSED_KINDS; k++) all.closed[k] = job->closed[v].of[k];
    conclude(&all, census);
    for (int t = 0; t < TRICORN_TRIADS; t++) job->vertices[(uint64_t)t * n + v] = (uint64_t)census[t];
}

static tricorn_status census_of_vertices(census_job *job)
{
    tricorn_context *context = job->context;

    TG_DO(TG_ALLOC_ZERO(context, (uint64_t)job->graph->active + 1, &job->ends));
    TG_DO(add_wedges_of_ends(job));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < job->graph->vertices; v++) conclude_vertex(job, v);
    return TRICORN_OK;
}

/* Counts edges and triangles by kind; both functions of the API need this. */
static tricorn_status count_kinds(census_job *job, bool of_vertices, tg_closed_counts *total)
{
    tricorn_context *context = job->context;

    TG_DO(TG_ALLOC(context, (uint64_t)job->graph->active + 1, &job->dyads));
    TG_DO(tg_dyads_count(context, job->graph, job->dyads));
    if (of_vertices) TG_DO(TG_ALLOC_ZERO(context, (uint64_t)job->graph->active + 1, &job->closed));
    TG_DO(tg_closed_count(context, job->graph, job->weigh, job->closed, total));
    for (uint32_t v = 0; v < job->graph->active; v++) {
        /* `out` counts each one-way edge once, at its source */
        job->edges[ONE_WAY] += job->dyads[v].out;
        job->edges[BOTH_WAYS] += job->dyads[v].both;
    }
    job->edges[BOTH_WAYS] /= 2;
    return TRICORN_OK;
}

static void free_job(census_job *job)
{
    tg_free(job->dyads);
    tg_free(job->closed);
    tg_free(job->ends);
}

tricorn_status tg_triad_census(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_census *census)
{
    census_job job = {.context = context, .graph = graph, .vertices = vertices};
    tricorn_status status = TRICORN_OK;
    tg_closed_counts closed = {0};
    totals all;
    wide counts[TRICORN_TRIADS];

    TG_TRY(count_kinds(&job, vertices != NULL, &closed));
    if (vertices) TG_TRY(census_of_vertices(&job));
    sum_all(graph, job.dyads, &closed, &all);
    conclude(&all, counts);
    for (int t = 0; t < TRICORN_TRIADS; t++) {
        census->high[t] = (uint64_t)(counts[t] >> 64);
        census->low[t] = (uint64_t)counts[t];
    }
    for (int k = 0; k < TG_CLOSED_KINDS; k++) census->triangles += closed.of[k];
cleanup:
    free_job(&job);
    return status;
}

/* ---- clustering ---- */

static unsigned to(unsigned direction)
{
    return (direction & TG_DOWN) != 0;
}

static unsigned from(unsigned direction)
{
    return (direction & TG_UP) != 0;
}

static unsigned arcs(unsigned direction)
{
    return to(direction) + from(direction);
}

static unsigned all_triangles(unsigned ij, unsigned ik, unsigned jk)
{
    return arcs(ij) * arcs(ik) * arcs(jk);
}

static unsigned opposite_arcs(unsigned ij, unsigned ik, unsigned jk)
{
    (void)ij, (void)ik;
    return arcs(jk);
}

static unsigned cycles(unsigned ij, unsigned ik, unsigned jk)
{
    return to(ij) * to(jk) * from(ik) + to(ik) * from(jk) * from(ij);
}

/* i is between the two others, which have an edge in the same direction, too. */
static unsigned middles(unsigned ij, unsigned ik, unsigned jk)
{
    return to(ij) * from(jk) * from(ik) + to(ik) * to(jk) * from(ij);
}

static unsigned inward(unsigned ij, unsigned ik, unsigned jk)
{
    return from(ij) * from(ik) * arcs(jk);
}

static unsigned outward(unsigned ij, unsigned ik, unsigned jk)
{
    return to(ij) * to(ik) * arcs(jk);
}

static tg_weigh *const weighs[] = {[TRICORN_FAGIOLO] = all_triangles,
  [TRICORN_LDBC] = opposite_arcs,
  [TRICORN_FAGIOLO_CYCLE] = cycles,
  [TRICORN_FAGIOLO_MIDDLE] = middles,
  [TRICORN_FAGIOLO_IN] = inward,
  [TRICORN_FAGIOLO_OUT] = outward};

/* Returns the weight that the triangles of a vertex have at most. */
static double most_of(tricorn_directed kind, const tg_dyads *of)
{
    const double both = (double)of->both, sources = (double)of->in + both, targets = (double)of->out + both,
                 all = sources + targets;
    if (kind == TRICORN_FAGIOLO) return all * (all - 1) - 2 * both;
    if (kind == TRICORN_LDBC) return (all - both) * (all - both - 1);
    if (kind == TRICORN_FAGIOLO_IN) return sources * (sources - 1);
    if (kind == TRICORN_FAGIOLO_OUT) return targets * (targets - 1);
    return sources * targets - both;
}

static double coefficient_of(const census_job *job, tricorn_directed kind, uint32_t v)
{
    const uint64_t weight = v < job->graph->active ? job->closed[v].weight : 0;
    return weight ? (double)weight / most_of(kind, &job->dyads[v]) : 0;
}

tricorn_status tg_directed_clustering(tricorn_context *context, const tricorn_graph *graph, tricorn_directed kind,
  double *coefficients, tricorn_directed_summary *summary)
{
    census_job job = {.context = context, .graph = graph, .weigh = weighs[kind]};
    tricorn_status status = TRICORN_OK;
    tg_closed_counts closed = {0};

    TG_TRY(count_kinds(&job, true, &closed));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < graph->vertices; v++) coefficients[v] = coefficient_of(&job, kind, v);
    summary->average = tg_clustering_mean(context, coefficients, graph->vertices, graph->active);
    summary->average_all = tg_clustering_mean(context, coefficients, graph->vertices, graph->vertices);
    summary->mutual = job.edges[BOTH_WAYS];
    summary->arcs = job.edges[ONE_WAY] + 2 * job.edges[BOTH_WAYS];
cleanup:
    free_job(&job);
    return status;
}
