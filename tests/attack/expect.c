/* expect.c - what each verb must answer, by definition. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"

/* Adds what the verb must say of the graph, which a change may change. */
typedef void answer_of(truth *of, const attack_case *from, expected *to);

/* ---- parts of an answer ------------------------------------------------------------------- */

enum { TEXT = 1, JSON = 2, BOTH = 3, OPTIONAL = 4 };

static void add(expected *to, const char *key, double value, int where)
{
    figure *made = &to->figures[to->figure_count++];
    *made = (figure){.value = value,
                     .tolerance = 1e-12,
                     .text = where & TEXT,
                     .json = where & JSON,
                     .optional = where & OPTIONAL};
    snprintf(made->key, sizeof made->key, "%s", key);
}

static void begin_table(expected *to, const truth *of, unsigned ids, unsigned values,
                        unsigned reals)
{
    to->table = true;
    to->ids = ids;
    to->values = values;
    to->reals = reals;
    to->nameless = of->nameless;
}

row *expected_row(expected *to)
{
    if (to->count == to->room) {
        to->room = 2 * to->room + 16;
        to->rows = cli_needed(realloc(to->rows, to->room * sizeof *to->rows));
    }
    to->rows[to->count] = (row){.ids = {0}};
    return &to->rows[to->count++];
}

static void add_vertex(expected *to, const truth *of, uint32_t v, double value)
{
    row *made = expected_row(to);
    made->ids[0] = of->ids[v];
    made->values[0] = value;
}

static void add_edge(expected *to, const truth *of, const uint32_t ends[2], double value)
{
    const uint64_t a = of->ids[ends[0]], b = of->ids[ends[1]];
    row *made = expected_row(to);
    made->ids[0] = a < b ? a : b;
    made->ids[1] = a < b ? b : a;
    made->values[0] = value;
}

/* A table of one column, by the vertices that are present. */
static void vertex_table(expected *to, const truth *of, const double *values, bool real)
{
    begin_table(to, of, 1, 1, real);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++)
        if (of->present[v]) add_vertex(to, of, v, values[v]);
}

/* A graph that is written: the edges whose value is at least `least`. */
static void graph_of(expected *to, const truth *of, const uint32_t *values, uint32_t least)
{
    begin_table(to, of, 2, 0, 0);
    to->graph = true;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++)
            if (is_joined(of, u, v) && values[(size_t)u * of->n + v] >= least)
                add_edge(to, of, (uint32_t[]){u, v}, 0);
}

/* Part of the graph is written.  Most formats need an edge, and pairs need numbers. */
static void part_of(expected *to, const truth *of, const uint32_t *values,
                    const attack_case *from)
{
    const cli_options *given = from->given;
    const char *out = given->output ? given->output : "", *format = given->to ? given->to : out;
    const bool tri = strstr(format, "tri") != NULL, pairs = strstr(format, "64") != NULL;
    graph_of(to, of, values, 1);
    to->refused = (to->count == 0 && !tri) || (pairs && from->form[FORM_WORDS]);
}

static void add_description(expected *to, const truth *of)
{
    add(to, "vertices", (double)of->vertices, JSON | OPTIONAL);
    add(to, "isolated", (double)of->isolated, JSON | OPTIONAL);
    add(to, "edges", (double)of->edges, JSON | OPTIONAL);
    add(to, "missing", (double)of->missing, JSON | OPTIONAL);
}

static double wedges_of(const truth *of)
{
    double wedges = 0;
    for (uint32_t v = 0; v < of->n; v++)
        wedges += 0.5 * (double)of->degree[v] * ((double)of->degree[v] - 1);
    return wedges;
}

/* ---- totals, vertices and edges ------------------------------------------------------------ */

static void count(truth *of, const attack_case *from, expected *to)
{
    to->total = of->total;
    to->interval = from->given->error > 0 || from->given->sample >= 0;
    if (!to->interval) add(to, "triangles", (double)of->total, BOTH);
}

