/* test_arguments.c - every public call refuses invalid arguments, names them, and leaves its
 * outputs unchanged. */
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"

static tricorn_graph *karate;

/* The call must refuse, and name the argument. */
#define CHECK_REFUSED(call, part) \
    do { \
        FAILS((call), TRICORN_INVALID_ARGUMENT); \
        CHECK_MESSAGE(fixture.context, (part)); \
    } while (0)

TEST_CASE(no_context)
{
    static const uint32_t pairs[] = {0, 1};
    tricorn_graph *graph = NULL;
    tricorn_plan *plan = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;

    CHECK_EQ(tricorn_graph_load(NULL, "x", NULL, &graph), TRICORN_INVALID_ARGUMENT, "load");
    CHECK_EQ(tricorn_graph_from_edges32(NULL, pairs, 1, NULL, &graph), TRICORN_INVALID_ARGUMENT,
        "edges");
    CHECK_EQ(tricorn_graph_generate(NULL, "complete", NULL, 0, &graph), TRICORN_INVALID_ARGUMENT,
        "generate");
    CHECK_EQ(tricorn_count(NULL, karate, NULL, &result), TRICORN_INVALID_ARGUMENT, "count");
    CHECK_EQ(tricorn_plan_create(NULL, karate, NULL, &plan), TRICORN_INVALID_ARGUMENT, "plan");
    CHECK_EQ(tricorn_graph_save(NULL, karate, "x", NULL), TRICORN_INVALID_ARGUMENT, "save");
    CHECK(strcmp(tricorn_context_message(NULL), "") == 0, "the message of no context");
    CHECK(graph == NULL && plan == NULL, "a failure has no output");
    tricorn_context_free(NULL);
    tricorn_graph_free(NULL);
    tricorn_plan_free(NULL);
}

TEST_CASE(no_graph_to_make)
{
    static const uint32_t narrow[] = {0, 1};
    static const uint64_t wide[] = {0, 1};
    tricorn_graph *graph = NULL;

    CHECK_REFUSED(tricorn_graph_load(fixture.context, NULL, NULL, &graph), "path");
    CHECK_REFUSED(tricorn_graph_load(fixture.context, "x", NULL, NULL), "graph");
    CHECK_REFUSED(tricorn_graph_read(fixture.context, 0, NULL, NULL, &graph), "name");
    CHECK_REFUSED(tricorn_graph_read(fixture.context, 0, "x", NULL, NULL), "graph");
    CHECK_REFUSED(tricorn_graph_from_edges32(fixture.context, narrow, 1, NULL, NULL), "graph");
    CHECK_REFUSED(tricorn_graph_from_edges32(fixture.context, NULL, 1, NULL, &graph), "edges");
    CHECK_REFUSED(tricorn_graph_from_edges64(fixture.context, wide, 1, NULL, NULL), "graph");
    CHECK_REFUSED(tricorn_graph_from_edges64(fixture.context, NULL, 1, NULL, &graph), "edges");
    CHECK_REFUSED(tricorn_graph_generate(fixture.context, NULL, NULL, 0, &graph), "model");
    CHECK_REFUSED(tricorn_graph_generate(fixture.context, "complete", NULL, 0, NULL), "graph");
    CHECK(graph == NULL, "a failure has no output");
}

static int take_all(void *user, const uint32_t *list, uint64_t count)
{
    (void)user, (void)list, (void)count;
    return 0;
}

TEST_CASE(sinks)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT, unsized = {0};
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_options bad_options = {0};
    tricorn_result unsized_result = {0};
    tricorn_context *context = fixture.context;
    const tricorn_graph *graph = karate;
    uint64_t counts[64];

    CHECK_EQ(tricorn_vertex_triangles(NULL, graph, NULL, counts, NULL), TRICORN_INVALID_ARGUMENT,
        "no context");
    CHECK_EQ(
        tricorn_table_write(NULL, graph, 1, NULL, NULL), TRICORN_INVALID_ARGUMENT, "no context");
    CHECK_REFUSED(tricorn_vertex_triangles(context, NULL, NULL, counts, NULL), "graph");
    CHECK_REFUSED(tricorn_vertex_triangles(context, graph, NULL, NULL, NULL), "triangles");
    CHECK_REFUSED(tricorn_vertex_triangles(context, graph, &bad_options, counts, NULL), "size");
    CHECK_REFUSED(
        tricorn_vertex_triangles(context, graph, NULL, counts, &unsized_result), "size");
    CHECK_REFUSED(tricorn_edge_support(context, graph, NULL, NULL, NULL), "visitor");
    CHECK_REFUSED(tricorn_edge_support(context, graph, NULL, &unsized, NULL), "size");
    CHECK_REFUSED(tricorn_edge_support(context, graph, NULL, &visitor, NULL), "edges");
    CHECK_REFUSED(tricorn_triangle_list(context, graph, NULL, &visitor, NULL), "triangles");
    visitor.triangles = take_all;
    CHECK_REFUSED(tricorn_triangle_list(context, NULL, NULL, &visitor, NULL), "graph");
    REQUIRE_OK(context, tricorn_triangle_list(context, graph, NULL, &visitor, NULL));
    CHECK_REFUSED(tricorn_table_save(context, graph, NULL, NULL, NULL), "path");
    CHECK_REFUSED(tricorn_table_save(context, NULL, "x", NULL, NULL), "graph");
    options.format = "xml";
    CHECK_REFUSED(tricorn_table_save(context, graph, "x", &options, NULL), "xml");
    options.format = NULL;
    options.compression = "rar";
    CHECK_REFUSED(tricorn_table_save(context, graph, "x", &options, NULL), "rar");
    options.compression = NULL;
    options.table = (tricorn_table)77;
    CHECK_REFUSED(tricorn_table_save(context, graph, "x", &options, NULL), "table");
}

