/* words.c - makes strings and lists of strings, and ends the program if memory runs out. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit.h"
#include "text.h"

void *cli_needed(void *value)
{
    if (value != NULL) return value;
    cli_error("out of memory");
    exit(CLI_FAILED);
}

char *cli_string(const char *format, ...)
{
    va_list arguments;
    char *words = NULL;
    int length;

    va_start(arguments, format);
    length = vasprintf(&words, format, arguments);
    va_end(arguments);
    return cli_needed(length < 0 ? NULL : words);
}

void cli_list_take(cli_list *list, char *word)
{
    list->words = cli_needed(realloc(list->words, (list->count + 1) * sizeof *list->words));
    list->words[list->count++] = word;
}

void cli_list_add(cli_list *list, const char *word, size_t length)
{
    cli_list_take(list, cli_needed(strndup(word, length)));
}

void cli_list_split(cli_list *list, const char *text, char separator)
{
    while (text != NULL && *text != '\0') {
        const char *found = strchr(text, separator), *end = found ? found : text + strlen(text);
        if (end > text) cli_list_add(list, text, (size_t)(end - text));
        text = *end == '\0' ? end : end + 1;
    }
}

bool cli_list_has(const cli_list *list, const char *word)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0) return true;
    return false;
}

void cli_list_free(cli_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->words[i]);
    free(list->words);
    *list = (cli_list){0};
}

char *cli_first_line(const char *path)
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
