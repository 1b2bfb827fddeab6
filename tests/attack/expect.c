/* expect.c - what each verb must answer, by definition. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"

/* Adds what the verb must say of the graph, which a change may change. */
typedef void answer_of(truth *of, const attack_case *from, expected *to);

/* ---- parts of an answer ---- */

enum { TEXT = 1, JSON = 2, BOTH = 3, OPTIONAL = 4 };

static void add(expected *to, const char *key, double value, int where)
{
    figure *made = &to->figures[to->figure_count++];
    *made = (figure){.value = value, .tolerance = 1e-12, .where = where};
    snprintf(made->key, sizeof made->key, "%s", key);
}

static void begin_table(expected *to, const truth *of, unsigned ids, unsigned values)
{
    to->table = true;
    to->ids = ids;
    to->values = values;
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

/* A table of one column, by the vertices that are present. */
static void vertex_table(expected *to, const truth *of, const double *values)
{
    begin_table(to, of, 1, 1);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++)
        if (of->present[v]) *expected_row(to) = (row){{of->ids[v]}, {values[v]}};
}

/* The edges whose value in the matrix is at least `least`. */
static void edge_table(expected *to, const truth *of, const double *values, double least)
{
    begin_table(to, of, 2, 1);
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++) {
            const double value = values[(size_t)u * of->n + v];
            if (is_joined(of, u, v) && value >= least) *expected_row(to) = (row){{of->ids[u], of->ids[v]}, {value}};
        }
}

/* The same, written as a graph. Most formats need an edge, and pairs need numbers. */
static void part_of(expected *to, const truth *of, const double *values, double least)
{
    const cli_options *given = of->from->given;
    const char *out = given->output ? given->output : "", *format = given->to ? given->to : out;
    const bool tri = strstr(format, "tri") != NULL, pairs = strstr(format, "64") != NULL;
    edge_table(to, of, values, least);
    to->graph = true;
    to->values = 0;
    to->refused = (to->count == 0 && !tri) || (pairs && of->from->form[FORM_WORDS]);
}

static double wedges_of(const truth *of)
{
    double wedges = 0;
    for (uint32_t v = 0; v < of->n; v++) wedges += of->degree[v] * (of->degree[v] - 1) / 2;
    return wedges;
}

static double *matrix_of(const truth *of)
{
    return test_allocate((uint64_t)of->n * of->n, sizeof(double));
}

/* ---- totals, vertices and triangles ---- */

static void count(truth *of, const attack_case *from, expected *to)
{
    to->total = of->total;
    to->interval = from->given->error > 0 || from->given->sample >= 0;
    if (!to->interval) add(to, "triangles", of->total, BOTH);
}

static void generalized(const truth *of, expected *to)
{
    double *edges = test_allocate(of->n, sizeof *edges);
    begin_table(to, of, 1, 2);
    for (uint32_t v = 0; v < of->n; v++) {
        for (uint32_t w = 0; w < of->n; w++) edges[w] = 0;
        for (uint32_t w = 0; w < of->n; w++)
            if (is_joined(of, v, w)) edges[truth_common(of, v, w)]++;
        for (uint32_t t = 0; t < of->n; t++)
            if (edges[t] > 0) *expected_row(to) = (row){{of->ids[v]}, {t, edges[t]}};
    }
    free(edges);
}

static void vertex(truth *of, const attack_case *from, expected *to)
{
    add(to, "triangles", of->total, JSON);
    if (from->given->generalized)
        generalized(of, to);
    else
        vertex_table(to, of, of->triangles);
    to->between = from->given->samples > 0;
}

static void list(truth *of, const attack_case *from, expected *to)
{
    if (from->given->top == 0) add(to, "triangles", of->total, JSON);
    begin_table(to, of, 3, 0);
    to->ordered = from->given->sorted;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++)
            for (uint32_t w = v + 1; is_joined(of, u, v) && w < of->n; w++)
                if (is_joined(of, u, w) && is_joined(of, v, w))
                    *expected_row(to) = (row){{of->ids[u], of->ids[v], of->ids[w]}, {0}};
}

/* ---- trusses and cores ---- */

/* The trussness of each edge, by removing edges that are in too few triangles, round by round. */
static double *peel_edges(const truth *of)
{
    const size_t n = of->n;
    double *trussness = matrix_of(of), edges = of->edges;
    truth left = *of;
    left.edge = test_allocate(n * n, 1);
    memcpy(left.edge, of->edge, n * n);
    for (uint32_t k = 3; edges > 0; k++)
        for (bool removed = true; removed;) {
            removed = false;
            for (uint32_t u = 0; u < n; u++)
                for (uint32_t v = u + 1; v < n; v++) {
                    if (!is_joined(&left, u, v) || truth_common(&left, u, v) >= k - 2) continue;
                    left.edge[u * n + v] = left.edge[v * n + u] = 0;
                    trussness[u * n + v] = k - 1;
                    removed = true;
                    edges--;
                }
        }
    free(left.edge);
    return trussness;
}

