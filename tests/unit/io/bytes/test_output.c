/* test_output.c - files appear complete or not at all, with all bytes written. */
#include "io/bytes/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "io/text/digits.h"
#include "support/fixture.h"
#include "support/random.h"

enum { LONGEST = 1 << 23 };

/* The file, decompressed by the libraries' own simple calls: one member, or frames. */
static char *unpack(const char *path, tg_compression compression, size_t *count)
{
    char *raw = test_file_read(path, count);
    if (compression == TG_PLAIN) return raw;
    char *bytes = test_allocate(LONGEST, 1);
    if (compression == TG_ZSTD) {
        *count = ZSTD_decompress(bytes, LONGEST, raw, *count);
        assert_false(ZSTD_isError(*count));
    } else {
        enum { WINDOW = 15, GZIP = 16 };
        z_stream stream = {
          .next_in = (Bytef *)raw, .avail_in = (uInt)*count, .next_out = (Bytef *)bytes, .avail_out = LONGEST};
        assert_int_equal(inflateInit2(&stream, WINDOW + GZIP), Z_OK);
        assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
        assert_int_equal(stream.avail_in, 0);
        *count = stream.total_out;
        inflateEnd(&stream);
    }
    free(raw);
    return bytes;
}

static void check_file(const char *path, tg_compression compression, const char *bytes, size_t count)
{
    size_t got;
    char *content = unpack(path, compression, &got);
    CHECK_EQ(got, count, "bytes in the file");
    CHECK(count == 0 || memcmp(content, bytes, count) == 0, "the file's content");
    free(content);
}

static void write_text(tg_output *output, const char *text)
{
    WORKS(tg_output_write(fixture.context, output, text, strlen(text)));
}

static void write_file(const char *path, const char *text)
{
    tg_output *output = NULL;
    WORKS(tg_output_open(fixture.context, path, TG_PLAIN, &output));
    write_text(output, text);
    WORKS(tg_output_finish(fixture.context, output));
}

/* ---- content ---- */

/* Writes `count` bytes in runs of very different lengths, by all three ways to write. */
static void write_in_runs(tg_output *output, const char *bytes, size_t count)
{
    static const size_t most[] = {1, 10, 1000, 70000, 300000};
    test_random random = {count};
    for (size_t done = 0; done < count;) {
        const size_t bound = most[test_random_below(&random, 5)];
        size_t take = test_random_below(&random, (uint32_t)bound + 1);
        char *begin, *end;
        if (take > count - done) take = count - done;
        if (bound <= 1000 && test_random_below(&random, 2)) {
            WORKS(tg_output_room(fixture.context, output, bound, &begin, &end));
            CHECK(end - begin >= (ptrdiff_t)bound, "room for %zu", bound);
            memcpy(begin, bytes + done, take);
            tg_output_advance(output, take);
        } else if (bound == 10) {
            WORKS(tg_output_print(fixture.context, output, "%.*s", (int)take, bytes + done));
        } else {
            WORKS(tg_output_write(fixture.context, output, bytes + done, take));
        }
        done += take;
    }
}

TEST_CASE(test_content)
{
    static const size_t counts[] = {0, 1, 65535, 65536, 65537, 5000000};
    char *bytes = test_allocate(5000000, 1);
    test_random random = {3};
    for (size_t i = 0; i < 5000000; i++) bytes[i] = (char)('0' + test_random_below(&random, 10));
    for (size_t i = 0; i < LENGTH(counts); i++)
        for (tg_compression c = TG_PLAIN; c <= TG_ZSTD; c++) {
            tg_output *output = NULL;
            WORKS(tg_output_open(fixture.context, fixture.path, c, &output));
            write_in_runs(output, bytes, counts[i]);
            WORKS(tg_output_finish(fixture.context, output));
            check_file(fixture.path, c, bytes, counts[i]);

            const int descriptor = open(fixture.path, O_WRONLY | O_TRUNC);
            WORKS(tg_output_open_descriptor(fixture.context, descriptor, c, &output));
            write_in_runs(output, bytes, counts[i]);
            WORKS(tg_output_finish(fixture.context, output));
            assert_int_equal(close(descriptor), 0); /* the output does not close it */
            check_file(fixture.path, c, bytes, counts[i]);
        }
    free(bytes);
}

