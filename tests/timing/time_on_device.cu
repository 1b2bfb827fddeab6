/* time_on_device.cu - measures preparing and counting of benchmark graphs that are in GPU memory.
 *
 *   time_on_device [--repeat N] [--counts N] [--most SECONDS] [--algorithms LIST]
 *                  [--energy SECONDS] [--order ORDER] [--label KEY=VALUE]... GRAPH...
 *
 * - LIST: names with commas between them, or `all`; each name may have parameters behind it, such
 *   as trust/block_row=50/chunk=4.
 * - GRAPH: a benchmark graph, a model of `tricorn generate` (MODEL:PARAMETER=VALUE,...), or a
 *   file (a path with a slash).  Its input is the array of its edges in device memory: clean, in
 *   the order of the input, with ids without gaps.  Copying it to the GPU is not part of any
 *   time.
 * - ORDER: that of the vertices, such as degree [that which is fastest]; the time of preparing has it.
 * - An algorithm prepares N times [10], and counts N times [1] after each, but for SECONDS [60]
 *   at most; later counts find in the caches what fits into them.
 * - prepare is by the host's clock, from that array to the algorithm's index of the graph; count
 *   by events.
 * - Algorithms that choose prepare differently for one count and for many. With several counts,
 *   these are by a plan for many counts (plan: the time to make it), while prepare, and once,
 *   which includes the count, are of a plan for a single count.
 * - With --energy an algorithm then counts without a pause for that time, to measure the energy
 *   of a count.
 *
 * Prints a JSON object for each graph and algorithm, one a line, which bench/report and bench/regret read. Exit code
 * 1 if a count is wrong; for a graph without a known count, if it differs from the first one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/memory.h"
#include "device/cuda.cuh"
#include "graph/graph.h"
#include "prepare/gpu/prepare.h"
#include "prepare/order_names.h"
extern "C" {
#include "registry/registry.h"
}
#include "timing/joules.h"
#include "support/timing.h"
#include "schedule/device/on_device.h"

/* Counts that were published, or counted by other programs; never by this one. */
static const struct {
    const char *graph;
    uint64_t triangles;
} known_counts[] = {
  {"s16", 15607884},
  {"s17", 36164263},
  {"s19", 187976901},
  {"s21", 950448679},
  {"s18", 82878347},
  {"s20", 424247443},
  {"s22", 2112213544},
  {"s24", 10282669371},
  {"s25", 22537357195},
  {"er24", 670},
  {"ba", 381882},
  {"ws", 85608921},
  {"road", 832930},
  {"torus3d", 0},
  {"mawi", 100000},
};

enum { MOST_COUNTS = 32, MANY_COUNTS = 16 /* as tricorn_plan_create() expects */ };

typedef struct sample {
    double prepare, sort, index, count; /* the least times of its counts */
    double plan, once; /* of an algorithm that chooses: preparing for many counts; preparing and
                        * counting once */
    double predicted; /* predicted seconds of a count; 0: no prediction */
    double counts[MOST_COUNTS];
} sample;

typedef struct tuned_algorithm {
    tg_setup setup;
    std::string parameters; /* parameters as they were set */
} tuned_algorithm;

/* The edges of a graph in device memory, and a name of reorder.h or NULL. */
typedef struct clean_input {
    tg_device_edges edges;
    const char *order;
} clean_input;

typedef struct settings {
    const char *order; /* a name of reorder.h, or NULL */
    std::vector<tuned_algorithm> algorithms;
    timing_settings timing;
    uint32_t counts;
    double most_seconds;
    joules_meter meter;
} settings;

static uint64_t known_count(const char *graph)
{
    for (size_t i = 0; i < sizeof known_counts / sizeof *known_counts; i++)
        if (strcmp(known_counts[i].graph, graph) == 0) return known_counts[i].triangles;
    return UINT64_MAX;
}