/* The largest trussness, and how many edges have each. */
static void add_histogram(expected *to, const truth *of, const double *trussness)
{
    uint32_t most = 0, left = (uint32_t)of->edges;
    char key[FIGURE_KEY_BYTES];
    for (uint32_t k = 2; left > 0; most = k++) {
        uint32_t edges = 0;
        for (size_t i = 0; i < (size_t)of->n * of->n; i++) edges += trussness[i] == k;
        left -= edges;
        snprintf(key, sizeof key, "histogram.%u", k);
        if (edges) add(to, key, edges, JSON);
        if (edges) add(to, strchr(key, '.') + 1, edges, TEXT);
    }
    add(to, "k_max", most, BOTH);
}

static void truss(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    double *trussness = peel_edges(of), edges = 0;
    add(to, "triangles", of->total, JSON);
    for (size_t i = 0; i < (size_t)of->n * of->n; i++) edges += trussness[i] >= (double)given->truss;
    if (given->truss == 0) {
        add_histogram(to, of, trussness);
        if (given->output) edge_table(to, of, trussness, 0);
        to->ordered = given->sorted;
    } else {
        add(to, "truss_edges", edges, JSON);
        add(to, "edges", edges, TEXT);
        if (given->output) part_of(to, of, trussness, (double)given->truss);
    }
    free(trussness);
}

/* The core number of each vertex, by removing vertices that have too few neighbours. */
static double *peel_vertices(const truth *of)
{
    double *cores = test_allocate(of->n, sizeof *cores);
    bool *gone = test_allocate(of->n, sizeof *gone);
    for (uint32_t k = 1; k <= of->n; k++)
        for (bool removed = true; removed;) {
            removed = false;
            for (uint32_t v = 0; v < of->n; v++) {
                uint32_t degree = 0;
                for (uint32_t w = 0; w < of->n; w++) degree += is_joined(of, v, w) && !gone[w];
                if (gone[v] || degree >= k) continue;
                cores[v] = k - 1;
                gone[v] = removed = true;
            }
        }
    free(gone);
    return cores;
}

static void core(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    const char *k = given->core;
    double *cores = peel_vertices(of), *edges = matrix_of(of), most = 0;
    for (uint32_t v = 0; v < of->n; v++) {
        most = fmax(most, cores[v]);
        for (uint32_t u = 0; u < of->n; u++) edges[u * of->n + v] = fmin(cores[u], cores[v]);
    }
    if (k) {
        part_of(to, of, edges, strcmp(k, "max") == 0 ? most : atof(k));
        add(to, "core_edges", (double)to->count, JSON);
    } else {
        add(to, "degeneracy", most, JSON);
        if (!given->json || given->output || given->top || given->compression) vertex_table(to, of, cores);
    }
    free(edges);
    free(cores);
}

/* ---- clustering ---- */

/* Averages the values over vertices with an edge, or over all. */
static void add_average(expected *to, const truth *of, const double *values, bool isolated)
{
    const double vertices = of->vertices + (isolated ? of->isolated : 0);
    double sum = 0;
    for (uint32_t v = 0; v < of->n; v++) sum += of->present[v] ? values[v] : 0;
    add(to, "average_clustering", vertices > 0 ? sum / vertices : 0, BOTH);
}

/* How many arcs join two vertices. */
static int arcs(const truth *of, size_t u, size_t v)
{
    return of->arc[u * of->n + v] + of->arc[v * of->n + u];
}

static double part_of_fagiolo(const truth *of, size_t v, int kind)
{
    const size_t n = of->n;
    double found = 0, in = 0, out = 0, both = 0;
    for (size_t j = 0; j < n; j++) {
        const int to = of->arc[v * n + j], from = of->arc[j * n + v];
        in += from, out += to, both += to && from;
        for (size_t k = 0; k < n; k++)
            found += (kind == TRICORN_FAGIOLO_IN ? from : to) &&
                     of->arc[kind == TRICORN_FAGIOLO_MIDDLE ? k * n + j : j * n + k] &&
                     of->arc[kind == TRICORN_FAGIOLO_OUT ? v * n + k : k * n + v];
    }
    if (found <= 0) return 0;
    return kind == TRICORN_FAGIOLO_IN    ? found / (in * (in - 1))
           : kind == TRICORN_FAGIOLO_OUT ? found / (out * (out - 1))
                                         : found / (in * out - both);
}

static double directed_of(const truth *of, uint32_t v, int kind)
{
    const double d = of->degree[v];
    double triangles = 0, inside = 0, all = 0, both = 0;
    for (uint32_t j = 0; j < of->n; j++) {
        all += arcs(of, v, j);
        both += arcs(of, v, j) == 2;
        for (uint32_t k = 0; k < of->n; k++) {
            triangles += arcs(of, v, j) * arcs(of, v, k) * arcs(of, j, k);
            inside += is_joined(of, v, j) * is_joined(of, v, k) * of->arc[j * of->n + k];
        }
    }
    if (kind > TRICORN_LDBC) return part_of_fagiolo(of, v, kind);
    if (inside <= 0) return 0;
    return kind == TRICORN_LDBC ? inside / (d * (d - 1)) : triangles / (2 * (all * (all - 1) - 2 * both));
}

