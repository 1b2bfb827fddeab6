/* message.c - rewrites messages of the library in the words of the package.
 *
 * The library names an option by its member, as in "the option 'process_bytes_limit'". The package shows the keyword
 * that sets this option, memory=, with the value in the message, so that users can copy it.
 */
#include "message.h"

#include <stdbool.h>
#include <string.h>

/* MEMBER or MEMBER=VALUE follows, then an apostrophe. */
static const char mark[] = "the option '";

/* Members of the library's options that have another name as keywords. */
static const struct {
    const char *member, *keyword;
} keywords[] = {
  {"process_bytes_limit", "memory"},
  {"host_bytes_limit", "memory"},
  {"device_bytes_limit", "device_memory"},
};

typedef struct writing {
    char *text;
    size_t used;
} writing;

static void append(writing *out, const char *more, size_t length)
{
    const size_t room = PY_MESSAGE_BYTES - 1 - out->used;
    if (length > room) length = room;
    memcpy(out->text + out->used, more, length);
    out->used += length;
    out->text[out->used] = '\0';
}

static void append_name(writing *out, const char *member, size_t length)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i].member) == length && strncmp(keywords[i].member, member, length) == 0) {
            append(out, keywords[i].keyword, strlen(keywords[i].keyword));
            return;
        }
    append(out, member, length);
}

/* Appends a keyword: memory= for "process_bytes_limit", ids="string" for "ids=string"; `quoted`
 * has `length` bytes. */
static void append_keyword(writing *out, const char *quoted, size_t length)
{
    const char *equals = memchr(quoted, '=', length);
    append_name(out, quoted, equals ? (size_t)(equals - quoted) : length);
    append(out, "=", 1);
    if (equals == NULL) return;
    const size_t bytes = length - (size_t)(equals + 1 - quoted);
    const bool number = bytes > 0 && strspn(equals + 1, "0123456789") == bytes;
    append(out, "\"", number ? 0 : 1);
    append(out, equals + 1, bytes);
    append(out, "\"", number ? 0 : 1);
}

const char *py_message(const char *message, char text[PY_MESSAGE_BYTES])
{
    writing out = {text, 0};
    const char *at, *end;
    text[0] = '\0';
    while ((at = strstr(message, mark)) != NULL && (end = strchr(at + strlen(mark), '\'')) != NULL) {
        append(&out, message, (size_t)(at - message));
        at += strlen(mark);
        append_keyword(&out, at, (size_t)(end - at));
        message = end + 1;
    }
    append(&out, message, strlen(message));
    return text;
}
