/* local.h - the part of the verb vertex that estimates. */
#ifndef CLI_LOCAL_H
#define CLI_LOCAL_H

#include "table.h"

/* Whether an option of estimates is given. */
bool cli_is_local(const cli_session *session);

/* Estimates as the options say, and writes the table; returns the exit code. */
int cli_local_run(cli_session *session);

#endif
