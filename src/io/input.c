/* input.c - files, pipes and descriptors, decompressed on the way.
 *
 * Files are read by pread and never mapped: a file that another program cuts meanwhile is then
 * an error, not a SIGBUS.
 */
#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/compressed.h"
#include "io/suffix.h"

enum {
    RAW_BYTES = 1 << 18,     /* read at once from a stream: four times what a pipe holds */
    MAGIC_BYTES = 16,        /* enough for every magic below */
    POLL_MILLISECONDS = 100, /* how long a silent pipe keeps a cancel waiting */
    READ_MOST = 1 << 30,     /* Linux reads at most 2^31 - 4096 bytes at once */
};

struct tg_input {
    char *name;
    char *path; /* NULL: opened by descriptor */
    int descriptor;
    bool owned;   /* the descriptor is ours to close */
    bool regular; /* pread works */
    bool flat;    /* regular and not compressed */
    bool raw_ended;
    uint64_t base;     /* where the content begins: a descriptor may stand in mid-file */
    uint64_t size;     /* from base to the end of a regular file, else 0 */
    uint64_t position; /* flat: content bytes consumed; else: bytes taken from the file */

    tg_decoder *decoder; /* NULL: plain */
    unsigned char *raw;  /* of streams: bytes that came and were not yet decoded */
    size_t raw_begin, raw_end;

    char *peek;                   /* the first bytes of the content; kept until close */
    size_t peek_count, peek_read; /* of them tg_input_read has given peek_read */
};

/* ---- the system -------------------------------------------------------------------------- */

static trigon_status system_error(trigon_context *context, const tg_input *input,
                                  const char *what, int error)
{
    return tg_fail(context, TRIGON_IO_ERROR, "%s: %s: %s", input->name, what, strerror(error));
}

/* Waits until a pipe has bytes, now and then asking whether to stop. */
static trigon_status wait_for_bytes(trigon_context *context, const tg_input *input)
{
    for (;;) {
        struct pollfd waiting = {.fd = input->descriptor, .events = POLLIN};
        const int ready = poll(&waiting, 1, POLL_MILLISECONDS);
        if (ready > 0) return TRIGON_OK; /* bytes, the end or an error: read tells which */
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return system_error(context, input, "cannot be read", errno);
        if (tg_work_add(context, 0)) return tg_check_cancelled(context);
    }
}

/* One successful read of up to `room` bytes; *count is 0 at the end. */
static trigon_status read_some(trigon_context *context, const tg_input *input, uint64_t offset,
                               void *bytes, size_t room, size_t *count)
{
    if (room > READ_MOST) room = READ_MOST;
    for (;;) {
        if (!input->regular) {
            const trigon_status status = wait_for_bytes(context, input);
            if (status != TRIGON_OK) return status;
        }
        const ssize_t got =
            input->regular ? pread(input->descriptor, bytes, room, (off_t)(input->base + offset))
                           : read(input->descriptor, bytes, room);
        if (got >= 0) {
            *count = (size_t)got;
            return TRIGON_OK;
        }
        if (errno == EISDIR)
            return tg_fail(context, TRIGON_IO_ERROR, "%s: is a directory", input->name);
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
            return system_error(context, input, "cannot be read", errno);
    }
}

trigon_status tg_input_read_at(trigon_context *context, const tg_input *input, uint64_t offset,
                               void *bytes, size_t count)
{
    char *to = bytes;
    while (count > 0) {
        size_t got = 0;
        const trigon_status status = read_some(context, input, offset, to, count, &got);
        if (status != TRIGON_OK) return status;
        if (got == 0)
            return tg_fail(context, TRIGON_IO_ERROR,
                           "%s: the file ends at byte %" PRIu64 " but had %" PRIu64
                           " bytes when it was opened; another program has cut it meanwhile",
                           input->name, offset, input->size);
        to += got;
        offset += got;
        count -= got;
    }
    return TRIGON_OK;
}

/* ---- streams ----------------------------------------------------------------------------- */

/* Reads until at least `least` raw bytes stand in the buffer, or the end. */
static trigon_status fill_raw(trigon_context *context, tg_input *input, size_t least)
{
    if (input->raw_begin == input->raw_end) input->raw_begin = input->raw_end = 0;
    while (!input->raw_ended && input->raw_end - input->raw_begin < least) {
        size_t got = 0;
        const trigon_status status =
            read_some(context, input, input->position, input->raw + input->raw_end,
                      RAW_BYTES - input->raw_end, &got);
        if (status != TRIGON_OK) return status;
        input->raw_end += got;
        input->position += got;
        input->raw_ended = got == 0;
    }
    return TRIGON_OK;
}

