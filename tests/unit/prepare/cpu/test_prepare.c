/* test_prepare.c - any edges become a clean oriented graph: the same edges, numbered and sorted
 * as documented, with counts of all removed edges, and the same for any number of threads. */
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "prepare/prepare.h"
#include "prepare/cpu/sort_row.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/same_graph.h"

/* One context for each number of threads; the first is the reference. */
static const uint32_t thread_numbers[] = {1, 2, 3, 5, 16};
enum { CONTEXTS = LENGTH(thread_numbers) };

static test_allocator allocators[CONTEXTS];
static tricorn_context *contexts[CONTEXTS];

/* Takes the edges. */
static void check_all_threads(edge_list edges, const char *name)
{
    tricorn_graph *reference = edge_list_graph(contexts[0], &edges);

    check_graph_of_list(reference, &edges, name);
    for (size_t c = 1; c < CONTEXTS; c++) {
        tricorn_graph *graph = edge_list_graph(contexts[c], &edges);
        check_identical_graphs(graph, reference, name);
        tricorn_graph_free(graph);
    }
    tricorn_graph_free(reference);
    edge_list_free(&edges);
}

TEST_CASE(small_graphs)
{
    test_random random = {11};

    check_all_threads(edge_list_create(0), "no edges");
    for (unsigned trial = 0; trial < 120; trial++) {
        const uint32_t vertices = 1 + test_random_below(&random, 60);
        edge_list edges = make_random(vertices, test_random_below(&random, 100), &random);
        char name[64];
        snprintf(name, sizeof name, "trial %u, %u vertices", trial, vertices);
        if (trial % 2) edge_list_add_loops(&edges, test_random_below(&random, 20), &random);
        if (trial % 3) edge_list_add_duplicates(&edges, test_random_below(&random, 99), &random);
        if (trial % 5 == 0) edge_list_add_reversed(&edges);
        edge_list_flip(&edges, &random);
        edge_list_shuffle(&edges, &random);
        check_all_threads(edges, name);
    }
}

TEST_CASE(only_loops)
{
    edge_list edges = edge_list_create(10);

    for (uint32_t v = 0; v < 10; v += 3) edge_list_add(&edges, v, v);
    edge_list_add(&edges, 3, 3);
    check_all_threads(edges, "loops");
}

TEST_CASE(one_edge_many_times)
{
    edge_list edges = edge_list_create(1000);

    for (unsigned i = 0; i < 5000; i++) edge_list_add(&edges, i % 2 ? 700 : 3, i % 2 ? 3 : 700);
    check_all_threads(edges, "one edge");
}

/* More edges than one bucket of the sort holds, spread evenly, by hubs, or along a line. */
TEST_CASE(large_graphs)
{
    enum { VERTICES = 30000, EDGES = 220000 };
    test_random random = {5};

    for (unsigned kind = 0; kind < 4; kind++) {
        static const char *const names[] = {"even", "hubs", "along a line", "one hub"};
        edge_list edges = edge_list_create(VERTICES);
        for (uint32_t i = 0; i < EDGES; i++) {
            const uint64_t a = test_random_below(&random, VERTICES), b = test_random_below(&random, VERTICES);
            const uint32_t cube = (uint32_t)(b * b / VERTICES * b / VERTICES);
            edge_list_add(&edges, (uint32_t)a,
              kind == 0   ? (uint32_t)b
              : kind == 1 ? cube
              : kind == 2 ? (uint32_t)((a + b % 9) % VERTICES)
                          : 12345);
        }
        check_all_threads(edges, names[kind]);
    }
}

static tricorn_graph *shuffled_graph(edge_list edges, test_random *random)
{
    edge_list_shuffle(&edges, random);
    return edge_list_into_graph(contexts[1], edges);
}

/* Unsorted edges get the order of degrees, unless all degrees are about the same, or neighbours
 * are close and no degree is far above the others. (Sorted edges: test_presorted.c.) */
