/* process.h - runs work in a process of its own, which may crash or hang. */
#ifndef CLI_BENCH_PROCESS_H
#define CLI_BENCH_PROCESS_H

#include <stdint.h>

typedef enum bench_end {
    BENCH_EXITED,    /* code is its exit code */
    BENCH_CRASHED,   /* code is the signal that ended it */
    BENCH_TIMED_OUT, /* killed, with all processes that it had started */
    BENCH_STOPPED,   /* likewise, since Ctrl-C was pressed */
    BENCH_NOT_BEGUN  /* the system had no process or pipe; errors says why */
} bench_end;

typedef struct bench_process {
    bench_end end;
    int code;
    char *output;        /* what it wrote to stdout; never NULL */
    char *errors;        /* the end of what it wrote to stderr; never NULL */
    double seconds;      /* from start to end */
    uint64_t peak_bytes; /* resident memory of the largest of its processes */
} bench_process;

/* Calls child(user) in a forked process and waits for it, at most `timeout` seconds (0: for
 * ever).  stdin is /dev/null there; what child returns is the exit code.  It must be called
 * before this process has any other thread. */
bench_process bench_process_run(int (*child)(const void *user), const void *user, double timeout);

/* The same for a program: words is its argument vector, ended by NULL. */
bench_process bench_process_execute(const char *const *words, double timeout);

void bench_process_free(bench_process *process);

/* The last non-empty line of the process's stderr, or "".  Cuts errors there. */
const char *bench_process_last_words(bench_process *process);

#endif