/* Copies the edges of the graph, in the order of the input, to device memory. */
static tricorn_status clean_edges(tricorn_context *context, const tricorn_graph *graph, tg_device_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    memset(&rows, 0, sizeof rows);
    memset(edges, 0, sizeof *edges);
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    {
        std::vector<uint32_t> dense(rows.count, 0);
        std::vector<tg_edge> all(graph->edges);
        for (uint32_t u = 0; u < rows.count; u++) {
            dense[u] |= rows.offsets[u] < rows.offsets[u + 1];
            for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) dense[rows.ids[e]] = 1;
        }
        for (uint32_t u = 0; u < rows.count; u++) {
            const uint32_t used = dense[u];
            dense[u] = edges->numbers;
            edges->numbers += used;
        }
        for (uint32_t u = 0; u < rows.count; u++)
            for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
                all[e].u = dense[u], all[e].v = dense[rows.ids[e]];
        edges->count = graph->edges;
        TG_TRY(TG_DEVICE_ALLOC(context, edges->count, &edges->edges));
        TG_TRY(tg_device_copy_in(context, edges->edges, all.data(), edges->count * sizeof(tg_edge)));
    }
cleanup:
    tg_free((void *)rows.offsets);
    tg_free((void *)rows.ids);
    return status;
}

/* Counts with a plan the given number of times; checks the triangles of the last count. */
static tricorn_status run_plan(
  tricorn_context *context, tg_device_plan *plan, uint32_t counts, uint64_t *triangles, sample *taken)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t i = 0; i < counts; i++) {
        const double before = tg_device_times_of(context)->count_seconds;
        uint64_t found = 0;
        TG_TRY(tg_device_plan_run(context, plan, &found));
        taken->counts[i] = tg_device_times_of(context)->count_seconds - before;
        if (i == 0 || taken->counts[i] < taken->count) taken->count = taken->counts[i];
        *triangles = i == 0 || found == *triangles ? found : UINT64_MAX - 1; /* wrong */
    }
cleanup:
    return status;
}

/* Prepares a plan, and measures that. */
static tricorn_status make_plan(
  tricorn_context *context, const clean_input *input, const tg_setup *setup, sample *taken, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_edges copy = input->edges;
    tg_device_graph graph;
    const cudaStream_t stream = tg_device_stream(context);

    TG_TRY(TG_DEVICE_ALLOC(context, copy.count, &copy.edges));
    TG_TRY_CUDA(context,
      cudaMemcpyAsync(copy.edges, input->edges.edges, copy.count * sizeof(tg_edge), cudaMemcpyDeviceToDevice, stream));
    TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
    {
        const double start = tg_clock_now();
        TG_TRY(tg_prepare_device_edges(context, &copy, &graph, NULL));
        TG_TRY(tg_reorder_on_device(context, input->order, &graph));
        const double sorted = tg_clock_now();
        TG_TRY(tg_device_plan_of_graph(context, &graph, setup, plan));
        TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
        const double indexed = tg_clock_now();
        taken->prepare = indexed - start;
        taken->sort = sorted - start;
        taken->index = indexed - sorted;
        taken->predicted = tg_device_plan_predicted(*plan);
    }
cleanup:
    return status;
}

static tricorn_status time_once(tricorn_context *context, const clean_input *input, const tg_setup *setup,
  uint32_t counts, uint64_t *triangles, sample *taken)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;
    TG_TRY(make_plan(context, input, setup, taken, &plan));
    TG_TRY(run_plan(context, plan, counts, triangles, taken));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

static void print_counts(const std::vector<sample> &samples, uint32_t counts)
{
    printf(", \"count_seconds\": [");
    for (size_t i = 0; i < samples.size() * counts; i++)
        printf("%s%.7f", i ? ", " : "", samples[i / counts].counts[i % counts]);
    printf("]");
}

/* Whether the algorithm prepares differently for many counts. */
static bool is_choice(const tg_setup *setup)
{
    return strstr(setup->algorithm->description.name, "-adaptive") != NULL;
}

