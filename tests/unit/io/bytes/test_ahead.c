/* test_ahead.c - bgzip's blocks and zstd's frames are decoded by several threads with the same
 * result as by one thread, and with the same message for a fault. */

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "io/bytes/inflate.h"
#include "io/bytes/input.h"
#include "support/allocator.h"
#include "support/check.h"
#include "unit/io/text_input.h"
#include "support/edge_list.h"
#include "support/random.h"

enum { THREADS = 4 };

typedef struct content {
    unsigned char *bytes;
    size_t count, room;
} content;

static struct {
    test_allocator allocator;
    tricorn_context *context; /* of several threads */
    tricorn_context *single; /* of one */
} fixture;

static void create(void)
{
    signal(SIGPIPE, SIG_IGN);
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, THREADS);
    fixture.single = test_context_create(&fixture.allocator, 1);
}

static void destroy(void)
{
    tricorn_context_free(fixture.single);
    test_context_free(&fixture.allocator, fixture.context);
}

/* ---- compressed bytes ---- */

/* Room doubles, because a realloc may copy. */
static void append(content *to, const void *bytes, size_t count)
{
    const size_t needed = to->count + count;
    if (needed > to->room) {
        to->room = 2 * needed;
        to->bytes = realloc(to->bytes, to->room);
        assert_non_null(to->bytes);
    }
    if (count > 0) memcpy(to->bytes + to->count, bytes, count);
    to->count = needed;
}

static content lines(size_t count)
{
    test_random random = {count};
    content made = {test_allocate(count + 1, 1), count, count};
    for (size_t i = 0; i < count; i++)
        made.bytes[i] = i % 9 == 8 ? '\n' : (unsigned char)('0' + test_random_below(&random, 10));
    return made;
}

static void put_little(unsigned char *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}

/* One block as bgzip writes it (SAM specification, section 4.1). */
static void append_block(content *to, const unsigned char *bytes, size_t count)
{
    enum { HEADER = 18, TRAILER = 8 };
    static unsigned char block[1 << 17];
    static const unsigned char header[] = {0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 'B', 'C', 2, 0};
    z_stream stream = {0};
    memcpy(block, header, sizeof header);
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = block + HEADER;
    stream.avail_out = sizeof block - HEADER - TRAILER;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    const size_t size = HEADER + stream.total_out + TRAILER;
    deflateEnd(&stream);
    put_little(block + 16, (uint32_t)size - 1, 2);
    put_little(block + size - 8, (uint32_t)crc32(0, bytes, (uInt)count), 4);
    put_little(block + size - 4, (uint32_t)count, 4);
    append(to, block, size);
}

static content bgzip(const content *plain, size_t each)
{
    content made = {0};
    for (size_t at = 0; at < plain->count; at += each)
        append_block(&made, plain->bytes + at, plain->count - at < each ? plain->count - at : each);
    append_block(&made, NULL, 0); /* its mark of the end */
    return made;
}

static void append_member(content *to, const content *plain)
{
    enum { GZIP = 31 };
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY), Z_OK);
    const size_t room = deflateBound(&stream, plain->count);
    unsigned char *member = test_allocate(room, 1);
    stream.next_in = plain->bytes;
    stream.avail_in = (uInt)plain->count;
    stream.next_out = member;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    append(to, member, stream.total_out);
    deflateEnd(&stream);
    free(member);
}

static void append_frame(content *to, const unsigned char *bytes, size_t count, bool sized)
{
    ZSTD_CCtx *stream = ZSTD_createCCtx();
    const size_t room = ZSTD_compressBound(count);
    unsigned char *packed = test_allocate(room, 1);
    ZSTD_CCtx_setParameter(stream, ZSTD_c_contentSizeFlag, sized);
    ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1);
    const size_t size = ZSTD_compress2(stream, packed, room, bytes, count);
    assert_false(ZSTD_isError(size));
    append(to, packed, size);
    free(packed);
    ZSTD_freeCCtx(stream);
}

/* Frames of `each` bytes of content, with a skippable one before each if `skips`, as pzstd writes them. */
static content zstd(const content *plain, size_t each, bool skips, bool sized)
{
    static const unsigned char skip[] = {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 9, 9, 9, 9};
    content made = {0};
    for (size_t at = 0; at < plain->count; at += each) {
        if (skips) append(&made, skip, sizeof skip);
        append_frame(&made, plain->bytes + at, plain->count - at < each ? plain->count - at : each, sized);
    }
    return made;
}

/* ---- reading by all threads ---- */

enum { CHUNK = 5000 };

typedef struct reading {
    tricorn_context *context;
    atomic_int threads; /* threads that have begun */
    tg_input *input;
    pthread_mutex_t lock;
    content all;
    tricorn_status status;
    bool ended;
} reading;

