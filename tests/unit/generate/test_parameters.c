/* test_parameters.c - parameters from text: which are accepted, which are refused, with which messages. */
#include "generated.h"

TEST_CASE(test_separators)
{
    static const char *const spellings[] = {
      "vertices=50 edges=70",
      "vertices=50,edges=70",
      " ,vertices=50 ,\tedges=70\n, ",
      "edges=70 vertices=50",
      "vertices=5e1 edges=700.0e-1",
      "vertices=0050 edges=70.",
    };
    edge_list expected = generated("erdos-renyi", spellings[0], 0, 1);
    assert_int_equal(expected.vertices, 50);
    assert_int_equal(expected.count, 70);
    for (size_t i = 1; i < LENGTH(spellings); i++) {
        edge_list got = generated("erdos-renyi", spellings[i], 0, 1);
        CHECK(same_edges(&expected, &got), "%s", spellings[i]);
        edge_list_free(&got);
    }
    edge_list_free(&expected);
}

/* Each must be the double that the compiler reads. */
TEST_CASE(test_numbers)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
      {"rewire=0.1", 0.1},
      {"rewire=.57", .57},
      {"rewire=1.", 1.},
      {"rewire=0.19", 0.19},
      {"rewire=1e-3", 1e-3},
      {"rewire=12.5E-2", 12.5e-2},
      {"rewire=0", 0},
      {"rewire=-0", 0},
      {"rewire=1e-400", 0},
      {"rewire=0.099609375", 0.099609375},
      {"rewire=0.00000000000000000000000000000000000000001e41", 1},
      {"rewire=100000000000000000000000000000e-29", 1},
      {"rewire=0e99999999999999999999", 0},
    };
    tricorn_context *context = context_of(1);
    const tg_model *model = tg_model_find("watts-strogatz");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tg_model_values values = {.seed = 9};
        REQUIRE_OK(context, tg_parse_parameters(context, model, cases[i].text, &values));
        const double off = values.number[2] - cases[i].value;
        const double slack = cases[i].value == 1 ? 1e-15 : 0; /* powers over 10^22 round */
        CHECK(off <= slack && off >= -slack, "%s", cases[i].text);
        CHECK_EQ(values.seed, 9, "%s", cases[i].text);
    }
    tricorn_context_free(context);
}

