/* memory.h - the calls whose allocations test_memory.c lets fail, and what they share. */
#pragma once

#include "graph/graph.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/families.h"
#include "support/files.h"
#include "support/stored.h"

enum { KARATE_K_MAX = 5 }; /* the largest trussness of its edges */

/* The inputs of the calls. */
extern struct memory_inputs {
    test_allocator allocator;
    tricorn_context *context;
    test_folder folder;
    tricorn_graph *graph;
    uint64_t triangles;
    uint32_t by_trix; /* calls that fell back to the method of the least memory */
} memory;

/* One call and, if it succeeds, a check of its result. Leaves nothing allocated. */
typedef struct memory_call {
    const char *name;
    tricorn_status (*run)(const char *argument);
    const char *argument;
} memory_call;

/* Each list ends with a call without a name. */
extern const memory_call memory_loading[], memory_counting[], memory_sharing[], memory_analytics[];

/* Those that are tried with every format, and every algorithm. */
tricorn_status memory_round_trip(const char *format);
tricorn_status memory_count(const char *algorithm);
tricorn_status memory_plan(const char *algorithm);
tricorn_status memory_count_blocks(const char *algorithm);

/* Checks a graph that was made, or was not, and frees it; returns the status. */
tricorn_status memory_made(tricorn_status status, tricorn_graph *graph);
