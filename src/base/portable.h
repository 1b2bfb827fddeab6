/* portable.h - what differs between systems: Linux, with glibc or musl, and macOS.
 *
 * First come functions of glibc, under their names, for systems without them. Then come requests
 * that each system words in its own way. The rest of the library asks for no system.
 */
#pragma once

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

#if defined(__linux__)
#include <endian.h>
#endif

/* ---- functions of glibc ---- */

#if !defined(__GLIBC__)

/* Finds a byte that is known to follow. */
static inline void *rawmemchr(const void *bytes, int byte)
{
    return memchr(bytes, byte, SIZE_MAX / 2);
}

#if defined(__linux__)

/* With musl the system chooses where a thread begins. */
static inline int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *at)
{
    (void)attributes, (void)size, (void)at;
    return ENOSYS;
}

#endif

#endif

#if defined(__APPLE__)

#include <stdlib.h>
#include <unistd.h>
#include <xlocale.h> /* newlocale(), strtod_l() */

/* The Macs that this is compiled for, of ARM and x86-64, store the lower bytes of a number first.
 */
#define le32toh(value) ((uint32_t)(value))
#define le64toh(value) ((uint64_t)(value))
#define htole32(value) ((uint32_t)(value))
#define htole64(value) ((uint64_t)(value))
#define be64toh(value) __builtin_bswap64(value)
#define htobe64(value) __builtin_bswap64(value)

#define st_mtim st_mtimespec
#define MAP_POPULATE 0 /* pages of a mapping are read when they are touched */

static inline void *memrchr(const void *bytes, int byte, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes + count;
    while (at != bytes)
        if (*--at == (unsigned char)byte) return (void *)(uintptr_t)at;
    return NULL;
}

/* A variable of the environment, which a program that runs with more rights than its user has does not see. */
static inline char *secure_getenv(const char *name)
{
    return issetugid() ? NULL : getenv(name);
}

double lgamma_r(double x, int *sign); /* of the system, whose header declares it at times only */

/* Advice about reading a file: a count of 0 is all of it. */
enum { POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL, POSIX_FADV_WILLNEED };
#define posix_fadvise tg_advise_reading
int tg_advise_reading(int descriptor, off_t offset, off_t count, int advice);

#define fdatasync tg_sync_data
int tg_sync_data(int descriptor);

#define pthread_mutex_timedlock tg_lock_until
int tg_lock_until(pthread_mutex_t *lock, const struct timespec *until);

#define pthread_timedjoin_np tg_join_until
int tg_join_until(pthread_t thread, void **result, const struct timespec *until);

#endif

/* ---- requests ---- */

/* Returns how many CPUs the process may use; 0 if that is not known. */
uint32_t tg_process_cpus(void);

/* Fills bytes with random numbers of the system, without waiting; false if it has none yet. */
bool tg_random_bytes(void *bytes, size_t count);

/* Returns the bytes of memory that the process uses on a system without /proc; 0: not known. */
uint64_t tg_resident_without_proc(void);

/* Removes a signal of the set that was sent to this thread, which blocks it; does not wait. */
void tg_signal_take(const sigset_t *set);

/* Initialises a condition for tg_wait_seconds(). */
void tg_wait_init(pthread_cond_t *changed);

/* Waits for a change, at most for the seconds, whatever happens to the machine's date. */
void tg_wait_seconds(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds);

/* Advises the system to use huge pages for a range, or not to; without them it does nothing. */
void tg_advise_huge(void *memory, size_t bytes, bool huge);

/* Gives the memory of whole pages back to the system; the range stays, and has zeros. Returns
 * whether that was possible. */
bool tg_drop_pages(void *memory, size_t bytes);

/* Resizes a mapping where it is, or moves it to `room`, a mapping of the new size that it
 * replaces, without a copy. Returns whether that was possible: on macOS it never is. */
bool tg_resize_pages(void *mapping, size_t before, size_t bytes);
bool tg_move_pages(void *mapping, size_t before, size_t bytes, void *room);

/* Opens a file without a name, to be written with these flags, in a folder: `path` from the open
 * folder, or AT_FDCWD. Returns -1 with errno EOPNOTSUPP where no file can be without a name. */
int tg_open_nameless(int folder, const char *path, int flags, mode_t mode);

/* A file in memory that other processes may map; a nameless one where the system has none. */
typedef struct tg_shared_file {
    int writer, reader; /* open descriptors, which may be the same */
} tg_shared_file;

/* Returns false, with nothing open, on failure. */
bool tg_share_make(tg_shared_file *made);

/* Ends all changes: of the file only the reader is open, by which nobody can write. Returns
 * whether that was possible; else nothing was closed. */
bool tg_share_seal(const tg_shared_file *made);
void tg_share_close(const tg_shared_file *made);
