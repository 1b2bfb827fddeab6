/* save.h - writes a graph to a file or to stdout; convert, generate, core and truss do this. */
#pragma once

#include "verb.h"

/* Reports the failure of a check of the options for writing, which is an error of usage.
 * Returns CLI_DONE, or an exit code. */
int cli_save_end_check(cli_session *session, tricorn_status status);

/* Returns how to write a graph to `path`, as --to and --compression say. If `path` is "-"
 * (stdout) and --to is not given, the format is `fallback`; if that is NULL, --to is needed. */
tricorn_save_options cli_save_options(const cli_session *session, const char *path, const char *fallback);

/* Reports faults of --to, --compression, --json or the path, before a graph is read or made.
 * Returns CLI_DONE, or an exit code. */
int cli_save_check(cli_session *session, const char *path, const char *fallback);

/* Writes the graph to `path`, in the format that --to or the path's suffix says; `fallback` is
 * as for cli_save_options(). Returns the exit code. */
int cli_save(cli_session *session, const tricorn_graph *graph, const char *path, const char *fallback);