/* NetworkX's square clustering, pair by pair of neighbours; *squares gets their number. */
static double squares_of(const truth *of, uint32_t v, double *squares)
{
    double found = 0, possible = 0;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t w = u + 1; w < of->n; w++) {
            if (!is_joined(of, v, u) || !is_joined(of, v, w)) continue;
            const double q = (double)truth_common(of, u, w) - 1, own = 1 + q + is_joined(of, u, w);
            possible += of->degree[u] - own + of->degree[w] - own + q;
            found += q;
        }
    *squares += found;
    return possible > 0 ? found / possible : 0;
}

static double weighted_of(const truth *of, uint32_t v, int kind, double largest)
{
    const double *weight = of->weight, d = of->degree[v];
    const size_t n = of->n;
    double roots = 0, sums = 0, strength = 0;
    for (size_t u = 0; u < n; u++) {
        const double a = weight[v * n + u];
        strength += a;
        for (size_t w = u + 1; w < n; w++) {
            if (!is_joined(of, v, u) || !is_joined(of, v, w) || !is_joined(of, u, w)) continue;
            const double b = weight[v * n + w], c = weight[u * n + w];
            sums += a + b;
            roots += cbrt(a / largest * (b / largest) * (c / largest));
        }
    }
    if (sums <= 0) return 0;
    return kind == TRICORN_BARRAT ? sums / (strength * (d - 1)) : roots / (d * (d - 1) / 2);
}

static double weighted_transitivity(const truth *of)
{
    const size_t n = of->n;
    double all = 0, closed = 0;
    for (size_t v = 0; v < n; v++)
        for (size_t u = 0; u < n; u++)
            for (size_t w = 0; w < n; w++) {
                if (u == w || !of->edge[v * n + u] || !of->edge[v * n + w]) continue;
                all += of->weight[v * n + u] + of->weight[v * n + w];
                if (of->edge[u * n + w]) closed += of->weight[v * n + u] + of->weight[v * n + w];
            }
    return all > 0 ? closed / all : 0;
}

/* The coefficients of another kind than the plain one. */
static void coefficients(const truth *of, const cli_options *given, double *values, expected *to)
{
    double squares = 0, largest = 0;
    for (size_t i = 0; of->weight && i < (size_t)of->n * of->n; i++) largest = fmax(largest, of->weight[i]);
    for (uint32_t v = 0; v < of->n; v++)
        values[v] = given->directed >= 0   ? directed_of(of, v, given->directed)
                    : given->weighted >= 0 ? weighted_of(of, v, given->weighted, largest)
                                           : squares_of(of, v, &squares);
    if (given->squares) add(to, "squares", squares / 4, BOTH);
    if (given->weighted >= 0) add(to, "largest_weight", largest, BOTH);
    if (given->weighted >= 0) add(to, "triangles", of->total, BOTH);
    if (given->weighted == TRICORN_BARRAT) add(to, "weighted_transitivity", weighted_transitivity(of), BOTH);
}

static void plain(const truth *of, bool closed, double *values, expected *to)
{
    const double wedges = wedges_of(of);
    double sum = 0, of_degree2 = 0, degree2 = 0, nonzero = 0;
    for (uint32_t v = 0; v < of->n; v++) {
        const double d = of->degree[v];
        values[v] = d > 1 ? 2 * of->triangles[v] / (d * (d - 1)) : 0;
        if (closed && d > 0) values[v] = 2 * (of->triangles[v] + d) / (d * (d + 1));
        sum += values[v];
        of_degree2 += d > 1 ? values[v] : 0;
        degree2 += d > 1;
        nonzero += values[v] > 0;
    }
    add(to, "transitivity", wedges > 0 ? 3 * of->total / wedges : 0, BOTH);
    add(to, "average_clustering_degree2", degree2 > 0 ? of_degree2 / degree2 : 0, BOTH);
    add(to, "average_clustering_nonzero", nonzero > 0 ? sum / nonzero : 0, BOTH);
    add(to, "triangles", of->total, BOTH);
    add(to, "wedges", wedges, BOTH);
    add(to, "vertices", of->vertices, TEXT);
    add(to, "edges", of->edges, TEXT);
}

static void cluster(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    const bool other = given->directed >= 0 || given->weighted >= 0 || given->squares;
    double *values = test_allocate(of->n, sizeof *values);

    if (other)
        coefficients(of, given, values, to);
    else
        plain(of, given->closed, values, to);
    add_average(to, of, values, given->isolated);
    if (given->vertices) vertex_table(to, of, values);
    to->reals = 1;
    for (size_t i = 0, v = 0; !other && i < to->count; i++, v++) {
        while (!of->present[v]) v++;
        to->rows[i] = (row){{of->ids[v]}, {of->degree[v], of->triangles[v], values[v]}};
        to->values = 3;
    }
    to->refused = of->unequal;
    free(values);
}

