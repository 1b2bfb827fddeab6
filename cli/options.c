#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "exit.h"
#include "parameter.h"
#include "text.h"
#include "verb.h"

enum {
    MOST_THREADS = 4096,
    MOST_BLOCKS = 4096,
    MOST_LEASE_SECONDS = 86400,
    MOST_PARTS = 1 << 20,
    WORD_BYTES = 64,
    MESSAGE_BYTES = 1024
};

/* ---- the one table of the common options; each verb takes some groups of them --------------- */

enum {
    ALGORITHM = 1,
    DEVICE,
    PARAMETER,
    THREADS,
    INSTRUCTION_SET,
    MEMORY,
    WORK,
    JOIN,
    LEASE,
    PARTS,
    DEVICE_MEMORY,
    BLOCKS,
    PARTITION,
    RENAME,
    FORMAT,
    ORDER,
    PREPARE,
    IDS,
    SEPARATOR,
    COLUMNS,
    HEADER,
    COMMENT,
    STRICT,
    FILE_LIST,
    VERIFY,
    JSON,
    QUIET,
    PROGRESS,
    HELP
};

static const struct poptOption common_options[] = {
    {"algorithm", '\0', POPT_ARG_STRING, NULL, ALGORITHM,
     "count with NAME (tricorn algorithms lists them) instead of the one chosen for you", "NAME"},
    {"device", '\0', POPT_ARG_STRING, NULL, DEVICE, "auto, cpu, gpu, or GPUs by number: gpu:0,1",
     "DEVICE"},
    {"option", '\0', POPT_ARG_STRING, NULL, PARAMETER,
     "set a parameter of an algorithm, such as trust.block_row=50 (tricorn algorithms --json "
     "lists "
     "them); may be given again",
     "NAME=VALUE"},
    {"threads", '\0', POPT_ARG_STRING, NULL, THREADS, "use N CPU threads, 1 to 4096 [all]", "N"},
    {"isa", '\0', POPT_ARG_STRING, NULL, INSTRUCTION_SET,
     "on the CPU, use the instruction set NAME: portable, avx2, avx512 or neon "
     "[auto: the best that the CPU has]",
     "NAME"},
    {"memory", '\0', POPT_ARG_STRING, NULL, MEMORY,
     "use at most SIZE of memory, the program's own included: 512M, 2G (K, M, G, T are powers of "
     "1024) [what the machine and its container allow]",
     "SIZE"},
    {"work", '\0', POPT_ARG_STRING, NULL, WORK,
     "prepare the graph in the folder DIR and keep it there: the same command again goes on "
     "where "
     "it was [a scratch folder where the graph does not fit in memory]",
     "DIR"},
    {"join", '\0', POPT_ARG_NONE, NULL, JOIN,
     "share the count with other processes that join the folder of --work, on any machines; each "
     "prints the whole count",
     NULL},
    {"lease", '\0', POPT_ARG_STRING, NULL, LEASE,
     "with --join, take over the work of a process that was silent for SECONDS [30]", "SECONDS"},
    {"parts", '\0', POPT_ARG_STRING, NULL, PARTS,
     "cut the count that workers share into about N parts [by the size of the count]", "N"},
    {"device-memory", '\0', POPT_ARG_STRING, NULL, DEVICE_MEMORY,
     "use at most SIZE of each GPU's memory; what does not fit is counted in blocks", "SIZE"},
    {"blocks", '\0', POPT_ARG_STRING, NULL, BLOCKS,
     "cut the graph into N blocks at least: a square number [as few as fit]", "N"},
    {"partition", '\0', POPT_ARG_STRING, NULL, PARTITION,
     "cut the graph into tasks as NAME does: trust, trix, or levels, which are on disk [chosen "
     "for "
     "you]",
     "NAME"},
    {"rename", '\0', POPT_ARG_STRING, NULL, RENAME,
     "number the vertices anew for the count, and keep the direction of each edge, as TRUST "
     "does: input, in-degree or collective [auto: no]",
     "NAME"},
    {"format", '\0', POPT_ARG_STRING, NULL, FORMAT,
     "read FILE as FORMAT (tricorn formats lists them) [found by content and name]", "FORMAT"},
    {"order", '\0', POPT_ARG_STRING, NULL, ORDER,
     "number vertices by degree, input, in-degree, collective, random or core [auto]", "ORDER"},
    {"prepare", '\0', POPT_ARG_STRING, NULL, PREPARE,
     "how the graph is prepared: auto, or polak, the steps of that paper on a GPU [auto]",
     "NAME"},
    {"ids", '\0', POPT_ARG_STRING, NULL, IDS, "vertex ids are number or string [number]", "KIND"},
    {"separator", '\0', POPT_ARG_STRING, NULL, SEPARATOR,
     "of an edge list: tab, comma, semicolon, space (blanks and tabs) or a character [found]",
     "NAME"},
    {"columns", '\0', POPT_ARG_STRING, NULL, COLUMNS,
     "the two columns of an edge list that hold the edge: 2,3 or, by header or as keys of JSON, "
     "source,target [found]",
     "A,B"},
    {"header", '\0', POPT_ARG_STRING, NULL, HEADER,
     "whether the first line of an edge list names its columns: yes, no [auto]", "WHETHER"},
    {"comment", '\0', POPT_ARG_STRING, NULL, COMMENT,
     "the character that begins a comment line of an edge list, or none [# and %]", "CHAR"},
    {"file-list", '\0', POPT_ARG_NONE, NULL, FILE_LIST,
     "FILE is a list: each of its lines names a file, and all these together are one text edge "
     "list",
     NULL},
    {"strict", '\0', POPT_ARG_NONE, NULL, STRICT,
     "a self loop or a repeated edge is an error, not removed", NULL},
    {"verify", '\0', POPT_ARG_NONE, NULL, VERIFY,
     "count again by an algorithm of another kind and compare", NULL},
    {"json", '\0', POPT_ARG_NONE, NULL, JSON, "print JSON on stdout and nothing else", NULL},
    {"quiet", 'q', POPT_ARG_NONE, NULL, QUIET, "only errors on stderr", NULL},
    {"progress", '\0', POPT_ARG_STRING, NULL, PROGRESS,
     "show a progress bar: auto (on a terminal), always, never [auto]", "WHEN"},
    {"help", 'h', POPT_ARG_NONE, NULL, HELP, "show this help", NULL},
    POPT_TABLEEND,
};

