/* graphs.c - finds the graphs that the command line names: files, data sets, models. */
#include "bench/graphs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "words.h"
#include "exit.h"
#include "text.h"

enum { LEAST_SCALE = 1, MOST_SCALE = 32 };

static bool has_name(const bench_graphs *graphs, const char *name)
{
    for (size_t i = 0; i < graphs->count; i++)
        if (strcmp(graphs->graphs[i].name, name) == 0) return true;
    return false;
}

/* Appends a graph. Records distinguish graphs by their names, so if a graph with this name
 * exists already, the new one is named `whole`. */
static bench_graph *add(bench_graphs *graphs, char *name, const char *whole)
{
    bench_graph *graph;

    if (has_name(graphs, name)) {
        free(name);
        name = cli_string("%s", whole);
    }
    graphs->graphs = cli_needed(realloc(graphs->graphs, (graphs->count + 1) * sizeof *graphs->graphs));
    graph = &graphs->graphs[graphs->count++];
    *graph = (bench_graph){.name = name};
    return graph;
}

/* ---- files ---- */

static bool cut_suffix(char *name, const char *suffix)
{
    const size_t length = strlen(name), end = strlen(suffix);

    if (length <= end || strcmp(name + length - end, suffix) != 0) return false;
    name[length - end] = '\0';
    return true;
}

/* Returns a name for the graph in a file: "s18" for "graphs/s18.el.gz". */
static char *name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = cli_string("%s", slash != NULL ? slash + 1 : path), *dot;

    if (!cut_suffix(name, ".gz")) cut_suffix(name, ".zst");
    dot = strrchr(name, '.');
    if (dot != NULL && dot != name) *dot = '\0';
    return name;
}

static void add_file(bench_graphs *graphs, const bench_catalog *catalog, const char *path)
{
    bench_graph *graph = add(graphs, name_of_file(path), path);

    graph->path = cli_string("%s", path);
    graph->is_own = true;
    graph->entry = bench_catalog_find(catalog, graph->name);
}

/* ---- models ---- */

/* Sets the model and its parameters from a line: the name of a model or benchmark graph, a
 * separator, and KEY=VALUE pairs. */
static void set_model(bench_graph *graph, const char *line)
{
    const size_t length = strcspn(line, ": ");

    graph->model = cli_needed(strndup(line, length));
    if (line[length] != '\0') graph->parameters = cli_string("%s", line + length + 1);
}

static bool is_model(const char *text)
{
    const size_t length = strcspn(text, ":");

    for (size_t i = 0; i < tricorn_model_count(); i++) {
        const char *name = tricorn_model_at(i)->name;
        if (strlen(name) == length && strncmp(name, text, length) == 0) return true;
    }
    return false;
}

/* Adds a Kronecker graph of 2^scale vertices and 16 times as many edges, as -g of GAPBS does. */
static int add_scale(const cli_session *session, const bench_catalog *catalog, const char *text, bench_graphs *graphs)
{
    bench_graph *graph;
    uint64_t scale;
    char *name;

    if (!cli_parse_number(text, LEAST_SCALE, MOST_SCALE, &scale))
        return cli_usage(session->verb, "-g needs a scale from %d to %d, not '%s'", LEAST_SCALE, MOST_SCALE, text);
    name = cli_string("s%u", (unsigned)scale);
    if (has_name(graphs, name)) {
        free(name);
        return CLI_DONE;
    }
    graph = add(graphs, name, name);
    graph->model = cli_string("kronecker");
    graph->parameters = cli_string("scale=%u edge_factor=16", (unsigned)scale);
    graph->entry = bench_catalog_find(catalog, graph->name);
    return CLI_DONE;
}

/* ---- rows of the list of data sets ---- */

/* Reports a data set that is missing. `path` is where it should be; NULL: no folder is known. */
static void tell_missing(const bench_entry *entry, const char *path)
{
    if (path == NULL)
        cli_error("data set '%s' was not found: TRICORN_DATASETS should name the folder of %s.tri; "
                  "'tools/datasets get %s' of tricorn's sources makes it",
          entry->name, entry->name, entry->name);
    else if (entry->how == BENCH_URL)
        cli_error("data set '%s' was not found: there is no %s; 'tools/datasets get %s' of tricorn's "
                  "sources downloads it",
          entry->name, path, entry->name);
    else if (entry->how == BENCH_MANUAL)
        cli_error("data set '%s' was not found: make it (%s) and convert it to %s", entry->name, entry->source, path);
    else
        cli_error("data set '%s' was not found: there is no %s", entry->name, path);
}

