/* verb.h - the description of a verb, and the list of all verbs (verbs.def). */
#pragma once

#include "options.h"
#include "session.h"

typedef struct cli_verb {
    const char *name; /* such as "count" */
    const char *arguments; /* for the help: such as "FILE", or "" if the verb has no arguments */
    const char *summary; /* one line, for `tricorn --help` */
    const char *description; /* lines for the verb's help */
    const char *examples; /* lines for the verb's help, each of which is a command */
    uint64_t takes; /* the sets of options that the verb has: CLI_TAKES(...) */
    size_t least_arguments, most_arguments;
    int totals_only; /* not 0: the verb's output names no vertices */
    /* Runs the verb, reports errors on stderr, and returns the exit code. */
    int (*run)(cli_session *session);
} cli_verb;

/* Returns verb number `index`, in the order of verbs.def; NULL if fewer verbs exist. */
const cli_verb *cli_verb_at(size_t index);
/* Returns the verb with this name; NULL if no verb has it. */
const cli_verb *cli_verb_find(const char *name);

/* Begins the definition at the end of each verb's file; verbs.def lists the verbs. */
#define CLI_DEFINE_VERB(id) const cli_verb cli_verb_##id
/* The first members of a verb that takes one file. */
#define CLI_OF_FILE(id) .name = #id, .arguments = "FILE", .least_arguments = 1, .most_arguments = 1