static void generalized(const truth *of, expected *to)
{
    uint64_t *edges = test_allocate(of->n, sizeof *edges);
    begin_table(to, of, 1, 2, 0);
    for (uint32_t v = 0; v < of->n; v++) {
        memset(edges, 0, of->n * sizeof *edges);
        for (uint32_t w = 0; w < of->n; w++)
            if (is_joined(of, v, w)) edges[truth_common(of, v, w)]++;
        for (uint32_t t = 0; t < of->n; t++) {
            if (edges[t] == 0) continue;
            add_vertex(to, of, v, t);
            to->rows[to->count - 1].values[1] = (double)edges[t];
        }
    }
    free(edges);
}

static void vertex(truth *of, const attack_case *from, expected *to)
{
    add(to, "triangles", (double)of->total, JSON);
    if (from->given->generalized) {
        generalized(of, to);
        return;
    }
    begin_table(to, of, 1, 1, 0);
    to->ordered = true;
    to->between = from->given->samples > 0;
    for (uint32_t v = 0; v < of->n; v++)
        if (of->present[v]) add_vertex(to, of, v, (double)of->triangles[v]);
}

static void edge(truth *of, const attack_case *from, expected *to)
{
    add(to, "triangles", (double)of->total, JSON);
    begin_table(to, of, 2, 1, 0);
    to->ordered = from->given->sorted;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++)
            if (is_joined(of, u, v))
                add_edge(to, of, (uint32_t[]){u, v}, (double)truth_common(of, u, v));
}

static void list(truth *of, const attack_case *from, expected *to)
{
    const uint32_t n = of->n;
    if (from->given->top == 0) add(to, "triangles", (double)of->total, JSON);
    begin_table(to, of, 3, 0, 0);
    to->ordered = from->given->sorted;
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = u + 1; v < n; v++)
            for (uint32_t w = v + 1; is_joined(of, u, v) && w < n; w++)
                if (is_joined(of, u, w) && is_joined(of, v, w)) {
                    row *made = expected_row(to);
                    made->ids[0] = of->ids[u], made->ids[1] = of->ids[v],
                    made->ids[2] = of->ids[w];
                }
}

/* ---- trusses and cores --------------------------------------------------------------------- */

/* The trussness of each edge, by removing edges that are in too few triangles, again and again.
 */
static uint32_t *peel_edges(const truth *of)
{
    const size_t n = of->n;
    uint32_t *trussness = test_allocate(n * n, sizeof *trussness);
    truth left = *of;
    left.edge = test_allocate(n * n, 1);
    memcpy(left.edge, of->edge, n * n);
    uint64_t edges = of->edges;
    for (uint32_t k = 3; edges > 0; k++) {
        bool removed = true;
        while (removed) {
            removed = false;
            for (uint32_t u = 0; u < n; u++)
                for (uint32_t v = u + 1; v < n; v++) {
                    if (!left.edge[u * n + v] || truth_common(&left, u, v) >= k - 2) continue;
                    left.edge[u * n + v] = left.edge[v * n + u] = 0;
                    trussness[u * n + v] = k - 1;
                    removed = true;
                    edges--;
                }
        }
    }
    free(left.edge);
    return trussness;
}

static void truss_figures(const truth *of, const uint32_t *trussness, expected *to)
{
    uint64_t *edges = test_allocate(of->n + 2, sizeof *edges);
    uint32_t most = of->edges > 0 ? 2 : 0;
    for (size_t i = 0; i < (size_t)of->n * of->n; i++) {
        edges[trussness[i]]++;
        if (trussness[i] > most) most = trussness[i];
    }
    add(to, "k_max", most, BOTH);
    for (uint32_t k = 2; k <= most; k++) {
        char key[32];
        snprintf(key, sizeof key, "histogram.%u", k);
        if (edges[k]) add(to, key, (double)edges[k], JSON);
        snprintf(key, sizeof key, "%u", k);
        if (edges[k]) add(to, key, (double)edges[k], TEXT);
    }
    free(edges);
}

