/* info.c - the verb info: prints statistics of a graph, without counting its triangles. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bins.h"
#include "clock.h"
#include "json.h"
#include "shown.h"
#include "text.h"
#include "verb.h"
#include "words.h"
#include "work_folder.h"

enum { LARGEST = 10, KEY_COLUMNS = 22 };

typedef struct ranked {
    uint32_t vertex;
    uint64_t degree;
} ranked;

typedef struct information {
    tricorn_graph_description described;
    uint64_t max_degree;
    unsigned __int128 wedges; /* the sum of d (d - 1) / 2 over all degrees d */
    uint64_t bins[CLI_BINS];
    ranked largest[LARGEST];
    size_t largest_count;
    bool named; /* the ids that the caller gave to the vertices are known */
    double mean, median; /* those of the degrees of vertices with an edge */
    /* The memory in use with the graph and a plan to count it; 0 if it is unknown. */
    uint64_t counting_bytes;
    /* What the options ask for beside that. */
    tricorn_partition_sizes sizes;
    tricorn_row_statistics rows;
} information;

/* ---- degrees ---- */

/* Whether a comes before b: vertices are ordered by degree, and those of equal degree by the ids in the file. */
static bool ranks_before(const tricorn_graph *graph, ranked a, ranked b)
{
    const char *a_label, *b_label;

    if (a.degree != b.degree) return a.degree > b.degree;
    a_label = tricorn_graph_label(graph, a.vertex);
    b_label = tricorn_graph_label(graph, b.vertex);
    if (a_label != NULL && b_label != NULL) return strcmp(a_label, b_label) < 0;
    return tricorn_graph_id(graph, a.vertex) < tricorn_graph_id(graph, b.vertex);
}

/* Whether the graph knows the ids of the file. If not, each id is UINT64_MAX; but this may also
 * be the real id of one vertex of a file. */
static bool has_ids(const tricorn_graph *graph, const tricorn_graph_description *described)
{
    return described->vertices == 0 || tricorn_graph_id(graph, 0) != UINT64_MAX ||
           tricorn_graph_id(graph, 1) != UINT64_MAX;
}

static void offer(information *info, const tricorn_graph *graph, ranked candidate)
{
    size_t place = info->largest_count;

    if (!info->named) return;
    if (place == LARGEST) {
        if (!ranks_before(graph, candidate, info->largest[LARGEST - 1])) return;
        place--;
    } else {
        info->largest_count++;
    }
    for (; place > 0 && ranks_before(graph, candidate, info->largest[place - 1]); place--)
        info->largest[place] = info->largest[place - 1];
    info->largest[place] = candidate;
}

/* Reads degrees: those of a graph in memory all at once, those of a graph on disk as many at a
 * time as fit in memory. */
typedef struct degree_reader {
    cli_session *session;
    const tricorn_graph *graph;
    /* The vertices with an edge, and the vertices whose degrees fit in memory. */
    uint64_t all, room;
    uint64_t first, held; /* the vertices whose degrees are in `degrees` now */
    uint64_t *degrees;
} degree_reader;

static int open_degrees(
  cli_session *session, const tricorn_graph *graph, const tricorn_graph_description *described, degree_reader *reader)
{
    enum { SHARE = 4 }; /* the share of the memory; the rest is for reading rows */
    const uint64_t all = described->vertices;
    const uint64_t most = tricorn_context_room_bytes(session->context) / SHARE;
    const uint64_t fits = most / sizeof *reader->degrees + 1;

    *reader = (degree_reader){.session = session, .graph = graph, .all = all};
    reader->room = described->stored_bytes > 0 && fits < all ? fits : all;
    reader->degrees = calloc(reader->room + 1, sizeof *reader->degrees);
    if (reader->degrees != NULL) return CLI_DONE;
    cli_error("out of memory: the degrees of %" PRIu64 " vertices need %" PRIu64 " bytes", reader->room,
      reader->room * sizeof *reader->degrees);
    return CLI_FAILED;
}

/* Reads the degrees of the vertices from number `first` on, unless they are in memory already. */
static int read_degrees(degree_reader *reader, uint64_t first)
{
    const uint64_t left = reader->all - first;

    if (reader->held > 0 && reader->first == first) return CLI_DONE;
    reader->first = first;
    reader->held = left < reader->room ? left : reader->room;
    return cli_step_end(reader->session, CLI_COUNTING,
      tricorn_graph_some_degrees(
        reader->session->context, reader->graph, (uint32_t)first, (uint32_t)reader->held, reader->degrees));
}

