/* exit.h - the exit codes of the program. Scripts rely on them. */
#pragma once

enum {
    CLI_DONE = 0,
    /* Reading, writing, memory or a device has failed, or two counts differ. */
    CLI_FAILED = 1,
    CLI_USAGE = 2, /* the verb, an option or a name does not exist */
    CLI_BAD_INPUT = 3, /* the file could be read, but has no graph that can be counted */
    CLI_INTERRUPTED = 130 /* a signal asked to stop; main() then returns cli_stop_code() */
};

/* Makes a call that returns an exit code; returns that code from the function around it unless it is CLI_DONE. */
#define CLI_DO(call) \
    do { \
        const int code_of_call = (call); \
        if (code_of_call != CLI_DONE) return code_of_call; \
    } while (0)
