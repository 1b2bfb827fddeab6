/* vertex.c - the verb vertex: counts the triangles of each vertex. */
#include "verbs/local.h"

static int run(cli_session *session)
{
    const cli_options *options = &session->options;

    if (options->generalized && cli_is_local(session))
        return cli_usage(session->verb, "--generalized counts, and --samples estimates: leave out one");
    if (options->shares > 0 && (options->generalized || cli_is_local(session)))
        return cli_usage(session->verb, "--shares is not for --generalized and --samples: leave it out");
    if (cli_is_local(session)) return cli_local_run(session);
    if (!options->generalized) return cli_table_run(session, TRICORN_TABLE_VERTICES);
    if (options->top > 0) return cli_usage(session->verb, "--top is not for --generalized");
    return cli_table_run(session, TRICORN_TABLE_GENERALIZED);
}

CLI_DEFINE_VERB(vertex) = {
  CLI_OF_FILE(vertex),
  .summary = "count the triangles of each vertex",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and writes a line for\n"
                 "each vertex: its id as in FILE, and its number of triangles.  The lines are in\n"
                 "the order of the ids: numbers ascend, words keep the order of FILE.  With\n"
                 "--generalized it writes a line for each number of triangles that edges of the vertex\n"
                 "are in, and how many edges those are (NetworkX's generalized degree).  With --samples\n"
                 "it draws pairs of neighbours, and writes an interval and an estimate.  A file of -o\n"
                 "appears complete or not at all.",
  .examples = "  tricorn vertex graph.txt\n"
              "  tricorn vertex --top 10 graph.txt\n"
              "  tricorn vertex --generalized graph.txt\n"
              "  tricorn vertex --samples 1000 --top 10 graph.txt\n"
              "  tricorn vertex -o triangles.csv.gz dependencies.tsv.zst\n",
  .takes = CLI_TAKES(vertex) | CLI_TAKES(SAMPLES) | CLI_TAKES(TABLE) | CLI_TAKES(SHARES) | CLI_TAKES_FILE |
           CLI_TAKES_COUNT | CLI_TAKES(WORK) | CLI_TAKES(WORKERS) | CLI_TAKES(RANKS),
  .run = run,
};
