/* count.c - the verb count: counts the triangles of a graph. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "verbs/approximate.h"
#include "clock.h"
#include "json.h"
#include "verbs/sample.h"
#include "shown.h"
#include "text.h"
#include "verb.h"

/* Prints in how many parts, passes or blocks the graph was counted, if it was more than one, or
 * if they came from disk. */
static void note_parts(
  const cli_session *session, const tricorn_graph_description *described, const tricorn_result *result)
{
    const char *why = session->options.work ? "" : "the graph did not fit in memory: ";
    const char *partition = result->cut.partition ? result->cut.partition : "none";
    const char *passes = result->cut.passes == 1 ? "pass" : "passes";
    char blocks[CLI_NUMBER_BYTES];

    cli_plural(result->cut.blocks, "block", blocks);
    if (result->cut.parts > 0)
        cli_note("counted by %" PRIu32 " %s in %" PRIu64 " parts, %" PRIu64 " of them here by %s", result->cut.workers,
          result->cut.workers == 1 ? "worker" : "workers", result->cut.parts, result->cut.own_parts,
          result->how.algorithm);
    else if (described->folder != NULL && result->cut.earlier_blocks > 0)
        cli_note("%scounted from disk (%s) in %" PRIu32 " %s, %s; %" PRIu32 " were counted before", why,
          described->folder, result->cut.passes, passes, blocks, result->cut.earlier_blocks);
    else if (described->folder != NULL && result->cut.passes > 0)
        cli_note(
          "%scounted from disk (%s) in %" PRIu32 " %s, %s", why, described->folder, result->cut.passes, passes, blocks);
    else if (described->folder != NULL)
        cli_note("%scounted from disk (%s) in %s of the partition %s", why, described->folder, blocks, partition);
    else if (result->cut.passes > 0)
        cli_note("counted in %" PRIu32 " %s, %s", result->cut.passes, passes, blocks);
    else if (result->cut.blocks > 1)
        cli_note("counted in %s of the partition %s", blocks, partition);
}

static void note_dropped(const tricorn_graph_description *described, const tricorn_result *result)
{
    char blocks[CLI_NUMBER_BYTES];

    if (result->cut.dropped_blocks == 0) return;
    cli_plural(result->cut.dropped_blocks, "block", blocks);
    cli_note("%s of an earlier count in %s could not be used: of another graph, algorithm or more "
             "memory, or damaged by a crash",
      blocks, described->folder);
}

static void note_run(
  const cli_session *session, const tricorn_graph_description *described, const tricorn_result *result, double total)
{
    char peak[CLI_NUMBER_BYTES], threads[CLI_NUMBER_BYTES];
    char start[CLI_NUMBER_BYTES] = "";

    if (session->options.quiet) return;
    if (result->how.verified_by != NULL)
        cli_note("verified by %s in %.3f s", result->how.verified_by, result->seconds.verify);
    note_parts(session, described, result);
    note_dropped(described, result);
    /* only a GPU needs time to start */
    if (result->seconds.start > 0) snprintf(start, sizeof start, "start %.3f s, ", result->seconds.start);
    cli_note("%s on %s, %s: read %.3f s, %sprepare %.3f s, transfer %.3f s, count %.3f s, "
             "total %.3f s; %s at the most",
      result->how.algorithm, result->how.device, cli_plural(result->how.threads, "thread", threads),
      result->seconds.read, start, result->seconds.prepare, result->seconds.transfer, result->seconds.count, total,
      cli_bytes(cli_peak_bytes(), peak));
    if (result->predicted.gpu_end_seconds > 0)
        cli_note("a GPU was predicted to end in %.3f s, the CPU in %.3f s", result->predicted.gpu_end_seconds,
          result->predicted.cpu_end_seconds);
}

