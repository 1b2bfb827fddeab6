/* test_sorted.c - sorted edges with near neighbours are made rows by two readings, whatever parts
 * they come in; all others are told from them, and become the same graph in the other way. */
#include <stdio.h>

#include "base/memory.h"
#include "prepare/prepare.h"
#include "prepare/sorted.h"
#include "support/edge_list.h"
#include "support/fixture.h"
#include "support/same_graph.h"

static const uint32_t thread_numbers[] = {1, 2, 3, 16, 40};
enum {
    CONTEXTS = sizeof thread_numbers / sizeof *thread_numbers,
    VERTICES = 20000,
    NEAR = 10,
    PARTS = 3,
    NO_BLOCKS = 1 << 30
};

static test_allocator allocators[CONTEXTS];
static trigon_context *contexts[CONTEXTS];

/* Each vertex but every `without`-th (0: each) has the next one, and those behind it with a chance
 * of one in three: sorted, no repetition; a loop at every `loops`-th. */
static edge_list make_near(uint32_t without, uint32_t loops, test_random *random)
{
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t u = 0; u < VERTICES; u++) {
        if (loops > 0 && u % loops == 0) edge_list_add(&edges, u, u);
        for (uint32_t v = u + 1; v < u + NEAR && v < VERTICES; v++)
            if ((without == 0 || (u % without && v % without)) &&
                (v == u + 1 || test_random_below(random, 3) == 0))
                edge_list_add(&edges, u, v);
    }
    return edges;
}

/* Parts that took turns at blocks of the edges, as readers' threads do. */
static void deal(trigon_context *context, const edge_list *edges, uint64_t block, tg_edges *given)
{
    REQUIRE_OK(context, tg_edges_create(context, PARTS, given));
    given->vertices = edges->vertices;
    for (uint64_t i = 0; i < edges->count; i++) {
        tg_edge_part *part = &given->parts[i / block % PARTS];
        REQUIRE_OK(context, tg_edge_part_reserve(context, part, 1, sizeof(tg_edge)));
        tg_edge_part_push(part, edges->pairs[2 * i], edges->pairs[2 * i + 1]);
    }
}

typedef enum outcome { NOT_SORTED, SORTED, SORTED_BUT_REPEATED, AS_THREADS_COUNT } outcome;

/* What the two readings say, without the rest of preparation. */
static outcome read_twice(trigon_context *context, const edge_list *edges, uint64_t block)
{
    tg_sorted sorted = {0};
    tg_edges given = {0};
    bool made = false;
    deal(context, edges, block, &given);
    tg_preparation preparation = {.edges = &given, .input_edges = tg_edges_count(&given)};
    REQUIRE_OK(context, tg_count_sorted(context, &preparation, &sorted));
    const bool counted = sorted.threads > 0;
    CHECK(counted == (preparation.with_edges != NULL), "degrees are there or not");
    REQUIRE_OK(context, TG_ALLOC_ZERO(context, 1, &preparation.graph));
    if (counted) {
        REQUIRE_OK(context, tg_order_vertices(context, &preparation));
        REQUIRE_OK(context, tg_make_sorted_rows(context, &preparation, &sorted, &made));
    }
    CHECK_EQ(tg_edges_count(&given), made ? 0 : edges->count, "edges are taken or stay");
    tg_free(preparation.ranks);
    trigon_graph_free(preparation.graph);
    tg_sorted_free(&sorted);
    tg_edges_free(&given);
    return !counted ? NOT_SORTED : made ? SORTED : SORTED_BUT_REPEATED;
}

