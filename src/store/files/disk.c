/* disk.c - files of a graph on disk: folders, files, and positioned reads and writes.
 *
 * - Each append reserves its place in the file by one atomic addition, so threads write to one
 *   file without a lock.
 * - Calls that a signal interrupts, or that move only some of the bytes, are repeated.
 */
#include "store/files/disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/portable.h"
#include "base/signals.h"

enum {
    FOLDER_MODE = 0777,
    FILE_MODE = 0666,
    SCRATCH_MODE = 0600, /* of a file without a name, which no other user needs */
    TRIES = 1000, /* how many names are tried for a scratch file */
    /* The most bytes of one call: Linux moves at most 2^31 - 4096 at once. */
    TRANSFER_MOST = 1 << 30
};

static tricorn_status fail(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *what, int error)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s/%s: %s: %s", folder->path, name, what, strerror(error));
}

int tg_disk_open_at(const tg_disk_folder *folder, const char *name, int flags, mode_t mode)
{
    int opened;
    do opened = openat(folder->descriptor, name, flags | O_CLOEXEC, mode);
    while (opened < 0 && errno == EINTR);
    return opened;
}

/* ---- names ---- */

static tricorn_status no_names(tricorn_context *context, const tg_disk_folder *folder)
{
    return tg_fail(context, TRICORN_IO_ERROR, "%s: the folder cannot be read: %s", folder->path, strerror(errno));
}

tricorn_status tg_disk_each_name(
  tricorn_context *context, const tg_disk_folder *folder, tg_disk_use_name *use, void *user)
{
    tricorn_status status = TRICORN_OK;
    const int again = tg_disk_open_at(folder, ".", O_RDONLY | O_DIRECTORY, 0);
    DIR *list = again >= 0 ? fdopendir(again) : NULL;
    if (list == NULL) {
        status = no_names(context, folder);
        if (again >= 0) close(again);
        return status;
    }
    errno = 0;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL; errno = 0)
        TG_TRY(use(context, user, entry->d_name));
    if (errno != 0) TG_TRY(no_names(context, folder));
cleanup:
    closedir(list);
    return status;
}

typedef struct wanted {
    const char *const *names;
    unsigned count;
    bool *has;
} wanted;

static tricorn_status look_at_name(tricorn_context *context, void *user, const char *name)
{
    const wanted *of = user;
    (void)context;
    for (unsigned i = 0; i < of->count; i++) of->has[i] = of->has[i] || strcmp(name, of->names[i]) == 0;
    return TRICORN_OK;
}

tricorn_status tg_disk_has_names(
  tricorn_context *context, const tg_disk_folder *folder, const char *const *names, unsigned count, bool *has)
{
    memset(has, 0, count * sizeof *has);
    return tg_disk_each_name(context, folder, look_at_name, &(wanted){names, count, has});
}

tricorn_status tg_disk_has(tricorn_context *context, const tg_disk_folder *folder, const char *name, bool *has)
{
    return tg_disk_has_names(context, folder, &name, 1, has);
}

bool tg_disk_touched(const tg_disk_folder *folder, const char *name, double *seconds)
{
    static const double nanoseconds = 1e9;
    struct stat info;
    if (fstatat(folder->descriptor, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) return false;
    *seconds = (double)info.st_mtim.tv_sec + (double)info.st_mtim.tv_nsec / nanoseconds;
    return true;
}

/* Opens a name that was seen before, or is to be made; while it is not found, but the folder has it
 * or may get it, again. */
static int open_seen(tricorn_context *context, const tg_disk_folder *folder, const char *name, int flags)
{
    static const useconds_t wait = 20000;
    const double end = tg_clock_now() + folder->patience;
    int opened, error = 0;
    bool has = true;
    while ((opened = tg_disk_open_at(folder, name, flags, FILE_MODE)) < 0) {
        error = errno;
        if ((error != ENOENT && error != ESTALE) || tg_clock_now() >= end ||
            tg_disk_has(context, folder, name, &has) != TRICORN_OK || !(has || flags & O_CREAT))
            break;
        (void)usleep(wait);
    }
    if (opened < 0) errno = error;
    return opened;
}

/* ---- folders ---- */

static tricorn_status open_folder(tricorn_context *context, tg_disk_folder *folder)
{
    const tg_disk_folder here = {.descriptor = AT_FDCWD};
    folder->descriptor = tg_disk_open_at(&here, folder->path, O_RDONLY | O_DIRECTORY, 0);
    if (folder->descriptor >= 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR, "%s: the folder cannot be opened: %s", folder->path, strerror(errno));
}

tricorn_status tg_disk_folder_open(tricorn_context *context, const char *path, bool scratch, tg_disk_folder *folder)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder made = {.descriptor = -1, .scratch = scratch};

    TG_TRY(tg_copy_text(context, path, &made.path));
    if (!scratch && mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST)
        TG_TRY(tg_fail(context, TRICORN_IO_ERROR, "%s: the folder cannot be made: %s", path, strerror(errno)));
    if (!scratch) TG_TRY(open_folder(context, &made));
    *folder = made;
    made.path = NULL;
cleanup:
    tg_free(made.path);
    return status;
}

