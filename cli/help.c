/* help.c - prints the help of a verb: its description, its options by groups, and its examples. */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option.h"

enum { TEXT_COLUMN = 28, COLUMNS = 79 };

const char cli_help_twice[] = "Of an option that is given twice the last value counts; lists and "
                              "options that may be given again add up.";

/* Prints the words of a text up to column COLUMNS. It begins after the first `used` columns of
 * the present line; further lines begin at `column`. */
static void print_wrapped(const char *text, int column, int used)
{
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (used > column && used + 1 + length > COLUMNS) {
            printf("\n%*s", column, "");
            used = column;
        }
        used += printf("%s%.*s", used > column ? " " : "", length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

/* Prints a line such as "  -o, --output=FILE         write to FILE". */
static void print_option(const cli_option *option, bool all)
{
    const char *equals = option->value == NULL ? "" : option->name != NULL ? "=" : " ";
    const char *value = option->value != NULL ? option->value : "";
    char *help = cli_option_help(option, all);
    int used;

    if (option->letter == 0)
        used = printf("      --%s%s%s", option->name, equals, value);
    else if (option->name == NULL)
        used = printf("  -%c%s%s", option->letter, equals, value);
    else
        used = printf("  -%c, --%s%s%s", option->letter, option->name, equals, value);
    printf("%*s", TEXT_COLUMN - used, "");
    print_wrapped(help, TEXT_COLUMN, TEXT_COLUMN);
    free(help);
}

/* Prints the options, and returns how many of them the short help leaves out. */
static size_t print_options(const cli_verb *verb, bool all)
{
    const cli_option *option = NULL;
    cli_group group = CLI_GROUPS;
    size_t rare = 0;

    while ((option = cli_option_next(verb, option)) != NULL) {
        if (!option->is_usual) rare++;
        if (!option->is_usual && !all) continue;
        if (option->group != group) printf("%s:\n", cli_group_heading(option->group));
        group = option->group;
        print_option(option, all);
    }
    return rare;
}

void cli_help_print(const cli_verb *verb, bool all)
{
    printf("tricorn %s - %s\n\n%s\n\nUsage: tricorn %s [OPTION...] %s\n\n", verb->name, verb->summary,
      verb->description, verb->name, verb->arguments);
    const size_t rare = print_options(verb, all);
    if (all) {
        putchar('\n');
        print_wrapped(cli_help_twice, 0, 0);
    } else if (rare > 0) {
        printf("'tricorn %s --help=all' shows %zu more.\n", verb->name, rare);
    }
    printf("\nExamples:\n%s", verb->examples);
}
