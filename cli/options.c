/* options.c - parses a command line into cli_options, and reports its faults. */
#include "options.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tricorn/tricorn.h>

#include "columns.h"
#include "exit.h"
#include "option.h"
#include "text.h"
#include "verb.h"

enum { WORD_BYTES = 64, MESSAGE_BYTES = 1024, MOST_OPTIONS = 100, MOST_NAMES = 16 };

/* The values of options that are not given, if these are not 0 or NULL. */
static const cli_options usual = {
  .sample = -1,
  .directed = -1,
  .weighted = -1,
  .size = 4,
  .measure = TRICORN_JACCARD,
  .window = CLI_NO_WINDOW,
  .rounds = 3,
  .trials = 1,
  .warmup = 1,
  .timeout = 3600,
};

/* ---- values ---- */

bool cli_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    enum { BASE = 10 };
    uint64_t value = 0;

    if (*text == '\0') return false;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9') return false;
        const uint64_t digit = (uint64_t)(*c - '0');
        if (value > (UINT64_MAX - digit) / BASE) return false;
        value = value * BASE + digit;
    }
    if (value < least || value > most) return false;
    *number = value;
    return true;
}

static bool parse_real(const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number) && *number >= 0;
}

static bool parse_share(const char *text, double *share)
{
    enum { PERCENT = 100 };
    char *end;

    *share = strtod(text, &end);
    if (end == text) return false;
    if (strcmp(end, "%") == 0)
        *share /= PERCENT;
    else if (*end != '\0')
        return false;
    return *share > 0 && *share < 1;
}

/* Parses a size such as "512M", "2G" or "1048576". Units are powers of 1024; "512MB" and
 * "512MiB" mean the same as "512M". */
static bool parse_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    enum { STEP_BITS = 10, DIGITS = 20 };
    const size_t length = strspn(text, "0123456789");
    const char *rest = text + length;
    char digits[DIGITS + 1];
    unsigned shift = 0;
    uint64_t number;

    if (length > DIGITS) return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    if (*rest != '\0') {
        const int upper = *rest >= 'a' && *rest <= 'z' ? *rest - 'a' + 'A' : *rest;
        const char *unit = strchr(units, upper);
        if (unit == NULL) return false;
        shift = STEP_BITS * (unsigned)(unit - units + 1);
        rest++;
        if (*rest != '\0' && strcmp(rest, "B") != 0 && strcmp(rest, "iB") != 0) return false;
    }
    if (!cli_parse_number(digits, 1, UINT64_MAX >> shift, &number)) return false;
    *bytes = number << shift;
    return true;
}

/* ---- faults ---- */