/* The graph is that of the list in disorder, and comes about as expected. */
static void check_list(const edge_list *edges, uint64_t block, outcome expected, const char *name)
{
    const tg_prepare_options options = {0};
    test_random random = {23};
    edge_list mixed = edge_list_copy(edges);
    edge_list_shuffle(&mixed, &random);
    trigon_graph *reference = edge_list_graph(contexts[0], &mixed);
    check_graph_of_list(reference, &mixed, name);
    for (size_t c = 0; c < CONTEXTS; c++) {
        trigon_graph *graph = NULL;
        tg_edges given = {0};
        const outcome found = read_twice(contexts[c], edges, block);
        if (expected != AS_THREADS_COUNT)
            CHECK_EQ(found, expected, "%s, %u threads", name, thread_numbers[c]);
        deal(contexts[c], edges, block, &given);
        REQUIRE_OK(contexts[c], tg_prepare(contexts[c], &given, &options, &graph));
        check_identical_graphs(graph, reference, name);
        trigon_graph_free(graph);
    }
    trigon_graph_free(reference);
    edge_list_free(&mixed);
}

/* Blocks of a few edges cut the edges of one vertex between parts. */
static void near_edges(void **state)
{
    static const uint64_t blocks[] = {NO_BLOCKS, 777, 5, 1};
    test_random random = {3};

    (void)state;
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (uint32_t kind = 0; kind < 6; kind++) {
            /* All vertices have edges, all but the first, or some have not. */
            static const uint32_t withouts[] = {0, UINT32_MAX, 7};
            const uint32_t without = withouts[kind % 3], loops = kind / 3 ? 14 : 0;
            edge_list edges = make_near(without, loops, &random);
            char name[64];
            snprintf(name, sizeof name, "blocks of %llu, kind %u", (unsigned long long)blocks[b],
                     kind);
            if (kind % 2) edge_list_flip(&edges, &random); /* the direction means nothing */
            check_list(&edges, blocks[b], SORTED, name);
            edge_list_free(&edges);
        }
}

static void add_between(edge_list *to, const edge_list *from, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++)
        edge_list_add(to, from->pairs[2 * i], from->pairs[2 * i + 1]);
}

/* Once, at any place: at the end of one part and the begin of the next one, or within one. */
static void one_repetition(void **state)
{
    enum { BLOCK = 500 };
    test_random random = {5};
    edge_list edges = make_near(UINT32_MAX, 0, &random);

    (void)state;
    for (unsigned trial = 0; trial < 12; trial++) {
        const uint64_t at = trial % 2 ? (1 + test_random_below(&random, 50)) * BLOCK
                                      : 1 + test_random_below(&random, (uint32_t)edges.count - 1);
        edge_list repeated = edge_list_create(VERTICES);
        add_between(&repeated, &edges, 0, at);
        add_between(&repeated, &edges, at - 1, edges.count);
        check_list(&repeated, BLOCK, at % BLOCK ? NOT_SORTED : SORTED_BUT_REPEATED, "repetition");
        edge_list_free(&repeated);
    }
    edge_list_free(&edges);
}

/* One edge out of its place, where samples do not look. */
static void one_in_disorder(void **state)
{
    test_random random = {6};
    edge_list edges = make_near(UINT32_MAX, 0, &random);

    (void)state;
    for (unsigned trial = 0; trial < 12; trial++) {
        const uint64_t at = 1 + test_random_below(&random, (uint32_t)edges.count - 1);
        edge_list swapped = edge_list_create(VERTICES);
        add_between(&swapped, &edges, 0, at - 1);
        add_between(&swapped, &edges, at, at + 1);
        add_between(&swapped, &edges, at - 1, at);
        add_between(&swapped, &edges, at + 1, edges.count);
        check_list(&swapped, NO_BLOCKS, NOT_SORTED, "swapped");
        edge_list_free(&swapped);
    }
    edge_list_free(&edges);
}

