/* coefficients.h - the verb cluster for directed graphs, for weighted graphs, and for squares. */
#pragma once

#include "verb.h"

/* Computes the coefficients for --directed, --weighted or --squares, one of which is given. Returns the exit code. */
int cli_coefficients_run(cli_session *session);
