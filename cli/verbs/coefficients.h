/* coefficients.h - the verb cluster for directed graphs, for weighted graphs, and for squares. */
#ifndef CLI_COEFFICIENTS_H
#define CLI_COEFFICIENTS_H

#include "verb.h"

/* Computes the coefficients for --directed, --weighted or --squares, one of which is given.
 * Returns the exit code. */
int cli_coefficients_run(cli_session *session);

#endif
