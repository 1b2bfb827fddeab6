/* list.c - the verb list: lists the triangles. */
#include "table.h"

static int run(cli_session *session)
{
    const cli_options *options = &session->options;

    if (session->transport != NULL && (options->shares == 0 || options->work == NULL))
        return cli_usage(session->verb, "workers list shares: give --work and --shares");
    if (options->partition == NULL && (options->blocks > 0 || options->device_bytes > 0))
        return cli_usage(session->verb, "only with --partition a list is cut into blocks: add it");
    return cli_table_run(session, TRICORN_TABLE_TRIANGLES);
}

CLI_DEFINE_VERB(list) = {
  CLI_OF_FILE(list),
  .summary = "list the triangles of a graph",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and writes a line for\n"
                 "each triangle: its three ids as in FILE.  The order is the same for the same file;\n"
                 "with --sorted it is that of the ids, within a line and from line to line: numbers\n"
                 "ascend, words keep the order of FILE.  A file of -o appears complete or not at all.\n"
                 "Triangles are written as they are found; memory never holds all of them.  Processes\n"
                 "that --join a folder prepare the graph together; with --shares each lists its share.\n"
                 "--partition lists part by part, so that memory holds the rows of one part at a time.",
  .examples = "  tricorn list graph.txt\n"
              "  tricorn list --sorted --top 100 graph.txt\n"
              "  tricorn list --to jsonl -o triangles.jsonl.zst graph.mtx.gz\n",
  .takes = CLI_TAKES(list) | CLI_TAKES(TABLE) | CLI_TAKES(SORTED) | CLI_TAKES(SHARES) | CLI_TAKES_FILE |
           CLI_TAKES(ALGORITHM) | CLI_TAKES(DEVICE) | CLI_TAKES(BLOCKS) | CLI_TAKES(WORK) | CLI_TAKES(WORKERS) |
           CLI_TAKES(RANKS),
  .run = run,
};
