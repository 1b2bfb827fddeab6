/* temporal_motifs.c - counts motifs by Paranjape, Benson, Leskovec, "Motifs in Temporal Networks" (WSDM 2017):
 * stars in one sweep, as algorithm 2, two vertices and triangles by algorithm 1.
 *
 * An edge is known by its mark, 2 * its place in the order of times + its direction at the vertex or the pair
 * in whose list it is. So numbers alone say which of two edges comes first, and which are in a window.
 */
#include "cpu/analytics/temporal_motifs.h"

#include <inttypes.h>
#include <omp.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"

enum { PAIRS = 3, KINDS = 2 * PAIRS, SIDE = TRICORN_MOTIF_SIDE, ROWS_AT_ONCE = 64 };

typedef unsigned __int128 wide;

/* The ends of each kind of edge, which is 2 * pair + direction: the pairs of vertices 0, 1 and 2, which are
 * those of a triangle in descending order, or 0 is the centre of a star. */
static const unsigned ends[KINDS][2] = {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}};

/* By the kinds of three edges; stars with those that have one vertex beside the centre. */
typedef struct counts {
    wide of[KINDS][KINDS][KINDS];
} counts;

/* The edges of each vertex or pair: list i is marks[starts[i]] to marks[starts[i + 1] - 1], ascending. */
typedef struct lists {
    uint64_t *starts;
    uint32_t *marks;
} lists;

typedef struct job {
    tricorn_context *context;
    const tg_temporal_edge *edges;
    uint32_t count;
    tg_rows rows;
    uint32_t *back; /* the first edge that is in a window with each one */
    lists of_vertices, of_pairs;
    counts all;
    _Atomic uint64_t next;
    _Atomic int failure;
} job;

/* What a thread has of a vertex: its edges to a centre that are in the window, their pairs, how many of the
 * centre's edges are before them; and its place, from 1, in the current row. */
typedef struct vertex {
    uint64_t two[2][2], before[2][2];
    uint32_t one[2], place;
} vertex;

/* ---- lists ---- */

/* Puts each edge into its list or, without marks, counts it. A thread takes the lists of vertices of its own,
 * and the pairs at them. */
static void fill(const job *of, bool pairs, uint64_t *next, uint32_t *marks)
{
#pragma omp parallel num_threads((int)of->context->threads)
    {
        const uint32_t team = (uint32_t)omp_get_num_threads(), own = (uint32_t)omp_get_thread_num();
        for (uint32_t i = 0; i < of->count; i++)
            for (unsigned d = 0; d < 2; d++) {
                const tg_temporal_edge *edge = &of->edges[i];
                const uint32_t at = d ? edge->target : edge->source, other = d ? edge->source : edge->target;
                if (at % team != own || (pairs && at < other)) continue;
                const uint64_t list = pairs ? tg_row_position(&of->rows, at, other) : at;
                if (marks) marks[next[list]] = 2 * i + d;
                next[list]++;
            }
    }
}

static tricorn_status make_lists(const job *of, bool pairs, lists *to)
{
    const uint64_t count = pairs ? of->rows.offsets[of->rows.count] : of->rows.count;
    TG_DO(TG_ALLOC_ZERO(of->context, count + 2, &to->starts));
    TG_DO(TG_ALLOC(of->context, (pairs ? 1 : 2) * (uint64_t)of->count + 1, &to->marks));
    uint64_t *const next = to->starts + 1; /* where each list is filled: at last, its end */
    fill(of, pairs, next, NULL);
    tg_prefix_sum(of->context, next, count);
    fill(of, pairs, next, to->marks);
    return TRICORN_OK;
}

static tricorn_status make_back(job *of, uint64_t window)
{
    const tg_temporal_edge *edges = of->edges;
    TG_DO(TG_ALLOC(of->context, of->count + 1, &of->back));
    for (uint32_t i = 0, back = 0; i < of->count; of->back[i++] = back)
        while ((uint64_t)edges[i].time - (uint64_t)edges[back].time > window) back++;
    return TRICORN_OK;
}

/* ---- stars, and two vertices ---- */

/* Adds the pairs of an edge and earlier ones, or takes away those with later ones. */
static void push(uint64_t pairs[2][2], const uint32_t earlier[2], unsigned direction)
{
    for (int d = 0; d < 2; d++) pairs[d][direction] += earlier[d];
}

static void pop(uint64_t pairs[2][2], const uint32_t later[2], unsigned direction)
{
    for (int d = 0; d < 2; d++) pairs[direction][d] -= later[d];
}

