/* expect.c - what each verb must answer, by definition. */
#include "expect.h"

/* ---- parts of an answer ---- */

void add(expected *to, const char *key, double value, int where)
{
    figure *made = &to->figures[to->figure_count++];
    *made = (figure){.value = value, .tolerance = 1e-12, .where = where};
    snprintf(made->key, sizeof made->key, "%s", key);
}

void begin_table(expected *to, const truth *of, unsigned ids, unsigned values)
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

void columns_table(expected *to, const truth *of, const double *values, unsigned columns)
{
    begin_table(to, of, 1, columns);
    to->ordered = true;
    for (uint32_t v = 0; v < of->n; v++, values += columns) {
        if (!of->present[v]) continue;
        row *made = expected_row(to);
        made->ids[0] = of->ids[v];
        memcpy(made->values, values, columns * sizeof *values);
    }
}

void vertex_table(expected *to, const truth *of, const double *values)
{
    columns_table(to, of, values, 1);
}

void edge_table(expected *to, const truth *of, const double *values, double least)
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

double *matrix_of(const truth *of)
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

/* ---- cliques ---- */

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

/* ---- changes, descriptions and other verbs ---- */

static uint64_t batch_of(const truth *of)
{
    return of->from->given->batch ? of->from->given->batch : UINT32_MAX;
}

static void change_batch(truth *of, attack_list which, uint64_t first, unsigned char value)
{
    const edge_list *list = &of->from->lists[which];
    for (uint64_t i = first; i < list->count && i - first < batch_of(of); i++) {
        const size_t u = list->pairs[2 * i], v = list->pairs[2 * i + 1];
        of->edge[u * of->n + v] = of->edge[v * of->n + u] = value;
    }
}

static void change(truth *of, const attack_case *from, expected *to)
{
    const uint64_t removed = from->lists[REMOVED].count, added = from->lists[ADDED].count;
    add(to, "triangles", of->total, TEXT);
    add(to, "triangles_before", of->total, JSON);
    for (uint64_t first = 0; first < removed + added; first += batch_of(of)) {
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
  {"edge", answer_edge},
  {"list", list},
  {"truss", truss},
  {"cluster", cluster},
  {"core", core},
  {"similar", answer_similar},
  {"hole", answer_hole},
  {"clique", clique},
  {"graphlet", answer_graphlet},
  {"label", answer_label},
  {"motif", answer_motif},
  {"balance", answer_balance},
  {"census", answer_census},
  {"butterfly", answer_butterfly},
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
