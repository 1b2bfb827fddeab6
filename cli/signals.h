/* signals.h - Ctrl-C asks for a clean stop; a second one kills at once. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

/* SIGINT and SIGTERM ask to stop (unless the parent had them ignored, as nohup does); SIGPIPE
 * becomes a write error. */
void cli_signals_install(void);

/* Call after a failed write to stdout.  If stdout is a pipe whose reader has gone (such as head),
 * ends the program by SIGPIPE without a message, like other programs.  Returns if the parent had
 * SIGPIPE ignored, and for all other failures. */
void cli_end_with_reader(void);

/* True once a signal has asked to stop. */
bool cli_stop_requested(void);

#endif