enum { COMMON_ROWS = sizeof common_options / sizeof *common_options };

/* The group, of enum cli_takes, of a common option. */
static unsigned group_of(int val)
{
    switch (val) {
    case ALGORITHM:
    case DEVICE:
    case VERIFY: return CLI_TAKES_ALGORITHM;
    case PARAMETER: return CLI_TAKES_PARAMETERS;
    case DEVICE_MEMORY:
    case BLOCKS:
    case PARTITION: return CLI_TAKES_BLOCKS;
    case RENAME: return CLI_TAKES_RENAME;
    case THREADS:
    case INSTRUCTION_SET:
    case MEMORY:
    case PROGRESS: return CLI_TAKES_MACHINE;
    case ORDER: return CLI_TAKES_ORDER;
    case PREPARE: return CLI_TAKES_PREPARE;
    case WORK: return CLI_TAKES_WORK;
    case JOIN:
    case LEASE:
    case PARTS: return CLI_TAKES_WORKERS;
    case JSON: return CLI_TAKES_JSON;
    case QUIET: return CLI_TAKES_QUIET;
    default: return CLI_TAKES_FORM;
    }
}

static bool takes(const cli_verb *verb, int val)
{
    return val == HELP || (verb->takes & group_of(val)) != 0;
}

/* popt takes tables that are not const, so it gets copies of ours. */
typedef struct option_tables {
    struct poptOption own[CLI_OWN_OPTIONS + 1], common[COMMON_ROWS], all[3];
} option_tables;