int cli_usage(const cli_verb *verb, const char *format, ...)
{
    char message[MESSAGE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cli_error("%s; see 'tricorn %s --help'", message, verb->name);
    return CLI_USAGE;
}

/* Returns a phrase that says what the option's value must be. */
static const char *needed(const cli_option *option, char text[MESSAGE_BYTES])
{
    switch (option->kind) {
    case CLI_REAL: return "a number such as 0.5 or 600";
    case CLI_POSITIVE: return "a number above 0";
    case CLI_SHARE: return "a share such as 1% or 0.01";
    case CLI_SIZE: return "a size such as 512M or 2G";
    case CLI_NUMBER: break;
    default: return "a value";
    }
    if (option->most < INT32_MAX)
        snprintf(text, MESSAGE_BYTES, "a whole number from %llu to %llu", (unsigned long long)option->least,
          (unsigned long long)option->most);
    else if (option->least > 0)
        snprintf(text, MESSAGE_BYTES, "a whole number above %llu", (unsigned long long)option->least - 1);
    else
        return "a whole number";
    return text;
}

static int refuse_value(const cli_verb *verb, const cli_option *option, const char *text)
{
    const char letter[] = {option->letter, '\0'};
    char what[MESSAGE_BYTES];

    return cli_usage(verb, "-%s%s needs %s, not '%s'", option->name != NULL ? "-" : "",
      option->name != NULL ? option->name : letter, needed(option, what), text);
}

/* Writes the option's names as a list such as "common, jaccard or overlap". */
static void list_names(const cli_option *option, char list[MESSAGE_BYTES])
{
    char name[CLI_NAME_BYTES], next[CLI_NAME_BYTES];
    size_t used = 0;
    const char *word;

    for (size_t i = 0; (word = cli_option_name(option, i, name)) != NULL; i++) {
        const bool last = cli_option_name(option, i + 1, next) == NULL;
        used += (size_t)snprintf(list + used, MESSAGE_BYTES - used, "%s%s", i == 0 ? "" : last ? " or " : ", ", word);
    }
}

/* Finds a name among those of the option, and sets *number to its number. */
static int take_name(const cli_verb *verb, const cli_option *option, const char *text, int *number)
{
    char names[MOST_NAMES][CLI_NAME_BYTES], list[MESSAGE_BYTES], hint[MESSAGE_BYTES];
    cli_nearest nearest = cli_nearest_to(text);
    const char *word;

    for (int i = 0; (word = cli_option_name(option, (size_t)i, names[i])) != NULL; i++) {
        cli_nearest_offer(&nearest, word);
        if (strcmp(word, text) != 0) continue;
        *number = i;
        return CLI_DONE;
    }
    list_names(option, list);
    return cli_usage(
      verb, "--%s needs %s, not '%s'%s", option->name, list, text, cli_nearest_hint(&nearest, "", hint, sizeof hint));
}

static int refuse_option(const cli_verb *verb, const cli_options *options, int error)
{
    const char *given = poptBadOption(options->parser, POPT_BADOPTION_NOALIAS);
    const size_t dashes = strspn(given, "-");
    char word[WORD_BYTES], hint[MESSAGE_BYTES];
    const cli_option *option = NULL;

    if (error == POPT_ERROR_NOARG) return cli_usage(verb, "option '%s' needs a value", given);
    if (error != POPT_ERROR_BADOPT) return cli_usage(verb, "option '%s' %s", given, poptStrerror(error));
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given + dashes, "="), given + dashes);
    cli_nearest nearest = cli_nearest_to(word);
    while ((option = cli_option_next(verb, option)) != NULL)
        if (option->name != NULL) cli_nearest_offer(&nearest, option->name);
    cli_nearest_hint(&nearest, "--", hint, sizeof hint);
    if (cli_option_exists(word, dashes < 2))
        return cli_usage(
          verb, "%s takes no option '%s': it would have no effect%s", verb->name, given, dashes < 2 ? hint : "");
    return cli_usage(verb, "unknown option '%s'%s", given, hint);
}

/* Refuses words such as --json=yes; popt before 1.19 drops the value. */
static int refuse_values(const cli_verb *verb, int count, char **words)
{
    for (int w = 0; w < count && strcmp(words[w], "--") != 0; w++) {
        const size_t length = strcspn(words[w], "=");
        const cli_option *option = NULL;
        if (strncmp(words[w], "--", 2) != 0 || words[w][length] == '\0') continue;
        while ((option = cli_option_next(verb, option)) != NULL)
            if (option->kind == CLI_FLAG && option->name != NULL && strlen(option->name) == length - 2 &&
                strncmp(option->name, words[w] + 2, length - 2) == 0)
                return cli_usage(verb, "option '--%s' takes no value", option->name);
    }
    return CLI_DONE;
}

/* ---- parsing ---- */

static void join(const char **place, const char *text, cli_options *options)
{
    if (*place != NULL) {
        char *joined = cli_string("%s %s", *place, text);
        cli_list_take(&options->texts, joined);
        text = joined;
    }
    *place = text;
}

/* Writes the value to the option's member of `options`. `text` may be NULL; it belongs to
 * `options`. */
