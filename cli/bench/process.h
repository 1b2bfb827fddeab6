/* process.h - runs work in a process of its own, which may crash or hang. */
#ifndef CLI_BENCH_PROCESS_H
#define CLI_BENCH_PROCESS_H

#include <stdint.h>

typedef enum bench_end {
    BENCH_EXITED,    /* code is its exit code */
    BENCH_CRASHED,   /* code is the signal that ended it */
    BENCH_TIMED_OUT, /* it was killed, with all processes that it had started */
    BENCH_STOPPED,   /* killed in the same way, because of Ctrl-C */
    BENCH_NOT_BEGUN  /* the system provided no process or no pipe; errors has the reason */
} bench_end;

typedef struct bench_process {
    bench_end end;
    int code;
    char *output;        /* what it wrote to stdout; never NULL */
    char *errors;        /* the end of what it wrote to stderr; never NULL */
    double seconds;      /* from its start to its end */
    uint64_t peak_bytes; /* of the largest of its processes, resident */
} bench_process;

/* Calls child(user) in a forked process, whose exit code is what child returns and whose stdin
 * is /dev/null, and waits for its end for at most `timeout` seconds (0: without limit).  This
 * process may have no other thread yet. */
bench_process bench_process_run(int (*child)(const void *user), const void *user, double timeout);

/* Runs a program in the same way. words: its path and its arguments; a NULL ends them. */
bench_process bench_process_execute(const char *const *words, double timeout);

void bench_process_free(bench_process *process);

/* Returns the last line with text that the process wrote to stderr, or "". Cuts errors behind
 * it. */
const char *bench_process_last_words(bench_process *process);

#endif
