/* words.h - strings and lists of strings. If memory runs out, these functions end the program
 * with CLI_FAILED; what bench has measured is then already in its file of records. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns `value`, the result of an allocation; if it is NULL, ends the program. */
void *cli_needed(void *value);

/* Returns a new string, formatted as printf does it. The caller frees it with free(). */
char *cli_string(const char *format, ...) __attribute__((format(printf, 1, 2)));

typedef struct cli_list {
    char **words;
    size_t count;
} cli_list;

/* Appends the word, which then belongs to the list. */
void cli_list_take(cli_list *list, char *word);

/* Appends a copy of the first `length` bytes of `word`. */
void cli_list_add(cli_list *list, const char *word, size_t length);

/* Appends the words of a text that are between separators; empty words are left out. `text` may be NULL. */
void cli_list_split(cli_list *list, const char *text, char separator);

bool cli_list_has(const cli_list *list, const char *word);
void cli_list_free(cli_list *list);

/* Returns the first line of a file, without its newline; NULL if the file cannot be read, or is
 * empty. The caller frees it with free(). */
char *cli_first_line(const char *path);
