/* text.h - the program's output: lines on stderr, tables on stdout, and numbers as text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Prints "tricorn: MESSAGE" as one line on stderr, whatever bytes the message contains. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a line on stderr that is no error. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Flushes stdout. If this fails, cli_finish_stdout() will report it. */
void cli_flush_stdout(void);
/* Closes stdout. If not all output could be written, reports an error and returns false. */
bool cli_finish_stdout(void);

/* Returns the text of a cell (row 0 is the heading); never NULL. */
typedef const char *(*cli_cell)(size_t row, size_t column);

/* Prints the cells of a table to stdout in aligned columns. */
void cli_print_table(cli_cell cell, size_t rows, size_t columns);

enum { CLI_NUMBER_BYTES = 64 };

/* Writes "1 self loop", "22 self loops" and the like to `text`, which has CLI_NUMBER_BYTES bytes; returns `text`. */
const char *cli_plural(uint64_t count, const char *noun, char *text);
/* Writes a size such as "12.3 MB", with units that are powers of 1000, to `text`, which has
 * CLI_NUMBER_BYTES bytes; returns `text`. */
const char *cli_bytes(uint64_t bytes, char *text);
/* Writes the number high * 2^64 + low to `text`, which has CLI_NUMBER_BYTES bytes; returns
 * `text`. */
const char *cli_decimal128(uint64_t high, uint64_t low, char *text);

/* Finds the word that a mistyped or shortened word most probably means. Offer each word that exists, then read
 * `best`. A word that begins with the given one is preferred to words that are only similar. */
typedef struct cli_nearest {
    const char *word;
    /* NULL: no word is similar; if `distance` is 0, it is the given word itself. */
    const char *best;
    const char *second; /* another word that begins with the given one; NULL if no other does */
    bool begins; /* `best` begins with the given word */
    size_t distance;
} cli_nearest;

cli_nearest cli_nearest_to(const char *word);
void cli_nearest_offer(cli_nearest *nearest, const char *candidate);

/* Writes " (did you mean 'PREFIXBEST'?)" to `text`; or "... 'A' or 'B'?)" if two words begin
 * with the given one; or "" if no word is similar. Returns `text`. */
const char *cli_nearest_hint(const cli_nearest *nearest, const char *prefix, char *text, size_t bytes);

/* Prints "tricorn: unknown KIND 'WORD' (did you mean 'BEST'?); REMEDY" on stderr, and returns CLI_USAGE. */
int cli_unknown(const char *kind, const cli_nearest *nearest, const char *remedy);
