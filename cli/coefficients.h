/* coefficients.h - the part of the verb cluster for coefficients of other kinds. */
#ifndef CLI_COEFFICIENTS_H
#define CLI_COEFFICIENTS_H

#include "verb.h"

/* What the options of the verb say. */
typedef struct cli_coefficients {
    const char *directed; /* a name of tricorn_directed_name(), or NULL */
    const char *weighted; /* a name of tricorn_weighted_name(), or NULL; both NULL: squares */
    uint32_t weights;     /* the column that has them, from 1 */
    const char *table;    /* not NULL: of vertices, that many of them at the top */
    uint64_t top;
    bool isolated;
} cli_coefficients;

/* Returns the exit code. */
int cli_coefficients_run(cli_session *session, const cli_coefficients *asked);

#endif