const struct poptOption *cli_option_at(const cli_verb *verb, size_t index, bool *own)
{
    size_t count = 0;

    for (; verb->own != NULL && verb->own[count].val != 0; count++)
        if (count == index) {
            if (own != NULL) *own = true;
            return &verb->own[count];
        }
    for (const struct poptOption *common = common_options; common->val != 0; common++)
        if (takes(verb, common->val) && count++ == index) {
            if (own != NULL) *own = false;
            return common;
        }
    return NULL;
}

static void make_tables(const cli_verb *verb, option_tables *tables)
{
    static const struct poptOption end = POPT_TABLEEND;
    const struct poptOption *option;
    struct poptOption *next = tables->all;
    size_t own = 0, common = 0;
    bool is_own;

    for (size_t i = 0; (option = cli_option_at(verb, i, &is_own)) != NULL; i++)
        if (is_own)
            tables->own[own++] = *option;
        else
            tables->common[common++] = *option;
    tables->common[common] = end;
    tables->own[own] = end;
    if (own > 0)
        *next++ = (struct poptOption){
            NULL, '\0', POPT_ARG_INCLUDE_TABLE, tables->own, 0, "Options of this verb:", NULL};
    *next++ = (struct poptOption){
        NULL, '\0', POPT_ARG_INCLUDE_TABLE, tables->common, 0, "Common options:", NULL};
    *next = end;
}

/* ---- values ------------------------------------------------------------------------------ */

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

bool cli_parse_share(const char *text, double *share)
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

static bool parse_threads(const char *text, uint32_t *threads)
{
    uint64_t number;

    if (!cli_parse_number(text, 1, MOST_THREADS, &number)) return false;
    *threads = (uint32_t)number;
    return true;
}

static bool parse_blocks(const char *text, uint32_t *blocks)
{
    uint64_t number;

    if (!cli_parse_number(text, 1, MOST_BLOCKS, &number)) return false;
    *blocks = (uint32_t)number;
    return true;
}

static bool parse_lease(const char *text, uint32_t *seconds)
{
    uint64_t number;

    if (!cli_parse_number(text, 1, MOST_LEASE_SECONDS, &number)) return false;
    *seconds = (uint32_t)number;
    return true;
}

/* "512M", "2G", "1048576", also "512MB" and "512MiB": always powers of 1024. */
static bool parse_memory(const char *text, uint64_t *bytes)
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

static bool parse_ids(const char *text, tricorn_ids *ids)
{
    if (strcmp(text, "number") == 0)
        *ids = TRICORN_IDS_NUMBER;
    else if (strcmp(text, "string") == 0)
        *ids = TRICORN_IDS_STRING;
    else
        return false;
    return true;
}

static bool parse_progress(const char *text, cli_progress_mode *mode)
{
    if (strcmp(text, "auto") == 0)
        *mode = CLI_PROGRESS_AUTO;
    else if (strcmp(text, "always") == 0)
        *mode = CLI_PROGRESS_ALWAYS;
    else if (strcmp(text, "never") == 0)
        *mode = CLI_PROGRESS_NEVER;
    else
        return false;
    return true;
}

/* Reports an unknown name before reading, which may take hours. */
static int check_algorithm(const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);

    cli_nearest_offer(&nearest, "auto");
    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(i);
        cli_nearest_offer(&nearest, algorithm->name);
        if (algorithm->alias != NULL) cli_nearest_offer(&nearest, algorithm->alias);
    }
    if (nearest.best != NULL && nearest.distance == 0) return CLI_DONE;
    return cli_unknown("algorithm", &nearest, "'tricorn algorithms' lists them");
}

static int check_partition(const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);
    char list[MESSAGE_BYTES];
    size_t length = (size_t)snprintf(list, sizeof list, "--partition can be");

    for (size_t i = 0; i < tricorn_partition_count() && length < sizeof list; i++) {
        const char *known = tricorn_partition_at(i)->name;
        cli_nearest_offer(&nearest, known);
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s %s", i ? "," : "", known);
    }
    if (nearest.best != NULL && nearest.distance == 0) return CLI_DONE;
    return cli_unknown("partition", &nearest, list);
}

