/* input.h - checks the name of an input before a graph is read. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

/* Reports a path that is a folder, and names a file in it that may be meant; reports a pattern
 * that no file has.  Returns CLI_DONE, or an exit code.  The library reports all else that is
 * wrong with a path. */
int cli_check_input(const char *path);

#endif
