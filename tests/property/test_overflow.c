/* test_overflow.c - every algorithm on graphs of more triangles than 32 bits hold.
 *
 * One thread in the short test, so that its own counter passes 2^32 too.
 */
#include "support/families.h"
#include "support/per_algorithm.h"

/* The smallest complete graph with more than 2^32 triangles. */
enum { SMALLEST = 2955 };

static void check_complete(property_state *state, uint32_t n, uint32_t threads, uint64_t expected)
{
    tricorn_graph *graph = edge_list_into_graph(state->context, make_complete(n));
    CHECK_EQ(count_triangles(state, graph, threads), expected, "%s on %u vertices, complete",
      state->algorithm->description.name, n);
    tricorn_graph_free(graph);
}

static void past_32_bits(property_state *state)
{
    CHECK(choose(SMALLEST, 3) > UINT32_MAX, "the graph is too small for its purpose");
    check_complete(state, SMALLEST, 1, choose(SMALLEST, 3));
}

static void two_to_the_13(property_state *state)
{
#ifdef TEST_SLOW
    check_complete(state, 1 << 13, 0, UINT64_C(91592417280));
#else
    print_message("minutes long: configure with -DTRICORN_SLOW_TESTS=ON to run it\n");
    state->skipped = true;
#endif
}

PROPERTIES_MAIN({"more than 2^32 triangles", past_32_bits}, {"complete, 2^13 vertices", two_to_the_13})
