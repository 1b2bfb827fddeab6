#include "signals.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A signal handler can use only globals; these are the only ones of the program. */
static volatile sig_atomic_t stop_requested;

static bool pipes_end; /* whether SIGPIPE would have ended the program */

static void request_stop(int number)
{
    (void)number;
    stop_requested = 1;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

/* Without SA_RESTART, so that a read from a silent pipe returns and the stop is noticed. */
static void handle(int number)
{
    struct sigaction before, action;

    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    memset(&action, 0, sizeof action);
    action.sa_handler = request_stop;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void cli_signals_install(void)
{
    handle(SIGINT);
    handle(SIGTERM);
    pipes_end = signal(SIGPIPE, SIG_IGN) != SIG_IGN;
}

void cli_end_with_reader(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};

    if (!pipes_end || poll(&output, 1, 0) != 1 || !(output.revents & POLLERR)) return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

bool cli_stop_requested(void)
{
    return stop_requested != 0;
}
