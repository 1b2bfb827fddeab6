/* trial.c - examines a graph, or counts its triangles and measures the time, in a child process of bench. */
#include "bench/trial.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/energy.h"
#include "bench/samples.h"
#include "words.h"
#include "clock.h"
#include "exit.h"
#include "json.h"
#include "message.h"

enum { BENCHMARK_SEED = 0 }; /* the seed for which the benchmark graphs are published */

/* ---- both ---- */

static int report_failure(const tricorn_context *context, tricorn_status status)
{
    const char *name = status == TRICORN_UNSUPPORTED   ? "unsupported"
                       : status == TRICORN_WRONG_COUNT ? "wrong"
                                                       : "failed";
    char message[CLI_MESSAGE_BYTES];
    json_object *answer = cli_json_object();

    cli_json_text(answer, "status", name);
    cli_json_text(answer, "message", cli_message(context, status, false, message));
    cli_json_print(answer);
    return CLI_FAILED;
}

static tricorn_status open_context(const cli_options *given, tricorn_context **context)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;

    options.threads = (uint32_t)given->threads;
    options.instruction_set = given->instruction_set;
    options.process_bytes_limit = given->memory_bytes;
    return tricorn_context_create(&options, context);
}

static tricorn_ids ids_of(const bench_job *job)
{
    return job->graph->string_ids ? TRICORN_IDS_STRING : job->load->input.ids;
}

static tricorn_options options_of(const bench_job *job)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;

    if (job->algorithm && strcmp(job->algorithm, "auto") != 0) options.algorithm = job->algorithm;
    options.device = job->device;
    options.parameters = job->parameters;
    options.relabel = job->options->relabel;
    return options;
}

/* Loads or generates the graph. With --prepare, a graph that will be counted is prepared on the
 * device that will count it. */
static tricorn_status get_graph(tricorn_context *context, const bench_job *job, const char *path, tricorn_graph **graph)
{
    const bench_graph *source = job->graph;
    const tricorn_options count = options_of(job);
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;

    if (path == NULL) return tricorn_graph_generate(context, source->model, source->parameters, BENCHMARK_SEED, graph);
    /* If the graph has no path, bench itself has written the file. */
    if (source->path != NULL) options = *job->load;
    options.input.ids = ids_of(job);
    options.graph.strict = job->load->graph.strict;
    options.graph.order = job->load->graph.order;
    if (job->algorithm != NULL && job->options->prepare != NULL) {
        options.graph.prepare = job->options->prepare;
        options.count = &count;
    }
    return tricorn_graph_load(context, path, &options, graph);
}

/* ---- look ---- */

static tricorn_status save(tricorn_context *context, const tricorn_graph *graph, const char *path, const char *format)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;

    if (path == NULL) return TRICORN_OK;
    options.format = format;
    options.compression = "none";
    return tricorn_graph_save(context, graph, path, &options);
}

/* Saves a graph whose ids are words for peers, which can read only numbers: converts it with a
 * format that numbers its vertices. */
static tricorn_status save_numbered(tricorn_context *context, const tricorn_graph *graph, const char *path)
{
    char *between = cli_string("%s.sg", path);
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *numbered = NULL;
    tricorn_status status = save(context, graph, between, "gapbs");

    options.input.format = "gapbs";
    if (status == TRICORN_OK) status = tricorn_graph_load(context, between, &options, &numbered);
    if (status == TRICORN_OK) status = save(context, numbered, path, "edges");
    tricorn_graph_free(numbered);
    unlink(between);
    free(between);
    return status;
}

static tricorn_status save_text(tricorn_context *context, const bench_job *job, const tricorn_graph *graph)
{
    if (job->text_path != NULL && tricorn_graph_label(graph, 0) != NULL)
        return save_numbered(context, graph, job->text_path);
    return save(context, graph, job->text_path, "edges");
}

/* Replaces a generated graph, which has the library's order, by the one that the processes which
 * count will load from the file where it was saved, if another order is wanted. */
static tricorn_status load_in_order(tricorn_context *context, const bench_job *job, tricorn_graph **graph)
{
    const char *saved = job->pairs_path != NULL ? job->pairs_path : job->text_path;

    if (job->graph->path != NULL || job->load->graph.order == NULL) return TRICORN_OK;
    tricorn_graph_free(*graph);
    *graph = NULL;
    return get_graph(context, job, saved, graph);
}

