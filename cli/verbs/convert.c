/* convert.c - the verb convert: writes the same graph in another format. */

#include "json.h"
#include "save.h"

enum { IN, OUT };

static void print_json(const cli_session *session, const tricorn_graph_description *described)
{
    json_object *answer = cli_json_object(), *seconds = cli_json_object();

    cli_json_described(answer, session->options.arguments[IN], described);
    cli_json_text(answer, "output", session->options.arguments[OUT]);
    cli_json_prepared(seconds, described);
    cli_json_finish(session, answer, seconds);
}

static int run(cli_session *session)
{
    const char *const *paths = session->options.arguments;
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *graph = NULL;

    CLI_DO(cli_save_check(session, paths[OUT], NULL));
    CLI_DO(cli_load(session, &graph, &described));
    int code = cli_save(session, graph, paths[OUT], NULL);
    if (code == CLI_DONE && session->options.json) print_json(session, &described);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(convert) = {
  .name = "convert",
  .arguments = "IN OUT",
  .summary = "write a graph in another format",
  .description = "Reads the graph in IN, makes it simple, and writes it to OUT: each edge once, with the\n"
                 "ids of IN.  - is standard input or standard output; the latter needs --to.  An\n"
                 "existing OUT is replaced in one step when the new file is complete.",
  .examples = "  tricorn convert graph.txt.gz graph.mtx\n"
              "  tricorn convert graph.mtx graph.txt.zst\n"
              "  tricorn convert --to edges --compression gzip graph.mtx - > graph.txt.gz\n",
  .takes = CLI_TAKES(SAVE) | CLI_TAKES_FILE | CLI_TAKES(WORK),
  .least_arguments = 2,
  .most_arguments = 2,
  .run = run,
};
