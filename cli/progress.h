/* progress.h - the progress bar on stderr: work done, rate, and time left. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_progress_mode {
    CLI_PROGRESS_AUTO, /* on a terminal */
    CLI_PROGRESS_ALWAYS,
    CLI_PROGRESS_NEVER
} cli_progress_mode;

typedef struct cli_progress {
    bool enabled;
    const char *phase; /* NULL before the first */
    double phase_started, last_drawn;
    uint64_t first_done, last_done;
    size_t drawn; /* columns of the line on the terminal */
} cli_progress;

/* quiet hides the bar unless the user asked for it. */
cli_progress cli_progress_start(cli_progress_mode mode, bool quiet);

/* A tricorn_progress_function; user is the cli_progress.  Draws, and asks to stop after Ctrl-C.
 */
int cli_progress_report(void *user, const char *phase, uint64_t done, uint64_t total);

/* Removes the bar from the screen: before any other line, and at the end. */
void cli_progress_clear(cli_progress *progress);

#endif
