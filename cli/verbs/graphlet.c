/* graphlet.c - the verb graphlet: counts the connected subgraphs of four vertices. */
#include <inttypes.h>
#include <stdio.h>

#include "clock.h"
#include "json.h"
#include "text.h"
#include "verb.h"

enum { NAME_COLUMNS = 9, NUMBER_COLUMNS = 22 };

static void print_text(const tricorn_graphlets *found)
{
    char number[CLI_NUMBER_BYTES], induced[CLI_NUMBER_BYTES];

    printf("%-*s%*s%*s\n", NAME_COLUMNS, "", NUMBER_COLUMNS, "subgraphs", NUMBER_COLUMNS,
           "induced");
    for (int g = 0; g < TRICORN_GRAPHLETS; g++)
        printf("%-*s%*s%*s\n", NAME_COLUMNS, tricorn_graphlet_name(g), NUMBER_COLUMNS,
               cli_decimal128(found->high[g], found->low[g], number), NUMBER_COLUMNS,
               cli_decimal128(found->induced_high[g], found->induced_low[g], induced));
}

static void print_json(const cli_session *session, const tricorn_graph_description *described,
                       const tricorn_graphlets *found)
{
    json_object *answer = cli_json_object(), *all = cli_json_object(),
                *induced = cli_json_object(), *seconds = cli_json_object();

    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        const char *name = tricorn_graphlet_name(g);
        cli_json_count128(all, name, found->high[g], found->low[g]);
        cli_json_count128(induced, name, found->induced_high[g], found->induced_low[g]);
    }
    cli_json_add(answer, "subgraphs", all);
    cli_json_add(answer, "induced", induced);
    cli_json_described(answer, session->options.arguments[0], described);
    cli_json_prepared(seconds, described);
    cli_json_real(seconds, "count", found->seconds);
    cli_json_finish(session, answer, seconds);
}

static void print(const cli_session *session, const tricorn_graph_description *described,
                  const tricorn_graphlets *found)
{
    char peak[CLI_NUMBER_BYTES];

    if (session->options.json)
        print_json(session, described, found);
    else
        print_text(found);
    cli_flush_stdout();
    if (!session->options.quiet)
        cli_note("read %.3f s, prepare %.3f s, count %.3f s, total %.3f s; %s at the most",
                 described->read_seconds, described->prepare_seconds, found->seconds,
                 cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

static int run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    tricorn_graph *graph = NULL;
    int code = cli_load(session, path, &graph, &described);

    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &described);
    code = cli_step_end(session, CLI_COUNTING,
                        tricorn_count_graphlets(session->context, graph, &found));
    if (code == CLI_DONE) print(session, &described, &found);
    /* Freed last, because the description points to texts of the graph. */
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(graphlet) = {
    .name = "graphlet",
    .arguments = "FILE",
    .summary = "count the connected subgraphs of four vertices",
    .description =
        "Reads the graph in FILE (- for standard input), makes it simple, and prints how many\n"
        "paths, stars, cycles, paws (a triangle with a tail), diamonds (a clique without an\n"
        "edge) and cliques of four vertices it contains: as subgraphs, which may have further\n"
        "edges between their vertices, and induced, without such edges.",
    .examples = "  tricorn graphlet graph.txt\n"
                "  tricorn graphlet --json graph.mtx.gz\n",
    .takes = CLI_TAKES(graphlet) | CLI_TAKES_FILE,
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
