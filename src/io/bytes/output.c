/* output.c - writes files that appear complete or not at all, and descriptors; compresses what it writes.
 *
 * - A new file has no name until it is complete (O_TMPFILE). If the file system does not
 *   support this, the file has a temporary name.  So a killed process never leaves a file that
 *   is incomplete under its final name.
 * - Bytes are collected in a buffer of 64 KiB; large writes bypass it.
 */
#include "io/bytes/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/portable.h"
#include "base/signals.h"
#include "io/bytes/packer.h"

enum {
    /* The bytes of one write: as many as a pipe holds, and enough for a file system. */
    BUFFER_BYTES = 1 << 16,
    /* The longest text that tg_output_print writes without an allocation: a line of a header. */
    PRINT_BYTES = 512,
    /* How many temporary names are tried: killed processes with the same id may have left files. */
    NAME_TRIES = 100,
    TEMPORARY_BYTES = 64,
    WRITE_MOST = 1 << 30, /* Linux writes at most 2^31 - 4096 bytes at once */
    DESCRIPTOR_NAME_BYTES = 32,
    PERMISSIONS = S_IRWXU | S_IRWXG | S_IRWXO,
    /* The permissions of a new file, from which the umask is subtracted. */
    NEW_FILE = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH,
};

struct tg_output {
    char *name;
    /* The path that the complete file gets; NULL: bytes are written directly to the descriptor. */
    char *target;
    /* The path of the temporary file; NULL: none is needed, or the file has no name yet. */
    char *temporary;
    int descriptor;
    mode_t mode; /* the permissions of a new file, before the umask */
    bool owned;
    bool named; /* the file has its final name already, since no other file had it */
    bool terminal;
    bool begun; /* bytes were written, or are in the buffer */
    int signal; /* the signal that a failing write sends: SIGPIPE, SIGXFSZ; 0: none */
    tg_packer *packer; /* NULL: not compressed */
    char *buffer; /* bytes that are not compressed and not written yet */
    size_t used;
};

/* ---- the system ---- */

static tricorn_status system_error(tricorn_context *context, const char *name, const char *what, int error)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: %s: %s", name, what, strerror(error));
}

static ssize_t write_without_signal(const tg_output *output, const void *bytes, size_t count)
{
    tg_held_signal held;
    tg_signal_hold(output->signal, &held);
    const ssize_t written = write(output->descriptor, bytes, count);
    tg_signal_release(&held, written < 0 && (errno == EPIPE || errno == EFBIG));
    return written;
}

static ssize_t write_once(const tg_output *output, const void *bytes, size_t count)
{
    if (count > WRITE_MOST) count = WRITE_MOST;
    return output->signal ? write_without_signal(output, bytes, count) : write(output->descriptor, bytes, count);
}

static tricorn_status write_all(tricorn_context *context, const tg_output *output, const void *from, size_t count)
{
    const char *bytes = from;
    while (count > 0) {
        const ssize_t written = write_once(output, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd waiting = {.fd = output->descriptor, .events = POLLOUT};
            (void)poll(&waiting, 1, -1); /* the next write will report what happened */
        } else if (written == 0 || errno != EINTR) {
            return system_error(context, output->name, "cannot be written", written == 0 ? ENOSPC : errno);
        }
        if (tg_work_interrupted(context)) return tg_check_cancelled(context);
    }
    return TRICORN_OK;
}

/* ---- opening ---- */

/* Returns the descriptor that a path such as /dev/stdout names, or -1. Opening /dev/stdout
 * again would overwrite the start of a file to which the shell appends. */
static int descriptor_of_path(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        char *end;
        if (strncmp(path, folders[i], length) != 0) continue;
        const long number = strtol(path + length, &end, 10);
        if (end != path + length && *end == 0 && number >= 0 && number <= INT_MAX) return (int)number;
    }
    return -1;
}