static void *read_by_turns(void *user)
{
    static unsigned char chunks[THREADS][CHUNK];
    reading *job = user;
    unsigned char *own = chunks[atomic_fetch_add(&job->threads, 1)];
    for (bool ended = false; !ended;) {
        tg_input_lock(job->context, job->input, &job->lock);
        size_t got = 0;
        if (!job->ended) {
            job->status = tg_input_read(job->context, job->input, own, CHUNK, &got);
            if (job->status != TRICORN_OK) got = 0;
            append(&job->all, own, got);
            job->ended = got < CHUNK;
        }
        ended = job->ended;
        pthread_mutex_unlock(&job->lock);
    }
    return NULL;
}

/* Reads by POSIX threads, which the thread sanitizer understands. */
static void read_by_threads(reading *job)
{
    pthread_t others[THREADS];
    const uint32_t count = tricorn_context_threads(job->context) - 1;
    for (uint32_t i = 0; i < count; i++) assert_int_equal(pthread_create(&others[i], NULL, read_by_turns, job), 0);
    read_by_turns(job);
    for (uint32_t i = 0; i < count; i++) pthread_join(others[i], NULL);
}

/* Reads by OpenMP's threads; only the first one asks whether to stop. */
static void read_by_team(reading *job)
{
#pragma omp parallel num_threads((int)tricorn_context_threads(job->context))
    read_by_turns(job);
}

/* Reads a descriptor; bytes before a failure are in *all, too. */
static tricorn_status read_all(tricorn_context *context, int descriptor, void (*read)(reading *), content *all)
{
    reading job = {.context = context};
    *all = (content){0};
    tricorn_status status = tg_input_open_descriptor(context, descriptor, "input", &job.input);
    if (status != TRICORN_OK) return status;
    pthread_mutex_init(&job.lock, NULL);
    read(&job);
    pthread_mutex_destroy(&job.lock);
    tg_input_close(job.input);
    *all = job.all;
    return job.status;
}

static int file_of(const content *raw)
{
    const int descriptor = memfd_create("input", 0);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, raw->bytes, raw->count), raw->count);
    return descriptor;
}

static tricorn_status read_file(tricorn_context *context, const content *raw, content *all)
{
    const int descriptor = file_of(raw);
    lseek(descriptor, 0, SEEK_SET);
    const tricorn_status status = read_all(context, descriptor, read_by_threads, all);
    close(descriptor);
    return status;
}

typedef struct feeding {
    int descriptor;
    const content *raw;
} feeding;

static void *feed(void *user)
{
    const feeding *job = user;
    text_input_write(job->descriptor, (const char *)job->raw->bytes, job->raw->count);
    close(job->descriptor);
    return NULL;
}

static tricorn_status read_pipe(tricorn_context *context, const content *raw, content *all)
{
    int ends[2];
    pthread_t writer;
    assert_int_equal(pipe(ends), 0);
    feeding job = {ends[1], raw};
    assert_int_equal(pthread_create(&writer, NULL, feed, &job), 0);
    const tricorn_status status = read_all(context, ends[0], read_by_threads, all);
    close(ends[0]);
    pthread_join(writer, NULL);
    return status;
}

static void check_reads(const content *raw, const content *plain, const char *what)
{
    content all;
    WORKS(read_file(fixture.context, raw, &all));
    CHECK(all.count == plain->count && memcmp(all.bytes, plain->bytes, all.count) == 0, "%s, file", what);
    free(all.bytes);
    WORKS(read_pipe(fixture.context, raw, &all));
    CHECK(all.count == plain->count && memcmp(all.bytes, plain->bytes, all.count) == 0, "%s, pipe", what);
    free(all.bytes);
}

/* One thread, which decodes the content as a stream, gives the expected result. */
static void check_same(const content *raw, const char *what)
{
    content all, expected;
    const tricorn_status wanted = read_file(fixture.single, raw, &expected);
    const tricorn_status status = read_file(fixture.context, raw, &all);
    CHECK_EQ(status, wanted, "%s: %s, not %s", what, tricorn_context_message(fixture.context),
      tricorn_context_message(fixture.single));
    if (wanted == TRICORN_OK)
        CHECK(all.count == expected.count && memcmp(all.bytes, expected.bytes, all.count) == 0, "%s: content", what);
    else
        SAYS(tricorn_context_message(fixture.single));
    free(all.bytes);
    free(expected.bytes);
}

/* ---- good files ---- */

TEST_CASE(blocks_are_joined)
{
    static const size_t contents[] = {100, 65280, 65536};
    for (size_t p = 0; p < LENGTH(contents); p++) {
        const content plain = lines(contents[p] < 1000 ? 50000 : 1500000);
        const content raw = bgzip(&plain, contents[p]);
        for (size_t i = 0; tg_inflates[i] != NULL; i++) {
            tg_inflate_chosen = tg_inflates[i];
            check_reads(&raw, &plain, tg_inflates[i]->name);
        }
        tg_inflate_chosen = tg_inflates[0];
        free(raw.bytes);
        free(plain.bytes);
    }
}

