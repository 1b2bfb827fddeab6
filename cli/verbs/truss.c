/* truss.c - the verb truss: finds the trussness of every edge, or one k-truss. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "json.h"
#include "output.h"
#include "save.h"
#include "signals.h"
#include "table.h"
#include "text.h"

/* The format of a k-truss that is written to stdout. */
static const char usual_format[] = "edges";

/* The options of the verb, and its results. */
typedef struct truss {
    cli_session *session;
    tricorn_options count;
    tricorn_truss_options options;
    const char *out; /* where the result is written; NULL: it is not */
    uint32_t k; /* k of the truss; 0: the trussness of all edges is wanted */
    tricorn_graph_description described;
    tricorn_result result;
} truss;

static bool to_stdout(const truss *own)
{
    return own->out != NULL && strcmp(own->out, "-") == 0;
}

/* ---- options --------------------------------------------------------------------------------
 */

/* Whether the library may choose the method. */
static bool is_method_free(const truss *own)
{
    return own->options.method == NULL;
}

/* Reports options of a file or a table that will not be written. */
static int check_unused(const truss *own)
{
    const cli_options *options = &own->session->options;
    const struct {
        const char *name;
        bool given, of_table;
    } unused[] = {{"--top", options->top > 0, true}, {"--sorted", options->sorted, true},
      {"--to", options->to != NULL, false}, {"--compression", options->compression != NULL, false}};

    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++) {
        if (!unused[i].given) continue;
        if (own->out == NULL)
            return cli_usage(own->session->verb, "%s needs a file to write to (-o FILE)", unused[i].name);
        if (own->k > 0 && unused[i].of_table)
            return cli_usage(own->session->verb, "%s is for the table of all edges: leave out -k", unused[i].name);
    }
    return CLI_DONE;
}

static int check(truss *own)
{
    cli_session *session = own->session;
    int code = check_unused(own);

    if (code != CLI_DONE || own->out == NULL) return code;
    if (own->k == 0) return cli_table_check(session);
    code = cli_save_check(session, own->out, usual_format);
    if (code == CLI_DONE) code = cli_check_not_input(session, own->out, session->options.arguments[0]);
    return code;
}

/* ---- answers --------------------------------------------------------------------------------
 */

static json_object *begin_json(const truss *own)
{
    json_object *answer = cli_json_object();

    cli_json_described(answer, own->session->options.arguments[0], &own->described);
    cli_json_text(answer, "output", own->out);
    cli_json_count(answer, "triangles", own->result.triangles);
    cli_json_text(answer, "algorithm", own->result.how.algorithm);
    cli_json_text(answer, "device", own->result.how.device);
    cli_json_count(answer, "threads", own->result.how.threads);
    cli_json_text(answer, "verified_by", own->result.how.verified_by);
    return answer;
}

/* Adds the members with which every answer ends, prints the answer, and frees it and
 * `seconds`. */
