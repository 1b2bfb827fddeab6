#include "save.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "output.h"
#include "signals.h"
#include "text.h"

int cli_check_compression(const char *name)
{
    static const char *const known[] = {"none", "gzip", "zstd"};
    cli_nearest nearest = cli_nearest_to(name);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cli_nearest_offer(&nearest, known[i]);
    if (nearest.best != NULL && nearest.distance == 0) return CLI_DONE;
    return cli_unknown("compression", &nearest, "--compression takes none, gzip or zstd");
}

/* True if the first `length` characters of path end in the suffix, in any case. */
static bool ends_in(const char *path, size_t length, const char *suffix, size_t suffix_length)
{
    return length > suffix_length &&
           strncasecmp(path + length - suffix_length, suffix, suffix_length) == 0;
}

/* True if the first `length` characters of path end in one of the suffixes ("" is none). */
static bool ends_in_any(const char *path, size_t length, const char *suffixes)
{
    while (*suffixes != '\0') {
        const size_t suffix_length = strcspn(suffixes, " ");
        if (ends_in(path, length, suffixes, suffix_length)) return true;
        suffixes += suffix_length;
        suffixes += strspn(suffixes, " ");
    }
    return false;
}

size_t cli_plain_length(const char *path)
{
    static const char *const compressed[] = {".gz", ".bgz", ".zst"};
    const size_t length = strlen(path);

    for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++)
        if (ends_in(path, length, compressed[i], strlen(compressed[i])))
            return length - strlen(compressed[i]);
    return length;
}

/* The library would report the same, but only after the graph has been read. */
static int check_suffix(const cli_session *session, const char *path)
{
    const size_t length = cli_plain_length(path);

    for (size_t i = 0; i < tricorn_format_count(); i++) {
        const tricorn_format_description *format = tricorn_format_at(i);
        if (format->writes && ends_in_any(path, length, format->suffixes)) return CLI_DONE;
    }
    return cli_usage(session->verb,
                     "%s: no format has that suffix; name one with --to ('tricorn formats' lists "
                     "them)",
                     path);
}

int cli_save_check(const cli_session *session, const char *path)
{
    const char *to = cli_own(session, CLI_SAVE_TO);
    const char *compression = cli_own(session, CLI_SAVE_COMPRESSION);
    int code = CLI_DONE;

    if (to != NULL)
        code = cli_check_format(to, true);
    else if (strcmp(path, "-") != 0)
        code = check_suffix(session, path);
    if (code == CLI_DONE && compression != NULL) code = cli_check_compression(compression);
    if (code == CLI_DONE) code = cli_check_output(session, path);
    if (code != CLI_DONE) return code;
    if (strcmp(path, "-") == 0 && session->options.json)
        return cli_usage(session->verb,
                         "--json needs a file to write to: the graph itself goes to stdout");
    return CLI_DONE;
}

tricorn_save_options cli_save_options(const cli_session *session, const char *path,
                                      const char *fallback)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;

    options.format = cli_own(session, CLI_SAVE_TO);
    options.compression = cli_own(session, CLI_SAVE_COMPRESSION);
    if (options.format == NULL && strcmp(path, "-") == 0) options.format = fallback;
    return options;
}

int cli_save(cli_session *session, const tricorn_graph *graph, const char *path,
             const char *fallback)
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
