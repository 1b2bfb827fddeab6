/* graphlet.c - the verb graphlet: counts the connected subgraphs of four vertices, and the orbits of each vertex. */
#include <stdio.h>

#include "figures.h"

enum { NAME_COLUMNS = 9, NUMBER_COLUMNS = 22 };

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_graphlets *found = counted->found;
    const tricorn_status status = tricorn_count_graphlets(session->context, graph, counted->columns, found);

    counted->seconds = found->seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const tricorn_graphlets *found = counted->found;
    char number[CLI_NUMBER_BYTES], induced[CLI_NUMBER_BYTES];

    printf("%-*s%*s%*s\n", NAME_COLUMNS, "", NUMBER_COLUMNS, "subgraphs", NUMBER_COLUMNS, "induced");
    for (int g = 0; g < TRICORN_GRAPHLETS; g++)
        printf("%-*s%*s%*s\n", NAME_COLUMNS, tricorn_graphlet_name(g), NUMBER_COLUMNS,
          cli_decimal128(found->high[g], found->low[g], number), NUMBER_COLUMNS,
          cli_decimal128(found->induced_high[g], found->induced_low[g], induced));
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_graphlets *found = counted->found;
    json_object *all = cli_json_object(), *induced = cli_json_object();

    (void)seconds;
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        const char *name = tricorn_graphlet_name(g);
        cli_json_count128(all, name, found->high[g], found->low[g]);
        cli_json_count128(induced, name, found->induced_high[g], found->induced_low[g]);
    }
    cli_json_add(answer, "subgraphs", all);
    cli_json_add(answer, "induced", induced);
}

static void note(const cli_counted *counted, char *text)
{
    (void)counted;
    snprintf(text, CLI_LINE_BYTES, "cpu");
}

static int run(cli_session *session)
{
    static const cli_figures own = {.columns = TRICORN_ORBITS,
      .column = tricorn_orbit_name,
      .count = count,
      .print = print,
      .add = add,
      .note = note};
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;

    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(graphlet) = {
  CLI_OF_FILE(graphlet),
  .summary = "count the connected subgraphs of four vertices",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and prints how many\n"
                 "paths, stars, cycles, paws (a triangle with a tail), diamonds (a clique without an\n"
                 "edge) and cliques of four vertices it contains: as subgraphs, which may have further\n"
                 "edges between their vertices, and induced, without such edges.  With --vertices it\n"
                 "writes a line for each vertex: its id as in FILE, and in how many induced subgraphs of\n"
                 "two to four vertices it is at each of the orbits 0 to 14, as Przulj and ORCA number\n"
                 "them: 0 is its degree, 3 its triangles, 14 its cliques.",
  .examples = "  tricorn graphlet graph.txt\n"
              "  tricorn graphlet --json graph.mtx.gz\n"
              "  tricorn graphlet --vertices -o orbits.csv graph.txt\n",
  .takes = CLI_TAKES(graphlet) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
  .run = run,
};
