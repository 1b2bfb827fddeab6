/* output.h - checks the file that a verb will write, before the graph is read. */
#pragma once

#include "verb.h"

/* Reports, before any long work, why a file cannot be written to `path`; "-", which is stdout,
 * can always be written. Returns CLI_DONE, or an exit code. */
int cli_check_output(const cli_session *session, const char *path);

/* Reports an error if `path` is the input file. Returns CLI_DONE, or an exit code. */
int cli_check_not_input(const cli_session *session, const char *path, const char *input);
