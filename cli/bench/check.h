/* check.h - decides which counts of a graph are right. */
#pragma once

#include <json-c/json.h>

#include "bench/cases.h"

/* The published count of a graph. */
typedef struct bench_known {
    uint64_t triangles; /* UINT64_MAX: it is not known */
    const char *source; /* who has published it */
} bench_known;

/* Returns the graph's count from the list of data sets. If bench_look() found another shape
 * than the list has, the count is not known, and a note is printed on stderr. */
bench_known bench_known_count(const bench_graph *graph, json_object *shape);

/* Compares the counts of all cases with the known count or, if that is not known, with each
 * other. For wrong cases, sets BENCH_WRONG or BENCH_DISPUTED, and a message. */
void bench_check(const bench_known *known, bench_case *cases, size_t count);

/* Returns how the count of a case with BENCH_OK was confirmed: "published" or "agreement"; NULL:
 * it was not. */
const char *bench_verified_by(const bench_known *known, const bench_case *cases, size_t count, const bench_case *one);
