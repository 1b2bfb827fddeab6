/* run.c - runs the cases of a graph in rounds of child processes, and completes their records. */
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

#include "bench/check.h"
#include "bench/process.h"
#include "bench/report.h"
#include "bench/samples.h"
#include "bench/trial.h"
#include "bench/work.h"
#include "exit.h"
#include "json.h"
#include "text.h"

/* A peer exits with this code if it is not installed; CTest and Automake use it, too. */
enum { PEER_MISSING = 77 };

/* The measurement of one graph. */
typedef struct measurement {
    bench_run *run;
    const bench_graph *graph;
    bench_work work;
    json_object *shape; /* the answer of bench_look(), or NULL */
    bench_case *cases;
    json_object **keys; /* the keys of the cases */
    size_t count;
} measurement;

/* ---- the end of a process ---- */

static void fail(bench_case *one, bench_status status, char *message)
{
    free(one->message);
    one->status = status;
    one->message = message;
}

/* Returns "WHAT: LINE", where LINE is the last line of stderr, or only WHAT if stderr is empty. */
static char *with_last_words(const char *what, bench_process *process)
{
    const char *words = bench_process_last_words(process);
    return *words != '\0' ? cli_string("%s: %s", what, words) : cli_string("%s", what);
}

static void fail_by_end(bench_case *one, bench_process *process)
{
    char *what;

    if (process->end == BENCH_TIMED_OUT) {
        fail(one, BENCH_TIMEOUT, cli_string("killed after %.1f s", process->seconds));
        return;
    }
    if (process->end == BENCH_CRASHED) {
        what = cli_string("ended by signal %d (%s)", process->code, strsignal(process->code));
        fail(one, BENCH_CRASH, with_last_words(what, process));
    } else if (one->script != NULL && process->code == PEER_MISSING) {
        what = cli_string("not here");
        fail(one, BENCH_SKIPPED, with_last_words(what, process));
    } else {
        what = process->code != 0 ? cli_string("ended with exit code %d", process->code)
                                  : cli_string("printed no JSON object");
        fail(one, BENCH_FAILED, with_last_words(what, process));
    }
    free(what);
}

/* ---- an answer ---- */

static const char *const sampled[] = {"read_seconds", "start_seconds", "prepare_seconds", "transfer_seconds",
  "single_count_seconds", "once_seconds", "plan_seconds", "count_seconds", "energy_joules", "peak_bytes",
  "device_peak_bytes", "program_seconds"};

static bool is_sampled(const char *name)
{
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; i++)
        if (strcmp(name, sampled[i]) == 0) return true;
    return false;
}

/* Whether the record itself sets this member, so that it is not copied from the answer. */
static bool is_ours(const char *name)
{
    static const char *const ours[] = {"status", "message", "triangles", "algorithm", "threads"};

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return true;
    return false;
}

static void keep_facts(bench_case *one, json_object *answer)
{
    json_object_object_foreach(answer, name, value)
    {
        if (!is_sampled(name) && !is_ours(name)) cli_json_add(one->facts, name, json_object_get(value));
    }
    if (strcmp(bench_json_text(answer, "algorithm"), one->name) != 0 && bench_json_get(answer, "algorithm") != NULL)
        cli_json_text(one->facts, "algorithm_ran", bench_json_text(answer, "algorithm"));
}

static bool keep_samples(bench_case *one, json_object *answer)
{
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; i++) {
        json_object *value = bench_json_get(answer, sampled[i]);
        if (value != NULL && !bench_json_collect(one->samples, sampled[i], value)) {
            fail(one, BENCH_FAILED, cli_string("%s is not a number, or a list of numbers, from 0 on", sampled[i]));
            return false;
        }
    }
    return true;
}

/* Returns the status that an answer states; BENCH_OK if it states none. */
static bench_status status_of(json_object *answer)
{
    const char *name = bench_json_text(answer, "status");

    for (bench_status status = BENCH_OK; status <= BENCH_SKIPPED; status++)
        if (strcmp(name, bench_status_name(status)) == 0) return status;
    return *name == '\0' ? BENCH_OK : BENCH_FAILED;
}

