/* record.h - the record of a case: a JSON object, whose members docs/benchmarking.md lists. */
#pragma once

#include <json-c/json.h>

#include "bench/cases.h"
#include "bench/check.h"

/* The members that are the same in all records of a run. */
typedef struct bench_setting {
    json_object *machine;
    char *build;
} bench_setting;

bench_setting bench_setting_make(void);
void bench_setting_free(bench_setting *setting);

/* Returns the members that identify a case among the records of earlier runs: data set, algorithm, requested device,
 * threads, machine, commit and, if the sources have uncommitted changes, the build. */
json_object *bench_record_key(
  const bench_setting *setting, const cli_options *options, const bench_graph *graph, const bench_case *one);

/* Makes the record of a case; only a case with BENCH_OK has times. `shape` is the answer of bench_look(), or NULL. */
json_object *bench_record_make(const bench_setting *setting, const cli_options *options, json_object *key,
  json_object *shape, const bench_case *one);

/* Adds how the count was verified; if verified_by is NULL, it was not. */
void bench_record_verified(json_object *record, const bench_known *known, const char *verified_by);

/* Copies what bench_check() needs from an earlier record of the case. */
void bench_record_recall(json_object *record, bench_case *one);