/* Returns the predicted times until the result, for the CPU and for a GPU; NULL if these were not compared. */
static json_object *ends_json(const tricorn_result *result)
{
    if (result->predicted.gpu_end_seconds <= 0) return NULL;
    json_object *ends = cli_json_object();

    cli_json_real(ends, "cpu", result->predicted.cpu_end_seconds);
    cli_json_real(ends, "gpu", result->predicted.gpu_end_seconds);
    return ends;
}

static json_object *seconds_json(const tricorn_result *result, double total)
{
    json_object *seconds = cli_json_object();

    cli_json_real(seconds, "read", result->seconds.read);
    cli_json_real(seconds, "start", result->seconds.start);
    cli_json_real(seconds, "prepare", result->seconds.prepare);
    cli_json_real(seconds, "transfer", result->seconds.transfer);
    cli_json_real(seconds, "count", result->seconds.count);
    cli_json_real(seconds, "verify", result->seconds.verify);
    cli_json_real(seconds, "total", total);
    return seconds;
}

/* Adds the costs and the compute capability of the GPU; they are null if the CPU has counted. */
static void add_costs(json_object *answer, const tricorn_result *result)
{
    char capability[2 * CLI_NUMBER_BYTES] = "";

    if (result->predicted.gpu_costs != NULL)
        snprintf(capability, sizeof capability, "%" PRIu32 ".%" PRIu32, result->predicted.gpu_major,
          result->predicted.gpu_minor);
    cli_json_text(answer, "costs", result->predicted.gpu_costs);
    cli_json_text(answer, "compute_capability", result->predicted.gpu_costs ? capability : NULL);
}

static void print_json(
  const cli_session *session, const tricorn_graph_description *described, const tricorn_result *result, double total)
{
    json_object *answer = cli_json_object();

    cli_json_count(answer, "triangles", result->triangles);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_text(answer, "algorithm", result->how.algorithm);
    cli_json_text(answer, "device", result->how.device);
    cli_json_text(answer, "schedule", result->cut.schedule);
    cli_json_text(answer, "partition", result->cut.partition);
    cli_json_count(answer, "blocks", result->cut.blocks);
    cli_json_count(answer, "earlier_blocks", result->cut.earlier_blocks);
    cli_json_count(answer, "passes", result->cut.passes);
    cli_json_count(answer, "workers", result->cut.workers);
    cli_json_count(answer, "parts", result->cut.parts);
    cli_json_count(answer, "own_parts", result->cut.own_parts);
    cli_json_count(answer, "threads", result->how.threads);
    cli_json_text(answer, "instruction_set", tricorn_context_instruction_set(session->context));
    cli_json_text(answer, "verified_by", result->how.verified_by);
    cli_json_add(answer, "seconds", seconds_json(result, total));
    cli_json_add(answer, "predicted_ends", ends_json(result));
    add_costs(answer, result);
    cli_json_work(answer, result, described->edges);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_print(answer);
}

/* Prints the count; if the command line has several files, also the name of the file. */
static void print_text(const cli_session *session, const tricorn_result *result)
{
    printf("triangles  %" PRIu64, result->triangles);
    if (session->options.argument_count > 1)
        cli_print_name(0, "  ", session->options.arguments[0]);
    else
        printf("\n");
}

/* Counts the triangles of the graph in the first of session->options.arguments. */
static int count_one(cli_session *session)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_options options = cli_count_options(session);
    tricorn_graph *graph = NULL;

    if (cli_is_sample(session)) return cli_sample_run(session);
    if (cli_is_approximate(session)) return cli_approximate_run(session);
    CLI_DO(cli_load_to_count(session, &options, TRICORN_FOR_TOTAL, &graph, &described));
    int code = cli_step_end(session, CLI_COUNTING, tricorn_count(session->context, graph, &options, &result));
    if (code == CLI_DONE) {
        const double total = cli_elapsed(session);
        if (session->options.json)
            print_json(session, &described, &result, total);
        else
            print_text(session, &result);
        cli_flush_stdout(); /* must be written before the graph's journal is removed */
        note_run(session, &described, &result, total);
    }
    tricorn_graph_free(graph);
    return code;
}

