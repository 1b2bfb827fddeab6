/* help.h - prints `tricorn VERB --help`. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>

#include "verb.h"

/* Prints the description of the verb, its options in groups (the usual ones, or all) and its
 * examples. */
void cli_help_print(const cli_verb *verb, bool all);

/* A sentence for help and manual pages: what happens if an option is given twice. */
extern const char cli_help_twice[];

#endif
