/* progress.h - the progress bar on stderr: how far, how fast, how long yet. */
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
    size_t drawn; /* columns of the line that stands on the terminal */
} cli_progress;

/* quiet hides a bar that was not asked for. */
cli_progress cli_progress_start(cli_progress_mode mode, bool quiet);

/* A tricorn_progress_function; user is the cli_progress.  Draws, and says stop after Ctrl-C. */
int cli_progress_report(void *user, const char *phase, uint64_t done, uint64_t total);

/* Takes the bar off the screen: before any other line, and at the end. */
void cli_progress_clear(cli_progress *progress);

#endif
