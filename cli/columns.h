/* columns.h - the value of --columns: which columns of FILE have which role. */
#pragma once

#include <tricorn/tricorn.h>

struct cli_verb;

/* Parses "A,B" (source, target) or "source=A,target=B,weight=C,time=D,label=E", any of these in any order. Cuts
 * `text`, into which *columns then points. Returns CLI_DONE, or CLI_USAGE after an error message. */
int cli_columns_parse(const struct cli_verb *verb, char *text, tricorn_columns *columns);