/* Compressed bytes depend neither on the number of threads nor on the lengths of writes. */
TEST_CASE(test_threads)
{
    enum { COUNT = 5000000 };
    char *bytes = test_allocate(COUNT, 1);
    test_random random = {7};
    for (size_t i = 0; i < COUNT; i++) bytes[i] = (char)('0' + test_random_below(&random, 10));
    for (tg_compression c = TG_GZIP; c <= TG_ZSTD; c++) {
        char *first = NULL;
        size_t first_count = 0;
        for (uint32_t threads = 1; threads <= 7; threads += 3) {
            tg_output *output = NULL;
            size_t count;
            fixture.context->threads = threads;
            WORKS(tg_output_open(fixture.context, fixture.path, c, &output));
            write_in_runs(output, bytes, threads);
            WORKS(tg_output_write(fixture.context, output, bytes + threads, COUNT - threads));
            WORKS(tg_output_finish(fixture.context, output));
            check_file(fixture.path, c, bytes, COUNT);
            char *packed = test_file_read(fixture.path, &count);
            if (first == NULL) {
                first = packed;
                first_count = count;
                continue;
            }
            CHECK_EQ(count, first_count, "bytes by %u threads", threads);
            assert_memory_equal(packed, first, count);
            free(packed);
        }
        free(first);
    }
    free(bytes);
}

static unsigned count_frames(const char *bytes, size_t count)
{
    unsigned frames = 0;
    for (size_t at = 0; at < count; frames++) {
        const size_t frame = ZSTD_findFrameCompressedSize(bytes + at, count - at);
        assert_false(ZSTD_isError(frame));
        at += frame;
    }
    return frames;
}

/* Threads read frames side by side: each has a mebibyte of the content, and none is empty. */
TEST_CASE(test_zstd_frames)
{
    enum { FRAME = 1 << 20 };
    static const struct {
        size_t count;
        unsigned frames;
    } cases[] = {{0, 1}, {1, 1}, {FRAME - 1, 1}, {FRAME, 1}, {FRAME + 1, 2}, {2 * FRAME, 2}, {2 * FRAME - 1, 2}};
    char *bytes = test_allocate(LONGEST, 1);
    test_random random = {4};
    for (size_t i = 0; i < LONGEST; i++) bytes[i] = (char)('0' + test_random_below(&random, 10));
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (unsigned whole = 0; whole < 2; whole++) {
            tg_output *output = NULL;
            size_t packed;
            WORKS(tg_output_open(fixture.context, fixture.path, TG_ZSTD, &output));
            if (whole)
                WORKS(tg_output_write(fixture.context, output, bytes, cases[i].count));
            else
                write_in_runs(output, bytes, cases[i].count);
            WORKS(tg_output_finish(fixture.context, output));
            check_file(fixture.path, TG_ZSTD, bytes, cases[i].count);
            char *raw = test_file_read(fixture.path, &packed);
            CHECK_EQ(count_frames(raw, packed), cases[i].frames, "frames of %zu bytes", cases[i].count);
            free(raw);
        }
    free(bytes);
}

TEST_CASE(test_long_print)
{
    char text[3000];
    tg_output *output = NULL;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    WORKS(tg_output_open(fixture.context, fixture.path, TG_PLAIN, &output));
    WORKS(tg_output_print(fixture.context, output, "%s", text));
    WORKS(tg_output_finish(fixture.context, output));
    check_file(fixture.path, TG_PLAIN, text, sizeof text - 1);
}

static void check_digits(uint64_t value)
{
    char text[TG_DIGITS_MOST + 1] = "", expected[32];
    const int length = snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
    CHECK_EQ(tg_put_digits(text, value) - text, length, "length of %s", expected);
    CHECK(memcmp(text, expected, (size_t)length) == 0, "%s", expected);
}

TEST_CASE(test_digits)
{
    for (uint64_t value = 0; value < 2000; value++) check_digits(value);
    for (uint64_t power = 1000; power <= UINT64_MAX / 10; power *= 10) {
        check_digits(power - 1);
        check_digits(power);
        check_digits(power + 1);
    }
    check_digits(UINT64_C(10000000000000000000) - 1);
    check_digits(UINT64_C(10000000000000000000));
    check_digits(UINT64_MAX);
}

/* ---- whole or not at all ---- */

TEST_CASE(test_appears_at_the_end)
{
    tg_output *output = NULL;
    WORKS(tg_output_open(fixture.context, fixture.path, TG_PLAIN, &output));
    write_text(output, "new");
    CHECK(access(fixture.path, F_OK) != 0, "it is there before the end");
    WORKS(tg_output_finish(fixture.context, output));
    check_file(fixture.path, TG_PLAIN, "new", 3);
    CHECK_EQ(test_folder_count(&fixture.folder), 1, "files");
}