static tricorn_status look(
  tricorn_context *context, const bench_job *job, tricorn_graph **graph, tricorn_graph_description *described)
{
    tricorn_graph_description ordered = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_status status = get_graph(context, job, job->graph->path, graph);

    if (status == TRICORN_OK) status = tricorn_graph_describe(context, *graph, described);
    if (status == TRICORN_OK) status = save(context, *graph, job->pairs_path, "pairs32");
    if (status == TRICORN_OK) status = save_text(context, job, *graph);
    if (status == TRICORN_OK) status = load_in_order(context, job, graph);
    if (status == TRICORN_OK) status = tricorn_graph_describe(context, *graph, &ordered);
    if (status != TRICORN_OK) return status;
    described->max_out_degree = ordered.max_out_degree;
    described->oriented_wedges = ordered.oriented_wedges;
    described->bytes = ordered.bytes;
    return TRICORN_OK;
}

int bench_look(const void *user)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    const bench_job *job = user;
    tricorn_context *context = NULL;
    tricorn_graph *graph = NULL;
    tricorn_status status = open_context(job->options, &context);
    int code = CLI_DONE;

    if (status == TRICORN_OK) status = look(context, job, &graph, &described);
    if (status == TRICORN_OK) {
        json_object *answer = cli_json_object();
        cli_json_described(answer, NULL, &described);
        cli_json_count(answer, "max_out_degree", described.max_out_degree);
        cli_json_count(answer, "oriented_wedges", described.oriented_wedges);
        cli_json_count(answer, "graph_bytes", described.bytes);
        cli_json_print(answer);
    } else {
        code = report_failure(context, status);
    }
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    return code;
}

/* ---- count ---- */

/* The results of a single count, and of the timed runs with a plan for many counts. */
typedef struct measured {
    tricorn_result single;
    tricorn_result first; /* the result of the first run that is timed */
    json_object *count_seconds;
    double joules; /* the mean energy of a run; negative: it is unknown */
} measured;

/* Returns the number of the GPU that a device name means, 0 for "gpu"; -1: it is no GPU. */
static int gpu_number(const char *device)
{
    static const char gpu[] = "gpu";

    if (strncmp(device, gpu, sizeof gpu - 1) != 0) return -1;
    return device[sizeof gpu - 1] == ':' ? atoi(device + sizeof gpu) : 0;
}

static int report_change(uint64_t first, uint64_t then)
{
    json_object *answer = cli_json_object();
    char *message = cli_string("counted %" PRIu64 ", then %" PRIu64 " in the same process", first, then);

    cli_json_text(answer, "status", "wrong");
    cli_json_count(answer, "triangles", then);
    cli_json_text(answer, "message", message);
    cli_json_print(answer);
    free(message);
    return CLI_FAILED;
}

/* Counts the graph once, as 'tricorn count' does. With job->verify, an algorithm of another kind
 * then checks the count, without timing. */
static tricorn_status count_once(
  tricorn_context *context, const bench_job *job, const tricorn_graph *graph, tricorn_result *result)
{
    tricorn_options options = options_of(job);

    options.verify = job->verify;
    return tricorn_count(context, graph, &options, result);
}

/* Runs the plan, first without and then with timing. If a run yields another count than the
 * single count, prints this as the answer, and sets *code to another value than CLI_DONE. */
static tricorn_status measure(
  tricorn_context *context, const bench_job *job, const tricorn_plan *plan, measured *all, int *code)
{
    const uint64_t warmup = job->options->warmup, trials = job->options->trials;
    bench_energy before = {.parts = 0}, after;
    const uint64_t triangles = all->single.triangles;

    for (uint64_t i = 0; i < warmup + trials; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        if (i == warmup) before = bench_energy_read(gpu_number(job->device));
        const tricorn_status status = tricorn_plan_run(context, plan, &result);
        if (status != TRICORN_OK) return status;
        if (result.triangles != triangles) {
            *code = report_change(triangles, result.triangles);
            return TRICORN_OK;
        }
        if (i == warmup) all->first = result;
        if (i < warmup) continue;
        bench_json_append_seconds(all->count_seconds, result.seconds.count);
    }
    after = bench_energy_read(gpu_number(job->device));
    all->joules = bench_energy_between(&before, &after) / (double)trials;
    return TRICORN_OK;
}