static trigon_status ends_too_early(trigon_context *context, const tg_input *input)
{
    return tg_fail(context, TRIGON_BAD_FORMAT,
                   "%s: the %s data ends too early: the file is cut; fetch or compress it again",
                   input->name, input->decoder->name);
}

static trigon_status read_decoded(trigon_context *context, tg_input *input, char *bytes,
                                  size_t room, size_t *count)
{
    tg_codec_step step = {.out = (unsigned char *)bytes, .out_room = room};
    while (step.out_room > 0) {
        trigon_status status = fill_raw(context, input, 1);
        if (status != TRIGON_OK) return status;
        const size_t room_before = step.out_room;
        step.in = input->raw + input->raw_begin;
        step.in_count = input->raw_end - input->raw_begin;
        const size_t in_before = step.in_count;
        status = input->decoder->decode(context, input->decoder, &step);
        if (status != TRIGON_OK) {
            if (status != TRIGON_OUT_OF_MEMORY) tg_message_prefix(context, input->name);
            return status;
        }
        input->raw_begin += in_before - step.in_count;
        if (step.out_room != room_before || step.in_count != in_before) continue;
        if (!input->raw_ended || in_before > 0 || !input->decoder->complete)
            return ends_too_early(context, input);
        break;
    }
    *count = room - step.out_room;
    return TRIGON_OK;
}

static trigon_status read_plain_stream(trigon_context *context, tg_input *input, char *bytes,
                                       size_t room, size_t *count)
{
    size_t done = 0;
    while (done < room) {
        size_t got = 0;
        if (input->raw_begin < input->raw_end || room - done < RAW_BYTES) {
            const trigon_status status = fill_raw(context, input, 1);
            if (status != TRIGON_OK) return status;
            got = input->raw_end - input->raw_begin;
            if (got > room - done) got = room - done;
            memcpy(bytes + done, input->raw + input->raw_begin, got);
            input->raw_begin += got;
        } else if (!input->raw_ended) { /* much is wanted: no detour */
            const trigon_status status =
                read_some(context, input, input->position, bytes + done, room - done, &got);
            if (status != TRIGON_OK) return status;
            input->position += got;
            input->raw_ended = got == 0;
        }
        if (got == 0) break;
        done += got;
    }
    *count = done;
    return TRIGON_OK;
}

/* ---- opening ----------------------------------------------------------------------------- */

static bool begins_with(const tg_input *input, const char *magic, size_t count)
{
    return input->raw_end - input->raw_begin >= count &&
           memcmp(input->raw + input->raw_begin, magic, count) == 0;
}

/* What trigon does not decompress itself, and who does. */
static const struct {
    const char *magic;
    size_t count;
    const char *name, *program;
} foreign[] = {
    {"\xfd\x37zXZ", 6, "xz", "xz -dc"},
    {"BZh11AY&SY", 10, "bzip2", "bzip2 -dc"}, /* the 4th byte is the level, see is_foreign */
    {"BZh1\x17\x72\x45\x38\x50\x90", 10, "bzip2", "bzip2 -dc"},
    {"\x04\x22\x4d\x18", 4, "lz4", "lz4 -dc"},
    {"LZIP\x01", 5, "lzip", "lzip -dc"},
    {"\x1f\x9d", 2, "compress (.Z)", "uncompress -c"},
    {"7z\xbc\xaf\x27\x1c", 6, "7-Zip", "7z e -so"},
};

static bool is_foreign(const tg_input *input, size_t index)
{
    enum { LEVEL_AT = 3 };
    const char *magic = foreign[index].magic;
    char levelled[MAGIC_BYTES];
    if (magic[0] != 'B') return begins_with(input, magic, foreign[index].count);
    if (input->raw_end - input->raw_begin < foreign[index].count) return false;
    memcpy(levelled, magic, foreign[index].count);
    levelled[LEVEL_AT] = (char)input->raw[input->raw_begin + LEVEL_AT];
    return levelled[LEVEL_AT] >= '1' && levelled[LEVEL_AT] <= '9' &&
           begins_with(input, levelled, foreign[index].count);
}