tricorn_status tg_disk_folder_look(tricorn_context *context, const char *path, tg_disk_folder *folder)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder made = {.descriptor = -1};
    TG_TRY(tg_copy_text(context, path, &made.path));
    TG_TRY(open_folder(context, &made));
    *folder = made;
    made.path = NULL;
cleanup:
    tg_free(made.path);
    return status;
}

tricorn_status tg_disk_folder_below(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_folder *below)
{
    if (mkdirat(folder->descriptor, name, FOLDER_MODE) != 0 && errno != EEXIST)
        return fail(context, folder, name, "cannot be made", errno);
    return tg_disk_folder_find(context, folder, name, below);
}

tricorn_status tg_disk_folder_find(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_folder *found)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = strlen(folder->path) + strlen(name) + sizeof "/";
    tg_disk_folder made = {.descriptor = -1, .patience = folder->patience};

    TG_TRY(TG_ALLOC(context, bytes, &made.path));
    snprintf(made.path, bytes, "%s/%s", folder->path, name);
    made.descriptor = open_seen(context, folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (made.descriptor < 0) TG_TRY(fail(context, folder, name, "the folder cannot be opened", errno));
    *found = made;
    made.path = NULL;
cleanup:
    tg_free(made.path);
    return status;
}

void tg_disk_folder_close(tg_disk_folder *folder)
{
    if (folder->path == NULL) return;
    if (folder->descriptor >= 0) close(folder->descriptor);
    tg_free(folder->path);
    *folder = (tg_disk_folder){.descriptor = -1};
}

uint64_t tg_disk_free_bytes(const tg_disk_folder *folder)
{
    struct statvfs info;
    if (fstatvfs(folder->descriptor, &info) != 0) return UINT64_MAX;
    return (uint64_t)info.f_bavail * info.f_frsize;
}

static tricorn_status no_room(
  tricorn_context *context, const tg_disk_folder *folder, const char *what, uint64_t available)
{
    enum { TEXT_BYTES = 128 };
    const uint64_t expected = __atomic_load_n(&folder->expected_bytes, __ATOMIC_RELAXED);
    char needed[TEXT_BYTES] = "";
    if (expected > 0) snprintf(needed, sizeof needed, ", and the graph takes about %" PRIu64 " there in all", expected);
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s: %s: %" PRIu64 " bytes are free%s; choose a folder on a disk with more "
      "room by " TG_OPTION("work") " or " TG_OPTION("scratch"),
      folder->path, what, available, needed);
}

tricorn_status tg_disk_expect(tricorn_context *context, tg_disk_folder *folder, uint64_t expected_bytes, uint64_t more)
{
    __atomic_store_n(&folder->expected_bytes, expected_bytes, __ATOMIC_RELAXED);
    const uint64_t available = tg_disk_free_bytes(folder);
    if (more <= available) return TRICORN_OK;
    return no_room(context, folder, "the disk is too small", available);
}

/* ---- files ---- */

/* Creates a file without a name. If the file system does not support that, creates a file and
 * removes its name immediately. */
static int open_scratch(const tg_disk_folder *folder)
{
    char name[] = ".tricorn-0123456789";
    int made = tg_open_nameless(folder->descriptor, ".", O_RDWR | O_CLOEXEC, SCRATCH_MODE);
    const bool nameless = made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT);
    for (unsigned i = 0; !nameless && made < 0 && i < TRIES; i++) {
        snprintf(name, sizeof name, ".tricorn-%u-%u", (unsigned)getpid() % 100000, i);
        made = tg_disk_open_at(folder, name, O_CREAT | O_EXCL | O_RDWR, SCRATCH_MODE);
        if (made >= 0) unlinkat(folder->descriptor, name, 0);
        if (made < 0 && errno != EEXIST) break;
    }
    return made;
}

/* Fails with an error: the name does not belong to a regular file. (Links in a work folder are
 * not followed, and opening a pipe does not wait for its writer.) */
static tricorn_status no_file(tricorn_context *context, const tg_disk_folder *folder, const char *name)
{
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s/%s: is a link, or no file; remove it", folder->path, name);
}

