/* signals.h - Ctrl-C, kill and a closed terminal ask for a clean stop; a second time they kill.
 */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

/* SIGINT, SIGTERM and SIGHUP ask to stop (unless the parent had them ignored, as nohup does with
 * SIGHUP); SIGPIPE becomes a write error. */
void cli_signals_install(void);

/* As they were before: for a child process. */
void cli_signals_restore(void);

/* Call after a failed write to stdout.  If stdout is a pipe whose reader has gone (such as head),
 * ends the program by SIGPIPE without a message, like other programs.  Returns if the parent had
 * SIGPIPE ignored, and for all other failures. */
void cli_end_with_reader(void);

/* True once a signal has asked to stop. */
bool cli_stop_requested(void);

/* The exit code of a program that a signal has stopped, as in shells: 128 and the signal's
 * number, 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP. */
int cli_stop_code(void);

#endif
