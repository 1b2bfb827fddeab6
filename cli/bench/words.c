#include "bench/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit.h"
#include "text.h"

void *bench_needed(void *value)
{
    if (value != NULL) return value;
    cli_error("out of memory while benchmarking");
    exit(CLI_FAILED);
}

char *bench_words(const char *format, ...)
{
    va_list arguments;
    char *words = NULL;
    int length;

    va_start(arguments, format);
    length = vasprintf(&words, format, arguments);
    va_end(arguments);
    return bench_needed(length < 0 ? NULL : words);
}

void bench_list_add(bench_list *list, const char *word, size_t length)
{
    list->words = bench_needed(realloc(list->words, (list->count + 1) * sizeof *list->words));
    list->words[list->count++] = bench_needed(strndup(word, length));
}

void bench_list_split(bench_list *list, const char *text, char separator)
{
    while (text != NULL && *text != '\0') {
        const char *end = strchrnul(text, separator);
        if (end > text) bench_list_add(list, text, (size_t)(end - text));
        text = *end == '\0' ? end : end + 1;
    }
}

bool bench_list_has(const bench_list *list, const char *word)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0) return true;
    return false;
}

void bench_list_free(bench_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->words[i]);
    free(list->words);
    *list = (bench_list){0};
}

char *bench_first_line(const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;

    if (file == NULL) return NULL;
    if (getline(&line, &room, file) < 0) {
        free(line);
        line = NULL;
    } else {
        line[strcspn(line, "\n")] = '\0';
    }
    fclose(file);
    return line;
}