/* Adds the degrees that are in memory to the statistics. */
static void add_degrees(information *info, const degree_reader *reader)
{
    for (uint64_t i = 0; i < reader->held; i++) {
        const uint64_t vertex = reader->first + i, degree = reader->degrees[i];
        info->bins[cli_bin_of(degree)]++;
        if (degree > info->max_degree) info->max_degree = degree;
        info->wedges += (unsigned __int128)degree * (degree - 1) / 2;
        offer(info, reader->graph, (ranked){(uint32_t)vertex, degree});
    }
}

/* ---- the median ---- */

enum { COUNTERS = 1 << 16 };

/* A histogram of the degrees of vertices with an edge. `below` of these degrees are less than
 * `low`; counts[i] of them are from low + i * width to low + (i + 1) * width - 1. */
typedef struct histogram {
    uint64_t low, width, below;
    uint64_t counts[COUNTERS];
} histogram;

static int fill_histogram(degree_reader *reader, histogram *to)
{
    to->below = 0;
    memset(to->counts, 0, sizeof to->counts);
    for (uint64_t first = 0; first < reader->all; first += reader->held) {
        CLI_DO(read_degrees(reader, first));
        for (uint64_t i = 0; i < reader->held; i++) {
            const uint64_t degree = reader->degrees[i];
            if (degree < to->low)
                to->below++;
            else if ((degree - to->low) / to->width < COUNTERS)
                to->counts[(degree - to->low) / to->width]++;
        }
    }
    return CLI_DONE;
}

/* Finds the degree at position `rank` in the sorted degrees, without sorting: with several
 * histograms, each finer than the one before. */
static int degree_at(degree_reader *reader, const information *info, uint64_t rank, histogram *use, uint64_t *degree)
{
    for (;;) {
        uint64_t sum = use->below;
        size_t i = 0;
        for (; i < COUNTERS && sum <= rank; i++) sum += use->counts[i];
        const bool within = use->width > 0 && use->below <= rank && sum > rank;
        if (within && use->width == 1) {
            *degree = use->low + i - 1;
            return CLI_DONE;
        }
        if (within) {
            use->low += (i - 1) * use->width;
            use->width = (use->width + COUNTERS - 1) / COUNTERS;
        } else {
            use->low = 0;
            use->width = info->max_degree / COUNTERS + 1;
        }
        CLI_DO(fill_histogram(reader, use));
    }
}

static int find_median(degree_reader *reader, information *info)
{
    const uint64_t vertices = info->described.vertices;
    histogram *use = calloc(1, sizeof *use);
    uint64_t low = 0, high = 0;
    int code;

    if (use == NULL) {
        cli_error("out of memory: %zu bytes", sizeof *use);
        return CLI_FAILED;
    }
    code = degree_at(reader, info, (vertices - 1) / 2, use, &low);
    if (code == CLI_DONE) code = degree_at(reader, info, vertices / 2, use, &high);
    info->median = ((double)low + (double)high) / 2.0;
    free(use);
    return code;
}

static int study_degrees(cli_session *session, const tricorn_graph *graph, information *info)
{
    degree_reader reader;
    int code = open_degrees(session, graph, &info->described, &reader);

    info->named = has_ids(graph, &info->described);
    info->bins[cli_bin_of(0)] = info->described.isolated;
    for (uint64_t first = 0; code == CLI_DONE && first < reader.all; first += reader.held) {
        code = read_degrees(&reader, first);
        if (code == CLI_DONE) add_degrees(info, &reader);
    }
    if (code == CLI_DONE && info->described.vertices > 0) {
        info->mean = 2.0 * (double)info->described.edges / (double)info->described.vertices;
        code = find_median(&reader, info);
    }
    free(reader.degrees);
    return code;
}

/* ---- memory ---- */

/* Makes a plan to count on the CPU, and measures how much memory is then in use, which is more
 * accurate than a formula. */
static int study_memory(cli_session *session, const tricorn_graph *graph, information *info)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    int code;

    if (info->described.stored_bytes > 0) /* A count from disk uses as much memory as it is allowed to. */
        return CLI_DONE;
    options.device = "cpu";
    code = cli_step_end(session, CLI_COUNTING, tricorn_plan_create(session->context, graph, &options, &plan));
    info->counting_bytes = tricorn_context_bytes(session->context);
    tricorn_plan_free(plan);
    return code;
}

