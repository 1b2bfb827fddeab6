/* output.h - checks a verb's output before a graph is read. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "verb.h"

/* Reports why the file could not be written in the end ("-", stdout, is always possible), before
 * any long work.  CLI_DONE, or an exit code. */
int cli_check_output(const cli_session *session, const char *path);

/* Reports an error if path is the file of the input graph. */
int cli_check_not_input(const cli_session *session, const char *path, const char *input);

#endif
