/* sample.h - count --sample: an estimate from a random sample of the edges. */
#ifndef CLI_SAMPLE_H
#define CLI_SAMPLE_H

#include "approximate.h"

enum { CLI_SAMPLE = CLI_OWN_AFTER_APPROXIMATE, CLI_ONE_IN };

#define CLI_SAMPLE_OPTIONS                                                                       \
    CLI_APPROXIMATE_OPTION("sample", CLI_SAMPLE,                                                 \
                           "estimate from one reading, in any memory: colours, edges", "KIND"),  \
        CLI_APPROXIMATE_OPTION("one-in", CLI_ONE_IN,                                             \
                               "keep one edge in N, a power of two [as memory wants]", "N")

/* Whether any of these options is given. */
bool cli_is_sample(const cli_session *session);

/* Estimates as the options say; returns the exit code. */
int cli_sample_run(cli_session *session);

#endif
