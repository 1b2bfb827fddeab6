/* source.c - reads the bytes of a file, pipe or descriptor.
 *
 * Files are read by pread and never mapped: if another program shortens a file while it is read,
 * the read then fails with a status, and the process receives no SIGBUS.
 */
#include "io/bytes/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/portable.h"
#include "io/bytes/file_list.h"

enum {
    BUFFER_BYTES = 1 << 18, /* the bytes of one read of a stream: four times what a pipe holds */
    POLL_MILLISECONDS = 100, /* how long a pipe without data can delay a cancellation */
    READ_MOST = 1 << 30, /* Linux reads at most 2^31 - 4096 bytes at once */
    LONG_READ = 1 << 17, /* shorter reads are samples, after which nothing is expected */
    /* How far ahead bytes are announced. It needs little memory, and lets a disk work on
     * several requests at the same time. */
    AHEAD_BYTES = 2 << 20,
};

tricorn_status tg_source_error(tricorn_context *context, const tg_source *source, const char *what, int error)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: %s: %s", source->name, what, strerror(error));
}

static tricorn_status is_directory(tricorn_context *context, const tg_source *source)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: is a directory", source->name);
}

tricorn_status tg_source_look(tricorn_context *context, tg_source *source)
{
    struct stat info;
    if (fstat(source->descriptor, &info) != 0) return tg_source_error(context, source, "cannot be read", errno);
    if (S_ISDIR(info.st_mode)) return is_directory(context, source);
    if (S_ISREG(info.st_mode)) {
        const off_t offset = lseek(source->descriptor, 0, SEEK_CUR);
        source->regular = offset >= 0;
        source->base = offset > 0 ? (uint64_t)offset : 0;
        if (info.st_size > offset && offset >= 0) source->size = (uint64_t)(info.st_size - offset);
        source->advised = source->size > tg_memory_most(tg_context_memory(context));
        /* This only advises the kernel. If memory is small, the kernel would read ahead far more than a control group
         * may hold; and if samples are read, it would read the whole file. */
        (void)posix_fadvise(source->descriptor, offset, 0, source->advised ? POSIX_FADV_RANDOM : POSIX_FADV_SEQUENTIAL);
    }
    return TRICORN_OK;
}

void tg_source_close(tg_source *source)
{
    if (source->owned) close(source->descriptor); /* nothing was written, so a failure does not matter */
    tg_file_list_close(source->files);
    tg_free(source->bytes);
    tg_free(source->name);
}

void tg_source_rewind(tg_source *source)
{
    tg_free(source->bytes);
    source->bytes = NULL;
    source->begin = source->end = source->room = 0;
    source->position = 0;
}

/* Waits until a pipe has bytes; checks every 100 ms whether to stop. */
static tricorn_status wait_for_bytes(tricorn_context *context, const tg_source *source)
{
    for (;;) {
        struct pollfd waiting = {.fd = source->descriptor, .events = POLLIN};
        const int ready = poll(&waiting, 1, POLL_MILLISECONDS);
        if (ready > 0) /* Bytes, the end or an error came; the next read tells which. */
            return TRICORN_OK;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return tg_source_error(context, source, "cannot be read", errno);
        if (tg_work_add(context, 0)) return tg_check_cancelled(context);
    }
}

void tg_source_expect(const tg_source *source, uint64_t offset, size_t count)
{
    if (source->files || !source->regular) return;
    (void)posix_fadvise(source->descriptor, (off_t)(source->base + offset), (off_t)count, POSIX_FADV_WILLNEED);
}

/* After a long read, announces the bytes that will be read soon, if the system itself does not read ahead. */
static void expect_more(const tg_source *source, uint64_t offset, size_t room)
{
    if (source->advised && room >= LONG_READ)
        tg_source_expect(source, offset + AHEAD_BYTES, room < AHEAD_BYTES ? room : AHEAD_BYTES);
}

tricorn_status tg_source_read(tricorn_context *context, const tg_source *source, uint64_t offset, tg_read_buffer *to)
{
    if (source->files) return tg_file_list_read(context, source->files, offset, to);
    const size_t room = to->room < READ_MOST ? to->room : READ_MOST;
    expect_more(source, offset, room);
    for (;;) {
        if (!source->regular) {
            TG_DO(wait_for_bytes(context, source));
        }
        const ssize_t got = source->regular ? pread(source->descriptor, to->bytes, room, (off_t)(source->base + offset))
                                            : read(source->descriptor, to->bytes, room);
        if (got >= 0) {
            to->count = (size_t)got;
            return TRICORN_OK;
        }
        if (errno == EISDIR) return is_directory(context, source);
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
            return tg_source_error(context, source, "cannot be read", errno);
    }
}

/* Makes room for `least` bytes, counted from source->begin. */
static tricorn_status make_room(tricorn_context *context, tg_source *source, size_t least)
{
    const size_t count = tg_source_count(source);
    if (source->begin > 0 && (count == 0 || source->room - source->begin < least)) {
        memmove(source->bytes, source->bytes + source->begin, count);
        source->begin = 0;
        source->end = count;
    }
    if (source->room - source->begin >= least && source->room > 0) return TRICORN_OK;
    size_t room = source->room ? 2 * source->room : BUFFER_BYTES;
    if (room < least) room = least;
    const tricorn_status status = TG_REALLOC(context, room, &source->bytes);
    if (status == TRICORN_OK) source->room = room;
    return status;
}

tricorn_status tg_source_fill(tricorn_context *context, tg_source *source, size_t least)
{
    while (!source->ended && tg_source_count(source) < least) {
        TG_DO(make_room(context, source, least));
        tg_read_buffer to = {.bytes = source->bytes + source->end, .room = source->room - source->end};
        TG_DO(tg_source_read(context, source, source->position, &to));
        source->end += to.count;
        source->position += to.count;
        source->ended = to.count == 0;
    }
    return TRICORN_OK;
}
