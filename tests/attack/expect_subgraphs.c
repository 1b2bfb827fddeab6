/* expect_subgraphs.c - what the verbs of graphlets, of two sides and of triads must answer. */
#include "expect.h"

/* ---- graphlets ---- */

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

void answer_graphlet(truth *of, const attack_case *from, expected *to)
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
    if (from->given->vertices) columns_table(to, of, orbits, TRICORN_ORBITS);
    free(orbits);
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

void answer_butterfly(truth *of, const attack_case *from, expected *to)
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

void answer_census(truth *of, const attack_case *from, expected *to)
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
