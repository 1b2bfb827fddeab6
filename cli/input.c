/* input.c - checks paths of inputs before they are read, and reads files of pairs. */
#include "input.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <tricorn/tricorn.h>

#include "exit.h"
#include "text.h"

/* Finds the suffix in which the first `length` characters of the name end, among suffixes that
 * are separated by spaces.  Returns the length of the suffix, or 0. */
static size_t suffix_of(const char *name, size_t length, const char *suffixes)
{
    for (; *suffixes != '\0'; suffixes += strspn(suffixes, " ")) {
        const size_t own = strcspn(suffixes, " ");
        if (length > own && strncasecmp(name + length - own, suffixes, own) == 0) return own;
        suffixes += own;
    }
    return 0;
}

/* Whether the name has the suffix of a format, perhaps followed by that of a compression. */
static bool has_known_suffix(const char *name)
{
    const size_t length = strlen(name), plain = length - suffix_of(name, length, ".gz .bgz .zst");

    for (size_t i = 0; i < tricorn_format_count(); i++)
        if (suffix_of(name, plain, tricorn_format_at(i)->suffixes) > 0) return true;
    return false;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && entry->d_type != DT_DIR;
}

static int is_folder(const char *path)
{
    struct dirent **files = NULL;
    const int count = scandir(path, &files, visible, alphasort);
    const char *meant = NULL;
    char files_text[CLI_NUMBER_BYTES];

    for (int i = 0; i < count && meant == NULL; i++)
        if (has_known_suffix(files[i]->d_name)) meant = files[i]->d_name;
    if (meant != NULL)
        cli_error("%s: is a directory; name one of its files (%s), such as %s/%s", path,
                  cli_plural((uint64_t)count, "file", files_text), path, meant);
    else
        cli_error("%s: is a directory, and no file in it has the suffix of a format of graphs "
                  "('tricorn formats' lists them); name a file",
                  path);
    for (int i = 0; i < count; i++) free(files[i]);
    free(files);
    return CLI_FAILED;
}

int cli_check_input(const char *path)
{
    struct stat found;

    if (strcmp(path, "-") == 0) return CLI_DONE;
    if (stat(path, &found) == 0) return S_ISDIR(found.st_mode) ? is_folder(path) : CLI_DONE;
    if (errno != ENOENT || strpbrk(path, "*?[") == NULL) return CLI_DONE;
    cli_error("%s: no file has this name, and none that the pattern stands for was found by the "
              "shell (which does not look within quotes)",
              path);
    return CLI_FAILED;
}

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

tricorn_status cli_read_pairs(const cli_session *session, const tricorn_graph *graph,
                              const char *path, uint32_t **pairs, uint64_t *count)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;

    options.input.ids = (tricorn_ids)session->options.ids;
    return tricorn_pairs_load(session->context, graph,
                              strcmp(path, "-") == 0 ? "/dev/stdin" : path, &options, pairs, count);
}
