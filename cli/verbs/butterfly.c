/* butterfly.c - the verb butterfly: counts the butterflies of a bipartite graph. */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "text.h"
#include "verb.h"

enum { KEY_COLUMNS = 20 };

/* The answer, as the verb prints it. */
typedef struct butterflies {
    tricorn_graph_description described;
    tricorn_butterfly_summary summary;
} butterflies;

static void print_text(const tricorn_butterfly_summary *of)
{
    char number[CLI_NUMBER_BYTES];

    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "left", of->left);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "right", of->right);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "butterflies", of->butterflies);
    printf("%-*s%s\n", KEY_COLUMNS, "paths_of_3",
           cli_decimal128(of->paths_high, of->paths_low, number));
    printf("%-*s%.17g\n", KEY_COLUMNS, "robins_alexander", of->robins_alexander);
}

static void print_json(const cli_session *session, const butterflies *found)
{
    const tricorn_butterfly_summary *of = &found->summary;
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_count(answer, "left", of->left);
    cli_json_count(answer, "right", of->right);
    cli_json_count(answer, "butterflies", of->butterflies);
    cli_json_count128(answer, "paths_of_3", of->paths_high, of->paths_low);
    cli_json_exact(answer, "robins_alexander", of->robins_alexander);
    cli_json_described(answer, session->options.arguments[0], &found->described);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "count", of->seconds);
    cli_json_finish(session, answer, seconds);
}

static void print(const cli_session *session, const butterflies *found)
{
    if (session->options.json)
        print_json(session, found);
    else
        print_text(&found->summary);
    cli_flush_stdout();
    if (!session->options.quiet)
        cli_note("%" PRIu64 " %s; cpu: read %.3f s, prepare %.3f s, count %.3f s",
                 found->summary.butterflies,
                 found->summary.butterflies == 1 ? "butterfly" : "butterflies",
                 found->described.read_seconds,
                 found->described.prepare_seconds, found->summary.seconds);
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    butterflies found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT,
                         .summary = TRICORN_BUTTERFLY_SUMMARY_INIT};
    tricorn_graph *graph = NULL;
    int code;

    if (!session->options.bipartite)
        return cli_usage(session->verb,
                         "give --bipartite: each column has ids of its own, so the same id in "
                         "both is two vertices; cycles in other graphs are counted by 'tricorn "
                         "graphlet'");
    session->bipartite = true;
    code = cli_load(session, path, &graph, &found.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &found.described);
    code = cli_step_end(session, CLI_COUNTING,
                        tricorn_count_butterflies(session->context, graph, &found.summary));
    if (code == CLI_DONE) print(session, &found);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(butterfly) = {
    .name = "butterfly",
    .arguments = "FILE",
    .summary = "cycles of four vertices of a bipartite graph",
    .description =
        "Reads the bipartite graph in FILE (- for standard input), whose edges go from their\n"
        "first id, on the left side, to their second one, on the right side: an edge list (as\n"
        "text, raw pairs or lines of JSON), a matrix, or a network of KONECT.  Each side has ids\n"
        "of its own, as --bipartite says: the same id in both columns is two vertices.  Prints\n"
        "the butterflies, which are two vertices of each side with all four edges between them,\n"
        "the paths of three edges, and 4 butterflies / paths (Robins, Alexander).",
    .examples = "  tricorn butterfly --bipartite graph.txt\n"
                "  tricorn butterfly --bipartite --json graph.txt\n",
    .takes = CLI_TAKES(butterfly) | CLI_TAKES_FILE,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
