/* record.h - the record of a case: one JSON object; docs/benchmarking.md lists its members. */
#ifndef CLI_BENCH_RECORD_H
#define CLI_BENCH_RECORD_H

#include <json-c/json.h>

#include "bench/cases.h"
#include "bench/check.h"

/* Members that all records of a run share. */
typedef struct bench_setting {
    json_object *machine;
    char *build;
} bench_setting;

bench_setting bench_setting_make(void);
void bench_setting_free(bench_setting *setting);

/* Returns the members that identify a case in the records of an earlier run: data set, algorithm,
 * requested device, threads, machine, commit; if the sources have changes, also the build. */
json_object *bench_record_key(const bench_setting *setting, const cli_options *options,
                              const bench_graph *graph, const bench_case *one);

/* Makes the record of a case; only a case with BENCH_OK has times.  shape: the answer of
 * bench_look(), or NULL. */
json_object *bench_record_make(const bench_setting *setting, const cli_options *options,
                               json_object *key, json_object *shape, const bench_case *one);

/* Adds how the count was verified; verified_by NULL: it was not. */
void bench_record_verified(json_object *record, const bench_known *known,
                           const char *verified_by);

/* Copies what bench_check() needs of a case from an earlier record. */
void bench_record_recall(json_object *record, bench_case *one);

#endif
