/* expect_pairs.c - what the verbs of pairs, of labels and times of vertices and edges, and of signs must answer. */
#include "expect.h"

/* ---- similarity and holes ---- */

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

void answer_edge(truth *of, const attack_case *from, expected *to)
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
void answer_hole(truth *of, const attack_case *from, expected *to)
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

void answer_similar(truth *of, const attack_case *from, expected *to)
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

/* ---- labels, times and signs ---- */

/* tests/cli/analytics/test_label.py compares the counts of triples. */
void answer_label(truth *of, const attack_case *from, expected *to)
{
    (void)from;
    add(to, "triangles", of->total, JSON);
}

/* tests/cli/analytics/test_motif.py compares the counts of motifs. */
void answer_motif(truth *of, const attack_case *from, expected *to)
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

void answer_balance(truth *of, const attack_case *from, expected *to)
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
    if (from->given->vertices) columns_table(to, of, each, SIGN_COLUMNS);
    if (from->given->edges) signed_edges(to, of);
    free(each);
}