/* Returns the length of the folder in the target's path, with the slash; 0: the target is in the working folder. */
static size_t folder_bytes(const tg_output *output)
{
    const char *slash = strrchr(output->target, '/');
    return slash ? (size_t)(slash - output->target) + 1 : 0;
}

/* Writes the path by which an open file can be linked. */
static void path_of_descriptor(int descriptor, char path[TEMPORARY_BYTES])
{
    snprintf(path, TEMPORARY_BYTES, "/proc/self/fd/%d", descriptor);
}

/* Creates an empty file without a name, on the target's file system; the system removes it
 * however this process ends. If the file system does not support that, output->descriptor stays
 * -1. */
static tricorn_status create_nameless(tricorn_context *context, tg_output *output)
{
    const size_t folder = folder_bytes(output);
    char *path = NULL, self[TEMPORARY_BYTES];
    TG_DO(TG_ALLOC(context, folder + 2, &path));
    memcpy(path, output->target, folder);
    strcpy(path + folder, ".");
    output->descriptor = tg_open_nameless(AT_FDCWD, path, O_WRONLY | O_CLOEXEC, output->mode);
    const int error = errno;
    tg_free(path);
    if (output->descriptor < 0) {
        const bool unable = error == EOPNOTSUPP || error == EISDIR || error == EINVAL || error == ENOSYS ||
                            error == ENOENT || error == EINTR;
        return unable ? TRICORN_OK : system_error(context, output->name, "no file can be made in its folder", error);
    }
    path_of_descriptor(output->descriptor, self);
    output->owned = access(self, F_OK) == 0;
    if (output->owned) return TRICORN_OK;
    close(output->descriptor); /* without /proc the file could not be linked */
    output->descriptor = -1;
    return TRICORN_OK;
}

/* Creates a file with this path, or gives the file that has no name this path. */
static bool name_file(tg_output *output, const char *path)
{
    char self[TEMPORARY_BYTES];
    if (output->owned) {
        path_of_descriptor(output->descriptor, self);
        return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
    }
    output->descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, output->mode);
    output->owned = output->descriptor >= 0;
    return output->owned;
}

/* Gives the file a temporary name in the target's folder. It must be on the same file system,
 * because only rename() replaces a file, and rename() works only within one. */
static tricorn_status create_temporary(tricorn_context *context, tg_output *output)
{
    static _Atomic unsigned serial;
    const size_t folder = folder_bytes(output);
    char *path = NULL;
    TG_DO(TG_ALLOC(context, folder + TEMPORARY_BYTES, &path));
    memcpy(path, output->target, folder);
    for (int i = 0; i < NAME_TRIES; i++) {
        snprintf(path + folder, TEMPORARY_BYTES, ".tricorn-%ld-%u.tmp", (long)getpid(), atomic_fetch_add(&serial, 1));
        if (name_file(output, path)) {
            output->temporary = path;
            return TRICORN_OK;
        }
        if (errno != EEXIST && errno != EINTR) break;
    }
    const int error = errno;
    tg_free(path);
    return system_error(context, output->name, "no file can be made in its folder", error);
}

/* Follows the links of `path` to their end, so that the file at the end is replaced and the links stay. */
static tricorn_status find_target(tricorn_context *context, const char *path, tg_output *output)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode)) return tg_copy_text(context, path, &output->target);
    char *real = realpath(path, NULL);
    if (real == NULL) return system_error(context, path, "is a link that leads nowhere", errno);
    const tricorn_status status = tg_copy_text(context, real, &output->target);
    free(real);
    return status;
}

