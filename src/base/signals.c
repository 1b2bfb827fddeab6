/* signals.c - blocks a signal in this thread, and removes it if it was sent. */
#include "base/signals.h"

#include <errno.h>
#include <sys/resource.h>

#include "base/portable.h"

void tg_signal_hold(int signal, tg_held_signal *held)
{
    sigset_t sent, pending;
    *held = (tg_held_signal){.signal = signal};
    sigemptyset(&sent);
    sigaddset(&sent, signal);
    pthread_sigmask(SIG_BLOCK, &sent, &held->before);
    if (sigismember(&held->before, signal) == 1 && sigpending(&pending) == 0)
        held->was_pending = sigismember(&pending, signal) == 1;
}

void tg_signal_release(const tg_held_signal *held, bool sent)
{
    const int error = errno;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, held->signal);
    if (sent && !held->was_pending) tg_signal_take(&one);
    pthread_sigmask(SIG_SETMASK, &held->before, NULL);
    errno = error;
}

bool tg_file_sizes_are_limited(void)
{
    struct rlimit size;
    return getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY;
}