/* ---- text ---- */

static void print_count(const char *key, uint64_t value)
{
    printf("%-*s %" PRIu64 "\n", KEY_COLUMNS - 1, key, value);
}

static void print_degrees(const tricorn_graph *graph, const information *info)
{
    printf("\ndegree distribution\n");
    for (size_t bin = 0; bin < CLI_BINS; bin++) {
        char range[CLI_NUMBER_BYTES];
        if (info->bins[bin] == 0) continue;
        cli_bin_text(bin, range, sizeof range);
        printf("  %-*s%" PRIu64 "\n", KEY_COLUMNS - 2, range, info->bins[bin]);
    }
    if (info->named) printf("\nlargest degrees\n");
    for (size_t i = 0; i < info->largest_count; i++) {
        const ranked top = info->largest[i];
        const char *label = tricorn_graph_label(graph, top.vertex);
        char *id = label != NULL ? cli_shown(label) : cli_string("%" PRIu64, tricorn_graph_id(graph, top.vertex));
        printf("  %-*s %" PRIu64 "\n", KEY_COLUMNS - 3, id, top.degree);
        free(id);
    }
}

static void print_text(const cli_session *session, const tricorn_graph *graph, const information *info)
{
    const tricorn_graph_description *described = &info->described;
    char wedges[CLI_NUMBER_BYTES];

    cli_decimal128((uint64_t)(info->wedges >> 64), (uint64_t)info->wedges, wedges);
    cli_print_name(KEY_COLUMNS, "file", cli_file_name(session->options.arguments[0]));
    printf("%-*s%s\n", KEY_COLUMNS, "format", described->format);
    print_count("vertices", described->vertices);
    print_count("isolated", described->isolated);
    print_count("edges", described->edges);
    print_count("input_edges", described->input_edges);
    print_count("self_loops", described->self_loops);
    print_count("duplicates", described->duplicates);
    print_count("both_directions", described->both_directions);
    if (described->missing > 0) print_count("missing", described->missing);
    if (described->excluded > 0) print_count("excluded", described->excluded);
    print_count("max_degree", info->max_degree);
    printf("%-*s%.3f\n", KEY_COLUMNS, "mean_degree", info->mean);
    printf("%-*s%.1f\n", KEY_COLUMNS, "median_degree", info->median);
    print_count("max_out_degree", described->max_out_degree);
    printf("%-*s%s\n", KEY_COLUMNS, "wedges", wedges);
    print_count("graph_bytes", described->bytes);
    if (described->stored_bytes > 0)
        print_count("stored_bytes", described->stored_bytes);
    else
        print_count("counting_bytes", info->counting_bytes);
    print_count("peak_bytes", cli_peak_bytes());
    print_degrees(graph, info);
}

/* ---- JSON ---- */

static json_object *distribution_json(const information *info)
{
    json_object *distribution = cli_json_array();

    for (size_t bin = 0; bin < CLI_BINS; bin++) {
        if (info->bins[bin] == 0) continue;
        json_object *entry = cli_json_object();
        cli_json_count(entry, "from", cli_bin_from(bin));
        cli_json_count(entry, "to", bin == 0 ? 0 : cli_bin_from(bin + 1) - 1);
        cli_json_count(entry, "vertices", info->bins[bin]);
        cli_json_append(distribution, entry);
    }
    return distribution;
}

static json_object *largest_json(const tricorn_graph *graph, const information *info)
{
    json_object *largest = cli_json_array();

    for (size_t i = 0; i < info->largest_count; i++) {
        const ranked top = info->largest[i];
        const char *label = tricorn_graph_label(graph, top.vertex);
        json_object *entry = cli_json_object();
        if (label != NULL)
            cli_json_text(entry, "id", label);
        else
            cli_json_count(entry, "id", tricorn_graph_id(graph, top.vertex));
        cli_json_count(entry, "degree", top.degree);
        cli_json_append(largest, entry);
    }
    return largest;
}

/* ---- estimate ---- */

