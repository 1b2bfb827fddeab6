/* test_arguments.c - what calls take that may look wrong, and when a message goes. test_nulls.c,
 * test_ranges.c and test_sizes.c have what they refuse. */
#include "support/families.h"
#include "support/fixture.h"

static tricorn_graph *karate;

TEST_CASE(nothing_is_freed)
{
    tricorn_context_free(NULL);
    tricorn_graph_free(NULL);
    tricorn_plan_free(NULL);
    assert_string_equal(tricorn_context_message(NULL), "");
}

/* A graph without vertices and edges is valid. */
TEST_CASE(nothing_is_something)
{
    static const uint64_t offsets[] = {0};
    tricorn_graph *graphs[4] = {NULL};

    WORKS(tricorn_graph_from_edges32(fixture.context, NULL, 0, NULL, &graphs[0]));
    WORKS(tricorn_graph_from_edges64(fixture.context, NULL, 0, NULL, &graphs[1]));
    WORKS(tricorn_graph_from_csr(fixture.context, 0, offsets, NULL, NULL, &graphs[2]));
    WORKS(tricorn_graph_from_csr(fixture.context, 3, (const uint64_t[]){0, 0, 0, 0}, NULL, NULL, &graphs[3]));
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        const tricorn_graph_description of = test_describe(fixture.context, graphs[g]);
        CHECK_EQ(of.vertices, 0, "vertices");
        CHECK_EQ(of.isolated, g == 3 ? 3 : 0, "vertices without an edge");
        CHECK_EQ(test_triangles(fixture.context, graphs[g], NULL), 0, "triangles");
        tricorn_graph_free(graphs[g]);
    }
}

/* A failed call's message goes when the next call succeeds. */
TEST_CASE(messages_do_not_linger)
{
    tricorn_result result = TRICORN_RESULT_INIT;

    FAILS(tricorn_count(fixture.context, NULL, NULL, &result), TRICORN_INVALID_ARGUMENT);
    WORKS(tricorn_count(fixture.context, karate, NULL, &result));
    assert_string_equal(tricorn_context_message(fixture.context), "");
}

/* Where no GPU can be opened, the CPU prepares: a success, whatever was tried before. */
TEST_CASE(success_has_no_message)
{
    static const uint32_t pairs[] = {0, 1};

    tricorn_graph *graph =
      test_from_edges(fixture.context, pairs, 1, LOADING(.count = COUNTING(.device = "gpu:4000000")));
    assert_string_equal(tricorn_context_message(fixture.context), "");
    tricorn_graph_free(graph);
}

TEST_CASE(lists_have_descriptions)
{
    CHECK(tricorn_format_count() > 0 && tricorn_model_count() > 0, "lists");
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const tricorn_format_description *format = tricorn_format_at(f);
        CHECK(format->name && format->summary && format->suffixes, "format %zu", f);
        CHECK(format->reads || format->writes, "%s can do nothing", format->name);
    }
    for (size_t m = 0; m < tricorn_model_count(); m++) {
        const tricorn_model_description *model = tricorn_model_at(m);
        CHECK(model->name && model->summary && model->parameters, "model %zu", m);
    }
}

static void create(void)
{
    test_fixture_open(2);
    karate = edge_list_into_graph(fixture.context, make_karate());
}

static void destroy(void)
{
    tricorn_graph_free(karate);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(create, destroy)
