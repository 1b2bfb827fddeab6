/* test_input.c - the bytes of files, pipes and descriptors are read, compressed or not; cut,
 * damaged and foreign content is reported. */
#include "io/bytes/input.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes/inflate.h"
#include "support/fixture.h"
#include "support/random.h"
#include "unit/io/text_input.h"

typedef struct content {
    char *bytes;
    size_t count;
} content;

/* Each test runs with one thread and with several, by each library that decodes gzip. */
static uint32_t threads = 1;

static void create(void)
{
    test_fixture_open(threads);
}

/* Lines of numbers, as compressible as graphs are. */
static content make_content(size_t count)
{
    test_random random = {count + 1};
    content made = {test_allocate(count + 1, 1), count};
    for (size_t i = 0; i < count; i++) made.bytes[i] = i % 7 == 6 ? '\n' : (char)('0' + test_random_below(&random, 10));
    return made;
}

static content packed(const content *plain, test_compression compression)
{
    content made;
    test_file_write(fixture.path, plain->bytes, plain->count, compression);
    made.bytes = test_file_read(fixture.path, &made.count);
    return made;
}

static content joined(const content *a, const content *b)
{
    content made = {test_allocate(a->count + b->count + 1, 1), a->count + b->count};
    if (a->count > 0) memcpy(made.bytes, a->bytes, a->count);
    if (b->count > 0) memcpy(made.bytes + a->count, b->bytes, b->count);
    return made;
}

static void put(const content *bytes)
{
    test_file_write(fixture.path, bytes->bytes, bytes->count, TEST_PLAIN);
}

/* Reads to the end, `room` bytes at a time; the content is empty on failure. */
static tricorn_status drain(tg_input *input, size_t room, content *all)
{
    size_t space = 1 << 16, got = room;
    *all = (content){test_allocate(space, 1), 0};
    while (got == room) {
        if (space - all->count < room) {
            space = 2 * space + room;
            all->bytes = realloc(all->bytes, space);
            assert_non_null(all->bytes);
        }
        const tricorn_status status = tg_input_read(fixture.context, input, all->bytes + all->count, room, &got);
        if (status != TRICORN_OK) {
            free(all->bytes);
            *all = (content){0};
            return status;
        }
        all->count += got;
    }
    return TRICORN_OK;
}

/* Reads fixture.path: the whole content, or the failure of open or read. */
static tricorn_status read_file(content *all)
{
    tg_input *input = NULL;
    *all = (content){0};
    tricorn_status status = tg_input_open(fixture.context, fixture.path, &input);
    if (status == TRICORN_OK) status = drain(input, 1 << 12, all);
    tg_input_close(input);
    return status;
}

static bool equal(const content *a, const content *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->bytes, b->bytes, a->count) == 0);
}

static void check_file_reads(const content *expected, const char *what)
{
    content all;
    WORKS(read_file(&all));
    CHECK(equal(&all, expected), "content of %s", what);
    free(all.bytes);
}

static void check_file_fails(tricorn_status expected, const char *part)
{
    content all;
    FAILS(read_file(&all), expected);
    SAYS(part);
    SAYS(fixture.path);
}

/* ---- all ways to read the same ---- */

static void check_reading(const content *expected, tg_input *input, size_t room, bool peek)
{
    content all;
    const char *peeked = NULL;
    size_t peeked_count = 0;
    const size_t least = expected->count < TG_PEEK_BYTES ? expected->count : TG_PEEK_BYTES;
    for (int again = 0; peek && again < 2; again++) {
        WORKS(tg_input_peek(fixture.context, input, &peeked, &peeked_count));
        CHECK_EQ(peeked_count, least, "bytes peeked");
        CHECK(least == 0 || memcmp(peeked, expected->bytes, least) == 0, "peeked content");
    }
    WORKS(drain(input, room, &all));
    CHECK(equal(&all, expected), "content read by %zu", room);
    CHECK(!peek || least == 0 || memcmp(peeked, expected->bytes, least) == 0, "peek until close");
    CHECK(tg_input_size(input) == 0 || tg_input_consumed(input) == tg_input_size(input), "all consumed");
    free(all.bytes);
}

typedef struct feeding {
    int descriptor;
    const content *bytes;
} feeding;

