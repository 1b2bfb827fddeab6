/* edge.c - the verb edge: counts the triangles of each edge. */
#include "table.h"

static int run(cli_session *session)
{
    return cli_table_run(session, TRICORN_TABLE_EDGES);
}

CLI_DEFINE_VERB(edge) = {
  CLI_OF_FILE(edge),
  .summary = "count the triangles of each edge (its support)",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and writes a line for\n"
                 "each edge: its two ids as in FILE, and its number of triangles, the support.\n"
                 "The order of the lines is the same for the same file on the same device; with --sorted\n"
                 "it is that of the ids: numbers ascend, words keep the order of FILE.  A file of -o\n"
                 "appears complete or not at all.  For T triangles of an edge, and ends of degrees U and\n"
                 "V, --clustering is (T + 1) / (min(U, V) - 1) and --curvature 4 - U - V + 3 T.",
  .examples = "  tricorn edge graph.txt\n"
              "  tricorn edge --sorted --to csv graph.txt\n"
              "  tricorn edge --curvature -o edges.csv graph.txt\n"
              "  tricorn edge -o support.bin graph.mtx.gz\n",
  .takes = CLI_TAKES(edge) | CLI_TAKES(TABLE) | CLI_TAKES(SORTED) | CLI_TAKES(SHARES) | CLI_TAKES_FILE |
           CLI_TAKES_COUNT | CLI_TAKES(WORK) | CLI_TAKES(WORKERS) | CLI_TAKES(RANKS),
  .run = run,
};
