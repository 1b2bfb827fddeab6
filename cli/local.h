/* local.h - the part of the verb vertex that estimates. */
#ifndef CLI_LOCAL_H
#define CLI_LOCAL_H

#include "table.h"

enum { CLI_SAMPLES = CLI_OWN_AFTER_TABLE, CLI_LOCAL_CONFIDENCE, CLI_LOCAL_SEED, CLI_OWN_AFTER_LOCAL };

#define CLI_LOCAL_OPTIONS                                                                        \
    CLI_TABLE_OPTION("samples", '\0', POPT_ARG_STRING, CLI_SAMPLES,                              \
                     "estimate by N pairs of neighbours each: id, low, high, estimate", "N"),    \
        CLI_TABLE_OPTION("confidence", '\0', POPT_ARG_STRING, CLI_LOCAL_CONFIDENCE,              \
                         "how often an interval has the number [99.9%]", "SHARE"),               \
        CLI_TABLE_OPTION("seed", '\0', POPT_ARG_STRING, CLI_LOCAL_SEED, "draw other pairs [0]", "N")

/* Whether any of these options is given. */
bool cli_is_local(const cli_session *session);

/* Estimates as the options say, and writes the table; returns the exit code. */
int cli_local_run(cli_session *session);

#endif
