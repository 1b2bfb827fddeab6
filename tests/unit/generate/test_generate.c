/* test_generate.c - the lists of models; equal edges for any number of threads; the benchmark
 * graphs; cancelling and running out of memory. */
#include "generated.h"

#include "support/fixture.h"

static const uint32_t many_threads[] = {2, 7};

/* Over seven chunks of 2^16 edges each, so that seven threads get some. */
static const char *const large[][2] = {
  {"complete", "vertices=1000"},
  {"multipartite", "parts=700-1-699-20"},
  {"star", "vertices=500000"},
  {"path-power", "vertices=60000 reach=8"},
  {"ring-lattice", "vertices=60000 reach=8"},
  {"grid2d", "width=431 height=399 diagonals=0.3"},
  {"grid3d", "width=51 height=67 depth=49"},
  {"hypercube", "dimension=16"},
  {"windmill", "cliques=50000 size=5"},
  {"hub", "leaves=300000 extra=200000"},
  {"theory-star", "stars=5-9-16-70-B1k"},
  {"erdos-renyi", "vertices=99999 edges=500000"},
  {"barabasi-albert", "vertices=70001 attach=7"},
  {"watts-strogatz", "vertices=60001 degree=16 rewire=0.3"},
  {"kronecker", "scale=15 edge_factor=15"},
  {"degrees", "degrees=200000x1+70000x2-9+300x10-900+1x3000"},
  {"product", "left=erdos-renyi:vertices=900:edges=4000 right=windmill:cliques=9:size=7"},
};

TEST_CASE(test_threads_change_nothing)
{
    CHECK_EQ(LENGTH(large), tg_model_count(), "a model is missing here");
    for (size_t m = 0; m < LENGTH(large); m++) {
        edge_list one = generated(large[m][0], large[m][1], 3, 1);
        CHECK(one.count > 300000, "%s", large[m][0]);
        for (size_t t = 0; t < LENGTH(many_threads); t++) {
            edge_list many = generated(large[m][0], large[m][1], 3, many_threads[t]);
            CHECK(same_edges(&one, &many), "%s, %u threads", large[m][0], many_threads[t]);
            edge_list_free(&many);
        }
        edge_list_free(&one);
    }
}

TEST_CASE(test_lists)
{
    assert_null(tg_model_at(tg_model_count()));
    assert_null(tg_benchmark_at(tg_benchmark_count()));
    assert_null(tg_model_find(""));
    assert_null(tg_model_find("comple"));
    assert_null(tg_model_find("completes"));
    assert_null(tg_model_find(NULL));
    for (size_t i = 0; i < tg_model_count(); i++) {
        const tg_model *model = tg_model_at(i);
        assert_ptr_equal(tg_model_find(model->description.name), model);
        assert_non_null(model->description.summary);
    }
    for (size_t i = 0; i < tg_benchmark_count(); i++)
        assert_ptr_equal(tg_model_find(tg_benchmark_at(i)->description.name), tg_benchmark_at(i));
    assert_ptr_equal(tg_model_find("erdos_renyi"), tg_model_find("erdos-renyi"));
}

/* The defaults in the help are the defaults of the model. */
TEST_CASE(test_described_defaults)
{
    for (size_t i = 0; i < tg_model_count(); i++) {
        const tricorn_model_description *described = &tg_model_at(i)->description;
        edge_list silent = generated(described->name, NULL, 5, 2);
        edge_list said = generated(described->name, described->parameters, 5, 2);
        CHECK(silent.count > 0 && same_edges(&silent, &said), "%s", described->name);
        edge_list_free(&silent);
        edge_list_free(&said);
    }
}

TEST_CASE(test_seeds)
{
    static const char *const random[] = {
      "erdos-renyi", "barabasi-albert", "watts-strogatz", "kronecker", "hub", "degrees"};
    for (size_t m = 0; m < LENGTH(random); m++) {
        edge_list none = generated(random[m], NULL, 0, 1), one = generated(random[m], NULL, 1, 1);
        edge_list last = generated(random[m], NULL, UINT64_MAX, 1);
        CHECK(!same_edges(&none, &one) && !same_edges(&one, &last) && !same_edges(&none, &last), "%s", random[m]);
        edge_list_free(&none);
        edge_list_free(&one);
        edge_list_free(&last);
    }
}

/* ---- the benchmark graphs ---- */

/* Raw edges of the graphs' definition, computed by a program of its own from the formulas; u and
 * v are equal where the grid has no edge. */
