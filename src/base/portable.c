/* portable.c - the requests of portable.h, for Linux and for macOS. */
#include "base/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#else
#include <mach/mach.h>
#include <stdio.h>
#include <stdlib.h>
#endif

enum { NANOSECONDS = 1000000000 };

/* ---- both systems ---- */

void tg_share_close(const tg_shared_file *made)
{
    close(made->reader);
    if (made->writer != made->reader) close(made->writer);
}

static struct timespec duration_of(double seconds)
{
    const double whole = (double)(long)seconds;
    return (struct timespec){.tv_sec = (time_t)whole, .tv_nsec = (long)((seconds - whole) * NANOSECONDS)};
}

#if defined(__linux__)

/* ---- Linux ---- */

uint32_t tg_process_cpus(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 0;
}

bool tg_random_bytes(void *bytes, size_t count)
{
    return getrandom(bytes, count, GRND_NONBLOCK) == (ssize_t)count;
}

uint64_t tg_resident_without_proc(void)
{
    return 0;
}

void tg_signal_take(const sigset_t *set)
{
    const struct timespec at_once = {0, 0};
    while (sigtimedwait(set, NULL, &at_once) < 0 && errno == EINTR) {
    }
}

void tg_wait_init(pthread_cond_t *changed)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

void tg_wait_seconds(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds)
{
    const struct timespec wait = duration_of(seconds);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += wait.tv_sec + (until.tv_nsec + wait.tv_nsec) / NANOSECONDS;
    until.tv_nsec = (until.tv_nsec + wait.tv_nsec) % NANOSECONDS;
    pthread_cond_timedwait(changed, lock, &until);
}

void tg_advise_huge(void *memory, size_t bytes, bool huge)
{
    madvise(memory, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

bool tg_drop_pages(void *memory, size_t bytes)
{
    return madvise(memory, bytes, MADV_DONTNEED) == 0;
}

bool tg_resize_pages(void *mapping, size_t before, size_t bytes)
{
    return mremap(mapping, before, bytes, 0) != MAP_FAILED;
}

/* Calls the system directly because UCX before 1.15, which MPICH and Open MPI load, replaces
 * mremap() by a function that drops `room` (openucx/ucx issue 8820). UCX then does not see that
 * the mapping has moved: blocks that MPI was given must not be resized. */
bool tg_move_pages(void *mapping, size_t before, size_t bytes, void *room)
{
    return syscall(SYS_mremap, mapping, before, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, room) != -1;
}

int tg_open_nameless(int folder, const char *path, int flags, mode_t mode)
{
    int opened;
    do opened = openat(folder, path, O_TMPFILE | flags, mode);
    while (opened < 0 && errno == EINTR);
    return opened;
}

bool tg_share_make(tg_shared_file *made)
{
    made->writer = made->reader = memfd_create("tricorn", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return made->writer >= 0;
}

bool tg_share_seal(const tg_shared_file *made)
{
    return fcntl(made->writer, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
}

#else

/* ---- macOS ---- */

/* How long a thread sleeps between two looks at what the system does not let it wait for. */
static const struct timespec pause_of_looks = {0, 1000000};

static bool is_over(const struct timespec *until)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

int tg_lock_until(pthread_mutex_t *lock, const struct timespec *until)
{
    int error;
    while ((error = pthread_mutex_trylock(lock)) == EBUSY) {
        if (is_over(until)) return ETIMEDOUT;
        nanosleep(&pause_of_looks, NULL);
    }
    return error;
}

/* A thread that has ended, and was not joined, can be sent no signal. */
int tg_join_until(pthread_t thread, void **result, const struct timespec *until)
{
    while (pthread_kill(thread, 0) == 0) {
        if (is_over(until)) return ETIMEDOUT;
        nanosleep(&pause_of_looks, NULL);
    }
    return pthread_join(thread, result);
}

int tg_advise_reading(int descriptor, off_t offset, off_t count, int advice)
{
    if (advice != POSIX_FADV_WILLNEED) return fcntl(descriptor, F_RDAHEAD, advice == POSIX_FADV_SEQUENTIAL);
    struct radvisory range = {.ra_offset = offset, .ra_count = (int)count};
    return fcntl(descriptor, F_RDADVISE, &range);
}

/* fsync() leaves the bytes in the memory of the disk. */
int tg_sync_data(int descriptor)
{
    return fcntl(descriptor, F_FULLFSYNC) != -1 ? 0 : fsync(descriptor);
}

uint32_t tg_process_cpus(void)
{
    return 0; /* no process is bound to CPUs */
}

bool tg_random_bytes(void *bytes, size_t count)
{
    return getentropy(bytes, count) == 0;
}

uint64_t tg_resident_without_proc(void)
{
    mach_task_basic_info_data_t info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    const kern_return_t failed = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
    return failed ? 0 : info.resident_size;
}

void tg_signal_take(const sigset_t *set)
{
    sigset_t pending;
    sigpending(&pending);
    for (int signal = 1, taken; signal < NSIG; signal++)
        if (sigismember(set, signal) == 1 && sigismember(&pending, signal) == 1) sigwait(set, &taken);
}

void tg_wait_init(pthread_cond_t *changed)
{
    pthread_cond_init(changed, NULL);
}

void tg_wait_seconds(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds)
{
    const struct timespec wait = duration_of(seconds);
    pthread_cond_timedwait_relative_np(changed, lock, &wait);
}

void tg_advise_huge(void *memory, size_t bytes, bool huge)
{
    (void)memory;
    (void)bytes;
    (void)huge;
}

/* Maps new pages in their place: the system may keep the pages in spite of advice. */
bool tg_drop_pages(void *memory, size_t bytes)
{
    return mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

bool tg_resize_pages(void *mapping, size_t before, size_t bytes)
{
    (void)mapping;
    (void)before;
    (void)bytes;
    return false;
}

bool tg_move_pages(void *mapping, size_t before, size_t bytes, void *room)
{
    (void)room;
    return tg_resize_pages(mapping, before, bytes);
}

int tg_open_nameless(int folder, const char *path, int flags, mode_t mode)
{
    (void)folder;
    (void)path;
    (void)flags;
    (void)mode;
    errno = EOPNOTSUPP;
    return -1;
}

/* A file in the folder of temporary files, whose name is removed at once. */
bool tg_share_make(tg_shared_file *made)
{
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/tricorn-XXXXXX", folder ? folder : "/tmp");
    if (length >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    made->writer = mkstemp(path);
    if (made->writer < 0) return false;
    made->reader = open(path, O_RDONLY | O_CLOEXEC);
    const int error = errno;
    unlink(path);
    fcntl(made->writer, F_SETFD, FD_CLOEXEC);
    if (made->reader >= 0) return true;
    close(made->writer);
    errno = error;
    return false;
}

bool tg_share_seal(const tg_shared_file *made)
{
    close(made->writer);
    return true;
}

#endif
