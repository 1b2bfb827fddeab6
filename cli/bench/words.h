/* words.h - strings and lists of them.
 *
 * They end the program with CLI_FAILED where memory runs out: the verb's file of results keeps
 * what was measured by then. */
#ifndef CLI_BENCH_WORDS_H
#define CLI_BENCH_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns value, which allocation gave; ends the program if it is NULL. */
void *bench_needed(void *value);

/* A new string, by printf's rules.  Free it with free(). */
char *bench_words(const char *format, ...) __attribute__((format(printf, 1, 2)));

typedef struct bench_list {
    char **words;
    size_t count;
} bench_list;

/* Appends a copy of the first `length` bytes of word. */
void bench_list_add(bench_list *list, const char *word, size_t length);

/* Appends the words of text between separators; empty ones are left out.  text may be NULL. */
void bench_list_split(bench_list *list, const char *text, char separator);

bool bench_list_has(const bench_list *list, const char *word);
void bench_list_free(bench_list *list);

/* The first line of a file without its newline, or NULL if there is none to read. */
char *bench_first_line(const char *path);

#endif
