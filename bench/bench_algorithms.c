/* bench_algorithms.c - times registered algorithms on graphs, all in one process.
 *
 *     bench_algorithms [--algorithms LIST] [--repeat N] [--seconds S] [--label KEY=VALUE]...
 *                      [--option ALGORITHM.PARAMETER=NUMBER]... GRAPH...
 *
 * LIST is "gpu", "cpu", "all" or names and aliases with commas between; GRAPH a benchmark graph of `tricorn generate`
 * or a file, with =TRIANGLES behind it where that is not known here. One JSON object a line and algorithm on stdout:
 * every sample, and whether the count is the known one. An algorithm is repeated N times or for S seconds, whichever
 * ends first. Labels (device=H100 commit=1a2b3c) are put into each record. Exit code 1 if any count is wrong or any
 * run failed.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tricorn/tricorn.h>

enum { MOST_LABELS = 8, MOST_SAMPLES = 1000, DEFAULT_REPEAT = 10, NAME_BYTES = 256 };

/* Published or counted by other programs: never by this one. */
static const struct {
    const char *graph;
    uint64_t triangles;
} known_counts[] = {
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

typedef struct settings {
    const char *algorithms;
    uint32_t repeat;
    double seconds;
    const char *labels[MOST_LABELS];
    uint32_t label_count;
    const char *options[MOST_LABELS];
    uint32_t option_count;
} settings;

/* A graph of the command line. */
typedef struct named_graph {
    char name[NAME_BYTES];
    const char *path; /* NULL: a benchmark graph */
    uint64_t triangles; /* UINT64_MAX: not known */
} named_graph;

typedef struct samples {
    double count_seconds[MOST_SAMPLES];
    uint32_t count;
    uint64_t triangles, device_bytes;
    double prepare_seconds, transfer_seconds;
} samples;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The known count, or UINT64_MAX. */
static uint64_t known_count(const char *graph)
{
    for (size_t i = 0; i < sizeof known_counts / sizeof *known_counts; i++)
        if (strcmp(known_counts[i].graph, graph) == 0) return known_counts[i].triangles;
    return UINT64_MAX;
}

/* "s18", "folder/name.tri" or either with "=TRIANGLES"; changes the word. */
static named_graph read_graph(char *word)
{
    named_graph graph = {.triangles = UINT64_MAX};
    char *equals = strrchr(word, '=');
    const char *slash, *dot;

    if (equals != NULL && equals[1 + strspn(equals + 1, "0123456789")] == 0) {
        *equals = 0;
        graph.triangles = strtoull(equals + 1, NULL, 10);
    }
    slash = strrchr(word, '/');
    dot = strrchr(word, '.');
    if (slash != NULL || dot != NULL) graph.path = word;
    if (slash != NULL) word += slash + 1 - word;
    snprintf(graph.name, sizeof graph.name, "%.*s", dot > word ? (int)(dot - word) : (int)strlen(word), word);
    if (graph.triangles == UINT64_MAX) graph.triangles = known_count(graph.name);
    return graph;
}

/* Whether the list has the name, between commas. */
static bool listed(const char *list, const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    if (length == 0) return false;
    for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return true;
    return false;
}

static bool wanted(const settings *set, const tricorn_algorithm_description *algorithm)
{
    return strcmp(set->algorithms, "all") == 0 || strcmp(set->algorithms, algorithm->device) == 0 ||
           listed(set->algorithms, algorithm->name) || listed(set->algorithms, algorithm->alias);
}

/* The options of that algorithm, separated by spaces. */
static void options_for(const settings *set, const tricorn_algorithm_description *algorithm, char *text, size_t room)
{
    *text = 0;
    for (uint32_t i = 0; i < set->option_count; i++) {
        const char *option = set->options[i];
        const size_t length = strcspn(option, ".");
        const char *alias = algorithm->alias ? algorithm->alias : algorithm->name;
        if ((strlen(algorithm->name) == length && strncmp(option, algorithm->name, length) == 0) ||
            (strlen(alias) == length && strncmp(option, alias, length) == 0))
            snprintf(text + strlen(text), room - strlen(text), "%s%s", *text ? " " : "", option);
    }
}

static tricorn_status measure(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_algorithm_description *algorithm, const settings *set, samples *taken)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    const double end = now() + set->seconds;
    char parameters[NAME_BYTES];

    options_for(set, algorithm, parameters, sizeof parameters);
    options.algorithm = algorithm->name;
    options.parameters = parameters;
    tricorn_status status = tricorn_plan_create(context, graph, &options, &plan);
    while (status == TRICORN_OK && taken->count < set->repeat && (taken->count == 0 || now() < end)) {
        tricorn_result result = TRICORN_RESULT_INIT;
        status = tricorn_plan_run(context, plan, &result);
        if (status != TRICORN_OK) break;
        if (taken->count > 0 && result.triangles != taken->triangles)
            fprintf(stderr, "%s: %" PRIu64 " triangles, then %" PRIu64 "\n", algorithm->name, taken->triangles,
              result.triangles);
        taken->triangles = result.triangles;
        taken->prepare_seconds = result.seconds.prepare;
        taken->transfer_seconds = result.seconds.transfer;
        taken->device_bytes = result.memory.device_peak_bytes;
        taken->count_seconds[taken->count++] = result.seconds.count;
    }
    tricorn_plan_free(plan);
    return status;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_record(
  const settings *set, const named_graph *graph, const tricorn_algorithm_description *algorithm, const samples *taken)
{
    char parameters[NAME_BYTES];
    options_for(set, algorithm, parameters, sizeof parameters);
    printf("{\"dataset\": \"%s\", \"algorithm\": \"%s\", \"alias\": \"%s\"", graph->name, algorithm->name,
      algorithm->alias ? algorithm->alias : "");
    for (uint32_t i = 0; i < set->label_count; i++) {
        const char *value = strchr(set->labels[i], '=') + 1;
        printf(", \"%.*s\": \"%s\"", (int)(value - 1 - set->labels[i]), set->labels[i], value);
    }
    if (*parameters) printf(", \"parameters\": \"%s\"", parameters);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"count_seconds\": [", taken->triangles,
      taken->triangles == graph->triangles ? "true" : "false");
    for (uint32_t i = 0; i < taken->count; i++) printf("%s%.7f", i ? ", " : "", taken->count_seconds[i]);
    printf("], \"prepare_seconds\": [%.7f], \"transfer_seconds\": [%.7f], \"device_bytes\": "
           "%" PRIu64 "}\n",
      taken->prepare_seconds, taken->transfer_seconds, taken->device_bytes);
    fflush(stdout);
}

