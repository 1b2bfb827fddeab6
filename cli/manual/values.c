/* values.c - the words that can be the value of an option. */
#include <string.h>

#include "manual/manual.h"

/* Adds a word to those before it; nothing where it is NULL. */
static void add(char words[MANUAL_WORDS_BYTES], const char *word)
{
    const size_t used = strlen(words);

    if (word != NULL)
        snprintf(words + used, MANUAL_WORDS_BYTES - used, "%s%s", used > 0 ? " " : "", word);
}

static void add_algorithms(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        add(words, tricorn_algorithm_at(i)->name);
        add(words, tricorn_algorithm_at(i)->alias);
    }
}

static void add_partitions(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_partition_count(); i++)
        add(words, tricorn_partition_at(i)->name);
}

static void add_instruction_sets(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_instruction_set_count(); i++)
        add(words, tricorn_instruction_set_at(i));
}

static void add_read_formats(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_format_count(); i++)
        if (tricorn_format_at(i)->reads) add(words, tricorn_format_at(i)->name);
}

static void add_written_formats(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_format_count(); i++)
        if (tricorn_format_at(i)->writes) add(words, tricorn_format_at(i)->name);
}

static void add_measures(char words[MANUAL_WORDS_BYTES])
{
    for (int i = 0; tricorn_measure_name((tricorn_measure)i) != NULL; i++)
        add(words, tricorn_measure_name((tricorn_measure)i));
}

static void add_methods(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; tricorn_truss_method_at(i) != NULL; i++)
        add(words, tricorn_truss_method_at(i));
}

static void add_directed(char words[MANUAL_WORDS_BYTES])
{
    for (int i = 0; tricorn_directed_name((tricorn_directed)i) != NULL; i++)
        add(words, tricorn_directed_name((tricorn_directed)i));
}

static void add_weighted(char words[MANUAL_WORDS_BYTES])
{
    for (int i = 0; tricorn_weighted_name((tricorn_weighted)i) != NULL; i++)
        add(words, tricorn_weighted_name((tricorn_weighted)i));
}

static void add_samplings(char words[MANUAL_WORDS_BYTES])
{
    for (int i = 0; tricorn_sampling_name((tricorn_sampling)i) != NULL; i++)
        add(words, tricorn_sampling_name((tricorn_sampling)i));
}

static void add_models(char words[MANUAL_WORDS_BYTES])
{
    for (size_t i = 0; i < tricorn_model_count(); i++) add(words, tricorn_model_at(i)->name);
}

/* The first row that fits counts.  tests/cli/test_completion.py gives every word to the program.
 */
static const struct {
    const char *verb;   /* NULL: all */
    const char *option; /* "": the verb's argument */
    const char *words;  /* beside those that `list` adds; NULL: none */
    void (*list)(char words[MANUAL_WORDS_BYTES]);
} values[] = {
    {NULL, "algorithm", "auto", add_algorithms},
    {NULL, "algorithms", "auto all none", add_algorithms},
    {NULL, "device", "auto cpu gpu", NULL},
    {NULL, "isa", "auto", add_instruction_sets},
    {NULL, "partition", NULL, add_partitions},
    {NULL, "format", NULL, add_read_formats},
    {NULL, "order", "auto degree input in-degree collective random core", NULL},
    {NULL, "prepare", "auto polak", NULL},
    {NULL, "rename", "auto input in-degree collective", NULL},
    {NULL, "ids", "number string", NULL},
    {NULL, "separator", "tab comma semicolon space", NULL},
    {NULL, "header", "auto yes no", NULL},
    {NULL, "progress", "auto always never", NULL},
    {NULL, "compression", "none gzip zstd", NULL},
    {"convert", "to", NULL, add_written_formats},
    {"generate", "to", NULL, add_written_formats},
    {NULL, "to", "text csv tsv jsonl binary", NULL},
    {NULL, "measure", NULL, add_measures},
    {NULL, "method", "auto", add_methods},
    {NULL, "directed", NULL, add_directed},
    {NULL, "weighted", NULL, add_weighted},
    {NULL, "sample", NULL, add_samplings},
    {NULL, "suite", "smoke benchmark scaling fox polak tc-compare trix trust", NULL},
    {"generate", "", NULL, add_models},
};

static manual_kind find(const char *verb, const char *option, char words[MANUAL_WORDS_BYTES])
{
    words[0] = '\0';
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strcmp(values[i].option, option) != 0) continue;
        if (values[i].verb != NULL && strcmp(values[i].verb, verb) != 0) continue;
        add(words, values[i].words);
        if (values[i].list != NULL) values[i].list(words);
        return MANUAL_WORDS;
    }
    return MANUAL_ANYTHING;
}

/* By the word that stands for the value in help. */
static manual_kind kind_of(const char *described)
{
    if (strcmp(described, "DIR") == 0) return MANUAL_FOLDER;
    if (strcmp(described, "FILE") == 0 || strcmp(described, "OUT") == 0) return MANUAL_FILE;
    return MANUAL_ANYTHING;
}

manual_kind manual_value(const cli_verb *verb, const struct poptOption *option,
                         char words[MANUAL_WORDS_BYTES])
{
    const manual_kind kind =
        find(verb->name, option->longName != NULL ? option->longName : "-", words);

    if (kind == MANUAL_WORDS || !manual_has_value(option)) return kind;
    return kind_of(option->argDescrip);
}

manual_kind manual_argument(const cli_verb *verb, char words[MANUAL_WORDS_BYTES])
{
    const manual_kind kind = find(verb->name, "", words);

    if (kind == MANUAL_WORDS) return kind;
    return verb->most_arguments > 0 ? MANUAL_FILE : MANUAL_ANYTHING;
}
