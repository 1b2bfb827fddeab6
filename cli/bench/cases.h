/* cases.h - what a run measures: the cases of each graph, which are the algorithms and peers that count it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <json-c/json.h>

#include "bench/catalog.h"
#include "bench/graphs.h"
#include "words.h"
#include "verb.h"

typedef enum bench_status {
    BENCH_OK,
    BENCH_WRONG, /* its count is wrong */
    BENCH_DISPUTED, /* the cases disagree, and it is not known which of them is right */
    BENCH_FAILED, /* its process reported a failure */
    BENCH_CRASH, /* a signal ended its process */
    BENCH_TIMEOUT,
    BENCH_UNSUPPORTED, /* this build or machine cannot run it */
    BENCH_SKIPPED /* a peer that is not installed */
} bench_status;

/* Returns the name of the status in records: "ok", "wrong" and so on. */
const char *bench_status_name(bench_status status);

typedef struct bench_case {
    char *name; /* the name of the algorithm or of the peer */
    char *device; /* "cpu", "gpu", "gpu:0" and so on */
    char *script; /* the script of a peer; NULL: an algorithm of tricorn */
    char *parameters; /* the settings of --option for the algorithm; NULL if none are set */
    bench_status status;
    char *message; /* why the status is not BENCH_OK; NULL if it has no message */
    uint64_t triangles; /* UINT64_MAX until it is counted */
    uint32_t rounds_done;
    bool recorded; /* an earlier run has completely measured it */
    json_object *samples; /* for each name a list of seconds, bytes or joules */
    /* Other members of the last process's answer, such as the name of its GPU. */
    json_object *facts;
} bench_case;

typedef struct bench_plan {
    const cli_options *given;
    tricorn_load_options load; /* how files are read, without the members `prepare` and `count` */
    bench_catalog catalog;
    bench_graphs graphs;
    cli_list parameters; /* the settings of --option */
    cli_list algorithms, devices; /* the names of the algorithms, and the device of each */
    cli_list peers, scripts; /* the names of the peers, and the script of each */
} bench_plan;

/* Makes the plan from the options. Returns CLI_DONE, or another exit code after an error message. */
int bench_plan_make(cli_session *session, bench_plan *plan);
void bench_plan_free(bench_plan *plan);

/* Makes the cases of one graph, without measurements; *count receives their number. The caller
 * frees them with bench_cases_free(). */
bench_case *bench_cases_make(const bench_plan *plan, size_t *count);
void bench_cases_free(bench_case *cases, size_t count);
