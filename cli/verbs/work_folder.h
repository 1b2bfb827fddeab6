/* work_folder.h - info of a work folder: its graph, the steps that are done, and who works. */
#pragma once

#include "session.h"

/* Describes the folder if it is a work folder of tricorn; otherwise sets *other, and prints
 * nothing. Returns the exit code. */
int cli_describe_work_folder(cli_session *session, const char *path, bool *other);
