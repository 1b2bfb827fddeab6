/* process.c - runs a function or a program in a child process, with a timeout, and collects its output. */
#include "bench/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "portable.h"
#include "words.h"
#include "clock.h"
#include "signals.h"

enum {
    BLOCK_BYTES = 4096,
    /* How many bytes of a stream are kept; an answer has a few kB. */
    MOST_BYTES = 1 << 20,
    TICK_MILLISECONDS = 100, /* how late a timeout may be noticed */
    /* How late the end of a process may be noticed whose streams are closed. */
    END_MILLISECONDS = 1,
    NO_PROGRAM = 127 /* what shells return if a program does not exist */
};

/* The bytes that came through a pipe: the first MOST_BYTES of stdout, or the last ones of stderr. */
typedef struct stream {
    int descriptor; /* -1: the pipe is closed */
    char *text;
    size_t used, room;
    bool keep_last;
} stream;

typedef struct launch {
    int (*child)(const void *user);
    const void *user;
    const char *const *words;
} launch;

/* ---- the child ---- */

static _Noreturn void be_child(const launch *what, const int *output, const int *errors)
{
    const int empty = open("/dev/null", O_RDONLY);
    int code = NO_PROGRAM;

    setpgid(0, 0);
    cli_end_with_parent();
    cli_signals_restore();
    dup2(empty, STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    if (what->words != NULL) {
        /* execv does not change the words, although its type would allow it */
        union {
            const char *const *constant;
            char *const *words;
        } arguments = {.constant = what->words};
        execv(arguments.words[0], arguments.words);
        fprintf(stderr, "%s: %s\n", arguments.words[0], strerror(errno));
    } else {
        code = what->child(what->user);
    }
    if (fflush(stdout) != 0 && code == 0) code = 1;
    fflush(stderr);
    _exit(code);
}

/* ---- the parent ---- */

static void keep(stream *one, const char *block, size_t bytes)
{
    if (one->used + bytes > one->room) {
        const size_t room = 2 * (one->used + bytes);
        char *larger = room <= MOST_BYTES ? realloc(one->text, room + 1) : NULL;
        if (larger != NULL) {
            one->text = larger;
            one->room = room;
        } else if (one->keep_last && bytes <= one->used) {
            memmove(one->text, one->text + bytes, one->used - bytes);
            one->used -= bytes;
        } else {
            return;
        }
    }
    memcpy(one->text + one->used, block, bytes);
    one->used += bytes;
}

static void take(stream *one)
{
    char block[BLOCK_BYTES];
    const ssize_t bytes = read(one->descriptor, block, sizeof block);

    if (bytes > 0) {
        keep(one, block, (size_t)bytes);
    } else if (bytes == 0 || (errno != EINTR && errno != EAGAIN)) {
        close(one->descriptor);
        one->descriptor = -1;
    }
}

/* Reads what the pipes have; waits for at most a tick. */
static void listen_once(stream *streams)
{
    const bool open = streams[0].descriptor >= 0 || streams[1].descriptor >= 0;
    struct pollfd polled[2];

    for (int i = 0; i < 2; i++) polled[i] = (struct pollfd){.fd = streams[i].descriptor, .events = POLLIN};
    if (poll(polled, 2, open ? TICK_MILLISECONDS : END_MILLISECONDS) <= 0) return;
    for (int i = 0; i < 2; i++)
        if (polled[i].fd >= 0 && polled[i].revents != 0) take(&streams[i]);
}

/* Reads the rest of the pipes, after all processes that write to them have ended. */
static void drain(stream *streams)
{
    for (int i = 0; i < 2; i++) {
        struct pollfd polled = {.fd = streams[i].descriptor, .events = POLLIN};
        while (streams[i].descriptor >= 0 && poll(&polled, 1, 0) > 0) take(&streams[i]);
        if (streams[i].descriptor >= 0) close(streams[i].descriptor);
    }
}

/* Reads until the child has ended, or must be killed. */
static void attend(pid_t child, stream *streams, double timeout, bench_process *process)
{
    const double start = cli_now();
    struct rusage usage = {0};
    int state = 0;

    process->end = BENCH_EXITED;
    while (wait4(child, &state, WNOHANG, &usage) == 0) {
        const bool late = timeout > 0 && cli_now() - start > timeout;
        if (late || cli_stop_requested()) {
            process->end = late ? BENCH_TIMED_OUT : BENCH_STOPPED;
            kill(-child, SIGKILL);
            while (wait4(child, &state, 0, &usage) < 0 && errno == EINTR) {
            }
            break;
        }
        listen_once(streams);
    }
    process->seconds = cli_now() - start;
    /* Processes that it started and left running would disturb the next case. */
    kill(-child, SIGKILL);
    drain(streams);
    process->peak_bytes = cli_peak_of(&usage);
    process->code = WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state);
    if (process->end == BENCH_EXITED && !WIFEXITED(state)) process->end = BENCH_CRASHED;
}

static bool open_pipes(int *output, int *errors)
{
    if (!cli_make_pipe(output)) return false;
    if (cli_make_pipe(errors)) return true;
    close(output[0]);
    close(output[1]);
    return false;
}

/* Returns the text of the stream with a zero byte at its end; never NULL. */
static char *finished(stream *one)
{
    if (one->text == NULL) return cli_string("%s", "");
    one->text[one->used] = '\0';
    return one->text;
}

static bench_process run(const launch *what, double timeout)
{
    bench_process process = {.end = BENCH_NOT_BEGUN};
    stream streams[2] = {{.descriptor = -1}, {.descriptor = -1, .keep_last = true}};
    int output[2], errors[2];
    pid_t child = -1;

    fflush(NULL);
    if (open_pipes(output, errors)) {
        child = fork();
        if (child == 0) be_child(what, output, errors);
        close(output[1]);
        close(errors[1]);
        streams[0].descriptor = output[0];
        streams[1].descriptor = errors[0];
    }
    if (child > 0) {
        /* The child does this, too; but the parent may have to kill it earlier. */
        setpgid(child, child);
        attend(child, streams, timeout, &process);
    } else {
        const char *why = strerror(errno);
        keep(&streams[1], why, strlen(why));
        drain(streams);
    }
    process.output = finished(&streams[0]);
    process.errors = finished(&streams[1]);
    return process;
}

bench_process bench_process_run(int (*child)(const void *user), const void *user, double timeout)
{
    return run(&(launch){.child = child, .user = user}, timeout);
}

bench_process bench_process_execute(const char *const *words, double timeout)
{
    return run(&(launch){.words = words}, timeout);
}

void bench_process_free(bench_process *process)
{
    free(process->output);
    free(process->errors);
    *process = (bench_process){.end = BENCH_NOT_BEGUN};
}

const char *bench_process_last_words(bench_process *process)
{
    size_t end = strlen(process->errors);

    while (end > 0 && (process->errors[end - 1] == '\n' || process->errors[end - 1] == ' ')) end--;
    process->errors[end] = '\0';
    while (end > 0 && process->errors[end - 1] != '\n') end--;
    return process->errors + end;
}
