/* progress.h - the progress bar on stderr: the work done, the rate, and the remaining time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_progress_mode {
    CLI_PROGRESS_AUTO, /* a bar is drawn if stderr is a terminal */
    CLI_PROGRESS_ALWAYS,
    CLI_PROGRESS_NEVER
} cli_progress_mode;

typedef struct cli_progress {
    bool enabled;
    const char *phase; /* the present phase; NULL: none has begun */
    double phase_started, last_drawn;
    uint64_t first_done, last_done;
    size_t drawn; /* the columns of the line that the terminal shows */
} cli_progress;

/* Returns the state of a new bar, which says whether a bar will be drawn. `quiet` hides it,
 * unless the user has asked for it (CLI_PROGRESS_ALWAYS). */
cli_progress cli_progress_start(cli_progress_mode mode, bool quiet);

/* A tricorn_progress_function whose `user` is the cli_progress. Draws the bar, and asks the
 * library to stop after Ctrl-C. */
int cli_progress_report(void *user, const char *phase, uint64_t done, uint64_t total);

/* Removes the bar from the terminal. Must be called before another line is printed, and at the end. */
void cli_progress_clear(cli_progress *progress);