/* Reports options that cannot be combined, before the first file is read. */
static int check(const cli_session *session)
{
    const cli_options *options = &session->options;
    const bool shared = options->join || session->transport != NULL;

    CLI_DO(cli_check_join(session));
    if (options->argument_count < 2) return CLI_DONE;
    if (shared || options->work != NULL)
        return cli_usage(session->verb,
          "a work folder and workers are for one graph, not for %zu "
          "files",
          options->argument_count);
    for (size_t i = 0, streams = 0; i < options->argument_count; i++) {
        streams += strcmp(options->arguments[i], "-") == 0;
        if (streams > 1) return cli_usage(session->verb, "- stands for standard input, which is one graph");
    }
    return CLI_DONE;
}

/* Returns how many bytes the files of the arguments from `first` on have, counting only regular files. */
static uint64_t bytes_from(const cli_options *options, size_t first)
{
    uint64_t bytes = 0;

    for (size_t i = first; i < options->argument_count; i++) {
        struct stat found;
        if (stat(options->arguments[i], &found) == 0 && S_ISREG(found.st_mode)) bytes += (uint64_t)found.st_size;
    }
    return bytes;
}

/* Counts one file after another in one context, so that threads and GPUs are started only once. If a file fails,
 * except for an error of usage, the remaining files are still counted; the exit code is that of the first failure. */
static int run(cli_session *session)
{
    const char **const all = session->options.arguments;
    int first_failure = check(session);

    if (first_failure != CLI_DONE) return first_failure;
    for (size_t i = 0; i < session->options.argument_count; i++) {
        session->options.arguments = all;
        session->following_bytes = bytes_from(&session->options, i + 1);
        session->options.arguments = all + i;
        if (i > 0) session->started = cli_now();
        const int code = cli_run_by_any(session, count_one);
        if (first_failure == CLI_DONE) first_failure = code;
        if (code == CLI_USAGE || code == CLI_INTERRUPTED) {
            first_failure = code;
            break;
        }
    }
    session->options.arguments = all;
    return first_failure;
}

CLI_DEFINE_VERB(count) = {
  .name = "count",
  .arguments = "FILE...",
  .summary = "count the triangles of graphs",
  .description = "Reads the graph in FILE (- for standard input; gzip and zstd are recognised), makes it\n"
                 "simple (drops directions, removes self loops and repeated edges, and reports their\n"
                 "numbers on stderr), and prints its number of triangles, each counted once.\n"
                 "Of several files each is a graph, with a line of its own (with --json, an object); if\n"
                 "one fails, the others are counted, and the exit code is that of the first that failed.\n"
                 "With --approximate 1% it looks at random wedges instead, and prints an interval that\n"
                 "has the number with the given confidence; where counting is as fast, it counts.\n"
                 "With --sample colours it keeps a random part of the edges while it reads, as much as\n"
                 "fits in memory, and counts that.",
  .examples = "  tricorn count graph.txt\n"
              "  tricorn count --json --verify graph.mtx.gz\n"
              "  tricorn count graph.txt graph.mtx graph.tri\n"
              "  tricorn count --threads 4 --memory 2G dependencies.tsv.zst\n"
              "  tricorn count --approximate 1% --confidence 99.9% graph.txt\n"
              "  tricorn count --sample colours --memory 1G large.txt.zst\n",
  .takes = CLI_TAKES(count) | CLI_TAKES(SAMPLES) | CLI_TAKES_FILE | CLI_TAKES_COUNT | CLI_TAKES(WORK) |
           CLI_TAKES(WORKERS) | CLI_TAKES(RANKS) | CLI_TAKES(RELABEL),
  .least_arguments = 1,
  .most_arguments = SIZE_MAX,
  .totals_only = 1,
  .run = run,
};
