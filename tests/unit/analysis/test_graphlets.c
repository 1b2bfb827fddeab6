/* test_graphlets.c - subgraphs of four vertices against all maps of each kind into small graphs, orbits against all
 * sets of two to four vertices, both against closed forms, and at the largest numbers. */
#include <stdlib.h>
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"

typedef unsigned __int128 wide;

enum { PAIRS = 6, MOST = 64 };

/* Which of the pairs 01, 02, 03, 12, 13, 23 are edges of each kind, and the number of maps of the
 * kind onto itself. */
static const struct {
    const char *name;
    int edges[PAIRS];
    uint32_t symmetries;
} kinds[TRICORN_GRAPHLETS] = {{"path", {1, 0, 0, 1, 0, 1}, 2}, {"star", {1, 1, 1, 0, 0, 0}, 6},
  {"cycle", {1, 0, 1, 1, 0, 1}, 8}, {"paw", {1, 1, 0, 1, 0, 1}, 2}, {"diamond", {1, 1, 0, 1, 1, 1}, 4},
  {"clique", {1, 1, 1, 1, 1, 1}, 24}};

/* Counts the maps of a kind: of four different vertices, in each order. */
static uint64_t maps(const unsigned char *matrix, uint32_t n, int kind, bool induced)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < n * n * n * n; i++) {
        const uint32_t v[4] = {i % n, i / n % n, i / n / n % n, i / n / n / n};
        bool fits = true;
        for (int a = 0, pair = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++, pair++) {
                const bool joined = matrix[v[a] * n + v[b]] != 0;
                fits &= v[a] != v[b] && (joined || !kinds[kind].edges[pair]) &&
                        (!induced || !joined || kinds[kind].edges[pair]);
            }
        found += fits;
    }
    return found / kinds[kind].symmetries;
}

/* The orbits of the vertices of one graph, by their ids. */
typedef struct counted {
    uint64_t of[MOST][TRICORN_ORBITS];
    tricorn_graphlets totals;
} counted;

static counted count(edge_list edges)
{
    counted found = {.totals = TRICORN_GRAPHLETS_INIT};
    uint64_t ids[MOST];

    tricorn_graph *graph = test_from_edges(fixture.context, edges.pairs, edges.count, LOADING(.graph.order = "input"));
    edge_list_free(&edges);
    const tricorn_graph_description description = test_describe(fixture.context, graph);
    const uint64_t n = description.vertices + description.isolated;
    uint64_t *orbits = test_allocate(n * TRICORN_ORBITS + 1, sizeof *orbits);
    orbits[n * TRICORN_ORBITS] = 1913;
    WORKS(tricorn_count_graphlets(fixture.context, graph, orbits, &found.totals));
    CHECK_EQ(orbits[n * TRICORN_ORBITS], 1913, "written behind its end");
    WORKS(tricorn_graph_ids(fixture.context, graph, ids, NULL));
    for (uint64_t v = 0; v < n; v++)
        for (uint64_t o = 0; o < TRICORN_ORBITS; o++) found.of[ids[v]][o] = orbits[o * n + v];
    tricorn_graph_free(graph);
    free(orbits);
    return found;
}

/* Adds the set to the orbits of its vertices, if they are connected. Orbits differ by the edges
 * of the induced subgraph, its largest degree and the vertex's own. */
static void add_set(const unsigned char *matrix, uint32_t n, const uint32_t *set, uint32_t size, counted *to)
{
    int degrees[4] = {0}, edges = 0, largest = 0, least = 4;
    for (uint32_t a = 0; a < size; a++) {
        for (uint32_t b = 0; b < size; b++) degrees[a] += matrix[set[a] * n + set[b]];
        edges += degrees[a];
        if (degrees[a] > largest) largest = degrees[a];
        if (degrees[a] < least) least = degrees[a];
    }
    edges /= 2;
    if (least == 0 || edges + 1 < (int)size) return;
    for (uint32_t a = 0; a < size; a++) {
        const int d = degrees[a];
        const int of_path_or_star = largest < 3 ? 3 + d : d == 1 ? 6 : 7;
        const int orbit = size == 2    ? 0
                          : size == 3  ? (edges == 3 ? 3 : d)
                          : edges == 3 ? of_path_or_star
                          : edges == 4 ? (largest < 3 ? 8 : 8 + d)
                          : edges == 5 ? 10 + d
                                       : 14;
        to->of[set[a]][orbit]++;
    }
}

