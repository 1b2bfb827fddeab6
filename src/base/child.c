/* child.c - forks; in the child no handler of a signal runs, and its library writes no messages. */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

enum { BUSY_SECONDS = 120, LIBRARY_BYTES = 3 << 20 /* its code and caches */ };

static void *map(uint64_t bytes, int flags)
{
    void *made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    return made == MAP_FAILED ? NULL : made;
}

tricorn_status tg_child_alloc(const tg_child *child, uint64_t bytes, void **block)
{
    TG_DO(tg_memory_charge(child->context, bytes));
    child->report->bytes += bytes;
    *block = map(bytes, MAP_PRIVATE);
    return *block ? TRICORN_OK : TRICORN_OUT_OF_MEMORY;
}

void tg_child_go_on(void)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = BUSY_SECONDS}, NULL);
}

void tg_child_send(const tg_child *child, const char *at, const char *end)
{
    for (ssize_t sent = 0; at < end; at += sent) {
        sent = write(child->writes, at, (size_t)(end - at));
        if (sent > 0) continue;
        child->report->status = TRICORN_OK; /* the parent has failed by itself */
        _exit(1);
    }
}

static void run(tricorn_status (*work)(void *user), void *user, const tg_child *child)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    sigset_t others; /* signals of the terminal are for the parent */
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    signal(SIGPROF, SIG_DFL);
    sigfillset(&others);
    sigdelset(&others, SIGPROF);
    sigprocmask(SIG_SETMASK, &others, NULL);
    close(child->reads);
    tg_child_go_on();
    const tricorn_status status = work(user);
    memcpy(child->report->message, child->context->message, TG_MESSAGE_BYTES);
    child->report->status = status;
    _exit(0);
}

tricorn_status tg_child_begin(
  tricorn_context *context, tricorn_status (*work)(void *user), void *user, const char *damage, tg_child *child)
{
    int ends[2];
    sigset_t all, before;
    *child = (tg_child){.context = context, .reads = -1, .report = map(sizeof *child->report, MAP_SHARED)};
    if (child->report == NULL || pipe2(ends, O_CLOEXEC) != 0)
        return tg_fail(context, TRICORN_IO_ERROR, "no pipe can be made: %s", strerror(errno));
    snprintf(child->report->message, TG_MESSAGE_BYTES, "%s", damage);
    child->report->status = TRICORN_BAD_FORMAT;
    child->report->bytes = LIBRARY_BYTES;
    child->reads = ends[0];
    child->writes = ends[1];
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t process = fork();
    if (process == 0) run(work, user, child);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(child->writes);
    if (process < 0) return tg_fail(context, TRICORN_UNSUPPORTED, "no process can be started: %s", strerror(errno));
    child->process = process;
    return TRICORN_OK;
}

tricorn_status tg_child_end(tg_child *child, tricorn_status status)
{
    const bool stopped = status == TRICORN_CANCELLED || status == TRICORN_OUT_OF_MEMORY;
    if (child->reads >= 0) close(child->reads);
    /* Unless the caller's program has waited for it already: */
    if (child->process > 0 && waitpid(child->process, NULL, WNOHANG) == 0) {
        if (stopped) kill(child->process, SIGKILL);
        while (waitpid(child->process, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    const tricorn_status own = child->process > 0 && !stopped ? child->report->status : TRICORN_OK;
    if (own == TRICORN_OUT_OF_MEMORY)
        status = tg_limit_reached(child->context, 0);
    else if (own != TRICORN_OK)
        status = tg_fail(child->context, own, "%.*s", TG_MESSAGE_BYTES, child->report->message);
    if (child->report) munmap(child->report, sizeof *child->report);
    return status;
}