static void end_json(const truss *own, json_object *answer, json_object *seconds)
{
    cli_json_real(seconds, "read", own->result.seconds.read);
    cli_json_real(seconds, "prepare", own->result.seconds.prepare);
    cli_json_real(seconds, "count", own->result.seconds.count);
    cli_json_real(seconds, "total", cli_elapsed(own->session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_print(answer);
}

static void note_run(const truss *own)
{
    const tricorn_result *result = &own->result;
    char threads[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (own->session->options.quiet) return;
    if (result->how.verified_by != NULL)
        cli_note("verified by %s in %.3f s", result->how.verified_by, result->seconds.verify);
    if (result->cut.earlier_blocks > 0)
        cli_note("went on with the rounds that were saved %" PRIu32 " times before", result->cut.earlier_blocks);
    cli_note("supports by %s on %s, %s: read %.3f s, prepare %.3f s, count and peel %.3f s, "
             "total %.3f s; %s at the most",
      result->how.algorithm, result->how.device, cli_plural(result->how.threads, "thread", threads),
      result->seconds.read, result->seconds.prepare, result->seconds.count, cli_elapsed(own->session),
      cli_bytes(cli_peak_bytes(), peak));
    if (!is_method_free(own) || result->how.peeled_by == NULL) return;
    const bool counted_here = strcmp(result->how.device, "cpu") == 0;
    const bool peeled_here = strcmp(result->how.peeled_by, "gpu") != 0;
    if (counted_here && !peeled_here) cli_note("a GPU removed edges: it is faster at that");
    if (!counted_here && peeled_here)
        cli_note("the CPU removed edges, by %s: the memory of %s was too little for that", result->how.peeled_by,
          result->how.device);
}

/* ---- all edges ------------------------------------------------------------------------------
 */

static void print_trusses_json(const truss *own, const tricorn_trusses *trusses, const tricorn_trusses_description *all)
{
    json_object *answer = begin_json(own), *histogram = cli_json_object(), *seconds = cli_json_object();
    char key[CLI_NUMBER_BYTES];

    cli_json_count(answer, "k_max", all->k_max);
    for (uint32_t k = 2; k <= all->k_max; k++) {
        if (tricorn_trusses_edges(trusses, k) == 0) continue;
        snprintf(key, sizeof key, "%" PRIu32, k);
        cli_json_count(histogram, key, tricorn_trusses_edges(trusses, k));
    }
    cli_json_add(answer, "histogram", histogram);
    cli_json_text(answer, "method", all->method);
    cli_json_count(answer, "rounds", all->rounds);
    cli_json_real(seconds, "support", all->support_seconds);
    cli_json_real(seconds, "peel", all->peel_seconds);
    end_json(own, answer, seconds);
}

static void print_trusses(const tricorn_trusses *trusses, uint32_t k_max)
{
    printf("k_max  %" PRIu32 "\n\ntrussness  edges\n", k_max);
    for (uint32_t k = 2; k <= k_max; k++)
        if (tricorn_trusses_edges(trusses, k) > 0)
            printf("%9" PRIu32 "  %" PRIu64 "\n", k, tricorn_trusses_edges(trusses, k));
}

static int write_table(const truss *own, const tricorn_trusses *trusses)
{
    cli_session *session = own->session;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;

    options.format = session->options.to;
    options.compression = session->options.compression;
    options.sorted = session->options.sorted;
    options.top = session->options.top;
    if (!to_stdout(own))
        return cli_step_end(session, CLI_WRITING, tricorn_trusses_save(session->context, trusses, own->out, &options));
    const tricorn_status status = tricorn_trusses_write(session->context, trusses, STDOUT_FILENO, &options);
    if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    return cli_step_end(session, CLI_WRITING, status);
}

static int find_all(truss *own, const tricorn_graph *graph)
{
    cli_session *session = own->session;
    tricorn_trusses_description all = TRICORN_TRUSSES_DESCRIPTION_INIT;
    tricorn_trusses *trusses = NULL;
    int code = cli_step_end(
      session, CLI_COUNTING, tricorn_trussness(session->context, graph, &own->options, &trusses, &own->result));

    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_COUNTING, tricorn_trusses_describe(session->context, trusses, &all));
    if (code == CLI_DONE && own->out != NULL) code = write_table(own, trusses);
    if (code == CLI_DONE && session->options.json)
        print_trusses_json(own, trusses, &all);
    else if (code == CLI_DONE && !to_stdout(own))
        print_trusses(trusses, all.k_max);
    tricorn_trusses_free(trusses);
    return code;
}

/* ---- one k ----------------------------------------------------------------------------------
 */

/* The sizes of a k-truss. */
typedef struct truss_sizes {
    tricorn_graph_description described;
    uint32_t components;
    uint64_t largest; /* the vertices of the largest component */
} truss_sizes;

static tricorn_status measure(tricorn_context *context, const tricorn_graph *graph, truss_sizes *sizes)
{
    tricorn_status status = tricorn_graph_describe(context, graph, &sizes->described);
    const uint64_t vertices = sizes->described.vertices + sizes->described.isolated;
    void *labels = NULL, *numbers = NULL;

    if (status == TRICORN_OK) status = tricorn_array_create(context, vertices, sizeof(uint32_t), &labels);
    if (status == TRICORN_OK) status = tricorn_array_create(context, vertices, sizeof(uint64_t), &numbers);
    uint32_t *components = labels;
    uint64_t *counts = numbers;
    if (status == TRICORN_OK) status = tricorn_graph_components(context, graph, components, &sizes->components);
    for (uint64_t v = 0; v < vertices && status == TRICORN_OK; v++)
        if (++counts[components[v]] > sizes->largest) sizes->largest = counts[components[v]];
    tricorn_array_free(labels);
    tricorn_array_free(numbers);
    return status;
}

static void print_truss(const truss *own, const truss_sizes *sizes)
{
    if (own->session->options.json) {
        json_object *answer = begin_json(own);
        cli_json_count(answer, "k", own->k);
        cli_json_count(answer, "truss_vertices", sizes->described.vertices);
        cli_json_count(answer, "truss_edges", sizes->described.edges);
        cli_json_count(answer, "components", sizes->components);
        cli_json_count(answer, "largest_component", sizes->largest);
        cli_json_text(answer, "method", own->result.how.peeled_by);
        end_json(own, answer, cli_json_object());
    } else if (!to_stdout(own)) {
        printf("k                  %" PRIu32 "\nvertices           %" PRIu64 "\nedges              %" PRIu64
               "\ncomponents         %" PRIu32 "\nlargest_component  %" PRIu64 "\n",
          own->k, sizes->described.vertices, sizes->described.edges, sizes->components, sizes->largest);
    }
}

static int find_one(truss *own, const tricorn_graph *graph)
{
    cli_session *session = own->session;
    truss_sizes sizes = {.described = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *found = NULL;
    int code = cli_step_end(
      session, CLI_COUNTING, tricorn_truss(session->context, graph, own->k, &own->options, &found, &own->result));

    if (code == CLI_DONE) code = cli_step_end(session, CLI_COUNTING, measure(session->context, found, &sizes));
    if (code == CLI_DONE && own->out != NULL) code = cli_save(session, found, own->out, usual_format);
    if (code == CLI_DONE) print_truss(own, &sizes);
    tricorn_graph_free(found);
    return code;
}

static int run(cli_session *session)
{
    truss own = {.session = session,
      .count = cli_count_options(session),
      .options = TRICORN_TRUSS_OPTIONS_INIT,
      .out = session->options.output,
      .k = (uint32_t)session->options.truss,
      .described = TRICORN_GRAPH_DESCRIPTION_INIT,
      .result = TRICORN_RESULT_INIT};
    tricorn_graph *graph = NULL;

    own.options.count = &own.count;
    if (session->options.method > 0) own.options.method = tricorn_truss_method_at((size_t)session->options.method - 1);
    int code = check(&own);
    session->in_memory = own.k > 0;
    if (code == CLI_DONE) code = cli_load_to_count(session, &own.count, TRICORN_FOR_EDGES, &graph, &own.described);
    if (code != CLI_DONE) return code;
    code = own.k > 0 ? find_one(&own, graph) : find_all(&own, graph);
    if (code == CLI_DONE) note_run(&own);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(truss) = {
  CLI_OF_FILE(truss),
  .summary = "find the trussness of each edge, or the k-truss",
  .description = "Reads the graph in FILE (- for standard input) and makes it simple.  The k-truss is\n"
                 "the largest subgraph whose edges are each in at least k - 2 triangles of it; the\n"
                 "trussness of an edge is the largest k whose k-truss has it, 2 for edges in no\n"
                 "triangle.  Prints the largest trussness and the number of edges of each; with -o it\n"
                 "writes a line for each edge, with its two ids as in FILE and its trussness.  With -k\n"
                 "it prints the sizes and components of the K-truss, and -o writes that as a graph.",
  .examples = "  tricorn truss graph.txt\n"
              "  tricorn truss --json graph.mtx.gz\n"
              "  tricorn truss --sorted -o trussness.csv graph.txt\n"
              "  tricorn truss -k 10 -o truss10.mtx graph.txt\n",
  .takes = CLI_TAKES(truss) | CLI_TAKES(SORTED) | CLI_TAKES_FILE | CLI_TAKES_COUNT | CLI_TAKES(WORK),
  .run = run,
};