/* Arrays whose size in bytes overflows. */
TEST_CASE(impossible_lengths)
{
    static const uint32_t pair[] = {0, 1};
    static const uint64_t wide[] = {0, 1};
    tricorn_graph *graph = NULL;

    CHECK(
        tricorn_graph_from_edges32(fixture.context, pair, UINT64_MAX, NULL, &graph) != TRICORN_OK,
        "2^64 - 1 pairs");
    CHECK(tricorn_graph_from_edges64(fixture.context, wide, UINT64_MAX / 2, NULL, &graph) !=
              TRICORN_OK,
        "2^63 pairs");
    CHECK(graph == NULL, "a failure has no output");
}

TEST_CASE(wrong_rows)
{
    static const uint64_t good[] = {0, 1, 1}, falling[] = {0, 2, 1};
    static const uint32_t targets[] = {1, 0}, too_large[] = {2};
    tricorn_graph *graph = NULL;

    CHECK_REFUSED(
        tricorn_graph_from_csr(fixture.context, 2, NULL, targets, NULL, &graph), "offsets");
    CHECK_REFUSED(
        tricorn_graph_from_csr(fixture.context, 2, good, NULL, NULL, &graph), "targets");
    CHECK_REFUSED(tricorn_graph_from_csr(fixture.context, 2, good, targets, NULL, NULL), "graph");
    CHECK_REFUSED(
        tricorn_graph_from_csr(fixture.context, 2, falling, targets, NULL, &graph), "fall");
    CHECK_REFUSED(tricorn_graph_from_csr(fixture.context, 2, good, too_large, NULL, &graph),
        "targets[0] is 2");
    CHECK(graph == NULL, "a failure has no output");
}

/* A graph without vertices and edges is valid. */
TEST_CASE(nothing_is_something)
{
    static const uint64_t offsets[] = {0};
    tricorn_graph *graphs[4] = {NULL};
    tricorn_result result = TRICORN_RESULT_INIT;

    WORKS(tricorn_graph_from_edges32(fixture.context, NULL, 0, NULL, &graphs[0]));
    WORKS(tricorn_graph_from_edges64(fixture.context, NULL, 0, NULL, &graphs[1]));
    WORKS(tricorn_graph_from_csr(fixture.context, 0, offsets, NULL, NULL, &graphs[2]));
    WORKS(tricorn_graph_from_csr(
        fixture.context, 3, (const uint64_t[]){0, 0, 0, 0}, NULL, NULL, &graphs[3]));
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
        WORKS(tricorn_graph_describe(fixture.context, graphs[g], &of));
        CHECK_EQ(of.vertices, 0, "vertices");
        CHECK_EQ(of.isolated, g == 3 ? 3 : 0, "vertices without an edge");
        WORKS(tricorn_count(fixture.context, graphs[g], NULL, &result));
        CHECK_EQ(result.triangles, 0, "triangles");
        tricorn_graph_free(graphs[g]);
    }
}

TEST_CASE(wrong_options)
{
    static const uint32_t pairs[] = {0, 1};
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph_description of = {0};
    tricorn_graph *graph = NULL;

    load.struct_size = options.struct_size = save.struct_size = 0;
    CHECK_REFUSED(tricorn_graph_from_edges32(fixture.context, pairs, 1, &load, &graph),
        "TRICORN_LOAD_OPTIONS_INIT");
    CHECK_REFUSED(
        tricorn_count(fixture.context, karate, &options, &result), "TRICORN_OPTIONS_INIT");
    CHECK_REFUSED(
        tricorn_graph_save(fixture.context, karate, "x.txt", &save), "TRICORN_SAVE_OPTIONS_INIT");
    CHECK_REFUSED(
        tricorn_graph_describe(fixture.context, karate, &of), "TRICORN_GRAPH_DESCRIPTION_INIT");
    result.struct_size = 0;
    CHECK_REFUSED(tricorn_count(fixture.context, karate, NULL, &result), "TRICORN_RESULT_INIT");
    load = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    load.input.ids = (tricorn_ids)77;
    CHECK_REFUSED(tricorn_graph_load(fixture.context, "x", &load, &graph), "ids");
}

