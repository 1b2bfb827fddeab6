/* per_algorithm.h - runs properties for every registered algorithm, each as a test of its own.
 *
 * An algorithm that answers TRICORN_UNSUPPORTED (no such device here) is printed as skipped.
 */
#pragma once

#include "support/allocator.h"
#include "support/check.h"
#include "support/edge_list.h"

#include "task/algorithm.h"

/* The state of a property; made anew for each test, after which all memory must be free. */
typedef struct property_state {
    const tg_algorithm *algorithm;
    tricorn_context *context; /* two threads */
    test_allocator allocator;
    test_random random;
    unsigned turn; /* of the ways, where one of them is taken at a time */
    unsigned mode_turn; /* of the settings of parameters, likewise */
    unsigned edges_turn; /* graphs that were checked by their edges */
    unsigned stored_turn; /* and those of them that were counted from disk */
    bool skipped; /* set by a property that has nothing to do in this build */
} property_state;

/* A way to count: in so many blocks, on that device (NULL: the algorithm's), cut by that
 * partition (NULL: as the library does), under those names of the vertices (NULL: their own),
 * prepared for so many counts (0: for this one). */
typedef struct counting_way {
    uint32_t blocks;
    const char *device, *partition, *relabel;
    uint32_t counts;
} counting_way;

/* The ways beside counting the whole graph at once: 4 and 9 blocks; for a GPU also two parts of
 * it, with and without blocks; each partition of graphs in memory. */
size_t counting_ways(const property_state *state, const counting_way **ways);

typedef struct property {
    const char *name;
    void (*check)(property_state *state);
} property;

/* The main() of a test of properties, each {"name", function}. Its argument is "cpu", "gpu", or none for both. */
#define PROPERTIES_MAIN(...) \
    int main(int argc, char **argv) \
    { \
        static const property properties[] = {__VA_ARGS__}; \
        return run_for_every_algorithm(argc, argv, properties, LENGTH(properties)); \
    }

int run_for_every_algorithm(int argc, char **argv, const property *properties, size_t count);

/* The algorithm's count of the graph, with that many threads. */
uint64_t count_triangles(property_state *state, const tricorn_graph *graph, uint32_t threads);

/* The algorithm's count of one task. */
uint64_t count_task(property_state *state, const tg_task *task);

/* Counts in core, and on the CPU in the next three of the other ways, on a GPU, where contexts
 * take their time, in the next one; each must give `expected`. */
void check_count(property_state *state, const tricorn_graph *graph, uint64_t expected, const char *name);

/* The same for a graph made of these edges. */
void check_edges(property_state *state, const edge_list *edges, uint64_t expected, const char *name);
