#include "signals.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Those that ask to stop: Ctrl-C, kill, and a terminal that was closed. */
static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stops / sizeof *stops, SHELL_BASE = 128 };

/* A signal handler can use only globals; these are the only ones of the program. */
static volatile sig_atomic_t stop_signal; /* 0: none yet */
static volatile sig_atomic_t handled[STOPS];

static bool pipes_end; /* whether SIGPIPE would have ended the program */

static void default_stops(void)
{
    for (int i = 0; i < STOPS; i++)
        if (handled[i]) signal(stops[i], SIG_DFL);
}

static void request_stop(int number)
{
    stop_signal = number;
    default_stops();
}

/* Without SA_RESTART, so that a read from a silent pipe returns and the stop is noticed. */
static bool handle(int number)
{
    struct sigaction before, action;

    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return false;
    memset(&action, 0, sizeof action);
    action.sa_handler = request_stop;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0;
}

void cli_signals_install(void)
{
    for (int i = 0; i < STOPS; i++) handled[i] = handle(stops[i]);
    pipes_end = signal(SIGPIPE, SIG_IGN) != SIG_IGN;
}

void cli_signals_restore(void)
{
    default_stops();
    if (pipes_end) signal(SIGPIPE, SIG_DFL);
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
    return stop_signal != 0;
}

int cli_stop_code(void)
{
    return SHELL_BASE + (stop_signal != 0 ? stop_signal : SIGINT);
}
