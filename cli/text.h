/* text.h - output of the program: lines on stderr, tables on stdout, numbers as text. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "tricorn: MESSAGE" as one line on stderr, whatever bytes the message holds. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A line on stderr that is not an error. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes what is waiting; cli_finish_stdout() tells of a failure. */
void cli_flush_stdout(void);
/* Closes stdout; reports an error and returns false if not all output was written. */
bool cli_finish_stdout(void);

/* The text of row `row` (0: the heading) in `column`; never NULL. */
typedef const char *(*cli_cell)(size_t row, size_t column);

/* Prints rows of aligned columns to stdout. */
void cli_print_table(cli_cell cell, size_t rows, size_t columns);

enum { CLI_NUMBER_BYTES = 64 };

/* "1 self loop", "22 self loops".  text: room for CLI_NUMBER_BYTES; returned. */
const char *cli_plural(uint64_t count, const char *noun, char *text);
/* "12.3 MB", in powers of 1000.  text: room for CLI_NUMBER_BYTES; returned. */
const char *cli_bytes(uint64_t bytes, char *text);
/* A 128-bit number in decimal.  text: room for CLI_NUMBER_BYTES; returned. */
const char *cli_decimal128(uint64_t high, uint64_t low, char *text);

/* Finds the word that a mistyped or shortened word most likely means: offer each word, then read
 * best.  Words that begin with it come before those that are only similar. */
typedef struct cli_nearest {
    const char *word;
    const char *best;   /* NULL: no word is similar; the word itself if distance is 0 */
    const char *second; /* another word that begins with it; or NULL */
    bool begins;        /* best begins with it */
    size_t distance;
} cli_nearest;

cli_nearest cli_nearest_to(const char *word);
void cli_nearest_offer(cli_nearest *nearest, const char *candidate);

/* " (did you mean 'PREFIXBEST'?)" or, where two words begin alike, "... 'A' or 'B'?)"; "" where
 * no word is similar.  Fills text, which is returned. */
const char *cli_nearest_hint(const cli_nearest *nearest, const char *prefix, char *text,
                             size_t bytes);

/* "tricorn: unknown KIND 'WORD' (did you mean 'BEST'?); REMEDY".  Returns CLI_USAGE. */
int cli_unknown(const char *kind, const cli_nearest *nearest, const char *remedy);

#endif
