/* sample.h - count --sample: estimates the number of triangles from a random sample of the edges. */
#pragma once

#include "verbs/approximate.h"

/* Whether --sample or --one-in is given. */
bool cli_is_sample(const cli_session *session);

/* Makes the estimate that the options ask for, and prints it. Returns the exit code. */
int cli_sample_run(cli_session *session);
