/* signals.h - Ctrl-C, kill and a closed terminal ask the program to stop; the second one ends
 * it at once. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP ask to stop, unless the parent ignores them, as nohup
 * ignores SIGHUP; SIGPIPE becomes a write error. */
void cli_signals_install(void);

/* Undoes cli_signals_install(), for a child process. */
void cli_signals_restore(void);

/* Call this after a failed write to stdout.  If stdout is a pipe whose reader has ended, such
 * as head, it ends the program by SIGPIPE without a message, as other programs do.  It returns
 * if the parent ignores SIGPIPE, and after all other failures. */
void cli_end_with_reader(void);

/* Whether a signal has asked to stop. */
bool cli_stop_requested(void);

/* Returns the exit code of a program that a signal has stopped, as in shells: 128 plus the number
 * of the signal, so 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP. */
int cli_stop_code(void);

#endif