static const struct {
    const char *name;
    uint64_t number;
    uint32_t u, v;
} definition[] = {
  {"tiny", 0, 1124, 3526},
  {"tiny", 1, 1253, 3411},
  {"tiny", 65535, 919, 3013},
  {"s18", 0, 75673, 116623},
  {"s18", 1, 70691, 157339},
  {"s18", 4194303, 221716, 229523},
  {"s20", 0, 285129, 460334},
  {"s20", 1, 41901, 767498},
  {"s20", 16777215, 248896, 323680},
  {"s25", 0, 32491337, 17057086},
  {"s25", 1, 2303616, 28425507},
  {"s25", 536870911, 22155373, 21830347},
  {"er24", 0, 6289354, 6492},
  {"er24", 1, 6400928, 14046784},
  {"er24", 134217727, 4574219, 12073652},
  {"ba", 0, 3724127, 3724127},
  {"ba", 1000, 1633608, 3800970},
  {"ba", 67108863, 2392272, 2499227},
  {"ws", 0, 0, 1},
  {"ws", 7, 0, 756488},
  {"ws", 20, 2, 2992243},
  {"ws", 33554431, 4194303, 7},
  {"road", 0, 0, 1},
  {"road", 1, 0, 2048},
  {"road", 2, 0, 0},
  {"road", 11, 3, 2052},
  {"road", 113, 38, 2085},
  {"road", 6141, 2047, 2047},
  {"road", 6143, 2047, 2047},
  {"road", 12576768, 4192256, 4192257},
  {"road", 12582910, 4194303, 4194303},
  {"torus3d", 0, 0, 1},
  {"torus3d", 1, 0, 215},
  {"torus3d", 2, 0, 46225},
  {"torus3d", 642, 214, 0},
  {"torus3d", 29815122, 9938374, 9938160},
  {"torus3d", 29815123, 9938374, 9892364},
  {"torus3d", 29815124, 9938374, 46224},
  {"mawi", 0, 10000000, 0},
  {"mawi", 9999999, 10000000, 9999999},
  {"mawi", 10000000, 10000000, 10000001},
  {"mawi", 19999999, 10000000, 20000000},
  {"mawi", 20000000, 4177906, 18937333},
  {"mawi", 20099999, 18165463, 397930},
};

TEST_CASE(test_benchmark_edges)
{
    tricorn_context *context = context_of(1);
    for (size_t i = 0; i < LENGTH(definition); i++) {
        const tg_model *model = tg_model_find(definition[i].name);
        tg_model_values values = {0};
        tg_edge edge = {0, 0};
        assert_non_null(model);
        REQUIRE_OK(context, tg_parse_parameters(context, model, NULL, &values));
        const uint64_t made = model->base->make(&values, definition[i].number, 1, &edge);
        if (made == 0)
            CHECK_EQ(definition[i].u, definition[i].v, "%s %zu: no edge", definition[i].name, i);
        else
            CHECK(edge.u == definition[i].u && edge.v == definition[i].v, "%s, edge %llu: made %u %u",
              definition[i].name, (unsigned long long)definition[i].number, edge.u, edge.v);
    }
    tricorn_context_free(context);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The finaliser of splitmix64, which the definition sums over edges. */
static uint64_t mixed(uint64_t x)
{
    test_random random = {x};
    return test_random_next(&random);
}

/* The whole graph "tiny": vertices, edges and hash of the simple graph, its vertices with an edge
 * numbered in ascending order, as the graphs' definition prints them. */
TEST_CASE(test_benchmark_hash)
{
    enum { VERTICES = 3361, EDGES = 48451 };
    edge_list list = generated("tiny", NULL, 0, 2);
    uint64_t *keys = test_allocate(list.count, sizeof *keys), kept = 0, sum = 0;
    uint32_t *number = test_allocate(list.vertices, sizeof *number), used = 0;
    memset(number, 0, list.vertices * sizeof *number);
    for (uint64_t i = 0; i < list.count; i++) {
        const uint32_t a = list.pairs[2 * i], b = list.pairs[2 * i + 1];
        if (a == b) continue;
        keys[kept++] = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
        number[a] = number[b] = 1;
    }
    for (uint32_t v = 0; v < list.vertices; v++)
        if (number[v]) number[v] = used++;
    qsort(keys, kept, sizeof *keys, compare);
    uint64_t simple = 0;
    for (uint64_t i = 0; i < kept; i++) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        simple++;
        sum += mixed((uint64_t)number[keys[i] >> 32] << 32 | number[(uint32_t)keys[i]]);
    }
    assert_int_equal(used, VERTICES);
    assert_int_equal(simple, EDGES);
    assert_true(sum == UINT64_C(0x69bac9887ac384ba));
    free(number);
    free(keys);
    edge_list_free(&list);
}

/* A benchmark graph is its model with other defaults, which may be overridden. */
TEST_CASE(test_benchmark_parameters)
{
    edge_list preset = generated("s18", "scale=10", 4, 2);
    edge_list plain = generated("kronecker", "scale=10 edge_factor=16", 4, 2);
    assert_true(same_edges(&preset, &plain));
    edge_list_free(&preset);
    edge_list_free(&plain);
}

/* ---- failures ---- */

static int refuse(void *user, const char *phase, uint64_t done, uint64_t total)
{
    (void)user;
    (void)done;
    assert_string_equal(phase, "generating");
    assert_int_equal(total, 2000000);
    return 1;
}

TEST_CASE(test_cancel)
{
    tricorn_context *context = context_of(2);
    tg_edges edges = {0};
    tricorn_context_set_progress(context, refuse, NULL);
    REQUIRE_STATUS(
      context, make_edges(context, "erdos-renyi", "vertices=1000 edges=2000000", 0, &edges), TRICORN_CANCELLED);
    assert_null(edges.parts);
    assert_int_equal(tricorn_context_bytes(context), 0);
    tricorn_context_free(context);
}

TEST_CASE(test_no_memory)
{
    enum { ALLOCATIONS = 3 }; /* the parts, and the edges of two of them */
    tricorn_context *context = test_fixture_open(2);
    for (int64_t n = 0; n <= ALLOCATIONS; n++) {
        tg_edges edges = {0};
        test_allocator_fail(&fixture.allocator, n, n < ALLOCATIONS);
        REQUIRE_STATUS(context, make_edges(context, "star", "vertices=200000", 0, &edges),
          n < ALLOCATIONS ? TRICORN_OUT_OF_MEMORY : TRICORN_OK);
        assert_true((edges.parts == NULL) == (n < ALLOCATIONS));
        tg_edges_free(&edges);
    }
    test_fixture_close();
}

TEST_MAIN()
