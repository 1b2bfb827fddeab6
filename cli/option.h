/* option.h - the table of options: the members of a row of options.def. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

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

/* The kind of an option's value, and the type of its member of cli_options. */
typedef enum cli_kind {
    CLI_FLAG,     /* no value; bool */
    CLI_HELP,     /* a text, which may be missing; const char * */
    CLI_TEXT,     /* const char * */
    CLI_JOINED,   /* all given texts, with spaces between them; const char * */
    CLI_NUMBER,   /* a whole number; uint64_t */
    CLI_REAL,     /* a number from 0 on; double */
    CLI_POSITIVE, /* a number above 0; double */
    CLI_SHARE,    /* "1%" or "0.01", above 0 and below 1; double */
    CLI_SIZE,     /* bytes: "512M" or "2G"; uint64_t */
    CLI_NAME,     /* one of the names of the row, as its number; int */
    CLI_LIST,     /* words with commas between; cli_list */
    CLI_WORDS,    /* one word each time that the option is given; cli_list */
    CLI_COLUMNS   /* "A,B" or "source=A,weight=B"; tricorn_columns */
} cli_kind;

enum { CLI_NAME_BYTES = 64 };

typedef struct cli_option {
    const char *name; /* NULL: the option has only a letter */
    char letter;      /* 0: the option has no letter */
    cli_set set;
    cli_group group;
    bool is_usual; /* whether the short help shows it */
    cli_kind kind;
    size_t place;         /* the offset of its member in cli_options */
    const char *value;    /* represents the value in help; NULL: the option takes none */
    uint64_t least, most; /* the range of a CLI_NUMBER */
    /* The names that are possible values: the words of `names`, then name_at(0), name_at(1) and
     * so on up to NULL; "" is no name.  The program checks the names of a CLI_NAME.  All other
     * names are for the completion of command lines; the library checks the value. */
    const char *names;
    const char *(*name_at)(size_t index);
    const char *help; /* a line, and behind a newline what the short help leaves out */
} cli_option;

/* Returns the option behind `last` of those that the verb takes, in the order of groups; last NULL:
 * the first one.  NULL: there is none. */
const cli_option *cli_option_next(const struct cli_verb *verb, const cli_option *last);

/* Whether any verb has an option of that name, such as "threads", or of that letter, such as
 * "q". */
bool cli_option_exists(const char *name, bool is_letter);

const char *cli_group_heading(cli_group group);

/* Returns name number `index` that the value can be; NULL: index is beyond the last one. */
const char *cli_option_name(const cli_option *option, size_t index, char name[CLI_NAME_BYTES]);

/* Returns the help of the option, all of it or the short one, as one line.  Free it with
 * free(). */
char *cli_option_help(const cli_option *option, bool all);

#endif
