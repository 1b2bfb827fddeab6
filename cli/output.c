/* output.c - checks before any long work whether a file can be written. */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* Returns the folder of the path. The caller frees it with free(). */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (slash == NULL) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static int check_new(const char *path)
{
    char *folder = folder_of(path);
    int code = CLI_DONE;

    if (folder != NULL && access(folder, W_OK | X_OK) != 0) {
        cli_error("%s: no file can be made in its folder: %s", path, strerror(errno));
        code = CLI_FAILED;
    }
    free(folder);
    return code;
}

int cli_check_output(const cli_session *session, const char *path)
{
    struct stat found;

    if (strcmp(path, "-") == 0) return CLI_DONE;
    if (*path == '\0') return cli_usage(session->verb, "the name of the file to write is empty ('-' is stdout)");
    if (stat(path, &found) != 0) {
        /* A link to a file that does not exist is also a new file. */
        if (errno == ENOENT) return check_new(path);
        cli_error("%s: cannot be written: %s", path, strerror(errno));
        return CLI_FAILED;
    }
    if (S_ISDIR(found.st_mode)) {
        cli_error("%s: is a directory", path);
        return CLI_FAILED;
    }
    if (access(path, W_OK) != 0) {
        cli_error("%s: cannot be written: %s", path, strerror(errno));
        return CLI_FAILED;
    }
    return CLI_DONE;
}

int cli_check_not_input(const cli_session *session, const char *path, const char *input)
{
    struct stat out, in;

    if (strcmp(path, "-") == 0 || strcmp(input, "-") == 0) return CLI_DONE;
    if (stat(path, &out) != 0 || stat(input, &in) != 0 || !S_ISREG(out.st_mode)) return CLI_DONE;
    if (out.st_dev != in.st_dev || out.st_ino != in.st_ino) return CLI_DONE;
    return cli_usage(session->verb,
      "%s is the graph itself, which the table would replace; write to another "
      "file",
      path);
}
