/* local.c - vertex --samples: estimates the number of triangles of each vertex. */
#include "verbs/local.h"

typedef struct local {
    tricorn_graph_description described;
    tricorn_local_options options;
} local;

bool cli_is_local(const cli_session *session)
{
    return session->options.samples > 0 || (session->options.given & CLI_TAKES(SAMPLES)) != 0;
}

static int check(cli_session *session, local *asked)
{
    const cli_options *options = &session->options;

    if (options->samples == 0) return cli_usage(session->verb, "--confidence and --seed are for --samples");
    if (options->json) return cli_usage(session->verb, "--samples has a table alone: leave out --json");
    if (options->verify || session->transport != NULL)
        return cli_usage(session->verb, "--samples is for one process, without --join and --verify");
    asked->options.samples = options->samples;
    asked->options.confidence = options->confidence;
    asked->options.seed = options->seed;
    const int code = cli_check_names(session);
    return code == CLI_DONE ? cli_table_check(session) : code;
}

static tricorn_status create_columns(cli_session *session, local *found)
{
    const uint64_t count = found->described.vertices + found->described.isolated;
    void **const columns[] = {
      (void **)&found->options.low, (void **)&found->options.high, (void **)&found->options.estimates};
    tricorn_status status = TRICORN_OK;
    for (size_t c = 0; c < 3 && status == TRICORN_OK; c++)
        status = tricorn_array_create(session->context, count, sizeof(uint64_t), columns[c]);
    return status;
}

static int write_table(cli_session *session, const tricorn_graph *graph, const local *found)
{
    const tricorn_column columns[] = {
      {.name = "low", .counts = found->options.low},
      {.name = "high", .counts = found->options.high},
      {.name = "estimate", .reals = found->options.estimates},
    };

    return cli_table_columns(session, graph, columns, sizeof columns / sizeof *columns);
}

int cli_local_run(cli_session *session)
{
    local found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT, .options = TRICORN_LOCAL_OPTIONS_INIT};
    tricorn_graph *graph = NULL;
    int code = check(session, &found);

    if (code == CLI_DONE) code = cli_load(session, &graph, &found.described);
    if (code != CLI_DONE) return code;
    tricorn_status status = create_columns(session, &found);
    if (status == TRICORN_OK) status = tricorn_approximate_vertices(session->context, graph, &found.options);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE) code = write_table(session, graph, &found);
    tricorn_array_free(found.options.low);
    tricorn_array_free(found.options.high);
    tricorn_array_free(found.options.estimates);
    tricorn_graph_free(graph);
    return code;
}
