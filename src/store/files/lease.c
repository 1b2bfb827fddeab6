/* lease.c - leases as files: one thread touches the file of this process's lease; the leases of
 * other processes are judged by the time of their last change. */
#include "store/files/lease.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fork.h"
#include "base/memory.h"
#include "base/portable.h"

enum {
    FILE_MODE = 0666,
    NAME_BYTES = 96,
    TOUCHES = 4, /* how often a lease is touched within its time */
    SLOW = 4 /* a lease that is held for this many times its time is slow */
};

struct tg_leases {
    const tg_disk_folder *folder;
    double seconds;
    int held; /* the file descriptor of the lease that is held; -1: none */
    char name[NAME_BYTES];
    pthread_t thread;
    pthread_mutex_t lock; /* protects the members `held` and `ends` */
    pthread_cond_t changed;
    bool ends;
    unsigned depth; /* tg_fork_depth() of the process that opened the leases */
};

/* ---- touching ---- */

static void *touch(void *given)
{
    tg_leases *leases = given;
    pthread_mutex_lock(&leases->lock);
    while (!leases->ends) {
        tg_wait_seconds(&leases->changed, &leases->lock, leases->seconds / TOUCHES);
        /* on failure the lease expires */
        if (leases->held >= 0) (void)futimens(leases->held, NULL);
    }
    pthread_mutex_unlock(&leases->lock);
    return NULL;
}

/* Starts the thread that touches the file. Signals stay with the threads of the caller. */
static int start_thread(tg_leases *leases)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&leases->thread, NULL, touch, leases);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

tricorn_status tg_leases_open(
  tricorn_context *context, const tg_disk_folder *folder, double seconds, tg_leases **leases)
{
    tg_leases *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->folder = folder;
    made->seconds = seconds;
    made->held = -1;
    tg_fork_prepare();
    made->depth = tg_fork_depth();
    pthread_mutex_init(&made->lock, NULL);
    tg_wait_init(&made->changed);
    const int error = start_thread(made);
    if (error == 0) {
        *leases = made;
        return TRICORN_OK;
    }
    pthread_cond_destroy(&made->changed);
    pthread_mutex_destroy(&made->lock);
    tg_free(made);
    return tg_fail(context, TRICORN_UNSUPPORTED, "no thread can be started: %s", strerror(error));
}

void tg_leases_close(tg_leases *leases)
{
    if (leases == NULL) return;
    if (leases->depth != tg_fork_depth()) { /* the leases and the thread are the parent's */
        if (leases->held >= 0) close(leases->held);
        tg_free(leases);
        return;
    }
    tg_lease_end(leases, true);
    pthread_mutex_lock(&leases->lock);
    leases->ends = true;
    pthread_cond_signal(&leases->changed);
    pthread_mutex_unlock(&leases->lock);
    pthread_join(leases->thread, NULL);
    pthread_cond_destroy(&leases->changed);
    pthread_mutex_destroy(&leases->lock);
    tg_free(leases);
}

/* ---- taking ---- */

tricorn_status tg_lease_take(tricorn_context *context, tg_leases *leases, const char *name, bool *taken)
{
    const int made = tg_disk_open_at(leases->folder, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, FILE_MODE);
    *taken = made >= 0;
    if (made < 0 && errno != EEXIST)
        return tg_fail(
          context, TRICORN_IO_ERROR, "%s/%s: cannot be made: %s", leases->folder->path, name, strerror(errno));
    if (made < 0) return TRICORN_OK;
    pthread_mutex_lock(&leases->lock);
    leases->held = made;
    pthread_mutex_unlock(&leases->lock);
    strncpy(leases->name, name, sizeof leases->name - 1);
    return TRICORN_OK;
}

void tg_lease_end(tg_leases *leases, bool again)
{
    pthread_mutex_lock(&leases->lock);
    const int held = leases->held;
    leases->held = -1;
    pthread_mutex_unlock(&leases->lock);
    if (held < 0) return;
    if (again) (void)unlinkat(leases->folder->descriptor, leases->name, 0);
    close(held);
}

/* ---- looking ---- */

static tg_lease_state state_of(const tg_leases *leases, const struct timespec *touched, tg_lease_seen *seen)
{
    const double now = tg_clock_now();
    if (seen->first == 0) seen->first = now;
    if (seen->changed == 0 || touched->tv_sec != seen->touched.tv_sec || touched->tv_nsec != seen->touched.tv_nsec) {
        seen->changed = now;
        seen->touched = *touched;
    }
    if (now - seen->changed > leases->seconds) return TG_LEASE_OVER;
    return now - seen->first > SLOW * leases->seconds ? TG_LEASE_SLOW : TG_LEASE_HELD;
}

tricorn_status tg_lease_look(
  tricorn_context *context, const tg_leases *leases, const char *name, tg_lease_seen *seen, tg_lease_state *state)
{
    const tg_disk_folder *folder = leases->folder;
    struct stat info;
    /* To open it asks the server for the time of its last change, which a client keeps. */
    const int opened = tg_disk_open_at(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    const int missing =
      opened >= 0 ? fstat(opened, &info) : fstatat(folder->descriptor, name, &info, AT_SYMLINK_NOFOLLOW);
    const int error = missing ? errno : 0;

    if (opened >= 0) close(opened);
    *state = TG_LEASE_NONE;
    if (error == ENOENT || error == ESTALE) return TRICORN_OK;
    if (error != 0)
        return tg_fail(context, TRICORN_IO_ERROR, "%s/%s: cannot be read: %s", folder->path, name, strerror(error));
    if (!S_ISREG(info.st_mode) || info.st_size != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s/%s: is not a lease of tricorn, which is an empty file; name another "
          "work folder, or remove it",
          folder->path, name);
    *state = state_of(leases, &info.st_mtim, seen);
    return TRICORN_OK;
}