/* Takes one sample. For an algorithm that chooses, both plans are timed if several counts are wanted. */
static tricorn_status take_sample(tricorn_context *context, const clean_input *input, const tg_setup *setup,
  uint32_t counts, uint64_t *triangles, sample *taken)
{
    tricorn_status status = TRICORN_OK;
    tg_setup of_plan = *setup;
    of_plan.counts = 1;
    memset(taken, 0, sizeof *taken);
    TG_TRY(time_once(context, input, &of_plan, is_choice(setup) ? 1 : counts, triangles, taken));
    taken->once = taken->prepare + taken->counts[0];
    if (is_choice(setup) && counts > 1) {
        sample many;
        memset(&many, 0, sizeof many);
        of_plan.counts = MANY_COUNTS;
        TG_TRY(time_once(context, input, &of_plan, counts, triangles, &many));
        many.plan = many.prepare;
        many.prepare = taken->prepare;
        many.sort = taken->sort;
        many.index = taken->index;
        many.once = taken->once;
        *taken = many;
    }
cleanup:
    return status;
}

typedef struct repeated {
    tricorn_context *context;
    tg_device_plan *plan;
    tricorn_status status;
    uint64_t triangles; /* triangles of the counts before */
    uint64_t wrong; /* counts with another number of triangles */
} repeated;

static bool count_again(void *user)
{
    repeated *of = (repeated *)user;
    uint64_t found = 0;
    of->status = tg_device_plan_run(of->context, of->plan, &found);
    of->wrong += found != of->triangles;
    return of->status == TRICORN_OK;
}

/* Measures the energy of one of many counts; joules are negative if no counter moved. */
static tricorn_status measure_energy(
  const clean_input *input, const tg_setup *setup, const joules_meter *meter, repeated *of, double *joules)
{
    tg_setup many = *setup;
    sample unused;
    many.counts = MANY_COUNTS;
    of->status = make_plan(of->context, input, &many, &unused, &of->plan);
    if (of->status == TRICORN_OK) joules_of_count(meter, count_again, of, joules);
    tg_device_plan_free(of->plan);
    return of->status;
}

static double middle(const std::vector<sample> &samples, double sample::*member)
{
    std::vector<double> sorted;
    for (const sample &one : samples) sorted.push_back(1e3 * (one.*member));
    for (size_t i = 1; i < sorted.size(); i++)
        for (size_t j = i; j > 0 && sorted[j] < sorted[j - 1]; j--) std::swap(sorted[j], sorted[j - 1]);
    return sorted[sorted.size() / 2];
}

static bool fail(const tricorn_context *context, const char *name, const tg_setup *setup)
{
    fprintf(stderr, "%s: %s: %s\n", name, setup->algorithm->description.name, tricorn_context_message(context));
    return false;
}

/* Returns false after an error, which it prints; otherwise adds the number of wrong counts to
 * *wrong. */
static bool take_samples(tricorn_context *context, const clean_input *input, const char *name, const tg_setup *setup,
  const settings *set, std::vector<sample> *samples, uint64_t *expected, uint64_t *triangles, uint64_t *wrong)
{
    const double start = tg_clock_now();
    /* The first one allocates memory from the system. */
    for (int i = 0; i <= set->timing.repeat; i++) {
        sample one;
        if (i > 1 && tg_clock_now() - start > set->most_seconds) break;
        if (take_sample(context, input, setup, set->counts, triangles, &one) != TRICORN_OK)
            return fail(context, name, setup);
        if (*expected == UINT64_MAX) *expected = *triangles;
        *wrong += *triangles != *expected;
        if (i > 0) samples->push_back(one);
    }
    return true;
}

