/* local.h - vertex --samples: an estimate for each vertex. */
#ifndef CLI_LOCAL_H
#define CLI_LOCAL_H

#include "table.h"

/* Whether the command line asks for estimates, or has an option of estimates. */
bool cli_is_local(const cli_session *session);

/* Estimates as the options say, and writes the table.  Returns the exit code. */
int cli_local_run(cli_session *session);

#endif