static void truss(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    uint32_t *trussness = peel_edges(of);
    add(to, "triangles", (double)of->total, JSON);
    if (given->truss > 0) {
        const uint32_t k = (uint32_t)given->truss;
        uint64_t edges = 0;
        for (size_t i = 0; i < (size_t)of->n * of->n; i++) edges += trussness[i] >= k;
        add(to, "truss_edges", (double)edges, JSON);
        add(to, "edges", (double)edges, TEXT);
        for (size_t i = 0; i < (size_t)of->n * of->n; i++) trussness[i] = trussness[i] >= k;
        if (given->output) part_of(to, of, trussness, from);
    } else {
        truss_figures(of, trussness, to);
        if (given->output) begin_table(to, of, 2, 1, 0);
        for (uint32_t u = 0; given->output && u < of->n; u++)
            for (uint32_t v = u + 1; v < of->n; v++)
                if (is_joined(of, u, v))
                    add_edge(to, of, (uint32_t[]){u, v}, trussness[(size_t)u * of->n + v]);
        to->ordered = given->sorted;
    }
    free(trussness);
}

/* The core number of each vertex, by removing vertices that have too few neighbours. */
static double *peel_vertices(const truth *of)
{
    const size_t n = of->n;
    double *cores = test_allocate(n, sizeof *cores);
    bool *gone = test_allocate(n, sizeof *gone);
    for (uint32_t k = 1; k <= n; k++) {
        bool removed = true;
        while (removed) {
            removed = false;
            for (size_t v = 0; v < n; v++) {
                uint32_t degree = 0;
                if (gone[v]) continue;
                for (size_t w = 0; w < n; w++) degree += is_joined(of, v, w) && !gone[w];
                if (degree >= k) continue;
                cores[v] = k - 1;
                gone[v] = removed = true;
            }
        }
    }
    free(gone);
    return cores;
}

static void core(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    double *cores = peel_vertices(of), most = 0;
    for (uint32_t v = 0; v < of->n; v++) most = cores[v] > most ? cores[v] : most;
    if (given->core == NULL) {
        add(to, "degeneracy", most, JSON);
        if (!given->json || given->output || given->top || given->compression)
            vertex_table(to, of, cores, false);
    } else {
        const double k = strcmp(given->core, "max") == 0 ? most : atof(given->core);
        uint32_t *least = test_allocate((size_t)of->n * of->n, sizeof *least);
        for (uint32_t u = 0; u < of->n; u++)
            for (uint32_t v = 0; v < of->n; v++)
                least[(size_t)u * of->n + v] = cores[u] >= k && cores[v] >= k;
        part_of(to, of, least, from);
        add(to, "core_edges", (double)to->count, JSON);
        free(least);
    }
    free(cores);
}

/* ---- clustering ---------------------------------------------------------------------------- */

/* Averages the values over vertices with an edge, or over all. */
static double average(const truth *of, const double *values, bool isolated)
{
    const double count = (double)(of->vertices + (isolated ? of->isolated : 0));
    double sum = 0;
    for (uint32_t v = 0; v < of->n; v++) sum += of->present[v] ? values[v] : 0;
    return count > 0 ? sum / count : 0;
}

static double directed_of(const truth *of, uint32_t v, tricorn_directed kind)
{
    const size_t n = of->n;
    const unsigned char *arc = of->arc;
    double found = 0, all = 0, both = 0;
    const double d = (double)of->degree[v];
    for (size_t j = 0; j < n; j++) {
        all += arc[v * n + j] + arc[j * n + v];
        both += arc[v * n + j] & arc[j * n + v];
        for (size_t k = 0; k < n; k++) {
            const int near = kind == TRICORN_LDBC
                                 ? is_joined(of, v, j) * is_joined(of, v, k) * arc[j * n + k]
                                 : (arc[v * n + j] + arc[j * n + v]) *
                                       (arc[v * n + k] + arc[k * n + v]) *
                                       (arc[j * n + k] + arc[k * n + j]);
            found += near;
        }
    }
    const double possible = kind == TRICORN_LDBC ? d * (d - 1) : 2 * (all * (all - 1) - 2 * both);
    return possible > 0 ? found / possible : 0;
}