static void add_gpu(json_object *answer, const char *device)
{
    const int number = gpu_number(device);
    bench_gpu gpu;

    if (number < 0) return;
    gpu = bench_gpu_read((unsigned)number);
    if (!gpu.known) return;
    cli_json_text(answer, "gpu", gpu.name);
    cli_json_text(answer, "driver", gpu.driver);
}

/* Adds the times of the single count; where it ran in another way than the repeated counts, also how it ran. */
static void add_single(json_object *answer, const measured *all)
{
    const tricorn_result_seconds *seconds = &all->single.seconds;
    const tricorn_result_how *how = &all->single.how, *repeated = &all->first.how;

    bench_json_seconds(answer, "read_seconds", seconds->read);
    bench_json_seconds(answer, "start_seconds", fmax(seconds->start, all->first.seconds.start));
    bench_json_seconds(answer, "prepare_seconds", seconds->prepare);
    bench_json_seconds(answer, "transfer_seconds", seconds->transfer);
    bench_json_seconds(answer, "single_count_seconds", seconds->count);
    bench_json_seconds(answer, "once_seconds", seconds->prepare + seconds->transfer + seconds->count);
    if (strcmp(how->algorithm, repeated->algorithm) != 0)
        cli_json_text(answer, "single_count_algorithm", how->algorithm);
    if (strcmp(how->device, repeated->device) != 0) cli_json_text(answer, "single_count_device", how->device);
}

static uint64_t device_peak_bytes(const measured *all)
{
    const uint64_t single = all->single.memory.device_peak_bytes, repeated = all->first.memory.device_peak_bytes;
    return single > repeated ? single : repeated;
}

/* Adds the lists of measurements to the answer. */
static void print_measured(const tricorn_context *context, const measured *all, uint64_t edges)
{
    json_object *answer = cli_json_object();
    const tricorn_result *result = &all->first;

    cli_json_text(answer, "status", "ok");
    cli_json_count(answer, "triangles", result->triangles);
    cli_json_text(answer, "algorithm", result->how.algorithm);
    cli_json_text(answer, "device", result->how.device);
    add_gpu(answer, result->how.device);
    cli_json_count(answer, "threads", result->how.threads);
    cli_json_text(answer, "instruction_set", tricorn_context_instruction_set(context));
    add_single(answer, all);
    bench_json_seconds(answer, "plan_seconds", result->seconds.prepare + result->seconds.transfer);
    cli_json_add(answer, "count_seconds", all->count_seconds);
    if (result->predicted.count_seconds > 0 && edges > 0) cli_json_work(answer, result, edges);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_count(answer, "device_peak_bytes", device_peak_bytes(all));
    if (all->joules >= 0) bench_json_seconds(answer, "energy_joules", all->joules);
    cli_json_print(answer);
}

int bench_count(const void *user)
{
    const bench_job *job = user;
    const tricorn_options options = options_of(job);
    measured all = {.single = TRICORN_RESULT_INIT, .count_seconds = cli_json_array()};
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_context *context = NULL;
    tricorn_graph *graph = NULL;
    tricorn_plan *plan = NULL;
    int code = CLI_DONE;
    tricorn_status status = open_context(job->options, &context);

    if (status == TRICORN_OK)
        status = get_graph(context, job, job->pairs_path != NULL ? job->pairs_path : job->graph->path, &graph);
    if (status == TRICORN_OK) status = count_once(context, job, graph, &all.single);
    if (status == TRICORN_OK) status = tricorn_plan_create(context, graph, &options, &plan);
    if (status == TRICORN_OK) status = measure(context, job, plan, &all, &code);
    if (status == TRICORN_OK && all.first.predicted.count_seconds > 0)
        status = tricorn_graph_describe(context, graph, &described);
    if (status != TRICORN_OK)
        code = report_failure(context, status);
    else if (code == CLI_DONE)
        print_measured(context, &all, described.edges);
    tricorn_plan_free(plan);
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    return code;
}
