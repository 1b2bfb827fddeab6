/* test_cores.c - core numbers against peeling one vertex at a time and closed forms; transposed
 * rows against looking at each edge. */
#include <stdlib.h>

#include "graph/cores.h"
#include "graph/transpose.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/rows.h"
#include "support/stored.h"

/* Removes a vertex of the least degree until none is left; free() the result. */
static uint32_t *peel_slowly(const edge_list *edges)
{
    const uint32_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t *degrees = edge_list_degrees(edges);
    uint32_t *cores = test_allocate(n + 1, sizeof *cores);
    bool *gone = test_allocate(n + 1, sizeof *gone);
    uint64_t core = 0;

    for (uint32_t v = 0; v < n; v++) gone[v] = false;
    for (uint32_t left = n; left > 0; left--) {
        uint32_t least = n;
        for (uint32_t v = 0; v < n; v++)
            if (!gone[v] && (least == n || degrees[v] < degrees[least])) least = v;
        if (degrees[least] > core) core = degrees[least];
        cores[least] = (uint32_t)core;
        gone[least] = true;
        for (uint32_t v = 0; v < n; v++) degrees[v] -= matrix[(size_t)least * n + v];
    }
    free(matrix);
    free(degrees);
    free(gone);
    return cores;
}

/* From disk, cut in several ways. */
static void check_stored(const edge_list *edges, const uint32_t *expected, const char *name)
{
    for (uint32_t ranges = 1; edges->count > 0 && ranges < 7; ranges += 2) {
        tricorn_graph *graph = test_stored_graph(fixture.context, edges, TEST_IDS_DENSE, ranges);
        uint64_t *cores = test_allocate(edges->vertices, sizeof *cores);
        uint32_t most = 77, largest = 0;
        WORKS(tricorn_core_numbers(fixture.context, graph, cores, &most));
        for (uint32_t v = 0; v < graph->active; v++) {
            const uint32_t core = expected[tg_graph_input_id(graph, v)];
            CHECK_EQ(cores[v], core, "%s on disk, %u ranges, vertex %u", name, ranges, v);
            if (core > largest) largest = core;
        }
        CHECK_EQ(most, largest, "%s on disk", name);
        free(cores);
        tricorn_graph_free(graph);
        test_store_reset();
    }
}

/* Takes the edges. */
static void check_cores(edge_list edges, const char *name)
{
    uint32_t *expected = peel_slowly(&edges), largest = 0;
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    uint32_t *cores = test_allocate(graph->active + 1, sizeof *cores), most = 77;
    tg_rows rows;

    WORKS(tg_graph_rows(fixture.context, graph, &rows));
    WORKS(tg_core_numbers(fixture.context, &rows, cores, &most));
    for (uint32_t v = 0; v < graph->active; v++) {
        const uint32_t core = expected[tg_graph_input_id(graph, v)];
        CHECK_EQ(cores[v], core, "%s, vertex %u", name, v);
        if (core > largest) largest = core;
    }
    CHECK_EQ(most, largest, "%s", name);
    if (edges.vertices < 400) check_stored(&edges, expected, name);
    tricorn_graph_free(graph);
    free(cores);
    free(expected);
    edge_list_free(&edges);
}

static void check_families(void)
{
    test_random random = {11};
    const uint32_t parts[] = {2, 5, 9};

    check_cores(edge_list_create(0), "no vertex");
    check_cores(make_karate(), "karate");
    check_cores(make_path(2000), "path");
    check_cores(make_star(300), "star");
    check_cores(make_complete(30), "complete");
    check_cores(make_multipartite(parts, 3), "multipartite");
    check_cores(make_windmill(5, 20), "windmill");
    check_cores(make_tree(200, &random), "tree");
    check_cores(make_k_tree(120, 4, &random), "4-tree");
    for (uint32_t percent = 1; percent < 90; percent += 8) check_cores(make_random(130, percent, &random), "random");
}

static const uint32_t thread_counts[] = {1, 2, 3, 7, 64};
enum { THREAD_COUNTS = LENGTH(thread_counts) };

TEST_CASE(cores_with_any_threads)
{
    for (size_t t = 0; t < THREAD_COUNTS; t++) {
        test_fixture_close();
        test_fixture_open(thread_counts[t]);
        check_families();
    }
}

/* A core number is UINT32_MAX while its vertex is left; `stack` has a place for each vertex. */
typedef struct reference {
    const tg_rows *ways[2];
    uint64_t *degrees;
    uint32_t *cores, *stack;
} reference;

/* Removes vertex v, and all whose degrees thereby fall below k. */
static void remove_below(const reference *left, uint32_t v, uint64_t k)
{
    uint32_t used = 0;
    left->stack[used++] = v;
    left->cores[v] = (uint32_t)k - 1;
    while (used > 0) {
        const uint32_t u = left->stack[--used];
        for (int way = 0; way < 2; way++)
            for (uint64_t e = left->ways[way]->offsets[u]; e < left->ways[way]->offsets[u + 1]; e++) {
                const uint32_t w = left->ways[way]->ids[e];
                left->degrees[w]--;
                if (left->cores[w] != UINT32_MAX || left->degrees[w] >= k) continue;
                left->cores[w] = (uint32_t)k - 1;
                left->stack[used++] = w;
            }
    }
}

