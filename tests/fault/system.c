/* system.c - see system.h. */
#include "fault/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "support/wraps.h"

static const char *const call_names[] = {"open", "read", "write", "sync", "link", "rename", "close", "folder"};

struct faults faults;
bool no_nameless;
uint64_t bytes_free = UINT64_MAX;

void no_faults(void)
{
    memset(&faults, 0, sizeof faults);
    faults.fail_at = -1;
}

static bool fails(call_kind kind)
{
    const int64_t number = faults.calls[kind]++;
    if (faults.fail_at >= 0 && faults.kind == kind && number == faults.fail_at) {
        errno = faults.error;
        faults.failed = true;
        return true;
    }
    const bool waits = kind == OPEN || kind == READ || kind == WRITE || kind == SYNC;
    if (faults.interrupt && waits && number % 2 == 0) {
        errno = EINTR;
        return true;
    }
    return false;
}

static size_t at_most(size_t bytes)
{
    return faults.most_bytes > 0 && faults.most_bytes < bytes ? faults.most_bytes : bytes;
}

/* Whether a file may be opened; then *mode is the last argument, if there is one. */
static bool may_open(int flags, va_list values, mode_t *mode)
{
    const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
    *mode = flags & O_CREAT || nameless ? va_arg(values, mode_t) : 0;
    if (!nameless || !no_nameless) return !fails(OPEN);
    errno = EOPNOTSUPP;
    return false;
}

TEST_WRAPS(open);
int __wrap_open(const char *path, int flags, ...)
{
    mode_t mode;
    va_list values;
    va_start(values, flags);
    const bool may = may_open(flags, values, &mode);
    va_end(values);
    return may ? __real_open(path, flags, mode) : -1;
}

TEST_WRAPS(openat);
int __wrap_openat(int folder, const char *path, int flags, ...)
{
    mode_t mode;
    va_list values;
    va_start(values, flags);
    const bool may = may_open(flags, values, &mode);
    va_end(values);
    return may ? __real_openat(folder, path, flags, mode) : -1;
}

TEST_WRAPS(read);
ssize_t __wrap_read(int descriptor, void *bytes, size_t count)
{
    return fails(READ) ? -1 : __real_read(descriptor, bytes, at_most(count));
}

TEST_WRAPS(pread);
ssize_t __wrap_pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    return fails(READ) ? -1 : __real_pread(descriptor, bytes, at_most(count), offset);
}

TEST_WRAPS(write);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count)
{
    return fails(WRITE) ? -1 : __real_write(descriptor, bytes, at_most(count));
}

TEST_WRAPS(pwrite);
ssize_t __wrap_pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    return fails(WRITE) ? -1 : __real_pwrite(descriptor, bytes, at_most(count), offset);
}

TEST_WRAPS(linkat);
int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    return fails(LINK) ? -1 : __real_linkat(from_folder, from, to_folder, to, flags);
}

TEST_WRAPS(rename);
int __wrap_rename(const char *from, const char *to)
{
    return fails(RENAME) ? -1 : __real_rename(from, to);
}

TEST_WRAPS(fstatvfs);
int __wrap_fstatvfs(int descriptor, struct statvfs *info)
{
    const int result = __real_fstatvfs(descriptor, info);
    if (bytes_free == UINT64_MAX) return result;
    info->f_frsize = 1;
    info->f_bavail = bytes_free;
    return result;
}

TEST_WRAPS(renameat);
int __wrap_renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return fails(RENAME) ? -1 : __real_renameat(from_folder, from, to_folder, to);
}

/* No test needs the power to fail. */
TEST_WRAPS(fsync);
int __wrap_fsync(int descriptor)
{
    (void)descriptor;
    return fails(SYNC) ? -1 : 0;
}

TEST_WRAPS(fdatasync);
int __wrap_fdatasync(int descriptor)
{
    (void)descriptor;
    return fails(SYNC) ? -1 : 0;
}

/* As on Linux, a close that fails has closed the descriptor. */
TEST_WRAPS(close);
int __wrap_close(int descriptor)
{
    const bool failing = fails(CLOSE);
    const int error = errno, result = __real_close(descriptor);
    if (failing) errno = error;
    return failing ? -1 : result;
}

TEST_WRAPS(mkdir);
int __wrap_mkdir(const char *path, mode_t mode)
{
    return fails(FOLDER) ? -1 : __real_mkdir(path, mode);
}

TEST_WRAPS(mkdirat);
int __wrap_mkdirat(int folder, const char *path, mode_t mode)
{
    return fails(FOLDER) ? -1 : __real_mkdirat(folder, path, mode);
}

DIR *__real_fdopendir(int descriptor);
DIR *__wrap_fdopendir(int descriptor);
DIR *__wrap_fdopendir(int descriptor)
{
    return fails(FOLDER) ? NULL : __real_fdopendir(descriptor);
}

/* ---- one call fails ---- */

static void check_trial(const fault_trial *trial, tricorn_status status, int error)
{
    if (status == TRICORN_OK && (trial->harmless || trial->maybe_harmless)) return;
    REQUIRE_STATUS(trial->context, status, trial->harmless ? TRICORN_OK : TRICORN_IO_ERROR);
    CHECK_MESSAGE(trial->context, strerror(error));
    if (trial->folder) CHECK_MESSAGE(trial->context, trial->folder);
    CHECK(strstr(tricorn_context_message(trial->context), " 184467440") == NULL,
      "a number of the message has fallen below 0: %s", tricorn_context_message(trial->context));
}

int64_t fail_in_turn(const fault_trial *trial, call_kind kind, int error)
{
    const int64_t blocks_before = trial->allocator->live_blocks;
    int64_t number = trial->first;

    for (bool failed = true; failed; number += trial->step) {
        test_on("%s, %s number %lld", trial->name, call_names[kind], (long long)number);
        no_faults();
        if (trial->before) trial->before(trial->with);
        no_faults();
        faults.kind = kind;
        faults.fail_at = number;
        faults.error = error;
        const tricorn_status status = trial->run(trial->with);
        failed = faults.failed;
        no_faults();
        if (failed)
            check_trial(trial, status, error);
        else
            REQUIRE_OK(trial->context, status);
        if (trial->after) trial->after(trial->with);
        CHECK_EQ(trial->allocator->live_blocks, blocks_before, "blocks afterwards");
    }
    return number - trial->step;
}
