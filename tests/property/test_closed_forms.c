/* test_closed_forms.c - every algorithm on graphs with a known formula for their triangles. Small graphs are also
 * counted by brute force: the formula and the builder must agree before an algorithm is tested with them. */
#include "support/families.h"
#include "support/per_algorithm.h"

#include <stdlib.h>

enum { BRUTE_FORCE_VERTICES = 130 };

/* Takes the edges. */
static void check_known(property_state *state, const char *name, edge_list edges, uint64_t expected)
{
    if (edges.vertices <= BRUTE_FORCE_VERTICES)
        CHECK_EQ(edge_list_brute_force(&edges), expected, "brute force on %s", name);
    check_edges(state, &edges, expected, name);
    edge_list_free(&edges);
}

#define CHECK_KNOWN(state, edges, expected) check_known((state), #edges, (edges), (expected))

static void classics(property_state *state)
{
    edge_list none = edge_list_create(0), loop = edge_list_create(1);
    edge_list_add(&loop, 0, 0);

    CHECK_KNOWN(state, none, 0);
    CHECK_KNOWN(state, loop, 0);
    CHECK_KNOWN(state, make_complete(2), 0);
    CHECK_KNOWN(state, make_complete(3), 1);
    CHECK_KNOWN(state, make_complete(4), 4);
    CHECK_KNOWN(state, make_karate(), 45);
    CHECK_KNOWN(state, make_subsets(5, 2, 0), 0); /* Petersen */
    CHECK_KNOWN(state, make_multipartite((const uint32_t[]){2, 2, 2}, 3), 8); /* octahedron */
    CHECK_KNOWN(state, make_icosahedron(), 20);
    CHECK_KNOWN(state, make_wagner(), 0);
}

/* A strongly regular graph with v vertices of degree k, whose neighbours share l, has v k l / 6.
 */
static void strongly_regular(property_state *state)
{
    static const uint32_t primes[] = {5, 13, 17, 29, 37, 53, 101, 197, 241};

    CHECK_KNOWN(state, make_shrikhande(), 32);
    CHECK_KNOWN(state, make_hamming(2, 4), 32); /* the rook's graph */
    CHECK_KNOWN(state, make_schlaefli(), 720);
    CHECK_KNOWN(state, make_clebsch(), 0);
    CHECK_KNOWN(state, make_hoffman_singleton(), 0);
    for (size_t i = 0; i < LENGTH(primes); i++) {
        const uint64_t q = primes[i];
        CHECK_KNOWN(state, make_paley(primes[i]), q * (q - 1) * (q - 5) / 48);
    }
}

static void without_triangles(property_state *state)
{
    CHECK_KNOWN(state, make_path(2000), 0);
    CHECK_KNOWN(state, make_star(5000), 0); /* a hub wider than any block */
    CHECK_KNOWN(state, make_tree(3000, &state->random), 0);
    CHECK_KNOWN(state, make_grid(40, 61), 0);
    CHECK_KNOWN(state, make_hypercube(9), 0);
    CHECK_KNOWN(state, make_multipartite((const uint32_t[]){100, 150}, 2), 0);
    CHECK_KNOWN(state, make_multipartite((const uint32_t[]){1, 3000}, 2), 0);
    CHECK_KNOWN(state, make_ring(1000, 1), 0);
}

static void complete_graphs(property_state *state)
{
    for (uint32_t n = 5; n <= 70; n++) /* past a warp, past a word of 64 bits */
        CHECK_KNOWN(state, make_complete(n), choose(n, 3));
    CHECK_KNOWN(state, make_complete(100), 161700);
    CHECK_KNOWN(state, make_complete(257), choose(257, 3));
    CHECK_KNOWN(state, make_complete(400), choose(400, 3));
}

/* The third elementary symmetric polynomial of the sizes. */
static uint64_t triples(const uint32_t *sizes, uint32_t parts)
{
    uint64_t sum = 0;
    for (uint32_t a = 0; a < parts; a++)
        for (uint32_t b = a + 1; b < parts; b++)
            for (uint32_t c = b + 1; c < parts; c++) sum += (uint64_t)sizes[a] * sizes[b] * sizes[c];
    return sum;
}

