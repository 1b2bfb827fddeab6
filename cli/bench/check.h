/* check.h - which counts of a graph are right. */
#ifndef CLI_BENCH_CHECK_H
#define CLI_BENCH_CHECK_H

#include <json-c/json.h>

#include "bench/cases.h"

/* What is known of a graph's count before it is counted. */
typedef struct bench_known {
    uint64_t triangles; /* UINT64_MAX: nothing */
    const char *source; /* who published it */
} bench_known;

/* The count of the list of data sets, if graph is the graph that the list means: shape is what
 * bench_look() said of it.  Notes on stderr where it is not. */
bench_known bench_known_count(const bench_graph *graph, json_object *shape);

/* Compares the counts of all cases with the known one, or where there is none with each other,
 * and gives those that are not right BENCH_WRONG or BENCH_DISPUTED, and a message. */
void bench_check(const bench_known *known, bench_case *cases, size_t count);

/* How a case with BENCH_OK is known to be right: "published", "agreement"; NULL: it is not. */
const char *bench_verified_by(const bench_known *known, const bench_case *cases, size_t count,
                              const bench_case *one);

#endif
