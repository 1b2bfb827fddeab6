/* signals.c - handles the signals that ask the program to stop, and a closed pipe at stdout. */
#include "signals.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The signals that ask the program to stop: those of Ctrl-C, of kill, and of a closed terminal. */
static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stops / sizeof *stops, SHELL_BASE = 128 };

/* These are global, because a signal handler can use nothing else. */
static volatile sig_atomic_t stop_signal; /* 0: no signal has come yet */
static volatile sig_atomic_t handled[STOPS];

/* These come with a write that fails, whose error says the same: a pipe has no reader, a file
 * would be larger than allowed. */
static const int writes[] = {SIGPIPE, SIGXFSZ};
enum { WRITES = sizeof writes / sizeof *writes };

/* before cli_signals_install(), the signal would have ended the program */
static bool ends[WRITES];

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

/* Handles the signal, unless the parent has made it ignored. SA_RESTART is not set, so that a
 * read from a pipe without data returns, and the program notices that it must stop. */
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
    for (int i = 0; i < WRITES; i++) ends[i] = signal(writes[i], SIG_IGN) != SIG_IGN;
}

void cli_signals_restore(void)
{
    default_stops();
    for (int i = 0; i < WRITES; i++)
        if (ends[i]) signal(writes[i], SIG_DFL);
}

void cli_end_with_reader(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};

    if (!ends[0] || poll(&output, 1, 0) != 1 || !(output.revents & POLLERR)) return;
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