TEST_CASE(unknown_names)
{
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;

    options.algorithm = "no-such";
    CHECK_REFUSED(tricorn_count(fixture.context, karate, &options, &result), "no-such");
    options = (tricorn_options)TRICORN_OPTIONS_INIT;
    options.device = "abacus";
    CHECK_REFUSED(tricorn_count(fixture.context, karate, &options, &result), "abacus");
    load.input.format = "papyrus";
    CHECK_REFUSED(tricorn_graph_load(fixture.context, "/dev/null", &load, &graph), "papyrus");
    save.format = "papyrus";
    CHECK_REFUSED(tricorn_graph_save(fixture.context, karate, "x", &save), "papyrus");
    save = (tricorn_save_options)TRICORN_SAVE_OPTIONS_INIT;
    save.format = tricorn_format_at(0)->name;
    save.compression = "vacuum";
    CHECK_REFUSED(tricorn_graph_save(fixture.context, karate, "x", &save), "vacuum");
    CHECK_REFUSED(tricorn_graph_generate(fixture.context, "no-such", NULL, 0, &graph), "no-such");
    CHECK_REFUSED(
        tricorn_graph_generate(fixture.context, "complete", "colour=red", 0, &graph), "colour");
    CHECK_REFUSED(tricorn_graph_write(fixture.context, karate, 1, NULL), "format");
    CHECK(graph == NULL, "a failure has no output");
}

TEST_CASE(no_graph_to_work_on)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_plan *plan = NULL;
    uint64_t degrees[1];

    CHECK_REFUSED(tricorn_count(fixture.context, NULL, NULL, &result), "graph");
    CHECK_REFUSED(tricorn_count(fixture.context, karate, NULL, NULL), "result");
    CHECK_REFUSED(tricorn_plan_create(fixture.context, NULL, NULL, &plan), "graph");
    CHECK_REFUSED(tricorn_plan_create(fixture.context, karate, NULL, NULL), "plan");
    CHECK_REFUSED(tricorn_plan_run(fixture.context, NULL, &result), "plan");
    CHECK_REFUSED(tricorn_graph_describe(fixture.context, NULL, &of), "graph");
    CHECK_REFUSED(tricorn_graph_describe(fixture.context, karate, NULL), "description");
    CHECK_REFUSED(tricorn_graph_degrees(fixture.context, NULL, degrees), "graph");
    CHECK_REFUSED(tricorn_graph_degrees(fixture.context, karate, NULL), "degrees");
    CHECK_REFUSED(tricorn_graph_save(fixture.context, NULL, "x", NULL), "graph");
    CHECK_REFUSED(tricorn_graph_save(fixture.context, karate, NULL, NULL), "path");
    CHECK_REFUSED(tricorn_graph_write(fixture.context, NULL, 1, NULL), "graph");
}

/* A failed call's message goes when the next call succeeds. */
TEST_CASE(messages_do_not_linger)
{
    tricorn_result result = TRICORN_RESULT_INIT;

    CHECK_REFUSED(tricorn_count(fixture.context, NULL, NULL, &result), "graph");
    WORKS(tricorn_count(fixture.context, karate, NULL, &result));
    assert_string_equal(tricorn_context_message(fixture.context), "");
}

/* Where no GPU can be opened, the CPU prepares: a success, whatever was tried before. */
TEST_CASE(success_has_no_message)
{
    static const uint32_t pairs[] = {0, 1};
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    options.device = "gpu:4000000";
    load.count = &options;
    WORKS(tricorn_graph_from_edges32(fixture.context, pairs, 1, &load, &graph));
    assert_string_equal(tricorn_context_message(fixture.context), "");
    tricorn_graph_free(graph);
}

TEST_CASE(lists_end)
{
    CHECK(tricorn_format_count() > 0 && tricorn_model_count() > 0, "lists");
    CHECK(tricorn_format_at(tricorn_format_count()) == NULL, "formats");
    CHECK(tricorn_model_at(tricorn_model_count()) == NULL, "models");
    CHECK(tricorn_algorithm_at(tricorn_algorithm_count()) == NULL, "algorithms");
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
