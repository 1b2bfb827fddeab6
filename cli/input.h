/* input.h - what can be said of an input's name before a graph is read. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

/* Reports a folder, with a file in it that could be meant, and a pattern that no file has.
 * CLI_DONE, or an exit code; what else is wrong with a name the library says. */
int cli_check_input(const char *path);

#endif
