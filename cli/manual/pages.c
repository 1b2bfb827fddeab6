/* pages.c - writes the manual pages of the program and of its verbs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "manual/manual.h"
#include "manual/roff.h"

enum { MOST_VERBS = 100 };

static void put_text(FILE *page, const char *text)
{
    roff_prose(page, text, strlen(text));
}

static void put_option(FILE *page, const cli_option *option)
{
    char *help = cli_option_help(option, true);

    fputs(".It", page);
    if (option->letter != 0) {
        fprintf(page, " Fl %c", option->letter);
        if (option->name == NULL && option->value != NULL) fputs(" Ar", page);
        if (option->name != NULL) fputs(" , ", page);
    }
    if (option->name != NULL) {
        fprintf(page, " Fl -%s", option->name);
        if (option->value != NULL) fputs(" Ns = Ns Ar", page);
    }
    if (option->value != NULL) roff_argument(page, option->value, strlen(option->value));
    fputc('\n', page);
    put_text(page, help);
    free(help);
}

static void put_options(FILE *page, const cli_verb *verb)
{
    cli_group group = CLI_GROUPS;
    const cli_option *option = NULL;

    while ((option = cli_option_next(verb, option)) != NULL) {
        if (option->group != group) {
            if (group != CLI_GROUPS) fputs(".El\n", page);
            group = option->group;
            fprintf(page, ".Ss %s\n.Bl -tag -width Ds\n", cli_group_heading(group));
        }
        put_option(page, option);
    }
    fputs(".El\n", page);
}

static void put_exit_status(FILE *page)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds -compact\n"
          ".It 0\ndone\n.It 1\nfailed: input or output, memory, a device, counts that disagree\n"
          ".It 2\nwrong usage: an unknown verb, option or name\n"
          ".It 3\nbad input data\n"
          ".It 129 , 130 , 143\nstopped by SIGHUP, SIGINT (Ctrl\\-C), SIGTERM\n.El\n",
      page);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void put_see_also(FILE *page, const cli_verb *but)
{
    const char *names[MOST_VERBS];
    size_t count = 0;

    for (size_t i = 0; cli_verb_at(i) != NULL && count < MOST_VERBS; i++)
        if (cli_verb_at(i) != but) names[count++] = cli_verb_at(i)->name;
    qsort(names, count, sizeof *names, by_name);
    fputs(".Sh SEE ALSO\n", page);
    if (but != NULL) fputs(".Xr tricorn 1 ,\n", page);
    for (size_t i = 0; i < count; i++) fprintf(page, ".Xr tricorn-%s 1 ,\n", names[i]);
    fputs(".Xr tricorn 3 ,\n.Xr tri 5\n", page);
}

void manual_program(FILE *page, const char *date)
{
    const cli_verb *verb;

    roff_head(page, "tricorn", 1, date);
    fputs(".Sh NAME\n.Nm tricorn\n.Nd count the triangles of graphs, exactly\n"
          ".Sh SYNOPSIS\n.Nm tricorn\n.Ar verb\n.Op Ar option ...\n.Op Ar argument ...\n"
          ".Sh DESCRIPTION\n",
      page);
    put_text(page, "tricorn reads a graph from a file of any common format, makes it simple (it drops "
                   "directions, and removes self loops and repeated edges), and counts its "
                   "triangles, or what is built on them.");
    put_text(page, "Results go to standard output, everything else to standard error.");
    put_text(page, "What --json prints is described by schema.json, in share/tricorn below the prefix of "
                   "the installation.");
    fputs(".Pp\nThe verbs, each with a page of its own:\n.Bl -tag -width tricorn-algorithms\n", page);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) {
        fprintf(page, ".It Xr tricorn-%s 1\n", verb->name);
        put_text(page, verb->summary);
    }
    fputs(".El\n.Pp\n.Nm tricorn Ar verb Fl -help\ndescribes a verb, and\n"
          ".Nm tricorn Fl -version\nprints the version and what it was built with.\n"
          ".Sh ENVIRONMENT\n.Bl -tag -width TRICORN_DATASETS\n"
          ".It Ev TMPDIR\n"
          "where edges go that do not fit in memory; else\n.Pa /var/tmp\n"
          ".It Ev OMP_NUM_THREADS\nthe most threads that are used without\n.Fl -threads\n"
          ".It Ev OMP_THREAD_LIMIT\nthe most threads that are used\n"
          ".It Ev TRICORN_BENCH\nthe folder of the list of data sets for\n.Xr tricorn-bench 1\n"
          ".It Ev TRICORN_DATASETS\nthe folder of data sets for\n.Xr tricorn-bench 1\n.El\n",
      page);
    put_exit_status(page);
    fputs(".Sh EXAMPLES\n", page);
    roff_literal(page, "tricorn count graph.txt\n"
                       "zcat graph.txt.gz | tricorn count --json -\n"
                       "tricorn generate complete vertices=100 | tricorn count -\n");
    put_see_also(page, NULL);
}

void manual_verb(FILE *page, const cli_verb *verb, const char *date)
{
    char title[CLI_PROGRAM_BYTES];

    snprintf(title, sizeof title, "tricorn-%s", verb->name);
    roff_head(page, title, 1, date);
    fprintf(page, ".Sh NAME\n.Nm %s\n.Nd ", title);
    put_text(page, verb->summary);
    fprintf(page, ".Sh SYNOPSIS\n.Nm tricorn %s\n.Op Ar option ...\n", verb->name);
    if (*verb->arguments != '\0') put_text(page, verb->arguments);
    fputs(".Sh DESCRIPTION\n", page);
    roff_text(page, verb->description);
    fputs(".Sh OPTIONS\n", page);
    put_text(page, "Square brackets hold what happens without the option.");
    put_text(page, cli_help_twice);
    put_options(page, verb);
    put_exit_status(page);
    fputs(".Sh EXAMPLES\n", page);
    roff_literal(page, verb->examples);
    put_see_also(page, verb);
}