static vertex *other_end(const job *of, vertex *vertices, uint32_t mark)
{
    const tg_temporal_edge *edge = &of->edges[mark / 2];
    return &vertices[mark % 2 ? edge->source : edge->target];
}

/* Takes each edge of a centre as the last one. `past` edges are behind the window, `met` ones before the
 * current one, so all pairs of one at v and one at any vertex follow from the numbers before those at v. */
static void count_star(const job *of, uint32_t centre, vertex *vertices, counts *to)
{
    const uint32_t *marks = of->of_vertices.marks;
    const uint64_t first = of->of_vertices.starts[centre], end = of->of_vertices.starts[centre + 1];
    uint64_t pre[2][2] = {{0}}, old = first;
    uint32_t met[2] = {0}, past[2] = {0};
    for (uint64_t i = first; end - first > 2 && i < end; i++) {
        const unsigned d = marks[i] % 2;
        vertex *v;
        for (; marks[old] / 2 < of->back[marks[i] / 2]; old++) {
            const unsigned e = marks[old] % 2;
            v = other_end(of, vertices, marks[old]);
            v->one[e]--;
            pop(pre, v->one, e);
            pop(v->two, v->one, e);
            for (int a = 0; a < 2; a++) v->before[e][a] -= past[a];
            past[e]++;
        }
        v = other_end(of, vertices, marks[i]);
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++) {
                const uint64_t behind = (uint64_t)v->one[a] * (met[b] - (a == b)) - v->before[a][b];
                to->of[a][b][d] += v->two[a][b];
                to->of[a][b][2 + d] += pre[a][b];
                to->of[a][2 + b][d] += behind;
                to->of[a][2 + b][2 + d] += v->before[b][a] - (uint64_t)v->one[b] * past[a];
            }
        push(pre, v->one, d);
        push(v->two, v->one, d);
        for (int a = 0; a < 2; a++) v->before[d][a] += met[a];
        v->one[d]++;
        met[d]++;
    }
    for (; old < end; old++) *other_end(of, vertices, marks[old]) = (vertex){.place = 0};
}

/* ---- triangles ---- */

/* Edges of a pair that are still to be merged. */
typedef struct span {
    const uint32_t *at, *end;
} span;

/* The pair whose next mark is the smallest of those below `end`; PAIRS: none is. */
static unsigned first_of(const span spans[PAIRS], uint32_t end)
{
    unsigned first = PAIRS;
    for (unsigned p = 0; p < PAIRS; p++)
        if (spans[p].at < spans[p].end && *spans[p].at < end) end = *spans[first = p].at;
    return first;
}

/* Merges the edges of three pairs, unless two of these share no window. */
static void merge(const job *of, const span spans[PAIRS], counts *to)
{
    uint32_t one[KINDS] = {0};
    uint64_t two[KINDS][KINDS] = {{0}};
    span new[PAIRS] = {spans[0], spans[1], spans[2]}, old[PAIRS] = {spans[0], spans[1], spans[2]};
    for (unsigned i = 0; i < PAIRS * PAIRS; i++)
        if (spans[i % PAIRS].end[-1] / 2 < of->back[*spans[i / PAIRS].at / 2]) return;
    for (unsigned p, q; (p = first_of(new, UINT32_MAX)) < PAIRS; new[p].at++) {
        const uint32_t mark = *new[p].at;
        for (; (q = first_of(old, 2 * of->back[mark / 2])) < PAIRS; old[q].at++) {
            const unsigned kind = 2 * q + *old[q].at % 2;
            one[kind]--;
            for (unsigned b = 0; b < KINDS; b++) two[kind][b] -= b / 2 == q ? 0 : one[b];
        }
        const unsigned kind = 2 * p + mark % 2, b = 2 * ((p + 1) % PAIRS), c = 2 * ((p + 2) % PAIRS);
        for (unsigned i = b; i < b + 2; i++)
            for (unsigned j = c; j < c + 2; j++) {
                to->of[i][j][kind] += two[i][j];
                to->of[j][i][kind] += two[j][i];
            }
        for (unsigned a = 0; a < KINDS; a++) two[a][kind] += a / 2 == p ? 0 : one[a];
        one[kind]++;
    }
}

static span span_of(const lists *of, uint64_t pair)
{
    return (span){of->marks + of->starts[pair], of->marks + of->starts[pair + 1]};
}