/* ---- similarity, cliques and triads ---- */

static double similarity(const truth *of, uint32_t u, uint32_t v, int measure)
{
    const double a = of->degree[u], b = of->degree[v], c = (double)truth_common(of, u, v);
    double sum = 0;
    if (measure == TRICORN_COMMON || c <= 0) return c;
    if (measure == TRICORN_JACCARD) return c / (a + b - c);
    if (measure == TRICORN_OVERLAP) return c / fmin(a, b);
    if (measure == TRICORN_COSINE) return c / sqrt(a * b);
    for (uint32_t w = 0; w < of->n; w++)
        if (is_joined(of, u, w) && is_joined(of, v, w))
            sum += 1 / (measure == TRICORN_RESOURCE         ? of->degree[w]
                         : measure == TRICORN_COLLABORATION ? of->degree[w] - 1
                                                            : log(of->degree[w]));
    return sum;
}

static void similar_edges(const truth *of, int measure, double least, expected *to)
{
    double *values = matrix_of(of);
    add(to, "triangles", of->total, JSON);
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++)
            if (is_joined(of, u, v)) values[u * of->n + v] = similarity(of, u, v, measure);
    edge_table(to, of, values, least);
    to->ordered = of->from->given->sorted;
    free(values);
}

static void edge(truth *of, const attack_case *from, expected *to)
{
    similar_edges(of, TRICORN_COMMON, 0, to);
    if (!from->given->curvature) return;
    to->by_first = true;
    to->values = 2;
    to->reals = 1;
    for (size_t i = 0, u = 0; u < of->n; u++)
        for (size_t v = u + 1; v < of->n; v++)
            if (of->edge[u * of->n + v]) {
                double *values = to->rows[i++].values;
                values[1] = 4 - of->degree[u] - of->degree[v] + 3 * values[0];
            }
}

/* Burt's measures by their definition, of ties of equal weight. */
static void hole(truth *of, const attack_case *from, expected *to)
{
    double sums[2] = {0};
    if (from->given->vertices) begin_table(to, of, 1, 2);
    to->reals = 2;
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++) {
        double constraint = 0;
        for (uint32_t x = 0; x < of->n; x++) {
            if (!is_joined(of, v, x)) continue;
            double share = 1 / of->degree[v];
            for (uint32_t u = 0; u < of->n; u++)
                if (is_joined(of, v, u) && is_joined(of, u, x)) share += 1 / of->degree[v] / of->degree[u];
            constraint += share * share;
        }
        const bool none = of->degree[v] == 0;
        const double size = of->degree[v] - 2 * of->triangles[v] / of->degree[v];
        if (of->present[v] && from->given->vertices)
            *expected_row(to) = (row){{of->ids[v]}, {none ? NAN : constraint, none ? NAN : size}};
        sums[0] += none ? 0 : constraint;
        sums[1] += none ? 0 : size;
    }
    if (of->vertices == 0) return;
    add(to, "average_constraint", sums[0] / of->vertices, BOTH);
    add(to, "average_effective_size", sums[1] / of->vertices, BOTH);
}

static void similar(truth *of, const attack_case *from, expected *to)
{
    const cli_options *given = from->given;
    const edge_list *pairs = &from->lists[PAIRS];
    if (given->pairs || given->unjoined)
        begin_table(to, of, 2, 1);
    else
        similar_edges(of, given->measure, given->least, to);
    to->reals = 1;
    for (uint32_t u = 0; given->unjoined && u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++) {
            const double value = similarity(of, u, v, given->measure);
            if (value > 0 && value >= given->least && !is_joined(of, u, v))
                *expected_row(to) = (row){{of->ids[u], of->ids[v]}, {value}};
        }
    for (uint64_t p = 0; given->pairs && p < 2 * pairs->count; p += 2) {
        const uint32_t u = pairs->pairs[p], v = pairs->pairs[p + 1];
        const double value = similarity(of, u, v, given->measure);
        if (value >= given->least) *expected_row(to) = (row){{of->ids[u], of->ids[v]}, {value}};
    }
}

/* Counts the cliques that have the chosen vertices and others behind the last of these. */
static double extend(const truth *of, uint32_t *chosen, uint32_t used, double *vertices)
{
    double found = 0;
    if (used == of->from->given->size) {
        for (uint32_t i = 0; i < used; i++) vertices[chosen[i]]++;
        return 1;
    }
    for (uint64_t v = used ? chosen[used - 1] + 1 : 0; v + of->from->given->size <= of->n + used; v++) {
        bool joined = true;
        for (uint32_t i = 0; i < used && joined; i++) joined = is_joined(of, chosen[i], (uint32_t)v);
        chosen[used] = (uint32_t)v;
        if (joined) found += extend(of, chosen, used + 1, vertices);
    }
    return found;
}

