/* caching_mount.c - shows a folder as a client of a network file system does: with caches of its own.
 *
 *     caching_mount FOLDER MOUNTPOINT SECONDS
 *
 * Two mounts of one folder are two machines:
 *
 * - A name that was found, and one that was not, stay as they are for SECONDS. What the mount
 * makes or removes itself, it knows at once; a file that is created with O_EXCL, or a folder that is listed, is
 * looked for in FOLDER.
 * - Sizes and times of files stay for SECONDS, or until the file is opened.
 * - What is written stays with the mount until the file is synchronised or closed. Then each
 * page of 4,096 bytes of which a byte was written goes to FOLDER as a whole: with the bytes beside it as they were
 * when the mount read them.
 * - What was read stays until the file is opened again.
 * - A file that another mount has removed cannot be read any more (ESTALE). No file is without a
 * name (O_TMPFILE), and a lock is of one mount.
 *
 * NFS 4.2 does all of these, with 3 to 60 seconds.
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, BUCKETS = 1 << 12 };

static int folder = -1; /* what is mounted */
static double patience; /* seconds that an attribute is believed */

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static const char *below(const char *path)
{
    return path[1] ? path + 1 : ".";
}

static int done(int failed)
{
    return failed < 0 ? -errno : 0;
}

/* ---- what the mount knows of a file ---- */

typedef struct page {
    struct page *next;
    uint64_t number;
    bool dirty;
    unsigned char bytes[PAGE];
} page;

typedef struct file {
    struct file *next;
    ino_t number;
    struct statx_timestamp born;
    unsigned users; /* descriptors that are open */
    page *pages[64];
    off_t end; /* of what was written here, until it is in the folder; else 0 */
    struct stat seen;
    double seen_at; /* 0: the attributes are not known */
} file;

typedef struct handle {
    file *of;
    int descriptor;
} handle;

static file *files[BUCKETS];

/* The file that a path or, if it is empty, the descriptor names; its attributes go to *found. A number is used again
 * when its file is gone, so the time of its birth tells files apart. NULL with errno. */
static file *file_of(int descriptor, const char *path, struct stat *found)
{
    struct statx more;
    const int flags = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH;
    if (fstatat(descriptor, path, found, flags) != 0 || statx(descriptor, path, flags, STATX_BTIME, &more) != 0)
        return NULL;
    file **first = &files[found->st_ino % BUCKETS];
    for (file *at = *first; at; at = at->next)
        if (at->number == found->st_ino && at->born.tv_sec == more.stx_btime.tv_sec &&
            at->born.tv_nsec == more.stx_btime.tv_nsec)
            return at;
    file *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    *made = (file){.next = *first, .number = found->st_ino, .born = more.stx_btime};
    return *first = made;
}

static void note(file *of, const struct stat *found)
{
    of->seen = *found;
    of->seen_at = now();
}