/* Adds a data set. If it is missing: `required` makes this an error; otherwise it is skipped. */
static int add_entry(const bench_catalog *catalog, const bench_entry *entry, bool required, bench_graphs *graphs)
{
    char *path = NULL;
    bench_graph *graph;

    if (entry->how == BENCH_FILE) path = cli_string("%s/../%s", catalog->folder, entry->source);
    const bool kept = entry->how == BENCH_URL || entry->how == BENCH_MANUAL;
    if (kept && catalog->data != NULL) path = cli_string("%s/%s.tri", catalog->data, entry->name);
    if (entry->how != BENCH_GENERATE && (path == NULL || access(path, R_OK) != 0)) {
        tell_missing(entry, path);
        free(path);
        return required ? CLI_FAILED : CLI_DONE;
    }
    graph = add(graphs, cli_string("%s", entry->name), entry->name);
    graph->path = path;
    graph->string_ids = entry->string_ids;
    graph->entry = entry;
    if (path == NULL) set_model(graph, entry->source);
    return CLI_DONE;
}

/* Reports that a name cannot be found without the list of data sets. */
static int no_list(const bench_catalog *catalog, const char *kind, const char *name)
{
    cli_error("the %s '%s' cannot be found: there is no list of data sets, %s/datasets.csv; "
              "TRICORN_BENCH should name the folder bench of tricorn's sources",
      kind, name, catalog->folder);
    return CLI_FAILED;
}

static int unknown_suite(const bench_catalog *catalog, const char *suite)
{
    cli_nearest nearest = cli_nearest_to(suite);
    cli_list suites = {0};
    int code;

    if (catalog->missing) return no_list(catalog, "suite", suite);

    for (size_t i = 0; i < catalog->count; i++) cli_list_split(&suites, catalog->entries[i].suites, ' ');
    for (size_t i = 0; i < suites.count; i++) cli_nearest_offer(&nearest, suites.words[i]);
    code = cli_unknown("suite", &nearest, "bench/datasets.csv names them");
    cli_list_free(&suites);
    return code;
}

static int add_suite(const bench_catalog *catalog, const char *suite, bench_graphs *graphs)
{
    const size_t before = graphs->count;
    bool known = false;

    for (size_t i = 0; i < catalog->count; i++) {
        const bench_entry *entry = &catalog->entries[i];
        if (!bench_entry_in_suite(entry, suite)) continue;
        known = true;
        if (!has_name(graphs, entry->name)) add_entry(catalog, entry, false, graphs);
    }
    if (!known) return unknown_suite(catalog, suite);
    if (graphs->count > before) return CLI_DONE;
    cli_error("no data set of the suite '%s' was found", suite);
    return CLI_FAILED;
}

/* ---- all ---- */

static int unknown_graph(const bench_catalog *catalog, const char *text)
{
    cli_nearest nearest = cli_nearest_to(text);

    if (catalog->missing) return no_list(catalog, "graph", text);
    for (size_t i = 0; i < catalog->count; i++) cli_nearest_offer(&nearest, catalog->entries[i].name);
    for (size_t i = 0; i < tricorn_model_count(); i++) cli_nearest_offer(&nearest, tricorn_model_at(i)->name);
    return cli_unknown("graph", &nearest,
      "there is no such file, data set ('tools/datasets list') or model "
      "('tricorn generate')");
}

static int add_argument(const bench_catalog *catalog, const char *text, bench_graphs *graphs)
{
    const bench_entry *entry = bench_catalog_find(catalog, text);
    struct stat state;

    /* a folder may have the name of a data set */
    if (stat(text, &state) == 0 && !(S_ISDIR(state.st_mode) && entry != NULL)) {
        add_file(graphs, catalog, text);
        return CLI_DONE;
    }
    if (entry != NULL) return add_entry(catalog, entry, true, graphs);
    if (!is_model(text)) return unknown_graph(catalog, text);
    set_model(add(graphs, cli_string("%s", text), text), text);
    return CLI_DONE;
}

int bench_graphs_take(const cli_session *session, const bench_catalog *catalog, bench_graphs *graphs)
{
    const cli_options *options = &session->options;
    int code = CLI_DONE;

    *graphs = (bench_graphs){.count = 0};
    for (size_t i = 0; i < options->argument_count && code == CLI_DONE; i++)
        code = add_argument(catalog, options->arguments[i], graphs);
    for (size_t i = 0; i < options->suites.count && code == CLI_DONE; i++)
        code = add_suite(catalog, options->suites.words[i], graphs);
    for (size_t i = 0; i < options->scales.count && code == CLI_DONE; i++)
        code = add_scale(session, catalog, options->scales.words[i], graphs);
    if (code == CLI_DONE && graphs->count == 0)
        code = cli_usage(session->verb, "bench needs GRAPH..., --suite NAME or -g SCALE");
    return code;
}

void bench_graphs_free(bench_graphs *graphs)
{
    for (size_t i = 0; i < graphs->count; i++) {
        free(graphs->graphs[i].name);
        free(graphs->graphs[i].path);
        free(graphs->graphs[i].model);
        free(graphs->graphs[i].parameters);
    }
    free(graphs->graphs);
    *graphs = (bench_graphs){.count = 0};
}
