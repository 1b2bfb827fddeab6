/* report.c - the verb report: shows degrees, triangles and clustering of a graph, in the terminal or as a page. */
#include "verbs/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "shown.h"
#include "table.h"

enum { BAR_COLUMNS = 40, KEY_COLUMNS = 28 };

const char *cli_report_id(const cli_report *report, uint32_t vertex, char *text)
{
    const char *label = tricorn_graph_label(report->graph, vertex);

    if (label != NULL) return label;
    snprintf(text, CLI_NUMBER_BYTES, "%" PRIu64, tricorn_graph_id(report->graph, vertex));
    return text;
}

/* ---- figures ---- */

/* Inserts a vertex into the list of vertices that are in the most triangles. Among vertices in
 * equally many triangles, those that are offered earlier come first. */
static void offer(cli_report *report, const cli_report_vertex *candidate)
{
    size_t place = report->top_count;

    if (place == CLI_REPORT_TOP) {
        if (candidate->triangles <= report->top[place - 1].triangles) return;
        place--;
    } else {
        report->top_count++;
    }
    for (; place > 0 && report->top[place - 1].triangles < candidate->triangles; place--)
        report->top[place] = report->top[place - 1];
    report->top[place] = *candidate;
}

static void add_vertex(cli_report *report, const cli_report_vertex *vertex)
{
    const size_t bin = cli_bin_of(vertex->degree);
    size_t tenth = (size_t)(vertex->clustering * CLI_REPORT_TENTHS);

    report->degrees[bin]++;
    if (vertex->degree > report->max_degree) report->max_degree = vertex->degree;
    if (vertex->degree == 0) return;
    report->triangles[cli_bin_of(vertex->triangles)]++;
    /* This is the sum, until all vertices are added. */
    report->clustering[bin] += vertex->clustering;
    if (vertex->triangles > 0) offer(report, vertex);
    if (vertex->degree < 2) return;
    if (tenth >= CLI_REPORT_TENTHS) tenth = CLI_REPORT_TENTHS - 1;
    report->coefficients[tenth]++;
}

static void add_vertices(cli_report *report, const tricorn_clustering_options *found)
{
    const uint64_t count = report->described.vertices + report->described.isolated;

    for (uint64_t i = 0; i < count; i++) {
        const cli_report_vertex vertex = {(uint32_t)i, found->degrees[i], found->triangles[i], found->coefficients[i]};
        add_vertex(report, &vertex);
    }
    for (size_t bin = 1; bin < CLI_BINS; bin++)
        if (report->degrees[bin] > 0) report->clustering[bin] /= (double)report->degrees[bin];
}

/* Counts the graph's triangles, and fills the report. */
static int find(cli_session *session, cli_report *report)
{
    const tricorn_options how = cli_count_options(session);
    const uint64_t count = report->described.vertices + report->described.isolated;
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    void *degrees = NULL, *triangles = NULL, *coefficients = NULL;
    tricorn_context *context = session->context;
    tricorn_status status = tricorn_array_create(context, count, sizeof *options.degrees, &degrees);
    int code;

    if (status == TRICORN_OK) status = tricorn_array_create(context, count, sizeof *options.triangles, &triangles);
    if (status == TRICORN_OK)
        status = tricorn_array_create(context, count, sizeof *options.coefficients, &coefficients);
    options.count = &how;
    options.degrees = degrees;
    options.triangles = triangles;
    options.coefficients = coefficients;
    if (status == TRICORN_OK)
        status = tricorn_clustering(context, report->graph, &options, &report->summary, &report->result);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE) add_vertices(report, &options);
    tricorn_array_free(degrees);
    tricorn_array_free(triangles);
    tricorn_array_free(coefficients);
    return code;
}

static tricorn_status find_cores(const cli_session *session, cli_report *report)
{
    const uint64_t count = report->described.vertices + report->described.isolated;
    void *array = NULL;
    tricorn_status status = tricorn_array_create(session->context, count, sizeof(uint64_t), &array);
    const uint64_t *cores = array;

    if (status == TRICORN_OK)
        status = tricorn_core_numbers(session->context, report->graph, array, &report->degeneracy);
    for (uint64_t i = 0; status == TRICORN_OK && i < count; i++) report->cores[cli_bin_of(cores[i])]++;
    tricorn_array_free(array);
    return status;
}

