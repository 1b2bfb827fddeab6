/* save.c - chooses the format of a graph from the options and the path, and writes the graph. */
#include "save.h"

#include <string.h>
#include <unistd.h>

#include "output.h"
#include "signals.h"

int cli_save_end_check(cli_session *session, tricorn_status status)
{
    return cli_step_end(session, CLI_WRITING, status == TRICORN_UNSUPPORTED ? TRICORN_INVALID_ARGUMENT : status);
}

tricorn_save_options cli_save_options(const cli_session *session, const char *path, const char *fallback)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;

    options.format = session->options.to;
    options.compression = session->options.compression;
    if (options.format == NULL && strcmp(path, "-") == 0) options.format = fallback;
    return options;
}

int cli_save_check(cli_session *session, const char *path, const char *fallback)
{
    const tricorn_save_options options = cli_save_options(session, path, fallback);
    const bool to_stdout = strcmp(path, "-") == 0;

    CLI_DO(cli_session_open(session));
    CLI_DO(
      cli_save_end_check(session, tricorn_save_options_check(session->context, to_stdout ? NULL : path, &options)));
    CLI_DO(cli_check_output(session, path));
    if (to_stdout && session->options.json)
        return cli_usage(session->verb, "--json needs a file to write to: the graph itself goes to stdout");
    return CLI_DONE;
}

int cli_save(cli_session *session, const tricorn_graph *graph, const char *path, const char *fallback)
{
    const tricorn_save_options options = cli_save_options(session, path, fallback);
    tricorn_status status;

    if (strcmp(path, "-") == 0) {
        status = tricorn_graph_write(session->context, graph, STDOUT_FILENO, &options);
        if (status == TRICORN_IO_ERROR) cli_end_with_reader();
    } else {
        status = tricorn_graph_save(session->context, graph, path, &options);
    }
    return cli_step_end(session, CLI_WRITING, status);
}
