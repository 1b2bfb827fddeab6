/* save.h - writes a graph to a file or to stdout: common code of convert, generate, core, truss.
 */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "verb.h"

/* Ends a check of options for writing: reports a fault, which is one of usage. */
int cli_save_end_check(cli_session *session, tricorn_status status);

/* How --to and --compression say that a graph is written to path; "-" is stdout, in the format
 * `fallback` where --to is not given (NULL: none). */
tricorn_save_options cli_save_options(const cli_session *session, const char *path,
                                      const char *fallback);

/* Reports what is wrong with --to, --compression, --json or the path, before a graph is read or
 * made.  Returns CLI_DONE, or an exit code. */
int cli_save_check(cli_session *session, const char *path, const char *fallback);

/* Writes the graph. */
int cli_save(cli_session *session, const tricorn_graph *graph, const char *path,
             const char *fallback);

#endif