static int take_value(const cli_verb *verb, const cli_option *option, char *text, cli_options *options)
{
    void *const place = (char *)options + option->place;
    bool good = true;

    options->given |= UINT64_C(1) << option->set;
    switch (option->kind) {
    case CLI_FLAG: *(bool *)place = true; break;
    case CLI_HELP: *(const char **)place = text != NULL ? text : ""; break;
    case CLI_TEXT: *(const char **)place = text; break;
    case CLI_NUMBER: good = cli_parse_number(text, option->least, option->most, place); break;
    case CLI_REAL: good = parse_real(text, place); break;
    case CLI_POSITIVE: good = parse_real(text, place) && *(double *)place > 0; break;
    case CLI_SHARE: good = parse_share(text, place); break;
    case CLI_SIZE: good = parse_size(text, place); break;
    case CLI_NAME: return take_name(verb, option, text, place);
    case CLI_JOINED:
        good = *text != '\0';
        join(place, text, options);
        break;
    case CLI_LIST:
        good = *text != '\0';
        cli_list_split(place, text, ',');
        break;
    case CLI_WORDS:
        good = *text != '\0';
        cli_list_add(place, text, strlen(text));
        break;
    case CLI_COLUMNS: return cli_columns_parse(verb, text, place);
    }
    return good ? CLI_DONE : refuse_value(verb, option, text);
}

/* Prepares popt for "tricorn VERB" and the words that follow it. `table` must live as long as the parser. */
static void open_parser(
  const cli_verb *verb, int count, char **words, cli_options *options, struct poptOption table[MOST_OPTIONS])
{
    static const struct poptOption end = POPT_TABLEEND;
    const cli_option *option = NULL;
    size_t i = 0;

    for (; (option = cli_option_next(verb, option)) != NULL; i++)
        table[i] = (struct poptOption){.longName = option->name,
          .shortName = option->letter,
          .argInfo = option->kind == CLI_FLAG   ? POPT_ARG_NONE
                     : option->kind == CLI_HELP ? POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL
                                                : POPT_ARG_STRING,
          .val = (int)i + 1};
    table[i] = end;
    options->words = cli_needed(calloc((size_t)count + 2, sizeof *options->words));
    snprintf(options->program, sizeof options->program, "tricorn %s", verb->name);
    options->words[0] = options->program;
    for (int w = 0; w < count; w++) options->words[w + 1] = words[w];
    options->parser = cli_needed(poptGetContext(NULL, count + 1, options->words, table, 0));
}

/* The option with that number in the parser's table, from 1 on. */
static const cli_option *find_numbered(const cli_verb *verb, int number)
{
    const cli_option *option = NULL;
    while (number-- > 0) option = cli_option_next(verb, option);
    return option;
}

int cli_options_parse(const cli_verb *verb, int count, char **words, cli_options *options)
{
    struct poptOption table[MOST_OPTIONS];
    int found;

    *options = usual;
    const int refused = refuse_values(verb, count, words);
    if (refused != CLI_DONE) return refused;
    open_parser(verb, count, words, options, table);
    while ((found = poptGetNextOpt(options->parser)) > 0) {
        char *text = poptGetOptArg(options->parser);
        if (text != NULL) cli_list_take(&options->texts, text);
        CLI_DO(take_value(verb, find_numbered(verb, found), text, options));
    }
    if (found < -1) return refuse_option(verb, options, found);
    options->arguments = poptGetArgs(options->parser);
    while (options->arguments != NULL && options->arguments[options->argument_count] != NULL) options->argument_count++;
    return CLI_DONE;
}

void cli_options_free(cli_options *options)
{
    cli_list *const lists[] = {&options->where, &options->removed, &options->added, &options->algorithms,
      &options->peers, &options->suites, &options->scales, &options->texts};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) cli_list_free(lists[i]);
    if (options->parser != NULL) poptFreeContext(options->parser);
    free(options->words);
    *options = usual;
}
