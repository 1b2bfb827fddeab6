/* test_text.c - every line is in exactly one chunk, complete, and chunks are whole lines in
 * their order; the first bad line is reported, whichever thread finds it. */
#include "io/text/text.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/packing.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/edge_list.h"
#include "support/random.h"
#include "unit/io/text_input.h"

static const uint32_t thread_counts[] = {1, 2, 5};
static const size_t chunk_sizes[] = {1, 2, 3, 7, 64, 1000, 1 << 18};

enum { THREAD_COUNTS = LENGTH(thread_counts), CHUNK_SIZES = LENGTH(chunk_sizes), MOST_CHUNKS = 1 << 16 };

/* The observations of the parser below; checked after all threads have ended, because a check
 * must not fail within one. */
typedef struct seen {
    char *chunks[MOST_CHUNKS]; /* copies, by index */
    size_t bytes[MOST_CHUNKS];
    _Atomic uint64_t lines;
    atomic_int faults; /* a guarantee of text.h was broken */
    _Atomic uint64_t padding; /* sum of the bytes behind chunks: they may be read */
    uint32_t threads;
    _Atomic uint64_t next; /* of one thread: the least index of the next chunk */
    tricorn_status status; /* to be returned at a line that begins with '?' */
} seen;

static char bad_line[] = "begins with '!'";

static tricorn_status parse(tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    seen *all = user;
    const size_t bytes = (size_t)(chunk->end - chunk->begin);
    if (chunk->index >= MOST_CHUNKS || chunk->thread >= all->threads || bytes == 0 ||
        all->chunks[chunk->index] != NULL || chunk->end[0] != '\n')
        all->faults++;
    if (all->threads == 1 && chunk->index < atomic_exchange(&all->next, chunk->index + 1)) all->faults++;
    for (int i = 0; i < TG_TEXT_PADDING; i++) all->padding += (unsigned char)chunk->end[i];
    all->chunks[chunk->index] = test_allocate(bytes, 1);
    all->bytes[chunk->index] = bytes;
    memcpy(all->chunks[chunk->index], chunk->begin, bytes);

    for (const char *at = chunk->begin; at < chunk->end;) {
        const char *end = memchr(at, '\n', (size_t)(chunk->end - at));
        outcome->lines++;
        if (*at == '?') return tg_fail(context, all->status, "a line that begins with '?'");
        if (*at == '!') {
            outcome->error = bad_line;
            break;
        }
        at = end ? end + 1 : chunk->end;
    }
    all->lines += outcome->lines;
    return TRICORN_OK;
}

static struct {
    test_allocator allocator;
    tricorn_context *context;
    seen all;
} fixture;

static void create(void)
{
    signal(SIGPIPE, SIG_IGN);
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, 0);
}

static void destroy(void)
{
    test_context_free(&fixture.allocator, fixture.context);
}

static void forget(void)
{
    for (size_t b = 0; b < MOST_CHUNKS; b++) free(fixture.all.chunks[b]);
    memset(&fixture.all, 0, sizeof fixture.all);
}

static tricorn_status read_text(text_kind kind, uint32_t threads, size_t chunk_bytes, const char *text, size_t count)
{
    const size_t usual = tg_text_chunk_bytes;
    const tricorn_status failing = fixture.all.status;
    text_input input;
    forget();
    fixture.all.status = failing;
    fixture.all.threads = threads;
    const tg_text_reader reader = {.threads = threads, .first_line = 1, .user = &fixture.all, .parse = parse};
    text_input_open(fixture.context, &input, kind, text, count);
    tg_text_chunk_bytes = chunk_bytes;
    const tricorn_status status = tg_text_read(fixture.context, input.input, &reader);
    tg_text_chunk_bytes = usual;
    text_input_close(&input);
    CHECK_EQ(fixture.all.faults, 0, "faults, %zu bytes in chunks of %zu", count, chunk_bytes);
    return status;
}

/* The chunks, one after the other, are the text; each but the last ends with a line. */
static void check_chunks(const char *text, size_t count, const char *what)
{
    size_t at = 0;
    for (size_t b = 0; b < MOST_CHUNKS; b++) {
        if (fixture.all.chunks[b] == NULL) continue;
        const size_t bytes = fixture.all.bytes[b];
        CHECK(at + bytes <= count, "%s: chunk %zu", what, b);
        CHECK(memcmp(text + at, fixture.all.chunks[b], bytes) == 0, "%s: chunk %zu", what, b);
        at += bytes;
        CHECK(at == count || text[at - 1] == '\n', "%s: chunk %zu ends a line", what, b);
    }
    CHECK_EQ(at, count, "%s: bytes", what);
}

static uint64_t count_lines(const char *text, size_t count)
{
    uint64_t lines = count > 0 && text[count - 1] != '\n';
    for (size_t i = 0; i < count; i++) lines += text[i] == '\n';
    return lines;
}