/* Where the file system has files without a name, nothing of the output is left however the process ends. */
TEST_CASE(test_has_no_name_before)
{
    const int probe = open(fixture.folder.path, O_TMPFILE | O_WRONLY, 0600);
    tg_output *output = NULL;
    if (probe < 0) skip();
    close(probe);
    for (int existing = 0; existing < 2; existing++) {
        WORKS(tg_output_open(fixture.context, fixture.path, TG_PLAIN, &output));
        write_text(output, "new");
        CHECK_EQ(test_folder_count(&fixture.folder), existing, "files while it is written");
        WORKS(tg_output_finish(fixture.context, output));
        check_file(fixture.path, TG_PLAIN, "new", 3);
    }
}

TEST_CASE(test_discard_leaves_what_was)
{
    tg_output *output = NULL;
    WORKS(tg_output_open(fixture.context, fixture.path, TG_ZSTD, &output));
    write_text(output, "new");
    tg_output_discard(output);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    test_file_write(fixture.path, "old", 3, TEST_PLAIN);
    WORKS(tg_output_open(fixture.context, fixture.path, TG_GZIP, &output));
    write_text(output, "new");
    tg_output_discard(output);
    check_file(fixture.path, TG_PLAIN, "old", 3);
    CHECK_EQ(test_folder_count(&fixture.folder), 1, "files");
    tg_output_discard(NULL);
}

TEST_CASE(test_replaces_and_keeps_permissions)
{
    struct stat info;
    test_file_write(fixture.path, "old and longer", 14, TEST_PLAIN);
    assert_int_equal(chmod(fixture.path, 0640), 0);
    write_file(fixture.path, "new");
    check_file(fixture.path, TG_PLAIN, "new", 3);
    assert_int_equal(stat(fixture.path, &info), 0);
    CHECK_EQ(info.st_mode & 07777, 0640, "permissions of a replaced file");

    assert_int_equal(unlink(fixture.path), 0);
    const mode_t before = umask(027);
    write_file(fixture.path, "new");
    umask(before);
    assert_int_equal(stat(fixture.path, &info), 0);
    CHECK_EQ(info.st_mode & 07777, 0640, "permissions of a new file: 0666 less the umask");
}

/* A path without a folder. */
TEST_CASE(test_in_the_working_folder)
{
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(fixture.folder.path), 0);
    write_file("file", "here");
    assert_int_equal(chdir(before), 0);
    check_file(fixture.path, TG_PLAIN, "here", 4);
}

TEST_CASE(test_links_stay)
{
    struct stat info;
    tg_output *output = NULL;
    const char *link = IN_FOLDER("link");
    assert_int_equal(symlink("file", link), 0);
    FAILS(tg_output_open(fixture.context, link, TG_PLAIN, &output), TRICORN_IO_ERROR);
    SAYS("link: is a link that leads nowhere");
    test_file_write(fixture.path, "old", 3, TEST_PLAIN);
    write_file(link, "new");
    assert_int_equal(lstat(link, &info), 0);
    CHECK(S_ISLNK(info.st_mode), "the link is a link");
    check_file(fixture.path, TG_PLAIN, "new", 3);
}

/* ---- what is no file ---- */

typedef struct draining {
    const char *path;
    char bytes[64];
    ssize_t count;
} draining;

static void *drain(void *user)
{
    draining *job = user;
    const int descriptor = open(job->path, O_RDONLY);
    job->count = read(descriptor, job->bytes, sizeof job->bytes);
    close(descriptor);
    return NULL;
}

TEST_CASE(test_into_a_fifo)
{
    draining job = {.path = fixture.path};
    struct stat info;
    pthread_t thread;
    assert_int_equal(mkfifo(fixture.path, 0600), 0);
    assert_int_equal(pthread_create(&thread, NULL, drain, &job), 0);
    write_file(fixture.path, "through the fifo");
    pthread_join(thread, NULL);
    CHECK_EQ(job.count, 16, "bytes through the fifo");
    CHECK(memcmp(job.bytes, "through the fifo", 16) == 0, "content");
    assert_int_equal(stat(fixture.path, &info), 0);
    CHECK(S_ISFIFO(info.st_mode), "the fifo is still one");
}

