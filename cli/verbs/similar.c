/* similar.c - the verb similar: measures how similar the neighbourhoods of the two ends of each edge are. */
#include <math.h>
#include <string.h>

#include "input.h"
#include "output.h"
#include "table.h"

static int check(cli_session *session)
{
    const cli_options *options = &session->options;
    int code = CLI_DONE;

    if (session->transport != NULL &&
        (options->measure >= TRICORN_ADAMIC_ADAR || options->pairs != NULL || options->unjoined))
        return cli_usage(session->verb, "workers share only --measure common, jaccard, overlap and cosine of edges");
    if (options->project != NULL && (options->pairs != NULL || options->unjoined || options->sorted))
        return cli_usage(session->verb, "--project has pairs of its own, which are not sorted");
    if (options->unjoined && (options->pairs != NULL || options->top == 0))
        return cli_usage(session->verb, options->pairs != NULL ? "--unjoined finds pairs, and --pairs names them"
                                                               : "--unjoined needs --top K, how many pairs");
    if (options->pairs != NULL) code = cli_check_stdin(session, strcmp(options->pairs, "-") == 0);
    if (code == CLI_DONE && options->pairs != NULL)
        code = cli_check_not_input(session, cli_table_output(session), options->pairs);
    return code == CLI_DONE ? cli_table_check(session) : code;
}

static void print_json(const cli_session *session, const tricorn_graph_description *described,
  const tricorn_table_options *options, const tricorn_result *result)
{
    json_object *answer = cli_json_object();

    cli_json_text(answer, "measure", tricorn_measure_name(options->measure));
    cli_json_exact(answer, "least", options->least);
    cli_json_count(answer, "triangles", result->triangles);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_text(answer, "output", cli_table_output(session));
    cli_table_json(answer, session, result);
    cli_json_print(answer);
}

/* Finds the pairs of --unjoined. The caller frees *pairs with tricorn_array_free(). */
static int find_pairs(cli_session *session, const tricorn_graph *graph, uint32_t **pairs, uint64_t *count)
{
    tricorn_top_pairs options = TRICORN_TOP_PAIRS_INIT;

    options.measure = (tricorn_measure)session->options.measure;
    options.top = session->options.top;
    return cli_step_end(session, CLI_COUNTING, tricorn_pairs_search(session->context, graph, &options, pairs, count));
}

/* Reads the file of --pairs. The caller frees *pairs with tricorn_array_free(). */
static int load_pairs(cli_session *session, const tricorn_graph *graph, uint32_t **pairs, uint64_t *count)
{
    return cli_step_end(session, CLI_READING, cli_read_pairs(session, graph, session->options.pairs, pairs, count));
}

/* Writes the table of pairs. Nothing is counted for it, so no line about a count is printed. */
static int write_pairs(cli_session *session, const tricorn_graph *graph, tricorn_table_options *options)
{
    const char *side = session->options.project;
    uint32_t *pairs = NULL;
    int code = CLI_DONE;

    if (side != NULL)
        options->side = strcmp(side, "left") == 0 ? 1 : 2;
    else
        code = (session->options.unjoined ? find_pairs : load_pairs)(session, graph, &pairs, &options->pair_count);
    options->pairs = pairs;
    if (code == CLI_DONE) code = cli_table_write(session, graph, options, NULL);
    if (code == CLI_DONE && session->options.json) {
        json_object *answer = cli_json_object();
        cli_json_text(answer, "measure", tricorn_measure_name(options->measure));
        cli_json_exact(answer, "least", options->least);
        if (side == NULL) cli_json_count(answer, "pairs", options->pair_count);
        cli_json_text(answer, "project", side);
        cli_json_text(answer, "output", cli_table_output(session));
        cli_json_print(answer);
    }
    tricorn_array_free(pairs);
    return code;
}

static int run(cli_session *session)
{
    const tricorn_options count = cli_count_options(session);
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    int code = check(session);

    session->directed = session->options.measure >= TRICORN_OF_SUCCESSORS;
    session->bipartite = session->options.project != NULL;
    if (code == CLI_DONE) code = cli_load_to_count(session, &count, TRICORN_FOR_EDGES, &graph, &described);
    if (code != CLI_DONE) return code;
    options.table = TRICORN_TABLE_SIMILARITY;
    options.count = &count;
    options.measure = (tricorn_measure)session->options.measure;
    options.least = session->options.least;
    if (session->options.pairs != NULL || session->options.unjoined || session->bipartite) {
        code = write_pairs(session, graph, &options);
        tricorn_graph_free(graph);
        return code;
    }
    code = cli_table_write(session, graph, &options, &result);
    if (code == CLI_DONE && session->options.json) print_json(session, &described, &options, &result);
    if (code == CLI_DONE) cli_table_note(session, &result, "");
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(similar) = {
  CLI_OF_FILE(similar),
  .summary = "similarity of the ends of each edge",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and writes a line for\n"
                 "each edge: its two ids as in FILE, and how alike the sets of their neighbours are.\n"
                 "With C common neighbours of vertices of degrees a and b, --measure is one of\n"
                 "  common       C, the triangles of the edge\n"
                 "  jaccard      C / (a + b - C)\n"
                 "  overlap      C / the smaller of a and b\n"
                 "  cosine       C / sqrt(a b)\n"
                 "  adamic-adar  the sum of 1 / ln(degree) over the common neighbours\n"
                 "  resource     the sum of 1 / degree over the common neighbours\n"
                 "  collaboration  the sum of 1 / (degree - 1), Newman's\n"
                 "With -successors or -predecessors behind that name, neighbours are those to which edges\n"
                 "lead from a vertex, or those from which they lead to it.\n"
                 "Order and files are as for the verb edge.  --pairs FILE has pairs of ids instead, an\n"
                 "edge list as text or raw pairs, in whose order lines are written.  --unjoined --top K\n"
                 "finds the K most similar pairs of vertices that are no edge: links that may be missing.\n"
                 "--project left or right takes first ids for one side and second ids for the other, and\n"
                 "has its pairs with a common neighbour.",
  .examples = "  tricorn similar graph.txt\n"
              "  tricorn similar --measure adamic-adar --top 20 graph.txt\n"
              "  tricorn similar --measure jaccard --least 0.25 -o alike.csv graph.txt\n"
              "  tricorn similar --unjoined --top 9 -m jaccard-successors graph.txt\n"
              "  tricorn similar --pairs candidates.txt --top 100 graph.txt\n"
              "  tricorn similar --unjoined --top 100 -m adamic-adar graph.txt\n",
  .takes = CLI_TAKES(similar) | CLI_TAKES(TABLE) | CLI_TAKES(SORTED) | CLI_TAKES_FILE | CLI_TAKES_COUNT |
           CLI_TAKES(WORK) | CLI_TAKES(RANKS),
  .run = run,
};