static void multipartite_graphs(property_state *state)
{
    static const uint32_t mixed[] = {1, 1, 2, 3, 5, 8, 13}, skewed[] = {1, 2, 400};
    enum { MOST_PARTS = 12 };

    CHECK_KNOWN(state, make_multipartite(mixed, 7), triples(mixed, 7));
    CHECK_KNOWN(state, make_multipartite(skewed, 3), triples(skewed, 3));
    for (uint32_t parts = 3; parts <= MOST_PARTS; parts++)
        for (uint32_t size = 1; size <= 9; size += 4) { /* Turan's graphs */
            uint32_t sizes[MOST_PARTS];
            for (uint32_t p = 0; p < parts; p++) sizes[p] = size;
            CHECK_KNOWN(state, make_multipartite(sizes, parts), choose(parts, 3) * size * size * size);
        }
}

static void rings_and_paths(property_state *state)
{
    for (uint32_t k = 1; k <= 33; k += 4)
        for (uint32_t n = 3 * k; n <= 3 * k + 40; n += 20) {
            uint64_t expected = (uint64_t)n * k * (k - 1) / 2, path = 0;
            if (n == 3 * k) expected += n / 3; /* triangles that go once around */
            if (n <= 2 * k || n < 3) continue;
            CHECK_KNOWN(state, make_ring(n, k), expected);
            for (uint64_t s = 2; s <= k; s++) path += (s - 1) * (n - s);
            CHECK_KNOWN(state, make_path_power(n, k), path);
        }
    CHECK_KNOWN(state, make_ring(15, 5), 15 * 5 * 4 / 2 + 5);
    CHECK_KNOWN(state, make_ring(1500, 300), UINT64_C(1500) * 300 * 299 / 2); /* long rows */
}

/* (n/6) times the ordered triples of steps, forward or back, that add up to 0 modulo n. */
static uint64_t circulant_triangles(uint32_t n, const uint32_t *steps, uint32_t count)
{
    unsigned char *is_step = test_allocate(n, 1);
    uint64_t closed = 0;

    for (uint32_t s = 0; s < count; s++) is_step[steps[s]] = is_step[n - steps[s]] = 1;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; is_step[a] && b < n; b++) closed += is_step[b] && is_step[(2 * n - a - b) % n];
    free(is_step);
    return closed * n / 6;
}

static void circulants(property_state *state)
{
    enum { MOST_STEPS = 12 };

    for (uint32_t n = 7; n <= 1000; n = n * 3 / 2) {
        uint32_t steps[MOST_STEPS], count = 1 + test_random_below(&state->random, MOST_STEPS);
        for (uint32_t s = 0; s < count; s++) steps[s] = 1 + test_random_below(&state->random, n / 2);
        CHECK_KNOWN(state, make_circulant(n, steps, count), circulant_triangles(n, steps, count));
    }
}

static void subset_graphs(property_state *state)
{
    for (uint32_t n = 5; n <= 9; n++)
        for (uint32_t k = 1; k <= 3; k++) {
            const uint64_t vertices = choose(n, k);
            CHECK_KNOWN(state, make_subsets(n, k, 0), /* Kneser */
              n < 3 * k ? 0 : vertices * choose(n - k, k) * choose(n - 2 * k, k) / 6);
            CHECK_KNOWN(state, make_subsets(n, k, k - 1), /* Johnson */
              vertices * k * (n - k) * (n - 2) / 6);
        }
    CHECK_KNOWN(state, make_subsets(40 / 2, 2, 1), UINT64_C(190) * 2 * 18 * 18 / 6);
}

static void hamming_graphs(property_state *state)
{
    for (uint32_t d = 1; d <= 3; d++)
        for (uint32_t q = 2; q <= 9; q++) {
            uint64_t lines = d;
            for (uint32_t i = 1; i < d; i++) lines *= q;
            CHECK_KNOWN(state, make_hamming(d, q), lines * choose(q, 3));
        }
}

