/* exit.h - the exit codes of the program.  Scripts rely on them. */
#ifndef CLI_EXIT_H
#define CLI_EXIT_H

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,    /* reading, writing, memory or a device failed, or two counts disagree */
    CLI_USAGE = 2,     /* an unknown verb, option or name */
    CLI_BAD_INPUT = 3, /* the file was read, but it has no graph that can be counted */
    CLI_INTERRUPTED = 130 /* a signal asked to stop; main() then returns cli_stop_code() */
};

#endif
