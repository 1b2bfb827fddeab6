/* same_graph.c - see same_graph.h. */
#include "support/same_graph.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

typedef struct directed_edge {
    uint64_t low, high;
    bool backward; /* it came as (high, low) */
} directed_edge;

static int by_ends(const void *a, const void *b)
{
    const directed_edge *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    return (int)x->backward - (int)y->backward;
}

/* The graph of the pairs, found by sorting them. */
typedef struct expectation {
    directed_edge *edges; /* simple, ascending */
    uint64_t count, loops, both;
} expectation;

static directed_edge turned(uint64_t u, uint64_t v)
{
    return u < v ? (directed_edge){u, v, false} : (directed_edge){v, u, true};
}

static expectation expect(const uint64_t *pairs, uint64_t count)
{
    expectation expected = {.edges = test_allocate(count, sizeof *expected.edges)};
    uint64_t filled = 0;

    for (uint64_t i = 0; i < count; i++) {
        if (pairs[2 * i] == pairs[2 * i + 1])
            expected.loops++;
        else
            expected.edges[filled++] = turned(pairs[2 * i], pairs[2 * i + 1]);
    }
    qsort(expected.edges, filled, sizeof *expected.edges, by_ends);
    for (uint64_t i = 0, next; i < filled; i = next) {
        const directed_edge edge = expected.edges[i];
        for (next = i + 1;
             next < filled && expected.edges[next].low == edge.low && expected.edges[next].high == edge.high;)
            next++;
        expected.both += expected.edges[i].backward != expected.edges[next - 1].backward;
        expected.edges[expected.count++] = edge;
    }
    return expected;
}

static directed_edge *edges_of(const tricorn_graph *graph)
{
    directed_edge *edges = test_allocate(graph->edges, sizeof *edges);
    for (uint32_t u = 0; u < graph->active; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++)
            edges[e] = turned(tricorn_graph_id(graph, u), tricorn_graph_id(graph, graph->host.targets[e]));
    qsort(edges, graph->edges, sizeof *edges, by_ends);
    return edges;
}

void check_graph_invariants(const tricorn_graph *graph, const char *name)
{
    unsigned char *touched = test_allocate(graph->vertices, 1);

    CHECK(graph->active <= graph->vertices, "%s", name);
    if (graph->active > 0) {
        CHECK_EQ(graph->host.offsets[0], 0, "%s: the first row", name);
        CHECK_EQ(graph->host.offsets[graph->active], graph->edges, "%s: the end of the rows", name);
    } else {
        CHECK_EQ(graph->edges, 0, "%s: edges without vertices", name);
    }
    for (uint32_t u = 0; u < graph->active; u++) {
        CHECK(graph->host.offsets[u] <= graph->host.offsets[u + 1], "%s: row %u", name, u);
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++) {
            const uint32_t v = graph->host.targets[e];
            CHECK(v < u, "%s: row %u holds %u, not below it", name, u, v);
            CHECK(e == graph->host.offsets[u] || graph->host.targets[e - 1] < v, "%s: row %u does not ascend at %u",
              name, u, v);
            touched[u] = touched[v] = 1;
        }
    }
    for (uint32_t u = 0; u < graph->active; u++) CHECK(touched[u], "%s: vertex %u is active without an edge", name, u);
    free(touched);
}

/* Checks that each vertex has its own input number, and the order that graph->order states.
 * Degrees are those of the pairs: with repetitions, without loops. */
static void check_order(const tricorn_graph *graph, const uint64_t *pairs, uint64_t count, const char *name)
{
    enum { FEW_EDGES = 1000 }; /* this way to find degrees takes quadratic time */
    uint64_t previous = UINT64_MAX;

    if (graph->order == TG_ORDER_OTHER) return;
    for (uint32_t u = 0; u < graph->active; u++) {
        const uint64_t id = tricorn_graph_id(graph, u);
        if (graph->order == TG_ORDER_INPUT) {
            CHECK(u == 0 || tricorn_graph_id(graph, u - 1) < id, "%s: order of input", name);
            continue;
        }
        if (graph->order == TG_ORDER_REVERSED) {
            CHECK(u == 0 || tricorn_graph_id(graph, u - 1) > id, "%s: reverse of the input", name);
            continue;
        }
        if (count > FEW_EDGES) return;
        uint64_t degree = 0;
        for (uint64_t i = 0; i < count; i++) degree += (pairs[2 * i] == id) != (pairs[2 * i + 1] == id);
        CHECK(degree <= previous, "%s: the degree rises at vertex %u", name, u);
        CHECK(u == 0 || degree < previous || tricorn_graph_id(graph, u - 1) < id,
          "%s: equal degrees are not in the input's order at vertex %u", name, u);
        previous = degree;
    }
}

void check_same_graph(const tricorn_graph *graph, const uint64_t *pairs, uint64_t count, const char *name)
{
    expectation expected = expect(pairs, count);

    check_graph_invariants(graph, name);
    check_order(graph, pairs, count, name);
    CHECK_EQ(graph->input_edges, count, "%s", name);
    CHECK_EQ(graph->self_loops, expected.loops, "%s", name);
    CHECK_EQ(graph->edges, expected.count, "%s", name);
    CHECK_EQ(graph->duplicates, count - expected.loops - expected.count, "%s", name);
    CHECK_EQ(graph->both_directions, expected.both, "%s", name);

    directed_edge *edges = edges_of(graph);
    for (uint64_t i = 0; i < graph->edges; i++)
        CHECK(edges[i].low == expected.edges[i].low && edges[i].high == expected.edges[i].high,
          "%s: edge %llu of all is %llu-%llu, expected %llu-%llu", name, (unsigned long long)i,
          (unsigned long long)edges[i].low, (unsigned long long)edges[i].high,
          (unsigned long long)expected.edges[i].low, (unsigned long long)expected.edges[i].high);
    free(edges);
    free(expected.edges);
}

void check_graph_of_list(const tricorn_graph *graph, const edge_list *edges, const char *name)
{
    uint64_t *pairs = test_allocate(2 * edges->count, sizeof *pairs);
    for (uint64_t i = 0; i < 2 * edges->count; i++) pairs[i] = edges->pairs[i];
    check_same_graph(graph, pairs, edges->count, name);
    free(pairs);
}

void check_identical_graphs(const tricorn_graph *a, const tricorn_graph *b, const char *name)
{
    CHECK_EQ(a->active, b->active, "%s", name);
    CHECK_EQ(a->vertices, b->vertices, "%s", name);
    CHECK_EQ(a->edges, b->edges, "%s", name);
    CHECK_EQ(a->order, b->order, "%s", name);
    CHECK_EQ(a->input_edges, b->input_edges, "%s", name);
    CHECK_EQ(a->self_loops, b->self_loops, "%s", name);
    CHECK_EQ(a->duplicates, b->duplicates, "%s", name);
    CHECK_EQ(a->both_directions, b->both_directions, "%s", name);
    for (uint32_t u = 0; u < a->active; u++)
        CHECK_EQ(a->host.offsets[u + 1], b->host.offsets[u + 1], "%s: row %u", name, u);
    for (uint64_t e = 0; e < a->edges; e++)
        CHECK_EQ(a->host.targets[e], b->host.targets[e], "%s: edge %llu", name, (unsigned long long)e);
    for (uint32_t u = 0; u < a->vertices; u++)
        CHECK_EQ(tricorn_graph_id(a, u), tricorn_graph_id(b, u), "%s: id of %u", name, u);
}
