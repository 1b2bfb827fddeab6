/* progress.c - draws a bar on the terminal, with the amount, the rate and the remaining time. */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clock.h"
#include "signals.h"
#include "text.h"

enum {
    LINE_BYTES = 256,
    /* How many columns are assumed if the width of the terminal is not known. */
    USUAL_COLUMNS = 80,
    LEAST_BAR = 8, /* the columns of the shortest bar that is useful */
    MOST_BAR = 40
};

/* A phase that takes less time than this gets no bar. */
static const double quiet_seconds = 1.0;
static const double redraw_seconds = 0.1;

cli_progress cli_progress_start(cli_progress_mode mode, bool quiet)
{
    const bool enabled =
      mode == CLI_PROGRESS_ALWAYS || (mode == CLI_PROGRESS_AUTO && !quiet && isatty(STDERR_FILENO) == 1);
    return (cli_progress){.enabled = enabled};
}

static size_t columns(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return USUAL_COLUMNS;
    return size.ws_col < LINE_BYTES ? size.ws_col : LINE_BYTES - 1;
}

/* Whether the units of the phase are bytes; in all other phases they are edges or wedges. */
static bool counts_bytes(const char *phase)
{
    return strcmp(phase, "reading") == 0;
}

/* Writes an amount such as "12.3 MB" for bytes, and "12.3 M" for other units. */
static void amount(const char *phase, double value, char *text)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T", " P", " E"};
    enum { PREFIXES = sizeof prefixes / sizeof *prefixes, STEP = 1000 };
    size_t prefix = 0;

    while (value >= STEP && prefix + 1 < PREFIXES) {
        value /= STEP;
        prefix++;
    }
    snprintf(text, CLI_NUMBER_BYTES, "%.*f%s%s", prefix == 0 ? 0 : 1, value, prefixes[prefix],
      counts_bytes(phase) ? (prefix == 0 ? " B" : "B") : "");
}

/* Writes the remaining time, such as "0:07", "12:30" or "3:05:00". */
static void time_left(double rest, double rate, char *text)
{
    enum { MINUTE = 60, HOUR = 3600, LONGEST = 100 * HOUR }; /* a longer time is written as "long" */

    if (rest >= rate * LONGEST) {
        snprintf(text, CLI_NUMBER_BYTES, rest > 0 ? "long" : "0:00");
        return;
    }
    const unsigned whole = (unsigned)(rest / rate + 0.5);
    if (whole >= HOUR)
        snprintf(text, CLI_NUMBER_BYTES, "%u:%02u:%02u", whole / HOUR, whole % HOUR / MINUTE, whole % MINUTE);
    else
        snprintf(text, CLI_NUMBER_BYTES, "%u:%02u", whole / MINUTE, whole % MINUTE);
}

/* Writes a bar such as "[=====>  ]" if it fits in `room` columns, otherwise "". */
static void bar(double share, size_t room, char *text)
{
    enum { FRAME = 3 }; /* for a space and two brackets */
    size_t length, full;

    text[0] = '\0';
    if (room < LEAST_BAR + FRAME) return;
    length = room - FRAME < MOST_BAR ? room - FRAME : MOST_BAR;
    full = (size_t)(share * (double)length);
    text[0] = ' ';
    text[1] = '[';
    memset(text + 2, '=', full);
    memset(text + 2 + full, ' ', length - full);
    if (full < length) text[2 + full] = '>';
    memcpy(text + 2 + length, "]", sizeof "]");
}

static void show(cli_progress *progress, const char *line)
{
    const size_t length = strlen(line);
    const size_t spare = progress->drawn > length ? progress->drawn - length : 0;

    fprintf(stderr, "\r%s%*s", line, (int)spare, "");
    progress->drawn = length;
}

static void draw(cli_progress *progress, uint64_t done, uint64_t total, double rate)
{
    char line[LINE_BYTES], left[LINE_BYTES], middle[LINE_BYTES], right[LINE_BYTES];
    char speed[CLI_NUMBER_BYTES], text[CLI_NUMBER_BYTES];
    /* On some terminals, the line would wrap if the last column were used. */
    const size_t width = columns() - 1;

    amount(progress->phase, rate, speed);
    middle[0] = '\0';
    if (total == 0) {
        amount(progress->phase, (double)done, text);
        snprintf(left, sizeof left, "%s  %s", progress->phase, text);
        snprintf(right, sizeof right, "  %s/s", speed);
    } else {
        const double share = done < total ? (double)done / (double)total : 1.0;
        const double rest = done < total ? (double)(total - done) : 0.0;
        time_left(rest, rate, text);
        snprintf(left, sizeof left, "%-10s %3.0f%%", progress->phase, 100 * share);
        snprintf(right, sizeof right, "  %s/s  %s left", speed, text);
        if (strlen(left) + strlen(right) < width) bar(share, width - strlen(left) - strlen(right), middle);
    }
    snprintf(
      line, sizeof line, "%.*s%.*s%.*s", LINE_BYTES / 3, left, LINE_BYTES / 3, middle, LINE_BYTES / 3 - 1, right);
    if (strlen(line) > width) line[width] = '\0';
    show(progress, line);
}

static void update(cli_progress *progress, const char *phase, uint64_t done, uint64_t total)
{
    const double now = cli_now();

    if (progress->phase == NULL || strcmp(progress->phase, phase) != 0 || done < progress->last_done) {
        cli_progress_clear(progress);
        progress->phase = phase;
        progress->phase_started = now;
        progress->first_done = done;
    }
    progress->last_done = done;
    const double elapsed = now - progress->phase_started;
    const bool ends = total > 0 && done >= total;
    if (elapsed < quiet_seconds || (now - progress->last_drawn < redraw_seconds && !ends)) return;
    progress->last_drawn = now;
    draw(progress, done, total, (double)(done - progress->first_done) / elapsed);
}

int cli_progress_report(void *user, const char *phase, uint64_t done, uint64_t total)
{
    cli_progress *progress = user;

    if (progress->enabled && phase != NULL) update(progress, phase, done, total);
    return cli_stop_requested();
}

void cli_progress_clear(cli_progress *progress)
{
    if (progress->drawn == 0) return;
    fprintf(stderr, "\r%*s\r", (int)progress->drawn, "");
    progress->drawn = 0;
}
