/* option.c - finds options and their names in the table of options.def. */
#include "option.h"

#include <string.h>
#include <tricorn/tricorn.h>

#include "verb.h"

/* ---- names that the library lists ---- */

/* Names of algorithms: for each algorithm first its name, then its alias. */
static const char *algorithm_name(size_t index)
{
    const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(index / 2);

    if (algorithm == NULL) return NULL;
    if (index % 2 == 0) return algorithm->name;
    return algorithm->alias != NULL ? algorithm->alias : "";
}

static const char *partition_name(size_t index)
{
    const tricorn_partition_description *partition = tricorn_partition_at(index);
    return partition != NULL ? partition->name : NULL;
}

static const char *read_format(size_t index)
{
    const tricorn_format_description *format = tricorn_format_at(index);
    return format == NULL ? NULL : format->reads ? format->name : "";
}

static const char *written_format(size_t index)
{
    const tricorn_format_description *format = tricorn_format_at(index);
    return format == NULL ? NULL : format->writes ? format->name : "";
}

static const char *sampling_name(size_t index)
{
    return tricorn_sampling_name((tricorn_sampling)index);
}

static const char *directed_name(size_t index)
{
    return tricorn_directed_name((tricorn_directed)index);
}

static const char *weighted_name(size_t index)
{
    return tricorn_weighted_name((tricorn_weighted)index);
}

static const char *measure_name(size_t index)
{
    return tricorn_measure_name((tricorn_measure)index);
}

/* ---- the table ---- */

/* Returns the offset of the member. If the member has another type, this does not compile. */
#define PLACE(member, type) _Generic(((const cli_options *)NULL)->member, type : offsetof(cli_options, member))

#define FLAG(member) .kind = CLI_FLAG, .place = PLACE(member, bool)
#define OPTIONAL(member) .kind = CLI_HELP, .place = PLACE(member, const char *)
#define TEXT(member, word) .kind = CLI_TEXT, .place = PLACE(member, const char *), .value = (word)
#define JOINED(member, word) .kind = CLI_JOINED, .place = PLACE(member, const char *), .value = (word)
#define NUMBER(member, word, from, to) \
    .kind = CLI_NUMBER, .place = PLACE(member, uint64_t), .value = (word), .least = (from), .most = (to)
#define TOP(word) NUMBER(top, word, 1, UINT64_MAX)
#define REAL(member, word) .kind = CLI_REAL, .place = PLACE(member, double), .value = (word)
#define POSITIVE(member, word) .kind = CLI_POSITIVE, .place = PLACE(member, double), .value = (word)
#define SHARE(member, word) .kind = CLI_SHARE, .place = PLACE(member, double), .value = (word)
#define SIZE(member, word) .kind = CLI_SIZE, .place = PLACE(member, uint64_t), .value = (word)
#define NAME(member, word, some, more) \
    .kind = CLI_NAME, .place = PLACE(member, int), .value = (word), .names = (some), .name_at = (more)
/* An option whose value is a text that is a name; the library checks the name. */
#define NAMED(member, word, some, more) TEXT(member, word), .names = (some), .name_at = (more)
#define LIST(member, word, some, more) \
    .kind = CLI_LIST, .place = PLACE(member, cli_list), .value = (word), .names = (some), .name_at = (more)
#define COLUMNS(member, word) .kind = CLI_COLUMNS, .place = PLACE(member, tricorn_columns), .value = (word)
#define WORDS(member, word) .kind = CLI_WORDS, .place = PLACE(member, cli_list), .value = (word)

enum { RARE, USUAL };

static const cli_option options[] = {
#define CLI_OPTION(name_, letter_, set_, group_, usual_, kind_, help_) \
    {.name = (name_), \
      .letter = (letter_), \
      .set = CLI_SET_##set_, \
      .group = CLI_GROUP_##group_, \
      .is_usual = (usual_) == USUAL, \
      kind_, \
      .help = (help_)},
#include "options.def"
#undef CLI_OPTION
};

enum { OPTIONS = sizeof options / sizeof *options };

static bool takes(const cli_verb *verb, const cli_option *option)
{
    return option->set == CLI_SET_HELP || (verb->takes >> option->set & 1) != 0;
}

const cli_option *cli_option_next(const cli_verb *verb, const cli_option *last)
{
    size_t i = last != NULL ? (size_t)(last - options) + 1 : 0;

    for (cli_group group = last != NULL ? last->group : 0; group < CLI_GROUPS; group++, i = 0)
        for (; i < OPTIONS; i++)
            if (options[i].group == group && takes(verb, &options[i])) return &options[i];
    return NULL;
}

bool cli_option_exists(const char *name, bool is_letter)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (is_letter ? options[i].letter != 0 && options[i].letter == *name
                      : options[i].name != NULL && strcmp(options[i].name, name) == 0)
            return true;
    return false;
}

const char *cli_group_heading(cli_group group)
{
    static const char *const headings[CLI_GROUPS] = {
      [CLI_GROUP_COUNTING] = "Counting",
      [CLI_GROUP_TIMING] = "Timing",
      [CLI_GROUP_READING] = "Reading",
      [CLI_GROUP_MACHINE] = "Machine",
      [CLI_GROUP_LARGE] = "Graphs larger than memory",
      [CLI_GROUP_OUTPUT] = "Output",
    };
    return headings[group];
}

/* ---- what a row says ---- */

const char *cli_option_name(const cli_option *option, size_t index, char name[CLI_NAME_BYTES])
{
    const char *word = option->names != NULL ? option->names : "";

    for (; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (index-- == 0) {
            memcpy(name, word, length);
            name[length] = '\0';
            return name;
        }
        word += length;
    }
    return option->name_at != NULL ? option->name_at(index) : NULL;
}

char *cli_option_help(const cli_option *option, bool all)
{
    const size_t first = strcspn(option->help, "\n");
    const char *more = option->help[first] != '\0' ? option->help + first + 1 : "";

    return cli_string("%.*s%s", (int)first, option->help, all ? more : "");
}
