/* session.h - one run of one verb: its options, the library's context, the progress bar. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <tricorn/tricorn.h>

#include "exit.h"
#include "options.h"
#include "progress.h"

typedef struct cli_session {
    const struct cli_verb *verb;
    cli_options options;
    cli_progress progress;
    tricorn_context *context;     /* NULL until cli_session_open */
    const tricorn_options *count; /* how the graph will be counted; NULL: not known, or not */
    double started;               /* cli_now() when the program began */
    uint64_t following_bytes;     /* of the files that will be counted next, about */
    bool directed;                /* directions of edges are to be kept */
    uint32_t weight_column;       /* of the weights to keep, from 1; 0: none */
    const tricorn_transport *transport; /* to the other workers; NULL: there are none */
} cli_session;

/* The step of the library: the same status has another exit code while reading. */
typedef enum cli_step { CLI_SETTING_UP, CLI_READING, CLI_COUNTING, CLI_WRITING } cli_step;

/* Ends a step of the library's work: removes the bar, and reports a failure or Ctrl-C.  Returns
 * the exit code, CLI_DONE to go on. */
int cli_step_end(cli_session *session, cli_step step, tricorn_status status);

/* Makes the context, with the memory, threads, instruction set and progress of the options; no
 * second one. */
int cli_session_open(cli_session *session);
void cli_session_close(cli_session *session);

/* Opens the session, reads the graph in `path` ("-": standard input) by the options, and
 * describes it.  *graph belongs to the caller when CLI_DONE is returned. */
int cli_load(cli_session *session, const char *path, tricorn_graph **graph,
             tricorn_graph_description *description);

/* The folder for graphs that do not fit in memory. */
const char *cli_scratch_folder(void);

/* How the options say that a graph is to be read, and for which count. */
tricorn_load_options cli_load_options(const cli_session *session);
/* Opens the session, and reports options by which no count of that purpose could begin: before
 * the graph is read, which may take hours. */
int cli_check_count(cli_session *session, const tricorn_options *options,
                    tricorn_purpose purpose);

/* Opens the session, and reports an algorithm, a parameter, a device or a partition that does not
 * exist: for verbs that have another way to count. */
int cli_check_names(cli_session *session);

/* That options of processes that join a folder are given to such a process. */
int cli_check_join(const cli_session *session);

/* How the options say that a graph is to be counted. */
tricorn_options cli_count_options(const cli_session *session);

/* The name of the file in messages: "standard input" for "-". */
const char *cli_file_name(const char *path);

/* Prints a line on stderr, unless --quiet: numbers of input edges, of removed edges and of
 * remaining ones. */
void cli_note_cleaned(const cli_session *session, const char *name,
                      const tricorn_graph_description *description);

/* Seconds since the program began. */
double cli_elapsed(const cli_session *session);

#endif