static tricorn_status create_file(
  tricorn_context *context, tg_disk_folder *folder, const char *name, bool nameless, tg_disk_file *file)
{
    if (folder->descriptor < 0) {
        TG_DO(open_folder(context, folder));
    }
    /* The file must be new: so nothing is written to the target of a link of this name, or to a
     * file that another process has open. */
    if (!nameless) tg_disk_remove(folder, name);
    const int made = nameless ? open_scratch(folder)
                              : tg_disk_open_at(folder, name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, FILE_MODE);
    if (made < 0 && errno == EEXIST && !nameless) return no_file(context, folder, name);
    if (made < 0) return fail(context, folder, name, "cannot be made", errno);
    *file = (tg_disk_file){.descriptor = made, .folder = folder, .name = name, .limited = tg_file_sizes_are_limited()};
    return TRICORN_OK;
}

tricorn_status tg_disk_create(tricorn_context *context, tg_disk_folder *folder, const char *name, tg_disk_file *file)
{
    return create_file(context, folder, name, folder->scratch, file);
}

tricorn_status tg_disk_create_nameless(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_disk_file *file)
{
    return create_file(context, folder, name, true, file);
}

static tricorn_status open_named(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, int mode, tg_disk_file *file)
{
    struct stat info;
    const int opened = open_seen(context, folder, name, mode | O_NOFOLLOW | O_NONBLOCK);
    /* a link, a folder, a socket */
    if (opened < 0 && (errno == ELOOP || errno == EISDIR || errno == ENXIO)) return no_file(context, folder, name);
    if (opened < 0) return fail(context, folder, name, "cannot be opened", errno);
    if (fstat(opened, &info) != 0) {
        const int error = errno;
        close(opened);
        return fail(context, folder, name, "cannot be read", error);
    }
    if (!S_ISREG(info.st_mode)) {
        close(opened);
        return no_file(context, folder, name);
    }
    *file = (tg_disk_file){.descriptor = opened,
      .folder = folder,
      .name = name,
      .end = (uint64_t)info.st_size,
      .limited = tg_file_sizes_are_limited()};
    return TRICORN_OK;
}

tricorn_status tg_disk_open(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_file *file)
{
    return open_named(context, folder, name, O_RDONLY, file);
}

/* Whether the folder has this name for the file. */
static bool has_name(const tg_disk_folder *folder, const char *name, const struct stat *file)
{
    struct stat found;
    return name != NULL && fstatat(folder->descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
           found.st_dev == file->st_dev && found.st_ino == file->st_ino;
}

/* Opens a file to write into it. Refuses one with more names (hard links) than this one and, if
 * it is not NULL, `other`: it is somebody else's. */
static tricorn_status open_to_write(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *other, tg_disk_file *file)
{
    struct stat info;
    const int mode = other ? O_RDWR | O_CREAT : O_RDWR;
    TG_DO(open_named(context, folder, name, mode, file));
    if (fstat(file->descriptor, &info) == 0 && info.st_nlink <= 1 + (nlink_t)has_name(folder, other, &info))
        return TRICORN_OK;
    tg_disk_close(file);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s/%s: has other names (hard links), under which it would change, too; remove it", folder->path, name);
}

tricorn_status tg_disk_reopen(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_disk_file *file)
{
    return open_to_write(context, folder, name, NULL, file);
}

tricorn_status tg_disk_open_shared(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *other, tg_disk_file *file)
{
    return open_to_write(context, folder, name, other, file);
}

void tg_disk_close(tg_disk_file *file)
{
    if (file->folder != NULL) close(file->descriptor);
    *file = (tg_disk_file){.descriptor = -1};
}

void tg_disk_remove(const tg_disk_folder *folder, const char *name)
{
    if (!folder->scratch) (void)unlinkat(folder->descriptor, name, 0);
}

tricorn_status tg_disk_link(tricorn_context *context, const tg_disk_folder *folder, const char *from, const char *to)
{
    tg_disk_remove(folder, to);
    if (linkat(folder->descriptor, from, folder->descriptor, to, 0) == 0) return TRICORN_OK;
    return fail(context, folder, to, "cannot be made", errno);
}

/* ---- bytes ---- */

static tricorn_status disk_full(tricorn_context *context, const tg_disk_file *file, uint64_t offset, uint64_t missing)
{
    enum { TEXT_BYTES = 256 };
    char what[TEXT_BYTES];
    snprintf(what, sizeof what, "%s: %s: %" PRIu64 " bytes at byte %" PRIu64 " cannot be written", file->name,
      strerror(errno), missing, offset);
    return no_room(context, file->folder, what, tg_disk_free_bytes(file->folder));
}

static ssize_t write_some(const tg_disk_file *file, uint64_t offset, const char *bytes, size_t count)
{
    tg_held_signal held;
    if (!file->limited) return pwrite(file->descriptor, bytes, count, (off_t)offset);
    tg_signal_hold(SIGXFSZ, &held);
    const ssize_t put = pwrite(file->descriptor, bytes, count, (off_t)offset);
    tg_signal_release(&held, put < 0 && errno == EFBIG);
    return put;
}

static tricorn_status write_at(
  tricorn_context *context, const tg_disk_file *file, uint64_t offset, const char *bytes, size_t count)
{
    while (count > 0) {
        const size_t most = count < TRANSFER_MOST ? count : TRANSFER_MOST;
        const ssize_t put = write_some(file, offset, bytes, most);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0 && (errno == ENOSPC || errno == EDQUOT)) return disk_full(context, file, offset, count);
        if (put <= 0) return fail(context, file->folder, file->name, "cannot be written", put < 0 ? errno : EIO);
        bytes += put;
        offset += (uint64_t)put;
        count -= (size_t)put;
    }
    return TRICORN_OK;
}