static page **place_of(file *of, uint64_t number)
{
    page **at = &of->pages[number % 64];
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

/* Forgets pages that were only read. */
static void forget_clean(file *of)
{
    for (int b = 0; b < 64; b++)
        for (page **at = &of->pages[b]; *at;) {
            page *one = *at;
            if (one->dirty) {
                at = &one->next;
                continue;
            }
            *at = one->next;
            free(one);
        }
}

/* The page with this number, as it was when the mount first read it; NULL with errno. */
static page *page_of(file *of, int descriptor, uint64_t number)
{
    page **at = place_of(of, number);
    if (*at) return *at;
    page *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    made->number = number;
    if (pread(descriptor, made->bytes, PAGE, (off_t)(number * PAGE)) < 0) {
        free(made);
        return NULL;
    }
    made->next = *at;
    return *at = made;
}

static off_t end_of(const file *of, int descriptor)
{
    struct stat found;
    if (fstat(descriptor, &found) != 0) return 0;
    return found.st_size > of->end ? found.st_size : of->end;
}

/* Sends the pages that were written, each as a whole up to the end of the file. */
static int send_pages(file *of, int descriptor)
{
    const off_t end = end_of(of, descriptor);
    for (int b = 0; b < 64; b++)
        for (page *at = of->pages[b]; at; at = at->next) {
            const off_t first = (off_t)(at->number * PAGE);
            const size_t count = end - first < PAGE ? (size_t)(end - first) : PAGE;
            if (!at->dirty || end <= first) continue;
            if (pwrite(descriptor, at->bytes, count, first) != (ssize_t)count) return -errno;
            at->dirty = false;
        }
    of->end = 0;
    of->seen_at = 0;
    return 0;
}

/* ---- names ---- */

static int get_attributes(const char *path, struct stat *found, struct fuse_file_info *of)
{
    struct stat fresh;
    (void)of;
    file *known = file_of(folder, below(path), &fresh);
    if (known == NULL) return -errno;
    if (known->seen_at == 0 || now() - known->seen_at > patience || S_ISDIR(fresh.st_mode)) note(known, &fresh);
    *found = known->seen;
    if (known->end > found->st_size) found->st_size = known->end;
    return 0;
}

static int read_link(const char *path, char *to, size_t size)
{
    const ssize_t length = readlinkat(folder, below(path), to, size - 1);
    if (length < 0) return -errno;
    to[length] = '\0';
    return 0;
}

static int make_folder(const char *path, mode_t mode)
{
    return done(mkdirat(folder, below(path), mode));
}

static int remove_file(const char *path)
{
    return done(unlinkat(folder, below(path), 0));
}

static int remove_folder(const char *path)
{
    return done(unlinkat(folder, below(path), AT_REMOVEDIR));
}

static int make_link(const char *to, const char *path)
{
    return done(symlinkat(to, folder, below(path)));
}

static int move(const char *from, const char *to, unsigned flags)
{
    return done(renameat2(folder, below(from), folder, below(to), flags));
}

static int add_name(const char *from, const char *to)
{
    struct stat found;
    const ptrdiff_t bytes = strrchr(from, '/') - from; /* of the folder; BeeGFS links within one */
    if (bytes != strrchr(to, '/') - to || strncmp(from, to, (size_t)bytes) != 0) return -EPERM;
    if (linkat(folder, below(from), folder, below(to), 0) != 0) return -errno;
    file *known = file_of(folder, below(from), &found);
    if (known) note(known, &found);
    return 0;
}

static int change_mode(const char *path, mode_t mode, struct fuse_file_info *of)
{
    (void)of;
    return done(fchmodat(folder, below(path), mode, 0));
}

static int change_owner(const char *path, uid_t user, gid_t group, struct fuse_file_info *of)
{
    (void)of;
    return done(fchownat(folder, below(path), user, group, AT_SYMLINK_NOFOLLOW));
}

static int change_times(const char *path, const struct timespec times[2], struct fuse_file_info *of)
{
    const handle *open = of ? (const handle *)(uintptr_t)of->fh : NULL;
    if (open) open->of->seen_at = 0;
    return done(open ? futimens(open->descriptor, times) : utimensat(folder, below(path), times, AT_SYMLINK_NOFOLLOW));
}

static int list_folder(
  const char *path, void *to, fuse_fill_dir_t add, off_t from, struct fuse_file_info *of, enum fuse_readdir_flags flags)
{
    const int descriptor = openat(folder, below(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    (void)from, (void)of, (void)flags;
    if (list == NULL) return -errno;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;)
        if (add(to, entry->d_name, NULL, 0, 0)) break;
    closedir(list);
    return 0;
}

static int sync_folder(const char *path, int data, struct fuse_file_info *of)
{
    (void)path, (void)data, (void)of;
    return 0;
}

static int describe_space(const char *path, struct statvfs *found)
{
    (void)path;
    return done(fstatvfs(folder, found));
}

/* ---- bytes ---- */

static int open_with(const char *path, int flags, mode_t mode, struct fuse_file_info *of)
{
    struct stat found;
    handle *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    /* A page that is written in part is read first. */
    const int access = (flags & O_ACCMODE) == O_WRONLY ? O_RDWR : flags & O_ACCMODE;
    made->descriptor = openat(folder, below(path), access | (flags & (O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC, mode);
    if (made->descriptor < 0 || (made->of = file_of(made->descriptor, "", &found)) == NULL) {
        const int error = errno;
        free(made);
        return -error;
    }
    made->of->users++;
    forget_clean(made->of);
    note(made->of, &found);
    of->fh = (uintptr_t)made;
    of->direct_io = 1; /* the pages are here, not in the kernel */
    return 0;
}

static int open_file(const char *path, struct fuse_file_info *of)
{
    return open_with(path, of->flags, 0, of);
}

static int create_file(const char *path, mode_t mode, struct fuse_file_info *of)
{
    return open_with(path, of->flags | O_CREAT, mode, of);
}

/* Whether another mount has removed the file. */
static bool is_stale(const handle *open)
{
    struct stat found;
    return fstat(open->descriptor, &found) == 0 && found.st_nlink == 0;
}

static int read_bytes(const char *path, char *to, size_t count, off_t from, struct fuse_file_info *of)
{
    const handle *open = (const handle *)(uintptr_t)of->fh;
    const off_t end = end_of(open->of, open->descriptor);
    size_t got = 0;
    (void)path;
    if (is_stale(open)) return -ESTALE;
    if (from >= end) return 0;
    if ((off_t)count > end - from) count = (size_t)(end - from);
    while (got < count) {
        const uint64_t at = (uint64_t)from + got;
        const size_t in = at % PAGE, left = count - got, some = PAGE - in < left ? PAGE - in : left;
        const page *one = page_of(open->of, open->descriptor, at / PAGE);
        if (one == NULL) return -errno;
        memcpy(to + got, one->bytes + in, some);
        got += some;
    }
    return (int)got;
}

static int write_bytes(const char *path, const char *bytes, size_t count, off_t to, struct fuse_file_info *of)
{
    const handle *open = (const handle *)(uintptr_t)of->fh;
    size_t put = 0;
    (void)path;
    if (is_stale(open)) return -ESTALE;
    if (of->flags & O_APPEND) to = end_of(open->of, open->descriptor);
    while (put < count) {
        const uint64_t at = (uint64_t)to + put;
        const size_t in = at % PAGE, left = count - put, some = PAGE - in < left ? PAGE - in : left;
        page *one = page_of(open->of, open->descriptor, at / PAGE);
        if (one == NULL) return -errno;
        memcpy(one->bytes + in, bytes + put, some);
        one->dirty = true;
        put += some;
    }
    if (to + (off_t)count > open->of->end) open->of->end = to + (off_t)count;
    return (int)put;
}

static int cut_file(const char *path, off_t size, struct fuse_file_info *of)
{
    struct stat found;
    const int descriptor =
      of ? ((const handle *)(uintptr_t)of->fh)->descriptor : openat(folder, below(path), O_RDWR | O_CLOEXEC);
    file *known = descriptor < 0 ? NULL : file_of(descriptor, "", &found);
    if (known == NULL) return -errno;
    int failed = send_pages(known, descriptor);
    if (!failed) failed = done(ftruncate(descriptor, size));
    forget_clean(known);
    known->seen_at = 0;
    if (!of) close(descriptor);
    return failed;
}

static int sync_file(const char *path, int data, struct fuse_file_info *of)
{
    const handle *open = (const handle *)(uintptr_t)of->fh;
    (void)path, (void)data;
    return send_pages(open->of, open->descriptor);
}

static int flush_file(const char *path, struct fuse_file_info *of)
{
    return sync_file(path, 0, of);
}

static int close_file(const char *path, struct fuse_file_info *of)
{
    handle *open = (handle *)(uintptr_t)of->fh;
    (void)path;
    (void)send_pages(open->of, open->descriptor);
    if (--open->of->users == 0) forget_clean(open->of);
    close(open->descriptor);
    free(open);
    return 0;
}

static void *start(struct fuse_conn_info *connection, struct fuse_config *config)
{
    (void)connection;
    config->use_ino = 1;
    config->entry_timeout = config->negative_timeout = patience;
    config->attr_timeout = 0; /* the attributes are here, not in the kernel */
    return NULL;
}

static const struct fuse_operations calls = {
  .init = start,
  .getattr = get_attributes,
  .readlink = read_link,
  .mkdir = make_folder,
  .unlink = remove_file,
  .rmdir = remove_folder,
  .symlink = make_link,
  .rename = move,
  .link = add_name,
  .chmod = change_mode,
  .chown = change_owner,
  .utimens = change_times,
  .readdir = list_folder,
  .fsyncdir = sync_folder,
  .statfs = describe_space,
  .open = open_file,
  .create = create_file,
  .read = read_bytes,
  .write = write_bytes,
  .truncate = cut_file,
  .fsync = sync_file,
  .flush = flush_file,
  .release = close_file,
};

int main(int count, char **arguments)
{
    char *words[] = {arguments[0], "-f", "-s", "-o", "default_permissions,allow_other", arguments[2]};
    if (count != 4) {
        fprintf(stderr, "usage: caching_mount FOLDER MOUNTPOINT SECONDS\n");
        return 2;
    }
    folder = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    patience = strtod(arguments[3], NULL);
    if (folder < 0) {
        perror(arguments[1]);
        return 1;
    }
    umask(0);
    return fuse_main(sizeof words / sizeof *words, words, &calls, NULL);
}