static void *feed(void *user)
{
    const feeding *job = user;
    text_input_write(job->descriptor, job->bytes->bytes, job->bytes->count);
    close(job->descriptor);
    return NULL;
}

static void check_pipe(const content *raw, const content *expected, size_t room, bool peek)
{
    int ends[2];
    pthread_t thread;
    tg_input *input = NULL;
    assert_int_equal(pipe(ends), 0);
    feeding job = {ends[1], raw};
    assert_int_equal(pthread_create(&thread, NULL, feed, &job), 0);
    WORKS(tg_input_open_descriptor(fixture.context, ends[0], "pipe", &input));
    CHECK(!tg_input_is_flat(input), "a pipe is a stream");
    check_reading(expected, input, room, peek);
    tg_input_close(input);
    pthread_join(thread, NULL);
    close(ends[0]);
}

TEST_CASE(test_all_ways_agree)
{
    static const size_t sizes[] = {0, 1, 5, 65535, 65536, 65537, 1500000};
    static const size_t rooms[] = {700, 65536, 262144, 2000000};
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        const content plain = make_content(sizes[s]);
        for (test_compression c = TEST_PLAIN; c <= TEST_ZSTD; c++) {
            const content raw = packed(&plain, c);
            for (size_t r = 0; r < 2 * LENGTH(rooms); r++) {
                tg_input *input = NULL;
                WORKS(tg_input_open(fixture.context, fixture.path, &input));
                CHECK(tg_input_is_flat(input) == (c == TEST_PLAIN && plain.count > 0), "flat");
                CHECK_EQ(tg_input_size(input), raw.count, "size of the file");
                check_reading(&plain, input, rooms[r / 2], r % 2);
                tg_input_close(input);
                check_pipe(&raw, &plain, rooms[r / 2], r % 2);
            }
            free(raw.bytes);
        }
        free(plain.bytes);
    }
}

TEST_CASE(test_flat_files_at_any_place)
{
    const content plain = make_content(200000);
    const char *peeked;
    char bytes[5000];
    size_t count;
    tg_input *input = NULL;
    put(&plain);
    WORKS(tg_input_open(fixture.context, fixture.path, &input));
    WORKS(tg_input_peek(fixture.context, input, &peeked, &count));
    CHECK_EQ(tg_input_consumed(input), 0, "peeking consumes nothing");
    WORKS(tg_input_read(fixture.context, input, bytes, 5000, &count));
    CHECK_EQ(tg_input_consumed(input), 5000, "consumed");
    WORKS(tg_input_read_at(fixture.context, input, 195000, bytes, sizeof bytes));
    CHECK(memcmp(bytes, plain.bytes + 195000, sizeof bytes) == 0, "the last bytes");
    CHECK_EQ(tg_input_consumed(input), 5000, "reading elsewhere consumes nothing");
    FAILS(tg_input_read_at(fixture.context, input, 195001, bytes, 5000), TRICORN_IO_ERROR);
    assert_string_equal(tg_input_name(input), fixture.path);
    tg_input_close(input);
    free(plain.bytes);
}

/* The shell may have read a part of standard input's file. */
TEST_CASE(test_descriptor_in_mid_file)
{
    const content plain = make_content(100000), rest = {plain.bytes + 777, plain.count - 777};
    content all;
    tg_input *input = NULL;
    for (test_compression c = TEST_PLAIN; c <= TEST_ZSTD; c++) {
        const content tail = packed(&rest, c), head = {plain.bytes, 777};
        const content whole = joined(&head, &tail);
        put(&whole);
        const int descriptor = open(fixture.path, O_RDONLY);
        assert_int_equal(lseek(descriptor, 777, SEEK_SET), 777);
        WORKS(tg_input_open_descriptor(fixture.context, descriptor, "stdin", &input));
        CHECK_EQ(tg_input_size(input), tail.count, "size of the rest");
        WORKS(drain(input, 4096, &all));
        CHECK(equal(&all, &rest), "the rest");
        tg_input_close(input);
        assert_int_equal(close(descriptor), 0); /* the input does not close it */
        free(all.bytes);
        free(tail.bytes);
        free(whole.bytes);
    }
    free(plain.bytes);
}