TEST_CASE(which_order)
{
    test_random random = {5};
    tricorn_graph *line = shuffled_graph(make_path_power(50000, 2), &random);
    tricorn_graph *star = shuffled_graph(make_star(5000), &random);
    edge_list shuffled = make_path_power(50000, 2), brush = edge_list_create(60000);

    CHECK_EQ(line->order, TG_ORDER_INPUT, "a line keeps its order");
    CHECK_EQ(star->order, TG_ORDER_DEGREE, "a hub comes first");
    CHECK_EQ(tricorn_graph_id(star, 0), 0, "the hub is vertex 0");
    CHECK_EQ(star->host.offsets[1], 0, "and its row is empty");
    /* Stars of 17 side by side: the mean of the squared degrees is far above the mean's square,
     * but 17 is less than 16 times a mean of 2. */
    for (uint32_t v = 0; v < brush.vertices; v++)
        if (v % 18) edge_list_add(&brush, v - v % 18, v);
    edge_list_shuffle(&brush, &random);
    tricorn_graph *brushes = edge_list_graph(contexts[1], &brush);
    edge_list_relabel(&brush, &random);
    tricorn_graph *scattered_brushes = edge_list_into_graph(contexts[1], brush);
    edge_list_relabel(&shuffled, &random);
    tricorn_graph *scattered = edge_list_into_graph(contexts[1], shuffled);
    CHECK_EQ(scattered->order, TG_ORDER_INPUT, "a line in disorder: any order is as good");
    CHECK_EQ(brushes->order, TG_ORDER_INPUT, "small stars, each in one place");
    CHECK_EQ(scattered_brushes->order, TG_ORDER_DEGREE, "small stars in disorder");
    tricorn_graph_free(line);
    tricorn_graph_free(star);
    tricorn_graph_free(scattered);
    tricorn_graph_free(brushes);
    tricorn_graph_free(scattered_brushes);
}

/* By descending degree no row is longer than about the square root of twice the edges. */
TEST_CASE(rows_are_short)
{
    test_random random = {9};

    for (uint32_t a = 1; a <= 64; a *= 4) {
        edge_list clique = make_complete(a), tree = make_tree(2000, &random);
        tricorn_graph *graph = edge_list_into_graph(contexts[1], make_join(&clique, &tree));
        for (uint32_t u = 0; u < graph->active; u++) {
            const uint64_t row = graph->host.offsets[u + 1] - graph->host.offsets[u];
            CHECK(row * row <= 2 * graph->edges, "row %u has %llu ids", u, (unsigned long long)row);
        }
        tricorn_graph_free(graph);
        edge_list_free(&clique);
        edge_list_free(&tree);
    }
}

/* The division of edges into parts, some of them empty, does not matter. */
TEST_CASE(parts_mean_nothing)
{
    edge_list edges = make_theory((const uint32_t[]){3, 4, 5}, 3, THEORY_CENTRE);
    tricorn_graph *reference = edge_list_graph(contexts[0], &edges);
    const tg_prepare_options options = {0};

    for (uint32_t parts = 1; parts <= 9; parts += 2) {
        tricorn_graph *graph = NULL;
        tg_edges given = {0};
        REQUIRE_OK(contexts[1], tg_edges_create(contexts[1], parts, &given));
        given.vertices = edges.vertices;
        for (uint64_t i = 0; i < edges.count; i++) {
            tg_edge_part *part = &given.parts[i * i % parts];
            REQUIRE_OK(contexts[1], tg_edge_part_reserve(contexts[1], part, 1, sizeof(tg_edge)));
            tg_edge_part_push(part, edges.pairs[2 * i], edges.pairs[2 * i + 1]);
        }
        REQUIRE_OK(contexts[1], tg_prepare(contexts[1], &given, &options, &graph));
        CHECK(given.parts == NULL, "the edges were taken");
        check_identical_graphs(graph, reference, "parts");
        tricorn_graph_free(graph);
    }
    tricorn_graph_free(reference);
    edge_list_free(&edges);
}

static int by_smaller_end(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    const uint32_t low_x = x[0] < x[1] ? x[0] : x[1], low_y = y[0] < y[1] ? y[0] : y[1];
    return low_x < low_y ? -1 : low_x > low_y;
}

