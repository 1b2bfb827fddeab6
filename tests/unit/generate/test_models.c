/* test_models.c - each model makes the described graph: vertices, edges and triangles by formula,
 * and for random models the distribution. */
#include "generated.h"

#include "generate/hash.h"
#include "support/families.h"

/* ---- graphs of certain shape ---- */

static const struct {
    const char *model, *parameters;
    uint64_t vertices, edges, triangles; /* of the simple graph, by the formula beside it */
} shapes[] = {
  {"complete", "vertices=1", 1, 0, 0},
  {"complete", "vertices=2", 2, 1, 0},
  {"complete", "vertices=30", 30, 30 * 29 / 2, 30 * 29 * 28 / 6},
  {"multipartite", "parts=5", 5, 0, 0},
  {"multipartite", "parts=3-4-5", 12, 3 * 4 + 3 * 5 + 4 * 5, 3 * 4 * 5},
  {"multipartite", "parts=1-1-1-1", 4, 6, 4},
  {"multipartite", "parts=6-6-6-6", 24, 6 * 36, 4 * 216}, /* Turan: C(4,2)s^2, C(4,3)s^3 */
  {"star", "vertices=1", 1, 0, 0},
  {"star", "vertices=40", 40, 39, 0},
  {"path-power", "vertices=1 reach=3", 1, 0, 0},
  {"path-power", "vertices=20 reach=1", 20, 19, 0},
  /* kn - k(k+1)/2 edges; the sum over s = 2..k of (s-1)(n-s) triangles */
  {"path-power", "vertices=20 reach=4", 20, 4 * 20 - 10, 18 + 2 * 17 + 3 * 16},
  {"path-power", "vertices=4 reach=9", 4, 6, 4}, /* complete */
  {"ring-lattice", "vertices=20 reach=1", 20, 20, 0},
  {"ring-lattice", "vertices=20 reach=3", 20, 60, 20 * 3 * 2 / 2}, /* n k(k-1)/2 */
  /* n/3 more where n = 3k */
  {"ring-lattice", "vertices=15 reach=5", 15, 75, 15 * 5 * 4 / 2 + 15 / 3},
  {"ring-lattice", "vertices=9 reach=8", 9, 36, 84}, /* round and round: complete */
  {"grid2d", "width=1 height=1 diagonals=1", 1, 0, 0},
  {"grid2d", "width=7 height=5", 35, 7 * 4 + 6 * 5, 0},
  {"grid2d", "width=7 height=5 diagonals=1", 35, 7 * 4 + 6 * 5 + 6 * 4, 2 * 6 * 4},
  {"grid2d", "width=7 height=5 wrap=1", 35, 2 * 35, 0},
  {"grid2d", "width=7 height=5 diagonals=1 wrap=1", 35, 3 * 35, 2 * 35},
  {"grid3d", "width=1 height=1 depth=1", 1, 0, 0},
  {"grid3d", "width=4 height=5 depth=6", 120, 3 * 30 + 4 * 24 + 5 * 20, 0},
  {"grid3d", "width=4 height=5 depth=6 wrap=1", 120, 3 * 120, 0},
  {"grid3d", "width=3 height=4 depth=5 wrap=1", 60, 3 * 60, 20}, /* each row of 3 a triangle */
  {"hypercube", "dimension=0", 1, 0, 0},
  {"hypercube", "dimension=1", 2, 1, 0},
  {"hypercube", "dimension=6", 64, 6 * 32, 0},
  {"windmill", "cliques=1 size=2", 2, 1, 0},
  {"windmill", "cliques=7 size=5", 29, 7 * 10, 7 * 10}, /* C(5,2) and C(5,3) each */
  {"hub", "leaves=1 extra=0", 2, 1, 0},
  {"hub", "leaves=60 extra=0", 61, 60, 0},
  {"watts-strogatz", "vertices=30 degree=6 rewire=0", 30, 90, 30 * 3 * 2 / 2},
  {"erdos-renyi", "vertices=5 edges=0", 5, 0, 0},
  {"degrees", "degrees=2x1", 2, 1, 0},
  /* Kronecker products of stars: prod(1 + m) vertices; half of prod 2m or prod(2m + 1) - 1. */
  {"theory-star", "stars=3", 4, 3, 0},
  {"theory-star", "stars=3-4-5", 120, 6 * 8 * 10 / 2, 0},
  {"theory-star", "stars=3-4-5-Bk", 120, 6 * 8 * 10 / 2, 0},
  {"theory-star", "stars=3-4-5-B1k", 120, (7 * 9 * 11 - 1) / 2, (10 * 13 * 16 - 3 * 4 * 5 * 6 + 2) / 6},
  {"theory-star", "stars=3-4-5-B2k", 120, (7 * 9 * 11 - 1) / 2, 7},
  {"theory-star", "stars=1-2-1-3-B1k", 48, (3 * 5 * 3 * 7 - 1) / 2, (4 * 7 * 4 * 10 - 3 * 2 * 3 * 2 * 4 + 2) / 6},
  {"theory-star", "stars=1-2-1-3-B2k", 48, (3 * 5 * 3 * 7 - 1) / 2, 35},
};