static tricorn_status find_trusses(const cli_session *session, cli_report *report)
{
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_truss_options options = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_trusses_description described = TRICORN_TRUSSES_DESCRIPTION_INIT;
    tricorn_trusses *trusses = NULL;

    count.device = cli_count_options(session).device;
    options.count = &count;
    tricorn_status status = tricorn_trussness(session->context, report->graph, &options, &trusses, NULL);
    if (status == TRICORN_OK) status = tricorn_trusses_describe(session->context, trusses, &described);
    report->k_max = described.k_max;
    for (uint32_t k = 0; status == TRICORN_OK && k <= described.k_max; k++)
        report->trusses[cli_bin_of(k)] += tricorn_trusses_edges(trusses, k);
    tricorn_trusses_free(trusses);
    return status;
}

/* Finds cores and trusses of a graph that is not large. */
static int peel(cli_session *session, cli_report *report)
{
    if (report->described.edges > CLI_REPORT_PEELED_EDGES) return CLI_DONE;
    tricorn_status status = find_cores(session, report);

    if (status == TRICORN_OK) status = find_trusses(session, report);
    report->peeled = status == TRICORN_OK;
    if (status == TRICORN_OUT_OF_MEMORY) status = TRICORN_OK;
    return cli_step_end(session, CLI_COUNTING, status);
}

/* ---- plots ---- */

static const char *tenth_text(size_t tenth, char *text, size_t room)
{
    snprintf(text, room, "0.%zu-%s%zu", tenth, tenth + 1 < CLI_REPORT_TENTHS ? "0." : "",
      tenth + 1 < CLI_REPORT_TENTHS ? tenth + 1 : 1);
    return text;
}

void cli_report_plots(const cli_report *report, cli_plot plots[CLI_REPORT_PLOTS])
{
    plots[0] =
      (cli_plot){"Degrees", "degree", "vertices", report->degrees, NULL, report->degrees, CLI_BINS, cli_bin_text};
    plots[1] = (cli_plot){"Triangles of vertices", "triangles", "vertices", report->triangles, NULL, report->triangles,
      CLI_BINS, cli_bin_text};
    plots[2] = (cli_plot){"Clustering by degree", "degree", "mean clustering coefficient", NULL, report->clustering,
      report->degrees, CLI_BINS, cli_bin_text};
    plots[3] = (cli_plot){"Clustering coefficients of vertices of degree 2 and more", "coefficient", "vertices",
      report->coefficients, NULL, report->coefficients, CLI_REPORT_TENTHS, tenth_text};
    plots[4] = (cli_plot){"Core numbers of vertices", "core", "vertices", report->cores, NULL, report->cores,
      report->peeled ? CLI_BINS : 0, cli_bin_text};
    plots[5] = (cli_plot){"Trussness of edges", "trussness", "edges", report->trusses, NULL, report->trusses,
      report->peeled ? CLI_BINS : 0, cli_bin_text};
}

size_t cli_plot_range(const cli_plot *plot, size_t *first)
{
    size_t end = plot->size;

    *first = 0;
    while (end > 0 && plot->of[end - 1] == 0) end--;
    while (*first < end && plot->of[*first] == 0) ++*first;
    return end - *first;
}

static double value_of(const cli_plot *plot, size_t row)
{
    return plot->counts != NULL ? (double)plot->counts[row] : plot->means[row];
}

static void print_histogram(const cli_plot *plot)
{
    size_t first, rows = cli_plot_range(plot, &first);
    double most = 0;
    char text[CLI_NUMBER_BYTES];

    if (rows == 0) return;
    printf("\n%s (%s: %s)\n", plot->title, plot->rows, plot->values);
    for (size_t i = first; i < first + rows; i++)
        if (value_of(plot, i) > most) most = value_of(plot, i);
    for (size_t i = first; i < first + rows; i++) {
        const double value = value_of(plot, i);
        int bar = most > 0 ? (int)(value / most * BAR_COLUMNS) : 0;
        if (bar == 0 && value > 0) bar = 1;
        printf("  %-20s %12.*f  ", plot->row(i, text, sizeof text), plot->counts ? 0 : 4, value);
        for (int column = 0; column < bar; column++) putchar('#');
        putchar('\n');
    }
}