static counted brute_force(const edge_list *edges)
{
    const uint32_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    counted right = {.totals = {0}};
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++) {
            add_set(matrix, n, (uint32_t[]){a, b}, 2, &right);
            for (uint32_t c = b + 1; c < n; c++) {
                add_set(matrix, n, (uint32_t[]){a, b, c}, 3, &right);
                for (uint32_t d = c + 1; d < n; d++) add_set(matrix, n, (uint32_t[]){a, b, c, d}, 4, &right);
            }
        }
    free(matrix);
    return right;
}

/* Also the totals: each induced graphlet is counted once at each of its vertices. */
static counted check(edge_list edges, const char *what, uint32_t trial)
{
    static const int graphlets[TRICORN_ORBITS] = {[4] = 0, 0, 1, 1, 2, 3, 3, 3, 4, 4, 5};
    const counted right = brute_force(&edges), found = count(edges);
    uint64_t sums[TRICORN_GRAPHLETS] = {0};
    for (uint32_t v = 0; v < MOST; v++)
        for (int o = 0; o < TRICORN_ORBITS; o++) {
            CHECK_EQ(found.of[v][o], right.of[v][o], "%s %u: vertex %u, orbit %d", what, trial, v, o);
            if (o > 3) sums[graphlets[o]] += found.of[v][o];
        }
    for (int g = 0; g < TRICORN_GRAPHLETS; g++)
        CHECK_EQ(sums[g], 4 * found.totals.induced_low[g], "%s", tricorn_graphlet_name(g));
    return found;
}

TEST_CASE(all_maps)
{
    test_random random = {1};
    for (uint32_t trial = 0; trial < 100; trial++) {
        edge_list edges = make_random(1 + test_random_below(&random, 12), test_random_below(&random, 101), &random);
        edge_list_relabel(&edges, &random);
        unsigned char *matrix = edge_list_matrix(&edges);
        const uint32_t n = edges.vertices;
        const counted found = check(edges, "random", trial);
        for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
            CHECK_EQ(found.totals.low[g], maps(matrix, n, g, false), "trial %u: %s", trial, kinds[g].name);
            CHECK_EQ(
              found.totals.induced_low[g], maps(matrix, n, g, true), "trial %u: induced %s", trial, kinds[g].name);
            CHECK_EQ(found.totals.high[g] + found.totals.induced_high[g], 0, "few");
        }
        free(matrix);
    }
}

/* A grid, cliques that share a vertex, and two hubs, in the middle and last: one in whose long
 * row ids are searched for, and one that comes late, which changes the order for squares. */
TEST_CASE(larger_graphs)
{
    check(make_king(5, 7), "king", 0);
    check(make_windmill(5, 6), "windmill", 0);
    edge_list hubs = edge_list_create(MOST);
    for (uint32_t v = 0; v + 1 < MOST; v++) {
        edge_list_add(&hubs, v, MOST - 1);
        if (v % 8) edge_list_add(&hubs, v, MOST / 2);
        if (v % 3) edge_list_add(&hubs, v, v % 17);
    }
    check(hubs, "hubs", 0);
}

TEST_CASE(complete_graphs)
{
    static const uint32_t of_four[TRICORN_GRAPHLETS] = {12, 4, 3, 12, 6, 1};
    for (uint64_t n = 1; n < 60; n += 7) {
        const tricorn_graphlets found = count(make_complete((uint32_t)n)).totals;
        const uint64_t fours = n * (n - 1) * (n - 2) / 6 * (n - 3) / 4;
        for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
            CHECK_EQ(found.low[g], fours * of_four[g], "%llu: %s", (unsigned long long)n, kinds[g].name);
            CHECK_EQ(found.induced_low[g], g == 5 ? fours : 0, "induced %s", kinds[g].name);
        }
    }
}

