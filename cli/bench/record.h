/* record.h - the record of a case: one JSON object; docs/benchmarking.md lists its members. */
#ifndef CLI_BENCH_RECORD_H
#define CLI_BENCH_RECORD_H

#include <json-c/json.h>

#include "bench/cases.h"
#include "bench/check.h"

/* The common members of all records of a run. */
typedef struct bench_setting {
    json_object *machine;
    char *build;
} bench_setting;

bench_setting bench_setting_make(void);
void bench_setting_free(bench_setting *setting);

/* The members that identify a case in an earlier run's records: data set, algorithm, asked
 * device, threads, machine, commit; with changed sources also the build. */
json_object *bench_record_key(const bench_setting *setting, const cli_options *options,
                              const bench_graph *graph, const bench_case *one);

/* The whole record.  Only a case that is BENCH_OK has times.  shape (of bench_look) may be NULL;
 * verified_by likewise. */
json_object *bench_record_make(const bench_setting *setting, const cli_options *options,
                               json_object *key, json_object *shape, const bench_case *one);

/* Adds how the count was verified, or that it was not. */
void bench_record_verified(json_object *record, const bench_known *known,
                           const char *verified_by);

/* Takes the members that bench_check() needs from an earlier record. */
void bench_record_recall(json_object *record, bench_case *one);

#endif