tricorn_status tg_disk_append(
  tricorn_context *context, tg_disk_file *file, const void *bytes, size_t count, uint64_t *offset)
{
    *offset = __atomic_fetch_add(&file->end, count, __ATOMIC_RELAXED);
    return write_at(context, file, *offset, bytes, count);
}

tricorn_status tg_disk_write(
  tricorn_context *context, const tg_disk_file *file, uint64_t offset, const void *bytes, size_t count)
{
    return write_at(context, file, offset, bytes, count);
}

tricorn_status tg_disk_read(tricorn_context *context, tg_disk_file *file, uint64_t offset, void *bytes, size_t count)
{
    char *to = bytes;
    while (count > 0) {
        const size_t most = count < TRANSFER_MOST ? count : TRANSFER_MOST;
        const ssize_t got = pread(file->descriptor, to, most, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(context, file->folder, file->name, "cannot be read", errno);
        if (got == 0)
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s/%s: the file was cut: it ends before byte %" PRIu64,
              file->folder->path, file->name, offset + count);
        to += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return TRICORN_OK;
}

void tg_disk_fetch(const tg_disk_file *file, uint64_t offset, uint64_t count)
{
    (void)posix_fadvise(file->descriptor, (off_t)offset, (off_t)count, POSIX_FADV_WILLNEED);
}

void tg_disk_read_apart(const tg_disk_file *file)
{
    (void)posix_fadvise(file->descriptor, 0, 0, POSIX_FADV_RANDOM);
}

static int sync_again(int descriptor, int (*sync)(int))
{
    int failed;
    do failed = sync(descriptor);
    while (failed && errno == EINTR);
    return failed;
}

int tg_disk_sync_names(const tg_disk_folder *folder)
{
    return sync_again(folder->descriptor, fsync);
}

tricorn_status tg_disk_sync(tricorn_context *context, const tg_disk_file *file)
{
    if (sync_again(file->descriptor, fdatasync) != 0)
        return fail(context, file->folder, file->name, "cannot be written", errno);
    return TRICORN_OK;
}

tricorn_status tg_disk_replace(
  tricorn_context *context, tg_disk_folder *folder, const char *name, const void *bytes, size_t count)
{
    tricorn_status status = TRICORN_OK;
    static const char temporary[] = "tricorn-new";
    tg_disk_file file = {0};
    uint64_t offset;

    TG_TRY(tg_disk_create(context, folder, temporary, &file));
    TG_TRY(tg_disk_append(context, &file, bytes, count, &offset));
    TG_TRY(tg_disk_sync(context, &file));
    if (folder->scratch) goto cleanup;
    if (renameat(folder->descriptor, temporary, folder->descriptor, name) != 0)
        TG_TRY(fail(context, folder, name, "cannot be written", errno));
    folder->unsynced = tg_disk_sync_names(folder) != 0;
    if (folder->unsynced) TG_TRY(fail(context, folder, name, "cannot be written", errno));
cleanup:
    tg_disk_close(&file);
    return status;
}

tricorn_status tg_disk_publish(
  tricorn_context *context, tg_disk_folder *folder, const tg_disk_names *names, const void *bytes, size_t count)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {0};
    uint64_t offset;

    TG_TRY(tg_disk_create(context, folder, names->temporary, &file));
    TG_TRY(tg_disk_append(context, &file, bytes, count, &offset));
    TG_TRY(tg_disk_sync(context, &file));
    if (linkat(folder->descriptor, names->temporary, folder->descriptor, names->name, 0) != 0 && errno != EEXIST)
        TG_TRY(fail(context, folder, names->name, "cannot be written", errno));
cleanup:
    if (file.folder) tg_disk_remove(folder, names->temporary);
    tg_disk_close(&file);
    return status;
}
