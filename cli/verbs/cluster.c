/* cluster.c - the verb cluster: computes the clustering coefficients of the graph and of its vertices. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verbs/coefficients.h"
#include "input.h"
#include "table.h"
#include "text.h"

enum { KEY_COLUMNS = 28 };

/* The definitions of the coefficient, indexed by whether the neighbourhood is closed. */
static const char *const definitions[] = {"undirected: 2 T / (d (d - 1)), 0 below degree 2 (as NetworkX)",
  "closed neighbourhood: 2 (T + d) / (d (d + 1)), 0 for degree 0"};

/* The clustering coefficients of a graph. */
typedef struct clustering {
    tricorn_graph_description described;
    tricorn_clustering_summary summary;
    tricorn_result result;
    bool isolated; /* averages include the vertices that have no edge */
    bool closed;
    /* The degree, the triangles and the coefficient of each vertex, for the table; NULL if no table is written. */
    uint64_t *degrees, *triangles;
    double *coefficients;
} clustering;

/* Returns how many kinds of coefficients the options ask for, besides those from triangles. */
static int count_others(const cli_options *options)
{
    return (options->directed >= 0) + options->squares + (options->weighted >= 0);
}

static int check(cli_session *session)
{
    const cli_options *options = &session->options;

    CLI_DO(cli_check_join(session));
    if (count_others(options) + options->closed > 1)
        return cli_usage(
          session->verb, "--directed, --squares, --weighted and --closed are different coefficients: name one");
    if (session->transport != NULL && count_others(options) > 0)
        return cli_usage(session->verb, "workers do not share --directed, --squares and --weighted: leave them out");
    if (options->weights != NULL && options->weighted < 0)
        return cli_usage(session->verb, "--weights is for --weighted");
    if (options->combine != NULL && options->weighted < 0)
        return cli_usage(session->verb, "--combine is for --weighted");
    return cli_check_weights(session);
}

static tricorn_status create_columns(cli_session *session, clustering *found)
{
    const uint64_t count = found->described.vertices + found->described.isolated;
    tricorn_context *context = session->context;
    tricorn_status status = tricorn_array_create(context, count, sizeof *found->degrees, (void **)&found->degrees);
    if (status == TRICORN_OK)
        status = tricorn_array_create(context, count, sizeof *found->triangles, (void **)&found->triangles);
    if (status == TRICORN_OK)
        status = tricorn_array_create(context, count, sizeof *found->coefficients, (void **)&found->coefficients);
    return status;
}

static void free_columns(clustering *found)
{
    tricorn_array_free(found->degrees);
    tricorn_array_free(found->triangles);
    tricorn_array_free(found->coefficients);
    found->degrees = found->triangles = NULL;
    found->coefficients = NULL;
}

/* Estimates the highest memory use if the file is read and counted in memory, ignoring the
 * limit; 0: it is unknown. */
static uint64_t peak_in_memory(const cli_session *session)
{
    const char *path = session->options.arguments[0];
    const tricorn_load_options how = cli_load_options(session);
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    tricorn_context *context = NULL;

    options.threads = (uint32_t)session->options.threads;
    if (strcmp(path, "-") == 0 || tricorn_context_create(&options, &context) != TRICORN_OK) return 0;
    if (tricorn_graph_estimate(context, path, &how, &estimate) != TRICORN_OK) estimate.peak_bytes = 0;
    tricorn_context_free(context);
    return estimate.peak_bytes;
}

/* Reports how much memory is enough for the columns, which have an entry for every vertex even
 * if the graph is on disk. If this is unknown, reports nothing and returns false. */
static bool name_enough(cli_session *session, clustering *found)
{
    enum { COLUMNS_BYTES = 3 * sizeof(uint64_t) };
    const uint64_t count = found->described.vertices + found->described.isolated;
    const uint64_t limit = session->options.memory_bytes;

    free_columns(found);
    if (limit == 0 || !session->options.vertices) return false;
    const uint64_t peak = peak_in_memory(session), enough = peak + COLUMNS_BYTES * count;
    if (peak == 0 || enough <= limit) return false;
    cli_progress_clear(&session->progress);
    cli_error("the memory limit of %" PRIu64 " bytes is too low for a table of %" PRIu64 " vertices, %" PRIu64
              " bytes are enough: raise the limit by --memory %" PRIu64,
      limit, count, enough, enough);
    return true;
}

static int count(cli_session *session, const tricorn_graph *graph, clustering *found)
{
    const tricorn_options how = cli_count_options(session);
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_status status = TRICORN_OK;

    if (session->options.vertices) status = create_columns(session, found);
    options.count = &how;
    options.isolated = found->isolated;
    options.closed = found->closed;
    options.degrees = found->degrees;
    options.triangles = found->triangles;
    options.coefficients = found->coefficients;
    if (status == TRICORN_OK)
        status = tricorn_clustering(session->context, graph, &options, &found->summary, &found->result);
    if (status == TRICORN_OUT_OF_MEMORY && name_enough(session, found)) return CLI_FAILED;
    return cli_step_end(session, CLI_COUNTING, status);
}

static int write_table(cli_session *session, const tricorn_graph *graph, const clustering *found)
{
    const tricorn_column columns[] = {
      {.name = "degree", .counts = found->degrees},
      {.name = "triangles", .counts = found->triangles},
      {.name = "clustering", .reals = found->coefficients},
    };

    return cli_table_columns(session, graph, columns, sizeof columns / sizeof *columns);
}

static const char *averaged_over(const clustering *found)
{
    return found->isolated ? "all vertices" : "vertices with an edge";
}

