/* core.c - the verb core: finds the core number of each vertex, and the k-core as a graph. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "output.h"
#include "table.h"
#include "text.h"

/* The results that the options ask for. */
typedef struct wish {
    bool table, graph; /* what is written; if neither is true, only figures in JSON are printed */
    uint32_t k; /* k of the core that is written */
} wish;

static const char usual_format[] = "edges"; /* the format of a core that is written to stdout */

static int check_graph(cli_session *session, wish *asked)
{
    const char *k = session->options.core, *out = cli_table_output(session);
    uint64_t number = TRICORN_CORE_MAX;

    if (strcmp(k, "max") != 0 && !cli_parse_number(k, 0, TRICORN_CORE_MAX - 1, &number))
        return cli_usage(session->verb, "--k needs a whole number or max, not '%s'", k);
    if (session->options.top > 0) return cli_usage(session->verb, "--top is for the table, and --k writes a graph");
    asked->k = (uint32_t)number;
    const int code = cli_save_check(session, out, usual_format);
    return code == CLI_DONE ? cli_check_not_input(session, out, session->options.arguments[0]) : code;
}

static int check(cli_session *session, wish *asked)
{
    const cli_options *options = &session->options;
    const bool form = (options->given & CLI_TAKES(TABLE)) != 0 || options->top > 0;

    asked->graph = options->core != NULL;
    asked->table = !asked->graph && (form || !options->json);
    if (asked->graph) return check_graph(session, asked);
    return asked->table ? cli_table_check(session) : CLI_DONE;
}

/* The results of the verb. */
typedef struct answer {
    /* Describe the whole graph, and the core that is written. */
    tricorn_graph_description described, core;
    uint32_t degeneracy;
    double seconds;
} answer;

static int write_table(cli_session *session, const tricorn_graph *graph, const uint64_t *cores)
{
    const tricorn_column column = {.name = "core", .counts = cores};
    return cli_table_columns(session, graph, &column, 1);
}

static int find_numbers(cli_session *session, const tricorn_graph *graph, const wish *asked, answer *found)
{
    const tricorn_graph_description *described = &found->described;
    const double start = cli_now();
    uint64_t *cores = NULL;
    tricorn_status status = TRICORN_OK;

    if (asked->table)
        status = tricorn_array_create(
          session->context, described->vertices + described->isolated, sizeof *cores, (void **)&cores);
    if (status == TRICORN_OK) status = tricorn_core_numbers(session->context, graph, cores, &found->degeneracy);
    found->seconds = cli_now() - start;
    int code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE && asked->table) code = write_table(session, graph, cores);
    tricorn_array_free(cores);
    return code;
}

static int write_graph(cli_session *session, const tricorn_graph *graph, const wish *asked, answer *found)
{
    const double start = cli_now();
    tricorn_graph *core = NULL;
    int code = cli_step_end(session, CLI_COUNTING, tricorn_graph_core(session->context, graph, asked->k, &core));

    found->seconds = cli_now() - start;
    if (code == CLI_DONE)
        code = cli_step_end(session, CLI_COUNTING, tricorn_graph_describe(session->context, core, &found->core));
    if (code == CLI_DONE) code = cli_save(session, core, cli_table_output(session), usual_format);
    tricorn_graph_free(core);
    return code;
}

static void print_json(const cli_session *session, const wish *asked, const answer *found)
{
    json_object *printed = cli_json_object(), *seconds = cli_json_object();

    if (!asked->graph) cli_json_count(printed, "degeneracy", found->degeneracy);
    cli_json_described(printed, session->options.arguments[0], &found->described);
    if (asked->graph) {
        cli_json_text(printed, "k", session->options.core);
        cli_json_count(printed, "core_vertices", found->core.vertices);
        cli_json_count(printed, "core_edges", found->core.edges);
    }
    cli_json_text(printed, "output", asked->table || asked->graph ? cli_table_output(session) : NULL);
    cli_json_prepared(seconds, &found->described);
    cli_json_real(seconds, "core", found->seconds);
    cli_json_finish(session, printed, seconds);
}

static void note_run(const cli_session *session, const wish *asked, const answer *found)
{
    char edges[CLI_NUMBER_BYTES], peak[CLI_NUMBER_BYTES];

    if (session->options.quiet) return;
    if (asked->graph)
        cli_note("the %s-core has %" PRIu64 " %s and %s", session->options.core, found->core.vertices,
          found->core.vertices == 1 ? "vertex" : "vertices", cli_plural(found->core.edges, "edge", edges));
    else
        cli_note("degeneracy %" PRIu32 ", the largest core number", found->degeneracy);
    cli_note("read %.3f s, prepare %.3f s, cores %.3f s, total %.3f s; %s at the most", found->described.read_seconds,
      found->described.prepare_seconds, found->seconds, cli_elapsed(session), cli_bytes(cli_peak_bytes(), peak));
}

static int run(cli_session *session)
{
    answer found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT, .core = TRICORN_GRAPH_DESCRIPTION_INIT};
    tricorn_graph *graph = NULL;
    wish asked = {.k = 0};
    int code = check(session, &asked);

    session->in_memory = asked.graph;
    if (code == CLI_DONE) code = cli_load(session, &graph, &found.described);
    if (code != CLI_DONE) return code;
    code = asked.graph ? write_graph(session, graph, &asked, &found) : find_numbers(session, graph, &asked, &found);
    if (code == CLI_DONE && session->options.json) print_json(session, &asked, &found);
    cli_flush_stdout();
    if (code == CLI_DONE) note_run(session, &asked, &found);
    tricorn_graph_free(graph);
    return code;
}

CLI_DEFINE_VERB(core) = {
  CLI_OF_FILE(core),
  .summary = "core numbers of the vertices, or a core of the graph",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and writes a line for\n"
                 "each vertex: its id as in FILE, and its core number, in the order of the ids.  The\n"
                 "k-core is the largest subgraph in which every vertex has at least k neighbours; the\n"
                 "core number of a vertex is the largest k whose k-core has it.  With --k it writes the\n"
                 "k-core as a graph instead.  The largest core number, the degeneracy, is printed on\n"
                 "stderr, and by --json alone without a table.",
  .examples = "  tricorn core graph.txt\n"
              "  tricorn core --top 10 graph.txt\n"
              "  tricorn core --json graph.mtx.gz\n"
              "  tricorn core -k 5 -o core5.mtx graph.txt\n"
              "  tricorn core -k max graph.txt | tricorn count -\n",
  .takes = CLI_TAKES(core) | CLI_TAKES(TABLE) | CLI_TAKES_FILE | CLI_TAKES(WORK),
  .run = run,
};