/* Sorted edges, in one part or with blocks dealt to parts round robin, as readers' threads do,
 * give the same graph as edges in any other order. */
TEST_CASE(ascending_edges)
{
    enum { VERTICES = 20000, EDGES = 150000, BLOCK = 777, PARTS = 3 };
    test_random random = {17};
    const tg_prepare_options options = {0};

    for (unsigned kind = 0; kind < 4; kind++) { /* with loops; with repetitions; both */
        edge_list edges = edge_list_create(VERTICES);
        for (uint32_t i = 0; i < EDGES; i++)
            edge_list_add(&edges, (uint32_t)test_random_below(&random, VERTICES),
              (uint32_t)test_random_below(&random, VERTICES - 10));
        if (kind % 2) edge_list_add_loops(&edges, 100, &random);
        if (kind / 2) edge_list_add_duplicates(&edges, 100, &random);
        edge_list_flip(&edges, &random);
        tricorn_graph *reference = edge_list_graph(contexts[0], &edges);
        qsort(edges.pairs, edges.count, 2 * sizeof *edges.pairs, by_smaller_end);
        for (size_t c = 0; c < CONTEXTS; c++) {
            tricorn_graph *graph = NULL;
            tg_edges given = {0};
            REQUIRE_OK(contexts[c], tg_edges_create(contexts[c], PARTS, &given));
            given.vertices = VERTICES;
            for (uint64_t i = 0; i < edges.count; i++) {
                tg_edge_part *part = &given.parts[i / BLOCK % PARTS];
                REQUIRE_OK(contexts[c], tg_edge_part_reserve(contexts[c], part, 1, sizeof(tg_edge)));
                tg_edge_part_push(part, edges.pairs[2 * i], edges.pairs[2 * i + 1]);
            }
            REQUIRE_OK(contexts[c], tg_prepare(contexts[c], &given, &options, &graph));
            CHECK_EQ(graph->order, TG_ORDER_INPUT, "kind %u", kind);
            check_identical_graphs(graph, reference, "ascending, in parts");
            tricorn_graph_free(graph);
        }
        check_all_threads(edges, "ascending");
        tricorn_graph_free(reference);
    }
}

/* Makes hubs and short rows, more than a bucket of them, with repeated edges or without. */
static edge_list make_uneven(test_random *random, unsigned repeated)
{
    enum { VERTICES = 6000, EDGES = 70000, EACH = 12, STEP = 40 };
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t i = 0; i < EDGES; i++) {
        const uint64_t b = test_random_below(random, VERTICES);
        const uint32_t u = i / EACH, v = u + 1 + i % EACH * STEP;
        if (repeated)
            edge_list_add(
              &edges, (uint32_t)(b * b / VERTICES * b / VERTICES), (uint32_t)test_random_below(random, VERTICES));
        else if (v < VERTICES)
            edge_list_add(&edges, u, v);
    }
    if (repeated > 1) edge_list_add_reversed(&edges);
    for (uint32_t v = EACH * STEP; !repeated && v < VERTICES; v += 2) edge_list_add(&edges, v, 0);
    edge_list_shuffle(&edges, random);
    return edges;
}

/* Sorts rows by networks of each width, by radix, or some rows by each. */
TEST_CASE(every_way_to_sort)
{
    static const uint32_t longest[] = {UINT32_MAX, 40};
    test_random random = {8};

    for (unsigned repeated = 0; repeated < 3; repeated++) {
        edge_list edges = make_uneven(&random, repeated);
        tricorn_graph *reference = edge_list_graph(contexts[0], &edges);
        check_graph_of_list(reference, &edges, "uneven");
        CHECK_EQ(reference->order, TG_ORDER_DEGREE, "uneven");
        CHECK_EQ(reference->duplicates > 0, repeated > 0, "edges that are repeated");
        for (size_t way = 0; way < LENGTH(longest); way++)
            TEST_EACH_ISA (isa)
                for (size_t c = 0; c < CONTEXTS; c += 2) {
                    char name[64];
                    tg_row_sorter_limit(longest[way]);
                    contexts[c]->isa = isa;
                    tricorn_graph *graph = edge_list_graph(contexts[c], &edges);
                    snprintf(name, sizeof name, "%s, way %zu, %u", tg_isa_name(isa), way, repeated);
                    check_identical_graphs(graph, reference, name);
                    tricorn_graph_free(graph);
                }
        tg_row_sorter_limit(UINT32_MAX);
        for (size_t c = 0; c < CONTEXTS; c++) contexts[c]->isa = tg_isa_best();
        tricorn_graph_free(reference);
        edge_list_free(&edges);
    }
}