static void print_text(const clustering *found)
{
    const tricorn_clustering_summary *summary = &found->summary;
    char wedges[CLI_NUMBER_BYTES];

    cli_decimal128(summary->wedges_high, summary->wedges_low, wedges);
    printf("%-*s%.17g\n", KEY_COLUMNS, "transitivity", summary->transitivity);
    printf("%-*s%.17g\n", KEY_COLUMNS, "average_clustering", summary->average);
    printf("%-*s%.17g\n", KEY_COLUMNS, "average_clustering_degree2", summary->average_degree2);
    printf("%-*s%.17g\n", KEY_COLUMNS, "average_clustering_nonzero", summary->average_nonzero);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "triangles", summary->triangles);
    printf("%-*s%s\n", KEY_COLUMNS, "wedges", wedges);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "vertices", summary->vertices);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "edges", summary->edges);
    printf("%-*s%s\n", KEY_COLUMNS, "definition", definitions[found->closed]);
    printf("%-*s%s\n", KEY_COLUMNS, "averaged_over", averaged_over(found));
}

static void print_json(const cli_session *session, const clustering *found)
{
    const tricorn_clustering_summary *summary = &found->summary;
    json_object *answer = cli_json_object();

    cli_json_exact(answer, "transitivity", summary->transitivity);
    cli_json_exact(answer, "average_clustering", summary->average);
    cli_json_exact(answer, "average_clustering_degree2", summary->average_degree2);
    cli_json_exact(answer, "average_clustering_nonzero", summary->average_nonzero);
    cli_json_count(answer, "triangles", summary->triangles);
    cli_json_count128(answer, "wedges", summary->wedges_high, summary->wedges_low);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_count(answer, "vertices_averaged", summary->averaged);
    cli_json_count(answer, "vertices_degree2", summary->degree2);
    cli_json_count(answer, "vertices_nonzero", summary->nonzero);
    cli_json_text(answer, "definition", definitions[found->closed]);
    cli_json_text(answer, "averaged_over", averaged_over(found));
    cli_json_text(answer, "output", found->coefficients != NULL ? cli_table_output(session) : NULL);
    cli_table_json(answer, session, &found->result);
    cli_json_print(answer);
}

/* Counts, and prints the result. */
static int work(cli_session *session, const tricorn_graph *graph, clustering *found)
{
    const bool table = session->options.vertices;
    int code = count(session, graph, found);

    if (code == CLI_DONE && table) code = write_table(session, graph, found);
    if (code != CLI_DONE) return code;
    if (session->options.json)
        print_json(session, found);
    else if (!table || strcmp(cli_table_output(session), "-") != 0)
        print_text(found);
    cli_flush_stdout();
    cli_table_note(session, &found->result, "");
    return CLI_DONE;
}

static int run(cli_session *session)
{
    const tricorn_options how = cli_count_options(session);
    clustering found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT,
      .summary = TRICORN_CLUSTERING_SUMMARY_INIT,
      .result = TRICORN_RESULT_INIT,
      .isolated = session->options.isolated,
      .closed = session->options.closed};
    tricorn_graph *graph = NULL;
    int code = check(session);

    if (code == CLI_DONE && count_others(&session->options) > 0) {
        code = cli_check_names(session);
        return code == CLI_DONE ? cli_coefficients_run(session) : code;
    }
    if (code == CLI_DONE) code = cli_table_check_rows(session);
    if (code == CLI_DONE) code = cli_load_to_count(session, &how, TRICORN_FOR_VERTICES, &graph, &found.described);
    if (code != CLI_DONE) return code;
    code = work(session, graph, &found);
    free_columns(&found);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(cluster) = {
  CLI_OF_FILE(cluster),
  .summary = "clustering coefficients of the graph and of its vertices",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and prints its\n"
                 "transitivity (3 triangles / wedges), its average clustering coefficient over all\n"
                 "vertices with an edge, over those of degree 2 and more and over those in a triangle\n"
                 "(whose coefficient is not 0), and what these are made of.\n"
                 "The coefficient of a vertex of degree d in T triangles is 2 T / (d (d - 1)), and 0\n"
                 "below degree 2, as in NetworkX.  With --vertices it writes a line for each vertex: its\n"
                 "id as in FILE, degree, triangles and coefficient, in the order of the ids; the rest is\n"
                 "then printed if the table goes to a file.  With --directed an edge goes from its first\n"
                 "id to its second one: fagiolo takes directed triangles, ldbc directed edges among\n"
                 "neighbours.\n"
                 "--closed is the share of the pairs of a vertex and its neighbours that are joined.\n"
                 "--squares are cycles of four vertices, divided by how many are possible (NetworkX).\n"
                 "--weighted takes edges with weights: onnela the cube roots of products of the three\n"
                 "weights of a triangle, barrat the weights of the vertex's own edges in triangles.",
  .examples = "  tricorn cluster graph.txt\n"
              "  tricorn cluster --json graph.mtx.gz\n"
              "  tricorn cluster --vertices --top 10 graph.txt\n"
              "  tricorn cluster --vertices -o clustering.csv graph.txt\n"
              "  tricorn cluster --directed fagiolo graph.txt\n"
              "  tricorn cluster --weighted onnela --weights 3 graph.txt\n",
  .takes = CLI_TAKES(cluster) | CLI_TAKES(WEIGHTS) | CLI_TAKES(TABLE) | CLI_TAKES_FILE | CLI_TAKES_COUNT |
           CLI_TAKES(WORK) | CLI_TAKES(WORKERS) | CLI_TAKES(RANKS),
  .run = run,
};