TEST_CASE(test_shapes)
{
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        edge_list list = generated(shapes[i].model, shapes[i].parameters, 0, 2);
        CHECK_EQ(list.vertices, shapes[i].vertices, "%s %s", shapes[i].model, shapes[i].parameters);
        CHECK_EQ(edge_list_simple_edges(&list), shapes[i].edges, "%s %s", shapes[i].model, shapes[i].parameters);
        CHECK_EQ(edge_list_brute_force(&list), shapes[i].triangles, "%s %s", shapes[i].model, shapes[i].parameters);
        edge_list_free(&list);
    }
}

/* Models without randomness make each edge once and no loop, so that nothing is "cleaned". */
TEST_CASE(test_raw_is_simple)
{
    static const char *const clean[][2] = {
      {"complete", NULL},
      {"multipartite", NULL},
      {"star", NULL},
      {"path-power", "vertices=50 reach=7"},
      {"hypercube", NULL},
      {"ring-lattice", "vertices=50 reach=7"},
      {"grid3d", NULL},
      {"grid2d", "width=9 height=8 diagonals=0.4 wrap=1"},
      {"windmill", NULL},
      {"hub", "leaves=100 extra=0"},
      {"theory-star", "stars=3-4-5-Bk"},
      {"theory-star", "stars=3-4-5-B1k"},
      {"theory-star", "stars=3-4-5-B2k"},
      {"product", "left=erdos-renyi:vertices=20:edges=60 right=barabasi-albert:vertices=40"},
    };
    for (size_t i = 0; i < LENGTH(clean); i++) {
        edge_list list = generated(clean[i][0], clean[i][1], 0, 1);
        CHECK_EQ(list.count, edge_list_simple_edges(&list), "%s", clean[i][0]);
        edge_list_free(&list);
    }
}

static int descending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x > y ? -1 : x < y;
}

/* The degrees of the products, which an independent construction by matrices has too. */
TEST_CASE(test_theory_degrees)
{
    static const uint32_t leaves[] = {3, 4, 5};
    static const char *const forms[] = {"stars=3-4-5-Bk", "stars=3-4-5-B1k", "stars=3-4-5-B2k"};
    static const theory_loops loops[] = {THEORY_BARE, THEORY_CENTRE, THEORY_LEAF};
    for (int form = 0; form < 3; form++) {
        edge_list list = generated("theory-star", forms[form], 0, 1);
        edge_list other = make_theory(leaves, 3, loops[form]);
        uint64_t *a = edge_list_degrees(&list), *b = edge_list_degrees(&other);
        CHECK_EQ(list.vertices, other.vertices, "%s", forms[form]);
        qsort(a, list.vertices, sizeof *a, descending);
        qsort(b, other.vertices, sizeof *b, descending);
        assert_memory_equal(a, b, list.vertices * sizeof *a);
        free(a);
        free(b);
        edge_list_free(&list);
        edge_list_free(&other);
    }
}

