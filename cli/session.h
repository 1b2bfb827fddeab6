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
    tricorn_context *context;     /* NULL until cli_session_open() has made it */
    const tricorn_options *count; /* how the graph will be counted; NULL: this is not known, or it
                                     will not be counted */
    double started;               /* cli_now() when the program began */
    uint64_t following_bytes; /* about how many bytes of files will be counted after this one */
    bool directed;            /* the graph stores the directions of its edges */
    bool with_weights;        /* the graph stores the weights of its edges */
    const tricorn_transport
        *transport; /* to the other workers; NULL: this process is the only one */
} cli_session;

/* The step of the library's work: in CLI_READING, a status has another exit code. */
typedef enum cli_step { CLI_SETTING_UP, CLI_READING, CLI_COUNTING, CLI_WRITING } cli_step;

/* Ends a step that returned `status`: removes the progress bar, and reports a failure or
 * Ctrl-C.  Returns CLI_DONE to continue, or an exit code. */
int cli_step_end(cli_session *session, cli_step step, tricorn_status status);

/* Makes the context, with memory, threads, instruction set and progress by the options, unless
 * the session has one. */
int cli_session_open(cli_session *session);
void cli_session_close(cli_session *session);

/* Opens the session, reads the graph in path ("-" is standard input) by the options, and
 * describes it.  Returns CLI_DONE, and then *graph belongs to the caller; or an exit code. */
int cli_load(cli_session *session, const char *path, tricorn_graph **graph,
             tricorn_graph_description *description);

/* Returns the folder for graphs that do not fit in memory. */
const char *cli_scratch_folder(void);

/* Returns how to read a graph, and for which count, by the options. */
tricorn_load_options cli_load_options(const cli_session *session);
/* Opens the session, and reports options with which no count of that purpose could begin:
 * before the graph is read, which may take hours.  Returns CLI_DONE, or an exit code. */
int cli_check_count(cli_session *session, const tricorn_options *options,
                    tricorn_purpose purpose);

/* Opens the session, and reports an algorithm, a parameter, a device or a partition that does
 * not exist: for verbs that do not count with them.  Returns CLI_DONE, or an exit code. */
int cli_check_names(cli_session *session);

/* Reports --lease and --parts without --join, whose options they are.  Returns CLI_DONE, or an
 * exit code. */
int cli_check_join(const cli_session *session);

/* Returns how to count a graph, by the options. */
tricorn_options cli_count_options(const cli_session *session);

/* Returns the name of the file in messages: "standard input" for "-". */
const char *cli_file_name(const char *path);

/* Prints a line on stderr, unless --quiet: the numbers of input edges, of removed edges and of
 * edges that remain. */
void cli_note_cleaned(const cli_session *session, const char *name,
                      const tricorn_graph_description *description);

/* Returns the seconds since the program began. */
double cli_elapsed(const cli_session *session);

#endif