static bool time_algorithm(tricorn_context *context, const clean_input *input, const char *name,
  const tuned_algorithm *tuned, const settings *set, uint64_t *expected)
{
    const tg_algorithm *algorithm = tuned->setup.algorithm;
    std::vector<sample> samples;
    uint64_t triangles = 0, wrong = 0;
    double joules = -1;
    if (!take_samples(context, input, name, &tuned->setup, set, &samples, expected, &triangles, &wrong)) return false;
    if (set->meter.seconds > 0) {
        repeated of = {context, NULL, TRICORN_OK, triangles, 0};
        if (measure_energy(input, &tuned->setup, &set->meter, &of, &joules) != TRICORN_OK)
            return fail(context, name, &tuned->setup);
        wrong += of.wrong;
    }
    printf("{\"dataset\": \"%s\", \"algorithm\": \"%s\", \"alias\": \"%s\", "
           "\"input\": \"clean edges on the device\"",
      name, algorithm->description.name, algorithm->description.alias ? algorithm->description.alias : "");
    if (!tuned->parameters.empty()) printf(", \"parameters\": \"%s\"", tuned->parameters.c_str());
    if (set->order != NULL) printf(", \"order\": \"%s\"", set->order);
    timing_print_labels(&set->timing);
    printf(", \"edges\": %" PRIu64 ", \"triangles\": %" PRIu64 ", \"verified\": %s", input->edges.count, triangles,
      wrong ? "false" : "true");
    print_counts(samples, set->counts);
    timing_print_member("prepare_seconds", samples, &sample::prepare);
    timing_print_member("index_seconds", samples, &sample::index);
    if (is_choice(&tuned->setup)) timing_print_member("once_seconds", samples, &sample::once);
    if (samples[0].plan > 0) timing_print_member("plan_seconds", samples, &sample::plan);
    if (samples[0].predicted > 0) printf(", \"predicted_seconds\": %.7f", samples[0].predicted);
    joules_print(joules, input->edges.count);
    printf(", \"device_bytes\": %" PRIu64 "}\n", tg_device_peak_bytes(context));
    fflush(stdout);
    fprintf(stderr, "%-8s %-24s %s count %9.4f  prepare %9.3f (sort %.3f index %.3f)  sum %9.3f%s\n", name,
      algorithm->description.name, tuned->parameters.c_str(), middle(samples, &sample::count),
      middle(samples, &sample::prepare), middle(samples, &sample::sort), middle(samples, &sample::index),
      middle(samples, &sample::count) + middle(samples, &sample::prepare), wrong ? "  WRONG" : "");
    return wrong == 0;
}

static tricorn_status generate(tricorn_context *context, const char *name, tricorn_graph **graph)
{
    std::string model(name);
    if (model.find('/') != std::string::npos) return tricorn_graph_load(context, name, NULL, graph);
    const size_t colon = model.find(':');
    if (colon == std::string::npos) return tricorn_graph_generate(context, name, NULL, 0, graph);
    std::replace(model.begin() + (long)colon, model.end(), ',', ' ');
    model[colon] = '=';
    return timing_generate(context, model.c_str(), graph);
}

static bool time_graph(tricorn_context *context, const char *name, const settings *set)
{
    tricorn_graph *graph = NULL;
    clean_input input;
    uint64_t expected = known_count(name);
    bool good = true;
    const double start = tg_clock_now();
    input.order = set->order;
    if (generate(context, name, &graph) != TRICORN_OK || clean_edges(context, graph, &input.edges) != TRICORN_OK) {
        fprintf(stderr, "%s: %s\n", name, tricorn_context_message(context));
        tricorn_graph_free(graph);
        return false;
    }
    tricorn_graph_free(graph);
    fprintf(stderr, "%s: %" PRIu64 " edges, %u vertices, made in %.1f s\n", name, input.edges.count,
      input.edges.numbers, tg_clock_now() - start);
    for (const tuned_algorithm &tuned : set->algorithms)
        good = time_algorithm(context, &input, name, &tuned, set, &expected) && good;
    tg_device_free(context, input.edges.edges);
    return good;
}