static void clique(truth *of, const attack_case *from, expected *to)
{
    double *vertices = test_allocate(of->n, sizeof *vertices);
    uint32_t *chosen = test_allocate(of->n + 1, sizeof *chosen);
    add(to, "cliques", extend(of, chosen, 0, vertices), BOTH);
    if (from->given->vertices) vertex_table(to, of, vertices);
    free(vertices);
    free(chosen);
}

/* The orbit of a vertex of this degree in a graphlet of four vertices. */
static int orbit_of(int edges, int largest, int degree)
{
    if (edges == 3) return largest < 3 ? 3 + degree : degree == 1 ? 6 : 7;
    if (edges == 4) return largest < 3 ? 8 : 8 + degree;
    return edges == 5 ? 10 + degree : 14;
}

/* Adds the graphlets that four vertices have: each set of edges between them that is one, by its
 * number of edges and the largest degree in it. */
static void add_graphlets(const truth *of, const uint32_t v[4], double all[2][TRICORN_GRAPHLETS], double *orbits)
{
    enum { PAIRS_OF_FOUR = 6 };
    static const int ends[PAIRS_OF_FOUR][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    int there = 0;
    for (int p = 0; p < PAIRS_OF_FOUR; p++) there |= (int)is_joined(of, v[ends[p][0]], v[ends[p][1]]) << p;
    for (int set = 0; set < 1 << PAIRS_OF_FOUR; set++) {
        int degrees[4] = {0}, edges = 0, largest = 0, least = 3;
        for (int p = 0; p < PAIRS_OF_FOUR; p++)
            if (set >> p & 1) edges++, degrees[ends[p][0]]++, degrees[ends[p][1]]++;
        for (int i = 0; i < 4; i++) {
            if (degrees[i] > largest) largest = degrees[i];
            if (degrees[i] < least) least = degrees[i];
        }
        if ((set & there) != set || least == 0 || edges < 3) continue;
        const int kind = edges == 3 ? largest - 2 : edges == 4 ? largest : edges - 1;
        all[0][kind]++;
        if (set != there) continue;
        all[1][kind]++;
        for (int i = 0; i < 4; i++) orbits[v[i] * TRICORN_ORBITS + (size_t)orbit_of(edges, largest, degrees[i])]++;
    }
}

/* Sets the orbits of two and three vertices. */
static void set_small_orbits(const truth *of, double *orbits)
{
    for (uint32_t v = 0; v < of->n; v++, orbits += TRICORN_ORBITS) {
        const double d = of->degree[v], t = of->triangles[v];
        orbits[0] = d, orbits[1] = -2 * t, orbits[2] = d * (d - 1) / 2 - t, orbits[3] = t;
        for (uint32_t u = 0; u < of->n; u++)
            if (is_joined(of, v, u)) orbits[1] += of->degree[u] - 1;
    }
}

static void orbit_table(expected *to, const truth *of, const double *orbits)
{
    begin_table(to, of, 1, TRICORN_ORBITS);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++) {
        if (!of->present[v]) continue;
        row *made = expected_row(to);
        made->ids[0] = of->ids[v];
        memcpy(made->values, orbits + (size_t)v * TRICORN_ORBITS, TRICORN_ORBITS * sizeof *orbits);
    }
}

static void graphlet(truth *of, const attack_case *from, expected *to)
{
    double all[2][TRICORN_GRAPHLETS] = {{0}};
    double *orbits = test_allocate((uint64_t)of->n * TRICORN_ORBITS, sizeof *orbits);
    char key[FIGURE_KEY_BYTES];
    for (uint32_t a = 0; a < of->n; a++)
        for (uint32_t b = a + 1; b < of->n; b++)
            for (uint32_t c = b + 1; c < of->n; c++)
                for (uint32_t d = c + 1; d < of->n; d++) add_graphlets(of, (uint32_t[]){a, b, c, d}, all, orbits);
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        snprintf(key, sizeof key, "subgraphs.%s", tricorn_graphlet_name(g));
        add(to, key, all[0][g], JSON);
        snprintf(key, sizeof key, "induced.%s", tricorn_graphlet_name(g));
        add(to, key, all[1][g], JSON);
        add(to, tricorn_graphlet_name(g), all[0][g], TEXT);
    }
    set_small_orbits(of, orbits);
    if (from->given->vertices) orbit_table(to, of, orbits);
    free(orbits);
}

/* tests/cli/analytics/test_label.py compares the counts of triples. */
static void label(truth *of, const attack_case *from, expected *to)
{
    (void)from;
    add(to, "triangles", of->total, JSON);
}

/* tests/cli/analytics/test_motif.py compares the counts of motifs. */
static void motif(truth *of, const attack_case *from, expected *to)
{
    add(to, "temporal_edges", (double)from->lists[LINES].count - of->loops, JSON);
}

/* The negative edges of a triple, or -1 if it is no triangle. */
static int negative_edges(const truth *of, size_t a, size_t b, size_t c)
{
    const size_t n = of->n;
    if (!is_joined(of, a, b) || !is_joined(of, a, c) || !is_joined(of, b, c)) return -1;
    return (of->weight[a * n + b] < 0) + (of->weight[a * n + c] < 0) + (of->weight[b * n + c] < 0);
}