/* Adds what a process has answered to its case. */
static void absorb(bench_case *one, json_object *answer)
{
    const bench_status status = status_of(answer);
    uint64_t triangles = UINT64_MAX;
    const bool counted = bench_json_number(answer, "triangles", &triangles);

    if (status != BENCH_OK) {
        if (counted) one->triangles = triangles;
        fail(one, status, cli_string("%s", bench_json_text(answer, "message")));
    } else if (!counted) {
        fail(one, BENCH_FAILED, cli_string("its answer has no number of triangles"));
    } else if (bench_json_get(answer, "count_seconds") == NULL) {
        fail(one, BENCH_FAILED, cli_string("told no count_seconds"));
    } else if (one->triangles != UINT64_MAX && one->triangles != triangles) {
        char *message =
          cli_string("counted %" PRIu64 " in one round, %" PRIu64 " in another", one->triangles, triangles);
        one->triangles = triangles;
        fail(one, BENCH_WRONG, message);
    } else if (keep_samples(one, answer)) {
        one->triangles = triangles;
        keep_facts(one, answer);
        one->rounds_done++;
    }
}

/* ---- processes ---- */

static bench_process start(const measurement *all, const bench_case *one)
{
    const cli_options *options = all->run->plan->given;
    const char *const words[] = {one->script, all->work.text_path, NULL};
    const bench_job job = {
      .options = options,
      .load = &all->run->plan->load,
      .graph = all->graph,
      .algorithm = one->name,
      .device = one->device,
      .parameters = one->parameters,
      .verify = options->verify && one->rounds_done == 0,
      .pairs_path = all->work.tricorn_path,
    };

    if (one->script != NULL) return bench_process_execute(words, options->timeout);
    return bench_process_run(bench_count, &job, options->timeout);
}

/* Runs one round of one case. Returns CLI_DONE, CLI_INTERRUPTED, or CLI_FAILED if the record cannot be written. */
static int run_round(measurement *all, size_t number)
{
    bench_case *one = &all->cases[number];
    bench_process process = start(all, one);
    json_object *answer = bench_json_last_line(process.output), *line;
    int code = CLI_DONE;

    if (process.end == BENCH_STOPPED) {
        code = CLI_INTERRUPTED;
    } else if (process.end != BENCH_EXITED || answer == NULL ||
               (process.code != 0 && bench_json_get(answer, "status") == NULL)) {
        fail_by_end(one, &process);
    } else {
        if (bench_json_get(answer, "peak_bytes") == NULL) cli_json_count(answer, "peak_bytes", process.peak_bytes);
        absorb(one, answer);
        if (one->status == BENCH_OK) {
            line = cli_json_object();
            cli_json_add(line, "key", json_object_get(all->keys[number]));
            cli_json_add(line, "answer", json_object_get(answer));
            code = bench_log_append_partial(&all->run->log, line);
            json_object_put(line);
        }
    }
    json_object_put(answer);
    bench_process_free(&process);
    return code;
}

static void show_progress(bench_run *run)
{
    run->processes_done++;
    cli_progress_report(&run->session->progress, "benchmarking", run->processes_done, run->processes);
}

static int run_rounds(measurement *all)
{
    const uint64_t rounds = all->run->plan->given->rounds;
    int code = CLI_DONE;

    for (uint64_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < all->count && code == CLI_DONE; i++) {
            const bench_case *one = &all->cases[i];
            if (!one->recorded && one->status == BENCH_OK && one->rounds_done <= round) code = run_round(all, i);
            show_progress(all->run);
        }
    }
    return code;
}

/* ---- before ---- */

/* Restores the measurements that an interrupted run has made. */
static void recall_partial(measurement *all)
{
    json_object *lines = all->run->log.partial;

    for (size_t i = 0; i < json_object_array_length(lines); i++) {
        json_object *line = json_object_array_get_idx(lines, i), *key = bench_json_get(line, "key"),
                    *answer = bench_json_get(line, "answer");
        for (size_t j = 0; j < all->count; j++)
            if (key != NULL && answer != NULL && all->cases[j].status == BENCH_OK &&
                json_object_equal(key, all->keys[j]))
                absorb(&all->cases[j], answer);
    }
}