/* Finds the triangles of row u by the places of its vertices. */
static void count_row(const job *of, uint32_t u, vertex *vertices, counts *to)
{
    const tg_rows *rows = &of->rows;
    const uint64_t first = rows->offsets[u], end = rows->offsets[u + 1];
    if (end - first < 2) return;
    for (uint64_t e = first; e < end; e++) vertices[rows->ids[e]].place = (uint32_t)(e - first) + 1;
    for (uint64_t e = first; e < end; e++)
        for (uint64_t f = rows->offsets[rows->ids[e]]; f < rows->offsets[rows->ids[e] + UINT64_C(1)]; f++) {
            const uint32_t place = vertices[rows->ids[f]].place;
            if (place == 0) continue;
            span spans[PAIRS] = {
              span_of(&of->of_pairs, e), span_of(&of->of_pairs, first + place - 1), span_of(&of->of_pairs, f)};
            merge(of, spans, to);
        }
    for (uint64_t e = first; e < end; e++) vertices[rows->ids[e]].place = 0;
}

/* ---- the whole ---- */

static tricorn_status work(job *of)
{
    vertex *vertices = NULL;
    counts own = {0};
    TG_DO(TG_ALLOC_ZERO(of->context, of->rows.count + UINT64_C(1), &vertices));
    for (;;) {
        const uint64_t first = atomic_fetch_add(&of->next, ROWS_AT_ONCE);
        if (first >= of->rows.count || tg_work_add(of->context, ROWS_AT_ONCE)) break;
        for (uint64_t u = first; u < first + ROWS_AT_ONCE && u < of->rows.count; u++) {
            count_star(of, (uint32_t)u, vertices, &own);
            count_row(of, (uint32_t)u, vertices, &own);
        }
    }
#pragma omp critical(tg_temporal_motifs)
    for (size_t i = 0; i < sizeof own / sizeof(wide); i++) ((wide *)&of->all)[i] += ((wide *)&own)[i];
    tg_free(vertices);
    return TRICORN_OK;
}

static tricorn_status count(job *of, uint64_t window)
{
    TG_DO(make_back(of, window));
    TG_DO(make_lists(of, false, &of->of_vertices));
    TG_DO(make_lists(of, true, &of->of_pairs));
    tg_work_begin(of->context, "counting", of->rows.count);
#pragma omp parallel num_threads((int)of->context->threads)
    tg_keep_failure(&of->failure, work(of));
    return of->failure != TRICORN_OK ? (tricorn_status)of->failure : tg_check_cancelled(of->context);
}

/* The column of a third edge: 1->2, 2->1, 1->3, 3->1, 2->3, 3->2 if the first one is 1->2. */
static unsigned column_of(const unsigned first[2], const unsigned edge[2])
{
    if (edge[0] == first[0]) return edge[1] == first[1] ? 0 : 2;
    if (edge[0] == first[1]) return edge[1] == first[0] ? 1 : 4;
    return edge[1] == first[0] ? 3 : 5;
}

static void conclude(const counts *all, tricorn_motifs *to)
{
    for (unsigned i = 0; i < KINDS * KINDS * KINDS; i++) {
        const unsigned a = i / KINDS / KINDS, b = i / KINDS % KINDS, c = i % KINDS;
        /* Rows have the second edge as columns the third one, in reverse. */
        const unsigned m = (SIDE - 1 - column_of(ends[a], ends[b])) * SIDE + column_of(ends[a], ends[c]);
        wide count = all->of[a][b][c];
        if (a < 2 && b < 2 && c < 2)
            count = a == 0 ? count : 0; /* each of the two vertices was the centre */
        else if (a < 2 && b < 4 && c < 4)
            count -= all->of[a][b % 2][c % 2];
        count += (wide)to->high[m] << 64 | to->low[m];
        to->high[m] = (uint64_t)(count >> 64);
        to->low[m] = (uint64_t)count;
    }
}

tricorn_status tg_temporal_motifs(
  tricorn_context *context, const tricorn_graph *graph, uint64_t window, tricorn_motifs *motifs)
{
    tricorn_status status = TRICORN_OK;
    job of = {.context = context, .edges = graph->temporal, .count = (uint32_t)graph->temporal_count};
    const double start = tg_clock_now();

    if (graph->temporal_count >> 31 > 0)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "the graph has %" PRIu64 " temporal edges; motifs are counted of fewer than 2^31", graph->temporal_count));
    TG_TRY(tg_graph_rows(context, graph, &of.rows));
    TG_TRY(count(&of, window));
    conclude(&of.all, motifs);
    motifs->window = window;
    motifs->temporal_edges = graph->temporal_count;
    motifs->seconds = tg_clock_now() - start;
cleanup:
    tg_free(of.back);
    tg_free(of.of_vertices.starts);
    tg_free(of.of_vertices.marks);
    tg_free(of.of_pairs.starts);
    tg_free(of.of_pairs.marks);
    return status;
}
