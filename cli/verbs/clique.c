/* clique.c - the verb clique: counts the cliques of k vertices in the graph, and those of each
 * vertex. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "table.h"
#include "text.h"

/* A count of cliques. */
typedef struct cliques {
    tricorn_clique_options options;
    tricorn_clique_result result;
    tricorn_graph_description described;
} cliques;

static int write_table(cli_session *session, const tricorn_graph *graph, const cliques *found)
{
    const tricorn_column column = {.name = "cliques", .counts = found->options.vertices};
    return cli_table_columns(session, graph, &column, 1);
}

static int count(cli_session *session, const tricorn_graph *graph, cliques *found)
{
    const uint64_t vertices = found->described.vertices + found->described.isolated;
    tricorn_status status = TRICORN_OK;

    if (session->options.vertices)
        status = tricorn_array_create(session->context, vertices, sizeof(uint64_t),
                                      (void **)&found->options.vertices);
    if (status == TRICORN_OK)
        status = tricorn_count_cliques(session->context, graph, &found->options, &found->result);
    int code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && session->options.vertices) code = write_table(session, graph, found);
    tricorn_array_free(found->options.vertices);
    return code;
}

static void print_json(const cli_session *session, const cliques *found)
{
    const tricorn_clique_result *result = &found->result;
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_count(answer, "cliques", result->cliques);
    cli_json_count(answer, "size", result->size);
    cli_json_exact(answer, "expected_cliques", result->expected_cliques);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_text(answer, "output", session->options.vertices ? cli_table_output(session) : NULL);
    cli_json_count(answer, "threads", result->threads);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "expected", result->expected_seconds);
    cli_json_real(seconds, "count", result->count_seconds);
    cli_json_finish(session, answer, seconds);
}

static void note_run(const cli_session *session, const cliques *found)
{
    char threads[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.quiet) return;
    cli_note("%" PRIu64 " cliques of %" PRIu32 " vertices; cpu, %s: read %.3f s, prepare %.3f s, "
             "count %.3f s, total %.3f s; %s at the most",
             found->result.cliques, found->result.size,
             cli_plural(found->result.threads, "thread", threads), found->described.read_seconds,
             found->described.prepare_seconds, found->result.count_seconds, cli_elapsed(session),
             cli_bytes(cli_peak_bytes(), peak));
}

static void print(const cli_session *session, const cliques *found)
{
    if (session->options.json)
        print_json(session, found);
    else if (!session->options.vertices || strcmp(cli_table_output(session), "-") != 0)
        printf("cliques  %" PRIu64 "\n", found->result.cliques);
    cli_flush_stdout();
    note_run(session, found);
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    cliques found = {.options = TRICORN_CLIQUE_OPTIONS_INIT,
                     .result = TRICORN_CLIQUE_RESULT_INIT,
                     .described = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *graph = NULL;
    int code = cli_table_check_vertices(session);

    found.options.size = (uint32_t)session->options.size;
    found.options.seconds = session->options.seconds;
    if (code == CLI_DONE) code = cli_load(session, path, &graph, &found.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &found.described);
    code = count(session, graph, &found);
    if (code == CLI_DONE) print(session, &found);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(clique) = {
    .name = "clique",
    .arguments = "FILE",
    .summary = "count the cliques of 4 or k vertices",
    .description =
        "Reads the graph in FILE (- for standard input), makes it simple, and prints the number\n"
        "of its cliques: sets of K vertices that are all joined, each counted once.  With\n"
        "--vertices it writes a line for each vertex: its id as in FILE, and the number of\n"
        "cliques that it is in.  A sample predicts the time first; a count that would take\n"
        "longer than --seconds is refused.",
    .examples = "  tricorn clique graph.txt\n"
                "  tricorn clique -k 5 --json graph.mtx.gz\n"
                "  tricorn clique --vertices --top 10 graph.txt\n",
    .takes = CLI_TAKES(clique) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