static void print_estimate(const cli_session *session, const char *path, const tricorn_estimate *estimate)
{
    if (session->options.json) {
        json_object *answer = cli_json_object();
        cli_json_text(answer, "file", path);
        cli_json_text(answer, "format", estimate->format);
        cli_json_count(answer, "input_edges", estimate->input_edges);
        cli_json_count(answer, "vertices", estimate->vertices);
        cli_json_flag(answer, "exact", estimate->exact != 0);
        cli_json_count(answer, "peak_bytes", estimate->peak_bytes);
        cli_json_flag(answer, "from_disk", estimate->disk_bytes > 0);
        if (estimate->disk_bytes > 0) {
            cli_json_count(answer, "disk_peak_bytes", estimate->disk_peak_bytes);
            cli_json_count(answer, "disk_bytes", estimate->disk_bytes);
        }
        cli_json_print(answer);
        return;
    }
    cli_print_name(KEY_COLUMNS, "file", path);
    printf("%-*s%s\n", KEY_COLUMNS, "format", estimate->format);
    print_count("input_edges", estimate->input_edges);
    print_count("vertices", estimate->vertices);
    printf("%-*s%s\n", KEY_COLUMNS, "exact", estimate->exact ? "yes" : "no");
    print_count("peak_bytes", estimate->peak_bytes);
    printf("%-*s%s\n", KEY_COLUMNS, "from_disk", estimate->disk_bytes > 0 ? "yes" : "no");
    if (estimate->disk_bytes == 0) return;
    print_count("disk_peak_bytes", estimate->disk_peak_bytes);
    print_count("disk_bytes", estimate->disk_bytes);
}

static int estimate_memory(cli_session *session)
{
    const char *path = session->options.arguments[0];
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    const tricorn_load_options options = cli_load_options(session);
    int code;

    if (strcmp(path, "-") == 0) return cli_usage(session->verb, "--estimate needs the name of a file, not -");
    code = cli_session_open(session);
    if (code != CLI_DONE) return code;
    code = cli_step_end(session, CLI_READING, tricorn_graph_estimate(session->context, path, &options, &estimate));
    if (code == CLI_DONE) print_estimate(session, path, &estimate);
    return code;
}

/* ---- partition ---- */

/* A number that describes how a partition cuts the graph. */
typedef struct measure {
    const char *key;
    uint64_t value;
} measure;

enum { MEASURES = 14 };

static void list_measures(const tricorn_partition_sizes *sizes, measure list[MEASURES])
{
    const measure made[MEASURES] = {{"memory_bytes", sizes->memory_bytes}, {"rows", sizes->rows},
      {"columns", sizes->columns}, {"blocks", sizes->blocks}, {"smallest_bytes", sizes->smallest_bytes},
      {"largest_bytes", sizes->largest_bytes}, {"total_bytes", sizes->total_bytes}, {"list_bytes", sizes->list_bytes},
      {"buffer_bytes", sizes->buffer_bytes}, {"tasks", sizes->tasks}, {"empty_tasks", sizes->empty_tasks},
      {"read_bytes", sizes->read_bytes}, {"block_collisions", sizes->block_collisions}, {"phi", sizes->phi}};
    memcpy(list, made, sizeof made);
}

static void add_partition(json_object *answer, const tricorn_partition_sizes *sizes)
{
    measure list[MEASURES];

    list_measures(sizes, list);
    cli_json_text(answer, "partition", sizes->partition);
    for (size_t m = 0; m < MEASURES; m++) cli_json_count(answer, list[m].key, list[m].value);
}

/* Prints the lines with which the text about a partition, or about rows, begins. */
static void print_head(const char *path, const information *info)
{
    cli_print_name(KEY_COLUMNS, "file", cli_file_name(path));
    printf("%-*s%s\n", KEY_COLUMNS, "format", info->described.format);
    if (info->sizes.partition != NULL) printf("%-*s%s\n", KEY_COLUMNS, "partition", info->sizes.partition);
    print_count("vertices", info->described.vertices);
    print_count("edges", info->described.edges);
}

static void print_partition(const char *path, const information *info)
{
    measure list[MEASURES];

    list_measures(&info->sizes, list);
    print_head(path, info);
    for (size_t m = 0; m < MEASURES; m++) print_count(list[m].key, list[m].value);
    print_count("peak_bytes", cli_peak_bytes());
}

static bool is_on_disk(const char *partition)
{
    for (size_t p = 0; p < tricorn_partition_count(); p++)
        if (strcmp(tricorn_partition_at(p)->name, partition) == 0) return tricorn_partition_at(p)->on_disk != 0;
    return false;
}

/* ---- rows ---- */

enum { FIGURES = sizeof(((tricorn_row_statistics *)0)->lengths) / sizeof(uint64_t) };

enum { BUCKET_MEASURES = 11 };

