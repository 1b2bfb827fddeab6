/* users.c - makes, reads and judges the leases of the processes that use a work folder. */
#include "store/files/users.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fork.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "store/files/lease.h"

enum { HOST_BYTES = 32, MOST_MILLISECONDS = 86400 * 1000 };
static const double MILLISECONDS = 1e3;
/* What the names of the lease and of the mark of a user begin with; the rest is the same. */
static const char PREFIX[] = "tricorn-user-", MARK[] = "tricorn-uses-";

/* A user that excludes this one, unless its lease expires. */
typedef struct rival {
    char name[TG_USER_NAME_BYTES]; /* of its lease */
    double seconds;
    tg_lease_seen seen;
    bool leased, marked; /* whether the folder has its lease, and its mark */
} rival;

struct tg_users {
    const tg_disk_folder *folder;
    tg_leases *leases;
    tg_use use;
    bool marked;
    unsigned depth; /* tg_fork_depth() of the process that entered */
    uint64_t machine;
    char name[TG_USER_NAME_BYTES]; /* of its lease */
    rival *rivals;
    uint32_t count, room;
};

/* ---- names ---- */

void tg_process_name(char name[TG_PROCESS_NAME_BYTES], uint64_t random)
{
    char host[HOST_BYTES] = "";
    (void)gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9'))) *c = '.';
    snprintf(name, TG_PROCESS_NAME_BYTES, "%s-%ld-%016" PRIx64, host, (long)getpid(), random);
}

/* Identifies the system since its start, or else by its name, and the folder as it is mounted:
 * flock() is known to decide only between processes for which all of these are the same. */
static tricorn_status find_machine(tricorn_context *context, const tg_disk_folder *folder, uint64_t *machine)
{
    char text[64] = "";
    struct stat info = {0};
    const tg_disk_folder root = {.descriptor = AT_FDCWD};
    const int boot = tg_disk_open_at(&root, "/proc/sys/kernel/random/boot_id", O_RDONLY, 0);
    if (boot < 0 && errno != ENOENT && errno != EACCES && errno != EPERM)
        return tg_fail(
          context, TRICORN_IO_ERROR, "%s: the machine cannot be identified: %s", folder->path, strerror(errno));
    if (boot < 0 || read(boot, text, sizeof text) <= 0) (void)gethostname(text, sizeof text);
    if (boot >= 0) close(boot);
    (void)fstat(folder->descriptor, &info);
    const uint64_t words[] = {tg_checksum(text, sizeof text), (uint64_t)info.st_dev, (uint64_t)info.st_ino};
    *machine = tg_checksum(words, sizeof words);
    return TRICORN_OK;
}

static void name_user(tg_users *users)
{
    char process[TG_PROCESS_NAME_BYTES];
    tg_process_name(process, tg_hash_seed());
    snprintf(users->name, sizeof users->name, "%s%s-%.0f-%016" PRIx64 "-%s", PREFIX,
      users->use.shared ? "shared" : "alone", users->use.seconds * MILLISECONDS, users->machine, process);
}

bool tg_user_read(const char *name, tg_user *user)
{
    char kind[8] = "";
    uint64_t milliseconds = 0;
    int end = 0;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) >= TG_USER_NAME_BYTES ||
        sscanf(name + strlen(PREFIX), "%6[a-z]-%9" SCNu64 "-%16" SCNx64 "-%n", kind, &milliseconds, &user->machine,
          &end) != 3 ||
        end == 0)
        return false;
    user->shared = strcmp(kind, "shared") == 0;
    user->seconds = (double)milliseconds / MILLISECONDS;
    user->process = name + strlen(PREFIX) + end;
    return milliseconds <= MOST_MILLISECONDS && (user->shared || strcmp(kind, "alone") == 0);
}

/* Replaces the begin of a name, which is PREFIX or MARK. */
static void name_as(char to[TG_USER_NAME_BYTES], const char *name, const char *begin)
{
    _Static_assert(sizeof PREFIX == sizeof MARK, "the rest of a name stays where it is");
    memmove(to, name, strlen(name) + 1);
    memcpy(to, begin, strlen(begin));
}

/* Removes the lease last, because a user without a lease counts for nothing. */
static void remove_user(const tg_disk_folder *folder, const char *name)
{
    char mark[TG_USER_NAME_BYTES];
    name_as(mark, name, MARK);
    tg_disk_remove(folder, mark);
    tg_disk_remove(folder, name);
}

/* ---- others ---- */

/* Sets *found to the rival whose lease has this name, which is new if it was not seen before. */
static tricorn_status find_rival(tricorn_context *context, tg_users *users, const char *name, rival **found)
{
    for (uint32_t r = 0; r < users->count; r++) {
        *found = &users->rivals[r];
        if (strcmp((*found)->name, name) == 0) return TRICORN_OK;
    }
    if (users->count == users->room) {
        const uint32_t room = users->room * 2 + 4;
        TG_DO(TG_REALLOC(context, room, &users->rivals));
        users->room = room;
    }
    *found = &users->rivals[users->count++];
    **found = (rival){.leased = false};
    memcpy((*found)->name, name, strlen(name));
    return TRICORN_OK;
}

/* Notes the lease or the mark of a user that may exclude this one. One of this machine has ended
 * if this process has the lock. */