static void check_everywhere(const char *text, size_t count, const char *what)
{
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (int t = 0; t < THREAD_COUNTS; t++)
            for (int b = 0; b < CHUNK_SIZES; b++) {
                if (count / chunk_sizes[b] >= MOST_CHUNKS) continue;
                WORKS(read_text((text_kind)kind, thread_counts[t], chunk_sizes[b], text, count));
                check_chunks(text, count, what);
                CHECK_EQ(fixture.all.lines, count_lines(text, count), "%s: lines", what);
            }
}

TEST_CASE(small_texts)
{
    static const char *const texts[] = {"", "a", "\n", "\n\n\n", "a\n", "a\nb", "\na", "a\n\nb\n\n", "ab\ncd\n",
      "abc\nd\nefgh", "long line\n\n\nx\nanother long line\nyy\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) check_everywhere(texts[i], strlen(texts[i]), texts[i]);
}

TEST_CASE(random_texts)
{
    test_random random = {7};
    for (uint32_t i = 0; i < 30; i++) {
        char text[3000];
        const uint32_t count = test_random_below(&random, sizeof text);
        const uint32_t line = 1 + test_random_below(&random, i % 3 == 0 ? 300 : 12);
        for (uint32_t c = 0; c < count; c++) text[c] = test_random_below(&random, line) == 0 ? '\n' : 'a';
        check_everywhere(text, count, "random text");
    }
}

/* Lines much longer than most chunks. */
TEST_CASE(long_lines)
{
    const size_t count = 300000;
    char *text = test_allocate(count, 1);
    memset(text, 'a', count);
    text[5] = text[70000] = text[70001] = text[210000] = '\n';
    check_everywhere(text, count, "long lines");
    text[count - 1] = '\n';
    check_everywhere(text, count, "long lines, ended");
    free(text);
}

/* The message must name that line: "text:LINE: begins with '!'". */
static void check_bad_line(const char *text, size_t count, uint64_t line)
{
    char expected[64];
    snprintf(expected, sizeof expected, "text:%llu: begins with '!'", (unsigned long long)line);
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (int t = 0; t < THREAD_COUNTS; t++)
            for (int b = 0; b < CHUNK_SIZES; b++) {
                REQUIRE_STATUS(fixture.context,
                  read_text((text_kind)kind, thread_counts[t], chunk_sizes[b], text, count), TRICORN_BAD_FORMAT);
                SAYS(expected);
            }
}

TEST_CASE(bad_lines)
{
    test_random random = {11};
    for (int i = 0; i < 20; i++) {
        char text[4000];
        size_t count = 0;
        uint64_t line = 0, first = 0;
        while (count < sizeof text - 20) {
            const bool bad = test_random_below(&random, 100) == 0;
            line++;
            if (bad && first == 0) first = line;
            if (bad) text[count++] = '!';
            for (uint32_t c = test_random_below(&random, 10); c > 0; c--) text[count++] = 'a';
            text[count++] = '\n';
        }
        if (first > 0) check_bad_line(text, count, first);
    }
}

/* A fault that text.c itself reports: an endless line that is binary. */
TEST_CASE(binary_long_line)
{
    const size_t count = 100000;
    char *text = test_allocate(count, 1);
    memset(text, 'a', count);
    text[10] = text[20] = '\n';
    text[1200] = 0;
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (int t = 0; t < THREAD_COUNTS; t++) {
            FAILS(read_text((text_kind)kind, thread_counts[t], 1000, text, count), TRICORN_BAD_FORMAT);
            SAYS("text:3: the line holds a NUL byte");
            text[11] = '!'; /* an earlier bad line is reported instead */
            FAILS(read_text((text_kind)kind, thread_counts[t], 1000, text, count), TRICORN_BAD_FORMAT);
            SAYS("text:2: begins with '!'");
            text[11] = 'a';
        }
    free(text);
}

TEST_CASE(failures)
{
    char text[2000];
    memset(text, 'a', sizeof text);
    for (size_t i = 9; i < sizeof text; i += 10) text[i] = '\n';
    text[1500] = '?';
    for (int kind = 0; kind < TEXT_KINDS; kind++)
        for (int t = 0; t < THREAD_COUNTS; t++) {
            fixture.all.status = TRICORN_OUT_OF_MEMORY;
            FAILS(read_text((text_kind)kind, thread_counts[t], 100, text, sizeof text), TRICORN_OUT_OF_MEMORY);
        }
}

TEST_CASE(cancelling)
{
    char text[2000];
    memset(text, '\n', sizeof text);
    for (int t = 0; t < THREAD_COUNTS; t++) {
        text_input input;
        forget();
        fixture.all.threads = thread_counts[t];
        const tg_text_reader reader = {
          .threads = thread_counts[t], .first_line = 1, .user = &fixture.all, .parse = parse};
        text_input_open(fixture.context, &input, TEXT_FILE, text, sizeof text);
        tricorn_context_set_progress(fixture.context, test_stop, NULL);
        fixture.context->next_report = 0;
        FAILS(tg_text_read(fixture.context, input.input, &reader), TRICORN_CANCELLED);
        tricorn_context_set_progress(fixture.context, NULL, NULL);
        text_input_close(&input);
    }
}

/* An open pipe without bytes: cancelling works, whichever thread waits for it. */
TEST_CASE(cancelling_a_silent_pipe)
{
    char lines[TG_PACKING_BYTES]; /* which are waited for when the input is opened */
    memset(lines, '\n', sizeof lines);
    for (int t = 0; t < THREAD_COUNTS; t++) {
        int ends[2], calls_left = 3; /* the first ones come while the input is opened */
        tg_input *input = NULL;
        forget();
        fixture.all.threads = thread_counts[t];
        const tg_text_reader reader = {
          .threads = thread_counts[t], .first_line = 1, .user = &fixture.all, .parse = parse};
        assert_int_equal(pipe(ends), 0);
        text_input_write(ends[1], lines, sizeof lines);
        WORKS(tg_input_open_descriptor(fixture.context, ends[0], "text", &input));
        tricorn_context_set_progress(fixture.context, test_stop, &calls_left);
        FAILS(tg_text_read(fixture.context, input, &reader), TRICORN_CANCELLED);
        tricorn_context_set_progress(fixture.context, NULL, NULL);
        tg_input_close(input);
        close(ends[0]);
        close(ends[1]);
    }
}

/* Lines are counted from the reader's first line, and read from the input's position. */
TEST_CASE(begins_in_the_middle)
{
    static const char text[] = "skipped\na\nb\n!\n";
    char skipped[8];
    size_t count = 0;
    for (int kind = 0; kind < TEXT_KINDS; kind++) {
        text_input input;
        forget();
        fixture.all.threads = 2;
        const tg_text_reader reader = {.threads = 2, .first_line = 2, .user = &fixture.all, .parse = parse};
        text_input_open(fixture.context, &input, (text_kind)kind, text, strlen(text));
        WORKS(tg_input_read(fixture.context, input.input, skipped, sizeof skipped, &count));
        FAILS(tg_text_read(fixture.context, input.input, &reader), TRICORN_BAD_FORMAT);
        SAYS("text:4: ");
        text_input_close(&input);
    }
}

/* Appends the lines of a range that the parser got, in the order of the text. */
static size_t append_range(const char *text, size_t count, tg_input_range range, size_t chunk_bytes, char *to)
{
    const size_t usual = tg_text_chunk_bytes;
    size_t got = 0;
    text_input input;
    forget();
    fixture.all.threads = 2;
    const tg_text_reader reader = {.threads = 2, .first_line = 1, .user = &fixture.all, .parse = parse};
    text_input_open(fixture.context, &input, TEXT_FILE, text, count);
    tg_input_set_range(input.input, range);
    tg_text_chunk_bytes = chunk_bytes;
    WORKS(tg_text_read(fixture.context, input.input, &reader));
    tg_text_chunk_bytes = usual;
    text_input_close(&input);
    for (size_t b = 0; b < MOST_CHUNKS; b++) {
        if (fixture.all.chunks[b] == NULL) continue;
        memcpy(to + got, fixture.all.chunks[b], fixture.all.bytes[b]);
        got += fixture.all.bytes[b];
    }
    CHECK_EQ(fixture.all.faults, 0, "faults");
    return got;
}

/* Ranges that follow each other have each line once, wherever they begin. */
TEST_CASE(ranges)
{
    static const char text[] = "a\nbb\n\nccc\nthe longest line of all\n\n\nd";
    const size_t count = strlen(text);
    static const size_t sizes[] = {1, 5, 1000};
    char joined[sizeof text];
    for (size_t b = 0; b < LENGTH(sizes); b++)
        for (uint64_t first = 0; first <= count + 1; first++)
            for (uint64_t second = first; second <= count + 1; second += 3) {
                const tg_input_range cut[] = {{0, first}, {first, second}, {second, UINT64_MAX}};
                size_t at = 0;
                for (size_t p = 0; p < 3; p++) {
                    const size_t got = append_range(text, count, cut[p], sizes[b], joined + at);
                    CHECK(got == 0 || at + got == count || joined[at + got - 1] == '\n', "%d ends a line", (int)p);
                    at += got;
                }
                CHECK_EQ(at, count, "cut at %d and %d", (int)first, (int)second);
                CHECK(memcmp(joined, text, count) == 0, "cut at %d and %d", (int)first, (int)second);
            }
}

int main(void)
{
    const int failed = test_run_all(NULL, NULL, create, destroy);
    forget();
    return failed;
}
