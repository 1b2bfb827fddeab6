/* test_components.c - connected components against labels that spread along the edges. */
#include <stdlib.h>

#include "analysis/components.h"
#include "support/families.h"
#include "support/fixture.h"

/* Gives each vertex the least vertex that its edges lead to, until no edge changes anything. */
static void spread(const tg_rows *rows, uint32_t *least)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t u = 0; u < rows->count; u++)
            for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
                const uint32_t a = least[u], b = least[rows->ids[e]];
                least[u] = least[rows->ids[e]] = a < b ? a : b;
                changed = changed || a != b;
            }
    }
}

/* Gives each vertex the number of its component; returns how many there are. free() *found. */
static uint32_t search(const tricorn_graph *graph, uint32_t **found)
{
    uint32_t *least = test_allocate(graph->vertices + 1, sizeof *least), count = 0;
    tg_rows rows;
    WORKS(tg_graph_rows(fixture.context, graph, &rows));
    for (uint32_t v = 0; v < graph->vertices; v++) least[v] = v;
    spread(&rows, least);
    for (uint32_t v = 0; v < graph->vertices; v++) least[v] = least[v] == v ? count++ : least[least[v]];
    *found = least;
    return count;
}

/* Takes the graph. */
static void check(tricorn_graph *graph, const char *name)
{
    static const uint32_t thread_counts[] = {1, 2, 3, 7, 64};
    uint32_t *expected, count = 0;
    const uint32_t searched = search(graph, &expected);
    uint32_t *components = test_allocate(graph->vertices + 1, sizeof *components);
    for (size_t t = 0; t < LENGTH(thread_counts); t++) {
        fixture.context->threads = thread_counts[t];
        WORKS(tg_find_components(fixture.context, graph, components, &count));
        CHECK_EQ(count, searched, "%s, %u threads", name, thread_counts[t]);
        for (uint32_t v = 0; v < graph->vertices; v++)
            CHECK_EQ(components[v], expected[v], "%s, vertex %u, %u threads", name, v, thread_counts[t]);
    }
    fixture.context->threads = 1;
    free(expected);
    free(components);
    tricorn_graph_free(graph);
}

TEST_CASE(families)
{
    test_random random = {31};
    check(edge_list_into_graph(fixture.context, edge_list_create(0)), "no vertex");
    check(edge_list_into_graph(fixture.context, make_path(300)), "path");
    check(edge_list_into_graph(fixture.context, make_star(300)), "star");
    check(edge_list_into_graph(fixture.context, make_tree(500, &random)), "tree");
    for (int i = 0; i < TEST_TWENTY; i++) {
        edge_list one = make_of_twenty(i), two = make_ring(9, 2), both = make_disjoint(&one, &two);
        check(edge_list_graph(fixture.context, &both), "two graphs");
        edge_list_free(&one);
        edge_list_free(&two);
        edge_list_free(&both);
    }
}

/* Half as many edges as vertices: a large component begins to grow, beside many trees. */
TEST_CASE(random_graphs)
{
    check(test_generated("erdos-renyi", "vertices=3000 edges=1000"), "few edges");
    check(test_generated("erdos-renyi", "vertices=3000 edges=1500"), "half as many edges");
    check(test_generated("erdos-renyi", "vertices=200000 edges=200000"), "many edges");
    check(test_generated("kronecker", "scale=15 edge_factor=8"), "kronecker");
    check(test_generated("grid2d", "width=100 height=100"), "grid");
}

TEST_MAIN_EACH(test_create, test_destroy)