enum { SIGN_COLUMNS = TRICORN_SIGNS + 1 };

/* Counts the triangles of each vertex by their negative edges; the last column is of unbalanced ones. */
static void count_signs(const truth *of, double *each)
{
    for (size_t a = 0; a < of->n; a++)
        for (size_t b = a + 1; b < of->n; b++)
            for (size_t c = b + 1; c < of->n; c++) {
                const size_t corners[] = {a, b, c};
                const int k = negative_edges(of, a, b, c);
                for (int i = 0; k >= 0 && i < 3; i++) {
                    each[corners[i] * SIGN_COLUMNS + (size_t)k]++;
                    each[corners[i] * SIGN_COLUMNS + TRICORN_SIGNS] += k % 2;
                }
            }
}

static void sign_table(expected *to, const truth *of, const double *each)
{
    begin_table(to, of, 1, SIGN_COLUMNS);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++) {
        if (!of->present[v]) continue;
        row *made = expected_row(to);
        made->ids[0] = of->ids[v];
        memcpy(made->values, each + (size_t)v * SIGN_COLUMNS, SIGN_COLUMNS * sizeof *each);
    }
}

/* The triangles of each edge by their negative edges, and the unbalanced ones. */
static void signed_edges(expected *to, const truth *of)
{
    begin_table(to, of, 2, SIGN_COLUMNS);
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u + 1; v < of->n; v++) {
            if (!is_joined(of, u, v)) continue;
            row *made = expected_row(to);
            made->ids[0] = of->ids[u];
            made->ids[1] = of->ids[v];
            for (uint32_t w = 0; w < of->n; w++) {
                const int k = w == u || w == v ? -1 : negative_edges(of, u, v, w);
                if (k < 0) continue;
                made->values[k]++;
                made->values[TRICORN_SIGNS] += k % 2;
            }
        }
    to->ordered = of->from->given->sorted;
}

static void balance(truth *of, const attack_case *from, expected *to)
{
    double *each = test_allocate((size_t)of->n * SIGN_COLUMNS, sizeof *each);
    double totals[SIGN_COLUMNS] = {0}, negative = 0;
    char key[FIGURE_KEY_BYTES];

    to->refused = of->unequal;
    count_signs(of, each);
    for (size_t i = 0; i < (size_t)of->n * SIGN_COLUMNS; i++) totals[i % SIGN_COLUMNS] += each[i] / 3;
    for (size_t i = 0; i < (size_t)of->n * of->n; i++) {
        negative += (of->weight[i] < 0) / 2.0;
        to->refused = to->refused || (of->edge[i] && of->weight[i] == 0);
    }
    for (int k = 0; k < TRICORN_SIGNS; k++) {
        snprintf(key, sizeof key, "signs.%s", tricorn_signs_name(k));
        add(to, key, nearbyint(totals[k]), JSON);
        add(to, tricorn_signs_name(k), nearbyint(totals[k]), TEXT);
    }
    const double unbalanced = nearbyint(totals[TRICORN_SIGNS]), balanced = of->total - unbalanced;
    add(to, "triangles", of->total, JSON);
    add(to, "balanced", balanced, BOTH);
    add(to, "unbalanced", unbalanced, BOTH);
    add(to, "negative_edges", negative, BOTH);
    add(to, "positive_edges", of->edges - negative, BOTH);
    if (of->total > 0) add(to, "degree_of_balance", balanced / of->total, BOTH);
    if (from->given->vertices) sign_table(to, of, each);
    if (from->given->edges) signed_edges(to, of);
    free(each);
}

/* ---- two sides ---- */

/* A row of each vertex: its side, and its butterflies. */
static void side_table(expected *to, const truth *of)
{
    const uint32_t half = of->n / 2;
    begin_table(to, of, 1, 2);
    for (uint32_t v = 0; v < of->n; v++) {
        if (!of->present[v]) continue;
        row *made = expected_row(to);
        made->ids[0] = of->ids[v];
        made->values[0] = v >= half;
        for (uint32_t w = v < half ? 0 : half; w < (v < half ? half : of->n); w++) {
            const double shared = w == v ? 0 : (double)truth_common(of, v, w);
            made->values[1] += shared * (shared - 1) / 2;
        }
    }
}

/* The butterflies of each edge u-v: those with another left and another right vertex. */
static void butterfly_edges(expected *to, const truth *of)
{
    double *values = matrix_of(of);
    for (uint32_t u = 0; u < of->n / 2; u++)
        for (uint32_t v = of->n / 2; v < of->n; v++)
            for (uint32_t w = 0; w < of->n / 2; w++)
                if (w != u && is_joined(of, w, v))
                    values[u * of->n + v] += (double)truth_common(of, u, w) - is_joined(of, u, v);
    edge_table(to, of, values, -1);
    to->ordered = false; /* the ids of both sides are compared as they are */
    free(values);
}

