/* values.c - finds the words that can be the value of an option. */
#include <stdlib.h>
#include <string.h>

#include "manual/manual.h"

/* Appends a word to the list, after a blank. */
static void add(char **words, const char *word)
{
    char *longer = cli_string("%s%s%s", *words, **words != '\0' ? " " : "", word);

    free(*words);
    *words = longer;
}

/* Returns the kind of a value, judged by the word that stands for it in the help. */
static manual_kind kind_of(const char *described)
{
    static const char *const files[] = {"FILE", "OUT", "PAIRS"};

    if (strcmp(described, "DIR") == 0) return MANUAL_FOLDER;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(described, files[i]) == 0) return MANUAL_FILE;
    return MANUAL_ANYTHING;
}

manual_kind manual_value(const cli_option *option, char **words)
{
    char name[CLI_NAME_BYTES];
    const char *word;

    *words = cli_string("%s", "");
    for (size_t i = 0; (word = cli_option_name(option, i, name)) != NULL; i++)
        if (*word != '\0') add(words, word);
    if (**words != '\0') return MANUAL_WORDS;
    return option->value != NULL ? kind_of(option->value) : MANUAL_ANYTHING;
}

manual_kind manual_argument(const cli_verb *verb, char **words)
{
    *words = cli_string("%s", "");
    if (strcmp(verb->name, "generate") != 0) return verb->most_arguments > 0 ? MANUAL_FILE : MANUAL_ANYTHING;
    for (size_t i = 0; i < tricorn_model_count(); i++) add(words, tricorn_model_at(i)->name);
    return MANUAL_WORDS;
}