/* ---- compressed content ---- */

TEST_CASE(test_members_are_joined)
{
    const content one = make_content(300000), two = make_content(70001), none = {NULL, 0};
    const content both = joined(&one, &two);
    for (test_compression c = TEST_GZIP; c <= TEST_ZSTD; c++) {
        const content a = packed(&one, c), b = packed(&two, c), empty = packed(&none, c);
        const content ab = joined(&a, &b), a_empty = joined(&a, &empty);
        const content a_empty_b = joined(&a_empty, &b), empty_ab = joined(&empty, &ab);
        put(&ab);
        check_file_reads(&both, "two members");
        put(&a_empty_b);
        check_file_reads(&both, "an empty member between two");
        put(&empty_ab);
        check_file_reads(&both, "an empty member before two");
        put(&empty);
        check_file_reads(&none, "an empty member");
        content all[] = {a, b, empty, ab, a_empty, a_empty_b, empty_ab};
        for (size_t i = 0; i < LENGTH(all); i++) free(all[i].bytes);
    }
    free(one.bytes);
    free(two.bytes);
    free(both.bytes);
}

TEST_CASE(test_skippable_frames)
{
    char frame[] = "\x5b\x2a\x4d\x18\x04\x00\x00\x00skip"; /* RFC 8878, 3.1.2 */
    const content skip = {frame, sizeof frame - 1}, plain = make_content(1000);
    const content data = packed(&plain, TEST_ZSTD);
    const content before = joined(&skip, &data), around = joined(&before, &skip);
    put(&around);
    check_file_reads(&plain, "skippable frames around");
    free(plain.bytes);
    free(data.bytes);
    free(before.bytes);
    free(around.bytes);
}

TEST_CASE(test_zero_padding_behind_gzip)
{
    char zeros[2000] = {0};
    const content plain = make_content(1000), data = packed(&plain, TEST_GZIP);
    const content padding = {zeros, sizeof zeros}, padded = joined(&data, &padding);
    const content again = joined(&padded, &data);
    put(&padded);
    check_file_reads(&plain, "padded gzip");
    put(&again);
    check_file_fails(TRICORN_BAD_FORMAT, "followed by bytes");
    free(plain.bytes);
    free(data.bytes);
    free(padded.bytes);
    free(again.bytes);
}

TEST_CASE(test_garbage_behind)
{
    char text[] = "1 2\n3 4\n";
    const content garbage = {text, sizeof text - 1}, plain = make_content(100000);
    for (test_compression c = TEST_GZIP; c <= TEST_ZSTD; c++) {
        const content data = packed(&plain, c), more = joined(&data, &garbage);
        put(&more);
        check_file_fails(TRICORN_BAD_FORMAT, "followed by bytes");
        free(data.bytes);
        free(more.bytes);
    }
    free(plain.bytes);
}

/* A file cut at any position is reported, never read as complete. */
TEST_CASE(test_cut_anywhere)
{
    enum { MAGIC = 4 };
    const content plain = make_content(300);
    for (test_compression c = TEST_GZIP; c <= TEST_ZSTD; c++) {
        const content data = packed(&plain, c);
        for (size_t length = MAGIC; length < data.count; length++) {
            const content cut = {data.bytes, length};
            put(&cut);
            check_file_fails(TRICORN_BAD_FORMAT, "too early");
        }
        free(data.bytes);
    }
    free(plain.bytes);
}

/* gzip has a checksum. With any bit changed the content is the same (for bits without meaning,
 * such as the time) or the damage is reported. With another method or reserved flags, however,
 * it is not detected as gzip: it may be a file of numbers, and is read unchanged. */
TEST_CASE(test_damaged_gzip)
{
    const content plain = make_content(200), data = packed(&plain, TEST_GZIP);
    size_t reported = 0;
    for (size_t bit = 16; bit < 8 * data.count; bit++) {
        content all;
        data.bytes[bit / 8] = (char)(data.bytes[bit / 8] ^ 1 << bit % 8);
        put(&data);
        const tricorn_status status = read_file(&all);
        const bool other = data.bytes[2] != 8 || (data.bytes[3] & 0xe0) != 0;
        CHECK(status == TRICORN_OK ? equal(&all, other ? &data : &plain) : status == TRICORN_BAD_FORMAT,
          "bit %zu changed: %s", bit, tricorn_status_string(status));
        reported += status != TRICORN_OK;
        free(all.bytes);
        data.bytes[bit / 8] = (char)(data.bytes[bit / 8] ^ 1 << bit % 8);
    }
    CHECK(reported > 8 * (data.count - 14), "%zu of %zu bits reported", reported, 8 * data.count);
    free(plain.bytes);
    free(data.bytes);
}