/* ---- output ---- */

static void print_text(const cli_report *report)
{
    cli_plot plots[CLI_REPORT_PLOTS];
    char text[CLI_NUMBER_BYTES];

    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "vertices", report->summary.vertices);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "edges", report->summary.edges);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "triangles", report->summary.triangles);
    printf("%-*s%.6f\n", KEY_COLUMNS, "transitivity", report->summary.transitivity);
    printf("%-*s%.6f\n", KEY_COLUMNS, "average_clustering", report->summary.average);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "max_degree", report->max_degree);
    if (report->peeled)
        printf("%-*s%" PRIu32 "\n%-*s%" PRIu32 "\n", KEY_COLUMNS, "degeneracy", report->degeneracy, KEY_COLUMNS,
          "k_max", report->k_max);
    cli_report_plots(report, plots);
    for (size_t i = 0; i < CLI_REPORT_PLOTS; i++) print_histogram(&plots[i]);
    printf("\nVertices in the most triangles (id, degree, triangles, clustering)\n");
    for (size_t i = 0; i < report->top_count; i++) {
        char *id = cli_shown(cli_report_id(report, report->top[i].vertex, text));
        printf("  %-20s %12" PRIu64 " %12" PRIu64 " %10.4f\n", id, report->top[i].degree, report->top[i].triangles,
          report->top[i].clustering);
        free(id);
    }
}

static json_object *plot_json(const cli_plot *plot)
{
    size_t first, rows = cli_plot_range(plot, &first);
    json_object *list = cli_json_array();
    char text[CLI_NUMBER_BYTES];

    for (size_t i = first; i < first + rows; i++) {
        json_object *row = cli_json_object();
        cli_json_text(row, plot->rows, plot->row(i, text, sizeof text));
        if (plot->counts != NULL)
            cli_json_count(row, plot->values, plot->counts[i]);
        else
            cli_json_real(row, "clustering", plot->means[i]);
        cli_json_append(list, row);
    }
    return list;
}

static void print_json(const cli_session *session, const cli_report *report)
{
    static const char *const keys[CLI_REPORT_PLOTS] = {
      "degrees", "vertex_triangles", "clustering_by_degree", "coefficients", "cores", "trussness"};
    json_object *answer = cli_json_object(), *top = cli_json_array();
    cli_plot plots[CLI_REPORT_PLOTS];
    char text[CLI_NUMBER_BYTES];

    cli_json_count(answer, "triangles", report->summary.triangles);
    cli_json_exact(answer, "transitivity", report->summary.transitivity);
    cli_json_exact(answer, "average_clustering", report->summary.average);
    cli_json_count(answer, "max_degree", report->max_degree);
    if (report->peeled) {
        cli_json_count(answer, "degeneracy", report->degeneracy);
        cli_json_count(answer, "k_max", report->k_max);
    } else {
        cli_json_text(answer, "degeneracy", NULL);
        cli_json_text(answer, "k_max", NULL);
    }
    cli_json_described(answer, session->options.arguments[0], &report->described);
    cli_report_plots(report, plots);
    for (size_t i = 0; i < CLI_REPORT_PLOTS; i++) cli_json_add(answer, keys[i], plot_json(&plots[i]));
    for (size_t i = 0; i < report->top_count; i++) {
        json_object *vertex = cli_json_object();
        cli_json_text(vertex, "id", cli_report_id(report, report->top[i].vertex, text));
        cli_json_count(vertex, "degree", report->top[i].degree);
        cli_json_count(vertex, "triangles", report->top[i].triangles);
        cli_json_real(vertex, "clustering", report->top[i].clustering);
        cli_json_append(top, vertex);
    }
    cli_json_add(answer, "most_triangles", top);
    cli_json_text(answer, "output", session->options.output);
    cli_table_json(answer, session, &report->result);
    cli_json_print(answer);
}

static bool write_page(const cli_report *report, FILE *page)
{
    if (page == NULL) return false;
    cli_report_html(page, report);
    const bool whole = ferror(page) == 0;
    return fclose(page) == 0 && whole;
}