/* Sorted, but a vertex with many edges on one side, on the other, or on both: at a byte's ends. */
static void long_rows(void **state)
{
    /* One thread counts so many on a side; several may each count some of a longer row. */
    enum { LONGEST_SIDE = 127 };
    static const uint32_t lengths[] = {126, 127, 128, 255, 256};

    (void)state;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (unsigned side = 1; side <= 3; side++) {
            const uint32_t centre = VERTICES / 2, reach = lengths[l];
            edge_list edges = edge_list_create(VERTICES);
            for (uint32_t u = 0; u < VERTICES; u++)
                for (uint32_t v = u + 1; v < VERTICES && v <= u + reach; v++) {
                    const bool below = v == centre && (side & 1), above = u == centre && (side & 2);
                    if (below || above || (v < u + 2 * NEAR && v % 2)) edge_list_add(&edges, u, v);
                }
            const outcome expected = reach <= LONGEST_SIDE       ? SORTED
                                     : reach > 2 * LONGEST_SIDE ? NOT_SORTED
                                                                : AS_THREADS_COUNT;
            check_list(&edges, 777, expected, "a long row");
            edge_list_free(&edges);
        }
}

/* A lattice of many huge pages, by the library's own allocator: what was read goes back to the
 * system while rows are filled.  Row v has the REACH numbers before v. */
static void pages_given_back(void **state)
{
    enum { ROWS = 2400000, REACH = 3, BLOCK = 70001, THREADS = 2 };
    const tg_prepare_options options = {0};
    trigon_context_options own = TRIGON_CONTEXT_OPTIONS_INIT;
    trigon_context *context = NULL;
    trigon_graph *graph = NULL;
    tg_edges given = {0};
    edge_list edges = edge_list_create(ROWS);

    (void)state;
    own.threads = THREADS;
    REQUIRE_OK(NULL, trigon_context_create(&own, &context));
    for (uint32_t u = 0; u < ROWS; u++)
        for (uint32_t v = u + 1; v <= u + REACH && v < ROWS; v++) edge_list_add(&edges, u, v);
    deal(context, &edges, BLOCK, &given);
    REQUIRE_OK(context, tg_prepare(context, &given, &options, &graph));
    CHECK_EQ(graph->edges, edges.count, "edges");
    CHECK_EQ(graph->active, ROWS, "vertices");
    CHECK_EQ(graph->order, TG_ORDER_INPUT, "the order");
    for (uint32_t v = 0; v < ROWS; v++) {
        const uint32_t length = v < REACH ? v : REACH;
        CHECK(graph->offsets[v + 1] - graph->offsets[v] == length, "row %u", v);
        for (uint32_t i = 0; i < length; i++)
            CHECK(graph->targets[graph->offsets[v] + i] == v - length + i, "row %u", v);
    }
    trigon_graph_free(graph);
    CHECK_EQ(trigon_context_bytes(context), 0, "nothing is left");
    trigon_context_free(context);
    edge_list_free(&edges);
}

/* A star is sorted; nothing of it is flat. */
static void others(void **state)
{
    edge_list star = edge_list_create(VERTICES), none = edge_list_create(VERTICES),
              loops = edge_list_create(VERTICES);

    (void)state;
    for (uint32_t v = 1; v < VERTICES; v++) edge_list_add(&star, 0, v);
    for (uint32_t v = 0; v < VERTICES; v += 3) edge_list_add(&loops, v, v);
    check_list(&star, 100, NOT_SORTED, "star");
    check_list(&none, 100, NOT_SORTED, "no edges");
    check_list(&loops, 100, SORTED, "only loops");
    edge_list_free(&star);
    edge_list_free(&none);
    edge_list_free(&loops);
}

static int create(void **state)
{
    (void)state;
    test_contexts_create(allocators, contexts, thread_numbers, CONTEXTS);
    return 0;
}

static int destroy(void **state)
{
    (void)state;
    test_contexts_free(allocators, contexts, CONTEXTS);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_edges), cmocka_unit_test(one_repetition),
        cmocka_unit_test(one_in_disorder), cmocka_unit_test(long_rows), cmocka_unit_test(pages_given_back),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, create, destroy);
}