static bool is_zstd(const tg_input *input)
{
    static const char frame[] = "\x28\xb5\x2f\xfd", skippable[] = "\x2a\x4d\x18";
    if (begins_with(input, frame, sizeof frame - 1)) return true;
    /* 0x184D2A50 to 0x184D2A5F, little endian */
    return input->raw_end - input->raw_begin >= 4 &&
           (input->raw[input->raw_begin] & 0xf0) == 0x50 &&
           memcmp(input->raw + input->raw_begin + 1, skippable, sizeof skippable - 1) == 0;
}

/* Looks at the first bytes: is it compressed, and by whom? */
static trigon_status recognise(trigon_context *context, tg_input *input)
{
    trigon_status status = TG_ALLOC(context, RAW_BYTES, &input->raw);
    if (status == TRIGON_OK) status = fill_raw(context, input, MAGIC_BYTES);
    if (status != TRIGON_OK) return status;

    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (is_foreign(input, i))
            return tg_fail(context, TRIGON_UNSUPPORTED,
                           "%s: is compressed by %s, which trigon does not read; decompress it "
                           "first: %s FILE | trigon count -",
                           input->name, foreign[i].name, foreign[i].program);
    if (begins_with(input, "\x1f\x8b", 2))
        return tg_gzip_decoder_create(context, &input->decoder);
    if (is_zstd(input)) return tg_zstd_decoder_create(context, &input->decoder);

    /* An empty "regular" file may be one of /proc, whose bytes only reading shows. */
    input->flat = input->regular && input->size > 0;
    if (input->flat) {
        tg_free(input->raw);
        input->raw = NULL;
        input->raw_begin = input->raw_end = 0;
        input->position = 0;
    }
    return TRIGON_OK;
}

static trigon_status copy_text(trigon_context *context, const char *text, char **copy)
{
    const size_t bytes = strlen(text) + 1;
    const trigon_status status = TG_ALLOC(context, bytes, copy);
    if (status == TRIGON_OK) memcpy(*copy, text, bytes);
    return status;
}

/* Finds out what the descriptor is. */
static trigon_status look_at_descriptor(trigon_context *context, tg_input *input)
{
    struct stat info;
    if (fstat(input->descriptor, &info) != 0)
        return system_error(context, input, "cannot be read", errno);
    if (S_ISDIR(info.st_mode))
        return tg_fail(context, TRIGON_IO_ERROR, "%s: is a directory", input->name);
    if (S_ISREG(info.st_mode)) {
        const off_t offset = lseek(input->descriptor, 0, SEEK_CUR);
        input->regular = offset >= 0;
        input->base = offset > 0 ? (uint64_t)offset : 0;
        if (info.st_size > offset && offset >= 0) input->size = (uint64_t)(info.st_size - offset);
        /* Advice only: the kernel reads further ahead. */
        (void)posix_fadvise(input->descriptor, offset, 0, POSIX_FADV_SEQUENTIAL);
    }
    return TRIGON_OK;
}

/* path or descriptor; takes over an `owned` descriptor at once. */
static trigon_status open_input(trigon_context *context, const char *path, int descriptor,
                                const char *name, tg_input **input)
{
    trigon_status status = TRIGON_OK;
    tg_input *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->descriptor = descriptor;
    TG_TRY(copy_text(context, name, &made->name));
    if (path) {
        TG_TRY(copy_text(context, path, &made->path));
        do made->descriptor = open(path, O_RDONLY | O_CLOEXEC);
        while (made->descriptor < 0 && errno == EINTR && !tg_work_add(context, 0));
        made->owned = made->descriptor >= 0;
        TG_TRY(tg_check_cancelled(context));
        if (!made->owned) TG_TRY(system_error(context, made, "cannot be opened", errno));
    }
    TG_TRY(look_at_descriptor(context, made));
    TG_TRY(recognise(context, made));
    *input = made;
    made = NULL;

cleanup:
    tg_input_close(made);
    return status;
}

trigon_status tg_input_open(trigon_context *context, const char *path, tg_input **input)
{
    tg_work_begin(context, "reading", 0); /* a pipe may keep us waiting already here */
    return open_input(context, path, -1, path, input);
}

trigon_status tg_input_open_descriptor(trigon_context *context, int descriptor, const char *name,
                                       tg_input **input)
{
    tg_work_begin(context, "reading", 0);
    return open_input(context, NULL, descriptor, name ? name : "input", input);
}

