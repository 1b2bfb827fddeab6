/* cases.h - the cases to measure: graphs, and the algorithms and peers that count each. */
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
    BENCH_DISPUTED, /* two cases disagree, and it is not known which is right */
    BENCH_FAILED,   /* it reported a failure */
    BENCH_CRASH,    /* a signal ended it */
    BENCH_TIMEOUT,
    BENCH_UNSUPPORTED, /* this build or machine cannot run it */
    BENCH_SKIPPED      /* a peer that is not installed */
} bench_status;

/* "ok", "wrong", ... as in records. */
const char *bench_status_name(bench_status status);

typedef struct bench_case {
    char *name;       /* of the algorithm or the peer */
    char *device;     /* "cpu", "gpu", "gpu:0" */
    char *script;     /* of a peer; NULL for tricorn's own */
    char *parameters; /* the values of --option for the algorithm; or NULL */
    bench_status status;
    char *message;      /* why the status is not BENCH_OK; or NULL */
    uint64_t triangles; /* UINT64_MAX until counted */
    uint32_t rounds_done;
    bool recorded;        /* finished by an earlier run */
    json_object *samples; /* lists of seconds, bytes, joules by name */
    json_object *facts;   /* other members of the last process's answer: threads, version, gpu */
} bench_case;

typedef struct bench_plan {
    const cli_options *given;
    tricorn_load_options load; /* how files are read, but for `prepare` and `count` */
    bench_catalog catalog;
    bench_graphs graphs;
    cli_list parameters; /* of algorithms, by --option */
    cli_list algorithms; /* names; each has a device below */
    cli_list devices;
    cli_list peers;   /* names */
    cli_list scripts; /* of the peers */
} bench_plan;

/* Takes all options of the verb.  Returns CLI_DONE or another exit code after an error message.
 */
int bench_plan_make(cli_session *session, bench_plan *plan);
void bench_plan_free(bench_plan *plan);

/* The cases of one graph, each fresh: *count of them.  Free with bench_cases_free(). */
bench_case *bench_cases_make(const bench_plan *plan, size_t *count);
void bench_cases_free(bench_case *cases, size_t count);

#endif