static void butterfly(truth *of, const attack_case *from, expected *to)
{
    const uint32_t side = of->n / 2;
    double all = 0, paths = 0, found[2] = {0};

    to->refused = from->lists[LISTED].count > 0;
    for (uint32_t u = 0; u < side; u++)
        for (uint32_t v = 0; v < of->n; v++) {
            const double shared = u < v && v < side ? (double)truth_common(of, u, v) : 0;
            all += shared * (shared - 1) / 2;
            if (is_joined(of, u, v)) paths += (of->degree[u] - 1) * (of->degree[v] - 1);
        }
    for (uint32_t v = 0; v < of->n; v++) found[v >= side] += of->present[v];
    add(to, "left", found[0], BOTH);
    add(to, "right", found[1], BOTH);
    add(to, "butterflies", all, BOTH);
    add(to, "paths_of_3", paths, BOTH);
    add(to, "robins_alexander", paths > 0 ? 4 * all / paths : 0, BOTH);
    if (from->given->vertices) side_table(to, of);
    if (from->given->edges) butterfly_edges(to, of);
}

/* ---- directions ---- */

/* The number of the triad, by the names of Davis and Leinhardt: mutual, asymmetric and null pairs, and a letter. */
static int triad(const truth *of, const uint32_t t[3])
{
    int out[3] = {0}, in[3] = {0}, both[3] = {0}, mutual = 0, single = 0;
    char name[8];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int there = of->arc[t[i] * of->n + t[j]], back = of->arc[t[j] * of->n + t[i]];
            mutual += i < j && there && back;
            single += there && !back;
            both[i] += there && back;
            out[i] += there && !back;
            in[i] += back && !there;
        }
    const bool down = out[0] == 2 || out[1] == 2 || out[2] == 2;
    const bool up = in[0] == 2 || in[1] == 2 || in[2] == 2;
    const bool into = (both[0] && in[0]) || (both[1] && in[1]) || (both[2] && in[2]);
    const char *letter = "";
    if (mutual == 1 && single == 1)
        letter = into ? "D" : "U";
    else if (single == 3)
        letter = down ? "T" : "C";
    else if (single == 2)
        letter = down ? "D" : up ? "U" : "C";
    snprintf(name, sizeof name, "%d%d%d%s", mutual, single, 3 - mutual - single, letter);
    for (int number = 0;; number++)
        if (strcmp(tricorn_triad_name(number), name) == 0) return number;
}

/* The number of edges of the triple, which is the number of its kind. */
static int triple(const truth *of, const uint32_t t[3])
{
    return of->edge[t[0] * of->n + t[1]] + of->edge[t[0] * of->n + t[2]] + of->edge[t[1] * of->n + t[2]];
}

static void census(truth *of, const attack_case *from, expected *to)
{
    const bool undirected = from->given->undirected;
    const char *(*const name)(int) = undirected ? tricorn_triple_name : tricorn_triad_name;
    double totals[VALUES_MOST] = {0};
    uint32_t *v = test_allocate(of->n, sizeof *v), used = 0;
    expected each = {.count = 0};
    char key[FIGURE_KEY_BYTES];

    vertex_table(&each, of, of->degree);
    for (uint32_t w = 0; w < of->n; w++)
        if (of->present[w]) v[used++] = w;
    for (uint32_t a = 0; a < used; a++) each.rows[a].values[0] = 0;
    for (uint32_t a = 0; a < used; a++)
        for (uint32_t b = a + 1; b < used; b++)
            for (uint32_t c = b + 1; c < used; c++) {
                const uint32_t corners[] = {v[a], v[b], v[c]};
                const int t = (undirected ? triple : triad)(of, corners);
                totals[t]++;
                each.rows[a].values[t]++, each.rows[b].values[t]++, each.rows[c].values[t]++;
            }
    for (int t = 0; name(t) != NULL; t++) {
        snprintf(key, sizeof key, "%s.%s", undirected ? "triples_of_vertices" : "triads", name(t));
        add(to, key, totals[t], JSON);
        add(to, name(t), totals[t], TEXT);
    }
    if (from->given->vertices) {
        begin_table(to, of, 1, undirected ? TRICORN_TRIPLES : TRICORN_TRIADS);
        to->ordered = true;
        to->rows = each.rows;
        to->count = each.count;
    } else {
        expected_free(&each);
    }
    free(v);
}

/* ---- changes, descriptions and other verbs ---- */

static void change_batch(truth *of, attack_list which, uint64_t first, unsigned char value)
{
    const edge_list *list = &of->from->lists[which];
    for (uint64_t i = first; i < list->count && i - first < of->from->given->batch; i++) {
        const size_t u = list->pairs[2 * i], v = list->pairs[2 * i + 1];
        of->edge[u * of->n + v] = of->edge[v * of->n + u] = value;
    }
}

