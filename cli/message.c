/* message.c - replaces the names of the library's options in messages by those of the program,
 * and suggests similar names. */
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "words.h"

static const char mark[] = "the option '"; /* MEMBER or MEMBER=VALUE follows, then an apostrophe */

/* Members of the library's options that have another name as options of the program. */
static const struct {
    const char *member, *option;
} names[] = {
  {"process_bytes_limit", "--memory"}, {"lease_seconds", "--lease"}, {"device_bytes_limit", "--device-memory"},
  {"instruction_set", "--isa"}, {"parameters", "--option"}, {"scratch", "TMPDIR"}, /* a variable of the environment */
};

static const char *option_of(const char *member, size_t length, bool writing)
{
    if (writing && length == strlen("format") && strncmp(member, "format", length) == 0) return "--to";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].member) == length && strncmp(names[i].member, member, length) == 0) return names[i].option;
    return NULL;
}

/* Appends as much of `more` as fits in the rest of `text`; returns the new length. */
static size_t append(char *text, size_t used, const char *more, size_t length)
{
    const size_t room = CLI_MESSAGE_BYTES - 1 - used;
    if (length > room) length = room;
    memcpy(text + used, more, length);
    text[used + length] = '\0';
    return used + length;
}

/* Appends "--ids string" for "ids=string", and "--file-list" for "file_list"; `quoted` has
 * `length` bytes. */
static size_t append_option(char *text, size_t used, const char *quoted, size_t length, bool writing)
{
    const char *equals = memchr(quoted, '=', length);
    const size_t member = equals != NULL ? (size_t)(equals - quoted) : length;
    const char *option = option_of(quoted, member, writing);

    if (option != NULL) {
        used = append(text, used, option, strlen(option));
    } else {
        used = append(text, used, "--", 2);
        for (size_t i = 0; i < member; i++) used = append(text, used, quoted[i] == '_' ? "-" : quoted + i, 1);
    }
    if (equals == NULL) return used;
    /* A shell would not pass "--comment #" on. */
    const size_t value = length - member - 1;
    const char *quote = value == 1 && strchr("#!*;&|<>()$~", equals[1]) != NULL ? "'" : "";
    used = append(text, used, " ", 1);
    used = append(text, used, quote, strlen(quote));
    used = append(text, used, equals + 1, value);
    return append(text, used, quote, strlen(quote));
}

/* ---- names that do not exist ---- */

/* Returns the verb that lists all names of this kind; NULL: no verb does. */
static const char *verb_for(const char *kind)
{
    static const struct {
        const char *kind, *verb;
    } listed[] = {{"algorithm", "algorithms"}, {"format", "formats"}, {"graph model", "generate"}};

    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (strcmp(listed[i].kind, kind) == 0) return listed[i].verb;
    return NULL;
}

/* Finds the name that was probably meant in a list "a, b, c". Writes a zero byte after each name of the list. */
static cli_nearest nearest_of(const char *name, char *list)
{
    static const char between[] = ", ";
    cli_nearest nearest = cli_nearest_to(name);
    char *rest;

    for (char *one = strtok_r(list, between, &rest); one != NULL; one = strtok_r(NULL, between, &rest))
        cli_nearest_offer(&nearest, one);
    return nearest;
}

/* Rewrites the message of tg_no_name (src/base/names.h), "... no KIND 'NAME'; choose one of:
 * LIST": the new text has the name that was probably meant, and the verb that prints the list. */
static void suggest(char text[CLI_MESSAGE_BYTES])
{
    static const char head[] = "there is no ", choices[] = "'; choose one of: ";
    char given[CLI_MESSAGE_BYTES], list[CLI_MESSAGE_BYTES], hint[CLI_MESSAGE_BYTES];
    char *kind = given + sizeof head - 1, *name, *end;

    memcpy(given, text, CLI_MESSAGE_BYTES);
    if (strncmp(given, head, sizeof head - 1) != 0) return;
    if ((name = strstr(kind, " '")) == NULL || (end = strstr(name, choices)) == NULL) return;
    *name = *end = '\0';
    name += strlen(" '");
    strcpy(list, end + sizeof choices - 1);
    const cli_nearest nearest = nearest_of(name, list);
    const char *verb = verb_for(kind);
    cli_nearest_hint(&nearest, "", hint, sizeof hint);
    char *said = verb != NULL
                   ? cli_string("unknown %s '%s'%s; 'tricorn %s' lists them", kind, name, hint, verb)
                   : cli_string("unknown %s '%s'%s; choose one of: %s", kind, name, hint, end + sizeof choices - 1);
    snprintf(text, CLI_MESSAGE_BYTES, "%s", said);
    free(said);
}

const char *cli_message(
  const tricorn_context *context, tricorn_status status, bool writing, char text[CLI_MESSAGE_BYTES])
{
    const char *rest = tricorn_context_message(context), *at, *end;
    size_t used = 0;

    if (*rest == '\0') rest = tricorn_status_string(status);
    text[0] = '\0';
    while ((at = strstr(rest, mark)) != NULL && (end = strchr(at + strlen(mark), '\'')) != NULL) {
        used = append(text, used, rest, (size_t)(at - rest));
        at += strlen(mark);
        used = append_option(text, used, at, (size_t)(end - at), writing);
        rest = end + 1;
    }
    append(text, used, rest, strlen(rest));
    suggest(text);
    return text;
}