static tricorn_status open_path(tricorn_context *context, const char *path, tg_output *output)
{
    struct stat info;
    output->descriptor = descriptor_of_path(path);
    if (output->descriptor >= 0) return TRICORN_OK;

    const bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) return tg_fail(context, TRICORN_IO_ERROR, "%s: is a directory", path);
    /* It is a pipe or a device, which a renamed file would replace. */
    if (exists && !S_ISREG(info.st_mode)) {
        do output->descriptor = open(path, O_WRONLY | O_CLOEXEC);
        while (output->descriptor < 0 && errno == EINTR && !tg_work_interrupted(context));
        output->owned = output->descriptor >= 0;
        return output->owned ? TRICORN_OK : system_error(context, path, "cannot be opened", errno);
    }
    if (exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return system_error(context, path, "cannot be written", errno);
    /* nobody who may not read the file that is replaced may open the new one meanwhile */
    output->mode = exists ? info.st_mode & NEW_FILE : NEW_FILE;
    tricorn_status status = find_target(context, path, output);
    if (status == TRICORN_OK) status = create_nameless(context, output);
    if (status == TRICORN_OK && !output->owned) status = create_temporary(context, output);
    /* A failure does not matter, because not every file system has permissions. */
    if (status == TRICORN_OK && exists) (void)!fchmod(output->descriptor, info.st_mode & PERMISSIONS);
    return status;
}

static tricorn_status take_packed(tricorn_context *context, void *output, const void *bytes, size_t count)
{
    return write_all(context, output, bytes, count);
}

static tricorn_status create_packer(tricorn_context *context, tg_compression compression, tg_output *output)
{
    static const tg_encoder *const encoders[] = {[TG_GZIP] = &tg_gzip_encoder, [TG_ZSTD] = &tg_zstd_encoder};
    if (compression == TG_PLAIN) return TRICORN_OK;
    return tg_packer_create(context, encoders[compression], take_packed, output, &output->packer);
}

/* Fails if the descriptor cannot be written to, so that the caller learns this before a long count. */
static tricorn_status look(tricorn_context *context, tg_output *output)
{
    struct stat info;
    const int flags = fcntl(output->descriptor, F_GETFL);
    if (flags < 0 || fstat(output->descriptor, &info) != 0)
        return system_error(context, output->name, "cannot be written", errno);
    if ((flags & O_ACCMODE) == O_RDONLY)
        return tg_fail(context, TRICORN_IO_ERROR, "%s: is open for reading only", output->name);
    if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))
        output->signal = SIGPIPE;
    else if (tg_file_sizes_are_limited())
        output->signal = SIGXFSZ;
    output->terminal = S_ISCHR(info.st_mode) && isatty(output->descriptor);
    return TRICORN_OK;
}

static tricorn_status open_output(
  tricorn_context *context, const char *path, int descriptor, tg_compression compression, tg_output **output)
{
    tricorn_status status = TRICORN_OK;
    char descriptor_name[DESCRIPTOR_NAME_BYTES];
    tg_output *made = NULL;
    snprintf(descriptor_name, sizeof descriptor_name, descriptor == STDOUT_FILENO ? "standard output" : "descriptor %d",
      descriptor);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->descriptor = descriptor;
    TG_TRY(tg_copy_text(context, path ? path : descriptor_name, &made->name));
    TG_TRY(TG_ALLOC(context, BUFFER_BYTES, &made->buffer));
    TG_TRY(create_packer(context, compression, made));
    if (path) TG_TRY(open_path(context, path, made));
    TG_TRY(look(context, made));
    *output = made;
    made = NULL;

cleanup:
    tg_output_discard(made);
    return status;
}

tricorn_status tg_output_open(
  tricorn_context *context, const char *path, tg_compression compression, tg_output **output)
{
    return open_output(context, path, -1, compression, output);
}

tricorn_status tg_output_open_descriptor(
  tricorn_context *context, int descriptor, tg_compression compression, tg_output **output)
{
    return open_output(context, NULL, descriptor, compression, output);
}

/* ---- writing ---- */

const char *tg_output_name(const tg_output *output)
{
    return output->name;
}

int tg_output_new_file(const tg_output *output)
{
    return output->target ? output->descriptor : -1;
}

void tg_output_filled(tg_output *output)
{
    output->begun = true;
}

bool tg_output_is_packed(const tg_output *output)
{
    return output->packer != NULL;
}

bool tg_output_is_terminal(const tg_output *output)
{
    return output->terminal;
}

