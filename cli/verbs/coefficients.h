/* coefficients.h - the verb cluster for directed graphs, weighted graphs and squares. */
#ifndef CLI_COEFFICIENTS_H
#define CLI_COEFFICIENTS_H

#include "verb.h"

/* Finds the coefficients of --directed, --weighted or --squares, one of which is given.  Returns
 * the exit code. */
int cli_coefficients_run(cli_session *session);

#endif