static tricorn_status note_user(tricorn_context *context, void *user, const char *given)
{
    tg_users *users = user;
    const bool mark = strncmp(given, MARK, strlen(MARK)) == 0;
    char name[TG_USER_NAME_BYTES];
    tg_user found;
    rival *of = NULL;

    if (strlen(given) >= sizeof name) return TRICORN_OK;
    name_as(name, given, mark ? PREFIX : "");
    if (!tg_user_read(name, &found) || strcmp(name, users->name) == 0 || (users->use.shared && found.shared))
        return TRICORN_OK;
    if (users->use.locked && found.machine == users->machine) {
        remove_user(users->folder, name);
        return TRICORN_OK;
    }
    TG_DO(find_rival(context, users, name, &of));
    of->seconds = found.seconds;
    *(mark ? &of->marked : &of->leased) = true;
    return TRICORN_OK;
}

tricorn_status tg_users_refuse(tricorn_context *context, const tg_disk_folder *folder)
{
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s: another process uses the work folder; wait for it, or name another one", folder->path);
}

/* Looks at a rival's lease once; *gone: it has none, or it has expired. */
static tricorn_status judge(tricorn_context *context, const tg_users *users, rival *of, bool *gone)
{
    tg_lease_state state;
    const tricorn_status status = tg_lease_look(context, users->leases, of->name, &of->seen, &state);
    *gone = state == TG_LEASE_NONE;
    if (status != TRICORN_OK || *gone) return status;
    if (of->marked && of->seen.changed > of->seen.first) return tg_users_refuse(context, users->folder);
    *gone = tg_clock_now() - of->seen.changed > of->seconds;
    if (*gone) remove_user(users->folder, of->name);
    return TRICORN_OK;
}

/* Whether this process gives way to the rival, if it is alive: before its own mark to all that
 * have one, then to all whose names come before its own. */
static bool gives_way(const tg_users *users, const rival *of)
{
    return of->leased && (users->marked ? strcmp(of->name, users->name) < 0 : of->marked);
}

/* Looks once at all rivals; *left says whether this process has to wait for one. */
static tricorn_status look_around(tricorn_context *context, tg_users *users, bool *left)
{
    *left = false;
    for (uint32_t r = 0; r < users->count; r++) users->rivals[r].leased = users->rivals[r].marked = false;
    TG_DO(tg_disk_each_name(context, users->folder, note_user, users));
    for (uint32_t r = 0; r < users->count; r++) {
        bool gone = true;
        if (gives_way(users, &users->rivals[r])) TG_DO(judge(context, users, &users->rivals[r], &gone));
        *left = *left || !gone;
    }
    return TRICORN_OK;
}

static tricorn_status wait_for_rivals(tricorn_context *context, tg_users *users)
{
    enum { WAIT_MICROSECONDS = 50000 };
    bool left;
    tg_work_begin(context, "looking whether another process uses the work folder", 0);
    for (;;) {
        TG_DO(look_around(context, users, &left));
        if (!left) return TRICORN_OK;
        (void)usleep(WAIT_MICROSECONDS);
        (void)tg_work_interrupted(context);
        TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}

static tricorn_status make_mark(tricorn_context *context, tg_users *users)
{
    enum { FILE_MODE = 0666 };
    char mark[TG_USER_NAME_BYTES];
    name_as(mark, users->name, MARK);
    const int made = tg_disk_open_at(users->folder, mark, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, FILE_MODE);
    if (made < 0)
        return tg_fail(
          context, TRICORN_IO_ERROR, "%s/%s: cannot be made: %s", users->folder->path, mark, strerror(errno));
    close(made);
    users->marked = true;
    return TRICORN_OK;
}

/* ---- using ---- */

tricorn_status tg_users_enter(
  tricorn_context *context, const tg_disk_folder *folder, const tg_use *use, tg_users **users)
{
    tricorn_status status = TRICORN_OK;
    tg_users *made = NULL;
    bool taken;

    *users = NULL;
    if (faccessat(folder->descriptor, ".", W_OK, AT_EACCESS) != 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = (tg_users){.folder = folder, .use = *use, .depth = tg_fork_depth()};
    TG_TRY(find_machine(context, folder, &made->machine));
    name_user(made);
    TG_TRY(tg_leases_open(context, folder, use->seconds, &made->leases));
    TG_TRY(tg_lease_take(context, made->leases, made->name, &taken));
    TG_TRY(wait_for_rivals(context, made));
    TG_TRY(make_mark(context, made));
    TG_TRY(wait_for_rivals(context, made));
    *users = made;
    made = NULL;
cleanup:
    tg_users_leave(made);
    return status;
}

tricorn_status tg_users_check(tricorn_context *context, const tg_users *users)
{
    bool has = true;
    if (users == NULL) return TRICORN_OK;
    const tricorn_status status = tg_disk_has(context, users->folder, users->name, &has);
    return status != TRICORN_OK || has ? status : tg_users_refuse(context, users->folder);
}

void tg_users_leave(tg_users *users)
{
    char mark[TG_USER_NAME_BYTES];
    if (users == NULL) return;
    name_as(mark, users->name, MARK);
    if (users->marked && users->depth == tg_fork_depth()) tg_disk_remove(users->folder, mark);
    tg_leases_close(users->leases);
    tg_free(users->rivals);
    tg_free(users);
}
