#include "message.h"

#include <stdio.h>
#include <string.h>

static const char mark[] = "the option '"; /* then MEMBER or MEMBER=VALUE, and an apostrophe */

/* Members of the library's options that have another name here. */
static const struct {
    const char *member, *option;
} names[] = {
    {"process_bytes_limit", "--memory"},
    {"lease_seconds", "--lease"},
    {"device_bytes_limit", "--device-memory"},
    {"instruction_set", "--isa"},
    {"parameters", "--option"},
    {"scratch", "TMPDIR"}, /* of the environment */
};

static const char *option_of(const char *member, size_t length, bool writing)
{
    if (writing && length == strlen("format") && strncmp(member, "format", length) == 0)
        return "--to";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].member) == length && strncmp(names[i].member, member, length) == 0)
            return names[i].option;
    return NULL;
}

/* Appends as much as there is room for. */
static size_t append(char *text, size_t used, const char *more, size_t length)
{
    const size_t room = CLI_MESSAGE_BYTES - 1 - used;
    if (length > room) length = room;
    memcpy(text + used, more, length);
    text[used + length] = '\0';
    return used + length;
}

/* Appends "--ids string" for "ids=string"; `length` bytes are quoted. */
static size_t append_option(char *text, size_t used, const char *quoted, size_t length,
                            bool writing)
{
    const char *equals = memchr(quoted, '=', length);
    const size_t member = equals != NULL ? (size_t)(equals - quoted) : length;
    const char *option = option_of(quoted, member, writing);

    if (option != NULL) {
        used = append(text, used, option, strlen(option));
    } else {
        used = append(text, used, "--", 2);
        used = append(text, used, quoted, member);
    }
    if (equals == NULL) return used;
    used = append(text, used, " ", 1);
    return append(text, used, equals + 1, length - member - 1);
}

const char *cli_message(const tricorn_context *context, tricorn_status status, bool writing,
                        char text[CLI_MESSAGE_BYTES])
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
    return text;
}
