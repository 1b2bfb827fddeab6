#pragma once

#include "session.h"

/* Applies changes from standard input, and prints a row after each batch. Returns an exit code. */
int cli_follow(cli_session *session, tricorn_changing *state);