/* "--isa can be auto, portable, avx2": with all that there are, or those that this CPU has. */
static const char *instruction_sets(bool all, char list[MESSAGE_BYTES])
{
    size_t length = (size_t)snprintf(list, MESSAGE_BYTES, "--isa can be auto");

    for (size_t i = 0; i < tricorn_instruction_set_count() && length < MESSAGE_BYTES; i++) {
        const char *name = tricorn_instruction_set_at(i);
        if (all || tricorn_instruction_set_usable(name))
            length += (size_t)snprintf(list + length, MESSAGE_BYTES - length, ", %s", name);
    }
    return list;
}

static int check_instruction_set(const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);
    char list[MESSAGE_BYTES];

    if (strcmp(name, "auto") == 0 || tricorn_instruction_set_usable(name)) return CLI_DONE;
    cli_nearest_offer(&nearest, "auto");
    for (size_t i = 0; i < tricorn_instruction_set_count(); i++)
        cli_nearest_offer(&nearest, tricorn_instruction_set_at(i));
    if (nearest.best == NULL || nearest.distance > 0)
        return cli_unknown("instruction set", &nearest, instruction_sets(true, list));
    cli_error("this CPU does not have the instruction set '%s'; here %s", name,
              instruction_sets(false, list));
    return CLI_FAILED;
}

/* Whether a format has that name, or that suffix, with or without its dot. */
static bool is_called(const tricorn_format_description *format, const char *name)
{
    const size_t length = strlen(name);
    const char *at = format->suffixes;

    if (strcmp(format->name, name) == 0) return true;
    for (; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        const size_t dot = *at == '.' && *name != '.';
        if (length > 0 && strcspn(at, " ") == dot + length &&
            strncasecmp(at + dot, name, length) == 0)
            return true;
    }
    return false;
}

int cli_check_format(const char *name, bool writes)
{
    cli_nearest nearest = cli_nearest_to(name);
    size_t known = 0, able = 0;

    for (size_t i = 0; i < tricorn_format_count(); i++) {
        const tricorn_format_description *format = tricorn_format_at(i);
        const bool can = writes ? format->writes : format->reads;
        cli_nearest_offer(&nearest, format->name);
        if (!is_called(format, name)) continue;
        if (can && strcmp(format->name, name) == 0) return CLI_DONE;
        known++;
        able += can;
    }
    if (known == 0) return cli_unknown("format", &nearest, "'tricorn formats' lists them");
    /* Of those that can read, the content of the file chooses. */
    if (able == 1 || (able > 1 && !writes)) return CLI_DONE;
    if (able > 1) {
        cli_error("several formats have the suffix '%s'; name one of them ('tricorn formats' lists "
                  "them)",
                  name);
        return CLI_USAGE;
    }
    cli_error("format '%s' cannot be %s; 'tricorn formats' lists those that can", name,
              writes ? "written" : "read");
    return CLI_USAGE;
}

/* ---- parsing ----------------------------------------------------------------------------- */

static int out_of_memory(void)
{
    cli_error("out of memory while parsing the command line");
    return CLI_FAILED;
}

/* Replaces an earlier value of the same option; text moves. */
static void keep(char **place, char *text)
{
    free(*place);
    *place = text;
}

/* Appends a word; text moves.  Returns the code, or CLI_FAILED. */
static int append(char **place, char *text, int code)
{
    char *joined = NULL;
    if (*place == NULL) {
        *place = text;
        return code;
    }
    const int length = asprintf(&joined, "%s %s", *place, text);
    free(text);
    if (length < 0) return out_of_memory();
    keep(place, joined);
    return code;
}

