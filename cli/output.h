/* output.h - checks the file that a verb will write, before a graph is read. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "verb.h"

/* Reports, before any long work, why a file cannot be written to path; "-", stdout, is always
 * possible.  Returns CLI_DONE, or an exit code. */
int cli_check_output(const cli_session *session, const char *path);

/* Reports an error if path is the file of the input.  Returns CLI_DONE, or an exit code. */
int cli_check_not_input(const cli_session *session, const char *path, const char *input);

#endif