/* Opens the file whose path is the first `keep` bytes of input's and then `ending`. */
static trigon_status open_other(trigon_context *context, const tg_input *input, size_t keep,
                                const char *ending, tg_input **other)
{
    trigon_status status = TRIGON_OK;
    const size_t ending_bytes = strlen(ending) + 1;
    char *path = NULL;
    TG_TRY(TG_ALLOC(context, keep + ending_bytes, &path));
    memcpy(path, input->path, keep);
    memcpy(path + keep, ending, ending_bytes);
    TG_TRY(open_input(context, path, -1, path, other));

cleanup:
    tg_free(path);
    return status;
}

static trigon_status require_path(trigon_context *context, const tg_input *input,
                                  const char *ending)
{
    if (input->path) return TRIGON_OK;
    return tg_fail(context, TRIGON_IO_ERROR,
                   "%s: the format needs a second file beside it (%s); name a file, not a pipe",
                   input->name, ending);
}

trigon_status tg_input_open_sibling(trigon_context *context, const tg_input *input,
                                    const char *suffix, tg_input **sibling)
{
    const trigon_status status = require_path(context, input, suffix);
    if (status != TRIGON_OK) return status;
    const size_t stem = tg_suffix_stem(input->path, tg_suffix_plain(input->path));
    return open_other(context, input, stem, suffix, sibling);
}

trigon_status tg_input_open_beside(trigon_context *context, const tg_input *input, size_t cut,
                                   const char *ending, tg_input **beside)
{
    const trigon_status status = require_path(context, input, ending);
    if (status != TRIGON_OK) return status;
    const size_t length = tg_suffix_plain(input->path);
    return open_other(context, input, cut < length ? length - cut : 0, ending, beside);
}

void tg_input_close(tg_input *input)
{
    if (input == NULL) return;
    if (input->decoder) input->decoder->free(input->decoder);
    if (input->owned) close(input->descriptor); /* nothing was written: no failure matters */
    tg_free(input->raw);
    tg_free(input->peek);
    tg_free(input->path);
    tg_free(input->name);
    tg_free(input);
}

/* ---- reading ----------------------------------------------------------------------------- */

static trigon_status read_flat(trigon_context *context, tg_input *input, void *bytes, size_t room,
                               size_t *count)
{
    const uint64_t left = input->size - input->position;
    const size_t take = left < room ? (size_t)left : room;
    const trigon_status status = tg_input_read_at(context, input, input->position, bytes, take);
    if (status != TRIGON_OK) return status;
    input->position += take;
    *count = take;
    return TRIGON_OK;
}

/* Beyond what peek holds. */
static trigon_status read_on(trigon_context *context, tg_input *input, void *bytes, size_t room,
                             size_t *count)
{
    if (input->flat) return read_flat(context, input, bytes, room, count);
    if (input->decoder) return read_decoded(context, input, bytes, room, count);
    return read_plain_stream(context, input, bytes, room, count);
}

trigon_status tg_input_peek(trigon_context *context, tg_input *input, const char **bytes,
                            size_t *count)
{
    if (input->peek == NULL) {
        char *peek = NULL;
        trigon_status status = TG_ALLOC(context, TG_PEEK_BYTES, &peek);
        if (status == TRIGON_OK)
            status = read_on(context, input, peek, TG_PEEK_BYTES, &input->peek_count);
        if (status != TRIGON_OK) {
            tg_free(peek);
            return status;
        }
        input->peek = peek;
    }
    *bytes = input->peek;
    *count = input->peek_count;
    return TRIGON_OK;
}

trigon_status tg_input_read(trigon_context *context, tg_input *input, void *bytes, size_t room,
                            size_t *count)
{
    size_t more = 0;
    size_t peeked = input->peek_count - input->peek_read;
    if (peeked > room) peeked = room;
    if (peeked > 0) memcpy(bytes, input->peek + input->peek_read, peeked);
    if (peeked < room) {
        const trigon_status status =
            read_on(context, input, (char *)bytes + peeked, room - peeked, &more);
        if (status != TRIGON_OK) return status;
    }
    input->peek_read += peeked;
    *count = peeked + more;
    return TRIGON_OK;
}

const char *tg_input_name(const tg_input *input)
{
    return input->name;
}

bool tg_input_is_flat(const tg_input *input)
{
    return input->flat;
}

uint64_t tg_input_size(const tg_input *input)
{
    return input->size;
}

uint64_t tg_input_consumed(const tg_input *input)
{
    if (input->flat) return input->position - (input->peek_count - input->peek_read);
    return input->position - (input->raw_end - input->raw_begin);
}
