/* help.h - prints the help of a verb, as `tricorn VERB --help` does. */
#pragma once

#include <stdbool.h>

#include "verb.h"

/* Prints the description of the verb, its options in groups (all of them, or the usual ones), and its examples. */
void cli_help_print(const cli_verb *verb, bool all);

/* A sentence for help and manual pages: what happens if an option is given twice. */
extern const char cli_help_twice[];