static const struct {
    const char *model, *parameters;
    const char *words[3]; /* that the message must have */
} refused[] = {
  {"erdos-renyi", "edgs=5", {"erdos-renyi", "\"edgs\"", "vertices=1000 edges=5000"}},
  {"s20", "edges=5", {"s20", "\"edges\"", "edge_factor=16"}},
  {"erdos-renyi", "=5", {"no parameter \"\""}},
  {"erdos-renyi", "vertices", {"\"vertices\" has no value", "name=value"}},
  {"erdos-renyi", "vertices =5", {"\"vertices\" has no value"}},
  {"erdos-renyi", "vertices=", {"vertices=", "not a whole number"}},
  {"erdos-renyi", "vertices=many", {"vertices=many", "not a whole number", "1 to 4294967295"}},
  {"erdos-renyi", "vertices=1.5", {"not a whole number"}},
  {"erdos-renyi", "vertices=0x10", {"not a whole number"}},
  {"erdos-renyi", "vertices=10=20", {"not a whole number"}},
  {"erdos-renyi", "vertices=1e", {"not a whole number"}},
  {"erdos-renyi", "vertices=1e+", {"not a whole number"}},
  {"erdos-renyi", "vertices=.", {"not a whole number"}},
  {"erdos-renyi", "vertices=-", {"not a whole number"}},
  {"erdos-renyi", "vertices=1;edges=2", {"not a whole number"}},
  {"erdos-renyi", "vertices=nan", {"not a whole number"}},
  {"erdos-renyi", "vertices=inf", {"not a whole number"}},
  {"erdos-renyi", "vertices=0", {"vertices=0", "out of range", "1 to 4294967295"}},
  {"erdos-renyi", "vertices=-7", {"vertices=-7", "out of range"}},
  {"erdos-renyi", "vertices=4294967296", {"out of range", "4294967295"}},
  {"erdos-renyi", "vertices=1e400", {"out of range"}},
  {"erdos-renyi", "vertices=99999999999999999999999999", {"out of range"}},
  {"erdos-renyi", "vertices=1e99999999999999999999", {"out of range"}},
  {"erdos-renyi", "edges=1099511627777", {"out of range", "1099511627776"}},
  {"erdos-renyi", "edges=5 edges=5", {"edges is given twice"}},
  {"watts-strogatz", "rewire=1.01", {"rewire=1.01", "a number from 0 to 1"}},
  {"watts-strogatz", "rewire=-0.1", {"out of range"}},
  {"watts-strogatz", "rewire=0,1", {"\"1\""}},
  {"watts-strogatz", "degree=5", {"degree=5", "even"}},
  {"watts-strogatz", "degree=1000 vertices=1000", {"below vertices=1000"}},
  {"ring-lattice", "reach=10 vertices=10", {"reach=10", "vertices=10"}},
  {"kronecker", "a=0.6 b=0.3 c=0.2", {"a=0.6", "more than 1"}},
  {"kronecker", "scale=32", {"out of range", "1 to 31"}},
  {"kronecker", "scale=31 edge_factor=1000", {"2147483648000 edges", "1099511627776"}},
  {"kronecker", "scale=31 edge_factor=1e12", {"at least 18446744073709551615 edges"}},
  {"complete", "vertices=4294967295", {"edges", "1099511627776"}},
  {"grid2d", "width=65536 height=65536", {"4294967296 vertices", "4294967295"}},
  {"grid3d", "width=4e9 height=4e9 depth=4e9", {"vertices", "4294967295"}},
  {"hypercube", "dimension=32", {"out of range"}},
  {"windmill", "cliques=4e9 size=4e9", {"vertices"}},
  {"hub", "leaves=4294967295", {"out of range", "4294967294"}},
  {"path-power", "vertices=4294967295 reach=4294967295", {"edges"}},
  {"multipartite", "parts=", {"empty"}},
  {"multipartite", "parts=3-", {"parts=3-", "like parts=3-4-5"}},
  {"multipartite", "parts=3--4", {"not a list"}},
  {"multipartite", "parts=3-0", {"not a list"}},
  {"multipartite", "parts=3-4x", {"not a list"}},
  {"multipartite", "parts=-3", {"not a list"}},
  {"multipartite", "parts=4294967296", {"not a list"}},
  {"multipartite", "parts=4294967295-1", {"4294967296 vertices"}},
  {"multipartite", "parts=2000000-2000000", {"4000000000000 edges"}},
  {"degrees", "degrees=", {"empty"}},
  {"degrees", "degrees=50", {"degrees=50", "like degrees=600x1"}},
  {"degrees", "degrees=50x", {"not a list"}},
  {"degrees", "degrees=x3", {"not a list"}},
  {"degrees", "degrees=0x3", {"not a list"}},
  {"degrees", "degrees=50x0", {"not a list"}},
  {"degrees", "degrees=50x3-2", {"not a list"}},
  {"degrees", "degrees=50x3-", {"not a list"}},
  {"degrees", "degrees=50x3+", {"not a list"}},
  {"degrees", "degrees=50x3++20x1", {"not a list"}},
  {"degrees", "degrees=50x3-4-5", {"not a list"}},
  {"degrees", "degrees=50x4294967296", {"not a list"}},
  {"degrees", "degrees=50x50", {"50 vertices", "degree of 50", "below their number"}},
  {"degrees", "degrees=4294967295x1+1x1", {"4294967296 vertices"}},
  {"degrees", "degrees=4294967295x2", {"4294967295x2", "add up to more than 4294967296"}},
  {"degrees", "degrees=4294967295x1-4294967294", {"add up to more than 4294967296"}},
  {"theory-star", "stars=3-4-B3k", {"stars=3-4-B3k", "Bk, B1k or B2k"}},
  {"theory-star", "stars=3-4-", {"not a product"}},
  {"theory-star", "stars=Bk", {"not a product"}},
  {"theory-star", "stars=1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1", {"at most 32 stars"}},
  {"theory-star", "stars=4294967295-4294967295-4294967295-B2k", {"vertices"}},
};

TEST_CASE(test_refused)
{
    tricorn_context *context = context_of(1);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        tg_edges edges = {0};
        const tricorn_status status = make_edges(context, refused[i].model, refused[i].parameters, 0, &edges);
        CHECK_EQ(status, TRICORN_INVALID_ARGUMENT, "%s %s", refused[i].model, refused[i].parameters);
        for (size_t w = 0; w < 3 && refused[i].words[w]; w++) CHECK_MESSAGE(context, refused[i].words[w]);
        CHECK(edges.parts == NULL, "%s", refused[i].parameters);
    }
    CHECK_EQ(tricorn_context_bytes(context), 0, "a refused graph left memory behind");
    tricorn_context_free(context);
}

/* A text of the greatest length is taken, one byte more is refused. */
TEST_CASE(test_long_text)
{
    enum { NAME = sizeof "parts=" - 1 };
    char text[NAME + TG_MODEL_TEXT_BYTES + 1] = "parts=";
    for (int i = 0; i < TG_MODEL_TEXT_BYTES; i++) text[NAME + i] = i % 2 ? '-' : '1';
    tricorn_context *context = context_of(1);
    tg_edges edges = {0};
    REQUIRE_STATUS(context, make_edges(context, "multipartite", text, 0, &edges), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "too long");
    text[NAME + TG_MODEL_TEXT_BYTES - 1] = 0; /* 255 bytes: 128 parts of 1 vertex, complete */
    REQUIRE_OK(context, make_edges(context, "multipartite", text, 0, &edges));
    assert_int_equal(edges.vertices, 128);
    assert_int_equal(tg_edges_count(&edges), 128 * 127 / 2);
    tg_edges_free(&edges);
    tricorn_context_free(context);
}

TEST_MAIN()
