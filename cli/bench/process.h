/* process.h - runs work in a process of its own, which may crash or hang. */
#pragma once

#include <stdint.h>

typedef enum bench_end {
    BENCH_EXITED, /* `code` is its exit code */
    BENCH_CRASHED, /* `code` is the signal that ended it */
    BENCH_TIMED_OUT, /* it was killed, together with all processes that it had started */
    BENCH_STOPPED, /* it was killed in the same way, because of Ctrl-C */
    BENCH_NOT_BEGUN /* the system could provide no process or no pipe; `errors` has the reason */
} bench_end;

typedef struct bench_process {
    bench_end end;
    int code;
    char *output; /* what it wrote to stdout; never NULL */
    char *errors; /* the end of what it wrote to stderr; never NULL */
    double seconds; /* the time from its start to its end */
    uint64_t peak_bytes; /* the resident memory of the largest of its processes */
} bench_process;

/* Calls child(user) in a forked process, and waits until it ends, but at most `timeout` seconds
 * (0: without limit). The process's exit code is what `child` returns, and its stdin is
 * /dev/null. The calling process must not have other threads yet. */
bench_process bench_process_run(int (*child)(const void *user), const void *user, double timeout);

/* Runs a program in the same way. `words` has its path and its arguments, then NULL. */
bench_process bench_process_execute(const char *const *words, double timeout);

void bench_process_free(bench_process *process);

/* Returns the last line of stderr that has any text, or "". What follows this line in process->errors is cut off. */
const char *bench_process_last_words(bench_process *process);