/* Standard output may be a file to which the shell appends. */
TEST_CASE(test_into_standard_output)
{
    char numbered[TEST_PATH_BYTES];
    test_file_write(fixture.path, "before ", 7, TEST_PLAIN);
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    const int file = open(fixture.path, O_WRONLY | O_APPEND);
    snprintf(numbered, sizeof numbered, "/dev/fd/%d", file);
    dup2(file, STDOUT_FILENO);
    write_file("/dev/stdout", "and ");
    write_file(numbered, "after");
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_int_equal(close(file), 0);
    check_file(fixture.path, TG_PLAIN, "before and after", 16);
}

/* ---- failures ---- */

static void check_open_fails(const char *path, const char *part)
{
    tg_output *output = NULL;
    FAILS(tg_output_open(fixture.context, path, TG_GZIP, &output), TRICORN_IO_ERROR);
    SAYS(part);
    SAYS(path);
    assert_null(output);
}

TEST_CASE(test_cannot_be_opened)
{
    char path[TEST_PATH_BYTES];
    check_open_fails(fixture.folder.path, "is a directory");
    test_folder_path(&fixture.folder, "no/file", path);
    check_open_fails(path, "No such file or directory");
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    if (geteuid() == 0) return; /* root may write everything */
    test_file_write(fixture.path, "old", 3, TEST_PLAIN);
    assert_int_equal(chmod(fixture.path, 0400), 0);
    check_open_fails(fixture.path, "Permission denied");
}

/* Writes until a failure; finishes if all is written. */
static tricorn_status write_much(tg_output *output, size_t count)
{
    static char bytes[1 << 16];
    test_random random = {1};
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)test_random_next(&random);
    for (size_t done = 0; done < count; done += sizeof bytes) {
        const tricorn_status status = tg_output_write(fixture.context, output, bytes, sizeof bytes);
        if (status == TRICORN_OK) continue;
        tg_output_discard(output);
        return status;
    }
    return tg_output_finish(fixture.context, output);
}

TEST_CASE(test_full_device)
{
    if (access("/dev/full", W_OK) != 0) skip();
    for (tg_compression c = TG_PLAIN; c <= TG_ZSTD; c++)
        for (size_t count = 0; count < 1 << 22; count += 1 << 20) {
            tg_output *output = NULL;
            WORKS(tg_output_open(fixture.context, "/dev/full", c, &output));
            if (count == 0) write_text(output, "short");
            FAILS(write_much(output, count), TRICORN_IO_ERROR);
            SAYS("/dev/full: cannot be written: No space left");
        }
}

/* A limit on file sizes stops the writing in the middle, as a full disk does. */
TEST_CASE(test_full_disk_leaves_nothing)
{
    struct rlimit before, small;
    tg_output *output = NULL;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){100000, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    test_file_write(fixture.path, "old", 3, TEST_PLAIN);
    WORKS(tg_output_open(fixture.context, fixture.path, TG_PLAIN, &output));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const tricorn_status status = write_much(output, 1 << 20);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    FAILS(status, TRICORN_IO_ERROR);
    SAYS(strerror(EFBIG));
    check_file(fixture.path, TG_PLAIN, "old", 3);
    CHECK_EQ(test_folder_count(&fixture.folder), 1, "files");
}

TEST_CASE(test_closed_pipe)
{
    int ends[2];
    tg_output *output = NULL;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    WORKS(tg_output_open_descriptor(fixture.context, ends[1], TG_ZSTD, &output));
    FAILS(write_much(output, 1 << 20), TRICORN_IO_ERROR);
    SAYS(strerror(EPIPE));
    close(ends[1]);
}

TEST_CASE(test_each_allocation_fails)
{
    for (tg_compression c = TG_PLAIN; c <= TG_ZSTD; c++) {
        int64_t first = 0;
        for (tricorn_status status = TRICORN_OUT_OF_MEMORY; status != TRICORN_OK; first++) {
            tg_output *output = NULL;
            test_allocator_fail(&fixture.allocator, first, 1);
            status = tg_output_open(fixture.context, fixture.path, c, &output);
            if (status == TRICORN_OK) status = write_much(output, 1 << 18);
            test_allocator_fail(&fixture.allocator, -1, 0);
            if (status != TRICORN_OK) FAILS(status, TRICORN_OUT_OF_MEMORY);
            CHECK_EQ(tricorn_context_bytes(fixture.context), 0, "bytes left");
            CHECK_EQ(test_folder_count(&fixture.folder), status == TRICORN_OK, "files");
        }
        CHECK(first > 3, "allocations were made");
        assert_int_equal(unlink(fixture.path), 0);
    }
}

TEST_MAIN_EACH(test_create_single, test_destroy)