static bool add_algorithm(
  tricorn_context *context, const tg_algorithm *algorithm, const std::string &parameters, settings *set)
{
    if (algorithm == NULL || tg_device_of(algorithm) != TG_GPU) return false;
    tuned_algorithm added = {tg_standard_setup(algorithm, TG_SINK_TOTAL), parameters};
    if (tg_read_parameters(context, parameters.c_str(), &added.setup) != TRICORN_OK) return false;
    set->algorithms.push_back(added);
    return true;
}

/* all, NAME, or NAME/PARAMETER=VALUE/... */
static bool read_algorithm(tricorn_context *context, const std::string &word, settings *set)
{
    const std::string name = word.substr(0, word.find('/'));
    std::string parameters;
    bool good = true;
    if (word == "all") {
        for (size_t a = 0; a < tg_algorithm_count(); a++)
            if (tg_device_of(tg_algorithm_at(a)) == TG_GPU)
                good = add_algorithm(context, tg_algorithm_at(a), "", set) && good;
        return good;
    }
    for (size_t at = name.size(); at < word.size();) {
        const size_t end = std::min(word.find('/', at + 1), word.size());
        parameters += (parameters.empty() ? "" : " ") + name + "." + word.substr(at + 1, end - at - 1);
        at = end;
    }
    return add_algorithm(context, tg_algorithm_find(name.c_str()), parameters, set);
}

static bool read_algorithms(tricorn_context *context, const std::string &list, settings *set)
{
    bool good = true;
    set->algorithms.clear();
    for (size_t at = 0; at <= list.size() && good;) {
        const size_t end = std::min(list.find(',', at), list.size());
        good = read_algorithm(context, list.substr(at, end - at), set);
        at = end + 1;
    }
    return good;
}

int main(int argc, char **argv)
{
    settings set;
    tricorn_context *context = NULL;
    bool good = true;
    int next = 1;
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    memset(&set.timing, 0, sizeof set.timing);
    set.timing.repeat = 10;
    set.counts = 1;
    set.order = NULL;
    set.most_seconds = 60;
    set.meter = {bench_energy_read, 0, 0};
    good = read_algorithms(context, "gpu-adaptive", &set);
    for (; next + 1 < argc && strncmp(argv[next], "--", 2) == 0 && good; next += 2) {
        if (strcmp(argv[next], "--counts") == 0)
            set.counts = (uint32_t)strtoul(argv[next + 1], NULL, 10);
        else if (strcmp(argv[next], "--most") == 0)
            set.most_seconds = strtod(argv[next + 1], NULL);
        else if (strcmp(argv[next], "--energy") == 0)
            good = (set.meter.seconds = strtod(argv[next + 1], NULL)) > 0;
        else if (strcmp(argv[next], "--order") == 0)
            good = tg_check_order(context, set.order = argv[next + 1]) == TRICORN_OK;
        else if (strcmp(argv[next], "--algorithms") == 0)
            good = read_algorithms(context, argv[next + 1], &set);
        else
            good = timing_read_option(&set.timing, argv[next], argv[next + 1]);
    }
    if (!good || next >= argc || set.counts < 1 || set.counts > MOST_COUNTS) {
        fprintf(stderr,
          "usage: time_on_device [--repeat N] [--counts N] [--most SECONDS] "
          "[--algorithms LIST] [--energy SECONDS] [--order ORDER] "
          "[--label KEY=VALUE]... GRAPH...\n%s\n",
          tricorn_context_message(context));
        tricorn_context_free(context);
        return 2;
    }
    if (tg_device_open(context, 0) != TRICORN_OK) {
        fprintf(stderr, "%s\n", tricorn_context_message(context));
        return 1;
    }
    if (!joules_measured(&set.meter)) set.meter.seconds = 0;
    for (; next < argc; next++) good = time_graph(context, argv[next], &set) && good;
    tricorn_context_free(context);
    return good ? 0 : 1;
}