static void list_buckets(const tricorn_row_statistics *rows, measure list[BUCKET_MEASURES])
{
    const measure made[BUCKET_MEASURES] = {{"warp_collisions", rows->warp_collisions}, {"collisions", rows->collisions},
      {"in_degree_collisions", rows->in_degree_collisions}, {"collective_collisions", rows->collective_collisions},
      {"collective_degree_collisions", rows->collective_degree_collisions}, {"own_collisions", rows->own_collisions},
      {"phi", rows->phi}, {"in_degree_phi", rows->in_degree_phi}, {"collective_phi", rows->collective_phi},
      {"collective_degree_phi", rows->collective_degree_phi}, {"own_phi", rows->own_phi}};
    memcpy(list, made, sizeof made);
}

static void add_rows(json_object *answer, const tricorn_row_statistics *rows)
{
    measure list[BUCKET_MEASURES];
    json_object *lengths = cli_json_array(), *spreads = cli_json_array();

    for (size_t f = 0; f < FIGURES; f++) {
        cli_json_append(lengths, json_object_new_uint64(rows->lengths[f]));
        cli_json_append(spreads, json_object_new_double(rows->spreads[f]));
    }
    cli_json_add(answer, "row_lengths", lengths);
    cli_json_add(answer, "row_spreads", spreads);
    list_buckets(rows, list);
    for (size_t m = 0; m < BUCKET_MEASURES; m++) cli_json_count(answer, list[m].key, list[m].value);
}

static void print_rows(const char *path, const information *info)
{
    const tricorn_row_statistics *rows = &info->rows;
    measure list[BUCKET_MEASURES];

    print_head(path, info);
    printf("%-*s", KEY_COLUMNS, "row_lengths");
    for (size_t f = 0; f < FIGURES; f++) printf("%" PRIu64 "%c", rows->lengths[f], f + 1 < FIGURES ? ' ' : '\n');
    printf("%-*s", KEY_COLUMNS, "row_spreads");
    for (size_t f = 0; f < FIGURES; f++) printf("%.2f%c", rows->spreads[f], f + 1 < FIGURES ? ' ' : '\n');
    list_buckets(rows, list);
    for (size_t m = 0; m < BUCKET_MEASURES; m++) print_count(list[m].key, list[m].value);
}

/* Prints what is known of the graph, and what the options ask for beside that. */
static void print_json(const cli_session *session, const tricorn_graph *graph, const information *info)
{
    const tricorn_graph_description *described = &info->described;
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_count(answer, "max_degree", info->max_degree);
    cli_json_real(answer, "mean_degree", info->mean);
    cli_json_real(answer, "median_degree", info->median);
    cli_json_count(answer, "max_out_degree", described->max_out_degree);
    cli_json_count128(answer, "wedges", (uint64_t)(info->wedges >> 64), (uint64_t)info->wedges);
    cli_json_count(answer, "graph_bytes", described->bytes);
    if (described->stored_bytes > 0)
        cli_json_count(answer, "stored_bytes", described->stored_bytes);
    else if (info->counting_bytes > 0)
        cli_json_count(answer, "counting_bytes", info->counting_bytes);
    cli_json_add(answer, "degree_distribution", distribution_json(info));
    if (info->named) cli_json_add(answer, "largest_degrees", largest_json(graph, info));
    if (session->options.rows)
        add_rows(answer, &info->rows);
    else if (session->options.partition != NULL)
        add_partition(answer, &info->sizes);
    cli_json_prepared(seconds, described);
    cli_json_finish(session, answer, seconds);
}

/* ------------------------------------------------------------------------------------------ */

/* Finds what the options ask for, beside the degrees. */
static int study_more(
  cli_session *session, const tricorn_graph *graph, const tricorn_options *options, information *info)
{
    if (session->options.rows)
        return cli_step_end(
          session, CLI_COUNTING, tricorn_row_statistics_measure(session->context, graph, &info->rows));
    if (options->partition != NULL)
        return cli_step_end(
          session, CLI_COUNTING, tricorn_partition_measure(session->context, graph, options, &info->sizes));
    return study_memory(session, graph, info);
}

static void print_answer(const cli_session *session, const tricorn_graph *graph, const information *info)
{
    if (session->options.json)
        print_json(session, graph, info);
    else if (session->options.rows)
        print_rows(session->options.arguments[0], info);
    else if (session->options.partition != NULL)
        print_partition(session->options.arguments[0], info);
    else
        print_text(session, graph, info);
}

