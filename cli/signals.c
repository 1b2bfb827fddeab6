#include "signals.h"

#include <signal.h>
#include <string.h>

/* The program's only global: a handler can reach nothing else. */
static volatile sig_atomic_t stop_requested;

static void request_stop(int number)
{
    (void)number;
    stop_requested = 1;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

/* Without SA_RESTART, so that a read from a silent pipe comes back and the stop is seen. */
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
    signal(SIGPIPE, SIG_IGN);
}

bool cli_stop_requested(void)
{
    return stop_requested != 0;
}
