/* report.h - prints the results of a run on stdout: a table for each graph, or records as lines of JSON. */
#pragma once

#include <json-c/json.h>

#include "bench/cases.h"

/* Prints the records of a graph; `records` is a list. */
void bench_report(
  const cli_session *session, const cli_options *options, const bench_graph *graph, json_object *records);
