/* log.h - the file of records, to which lines of JSON are appended. Cases that have a record are not measured again.
 * During a run, FILE.partial has a line for each process that has ended, so that an interrupted run can continue. */
#pragma once

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct bench_log {
    char *path, *partial_path; /* NULL if records have no file */
    json_object *records, *partial; /* the records in these two files */
} bench_log;

/* Reads both files; `path` may be NULL. Returns CLI_DONE, or another exit code after an error message. */
int bench_log_open(const char *path, bench_log *log);
void bench_log_close(bench_log *log);

/* Whether the record has all members of `key`, with equal values. */
bool bench_log_matches(json_object *record, json_object *key);

/* Returns the last record that matches; NULL: none does. The record belongs to the log. */
json_object *bench_log_find(const bench_log *log, json_object *key);

/* Appends a line and waits until it is on the disk. Returns CLI_DONE, or CLI_FAILED after an error message. */
int bench_log_append(const bench_log *log, json_object *record);
int bench_log_append_partial(const bench_log *log, json_object *line);

/* Removes the partial file, because the file of records now has all that it contains. */
void bench_log_complete(const bench_log *log);
