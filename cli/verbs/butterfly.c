/* butterfly.c - the verb butterfly: counts the butterflies of a bipartite graph. */
#include <inttypes.h>
#include <stdio.h>

#include "figures.h"

enum { KEY_COLUMNS = 20 };

static tricorn_status count(cli_session *session, const tricorn_graph *graph,
                            cli_counted *counted)
{
    tricorn_butterfly_summary *found = counted->found;
    const tricorn_status status = tricorn_count_butterflies(session->context, graph, NULL, NULL, found);

    counted->seconds = found->seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const tricorn_butterfly_summary *of = counted->found;
    char number[CLI_NUMBER_BYTES];

    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "left", of->left);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "right", of->right);
    printf("%-*s%" PRIu64 "\n", KEY_COLUMNS, "butterflies", of->butterflies);
    printf("%-*s%s\n", KEY_COLUMNS, "paths_of_3",
           cli_decimal128(of->paths_high, of->paths_low, number));
    printf("%-*s%.17g\n", KEY_COLUMNS, "robins_alexander", of->robins_alexander);
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_butterfly_summary *of = counted->found;

    (void)seconds;
    cli_json_count(answer, "left", of->left);
    cli_json_count(answer, "right", of->right);
    cli_json_count(answer, "butterflies", of->butterflies);
    cli_json_count128(answer, "paths_of_3", of->paths_high, of->paths_low);
    cli_json_exact(answer, "robins_alexander", of->robins_alexander);
}

static void note(const cli_counted *counted, char *text)
{
    const tricorn_butterfly_summary *of = counted->found;

    snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " %s; cpu", of->butterflies,
             of->butterflies == 1 ? "butterfly" : "butterflies");
}

static int run(cli_session *session)
{
    static const cli_figures own = {.count = count, .print = print, .add = add, .note = note};
    tricorn_butterfly_summary found = TRICORN_BUTTERFLY_SUMMARY_INIT;

    if (!session->options.bipartite)
        return cli_usage(session->verb,
                         "give --bipartite: each column has ids of its own, so the same id in "
                         "both is two vertices; cycles in other graphs are counted by 'tricorn "
                         "graphlet'");
    session->bipartite = true;
    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(butterfly) = {
    .name = "butterfly",
    .arguments = "FILE",
    .summary = "cycles of four vertices of a bipartite graph",
    .description =
        "Reads the bipartite graph in FILE (- for standard input), whose edges go from their\n"
        "first id, on the left side, to their second one, on the right side: an edge list (as\n"
        "text, raw pairs or lines of JSON), a matrix, or a network of KONECT.  Each side has "
        "ids\n"
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