/* Reports options that have no effect, and names that do not exist. */
static int check(cli_session *session, const tricorn_options *options)
{
    if (session->options.rows) return CLI_DONE;
    if (options->partition != NULL) return cli_check_count(session, options, TRICORN_FOR_TOTAL);
    if (options->blocks == 0 && options->device_bytes_limit == 0 && options->relabel == NULL) return CLI_DONE;
    return cli_usage(session->verb, "%s has an effect with --partition only",
      options->blocks != 0               ? "--blocks"
      : options->device_bytes_limit != 0 ? "--device-memory"
                                         : "--relabel");
}

static bool is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static int run(cli_session *session)
{
    information info = {.described = TRICORN_GRAPH_DESCRIPTION_INIT,
      .sizes = TRICORN_PARTITION_SIZES_INIT,
      .rows = TRICORN_ROW_STATISTICS_INIT};
    tricorn_options options = cli_count_options(session);
    tricorn_graph *graph = NULL;
    int code;

    if (session->options.estimate) return estimate_memory(session);
    if (is_folder(session->options.arguments[0]) && !session->options.rows && options.partition == NULL) {
        bool other = false;
        code = cli_describe_work_folder(session, session->options.arguments[0], &other);
        if (!other) return code;
    }
    options.device = "cpu";
    code = check(session, &options);
    /* Other partitions can be measured whether the graph is in memory or on disk. */
    if (options.partition != NULL && is_on_disk(options.partition)) session->count = &options;
    if (code == CLI_DONE) code = cli_load_quietly(session, &graph, &info.described);
    session->count = NULL;
    if (code != CLI_DONE) return code;
    code = study_degrees(session, graph, &info);
    if (code == CLI_DONE) code = study_more(session, graph, &options, &info);
    if (code == CLI_DONE) print_answer(session, graph, &info);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(info) = {
  CLI_OF_FILE(info),
  .summary = "describe a graph: sizes, degrees, wedges, memory",
  .description = "Reads the graph in FILE (- for standard input) and prints its numbers of vertices and\n"
                 "edges, the numbers of removed edges, its degrees (mean and median over the vertices\n"
                 "with an edge), its wedges, the longest row of the oriented graph, and the bytes that\n"
                 "the graph and counting it on the CPU need.  In JSON \"wedges\" is an integer, or a\n"
                 "string of digits if it does not fit 64 bits.  A graph that does not fit in memory is\n"
                 "described from disk: with its bytes on disk (stored_bytes), not those of counting.\n"
                 "If FILE is a work folder (--work), it says which graph the folder has, which steps and\n"
                 "parts of shared work are done, by which processes, which of these are alive, and about\n"
                 "how many seconds are left.\n"
                 "With --estimate it does not read the graph: from the file's header, or its size and a\n"
                 "sample of its lines, it estimates the numbers of edges and vertices (\"exact\" is\n"
                 "no if they come from a sample) and the peak of memory for counting.  If that is more\n"
                 "than the memory (--memory), it says that the graph would be counted from disk\n"
                 "(from_disk), the peak of that, and the bytes on disk (disk_peak_bytes, disk_bytes).\n"
                 "With --partition it says what that partition cuts the graph into: its blocks and their\n"
                 "bytes, its tasks, and the bytes that these read one after the other, for N blocks or\n"
                 "for the memory, which is that of a GPU if --device-memory is given.\n"
                 "With --rows it describes the rows of the oriented graph as TRUST does: the least, the\n"
                 "quartiles and the most of their lengths and of the ratio of the longest to the\n"
                 "shortest row of a vertex's neighbours, and the most ids of a row, by the order of the\n"
                 "input, in one of 32 buckets; in one of 1,024 for rows of more than 100 ids; then\n"
                 "under the other names of --relabel, and under the graph's own numbers.",
  .examples = "  tricorn info graph.txt\n"
              "  tricorn info --estimate graph.mtx.gz\n"
              "  tricorn info --rows graph.txt\n"
              "  tricorn info --partition trust --device-memory 16G graph.txt\n"
              "  tricorn info --json dependencies.tsv.zst\n",
  .takes = CLI_TAKES(info) | CLI_TAKES_FILE | CLI_TAKES(BLOCKS) | CLI_TAKES(RELABEL) | CLI_TAKES(WORK),
  .totals_only = 1,
  .run = run,
};
