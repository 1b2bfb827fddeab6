#include "columns.h"

#include <string.h>

#include "exit.h"
#include "options.h"
#include "verb.h"

enum { ROLES = 5 };
static const char *const roles[ROLES] = {"source", "target", "weight", "time", "label"};

/* Returns the member of *columns for the role; NULL if no role has this name. */
static const char **member_of(tricorn_columns *columns, const char *role)
{
    const char **const members[ROLES] = {
      &columns->source, &columns->target, &columns->weight, &columns->time, &columns->label};

    for (size_t i = 0; i < ROLES; i++)
        if (strcmp(roles[i], role) == 0) return members[i];
    return NULL;
}

static int refuse_form(const cli_verb *verb, const char *text)
{
    return cli_usage(verb,
      "--columns needs two columns, such as 2,3 or from,to, or some of "
      "source=A,target=B,weight=C,time=D,label=E (A+B for an id in two columns), not '%s'",
      text);
}

static int take_pair(const cli_verb *verb, char *text, tricorn_columns *columns)
{
    char *comma = strchr(text, ',');

    if (comma == NULL || comma == text || comma[1] == '\0' || strchr(comma + 1, ',') != NULL)
        return refuse_form(verb, text);
    *comma = '\0';
    columns->source = text;
    columns->target = comma + 1;
    return CLI_DONE;
}

/* Takes "source=A". */
static int take_role(const cli_verb *verb, char *text, tricorn_columns *columns)
{
    char *equals = strchr(text, '=');

    if (equals == NULL || equals[1] == '\0') return refuse_form(verb, text);
    *equals = '\0';
    const char **member = member_of(columns, text);
    if (member == NULL)
        return cli_usage(verb,
          "a column has one of the roles source, target, weight, time and label, "
          "not '%s'",
          text);
    if (*member != NULL) return cli_usage(verb, "--columns names the column of the %s twice", text);
    *member = equals + 1;
    return CLI_DONE;
}

int cli_columns_parse(const cli_verb *verb, char *text, tricorn_columns *columns)
{
    char *rest;

    *columns = (tricorn_columns){.source = NULL};
    if (strchr(text, '=') == NULL) return take_pair(verb, text, columns);
    for (char *one = strtok_r(text, ",", &rest); one != NULL; one = strtok_r(NULL, ",", &rest)) {
        CLI_DO(take_role(verb, one, columns));
    }
    return columns->source == NULL && columns->target == NULL && columns->weight == NULL && columns->time == NULL &&
               columns->label == NULL
             ? refuse_form(verb, "")
             : CLI_DONE;
}