static bool begin(measurement *all)
{
    bench_run *run = all->run;
    bool left = false;

    all->cases = bench_cases_make(run->plan, &all->count);
    all->keys = cli_needed(calloc(all->count, sizeof *all->keys));
    for (size_t i = 0; i < all->count; i++) {
        json_object *record;
        all->keys[i] = bench_record_key(&run->setting, run->plan->given, all->graph, &all->cases[i]);
        record = bench_log_find(&run->log, all->keys[i]);
        if (record != NULL)
            bench_record_recall(record, &all->cases[i]);
        else
            left = true;
    }
    if (left) recall_partial(all);
    return left;
}

/* Examines the graph, and saves it for the processes that count. If the graph cannot be read or
 * made, all remaining cases fail. */
static int look(measurement *all)
{
    const cli_options *options = all->run->plan->given;
    const bench_job job = {.options = options,
      .load = &all->run->plan->load,
      .graph = all->graph,
      .pairs_path = all->work.pairs_path,
      .text_path = all->work.text_path};
    bench_process process = bench_process_run(bench_look, &job, options->timeout);
    bench_case graph = {.status = BENCH_OK};

    all->shape = bench_json_last_line(process.output);
    if (process.end == BENCH_STOPPED) {
        bench_process_free(&process);
        return CLI_INTERRUPTED;
    }
    if (process.end != BENCH_EXITED || all->shape == NULL)
        fail_by_end(&graph, &process);
    else if (process.code != 0)
        fail(&graph, BENCH_FAILED, cli_string("%s", bench_json_text(all->shape, "message")));
    bench_process_free(&process);
    if (graph.status == BENCH_OK) return CLI_DONE;
    json_object_put(all->shape);
    all->shape = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (!all->cases[i].recorded) fail(&all->cases[i], graph.status, cli_string("the graph: %s", graph.message));
    free(graph.message);
    return CLI_DONE;
}

/* ---- after ---- */

/* Whether a record of the case is written. A case that this machine cannot run gets none, so
 * that it may run later. */
static bool is_kept(const bench_case *one)
{
    return one->status != BENCH_SKIPPED && one->status != BENCH_UNSUPPORTED;
}

/* Checks the counts, and appends the record of each case to `records`, in the order of the cases. */
static int conclude(measurement *all, json_object *records)
{
    bench_run *run = all->run;
    bench_known known = {.triangles = UINT64_MAX};
    int code = CLI_DONE;

    if (all->shape != NULL) known = bench_known_count(all->graph, all->shape);
    bench_check(&known, all->cases, all->count);
    for (size_t i = 0; i < all->count; i++) {
        const bench_case *one = &all->cases[i];
        json_object *record;
        if (one->recorded && one->status != BENCH_OK) run->faults++;
        if (one->recorded) {
            cli_json_append(records, json_object_get(bench_log_find(&run->log, all->keys[i])));
            continue;
        }
        record = bench_record_make(&run->setting, run->plan->given, all->keys[i], all->shape, one);
        bench_record_verified(record, &known, bench_verified_by(&known, all->cases, all->count, one));
        cli_json_append(records, record);
        if (one->status != BENCH_OK && is_kept(one)) run->faults++;
        if (code == CLI_DONE && is_kept(one)) code = bench_log_append(&run->log, record);
    }
    return code;
}

static void end(measurement *all)
{
    for (size_t i = 0; i < all->count; i++) json_object_put(all->keys[i]);
    free(all->keys);
    bench_cases_free(all->cases, all->count);
    json_object_put(all->shape);
    bench_work_remove(&all->work);
}

int bench_run_graph(bench_run *run, const bench_graph *graph)
{
    measurement all = {.run = run, .graph = graph};
    json_object *records = cli_json_array();
    int code = CLI_DONE;

    if (begin(&all)) {
        code = bench_work_make(graph, run->plan->peers.count > 0, &all.work);
        if (code == CLI_DONE) code = look(&all);
        if (code == CLI_DONE) code = run_rounds(&all);
    } else {
        cli_note("%s: all is recorded in %s", graph->name, run->plan->given->output);
    }
    cli_progress_clear(&run->session->progress);
    if (code == CLI_DONE) code = conclude(&all, records);
    if (code == CLI_DONE) bench_report(run->session, run->plan->given, graph, records);
    json_object_put(records);
    end(&all);
    return code;
}
