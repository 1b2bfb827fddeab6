/* signals.h - Ctrl-C, kill and a closed terminal ask the program to stop; a second such signal ends it at once. */
#pragma once

#include <stdbool.h>

/* From then on SIGINT, SIGTERM and SIGHUP ask the program to stop, except for signals that the parent has made
 * ignored, as nohup does with SIGHUP; and SIGPIPE and SIGXFSZ become write errors. */
void cli_signals_install(void);

/* Undoes cli_signals_install(); used in child processes. */
void cli_signals_restore(void);

/* To be called after a failed write to stdout. If stdout is a pipe whose reader has ended, as
 * `head` does, ends the program by SIGPIPE and without a message, as other programs do. After
 * other failures, or if the parent has made SIGPIPE ignored, it returns. */
void cli_end_with_reader(void);

/* Whether a signal has asked the program to stop. */
bool cli_stop_requested(void);

/* Returns the exit code of a program that a signal has stopped, as in shells: 128 plus the
 * number of the signal, which is 130 for SIGINT, 143 for SIGTERM and 129 for SIGHUP. */
int cli_stop_code(void);
