/* verb.h - the description of a verb, and the list of verbs (verbs.def). */
#ifndef CLI_VERB_H
#define CLI_VERB_H

#include "options.h"
#include "session.h"

typedef struct cli_verb {
    const char *name;             /* "count" */
    const char *arguments;        /* "FILE", for help; "" */
    const char *summary;          /* a line for `tricorn --help` */
    const char *description;      /* a paragraph for the verb's own help, wrapped */
    const char *examples;         /* whole lines */
    unsigned takes;               /* the common options that it uses: of enum cli_takes */
    const struct poptOption *own; /* the verb's own options, ended by POPT_TABLEEND; or NULL */
    size_t least_arguments, most_arguments;
    int totals_only; /* no vertex is named in what it says */
    /* Returns an exit code; errors were reported on stderr. */
    int (*run)(cli_session *session);
} cli_verb;

/* The verbs in the order of verbs.def; NULL beyond the last one. */
const cli_verb *cli_verb_at(size_t index);
/* NULL: there is no verb of that name. */
const cli_verb *cli_verb_find(const char *name);

/* The definition at the end of each verb's file; verbs.def lists them. */
#define CLI_DEFINE_VERB(id) const cli_verb cli_verb_##id

/* The value of the verb's own option with `val`, or NULL. */
static inline const char *cli_own(const cli_session *session, int val)
{
    return session->options.own[val - CLI_OWN];
}

#endif
