/* local.h - vertex --samples: estimates the number of triangles of each vertex. */
#pragma once

#include "table.h"

/* Whether the command line asks for these estimates, or has an option that only estimates have. */
bool cli_is_local(const cli_session *session);

/* Makes the estimates that the options ask for, and writes the table. Returns the exit code. */
int cli_local_run(cli_session *session);