TEST_CASE(frames_are_joined)
{
    static const size_t contents[] = {300, 131072, 700001, 5000000};
    for (size_t p = 0; p < LENGTH(contents); p++)
        for (int kind = 0; kind < 4; kind++) {
            const content plain = lines(contents[p] < 1000 ? 50000 : 6000000);
            const content raw = zstd(&plain, contents[p], kind & 1, kind & 2);
            check_reads(&raw, &plain, "frames");
            free(raw.bytes);
            free(plain.bytes);
        }
}

/* Zeros: a frame of few bytes whose content exceeds a buffer of the ring is decoded as a stream.
 */
TEST_CASE(a_frame_too_large)
{
    content plain = {.bytes = test_allocate(TG_FRAME_MOST + 1000, 1), .count = TG_FRAME_MOST + 1000};
    content raw = {0};
    memset(plain.bytes, 0, plain.count);
    for (int sized = 0; sized < 2; sized++) {
        append_frame(&raw, plain.bytes, 1000, sized);
        append_frame(&raw, plain.bytes, plain.count - 1000, sized);
        check_reads(&raw, &plain, "a large frame");
        free(raw.bytes);
        raw = (content){0};
    }
    free(plain.bytes);
}

TEST_CASE(other_members_follow)
{
    const content plain = lines(300000);
    content raw = bgzip(&plain, 60000), both = {0};
    append_member(&raw, &plain); /* a usual one behind the blocks */
    append_block(&raw, plain.bytes, 50000);
    append(&both, plain.bytes, plain.count);
    append(&both, plain.bytes, plain.count);
    append(&both, plain.bytes, 50000);
    check_reads(&raw, &both, "a usual member among blocks");
    append(&raw, (unsigned char[700]){0}, 700);
    check_reads(&raw, &both, "padding behind");
    free(raw.bytes);
    free(both.bytes);
    free(plain.bytes);
}

/* One member or one frame, as most files have. */
TEST_CASE(streams_by_turns)
{
    const content plain = lines(2000000);
    content files[2] = {{0}};
    append_member(&files[0], &plain);
    append_frame(&files[1], plain.bytes, plain.count, true);
    for (size_t f = 0; f < 2; f++) {
        check_reads(&files[f], &plain, "a stream");
        for (size_t length = 20; length < files[f].count; length += files[f].count / 9) {
            const content cut = {.bytes = files[f].bytes, .count = length};
            check_same(&cut, "a stream, cut");
        }
        for (size_t at = files[f].count - 1; at > 20; at -= at / 6 + 1) {
            files[f].bytes[at] ^= 0x10;
            check_same(&files[f], "a stream, damaged");
            files[f].bytes[at] ^= 0x10;
        }
        append(&files[f], "1 2\n", 4);
        check_same(&files[f], "a stream and more");
        free(files[f].bytes);
    }
    free(plain.bytes);
}

TEST_CASE(empty_members)
{
    const content plain = lines(100000), nothing = {.bytes = (unsigned char *)""};
    content gzip = {0}, frames = {0};
    append_member(&gzip, &nothing);
    append_member(&gzip, &nothing);
    append_member(&gzip, &plain);
    append_member(&gzip, &nothing);
    check_reads(&gzip, &plain, "empty members");
    append_frame(&frames, plain.bytes, 0, true);
    append_frame(&frames, plain.bytes, 0, false);
    append_frame(&frames, plain.bytes, plain.count, false);
    append_frame(&frames, plain.bytes, 0, false);
    check_reads(&frames, &plain, "empty frames");
    free(gzip.bytes);
    free(frames.bytes);
    free(plain.bytes);
}

/* ---- bad files ---- */

TEST_CASE(garbage_behind)
{
    const content plain = lines(200000);
    content files[] = {bgzip(&plain, 50000), zstd(&plain, 50000, false, true)};
    for (size_t f = 0; f < 2; f++) {
        content all;
        append(&files[f], "1 2\n3 4\n", 8);
        FAILS(read_file(fixture.context, &files[f], &all), TRICORN_BAD_FORMAT);
        SAYS("followed by bytes");
        free(all.bytes);
        free(files[f].bytes);
    }
    free(plain.bytes);
}

TEST_CASE(cut_anywhere)
{
    const content plain = lines(2000);
    content files[] = {bgzip(&plain, 500), zstd(&plain, 500, true, true)};
    for (size_t f = 0; f < 2; f++) {
        for (size_t length = 4; length < files[f].count; length += 7) {
            const content cut = {.bytes = files[f].bytes, .count = length};
            check_same(&cut, "cut");
        }
        free(files[f].bytes);
    }
    free(plain.bytes);
}

