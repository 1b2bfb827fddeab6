/* directed_triangles.c - counts the triangles of a directed graph by their kind, with a table of directions.
 *
 * The directions of the edges of row u are written to a table, indexed by id. For each id w of the rows v of its
 * neighbours, one load then tells whether u, v and w form a triangle, and the directions of u-w.
 */
#include "cpu/analytics/directed_triangles.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum { ROWS_AT_ONCE = 64, CORNERS = 3, DIRECTIONS = 4, CODES = DIRECTIONS * DIRECTIONS * DIRECTIONS };

/* ---- kinds ---- */

/* Whether a vertex with these two edges is the source of both (gets_both: the target of both).
 * The directions are those seen from the vertex; an edge in both directions counts as neither. */
static bool sends_both(unsigned a, unsigned b)
{
    return a == TG_DOWN && b == TG_DOWN;
}

static bool gets_both(unsigned a, unsigned b)
{
    return a == TG_UP && b == TG_UP;
}

static unsigned reversed(unsigned direction)
{
    return (direction & TG_DOWN ? TG_UP : 0u) | (direction & TG_UP ? TG_DOWN : 0u);
}

/* Returns the kind of a triangle with exactly one edge in both directions. `a` and `b` are the
 * directions of the two other edges, as seen from the vertex where they meet. */
static tg_closed kind_120(unsigned a, unsigned b)
{
    if (sends_both(a, b)) return TG_120D;
    return gets_both(a, b) ? TG_120U : TG_120C;
}

tg_closed tg_closed_kind(unsigned uv, unsigned uw, unsigned vw)
{
    enum { BOTH = TG_DOWN | TG_UP };
    const int mutual = (uv == BOTH) + (uw == BOTH) + (vw == BOTH);
    if (mutual == 3) return TG_300;
    if (mutual == 2) return TG_210;
    if (uv == BOTH) return kind_120(reversed(uw), reversed(vw)); /* the other edges meet at w */
    if (uw == BOTH) return kind_120(reversed(uv), vw); /* at v */
    if (vw == BOTH) return kind_120(uv, uw); /* at u */
    /* In a cycle no vertex is the source of two edges; in every other triangle one vertex is. */
    const bool source = sends_both(uv, uw) || sends_both(reversed(uv), vw) || sends_both(reversed(uw), reversed(vw));
    return source ? TG_030T : TG_030C;
}

/* ---- counting ---- */

typedef struct directed_job {
    tricorn_context *context;
    const tricorn_graph *graph;
    tg_rows rows;
    tg_closed_counts *vertices; /* the counts of each vertex; NULL: only the total is counted */
    unsigned char kinds[CODES];
    unsigned char weights[CORNERS][CODES]; /* at u, v and w */
    _Atomic uint64_t next;
    _Atomic int failure;
} directed_job;

static void make_tables(directed_job *job, tg_weigh *weigh)
{
    for (unsigned code = 0; code < CODES; code++) {
        const unsigned uv = code % DIRECTIONS, uw = code / DIRECTIONS % DIRECTIONS, vw = code / DIRECTIONS / DIRECTIONS;
        job->kinds[code] = (unsigned char)tg_closed_kind(uv, uw, vw);
        if (weigh == NULL) continue;
        job->weights[0][code] = (unsigned char)weigh(uv, uw, vw);
        job->weights[1][code] = (unsigned char)weigh(reversed(uv), vw, uw);
        job->weights[2][code] = (unsigned char)weigh(reversed(uw), reversed(vw), uv);
    }
}

static void add(uint64_t *to, uint64_t count)
{
    if (count > 0) __atomic_fetch_add(to, count, __ATOMIC_RELAXED);
}

static void add_counts(directed_job *job, uint32_t vertex, const tg_closed_counts *more)
{
    if (job->vertices == NULL) return;
    for (int k = 0; k < TG_CLOSED_KINDS; k++) add(&job->vertices[vertex].of[k], more->of[k]);
    add(&job->vertices[vertex].weight, more->weight);
}

/* Counts the triangles of the edge u-v at position e. `table` contains the directions of row u. */
static void count_edge(directed_job *job, const unsigned char *table, uint64_t e, tg_closed_counts *of_u)
{
    const tg_rows *rows = &job->rows;
    const unsigned char *directions = job->graph->directions;
    const uint32_t v = rows->ids[e];
    const unsigned uv = directions[e];
    tg_closed_counts of_v = {0};

    for (uint64_t f = rows->offsets[v]; f < rows->offsets[v + 1]; f++) {
        const uint32_t w = rows->ids[f];
        const unsigned uw = table[w], vw = directions[f];
        if (uw == 0) continue;
        const unsigned code = uv + DIRECTIONS * (uw + DIRECTIONS * vw), kind = job->kinds[code];
        of_v.of[kind]++;
        of_u->weight += job->weights[0][code];
        of_v.weight += job->weights[1][code];
        if (job->vertices == NULL) continue;
        add(&job->vertices[w].of[kind], 1);
        add(&job->vertices[w].weight, job->weights[2][code]);
    }
    for (int k = 0; k < TG_CLOSED_KINDS; k++) of_u->of[k] += of_v.of[k];
    add_counts(job, v, &of_v);
}

static void count_row(directed_job *job, unsigned char *table, uint32_t u, tg_closed_counts *total)
{
    const uint64_t first = job->rows.offsets[u], last = job->rows.offsets[u + 1];
    tg_closed_counts of_u = {0};

    if (last - first < 2) return;
    for (uint64_t e = first; e < last; e++) table[job->rows.ids[e]] = job->graph->directions[e];
    for (uint64_t e = first; e < last; e++) count_edge(job, table, e, &of_u);
    for (uint64_t e = first; e < last; e++) table[job->rows.ids[e]] = 0;
    add_counts(job, u, &of_u);
    for (int k = 0; k < TG_CLOSED_KINDS; k++) total->of[k] += of_u.of[k];
}

static tricorn_status work(directed_job *job, tg_closed_counts *total)
{
    const uint64_t rows = job->rows.count;
    unsigned char *table = NULL;
    tg_closed_counts own = {0};
    const tricorn_status status = TG_ALLOC_ZERO(job->context, rows + 1, &table);

    while (status == TRICORN_OK) {
        const uint64_t first = atomic_fetch_add(&job->next, ROWS_AT_ONCE);
        if (first >= rows || tg_work_add(job->context, ROWS_AT_ONCE)) break;
        for (uint64_t u = first; u < first + ROWS_AT_ONCE && u < rows; u++) count_row(job, table, (uint32_t)u, &own);
    }
    for (int k = 0; k < TG_CLOSED_KINDS; k++) add(&total->of[k], own.of[k]);
    tg_free(table);
    return status;
}

tricorn_status tg_closed_count(tricorn_context *context, const tricorn_graph *graph, tg_weigh *weigh,
  tg_closed_counts *of_vertices, tg_closed_counts *total)
{
    directed_job job = {.context = context, .graph = graph, .vertices = of_vertices};
    TG_DO(tg_graph_rows(context, graph, &job.rows));
    make_tables(&job, weigh);
    tg_work_begin(context, "counting", job.rows.count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job, total));
    return job.failure != TRICORN_OK ? (tricorn_status)job.failure : tg_check_cancelled(context);
}
