/* check.h - decides which counts of a graph are right. */
#ifndef CLI_BENCH_CHECK_H
#define CLI_BENCH_CHECK_H

#include <json-c/json.h>

#include "bench/cases.h"

/* The known count of a graph, before it is counted. */
typedef struct bench_known {
    uint64_t triangles; /* UINT64_MAX: nothing */
    const char *source; /* who published it */
} bench_known;

/* The count of the list of data sets, if graph is the graph of the list: compares its shape, from
 * bench_look().  Otherwise writes a note to stderr. */
bench_known bench_known_count(const bench_graph *graph, json_object *shape);

/* Compares the counts of all cases with the known one, or with each other if there is none; wrong
 * cases get BENCH_WRONG or BENCH_DISPUTED, and a message. */
void bench_check(const bench_known *known, bench_case *cases, size_t count);

/* How the count of a case with BENCH_OK was confirmed: "published", "agreement"; NULL: it was
 * not. */
const char *bench_verified_by(const bench_known *known, const bench_case *cases, size_t count,
                              const bench_case *one);

#endif
