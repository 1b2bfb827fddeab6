/* sample.h - count --sample: an estimate from a random sample of the edges. */
#ifndef CLI_SAMPLE_H
#define CLI_SAMPLE_H

#include "verbs/approximate.h"

/* Whether --sample or --one-in is given. */
bool cli_is_sample(const cli_session *session);

/* Estimates as the options say, and prints the estimate.  Returns the exit code. */
int cli_sample_run(cli_session *session);

#endif