TEST_CASE(damaged_anywhere)
{
    const content plain = lines(3000);
    content files[] = {bgzip(&plain, 500), zstd(&plain, 500, true, false)};
    for (size_t f = 0; f < 2; f++) {
        for (size_t bit = 32; bit < 8 * files[f].count; bit += 13) {
            unsigned char *byte = &files[f].bytes[bit / 8];
            *byte = (unsigned char)(*byte ^ 1 << bit % 8);
            check_same(&files[f], "damaged");
            *byte = (unsigned char)(*byte ^ 1 << bit % 8);
        }
        free(files[f].bytes);
    }
    free(plain.bytes);
}

/* A wrong size of a block: the content is decoded all the same. */
TEST_CASE(sizes_that_lie)
{
    const content plain = lines(3000);
    content raw = bgzip(&plain, 500);
    for (uint32_t size = 0; size < 700; size += 7) {
        put_little(raw.bytes + 16, size, 2);
        check_reads(&raw, &plain, "a wrong size");
    }
    free(raw.bytes);
    free(plain.bytes);
}

/* Each frame has a megabyte of content in a few bytes: the ring stays small. */
TEST_CASE(bombs_are_bounded)
{
    enum { FRAMES = 60, FRAME = 20000000 };
    tricorn_context *limited = NULL;
    content zeros = {.bytes = test_allocate(FRAME, 1), .count = FRAME}, raw = {0};
    uint64_t total = 0;
    memset(zeros.bytes, 0, FRAME);
    for (int i = 0; i < FRAMES; i++) append_frame(&raw, zeros.bytes, FRAME, i % 2);
    tricorn_context_options options = *OPTIONS(tricorn_context_options, .threads = THREADS);
    for (options.host_bytes_limit = 1 << 22; options.host_bytes_limit < UINT64_C(1) << 31;
         options.host_bytes_limit *= 8) {
        tg_input *input = NULL;
        size_t got = 1;
        const int descriptor = file_of(&raw);
        lseek(descriptor, 0, SEEK_SET);
        assert_int_equal(tricorn_context_create(&options, &limited), TRICORN_OK);
        REQUIRE_OK(limited, tg_input_open_descriptor(limited, descriptor, "bomb", &input));
        for (total = 0; got > 0; total += got)
            REQUIRE_OK(limited, tg_input_read(limited, input, zeros.bytes, FRAME, &got));
        CHECK_EQ(total, (uint64_t)FRAMES * FRAME, "content under a limit of %llu",
          (unsigned long long)options.host_bytes_limit);
        tg_input_close(input);
        tricorn_context_free(limited);
        close(descriptor);
    }
    free(zeros.bytes);
    free(raw.bytes);
}

TEST_CASE(each_allocation_fails)
{
    const content plain = lines(400000);
    content files[] = {bgzip(&plain, 50000), zstd(&plain, 50000, false, true)};
    for (size_t f = 0; f < 2; f++) {
        int64_t failed = 1;
        for (int64_t first = 0; failed > 0; first++) {
            content all;
            test_allocator_fail(&fixture.allocator, first, 1);
            const tricorn_status status = read_file(fixture.context, &files[f], &all);
            failed = fixture.allocator.refused;
            test_allocator_fail(&fixture.allocator, -1, 0);
            if (status != TRICORN_OK)
                FAILS(status, TRICORN_OUT_OF_MEMORY);
            else
                CHECK(all.count == plain.count && memcmp(all.bytes, plain.bytes, all.count) == 0,
                  "content without allocation %d", (int)first);
            CHECK_EQ(tricorn_context_bytes(fixture.context), 0, "bytes left");
            free(all.bytes);
        }
        free(files[f].bytes);
    }
    free(plain.bytes);
}

/* Thread 0 notices the request to stop, whichever thread waits for the rest of a block. */
TEST_CASE(cancelling_a_silent_pipe)
{
    const content plain = lines(400000);
    const content raw = bgzip(&plain, 50000);
    for (size_t part = 100; part < raw.count / 2; part += raw.count / 5) {
        int ends[2], left = 3;
        content all;
        assert_int_equal(pipe(ends), 0);
        const ssize_t room = write(ends[1], raw.bytes, part < 60000 ? part : 60000);
        assert_true(room > 0);
        tricorn_context_set_progress(fixture.context, test_stop, &left);
        FAILS(read_all(fixture.context, ends[0], read_by_team, &all), TRICORN_CANCELLED);
        tricorn_context_set_progress(fixture.context, NULL, NULL);
        free(all.bytes);
        close(ends[0]);
        close(ends[1]);
    }
    free(raw.bytes);
    free(plain.bytes);
}

TEST_MAIN_EACH(create, destroy)