/* Finds the cores one after the other; free() the result. */
static uint32_t *peel_rows(const tg_rows *below, const tg_rows *above)
{
    const uint32_t n = below->count;
    reference left = {.ways = {below, above}};
    bool some = true;
    left.degrees = test_allocate(n + 1, sizeof *left.degrees);
    left.cores = test_allocate(n + 1, sizeof *left.cores);
    left.stack = test_allocate(n + 1, sizeof *left.stack);
    for (uint32_t v = 0; v < n; v++) {
        left.degrees[v] = tg_row_length(below, v) + tg_row_length(above, v);
        left.cores[v] = UINT32_MAX;
    }
    for (uint64_t k = 1; some; k++) {
        some = false;
        for (uint32_t v = 0; v < n; v++)
            if (left.cores[v] == UINT32_MAX && left.degrees[v] < k) remove_below(&left, v, k);
        for (uint32_t v = 0; v < n; v++) some = some || left.cores[v] == UINT32_MAX;
    }
    free(left.degrees);
    free(left.stack);
    return left.cores;
}

/* Graphs in which threads share levels. `most` is the core number of all vertices, 0 if they differ. */
TEST_CASE(large_graphs)
{
    static const struct {
        const char *model, *parameters;
        uint32_t most;
    } known[] = {{"ring-lattice", "vertices=20000 reach=3", 6}, {"complete", "vertices=400", 399},
      {"star", "vertices=100001", 1}, {"path-power", "vertices=30000 reach=3", 3},
      {"barabasi-albert", "vertices=20000 attach=5", 0}, {"kronecker", "scale=14 edge_factor=16", 0},
      {"erdos-renyi", "vertices=30000 edges=100000", 0}, {"watts-strogatz", "vertices=20000 degree=6 rewire=0.3", 0},
      {"grid2d", "width=200 height=200 diagonals=0.1", 0}, {"hub", "leaves=100000 extra=20000", 0}};
    for (size_t i = 0; i < LENGTH(known); i++) {
        tricorn_graph *graph = test_generated(known[i].model, known[i].parameters);
        uint32_t *cores = test_allocate(graph->active, sizeof *cores), most = 0;
        tg_rows rows, above = {0};
        WORKS(tg_graph_rows(fixture.context, graph, &rows));
        WORKS(tg_rows_transpose(fixture.context, &rows, &above));
        uint32_t *expected = peel_rows(&rows, &above), largest = 0;
        for (uint32_t v = 0; v < graph->active; v++) {
            if (known[i].most) CHECK_EQ(expected[v], known[i].most, "%s", known[i].model);
            if (expected[v] > largest) largest = expected[v];
        }
        for (size_t t = 0; t < THREAD_COUNTS; t++) {
            fixture.context->threads = thread_counts[t];
            WORKS(tg_core_numbers_of(fixture.context, &rows, &above, cores, &most));
            CHECK_EQ(most, largest, "%s, %u threads", known[i].model, thread_counts[t]);
            CHECK_EQ(fixture.context->work_done, graph->active + 2 * graph->edges, "%s, %u threads", known[i].model,
              thread_counts[t]);
            for (uint32_t v = 0; v < graph->active; v++)
                CHECK_EQ(cores[v], expected[v], "%s, vertex %u, %u threads", known[i].model, v, thread_counts[t]);
        }
        tg_rows_free(&above);
        tricorn_graph_free(graph);
        free(expected);
        free(cores);
    }
}

TEST_CASE(transposed_rows)
{
    test_random random = {12};
    for (uint32_t count = 0; count < 200; count += 7) {
        test_rows made = test_rows_random(&random, count, count, count % 90 + 1, TEST_ROWS_BELOW_OWN);
        const tg_rows rows = test_rows_view(&made);
        tg_rows above = {0};
        uint64_t at = 0;
        WORKS(tg_rows_transpose(fixture.context, &rows, &above));
        CHECK_EQ(above.count, count, "rows");
        for (uint32_t v = 0; v < count; v++) {
            CHECK_EQ(above.offsets[v], at, "row %u of %u", v, count);
            for (uint32_t u = 0; u < count; u++)
                for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
                    if (rows.ids[e] == v) CHECK_EQ(above.ids[at++], u, "row %u of %u", v, count);
        }
        CHECK_EQ(above.offsets[count], at, "%u rows", count);
        tg_rows_free(&above);
        test_rows_free(&made);
    }
}

TEST_CASE(a_cancelled_call_ends)
{
    tricorn_graph *graph = test_generated("complete", "vertices=700");
    uint32_t *cores = test_allocate(graph->active, sizeof *cores), most = 0;
    tg_rows rows;

    WORKS(tg_graph_rows(fixture.context, graph, &rows));
    tricorn_context_set_progress(fixture.context, test_stop, NULL);
    FAILS(tg_core_numbers(fixture.context, &rows, cores, &most), TRICORN_CANCELLED);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    tricorn_graph_free(graph);
    free(cores);
}

TEST_MAIN_EACH(test_create, test_destroy)