static void change(truth *of, const attack_case *from, expected *to)
{
    const uint64_t removed = from->lists[REMOVED].count, added = from->lists[ADDED].count;
    add(to, "triangles", of->total, TEXT);
    add(to, "triangles_before", of->total, JSON);
    for (uint64_t first = 0; first < removed + added; first += from->given->batch) {
        change_batch(of, REMOVED, first, 0);
        change_batch(of, ADDED, first, 1);
    }
    truth_count(of);
    add(to, "triangles", of->total, JSON);
    add(to, "edges_after", of->edges, JSON);
    if (from->given->vertices) vertex_table(to, of, of->triangles);
}

static void info(truth *of, const attack_case *from, expected *to)
{
    const int where = from->given->partition || from->given->rows ? JSON : BOTH;
    double largest = 0;
    to->done_only = from->given->estimate;
    for (uint32_t v = 0; v < of->n; v++) largest = fmax(largest, of->degree[v]);
    add(to, "vertices", of->vertices, BOTH);
    add(to, "edges", of->edges, BOTH);
    add(to, "wedges", wedges_of(of), where);
    add(to, "max_degree", largest, where);
    add(to, "mean_degree", of->vertices > 0 ? 2 * of->edges / of->vertices : 0, where);
    to->figures[to->figure_count - 1].tolerance = 1e-3;
}

static void report(truth *of, const attack_case *from, expected *to)
{
    add(to, "triangles", of->total, from->given->output ? 0 : TEXT);
}

static void convert(truth *of, const attack_case *from, expected *to)
{
    double *zeros = matrix_of(of);
    const bool holds = truth_through(of, from->given->to, from->form[FORM_WORDS]);
    part_of(to, of, zeros, 0);
    to->refused = !holds;
    free(zeros);
}

static void ends_well(truth *of, const attack_case *from, expected *to)
{
    (void)of, (void)from;
    to->done_only = true;
}

/* The record of the first algorithm; `bench` itself fails if the others count other numbers. What
 * needs a GPU is a record without a number. */
static void bench(truth *of, const attack_case *from, expected *to)
{
    const tricorn_algorithm_description *first = attack_algorithm(from, "algorithms");
    const bool on_gpu = from->given->prepare || (first && strcmp(first->device, "gpu") == 0);
    const unsigned through = from->form[FORM_THROUGH];
    /* What is prepared already is not prepared. */
    to->refused = from->given->prepare && through && strcmp(tricorn_format_at(through - 1)->name, "tri") == 0;
    add(to, "triangles", of->total, on_gpu ? JSON | OPTIONAL : JSON);
}

static const struct verb_answer {
    const char *verb;
    answer_of *answer;
} answers[] = {
  {"count", count},
  {"vertex", vertex},
  {"edge", edge},
  {"list", list},
  {"truss", truss},
  {"cluster", cluster},
  {"core", core},
  {"similar", similar},
  {"hole", hole},
  {"clique", clique},
  {"graphlet", graphlet},
  {"label", label},
  {"motif", motif},
  {"balance", balance},
  {"census", census},
  {"butterfly", butterfly},
  {"change", change},
  {"info", info},
  {"report", report},
  {"convert", convert},
  {"generate", ends_well},
  {"algorithms", ends_well},
  {"formats", ends_well},
  {"doctor", ends_well},
  {"bench", bench},
};

static const struct verb_answer *answer_for(const cli_verb *verb)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].verb, verb->name) == 0) return &answers[i];
    return NULL;
}

const char *attack_without_answer(void)
{
    for (size_t v = 0; cli_verb_at(v) != NULL; v++)
        if (answer_for(cli_verb_at(v)) == NULL) return cli_verb_at(v)->name;
    return NULL;
}

/* Whether the graph has no line, has one that --strict refuses, cannot be converted, or lacks a vertex of a pair. */
static bool must_be_refused(truth *graph, const attack_case *of)
{
    const unsigned *form = of->form;
    const bool cleaned = graph->loops > 0 || graph->duplicates > 0;
    bool refused = of->lists[LINES].count == 0 && !form[FORM_MATRIX] && !form[FORM_MISSING];

    refused = refused || (of->given->strict && !of->given->estimate && cleaned);
    if (form[FORM_THROUGH])
        refused = !truth_through(graph, tricorn_format_at(form[FORM_THROUGH] - 1)->name, form[FORM_WORDS]) || refused;
    for (int list = PAIRS; list < LISTS; list++)
        for (uint64_t i = 0; i < 2 * of->lists[list].count; i++)
            refused = refused || !graph->present[of->lists[list].pairs[i]];
    return refused;
}

expected expect(const attack_case *of)
{
    truth graph = truth_of(of);
    expected made = {.top = of->given->top};

    if (attack_reads_graph(of->verb)) {
        made.refused = must_be_refused(&graph, of);
        add(&made, "vertices", graph.vertices, JSON | OPTIONAL);
        add(&made, "isolated", graph.isolated, JSON | OPTIONAL);
        add(&made, "edges", graph.edges, JSON | OPTIONAL);
        add(&made, "missing", graph.missing, JSON | OPTIONAL);
    }
    if (!made.refused) answer_for(of->verb)->answer(&graph, of, &made);
    truth_free(&graph);
    return made;
}

void expected_free(expected *of)
{
    free(of->rows);
}