/* Any raw edge comes from its number alone. */
TEST_CASE(test_any_edge_alone)
{
    tricorn_context *context = context_of(1);
    for (size_t m = 0; m < tg_model_count(); m++) {
        const tg_model *model = tg_model_at(m);
        edge_list row = generated(model->description.name, NULL, 8, 1);
        tg_model_request request = {model, NULL, 8, NULL};
        tg_factors factors = {0};
        tg_generator generator = {0};
        uint64_t made = 0;
        REQUIRE_OK(context, tg_load_factors(context, &request, &factors));
        REQUIRE_OK(context, tg_generator_open(context, &request, &generator));
        for (uint64_t i = 0; i < generator.edges; i++) {
            tg_edge edge;
            if (model->make(&generator.values, i, 1, &edge) == 0) continue;
            CHECK(made < row.count && row.pairs[2 * made] == edge.u && row.pairs[2 * made + 1] == edge.v,
              "%s, edge %llu", model->description.name, (unsigned long long)i);
            made++;
        }
        CHECK_EQ(made, row.count, "%s", model->description.name);
        tg_generator_close(&generator);
        tg_factors_free(&factors);
        edge_list_free(&row);
    }
    tricorn_context_free(context);
}

/* ---- random graphs ---- */

/* How often each vertex is at the end `end` (0 or 1) of a raw edge; free() it. */
static uint64_t *ends_of(const edge_list *list, int end)
{
    uint64_t *ends = test_allocate(list->vertices, sizeof *ends);
    memset(ends, 0, list->vertices * sizeof *ends);
    for (uint64_t i = 0; i < list->count; i++) ends[list->pairs[2 * i + (uint64_t)end]]++;
    return ends;
}

/* Binomial with mean 200 and deviation 14: seven deviations either way. */
TEST_CASE(test_erdos_renyi_is_uniform)
{
    static const char *const sizes[] = {"vertices=1000 edges=200000", "vertices=1024 edges=204800"};
    for (int s = 0; s < 2; s++)
        for (int end = 0; end < 2; end++) {
            edge_list list = generated("erdos-renyi", sizes[s], 1, 2);
            uint64_t *ends = ends_of(&list, end), loops = 0;
            for (uint32_t v = 0; v < list.vertices; v++)
                CHECK(
                  ends[v] > 100 && ends[v] < 300, "%s: vertex %u %llu times", sizes[s], v, (unsigned long long)ends[v]);
            for (uint64_t i = 0; i < list.count; i++) loops += list.pairs[2 * i] == list.pairs[2 * i + 1];
            CHECK(loops > 100 && loops < 300, "%s: %llu loops", sizes[s], (unsigned long long)loops);
            free(ends);
            edge_list_free(&list);
        }
}

TEST_CASE(test_barabasi_albert)
{
    enum { VERTICES = 5000, ATTACH = 6 };
    edge_list list = generated("barabasi-albert", "vertices=5000 attach=6", 0, 2);
    uint64_t *sources = ends_of(&list, 0), *targets = ends_of(&list, 1), most = 0, chosen = 0;
    assert_int_equal(list.vertices, VERTICES);
    for (uint32_t v = 0; v < VERTICES; v++) {
        CHECK_EQ(sources[v], ATTACH, "each vertex brings as many edges: %u", v);
        if (targets[v] > most) most = targets[v];
        chosen += targets[v] > 0;
    }
    /* The oldest vertices have about attach * sqrt(n) edges; a uniform choice would give them 30.
     * The share of vertices that no later vertex chooses is that of degree `attach`: 2 / (attach
     * + 2). */
    CHECK(most > 200, "the largest hub has only %llu", (unsigned long long)most);
    CHECK(chosen > VERTICES * 70 / 100 && chosen < VERTICES * 80 / 100, "%llu are chosen", (unsigned long long)chosen);
    free(sources);
    free(targets);
    edge_list_free(&list);
}