/* NetworkX's square clustering, pair by pair of neighbours; *squares gets their number. */
static double squares_of(const truth *of, uint32_t v, double *squares)
{
    const size_t n = of->n;
    double found = 0, possible = 0;
    for (size_t u = 0; u < n; u++)
        for (size_t w = u + 1; w < n; w++) {
            if (!is_joined(of, v, u) || !is_joined(of, v, w)) continue;
            const double q = (double)truth_common(of, (uint32_t)u, (uint32_t)w) - 1;
            const double own = 1 + q + is_joined(of, u, w);
            possible += (double)of->degree[u] - own + (double)of->degree[w] - own + q;
            found += q;
        }
    *squares += found;
    return possible > 0 ? found / possible : 0;
}

static double weighted_of(const truth *of, uint32_t v, tricorn_weighted kind, double largest)
{
    const size_t n = of->n;
    const double d = (double)of->degree[v];
    double found = 0, strength = 0;
    for (size_t u = 0; u < n; u++) {
        const double a = of->weight[v * n + u];
        strength += is_joined(of, v, u) ? a : 0;
        for (size_t w = u + 1; w < n; w++) {
            if (!is_joined(of, v, u) || !is_joined(of, v, w) || !is_joined(of, u, w)) continue;
            const double b = of->weight[v * n + w], c = of->weight[u * n + w];
            found += kind == TRICORN_BARRAT ? a + b
                                            : cbrt(a / largest * (b / largest) * (c / largest));
        }
    }
    if (found <= 0) return 0;
    return kind == TRICORN_BARRAT ? found / (strength * (d - 1)) : found / (d * (d - 1) / 2);
}

/* The clustering of one kind; false if the plain one is asked for. */
static bool coefficients(const truth *of, const cli_options *given, expected *to)
{
    double *values = test_allocate(of->n, sizeof *values), squares = 0, largest = 0;

    for (size_t i = 0; of->weight && i < (size_t)of->n * of->n; i++)
        if (of->edge[i] && of->weight[i] > largest) largest = of->weight[i];
    for (uint32_t v = 0; v < of->n; v++)
        values[v] = given->directed >= 0 ? directed_of(of, v, (tricorn_directed)given->directed)
                    : given->weighted >= 0
                        ? weighted_of(of, v, (tricorn_weighted)given->weighted, largest)
                        : squares_of(of, v, &squares);
    const bool asked = given->directed >= 0 || given->weighted >= 0 || given->squares;
    if (asked) {
        add(to, "average_clustering", average(of, values, given->isolated), BOTH);
        if (given->squares) add(to, "squares", squares / 4, BOTH);
        if (given->weighted >= 0) add(to, "largest_weight", largest, BOTH);
        if (given->weighted >= 0) add(to, "triangles", (double)of->total, BOTH);
        if (given->vertices) vertex_table(to, of, values, true);
    }
    free(values);
    return asked;
}