/* Writes the page to a temporary file and then renames this, so that the page is never seen incomplete. */
static bool replace(const cli_report *report, const char *path, mode_t mode)
{
    char *temporary = cli_string("%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    const bool made = descriptor >= 0 && fchmod(descriptor, mode) == 0;
    const bool saved = write_page(report, made ? fdopen(descriptor, "w") : NULL) && rename(temporary, path) == 0;

    if (!saved && descriptor >= 0) unlink(temporary);
    free(temporary);
    return saved;
}

/* Returns the path at the end of links, so that they stay; a new file has the path itself. NULL:
 * a link leads nowhere. The caller frees it with free(). */
static char *end_of_links(const char *path)
{
    struct stat found;
    char *real = realpath(path, NULL);

    return real == NULL && lstat(path, &found) != 0 ? strdup(path) : real;
}

/* Replaces or makes a file, with the permissions that it has or that the umask gives; writes into
 * what is no file, such as a pipe. */
static int save(const cli_report *report, const char *path)
{
    enum { NEW_FILE = 0666, PERMISSIONS = 0777 };
    const mode_t others = umask(0);
    struct stat found;
    bool saved;

    umask(others);
    const bool exists = stat(path, &found) == 0;
    if (exists && !S_ISREG(found.st_mode)) {
        saved = write_page(report, fopen(path, "we"));
    } else {
        char *target = end_of_links(path);
        saved = target != NULL && replace(report, target, exists ? found.st_mode & PERMISSIONS : NEW_FILE & ~others);
        free(target);
    }
    if (!saved) cli_error("%s: cannot be written: %s", path, strerror(errno));
    return saved ? CLI_DONE : CLI_FAILED;
}

/* Prints the report or writes its page; the report must be complete. */
static int show(cli_session *session, const cli_report *report)
{
    const char *path = session->options.output;
    int code = CLI_DONE;

    if (path != NULL && strcmp(path, "-") == 0)
        cli_report_html(stdout, report);
    else if (path != NULL)
        code = save(report, path);
    if (code != CLI_DONE) return code;
    if (session->options.json)
        print_json(session, report);
    else if (path == NULL)
        print_text(report);
    return CLI_DONE;
}

static int check(const cli_session *session)
{
    const char *path = session->options.output;
    int code;

    if (path == NULL) return CLI_DONE;
    if (session->options.json && strcmp(path, "-") == 0)
        return cli_usage(session->verb, "--json and a page cannot both go to stdout");
    code = cli_check_output(session, path);
    return code == CLI_DONE ? cli_check_not_input(session, path, session->options.arguments[0]) : code;
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    const tricorn_options how = cli_count_options(session);
    cli_report report = {.name = cli_file_name(path),
      .described = TRICORN_GRAPH_DESCRIPTION_INIT,
      .summary = TRICORN_CLUSTERING_SUMMARY_INIT,
      .result = TRICORN_RESULT_INIT};
    tricorn_graph *graph = NULL;
    int code = check(session);

    if (code == CLI_DONE) code = cli_load_to_count(session, &how, TRICORN_FOR_VERTICES, &graph, &report.described);
    if (code != CLI_DONE) return code;
    report.graph = graph;
    code = find(session, &report);
    if (code == CLI_DONE) code = peel(session, &report);
    if (code == CLI_DONE) code = show(session, &report);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(report) = {
  CLI_OF_FILE(report),
  .summary = "degrees, triangles and clustering, as histograms or as a page to look at",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, counts the triangles\n"
                 "of each vertex, and shows its degrees, the triangles and the clustering coefficients\n"
                 "of its vertices, and the vertices in the most triangles; of graphs with at most 10\n"
                 "million edges also cores and trusses, if they fit in memory: as text, or with -o as a\n"
                 "page of HTML with plots, which needs no other file and no network.",
  .examples = "  tricorn report graph.txt\n"
              "  tricorn report graph.txt -o report.html\n"
              "  tricorn report dependencies.tsv.zst -o report.html\n",
  .takes = CLI_TAKES(report) | CLI_TAKES_FILE | CLI_TAKES_COUNT,
  .run = run,
};
