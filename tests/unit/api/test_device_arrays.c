/* test_device_arrays.c - arrays in the memory of a GPU: what is wrong is seen before a GPU is needed. */
#include "support/fixture.h"

static const uint32_t numbers[] = {0, 1, 2, 0};
static tricorn_graph *graph;

static tricorn_edge_columns columns_at(const void *first, ptrdiff_t stride, int type)
{
    return (tricorn_edge_columns){.sources = {numbers, sizeof *numbers, TRICORN_UINT32},
      .targets = {first, stride, (tricorn_integer)type},
      .edges = 3};
}

static tricorn_status make(const tricorn_edge_columns *columns, const tricorn_load_options *options)
{
    return tricorn_graph_from_device_columns(fixture.context, columns, options, &graph);
}

TEST_CASE(wrong_columns)
{
    const char *odd = (const char *)numbers + 2;
    const tricorn_edge_columns unknown = columns_at(numbers, 4, 8), unaligned = columns_at(odd, 4, TRICORN_UINT32),
                               between = columns_at(numbers, 6, TRICORN_UINT32),
                               nothing = columns_at(NULL, 4, TRICORN_UINT32);
    CHECK_EQ(make(NULL, NULL), TRICORN_INVALID_ARGUMENT, "no columns");
    CHECK_EQ(make(&unknown, NULL), TRICORN_INVALID_ARGUMENT, "an unknown type");
    CHECK_EQ(make(&unaligned, NULL), TRICORN_INVALID_ARGUMENT, "an odd address");
    CHECK_EQ(make(&between, NULL), TRICORN_INVALID_ARGUMENT, "an odd stride");
    CHECK_EQ(make(&nothing, NULL), TRICORN_INVALID_ARGUMENT, "no targets");
}

TEST_CASE(options_for_the_host)
{
    const tricorn_edge_columns good = columns_at(numbers + 1, 4, TRICORN_UINT32);
    tricorn_load_options options = *LOADING(.graph.strict = 1);
    CHECK_EQ(make(&good, &options), TRICORN_UNSUPPORTED, "strict");
    options.graph.strict = 0;
    options.graph.directed = 1;
    CHECK_EQ(make(&good, &options), TRICORN_UNSUPPORTED, "directed");
    options.graph.directed = 0;
    options.graph.edge_weights = (const double[]){1, 1, 1};
    CHECK_EQ(make(&good, &options), TRICORN_UNSUPPORTED, "weights");
    options.graph.edge_weights = NULL;
    options.graph.order = "sideways";
    CHECK_EQ(make(&good, &options), TRICORN_INVALID_ARGUMENT, "an unknown order");
}

TEST_CASE(wrong_rows)
{
    const uint64_t offsets[] = {0, 1, 2, 3};
    tricorn_csr rows = {.offsets = {offsets, sizeof *offsets, TRICORN_UINT64},
      .targets = {NULL, sizeof *numbers, TRICORN_UINT32},
      .vertices = 3};
    CHECK_EQ(
      tricorn_graph_from_device_rows(fixture.context, NULL, 3, NULL, &graph), TRICORN_INVALID_ARGUMENT, "no rows");
    CHECK_EQ(
      tricorn_graph_from_device_rows(fixture.context, &rows, 3, NULL, &graph), TRICORN_INVALID_ARGUMENT, "no targets");
    rows.targets.first = numbers;
    rows.vertices = UINT32_MAX;
    CHECK_EQ(tricorn_graph_from_device_rows(fixture.context, &rows, 3, NULL, &graph), TRICORN_INVALID_ARGUMENT,
      "too many vertices");
    rows.vertices = 3;
    CHECK(
      tricorn_graph_from_device_rows(fixture.context, &rows, 3, NULL, &graph) != TRICORN_OK, "host memory is no GPU's");
}

TEST_CASE(no_edges)
{
    const tricorn_edge_columns none = {.sources = {NULL, 4, TRICORN_INT32}, .targets = {NULL, 4, TRICORN_INT32}};
    WORKS(make(&none, NULL));
    const tricorn_graph_description of = test_describe(fixture.context, graph);
    CHECK_EQ(of.edges, 0, "edges");
    tricorn_graph_free(graph);
}

TEST_CASE(host_memory)
{
    const tricorn_edge_columns host = columns_at(numbers + 1, 4, TRICORN_UINT32);
    const tricorn_status status = make(&host, NULL);
    CHECK(status == TRICORN_UNSUPPORTED || status == TRICORN_INVALID_ARGUMENT, "no GPU, or none that has it");
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
