/* cases.h - the measurements of a run: graphs, and for each the algorithms and peers that count
 * it. */
#ifndef CLI_BENCH_CASES_H
#define CLI_BENCH_CASES_H

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
    BENCH_WRONG,    /* its count is wrong */
    BENCH_DISPUTED, /* cases disagree, and it is not known which one is right */
    BENCH_FAILED,   /* it reported a failure */
    BENCH_CRASH,    /* a signal ended it */
    BENCH_TIMEOUT,
    BENCH_UNSUPPORTED, /* this build or machine cannot run it */
    BENCH_SKIPPED      /* a peer that is not installed */
} bench_status;

/* Returns the name of the status in records: "ok", "wrong" and so on. */
const char *bench_status_name(bench_status status);

typedef struct bench_case {
    char *name;       /* of the algorithm or the peer */
    char *device;     /* "cpu", "gpu", "gpu:0" */
    char *script;     /* of a peer; NULL: an algorithm of tricorn */
    char *parameters; /* the settings of --option for the algorithm, or NULL */
    bench_status status;
    char *message;      /* why the status is not BENCH_OK, or NULL */
    uint64_t triangles; /* UINT64_MAX until counted */
    uint32_t rounds_done;
    bool recorded;        /* an earlier run has measured it completely */
    json_object *samples; /* by name: lists of seconds, bytes or joules */
    json_object *facts;   /* other members of the last process's answer, such as its GPU */
} bench_case;

typedef struct bench_plan {
    const cli_options *given;
    tricorn_load_options load; /* how files are read; without `prepare` and `count` */
    bench_catalog catalog;
    bench_graphs graphs;
    cli_list parameters;          /* the settings of --option */
    cli_list algorithms, devices; /* names, and the device of each */
    cli_list peers, scripts;      /* names, and the script of each */
} bench_plan;

/* Makes the plan of the options.  Returns CLI_DONE, or another exit code after an error
 * message. */
int bench_plan_make(cli_session *session, bench_plan *plan);
void bench_plan_free(bench_plan *plan);

/* Makes the cases of one graph, *count of them, without measurements.  Free them with
 * bench_cases_free(). */
bench_case *bench_cases_make(const bench_plan *plan, size_t *count);
void bench_cases_free(bench_case *cases, size_t count);

#endif
