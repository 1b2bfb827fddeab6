/* clique.c - the verb clique: counts the cliques of k vertices in the graph and at each vertex, or finds the
 * communities of these cliques. */
#include <inttypes.h>
#include <stdio.h>

#include "figures.h"

typedef struct cliques {
    tricorn_clique_result of;
    tricorn_communities communities;
} cliques;

static const char *name_of_column(int column)
{
    static const char *const names[] = {"cliques", "community"};
    return names[column];
}

static const char *name_of_community(int column)
{
    return name_of_column(column + 1);
}

/* A table has a row for each vertex of each community. */
static tricorn_status find(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_communities *found = &((cliques *)counted->found)->communities;
    tricorn_status status = tricorn_clique_communities(session->context, graph, (uint32_t)session->options.size, found);

    counted->seconds = found->seconds;
    if (status != TRICORN_OK || !session->options.vertices) return status;
    tricorn_array_free(counted->columns);
    counted->columns = NULL;
    counted->vertices = found->vertices;
    counted->rows = found->offsets[found->count];
    status = tricorn_array_create(session->context, counted->rows, sizeof(uint64_t), &counted->columns);
    for (uint64_t c = 0; status == TRICORN_OK && c < found->count; c++)
        for (uint64_t i = found->offsets[c]; i < found->offsets[c + 1]; i++) ((uint64_t *)counted->columns)[i] = c;
    return status;
}

static tricorn_status count(cli_session *session, const tricorn_graph *graph, cli_counted *counted)
{
    tricorn_clique_result *found = &((cliques *)counted->found)->of;
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
    const cliques *found = counted->found;
    if (found->communities.offsets)
        printf("communities  %" PRIu64 "\n", found->communities.count);
    else
        printf("cliques  %" PRIu64 "\n", found->of.cliques);
}

static void add(const cli_counted *counted, json_object *answer, json_object *seconds)
{
    const tricorn_clique_result *found = &((const cliques *)counted->found)->of;
    const tricorn_communities *communities = &((const cliques *)counted->found)->communities;

    if (communities->offsets) {
        cli_json_count(answer, "communities", communities->count);
        return;
    }
    cli_json_count(answer, "cliques", found->cliques);
    cli_json_count(answer, "size", found->size);
    cli_json_exact(answer, "expected_cliques", found->expected_cliques);
    cli_json_count(answer, "threads", found->threads);
    cli_json_real(seconds, "expected", found->expected_seconds);
}

static void note(const cli_counted *counted, char *text)
{
    const cliques *found = counted->found;
    char threads[CLI_NUMBER_BYTES];

    if (found->communities.offsets)
        snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " communities; cpu, 1 thread", found->communities.count);
    else
        snprintf(text, CLI_LINE_BYTES, "%" PRIu64 " cliques of %" PRIu32 " vertices; cpu, %s", found->of.cliques,
          found->of.size, cli_plural(found->of.threads, "thread", threads));
}

static int run(cli_session *session)
{
    const cli_options *options = &session->options;
    const cli_figures own = {.columns = 1,
      .column = options->communities ? name_of_community : name_of_column,
      .count = options->communities ? find : count,
      .print = print,
      .add = add,
      .note = note};
    cliques found = {TRICORN_CLIQUE_RESULT_INIT, TRICORN_COMMUNITIES_INIT};

    if (options->communities && (options->top > 0 || options->seconds > 0))
        return cli_usage(session->verb, "--top and --seconds are not for --communities");
    const int code = cli_figures_run(session, &own, &found);
    tricorn_array_free(found.communities.offsets);
    tricorn_array_free(found.communities.vertices);
    return code;
}

CLI_DEFINE_VERB(clique) = {
  .name = "clique",
  .arguments = "FILE",
  .summary = "count the cliques of 4 or k vertices, or find their communities",
  .description = "Reads the graph in FILE (- for standard input), makes it simple, and prints the number\n"
                 "of its cliques: sets of K vertices that are all joined, each counted once.  With\n"
                 "--vertices it writes a line for each vertex: its id as in FILE, and the number of\n"
                 "cliques that it is in.  A sample predicts the time first; a count that would take\n"
                 "longer than --seconds is refused.  With --communities cliques that share all vertices\n"
                 "but one are in one community: it prints their number, and with --vertices the id of each\n"
                 "vertex of each community, with the community's number.",
  .examples = "  tricorn clique graph.txt\n"
              "  tricorn clique -k 5 --json graph.mtx.gz\n"
              "  tricorn clique --vertices --top 10 graph.txt\n"
              "  tricorn clique -k 3 --communities --vertices graph.txt\n",
  .takes = CLI_TAKES(clique) | CLI_TAKES(TABLE) | CLI_TAKES_FILE,
  .least_arguments = 1,
  .most_arguments = 1,
  .run = run,
};
