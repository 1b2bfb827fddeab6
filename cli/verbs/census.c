/* census.c - the verb census: counts the triads of a directed graph, or the triples of an undirected one,
 * and those of each vertex. */
#include <stdio.h>

#include "figures.h"

enum { NAME_COLUMNS = 6 };

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_census *found = counted->found;
    const tricorn_status status = tricorn_triad_census(session->context, graph, counted->columns, found);

    counted->seconds = found->seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const tricorn_census *found = counted->found;
    char number[CLI_NUMBER_BYTES];

    for (int t = 0; t < TRICORN_TRIADS; t++)
        printf("%-*s%s\n", NAME_COLUMNS, tricorn_triad_name(t), cli_decimal128(found->high[t], found->low[t], number));
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_census *found = counted->found;
    json_object *kinds = cli_json_object();

    (void)seconds;
    for (int t = 0; t < TRICORN_TRIADS; t++)
        cli_json_count128(kinds, tricorn_triad_name(t), found->high[t], found->low[t]);
    cli_json_add(answer, "triads", kinds);
    cli_json_count(answer, "triangles", found->triangles);
}

static void note(const cli_counted *counted, char *text)
{
    const tricorn_census *found = counted->found;
    char triangles[CLI_NUMBER_BYTES];

    snprintf(text, CLI_LINE_BYTES, "%s; cpu", cli_plural(found->triangles, "triangle", triangles));
}

/* ---- without directions ---- */

static tricorn_status count_triples(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_triples *found = counted->found;
    const tricorn_status status = tricorn_count_triples(session->context, graph, NULL, counted->columns, found);

    counted->seconds = found->seconds;
    return status;
}

static void print_triples(const cli_counted *counted)
{
    enum { TRIPLE_COLUMNS = 10 };
    const tricorn_triples *found = counted->found;
    char number[CLI_NUMBER_BYTES];

    for (int t = 0; t < TRICORN_TRIPLES; t++)
        printf(
          "%-*s%s\n", TRIPLE_COLUMNS, tricorn_triple_name(t), cli_decimal128(found->high[t], found->low[t], number));
}

static void add_triples(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_triples *found = counted->found;
    json_object *kinds = cli_json_object();

    (void)seconds;
    for (int t = 0; t < TRICORN_TRIPLES; t++)
        cli_json_count128(kinds, tricorn_triple_name(t), found->high[t], found->low[t]);
    cli_json_add(answer, "triples_of_vertices", kinds);
}

static int run_undirected(cli_session *session)
{
    static const cli_figures own = {.columns = TRICORN_TRIPLES,
      .column = tricorn_triple_name,
      .count = count_triples,
      .print = print_triples,
      .add = add_triples};
    tricorn_triples found = TRICORN_TRIPLES_INIT;

    return cli_figures_run(session, &own, &found);
}

static int run(cli_session *session)
{
    static const cli_figures own = {.columns = TRICORN_TRIADS,
      .column = tricorn_triad_name,
      .count = count,
      .print = print,
      .add = add,
      .note = note};
    tricorn_census found = TRICORN_CENSUS_INIT;

    if (session->options.undirected) return run_undirected(session);
    session->directed = true;
    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(census) = {
  CLI_OF_FILE(census),
  .summary = "the kinds of triads of a directed or undirected graph",
  .description = "Reads the directed graph in FILE (- for standard input): an edge list, as text, raw\n"
                 "pairs or lines of JSON, whose edges go from their first id to their second one; a\n"
                 "matrix (from the row to the column), or a network of KONECT.  Prints how many triples\n"
                 "of vertices are of each of the 16 kinds of triads, named as in NetworkX.  With\n"
                 "--vertices it writes a line for each vertex: its id as in FILE, and the triads that it\n"
                 "is in.  With --undirected FILE is any graph, whose directions are dropped, and triples\n"
                 "are of four kinds: empty, edge, path and triangle.",
  .examples = "  tricorn census graph.txt\n"
              "  tricorn census --json graph.txt\n"
              "  tricorn census --undirected graph.txt\n"
              "  tricorn census --vertices -o triads.csv graph.txt\n",
  .takes = CLI_TAKES(census) | CLI_TAKES(TABLE) | CLI_TAKES(WORK) | CLI_TAKES_FILE,
  .run = run,
};