bool tg_output_is_empty(const tg_output *output)
{
    return !output->begun;
}

static tricorn_status write_through(tricorn_context *context, tg_output *output, const void *bytes, size_t count)
{
    if (output->packer) return tg_packer_add(context, output->packer, bytes, count);
    return write_all(context, output, bytes, count);
}

static tricorn_status flush(tricorn_context *context, tg_output *output)
{
    const size_t count = output->used;
    output->used = 0;
    return write_through(context, output, output->buffer, count);
}

tricorn_status tg_output_room(tricorn_context *context, tg_output *output, size_t least, char **begin, char **end)
{
    if (BUFFER_BYTES - output->used < least) {
        TG_DO(flush(context, output));
    }
    *begin = output->buffer + output->used;
    *end = output->buffer + BUFFER_BYTES;
    return TRICORN_OK;
}

void tg_output_advance(tg_output *output, size_t count)
{
    output->used += count;
    output->begun |= count > 0;
}

tricorn_status tg_output_write(tricorn_context *context, tg_output *output, const void *bytes, size_t count)
{
    output->begun |= count > 0;
    if (BUFFER_BYTES - output->used < count) {
        TG_DO(flush(context, output));
    }
    if (count >= BUFFER_BYTES) return write_through(context, output, bytes, count);
    if (count > 0) memcpy(output->buffer + output->used, bytes, count);
    output->used += count;
    return TRICORN_OK;
}

tricorn_status tg_output_print(tricorn_context *context, tg_output *output, const char *format, ...)
{
    tricorn_status status = TRICORN_OK;
    char line[PRINT_BYTES], *text = line, *longer = NULL;
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(line, sizeof line, format, values);
    if (length < 0) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: text cannot be formatted", output->name));
    if ((size_t)length >= sizeof line) {
        TG_TRY(TG_ALLOC(context, (size_t)length + 1, &longer));
        vsnprintf(longer, (size_t)length + 1, format, again);
        text = longer;
    }
    TG_TRY(tg_output_write(context, output, text, (size_t)length));

cleanup:
    va_end(again);
    va_end(values);
    tg_free(longer);
    return status;
}

/* ---- the end ---- */

/* Gives the file, which has no name yet, its final name, or if another file has that, a temporary one. */
static tricorn_status name_complete(tricorn_context *context, tg_output *output)
{
    if (!output->owned) return create_temporary(context, output);
    output->named = name_file(output, output->target);
    if (output->named) return TRICORN_OK;
    if (errno == EEXIST || errno == EINTR) return create_temporary(context, output);
    return system_error(context, output->name, "no file can be made in its folder", errno);
}

static tricorn_status close_descriptor(tricorn_context *context, tg_output *output)
{
    if (!output->owned) return TRICORN_OK;
    output->owned = false;
    /* A network file system may report only now that the disk is full. */
    if (close(output->descriptor) != 0 && errno != EINTR)
        return system_error(context, output->name, "cannot be written", errno);
    return TRICORN_OK;
}

tricorn_status tg_output_finish(tricorn_context *context, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(flush(context, output));
    if (output->packer) TG_TRY(tg_packer_finish(context, output->packer));
    if (output->target && !output->temporary) TG_TRY(name_complete(context, output));
    TG_TRY(close_descriptor(context, output));
    output->named = false;
    if (output->temporary) {
        if (rename(output->temporary, output->target) != 0)
            TG_TRY(system_error(context, output->name, "cannot be renamed to its final name", errno));
        tg_free(output->temporary);
        output->temporary = NULL;
    }

cleanup:
    tg_output_discard(output);
    return status;
}

void tg_output_discard(tg_output *output)
{
    if (output == NULL) return;
    tg_packer_free(output->packer);
    if (output->owned) close(output->descriptor);
    if (output->temporary) unlink(output->temporary);
    if (output->named) unlink(output->target);
    tg_free(output->temporary);
    tg_free(output->target);
    tg_free(output->buffer);
    tg_free(output->name);
    tg_free(output);
}