/* False if the algorithm failed or counted wrong. */
static bool bench_one(tricorn_context *context, const tricorn_graph *graph, const named_graph *named,
  const tricorn_algorithm_description *algorithm, const settings *set)
{
    static samples taken;
    double sorted[MOST_SAMPLES];
    taken = (samples){.count = 0};
    if (measure(context, graph, algorithm, set, &taken) != TRICORN_OK) {
        fprintf(stderr, "%-8s %-26s failed: %s\n", named->name, algorithm->name, tricorn_context_message(context));
        return false;
    }
    print_record(set, named, algorithm, &taken);
    memcpy(sorted, taken.count_seconds, taken.count * sizeof *sorted);
    qsort(sorted, taken.count, sizeof *sorted, by_value);
    const bool right = taken.triangles == named->triangles;
    fprintf(stderr, "%-8s %-26s %10.3f ms least %10.3f median of %u%s\n", named->name, algorithm->name, 1e3 * sorted[0],
      1e3 * sorted[taken.count / 2], taken.count, right ? "" : "  WRONG or unknown count");
    return right;
}

static bool bench_graph(tricorn_context *context, const named_graph *named, const settings *set)
{
    tricorn_graph *graph = NULL;
    bool good = true;
    const double start = now();
    const tricorn_status status = named->path ? tricorn_graph_load(context, named->path, NULL, &graph)
                                              : tricorn_graph_generate(context, named->name, NULL, 0, &graph);
    if (status != TRICORN_OK) {
        fprintf(stderr, "%s: %s\n", named->name, tricorn_context_message(context));
        return false;
    }
    fprintf(stderr, "%s made in %.1f s\n", named->name, now() - start);
    for (size_t a = 0; a < tricorn_algorithm_count(); a++)
        if (wanted(set, tricorn_algorithm_at(a)))
            good = bench_one(context, graph, named, tricorn_algorithm_at(a), set) && good;
    tricorn_graph_free(graph);
    return good;
}

/* Takes the options; returns the index of the first graph, 0 if an option is invalid. */
static int read_arguments(int argc, char **argv, settings *set)
{
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        const char *name = argv[i] + 2, *value = argv[i + 1];
        if (strcmp(name, "algorithms") == 0)
            set->algorithms = value;
        else if (strcmp(name, "repeat") == 0)
            set->repeat = (uint32_t)strtoul(value, NULL, 10);
        else if (strcmp(name, "seconds") == 0)
            set->seconds = strtod(value, NULL);
        else if (strcmp(name, "label") == 0 && strchr(value, '=') && set->label_count < MOST_LABELS)
            set->labels[set->label_count++] = value;
        else if (strcmp(name, "option") == 0 && set->option_count < MOST_LABELS)
            set->options[set->option_count++] = value;
        else
            return 0;
    }
    if (set->repeat == 0 || set->repeat > MOST_SAMPLES) return 0;
    return i < argc ? i : 0;
}

int main(int argc, char **argv)
{
    settings set = {.algorithms = "all", .repeat = DEFAULT_REPEAT, .seconds = 10};
    tricorn_context *context = NULL;
    bool good = true;
    int next = read_arguments(argc, argv, &set);

    if (next == 0) {
        fprintf(stderr, "usage: bench_algorithms [--algorithms gpu|cpu|all|NAME,...] [--repeat N] "
                        "[--seconds S] [--label KEY=VALUE]... "
                        "[--option ALGORITHM.PARAMETER=NUMBER]... "
                        "GRAPH[=TRIANGLES]...\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; next < argc; next++) {
        const named_graph named = read_graph(argv[next]);
        good = bench_graph(context, &named, &set) && good;
    }
    tricorn_context_free(context);
    return good ? 0 : 1;
}