/* Rewired edges have a random end: about 30 % of 80,000; few keep their old end by chance. */
TEST_CASE(test_watts_strogatz_rewires)
{
    edge_list list = generated("watts-strogatz", "vertices=10000 degree=16 rewire=0.3", 0, 2);
    edge_list ring = generated("ring-lattice", "vertices=10000 reach=8", 0, 1);
    uint64_t moved = 0, far = 0;
    assert_int_equal(list.count, ring.count);
    for (uint64_t i = 0; i < list.count; i++) {
        CHECK_EQ(list.pairs[2 * i], ring.pairs[2 * i], "sources stay");
        if (list.pairs[2 * i + 1] == ring.pairs[2 * i + 1]) continue;
        moved++;
        far += list.pairs[2 * i + 1] >= 5000;
    }
    CHECK(moved > 23400 && moved < 24600, "%llu moved", (unsigned long long)moved);
    CHECK(far > moved * 48 / 100 && far < moved * 52 / 100, "%llu to the upper half", (unsigned long long)far);
    edge_list_free(&list);
    edge_list_free(&ring);
}

/* Ends of each vertex's edges, counted; free() it. */
static uint64_t *all_ends_of(const edge_list *list)
{
    uint64_t *ends = ends_of(list, 0), *others = ends_of(list, 1);
    for (uint32_t v = 0; v < list->vertices; v++) ends[v] += others[v];
    free(others);
    return ends;
}

/* Raw degrees are the given ones: 400 of 1; of 302 as many of each from 2 to 8, 43 or 44; 20 of
 * each second one from 40 to 79; one of 301 and one of 302. All ends are an even number. */
TEST_CASE(test_degrees_are_the_given_ones)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        uint32_t with[400] = {0};
        edge_list list = generated("degrees", "degrees=400x1+302x2-8+20x40-79+2x301-302", seed, 2);
        uint64_t *ends = all_ends_of(&list);
        assert_int_equal(list.vertices, 724);
        for (uint32_t v = 0; v < list.vertices; v++) {
            assert_true(ends[v] < 400);
            with[ends[v]]++;
        }
        uint64_t sum = 0;
        for (uint32_t degree = 0; degree < 400; degree++) {
            const uint32_t found = with[degree];
            sum += (uint64_t)found * degree;
            if (degree == 1)
                CHECK_EQ(found, 400, "degree 1");
            else if (degree >= 2 && degree <= 8)
                CHECK(found == 43 || found == 44, "degree %u: %u", degree, found);
            else if (degree >= 40 && degree <= 79)
                CHECK_EQ(found, degree % 2 == 0, "degree %u", degree);
            else
                CHECK_EQ(found, degree == 301 || degree == 302, "degree %u", degree);
        }
        CHECK_EQ(list.count, sum / 2, "all ends have an edge");
        free(ends);
        edge_list_free(&list);
    }
}

/* One end of an odd number is left over. */
TEST_CASE(test_odd_degrees)
{
    edge_list list = generated("degrees", "degrees=7x3", 0, 1);
    uint64_t *ends = all_ends_of(&list), less = 0;
    CHECK_EQ(list.count, 10, "edges of 21 ends");
    for (uint32_t v = 0; v < 7; v++) {
        CHECK(ends[v] == 3 || ends[v] == 2, "vertex %u: %llu", v, (unsigned long long)ends[v]);
        less += ends[v] == 2;
    }
    CHECK_EQ(less, 1, "vertices with an end less");
    free(ends);
    edge_list_free(&list);
}

/* Two of the 6,000 ends are drawn for each of 3,000 edges: 4,000 are of 20 hubs, so 4 / 9 of the edges join hubs, 1 /
 * 9 leaves, each by 30 or 20 edges of deviation; 20 * 200 * 199 / 2 / 5,999 = 66 edges are loops, by 8. */
TEST_CASE(test_ends_meet_at_random)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        edge_list list = generated("degrees", "degrees=2000x1+20x200", seed, 2);
        uint64_t *ends = all_ends_of(&list), hubs = 0, leaves = 0, loops = 0;
        for (uint64_t i = 0; i < list.count; i++) {
            const uint32_t u = list.pairs[2 * i], v = list.pairs[2 * i + 1];
            hubs += ends[u] == 200 && ends[v] == 200;
            leaves += ends[u] == 1 && ends[v] == 1;
            loops += u == v;
        }
        CHECK(hubs > 1333 - 150 && hubs < 1333 + 150, "seed %llu: %llu join hubs", (unsigned long long)seed,
          (unsigned long long)hubs);
        CHECK(leaves > 333 - 100 && leaves < 333 + 100, "seed %llu: %llu join leaves", (unsigned long long)seed,
          (unsigned long long)leaves);
        CHECK(loops > 26 && loops < 106, "seed %llu: %llu loops", (unsigned long long)seed, (unsigned long long)loops);
        free(ends);
        edge_list_free(&list);
    }
}