TEST_CASE(test_damaged_zstd)
{
    const content plain = make_content(200), data = packed(&plain, TEST_ZSTD);
    size_t reported = 0;
    for (size_t bit = 32; bit < 8 * data.count; bit++) {
        content all;
        data.bytes[bit / 8] = (char)(data.bytes[bit / 8] ^ 1 << bit % 8);
        put(&data);
        const tricorn_status status = read_file(&all); /* no checksum: it may also succeed */
        CHECK(status == TRICORN_OK || status == TRICORN_BAD_FORMAT || status == TRICORN_UNSUPPORTED,
          "bit %zu changed: %s", bit, tricorn_status_string(status));
        reported += status != TRICORN_OK;
        free(all.bytes);
        data.bytes[bit / 8] = (char)(data.bytes[bit / 8] ^ 1 << bit % 8);
    }
    CHECK(reported > 0, "no damage was reported");
    free(plain.bytes);
    free(data.bytes);
}

/* Content is streamed: a small file with a large content needs little memory. */
TEST_CASE(test_bomb_is_bounded)
{
    enum { CONTENT = 1 << 26, MOST_MEMORY = 1 << 22 };
    content zeros = {test_allocate(CONTENT, 1), CONTENT};
    static char bytes[1 << 16];
    memset(zeros.bytes, 0, CONTENT);
    for (test_compression c = TEST_GZIP; c <= TEST_ZSTD; c++) {
        uint64_t total = 0;
        size_t got = sizeof bytes;
        tg_input *input = NULL;
        test_file_write(fixture.path, zeros.bytes, zeros.count, c);
        WORKS(tg_input_open(fixture.context, fixture.path, &input));
        while (got == sizeof bytes) {
            WORKS(tg_input_read(fixture.context, input, bytes, sizeof bytes, &got));
            total += got;
        }
        CHECK_EQ(total, CONTENT, "bytes of content");
        tg_input_close(input);
    }
    CHECK(tricorn_context_peak_bytes(fixture.context) < MOST_MEMORY, "memory used");
    free(zeros.bytes);
}

TEST_CASE(test_each_allocation_fails)
{
    const content plain = make_content(100000);
    for (test_compression c = TEST_PLAIN; c <= TEST_ZSTD; c++) {
        int64_t first = 0;
        for (tricorn_status status = TRICORN_OUT_OF_MEMORY; status != TRICORN_OK; first++) {
            content all;
            test_file_write(fixture.path, plain.bytes, plain.count, c);
            test_allocator_fail(&fixture.allocator, first, 1);
            status = read_file(&all);
            test_allocator_fail(&fixture.allocator, -1, 0);
            if (status != TRICORN_OK)
                FAILS(status, TRICORN_OUT_OF_MEMORY);
            else
                CHECK(equal(&all, &plain), "content after allocation %d", (int)first);
            free(all.bytes);
            CHECK_EQ(tricorn_context_bytes(fixture.context), 0, "bytes left");
        }
        CHECK(first > 2, "allocations were made");
    }
    free(plain.bytes);
}

/* ---- what cannot be read ---- */

TEST_CASE(test_foreign_compression)
{
    static const struct {
        const char *bytes;
        size_t count;
        const char *part;
    } cases[] = {
      {"\x89LZO\0\r\n\x1a\n", 9, "lzop -dc FILE"},
      {"\x1f\x9d\x90xyz", 6, "uncompress"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        test_file_write(fixture.path, cases[i].bytes, cases[i].count, TEST_PLAIN);
        check_file_fails(TRICORN_UNSUPPORTED, cases[i].part);
    }
}

/* Words that begin like foreign magic are text. */
TEST_CASE(test_text_like_magic)
{
    static const char *const texts[] = {"BZh9 BZh8\n", "BZhx1AY&SY 5\n", "LZIP 7\n", "PK 1\n", "("};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const content text = {strdup(texts[i]), strlen(texts[i])};
        put(&text);
        check_file_reads(&text, texts[i]);
        free(text.bytes);
    }
}

