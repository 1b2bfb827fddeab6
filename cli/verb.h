/* verb.h - the description of a verb, and the list of verbs (verbs.def). */
#ifndef CLI_VERB_H
#define CLI_VERB_H

#include "options.h"
#include "session.h"

typedef struct cli_verb {
    const char *name;        /* "count" */
    const char *arguments;   /* for help: "FILE", or "" if it takes none */
    const char *summary;     /* a line for `tricorn --help` */
    const char *description; /* lines for the help of the verb */
    const char *examples;    /* lines for the help of the verb: commands */
    uint64_t takes;          /* the sets of options that it takes: CLI_TAKES(...) */
    size_t least_arguments, most_arguments;
    int totals_only; /* not 0: its output names no vertex */
    /* Runs the verb, reports errors on stderr, and returns the exit code. */
    int (*run)(cli_session *session);
} cli_verb;

/* Returns a verb in the order of verbs.def; NULL: index is beyond the last one. */
const cli_verb *cli_verb_at(size_t index);
/* Returns the verb of that name; NULL: no verb has it. */
const cli_verb *cli_verb_find(const char *name);

/* The definition at the end of each verb's file; verbs.def lists them. */
#define CLI_DEFINE_VERB(id) const cli_verb cli_verb_##id

#endif