/* Takes an option with a value; text stays the caller's. */
static int set_value(const cli_verb *verb, cli_options *options, int val, const char *text)
{
    switch (val) {
    case THREADS:
        if (parse_threads(text, &options->threads)) return CLI_DONE;
        return cli_usage(verb, "--threads needs a whole number from 1 to %d, not '%s'",
                         MOST_THREADS, text);
    case MEMORY:
        if (parse_memory(text, &options->memory_bytes)) return CLI_DONE;
        return cli_usage(verb, "--memory needs a size such as 512M or 2G, not '%s'", text);
    case DEVICE_MEMORY:
        if (parse_memory(text, &options->device_bytes)) return CLI_DONE;
        return cli_usage(verb, "--device-memory needs a size such as 512M or 2G, not '%s'", text);
    case LEASE:
        if (parse_lease(text, &options->lease_seconds)) return CLI_DONE;
        return cli_usage(verb, "--lease needs a number from 1 to %d, not '%s'",
                         MOST_LEASE_SECONDS, text);
    case PARTS:
        if (cli_parse_number(text, 1, MOST_PARTS, &options->parts)) return CLI_DONE;
        return cli_usage(verb, "--parts needs a number from 1 to %d, not '%s'", MOST_PARTS, text);
    case BLOCKS:
        if (parse_blocks(text, &options->blocks)) return CLI_DONE;
        return cli_usage(verb, "--blocks needs a whole number from 1 to %d, not '%s'",
                         MOST_BLOCKS, text);
    case IDS:
        if (parse_ids(text, &options->ids)) return CLI_DONE;
        return cli_usage(verb, "--ids needs number or string, not '%s'", text);
    case PROGRESS:
        if (parse_progress(text, &options->progress)) return CLI_DONE;
        return cli_usage(verb, "--progress needs auto, always or never, not '%s'", text);
    case DEVICE:
        if (tricorn_device_is_name(text)) return CLI_DONE;
        return cli_usage(verb, "--device needs auto, cpu, gpu or GPUs such as gpu:0,1, not '%s'",
                         text);
    case INSTRUCTION_SET: return check_instruction_set(text);
    case ALGORITHM: return check_algorithm(text);
    case PARTITION: return check_partition(text);
    case PARAMETER: return cli_check_parameter(text);
    case FORMAT: return cli_check_format(text, false);
    default: return CLI_DONE;
    }
}

static void set_flag(cli_options *options, int val)
{
    switch (val) {
    case JOIN: options->join = true; break;
    case FILE_LIST: options->file_list = true; break;
    case STRICT: options->strict = true; break;
    case VERIFY: options->verify = true; break;
    case JSON: options->json = true; break;
    case QUIET: options->quiet = true; break;
    case HELP: options->help = true; break;
    default: break;
    }
}

/* Where the value of an option is kept as it is; NULL: nowhere. */
static char **place_of(cli_options *options, int val)
{
    switch (val) {
    case ALGORITHM: return &options->algorithm;
    case DEVICE: return &options->device;
    case INSTRUCTION_SET: return &options->instruction_set;
    case FORMAT: return &options->format;
    case ORDER: return &options->order;
    case PREPARE: return &options->prepare;
    case WORK: return &options->work;
    case PARTITION: return &options->partition;
    case RENAME: return &options->rename;
    case SEPARATOR: return &options->separator;
    case COLUMNS: return &options->columns;
    case HEADER: return &options->header;
    case COMMENT: return &options->comment;
    default: return NULL;
    }
}

/* Takes an option that popt has found; text may be NULL, and moves. */
static int set_option(const cli_verb *verb, cli_options *options, int val, char *text)
{
    int code;

    if (text == NULL && val < CLI_OWN) {
        set_flag(options, val);
        return CLI_DONE;
    }
    if (text == NULL && (text = strdup("")) == NULL) return out_of_memory();
    code = set_value(verb, options, val, text);
    char **const place = place_of(options, val);
    if (val == PARAMETER) return append(&options->parameters, text, code);
    if (place != NULL)
        keep(place, text);
    else if (val >= CLI_OWN)
        keep(&options->own[val - CLI_OWN], text);
    else
        free(text);
    return code;
}

/* The words of a verb's options. */
static void offer_options(cli_nearest *nearest, const cli_verb *verb)
{
    const struct poptOption *option;

    for (size_t i = 0; (option = cli_option_at(verb, i, NULL)) != NULL; i++)
        if (option->longName != NULL) cli_nearest_offer(nearest, option->longName);
}