static void plain_clustering(const truth *of, const cli_options *given, expected *to)
{
    double *values = test_allocate(of->n, sizeof *values), sum = 0, degree2 = 0, nonzero = 0;
    const double wedges = wedges_of(of);
    for (uint32_t v = 0; v < of->n; v++) {
        const double d = (double)of->degree[v];
        values[v] = d > 1 ? 2 * (double)of->triangles[v] / (d * (d - 1)) : 0;
        sum += values[v];
        degree2 += d > 1;
        nonzero += values[v] > 0;
    }
    add(to, "transitivity", wedges > 0 ? 3 * (double)of->total / wedges : 0, BOTH);
    add(to, "average_clustering", average(of, values, given->isolated), BOTH);
    add(to, "average_clustering_degree2", degree2 > 0 ? sum / degree2 : 0, BOTH);
    add(to, "average_clustering_nonzero", nonzero > 0 ? sum / nonzero : 0, BOTH);
    add(to, "triangles", (double)of->total, BOTH);
    add(to, "wedges", wedges, BOTH);
    add(to, "vertices", (double)of->vertices, TEXT);
    add(to, "edges", (double)of->edges, TEXT);
    if (given->vertices) vertex_table(to, of, values, true);
    for (size_t i = 0, v = 0; given->vertices && i < to->count; i++, v++) {
        while (!of->present[v]) v++;
        double *made = to->rows[i].values;
        made[0] = (double)of->degree[v], made[1] = (double)of->triangles[v], made[2] = values[v];
    }
    if (given->vertices) to->values = 3;
    free(values);
}

static void cluster(truth *of, const attack_case *from, expected *to)
{
    to->refused = of->unequal;
    if (!coefficients(of, from->given, to)) plain_clustering(of, from->given, to);
}

/* ---- similarity, cliques and triads -------------------------------------------------------- */

static double similarity(const truth *of, uint32_t u, uint32_t v, tricorn_measure measure)
{
    const double a = (double)of->degree[u], b = (double)of->degree[v],
                 c = (double)truth_common(of, u, v);
    double sum = 0;
    switch (measure) {
    case TRICORN_COMMON: return c;
    case TRICORN_JACCARD: return c > 0 ? c / (a + b - c) : 0;
    case TRICORN_OVERLAP: return c > 0 ? c / fmin(a, b) : 0;
    case TRICORN_COSINE: return c > 0 ? c / sqrt(a * b) : 0;
    default: break;
    }
    for (size_t w = 0; w < of->n; w++) {
        const double d = (double)of->degree[w];
        if (is_joined(of, u, w) && is_joined(of, v, w))
            sum += measure == TRICORN_RESOURCE ? 1 / d : 1 / log(d);
    }
    return sum;
}

static void similar(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    const edge_list *pairs = &from->lists[PAIRS];
    const tricorn_measure measure = (tricorn_measure)given->measure;
    if (!given->pairs) add(to, "triangles", (double)of->total, JSON);
    begin_table(to, of, 2, 1, 1);
    to->ordered = given->sorted && !given->pairs;
    for (uint64_t p = 0; given->pairs && p < pairs->count; p++) {
        const double value =
            similarity(of, pairs->pairs[2 * p], pairs->pairs[2 * p + 1], measure);
        if (value >= given->least) add_edge(to, of, pairs->pairs + 2 * p, value);
    }
    for (uint32_t u = 0; !given->pairs && u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++) {
            const double value = similarity(of, u, v, measure);
            if (is_joined(of, u, v) && value >= given->least)
                add_edge(to, of, (uint32_t[]){u, v}, value);
        }
}

/* Adds the cliques that contain `chosen`, whose other vertices are among those above the last
 * one. */
static double extend(const truth *of, uint32_t *chosen, uint32_t used, uint32_t size,
                     double *vertices)
{
    double found = 0;
    if (used == size) {
        for (uint32_t i = 0; i < used; i++) vertices[chosen[i]]++;
        return 1;
    }
    for (uint32_t v = used ? chosen[used - 1] + 1 : 0; v < of->n; v++) {
        bool joined = true;
        for (uint32_t i = 0; i < used && joined; i++) joined = is_joined(of, chosen[i], v);
        if (!joined) continue;
        chosen[used] = v;
        found += extend(of, chosen, used + 1, size, vertices);
    }
    return found;
}

static void clique(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    double *vertices = test_allocate(of->n, sizeof *vertices);
    uint32_t *chosen = test_allocate(of->n + 1, sizeof *chosen);
    add(to, "cliques",
        given->size > of->n ? 0 : extend(of, chosen, 0, (uint32_t)given->size, vertices), BOTH);
    if (given->vertices) vertex_table(to, of, vertices, false);
    free(vertices);
    free(chosen);
}

