/* text_input.h - a text as input: a file, or a pipe. */
#pragma once

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/bytes/input.h"
#include "support/check.h"

typedef enum text_kind { TEXT_FILE, TEXT_PIPE, TEXT_KINDS } text_kind;

typedef struct text_input {
    tg_input *input;
    int descriptor;
    bool piped;
    pthread_t writer;
    int writer_end;
    const char *bytes;
    size_t count;
} text_input;

/* Writes until everything is written or the reader has closed. */
static inline void text_input_write(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t wrote = write(descriptor, bytes, count);
        if (wrote <= 0) return;
        bytes += wrote;
        count -= (size_t)wrote;
    }
}

static inline void *text_input_writer(void *user)
{
    const text_input *text = user;
    text_input_write(text->writer_end, text->bytes, text->count);
    close(text->writer_end);
    return NULL;
}

/* Opens the text, whose bytes must stay valid until text_input_close. The test ignores SIGPIPE.
 */
static inline void text_input_open(
  tricorn_context *context, text_input *text, text_kind kind, const char *bytes, size_t count)
{
    *text = (text_input){.bytes = bytes, .count = count, .piped = kind == TEXT_PIPE};
    if (text->piped) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        text->descriptor = ends[0];
        text->writer_end = ends[1];
        assert_int_equal(pthread_create(&text->writer, NULL, text_input_writer, text), 0);
    } else {
        text->descriptor = memfd_create("text", 0);
        assert_true(text->descriptor >= 0);
        text_input_write(text->descriptor, bytes, count);
        lseek(text->descriptor, 0, SEEK_SET);
    }
    REQUIRE_OK(context, tg_input_open_descriptor(context, text->descriptor, "text", &text->input));
}

static inline void text_input_close(text_input *text)
{
    tg_input_close(text->input);
    close(text->descriptor);
    if (text->piped) pthread_join(text->writer, NULL);
}
