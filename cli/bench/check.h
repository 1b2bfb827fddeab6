/* check.h - decides which counts of a graph are right. */
#ifndef CLI_BENCH_CHECK_H
#define CLI_BENCH_CHECK_H

#include <json-c/json.h>

#include "bench/cases.h"

/* The published count of a graph. */
typedef struct bench_known {
    uint64_t triangles; /* UINT64_MAX: not known */
    const char *source; /* who published it */
} bench_known;

/* Returns the graph's count in the list of data sets.  If the shape that bench_look() found is
 * not that of the list, the count is not known, and a note goes to stderr. */
bench_known bench_known_count(const bench_graph *graph, json_object *shape);

/* Compares the counts of all cases with the known one, or with each other if none is known.  Sets
 * BENCH_WRONG or BENCH_DISPUTED, and a message, for wrong cases. */
void bench_check(const bench_known *known, bench_case *cases, size_t count);

/* Returns how the count of a case with BENCH_OK is confirmed: "published" or "agreement"; NULL if
 * it is not. */
const char *bench_verified_by(const bench_known *known, const bench_case *cases, size_t count,
                              const bench_case *one);

#endif
