/* test_graph.c - degrees, and a graph's rows in the order of its input. */
#include <stdlib.h>

#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"

static void check_degrees(const tricorn_graph *graph, const edge_list *edges)
{
    uint64_t *expected = edge_list_degrees(edges);
    uint64_t *degrees = test_allocate(graph->vertices, sizeof *degrees);

    WORKS(tg_graph_degrees(fixture.context, graph, degrees));
    for (uint32_t v = 0; v < graph->vertices; v++)
        CHECK_EQ(degrees[v], expected[tg_graph_input_id(graph, v)], "degree of vertex %u", v);
    free(degrees);
    free(expected);
}

/* Row x holds the neighbours of input vertex x that the matrix shows. */
static void check_rows(const tricorn_graph *graph, const edge_list *edges, int symmetric)
{
    unsigned char *matrix = edge_list_matrix(edges);
    tg_rows rows = {0};

    WORKS(tg_graph_input_rows(fixture.context, graph, symmetric, &rows));
    CHECK(rows.count <= edges->vertices, "rows");
    CHECK_EQ(rows.offsets[rows.count], graph->edges * (symmetric ? 2 : 1), "ids in all rows");
    for (uint32_t u = 0; u < rows.count; u++) {
        uint64_t at = rows.offsets[u];
        for (uint32_t v = symmetric ? 0 : u + 1; v < edges->vertices; v++) {
            if (!matrix[u * edges->vertices + v]) continue;
            CHECK(at < rows.offsets[u + 1], "row %u is too short", u);
            CHECK_EQ(rows.ids[at], v, "row %u", u);
            at++;
        }
        CHECK_EQ(at, rows.offsets[u + 1], "row %u", u);
    }
    tg_rows_free(&rows);
    free(matrix);
}

/* Takes the edges. */
static void check_graph(edge_list edges)
{
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    check_degrees(graph, &edges);
    check_rows(graph, &edges, 0);
    check_rows(graph, &edges, 1);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(rows_and_degrees)
{
    test_random random = {3};

    check_graph(make_karate());
    check_graph(make_path(300));
    check_graph(make_star(200));
    check_graph(make_complete(40));
    for (uint32_t percent = 1; percent <= 60; percent += 10) {
        edge_list edges = make_random(150, percent, &random);
        edge_list_add_loops(&edges, 40, &random);
        edge_list_add_duplicates(&edges, 200, &random);
        edge_list_flip(&edges, &random);
        check_graph(edges);
    }
}

TEST_CASE(the_empty_graph)
{
    tg_rows rows = {0};

    tricorn_graph *graph = test_from_edges(fixture.context, NULL, 0, NULL);
    WORKS(tg_graph_input_rows(fixture.context, graph, 1, &rows));
    CHECK_EQ(rows.count, 0, "rows");
    CHECK_EQ(rows.offsets[0], 0, "the end of no rows");
    tg_rows_free(&rows);
    tricorn_graph_free(graph);
    tricorn_graph_free(NULL);
}

/* Vertices without an edge come last, and have their own ids too. */
TEST_CASE(isolated_vertices)
{
    static const uint64_t offsets[] = {0, 0, 1, 1, 1, 2};
    static const uint32_t targets[] = {4, 4};
    tricorn_graph *graph = NULL;

    WORKS(tricorn_graph_from_csr(fixture.context, 5, offsets, targets, NULL, &graph));
    CHECK_EQ(graph->active, 2, "vertices with an edge");
    CHECK_EQ(graph->vertices, 5, "all");
    CHECK_EQ(tricorn_graph_id(graph, 0) + tricorn_graph_id(graph, 1), 1 + 4, "those with an edge");
    CHECK_EQ(
      tricorn_graph_id(graph, 2) + tricorn_graph_id(graph, 3) + tricorn_graph_id(graph, 4), 0 + 2 + 3, "those without");
    tricorn_graph_free(graph);
}

TEST_CASE(description)
{
    edge_list edges = make_wheel(5);

    edge_list_add(&edges, 0, 0);
    edge_list_add(&edges, 5, 0); /* the spoke from 0 again, backward */
    edge_list_add(&edges, 9, 9); /* a vertex without an edge */
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    const tricorn_graph_description of = test_describe(fixture.context, graph);
    CHECK_EQ(of.vertices, 6, "vertices");
    CHECK_EQ(of.isolated, 1, "isolated");
    CHECK_EQ(of.edges, 10, "edges");
    CHECK_EQ(of.input_edges, 13, "edges as they came");
    CHECK_EQ(of.self_loops, 2, "loops");
    CHECK_EQ(of.duplicates, 1, "repeated edges");
    CHECK_EQ(of.both_directions, 1, "edges in both directions");
    CHECK(of.max_out_degree >= 2 && of.max_out_degree <= 5, "the longest row");
    CHECK(of.bytes >= 10 * sizeof(uint32_t), "bytes");
    assert_string_equal(of.format, "arrays");
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
