/* text.c - prints messages and aligned tables, writes numbers as text, and finds similar words. */
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exit.h"
#include "shown.h"
#include "signals.h"

enum {
    LINE_BYTES = 4096, /* messages with more bytes are cut */
    WORD_LENGTH = 63, /* for longer words nothing is suggested */
    FAR = WORD_LENGTH + 1
};

/* Prints one line. The name of a file in it may contain a newline or an escape sequence. */
static void print_line(const char *prefix, const char *format, va_list arguments)
{
    char line[LINE_BYTES];
    const int used = snprintf(line, sizeof line, "%s", prefix);

    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    cli_show(line);
    strcat(line, "\n"); /* it fits, because vsnprintf was told one byte less */
    fputs(line, stderr);
}

void cli_error(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_line("tricorn: ", format, arguments);
    va_end(arguments);
}

void cli_note(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
}

static int flush_error; /* the errno of the first flush that failed; 0: none did */

void cli_flush_stdout(void)
{
    errno = 0;
    if (fflush(stdout) != 0 && flush_error == 0) flush_error = errno;
}

bool cli_finish_stdout(void)
{
    bool failed = ferror(stdout) != 0;

    cli_flush_stdout();
    int why = flush_error;
    if (why != 0) failed = true;
    if (failed) cli_end_with_reader();
    if (fclose(stdout) != 0 && !failed) failed = true, why = errno;
    if (failed) cli_error("cannot write to standard output: %s", why != 0 ? strerror(why) : "an earlier write failed");
    return !failed;
}

void cli_print_table(cli_cell cell, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            size_t width = 0;
            if (column + 1 == columns) {
                printf("%s\n", cell(row, column));
                continue;
            }
            for (size_t other = 0; other < rows; other++) {
                const size_t length = strlen(cell(other, column));
                if (length > width) width = length;
            }
            printf("%-*s  ", (int)width, cell(row, column));
        }
    }
}

const char *cli_plural(uint64_t count, const char *noun, char *text)
{
    snprintf(text, CLI_NUMBER_BYTES, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
    return text;
}

const char *cli_bytes(uint64_t bytes, char *text)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    enum { UNITS = sizeof units / sizeof *units, STEP = 1000 };
    double value = (double)bytes;
    size_t unit = 0;

    while (value >= STEP && unit + 1 < UNITS) {
        value /= STEP;
        unit++;
    }
    snprintf(text, CLI_NUMBER_BYTES, "%.*f %s", unit == 0 ? 0 : 1, value, units[unit]);
    return text;
}

const char *cli_decimal128(uint64_t high, uint64_t low, char *text)
{
    enum { BASE = 10, BITS = 64 };
    unsigned __int128 value = (unsigned __int128)high << BITS | low;
    size_t first = CLI_NUMBER_BYTES - 1; /* 2^128 has 39 digits */

    text[first] = '\0';
    do {
        text[--first] = (char)('0' + (int)(value % BASE));
        value /= BASE;
    } while (value != 0);
    memmove(text, text + first, CLI_NUMBER_BYTES - first);
    return text;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the Levenshtein distance of two words, computed in a single row of the table; FAR if a word is too long. */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD_LENGTH + 1];
    const size_t columns = strlen(b);

    if (strlen(a) > WORD_LENGTH || columns > WORD_LENGTH) return FAR;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 0; a[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < columns; j++) {
            const size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[columns];
}

cli_nearest cli_nearest_to(const char *word)
{
    return (cli_nearest){.word = word, .distance = FAR};
}

/* Offers a word that begins with the given one. Of such words the shortest is the best one, and
 * the next shortest is the second one. */
static void offer_longer(cli_nearest *nearest, const char *candidate)
{
    const size_t length = strlen(candidate);

    if (nearest->distance == 0) return;
    if (!nearest->begins || length < strlen(nearest->best)) {
        nearest->second = nearest->begins ? nearest->best : NULL;
        nearest->best = candidate;
    } else if (strcmp(candidate, nearest->best) != 0 && (nearest->second == NULL || length < strlen(nearest->second))) {
        nearest->second = candidate;
    }
    nearest->begins = true;
    nearest->distance = 1; /* this is closer than any word that is only similar */
}

void cli_nearest_offer(cli_nearest *nearest, const char *candidate)
{
    /* A similar word may differ in two characters; a long word in a third of its characters. */
    enum { SLIPS = 2, SHARE = 3 };
    const size_t found = distance(nearest->word, candidate), length = strlen(nearest->word);
    const size_t share = strlen(candidate) / SHARE;

    if (found > 0 && length > 0 && strncmp(candidate, nearest->word, length) == 0) {
        offer_longer(nearest, candidate);
        return;
    }
    if (found >= nearest->distance || found > (share > SLIPS ? share : SLIPS)) return;
    if (found >= strlen(candidate)) return;
    nearest->distance = found;
    nearest->best = candidate;
    nearest->second = NULL;
    nearest->begins = false;
}

const char *cli_nearest_hint(const cli_nearest *nearest, const char *prefix, char *text, size_t bytes)
{
    if (nearest->best == NULL)
        *text = '\0';
    else if (nearest->second == NULL)
        snprintf(text, bytes, " (did you mean '%s%s'?)", prefix, nearest->best);
    else
        snprintf(text, bytes, " (did you mean '%s%s' or '%s%s'?)", prefix, nearest->best, prefix, nearest->second);
    return text;
}

int cli_unknown(const char *kind, const cli_nearest *nearest, const char *remedy)
{
    char hint[LINE_BYTES];

    cli_error("unknown %s '%s'%s; %s", kind, nearest->word, cli_nearest_hint(nearest, "", hint, sizeof hint), remedy);
    return CLI_USAGE;
}
