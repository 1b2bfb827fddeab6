/* option.h - the table of options, which has the rows of options.def. */
#pragma once

#include "options.h"

/* The heading under which help and manual pages show an option. */
typedef enum cli_group {
    CLI_GROUP_COUNTING,
    CLI_GROUP_TIMING,
    CLI_GROUP_READING,
    CLI_GROUP_MACHINE,
    CLI_GROUP_LARGE,
    CLI_GROUP_OUTPUT,
    CLI_GROUPS
} cli_group;

/* The kind of an option's value; the comments also give the type of its member of cli_options. */
typedef enum cli_kind {
    CLI_FLAG, /* the option has no value; bool */
    CLI_HELP, /* a text, which may be left out; const char * */
    CLI_TEXT, /* const char * */
    CLI_JOINED, /* the texts of all occurrences, with spaces between them; const char * */
    CLI_NUMBER, /* an integer; uint64_t */
    CLI_REAL, /* a number that is not negative; double */
    CLI_POSITIVE, /* a number above 0; double */
    CLI_SHARE, /* a share such as "1%" or "0.01", above 0 and below 1; double */
    CLI_SIZE, /* bytes, such as "512M" or "2G"; uint64_t */
    CLI_NAME, /* the number of one of the row's names; int */
    CLI_LIST, /* words with commas between them; cli_list */
    CLI_WORDS, /* one word for each time that the option is given; cli_list */
    CLI_COLUMNS /* "A,B" or "source=A,weight=B"; tricorn_columns */
} cli_kind;

enum { CLI_NAME_BYTES = 64 };

typedef struct cli_option {
    const char *name; /* NULL: the option has only a letter */
    char letter; /* 0: the option has no letter */
    cli_set set;
    cli_group group;
    bool is_usual; /* the short help shows the option, too */
    cli_kind kind;
    size_t place; /* the offset of the option's member in cli_options */
    const char *value; /* stands for the value in help; NULL: the option has no value */
    uint64_t least, most; /* the range of a CLI_NUMBER */
    /* The names that the value may be: first the words of `names`, then name_at(0), name_at(1) and so on up to NULL;
     * "" is no name. For a CLI_NAME, the program checks that the value is one of these. For other kinds, the library
     * checks the value, and the names are used only to complete command lines. */
    const char *names;
    const char *(*name_at)(size_t index);
    /* A line; after a newline, it has what the short help leaves out. */
    const char *help;
} cli_option;

/* Returns the option that follows `last` among those of the verb, in the order of groups; if
 * `last` is NULL, the first one. NULL if no option follows. */
const cli_option *cli_option_next(const struct cli_verb *verb, const cli_option *last);

/* Whether any verb has an option with this name, such as "threads", or with this letter, such as "q". */
bool cli_option_exists(const char *name, bool is_letter);

const char *cli_group_heading(cli_group group);

/* Returns name number `index` that the value may be; NULL if it has fewer names. */
const char *cli_option_name(const cli_option *option, size_t index, char name[CLI_NAME_BYTES]);

/* Returns the help of the option on one line, all of it or only the short part. The caller frees it with free(). */
char *cli_option_help(const cli_option *option, bool all);