/* Whether other verbs take the option, given as "--word" or "-c". */
static bool is_common(const char *option, const char *word)
{
    const bool is_long = strncmp(option, "--", 2) == 0;

    for (const struct poptOption *known = common_options; known->val != 0; known++)
        if (is_long ? strcmp(known->longName, word) == 0
                    : known->shortName != '\0' && known->shortName == *word)
            return true;
    return false;
}

static int report_bad_option(const cli_verb *verb, const cli_options *options, int error)
{
    const char *option = poptBadOption(options->parser, POPT_BADOPTION_NOALIAS);
    char word[WORD_BYTES];

    if (error != POPT_ERROR_BADOPT) {
        const char *const what = error == POPT_ERROR_NOARG         ? "needs a value"
                                 : error == POPT_ERROR_UNWANTEDARG ? "takes no value"
                                                                   : poptStrerror(error);
        return cli_usage(verb, "option '%s' %s", option, what);
    }
    snprintf(word, sizeof word, "%.*s", (int)strcspn(option + strspn(option, "-"), "="),
             option + strspn(option, "-"));
    if (is_common(option, word))
        return cli_usage(verb, "%s takes no option '%s': it would have no effect", verb->name,
                         option);
    cli_nearest nearest = cli_nearest_to(word);
    char hint[MESSAGE_BYTES];
    offer_options(&nearest, verb);
    return cli_usage(verb, "unknown option '%s'%s", option,
                     cli_nearest_hint(&nearest, "--", hint, sizeof hint));
}

/* Prepares popt for "tricorn VERB" and the words after it. */
static bool open_parser(const cli_verb *verb, int count, char **words, cli_options *options,
                        option_tables *tables)
{
    options->words = calloc((size_t)count + 2, sizeof *options->words);
    if (options->words == NULL) return false;
    snprintf(options->program, sizeof options->program, "tricorn %s", verb->name);
    options->words[0] = options->program;
    for (int i = 0; i < count; i++) options->words[i + 1] = words[i];
    make_tables(verb, tables);
    options->parser = poptGetContext(NULL, count + 1, options->words, tables->all, 0);
    return options->parser != NULL;
}

int cli_options_parse(const cli_verb *verb, int count, char **words, cli_options *options)
{
    option_tables tables;
    int val;

    *options = (cli_options){.ids = TRICORN_IDS_NUMBER};
    if (!open_parser(verb, count, words, options, &tables)) return out_of_memory();
    while ((val = poptGetNextOpt(options->parser)) > 0) {
        const int code = set_option(verb, options, val, poptGetOptArg(options->parser));
        if (code != CLI_DONE) return code;
    }
    if (val < -1) return report_bad_option(verb, options, val);
    options->arguments = poptGetArgs(options->parser);
    while (options->arguments != NULL && options->arguments[options->argument_count] != NULL)
        options->argument_count++;
    return CLI_DONE;
}

void cli_options_free(cli_options *options)
{
    free(options->algorithm);
    free(options->device);
    free(options->parameters);
    free(options->instruction_set);
    free(options->order);
    free(options->prepare);
    free(options->work);
    free(options->partition);
    free(options->rename);
    free(options->format);
    free(options->separator);
    free(options->columns);
    free(options->header);
    free(options->comment);
    for (size_t i = 0; i < CLI_OWN_OPTIONS; i++) free(options->own[i]);
    if (options->parser != NULL) poptFreeContext(options->parser);
    free(options->words);
    *options = (cli_options){.ids = TRICORN_IDS_NUMBER};
}

void cli_options_print(const cli_verb *verb)
{
    cli_options options = {.ids = TRICORN_IDS_NUMBER};
    option_tables tables;

    if (open_parser(verb, 0, NULL, &options, &tables)) {
        char usage[WORD_BYTES];
        snprintf(usage, sizeof usage, "[OPTION...] %s", verb->arguments);
        poptSetOtherOptionHelp(options.parser, usage);
        poptPrintHelp(options.parser, stdout, 0);
    }
    cli_options_free(&options);
}

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
