#include "local.h"

#include "text.h"

typedef struct local {
    tricorn_graph_description described;
    tricorn_local_options options;
    uint64_t top;
} local;

bool cli_is_local(const cli_session *session)
{
    return cli_own(session, CLI_SAMPLES) != NULL ||
           cli_own(session, CLI_LOCAL_CONFIDENCE) != NULL ||
           cli_own(session, CLI_LOCAL_SEED) != NULL;
}

static int check(const cli_session *session, local *asked)
{
    const char *samples = cli_own(session, CLI_SAMPLES);
    const char *share = cli_own(session, CLI_LOCAL_CONFIDENCE);
    const char *seed = cli_own(session, CLI_LOCAL_SEED);

    if (samples == NULL)
        return cli_usage(session->verb, "--confidence and --seed are for --samples");
    if (session->options.json)
        return cli_usage(session->verb, "--samples has a table alone: leave out --json");
    if (session->options.verify || session->transport != NULL)
        return cli_usage(session->verb, "--samples is for one process, and cannot be verified");
    if (!cli_parse_number(samples, 1, UINT32_MAX, &asked->options.samples))
        return cli_usage(session->verb, "--samples needs a whole number above 0, not '%s'", samples);
    if (share != NULL && !cli_parse_share(share, &asked->options.confidence))
        return cli_usage(session->verb,
                         "--confidence needs a share such as 99.9%% or 0.999, not '%s'", share);
    if (seed != NULL && !cli_parse_number(seed, 0, UINT64_MAX, &asked->options.seed))
        return cli_usage(session->verb, "--seed needs a whole number, not '%s'", seed);
    return cli_table_check(session, &asked->top);
}

static tricorn_status create_columns(cli_session *session, local *found)
{
    const uint64_t count = found->described.vertices + found->described.isolated;
    void **const columns[] = {(void **)&found->options.low, (void **)&found->options.high,
                              (void **)&found->options.estimates};
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
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;

    options.table = TRICORN_TABLE_COLUMNS;
    options.columns = columns;
    options.column_count = sizeof columns / sizeof *columns;
    options.top_column = options.column_count - 1;
    options.top = found->top;
    return cli_table_write(session, graph, &options, NULL);
}

int cli_local_run(cli_session *session)
{
    const char *path = session->options.arguments[0];
    local found = {.described = TRICORN_GRAPH_DESCRIPTION_INIT,
                   .options = TRICORN_LOCAL_OPTIONS_INIT};
    tricorn_graph *graph = NULL;
    int code = check(session, &found);

    if (code == CLI_DONE) code = cli_load(session, path, &graph, &found.described);
    if (code != CLI_DONE) return code;
    cli_note_cleaned(session, cli_file_name(path), &found.described);
    tricorn_status status = create_columns(session, &found);
    if (status == TRICORN_OK)
        status = tricorn_approximate_vertices(session->context, graph, &found.options);
    code = cli_step_end(session, CLI_COUNTING, status);
    if (code == CLI_DONE) code = write_table(session, graph, &found);
    tricorn_array_free(found.options.low);
    tricorn_array_free(found.options.high);
    tricorn_array_free(found.options.estimates);
    tricorn_graph_free(graph);
    return code;
}
