/* progress.h - the progress bar on stderr: work done, rate, and time left. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_progress_mode {
    CLI_PROGRESS_AUTO, /* if stderr is a terminal */
    CLI_PROGRESS_ALWAYS,
    CLI_PROGRESS_NEVER
} cli_progress_mode;

typedef struct cli_progress {
    bool enabled;
    const char *phase; /* NULL before the first phase */
    double phase_started, last_drawn;
    uint64_t first_done, last_done;
    size_t drawn; /* columns of the line that is on the terminal */
} cli_progress;

/* Whether a bar will be drawn.  quiet hides the bar, unless the user asks for it by
 * CLI_PROGRESS_ALWAYS. */
cli_progress cli_progress_start(cli_progress_mode mode, bool quiet);

/* A tricorn_progress_function; user is the cli_progress.  Draws the bar, and asks the library
 * to stop after Ctrl-C. */
int cli_progress_report(void *user, const char *phase, uint64_t done, uint64_t total);

/* Removes the bar from the terminal.  Call it before another line is printed, and at the end. */
void cli_progress_clear(cli_progress *progress);

#endif