static void hubs(property_state *state)
{
    for (uint32_t rim = 4; rim <= 4000; rim *= 5) CHECK_KNOWN(state, make_wheel(rim), rim);
    for (uint32_t k = 3; k <= 9; k += 2)
        for (uint32_t copies = 1; copies <= 2500; copies *= 50)
            CHECK_KNOWN(state, make_windmill(k, copies), copies * choose(k, 3));
    /* K_a joined to every vertex of a tree: a hubs, each in all edges but the tree's. */
    for (uint32_t a = 1; a <= 35; a += 17) {
        const uint32_t n = 600;
        edge_list clique = make_complete(a), tree = make_tree(n, &state->random);
        CHECK_KNOWN(state, make_join(&clique, &tree), choose(a, 3) + choose(a, 2) * n + (uint64_t)a * (n - 1));
        edge_list_free(&clique);
        edge_list_free(&tree);
    }
}

static void k_trees(property_state *state)
{
    for (uint32_t k = 1; k <= 9; k += 2)
        for (uint32_t n = k + 1; n <= 1200; n = 3 * n + 1)
            CHECK_KNOWN(state, make_k_tree(n, k, &state->random), choose(k + 1, 3) + (n - k - 1) * choose(k, 2));
    CHECK_KNOWN(state, make_k_tree(500, 3, &state->random), 3 * 500 - 8); /* Apollonian */
}

static void grids(property_state *state)
{
    for (uint32_t a = 2; a <= 40; a += 13)
        for (uint32_t b = 2; b <= 90; b += 29) {
            CHECK_KNOWN(state, make_grid_diagonal(a, b), 2 * (a - 1) * (b - 1));
            CHECK_KNOWN(state, make_king(a, b), 4 * (a - 1) * (b - 1));
            CHECK_KNOWN(state, make_torus_diagonal(a + 2, b + 2), 2 * (a + 2) * (b + 2));
        }
}

static uint64_t power(uint64_t base, uint32_t exponent)
{
    uint64_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

/* tr(A^3) is multiplicative: 1 + 3m for a star with a loop at its centre, 4 with one at a leaf.
 * Taking off the one loop that is left, at a vertex of degree d, takes 3d - 2 from it. */
static void check_theory(property_state *state, const uint32_t *m, uint32_t factors)
{
    uint64_t cubes = 1, degree = 1;

    for (uint32_t f = 0; f < factors; f++) {
        cubes *= 1 + 3 * m[f];
        degree *= 1 + m[f];
    }
    CHECK_KNOWN(state, make_theory(m, factors, THEORY_BARE), 0);
    CHECK_KNOWN(state, make_theory(m, factors, THEORY_CENTRE), (cubes - 3 * degree + 2) / 6);
    CHECK_KNOWN(state, make_theory(m, factors, THEORY_LEAF), (power(4, factors) - 3 * power(2, factors) + 2) / 6);
}

static void theory_stars(property_state *state)
{
    check_theory(state, (const uint32_t[]){3, 4}, 2);
    check_theory(state, (const uint32_t[]){3, 4, 5}, 3);
    check_theory(state, (const uint32_t[]){5, 9, 16}, 3);
    check_theory(state, (const uint32_t[]){3, 4, 5, 9}, 4);
    check_theory(state, (const uint32_t[]){2, 2, 2, 2, 2, 2}, 6);
    check_theory(state, (const uint32_t[]){300, 20}, 2); /* one vertex in all edges */
    /* Source: Fox et al., Table II: the sum of triangles for 5-9-16-25, loops at centres. */
    CHECK_KNOWN(state, make_theory((const uint32_t[]){5, 9, 16, 25}, 4, THEORY_CENTRE), 264799);
}

PROPERTIES_MAIN({"classics", classics}, {"strongly regular graphs", strongly_regular},
  {"graphs without triangles", without_triangles}, {"complete graphs", complete_graphs},
  {"complete multipartite graphs", multipartite_graphs}, {"rings and powers of paths", rings_and_paths},
  {"circulants", circulants}, {"Kneser and Johnson graphs", subset_graphs}, {"Hamming graphs", hamming_graphs},
  {"hubs", hubs}, {"k-trees", k_trees}, {"grids", grids}, {"theory stars", theory_stars})