/* With one level the edges are the four quarters themselves. */
TEST_CASE(test_kronecker_quarters)
{
    static const uint64_t percent[2][2] = {{50, 30}, {15, 5}};
    edge_list list = generated("kronecker", "scale=1 edge_factor=50000 a=0.5 b=0.3 c=0.15", 0, 2);
    uint64_t cells[2][2] = {{0}};
    assert_int_equal(list.vertices, 2);
    assert_int_equal(list.count, 100000);
    for (uint64_t i = 0; i < list.count; i++) cells[list.pairs[2 * i]][list.pairs[2 * i + 1]]++;
    for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++)
            CHECK(cells[u][v] > percent[u][v] * 1000 - 800 && cells[u][v] < percent[u][v] * 1000 + 800,
              "%d %d: %llu of 100,000", u, v, (unsigned long long)cells[u][v]);
    edge_list_free(&list);
}

TEST_CASE(test_grid_diagonals)
{
    enum { CELLS = 299 * 299, STREETS = 2 * 300 * 299 };
    edge_list list = generated("grid2d", "width=300 height=300 diagonals=0.25", 0, 2);
    const uint64_t diagonals = list.count - STREETS;
    uint64_t falling = 0;
    CHECK(
      diagonals > CELLS * 24 / 100 && diagonals < CELLS * 26 / 100, "%llu diagonals", (unsigned long long)diagonals);
    for (uint64_t i = 0; i < list.count; i++) falling += list.pairs[2 * i + 1] == list.pairs[2 * i] + 301;
    CHECK(falling > diagonals * 47 / 100 && falling < diagonals * 53 / 100, "%llu fall", (unsigned long long)falling);
    edge_list_free(&list);
}

/* Each extra edge off the hub that is neither a loop nor repeated closes at least one triangle.
 */
TEST_CASE(test_hub)
{
    edge_list list = generated("hub", "leaves=400 extra=40", 0, 1);
    uint64_t *degrees = edge_list_degrees(&list);
    assert_int_equal(list.vertices, 401);
    assert_int_equal(list.count, 440);
    assert_int_equal(degrees[200], 400);
    const uint64_t edges = edge_list_simple_edges(&list);
    CHECK(edges > 430, "%llu edges", (unsigned long long)edges);
    CHECK(edge_list_brute_force(&list) >= edges - 400, "too few triangles");
    free(degrees);
    edge_list_free(&list);
}

/* ---- the permutation of labels ---- */

static void check_bijection(uint64_t count)
{
    const tg_permutation permutation = tg_permutation_of(count);
    unsigned char *hit = test_allocate(count, 1);
    memset(hit, 0, count);
    for (uint64_t x = 0; x < count; x++) {
        const uint32_t y = tg_permute(&permutation, (uint32_t)x);
        CHECK(y < count && !hit[y], "%llu of %llu goes to %u", (unsigned long long)x, (unsigned long long)count, y);
        hit[y] = 1;
    }
    free(hit);
}

TEST_CASE(test_permutation)
{
    for (uint64_t count = 1; count < 300; count++) check_bijection(count);
    check_bijection(65536);
    check_bijection(65537);
    check_bijection(99999);
}

/* At the greatest size no bit may be lost. */
TEST_CASE(test_permutation_of_32_bits)
{
    const tg_permutation permutation = tg_permutation_of(UINT64_C(4294967295));
    assert_int_equal(permutation.bits, 32);
    assert_int_equal(permutation.mask, UINT32_MAX);
    uint32_t high = 0;
    for (uint32_t x = 0; x < 1000; x++) {
        const uint32_t y = tg_permute(&permutation, x);
        assert_true(y < UINT32_MAX);
        high += y >> 31;
    }
    CHECK(high > 400 && high < 600, "%u of 1000 in the upper half", high);
}

TEST_MAIN()