/* Two vertices with ids close to 2^32 must not take memory for all smaller ids. */
TEST_CASE(large_ids_cost_nothing)
{
    static const uint32_t pairs[] = {
      4000000000u, 4294967294u, 4294967294u, 4294967295u, 4294967295u, 4000000000u, 0, 4294967295u};
    enum { FEW_BYTES = 64 << 20 };
    tricorn_graph *graph = NULL;

    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .host_bytes_limit = FEW_BYTES));
    for (uint64_t edges = 1; edges <= 4; edges++) { /* with and without the id 2^32 - 1 */
        REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, edges, NULL, &graph));
        CHECK_EQ(graph->edges, edges, "edges");
        CHECK_EQ(test_triangles(context, graph, NULL), edges >= 3, "%llu edges", (unsigned long long)edges);
        tricorn_graph_free(graph);
    }
    tricorn_context_free(context);
}

typedef struct stopping {
    tricorn_context *context;
    uint64_t calls, left; /* how often it was called, and how often it goes on */
} stopping;

static int stop(void *user, const char *phase, uint64_t done, uint64_t total)
{
    stopping *at = user;
    (void)phase, (void)done, (void)total;
    at->context->next_report = 0; /* reports again at once */
    at->calls++;
    return at->left-- == 0;
}

/* Vertices that the file declares, and a hub, or few edges. */
static tg_edges declared_edges(tricorn_context *context, uint32_t vertices, bool hub)
{
    const uint32_t count = hub ? 40000 : 100;
    tg_edges edges = {0};
    REQUIRE_OK(context, tg_edges_create(context, 1, &edges));
    REQUIRE_OK(context, tg_edge_part_reserve(context, edges.parts, count, sizeof(tg_edge)));
    for (uint32_t i = 0; i < count; i++)
        tg_edge_part_push(edges.parts, hub ? 7 : (i * 7919) % vertices, vertices - 1 - i * 31);
    edges.vertices = vertices;
    edges.declared = true;
    return edges;
}

/* The callback is asked within each pass over the vertices, and the work ends at its word. */
TEST_CASE(stops_where_vertices_have_no_edge)
{
    enum { VERTICES = 1 << 22, STEP = 1 << 16, PASSES = 2 }; /* at the least */
    for (int hub = 0; hub < 2; hub++) {
        tricorn_context *context = contexts[1];
        tricorn_status status = TRICORN_CANCELLED;
        stopping at = {.context = context};
        for (uint64_t more = 0; status == TRICORN_CANCELLED; more += 9) {
            tg_edges edges = declared_edges(context, VERTICES, hub);
            tricorn_graph *graph = NULL;
            at.calls = 0, at.left = more;
            tricorn_context_set_progress(context, stop, &at);
            context->next_report = 0;
            status = tg_prepare(context, &edges, &(tg_prepare_options){.name = "edges"}, &graph);
            CHECK_EQ(
              status, at.calls > more ? TRICORN_CANCELLED : TRICORN_OK, "%llu calls", (unsigned long long)at.calls);
            if (status == TRICORN_OK) CHECK_EQ(graph->vertices, VERTICES, "vertices");
            tricorn_graph_free(graph);
        }
        CHECK(at.calls >= PASSES * VERTICES / STEP / thread_numbers[1], "%llu calls", (unsigned long long)at.calls);
        tricorn_context_set_progress(context, NULL, NULL);
    }
}

static void create(void)
{
    test_contexts_create(allocators, contexts, thread_numbers, CONTEXTS);
}

static void destroy(void)
{
    test_contexts_free(allocators, contexts, CONTEXTS);
}

TEST_MAIN_BETWEEN(create, destroy)
