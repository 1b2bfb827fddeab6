/* output.h - where a verb writes to: looked at before a graph is read. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "verb.h"

/* Says what would keep the file from being written in the end ("-", stdout, is always fine), so
 * that nobody waits for that.  CLI_DONE, or an exit code. */
int cli_check_output(const cli_session *session, const char *path);

/* Says so if path is the file that the graph comes from. */
int cli_check_not_input(const cli_session *session, const char *path, const char *input);

#endif
