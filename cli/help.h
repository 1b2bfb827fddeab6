/* help.h - what `tricorn VERB --help` prints. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>

#include "verb.h"

/* Prints what the verb does and its options by groups: the usual ones, or all. */
void cli_help_print(const cli_verb *verb, bool all);

/* How options that are given twice are taken, for help and manual pages. */
extern const char cli_help_twice[];

#endif
