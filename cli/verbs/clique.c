/* clique.c - the verb clique: counts the cliques of k vertices in the graph, and those of each vertex. */
#include <inttypes.h>
#include <stdio.h>

#include "figures.h"

static const char *name_of_column(int column)
{
    (void)column;
    return "cliques";
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_clique_result *found = counted->found;
    tricorn_clique_options options = TRICORN_CLIQUE_OPTIONS_INIT;

    options.size = (uint32_t)session->options.size;
    options.seconds = session->options.seconds;
    options.vertices = counted->columns;
    const tricorn_status status = tricorn_count_cliques(session->context, graph, &options, found);
    counted->seconds = found->count_seconds;
    return status;
}

static void print(const cli_counted *counted)
{
    const tricorn_clique_result *found = counted->found;
    printf("cliques  %" PRIu64 "\n", found->cliques);
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_clique_result *found = counted->found;

    cli_json_count(answer, "cliques", found->cliques);
    cli_json_count(answer, "size", found->size);
    cli_json_exact(answer, "expected_cliques", found->expected_cliques);
    cli_json_count(answer, "threads", found->threads);
    cli_json_real(seconds, "expected", found->expected_seconds);
}

static void note(const cli_counted *counted, char *text)
{
    const tricorn_clique_result *found = counted->found;
    char threads[CLI_NUMBER_BYTES];

    snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " cliques of %" PRIu32 " vertices; cpu, %s", found->cliques,
      found->size, cli_plural(found->threads, "thread", threads));
}

static int run(cli_session *session)
{
    static const cli_figures own = {
      .columns = 1, .column = name_of_column, .count = count, .print = print, .add = add, .note = note};
    tricorn_clique_result found = TRICORN_CLIQUE_RESULT_INIT;

    return cli_figures_run(session, &own, &found);
}

CLI_DEFINE_VERB(clique) = {
  .name = "clique",
  .arguments = "FILE",
  .summary = "count the cliques of 4 or k vertices",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and prints the number\n"
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
