/* test_each_line.c - one thread gets each line with its number, across the ends of chunks; a bad
 * line ends the reading. */
#include "io/text/each_line.h"

#include <string.h>

#include "support/allocator.h"
#include "support/check.h"
#include "unit/io/text_input.h"

/* Lines of another length each, with blanks around them; the last one lacks its end. */
static const char text[] = "a1\n  b2 \n\n\td3\t\ne4\r\nf5";
static const char *const trimmed[] = {"a1", "b2", "", "d3", "e4", "f5"};

enum { LINES = LENGTH(trimmed), FIRST = 7 };

static const char STOPPED[] = "begins with the letter that stops";

typedef struct seen {
    uint64_t lines;
    char stop; /* a line that begins with it is bad */
    bool differs;
} seen;

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    seen *all = user;
    (void)context;
    const tg_line line = tg_text_trimmed(from);
    const size_t bytes = (size_t)(line.end - line.begin);
    if (from->error != NULL) return TRICORN_OK;
    if (all->lines == LINES || from->number != FIRST + all->lines || from->thread != 0 ||
        bytes != strlen(trimmed[all->lines]) || memcmp(line.begin, trimmed[all->lines], bytes) != 0)
        all->differs = true;
    all->lines++;
    if (bytes > 0 && *line.begin == all->stop) from->error = STOPPED;
    return TRICORN_OK;
}

static tricorn_status parse(tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

static tricorn_status read_text(
  tricorn_context *context, text_kind kind, size_t chunk_bytes, const char *content, seen *all)
{
    const size_t usual = tg_text_chunk_bytes;
    const tg_text_reader reader = {.threads = 1, .first_line = FIRST, .user = all, .parse = parse};
    text_input input;
    text_input_open(context, &input, kind, content, strlen(content));
    tg_text_chunk_bytes = chunk_bytes;
    const tricorn_status status = tg_text_read(context, input.input, &reader);
    tg_text_chunk_bytes = usual;
    text_input_close(&input);
    return status;
}

static const size_t chunk_sizes[] = {1, 2, 3, 5, 8, 1000};

TEST_CASE(numbers_lines)
{
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 0);
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (size_t b = 0; b < LENGTH(chunk_sizes); b++) {
            seen all = {0};
            REQUIRE_OK(context, read_text(context, (text_kind)kind, chunk_sizes[b], text, &all));
            CHECK_EQ(all.lines, LINES, "lines, chunks of %zu", chunk_sizes[b]);
            CHECK(!all.differs, "a line or its number, chunks of %zu", chunk_sizes[b]);
        }
    test_context_free(&allocator, context);
}

TEST_CASE(stops_at_bad_lines)
{
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 0);
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (size_t b = 0; b < LENGTH(chunk_sizes); b++) {
            seen all = {.stop = 'd'};
            REQUIRE_STATUS(
              context, read_text(context, (text_kind)kind, chunk_sizes[b], text, &all), TRICORN_BAD_FORMAT);
            CHECK_MESSAGE(context, "text:10: begins with the letter that stops");
            CHECK_EQ(all.lines, 4, "lines, chunks of %zu", chunk_sizes[b]);

            all = (seen){0};
            REQUIRE_STATUS(
              context, read_text(context, (text_kind)kind, chunk_sizes[b], "a1\nb\r2\nd3\n", &all), TRICORN_BAD_FORMAT);
            CHECK_MESSAGE(context, "text:8: a carriage return within the line");
            CHECK_EQ(all.lines, 1, "lines, chunks of %zu", chunk_sizes[b]);
        }
    test_context_free(&allocator, context);
}

TEST_MAIN()
