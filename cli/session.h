/* session.h - one run of a verb: its options, the library's context, and the progress bar. */
#pragma once

#include <tricorn/tricorn.h>

#include "exit.h"
#include "options.h"
#include "progress.h"

typedef struct cli_session {
    const struct cli_verb *verb;
    cli_options options;
    cli_progress progress;
    tricorn_context *context; /* NULL until cli_session_open() creates it */
    /* How the graph will be counted; NULL: this is not known, or it will not be counted. */
    const tricorn_options *count;
    double started; /* when the program began, by cli_now() */
    uint64_t following_bytes; /* about how many bytes of files will be counted after this one */
    bool directed; /* the graph stores the directions of its edges */
    bool bipartite; /* the graph has two sides */
    int times; /* times of edges are stored */
    int weights; /* of edges that the graph stores, as in tricorn_load_graph */
    bool in_memory; /* the result needs the graph in memory, though the verb need not */
    bool gpu_failed; /* a GPU that the library chose has failed, and the CPU can count */
    const tricorn_transport *transport; /* to the other workers; NULL: this process is the only one */
} cli_session;

/* What the library is doing; failures in CLI_READING have other exit codes. */
typedef enum cli_step { CLI_SETTING_UP, CLI_READING, CLI_COUNTING, CLI_WRITING } cli_step;

/* Ends a step that returned `status`: removes the progress bar, and reports a failure or Ctrl-C.
 * Returns CLI_DONE if the verb can continue, otherwise an exit code. */
int cli_step_end(cli_session *session, cli_step step, tricorn_status status);

/* Runs a verb, or what a verb does for one file. If a GPU fails that the library chose, the whole
 * is run again by the CPU, unless the input cannot be read again. Until it fails, nothing of the
 * output is written: the library ends its work on a GPU before it writes. */
int cli_run_by_any(cli_session *session, int (*run)(cli_session *session));

/* Creates the context, with the memory, threads, instruction set and progress of the options,
 * unless the session already has one. */
int cli_session_open(cli_session *session);
void cli_session_close(cli_session *session);

/* Opens the session, reads the graph in the first argument ("-" is standard input) as the options say, and describes
 * it. Returns CLI_DONE, and then *graph belongs to the caller; or an exit code. */
int cli_load_quietly(cli_session *session, tricorn_graph **graph, tricorn_graph_description *description);
/* Does the same, and prints what cli_note_cleaned() prints. */
int cli_load(cli_session *session, tricorn_graph **graph, tricorn_graph_description *description);

/* Returns the folder where graphs are stored that do not fit in memory. */
const char *cli_scratch_folder(void);

/* Returns how to read a graph, and for which count, as the options say. */
tricorn_load_options cli_load_options(const cli_session *session);
/* Opens the session, and reports options with which no count for this purpose could begin. This
 * is done before the graph is read, which may take hours. Returns CLI_DONE, or an exit code. */
int cli_check_count(cli_session *session, const tricorn_options *options, tricorn_purpose purpose);

/* Checks what cli_check_count() checks, and then does what cli_load() does, for this count. */
int cli_load_to_count(cli_session *session, const tricorn_options *count, tricorn_purpose purpose,
  tricorn_graph **graph, tricorn_graph_description *description);

/* Opens the session, and reports an algorithm, a parameter, a device or a partition that does
 * not exist; for verbs that do not count with these. Returns CLI_DONE, or an exit code. */
int cli_check_names(cli_session *session);

/* Reports --lease and --parts if they are given without --join, to which they belong. Returns
 * CLI_DONE, or an exit code. */
int cli_check_join(const cli_session *session);

/* Returns how to count a graph, as the options say. */
tricorn_options cli_count_options(const cli_session *session);

/* Returns what messages call the file: "standard input" for "-". */
const char *cli_file_name(const char *path);

/* Prints on stderr, unless --quiet is given, how many edges the input has, how many were
 * removed, and how many remain. */
void cli_note_cleaned(const cli_session *session, const char *name, const tricorn_graph_description *description);

/* Returns how many seconds ago the program began. */
double cli_elapsed(const cli_session *session);
