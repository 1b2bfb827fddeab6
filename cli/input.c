/* input.c - checks how often standard input is named, and reads files of pairs. */
#include "input.h"

#include <string.h>
#include <tricorn/tricorn.h>

#include "exit.h"

size_t cli_count_stdin(const char *const *words, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += strcmp(words[i], "-") == 0;
    return found;
}

int cli_check_stdin(const cli_session *session, size_t of_pairs)
{
    const cli_options *options = &session->options;
    if (cli_count_stdin(options->arguments, options->argument_count) + of_pairs <= 1) return CLI_DONE;
    return cli_usage(session->verb, "standard input can be read once: name a file in place of one -");
}

tricorn_status cli_read_pairs(
  const cli_session *session, const tricorn_graph *graph, const char *path, uint32_t **pairs, uint64_t *count)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;

    options.input.ids = (tricorn_ids)session->options.ids;
    options.text.missing = session->options.missing;
    options.text.columns = session->options.columns;
    return tricorn_pairs_load(
      session->context, graph, strcmp(path, "-") == 0 ? "/dev/stdin" : path, &options, pairs, count);
}

int cli_check_weights(const cli_session *session)
{
    if (session->options.weights == NULL || session->options.columns.weight == NULL) return CLI_DONE;
    return cli_usage(session->verb, "--weights names the column of the weights, and --columns does "
                                    "so, too: leave one out");
}