/* The orbits of vertices from `first` on. */
static void check_all(edge_list edges, uint32_t first, uint32_t last, const uint64_t right[TRICORN_ORBITS])
{
    const counted found = count(edges);
    for (uint32_t v = first; v < last; v++)
        for (int o = 0; o < TRICORN_ORBITS; o++)
            CHECK_EQ(found.of[v][o], right[o], "vertex %u of %u, orbit %d", v, last, o);
}

TEST_CASE(closed_forms)
{
    for (uint32_t n = 5; n <= 60; n += 11) {
        const uint64_t pairs = choose(n - 1, 2), ring[TRICORN_ORBITS] = {2, 2, 1, 0, 2, 2};
        const uint64_t complete[TRICORN_ORBITS] = {n - 1, [3] = pairs, [14] = choose(n - 1, 3)};
        const uint64_t leaf[TRICORN_ORBITS] = {1, n - 1, [6] = pairs};
        const uint64_t centre[TRICORN_ORBITS] = {n, [2] = choose(n, 2), [7] = choose(n, 3)};
        const uint64_t side[TRICORN_ORBITS] = {3, 3 * (n - 1), 3, [6] = 3 * pairs, [7] = 1, [8] = 3 * (n - 1)};
        check_all(make_ring(n, 1), 0, n, ring);
        check_all(make_complete(n), 0, n, complete);
        check_all(make_star(n), 1, n + 1, leaf);
        check_all(make_star(n), 0, 1, centre);
        check_all(make_multipartite((uint32_t[]){n, 3}, 2), 0, n, side);
    }
}

/* A star of `leaves`, with the orbits if they are wanted. */
static tricorn_status count_star(uint32_t leaves, uint64_t *orbits, tricorn_graphlets *found)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_star(leaves));
    const tricorn_status status = tricorn_count_graphlets(fixture.context, graph, orbits, found);
    tricorn_graph_free(graph);
    return status;
}

TEST_CASE(more_than_64_bits)
{
    enum { LEAVES = 5000000 };
    const wide stars = (wide)LEAVES * (LEAVES - 1) / 2 * (LEAVES - 2) / 3;
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    WORKS(count_star(LEAVES, NULL, &found));
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        const wide right = g == 1 ? stars : 0;
        CHECK(((wide)found.high[g] << 64 | found.low[g]) == right, "%s", kinds[g].name);
        CHECK(((wide)found.induced_high[g] << 64 | found.induced_low[g]) == right, "induced %s", kinds[g].name);
    }
}

/* A number of a vertex has at most 63 bits: a star with one leaf more has more stars of four vertices. */
TEST_CASE(largest_number)
{
    enum { LEAVES = 3810779 };
    uint64_t *orbits = test_allocate((LEAVES + 2) * (uint64_t)TRICORN_ORBITS, sizeof *orbits);
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    WORKS(count_star(LEAVES, orbits, &found));
    CHECK_EQ(orbits[UINT64_C(7) * (LEAVES + 1)], choose(LEAVES, 2) * ((LEAVES - 2) / 3),
      "the stars of the hub, which comes first");
    FAILS(count_star(LEAVES + 1, orbits, &found), TRICORN_UNSUPPORTED);
    SAYS("vertex 0 is in 2^63 or more");
    free(orbits);
}

TEST_CASE(names)
{
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) CHECK(strcmp(tricorn_graphlet_name(g), kinds[g].name) == 0, "%d", g);
    for (int o = 0; o < TRICORN_ORBITS; o++) CHECK(atoi(tricorn_orbit_name(o) + strlen("orbit")) == o, "%d", o);
    CHECK(tricorn_graphlet_name(-1) == NULL && tricorn_graphlet_name(6) == NULL, "no others");
    CHECK(tricorn_orbit_name(-1) == NULL && tricorn_orbit_name(15) == NULL, "no others");
}

TEST_MAIN_EACH(test_create, test_destroy)