/* The name of the triad, from the arcs among three vertices; named as by Davis and Leinhardt. */
static const char *triad(const unsigned char *arc, size_t n, const uint32_t t[3])
{
    int out[3] = {0}, in[3] = {0}, mutual = 0, single = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            const int there = arc[t[i] * n + t[j]], back = arc[t[j] * n + t[i]];
            if (there && back)
                mutual++;
            else if (there)
                single++, out[i]++, in[j]++;
            else if (back)
                single++, out[j]++, in[i]++;
        }
    const bool down = out[0] == 2 || out[1] == 2 || out[2] == 2,
               up = in[0] == 2 || in[1] == 2 || in[2] == 2;
    int middle = 0; /* the vertex of the single arc of 111 that the mutual pair has, too */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j && arc[t[i] * n + t[j]] && arc[t[j] * n + t[i]] && (out[i] || in[i]))
                middle = i;
    switch (10 * mutual + single) {
    case 0: return "003";
    case 1: return "012";
    case 10: return "102";
    case 2: return down ? "021D" : up ? "021U" : "021C";
    case 11: return in[middle] ? "111D" : "111U";
    case 3: return down ? "030T" : "030C";
    case 20: return "201";
    case 12: return down ? "120D" : up ? "120U" : "120C";
    case 21: return "210";
    default: return "300";
    }
}

static void census(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    double totals[VALUES_MOST] = {0};
    uint32_t *rows = test_allocate(of->n, sizeof *rows), used = 0;
    if (given->vertices) begin_table(to, of, 1, TRICORN_TRIADS, 0);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++) {
        if (!of->present[v]) continue;
        if (given->vertices) add_vertex(to, of, v, 0);
        rows[used++] = v;
    }
    for (uint32_t a = 0; a < used; a++)
        for (uint32_t b = a + 1; b < used; b++)
            for (uint32_t c = b + 1; c < used; c++) {
                const char *name = triad(of->arc, of->n, (uint32_t[]){rows[a], rows[b], rows[c]});
                int t = 0;
                while (strcmp(tricorn_triad_name(t), name) != 0) t++;
                totals[t]++;
                if (!given->vertices) continue;
                to->rows[a].values[t]++, to->rows[b].values[t]++, to->rows[c].values[t]++;
            }
    for (int t = 0; t < TRICORN_TRIADS; t++) {
        char key[32];
        snprintf(key, sizeof key, "triads.%s", tricorn_triad_name(t));
        add(to, key, totals[t], JSON);
        add(to, tricorn_triad_name(t), totals[t], TEXT);
    }
    free(rows);
}

/* ---- changes, descriptions and other verbs --------------------------------------------------
 */

static void change_batch(truth *of, const edge_list *list, uint64_t first, uint64_t most,
                         unsigned char value)
{
    for (uint64_t i = first; i < list->count && i - first < most; i++) {
        const size_t u = list->pairs[2 * i], v = list->pairs[2 * i + 1];
        of->edge[u * of->n + v] = of->edge[v * of->n + u] = value;
    }
}

static void change(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    const edge_list *removed = &from->lists[REMOVED], *added = &from->lists[ADDED];
    const uint64_t most = removed->count > added->count ? removed->count : added->count;
    add(to, "triangles", (double)of->total, TEXT);
    add(to, "triangles_before", (double)of->total, JSON);
    for (uint64_t first = 0; first < most; first += given->batch) {
        change_batch(of, removed, first, given->batch, 0);
        change_batch(of, added, first, given->batch, 1);
    }
    truth_count(of);
    add(to, "triangles", (double)of->total, JSON);
    add(to, "edges_after", (double)of->edges, JSON);
    if (!given->vertices) return;
    begin_table(to, of, 1, 1, 0);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++)
        if (of->present[v]) add_vertex(to, of, v, (double)of->triangles[v]);
}