TEST_CASE(test_not_a_file)
{
    tg_input *input = NULL;
    char path[TEST_PATH_BYTES];
    FAILS(tg_input_open(fixture.context, fixture.folder.path, &input), TRICORN_IO_ERROR);
    SAYS("is a directory");
    test_folder_path(&fixture.folder, "missing", path);
    FAILS(tg_input_open(fixture.context, path, &input), TRICORN_IO_ERROR);
    SAYS("missing: cannot be opened: No such file");
    FAILS(tg_input_open_descriptor(fixture.context, -1, "nothing", &input), TRICORN_IO_ERROR);
    SAYS("nothing: cannot be read: Bad file descriptor");
    assert_null(input);
}

TEST_CASE(test_no_permission)
{
    if (geteuid() == 0) skip(); /* root may read everything */
    test_file_write(fixture.path, "1 2\n", 4, TEST_PLAIN);
    assert_int_equal(chmod(fixture.path, 0), 0);
    check_file_fails(TRICORN_IO_ERROR, "Permission denied");
}

/* Another program cuts the file between opening and reading. */
TEST_CASE(test_file_cut_while_read)
{
    const content plain = make_content(1000000);
    content all;
    char byte;
    tg_input *input = NULL;
    put(&plain);
    WORKS(tg_input_open(fixture.context, fixture.path, &input));
    assert_int_equal(truncate(fixture.path, 500000), 0);
    FAILS(drain(input, 100000, &all), TRICORN_IO_ERROR);
    SAYS("ends at byte 500000 but had 1000000");
    FAILS(tg_input_read_at(fixture.context, input, 600000, &byte, 1), TRICORN_IO_ERROR);
    tg_input_close(input);
    free(plain.bytes);
}

/* A silent pipe must not delay a cancel. */
TEST_CASE(test_cancel_on_a_silent_pipe)
{
    int ends[2], left = 0;
    tg_input *input = NULL;
    assert_int_equal(pipe(ends), 0);
    tricorn_context_set_progress(fixture.context, test_stop, &left);
    FAILS(tg_input_open_descriptor(fixture.context, ends[0], "pipe", &input), TRICORN_CANCELLED);
    CHECK(left < 0, "the callback was asked");
    close(ends[0]);
    close(ends[1]);
}

/* ---- siblings ---- */

TEST_CASE(test_siblings)
{
    static const char *const names[] = {"web.graph", "web", "web.graph.gz", "a.b.graph"};
    static const char *const siblings[] = {"web.offsets", "web.offsets", "web.offsets", "a.b.offsets"};
    char path[TEST_PATH_BYTES], other[TEST_PATH_BYTES];
    for (size_t i = 0; i < LENGTH(names); i++) {
        tg_input *input = NULL, *sibling = NULL;
        test_folder_path(&fixture.folder, names[i], path);
        test_folder_path(&fixture.folder, siblings[i], other);
        test_file_write(path, "x", 1, TEST_PLAIN);
        WORKS(tg_input_open(fixture.context, path, &input));
        unlink(other);
        FAILS(tg_input_open_sibling(fixture.context, input, ".offsets", &sibling), TRICORN_IO_ERROR);
        SAYS(siblings[i]);
        test_file_write(other, "y", 1, TEST_PLAIN);
        WORKS(tg_input_open_sibling(fixture.context, input, ".offsets", &sibling));
        assert_string_equal(tg_input_name(sibling), other);
        tg_input_close(sibling);
        tg_input_close(input);
    }
}

int main(void)
{
    int failed = 0;
    for (size_t i = 0; tg_inflates[i] != NULL; i++)
        for (threads = 1; threads < 4; threads += 2) {
            print_message("%s, %u threads\n", tg_inflates[i]->name, threads);
            tg_inflate_chosen = tg_inflates[i];
            failed += test_run_all(create, test_destroy, NULL, NULL);
        }
    return failed;
}
