/* exit.h - the program's exit codes, on which scripts rely. */
#ifndef CLI_EXIT_H
#define CLI_EXIT_H

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,       /* I/O, memory, a device, two counts that disagree */
    CLI_USAGE = 2,        /* an unknown verb, option or name */
    CLI_BAD_INPUT = 3,    /* the file was read but its graph cannot be counted */
    CLI_INTERRUPTED = 130 /* by a signal: main() returns cli_stop_code() in its place */
};

#endif
