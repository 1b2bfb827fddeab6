/* directed.h - the part of the verb cluster for directed graphs. */
#ifndef CLI_DIRECTED_H
#define CLI_DIRECTED_H

#include "verb.h"

/* What the options of the verb say. */
typedef struct cli_directed {
    const char *kind;  /* a name of tricorn_directed_name() */
    const char *table; /* not NULL: of vertices, that many of them at the top */
    uint64_t top;
    bool isolated;
} cli_directed;

/* Returns the exit code. */
int cli_directed_run(cli_session *session, const cli_directed *asked);

#endif