static void info(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    double largest = 0;
    to->done_only = given->estimate;
    if (given->estimate) return;
    for (uint32_t v = 0; v < of->n; v++) largest = fmax(largest, (double)of->degree[v]);
    const bool plain = given->partition == NULL && !given->rows;
    add(to, "vertices", (double)of->vertices, BOTH);
    add(to, "edges", (double)of->edges, BOTH);
    add(to, "wedges", wedges_of(of), plain ? BOTH : JSON);
    add(to, "max_degree", largest, plain ? BOTH : JSON);
    add(to, "mean_degree", of->vertices ? 2 * (double)of->edges / (double)of->vertices : 0,
        plain ? BOTH : JSON);
    to->figures[to->figure_count - 1].tolerance = 1e-3;
}

static void report(truth *of, const attack_case *from, expected *to)
{
    add(to, "triangles", (double)of->total, from->given->output ? 0 : TEXT);
}

static void convert(truth *of, const attack_case *from, expected *to)
{
    uint32_t *ones = test_allocate((size_t)of->n * of->n, sizeof *ones);
    to->refused = !truth_through(of, from->given->to, from->form[FORM_WORDS]);
    graph_of(to, of, ones, 0);
    free(ones);
}

static void ends_well(truth *of, const attack_case *from, expected *to)
{
    (void)of, (void)from;
    to->done_only = true;
}

static const struct {
    const char *verb;
    answer_of *answer;
} answers[] = {
    {"count", count},        {"vertex", vertex},
    {"edge", edge},          {"list", list},
    {"truss", truss},        {"cluster", cluster},
    {"core", core},          {"similar", similar},
    {"clique", clique},      {"census", census},
    {"change", change},      {"info", info},
    {"report", report},      {"convert", convert},
    {"generate", ends_well}, {"algorithms", ends_well},
    {"formats", ends_well},  {"doctor", ends_well},
    {"bench", NULL}, /* it is not drawn: it times other programs */
};

static answer_of *answer_for(const char *verb, bool *known)
{
    *known = true;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].verb, verb) == 0) return answers[i].answer;
    *known = false;
    return NULL;
}

const char *attack_without_answer(void)
{
    bool known = true;
    for (size_t v = 0; cli_verb_at(v) != NULL; v++) {
        answer_for(cli_verb_at(v)->name, &known);
        if (!known) return cli_verb_at(v)->name;
    }
    return NULL;
}

/* Whether a pair of the list names a vertex that the graph does not have. */
static bool names_absent(const truth *of, const edge_list *list)
{
    for (uint64_t i = 0; i < 2 * list->count; i++)
        if (!of->present[list->pairs[i]]) return true;
    return false;
}

expected expect(const attack_case *of)
{
    const cli_options *given = of->given;
    bool known;
    truth graph = truth_of(of);
    expected made = {.top = given->top};
    const bool cleaned = graph.loops > 0 || graph.duplicates > 0;

    const bool empty =
        of->lists[LINES].count == 0 && !of->form[FORM_MATRIX] && !of->form[FORM_MISSING];

    made.refused =
        attack_reads_graph(of->verb) && (empty || (given->strict && !given->estimate && cleaned));
    if (of->form[FORM_THROUGH] &&
        !truth_through(&graph, tricorn_format_at(of->form[FORM_THROUGH] - 1)->name,
                       of->form[FORM_WORDS]))
        made.refused = true;
    for (int list = PAIRS; list < LISTS; list++)
        made.refused = made.refused || names_absent(&graph, &of->lists[list]);
    if (attack_reads_graph(of->verb)) add_description(&made, &graph);
    if (!made.refused) answer_for(of->verb->name, &known)(&graph, of, &made);
    truth_free(&graph);
    return made;
}

void expected_free(expected *of)
{
    free(of->rows);
}
