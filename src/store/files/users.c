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
#include "base/hash.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "store/files/lease.h"

enum { HOST_BYTES = 32, MOST_MILLISECONDS = 86400 * 1000 };
static const double MILLISECONDS = 1e3;
static const char PREFIX[] = "tricorn-user-";

/* A user that excludes this one, unless its lease expires. */
typedef struct rival {
    char name[TG_USER_NAME_BYTES];
    double seconds;
    tg_lease_seen seen;
} rival;

struct tg_users {
    const tg_disk_folder *folder;
    tg_leases *leases;
    tg_use use;
    uint64_t machine;
    char name[TG_USER_NAME_BYTES];
    rival *rivals;
    uint32_t count, room;
};

/* ---- names ---- */

void tg_process_name(char name[TG_PROCESS_NAME_BYTES], uint64_t random)
{
    char host[HOST_BYTES] = "";
    (void)gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '.';
    snprintf(name, TG_PROCESS_NAME_BYTES, "%s-%ld-%016" PRIx64, host, (long)getpid(), random);
}

/* Identifies the system since its start, or else by its name, and the folder as it is mounted:
 * flock() is known to decide only between processes for which all of these are the same. */
static tricorn_status find_machine(tricorn_context *context, const tg_disk_folder *folder,
                                   uint64_t *machine)
{
    char text[64] = "";
    struct stat info = {0};
    const tg_disk_folder root = {.descriptor = AT_FDCWD};
    const int boot = tg_disk_open_at(&root, "/proc/sys/kernel/random/boot_id", O_RDONLY, 0);
    if (boot < 0 && errno != ENOENT && errno != EACCES && errno != EPERM)
        return tg_fail(context, TRICORN_IO_ERROR, "%s: the machine cannot be identified: %s",
                       folder->path, strerror(errno));
    if (boot < 0 || read(boot, text, sizeof text) <= 0) (void)gethostname(text, sizeof text);
    if (boot >= 0) close(boot);
    (void)fstat(folder->descriptor, &info);
    const uint64_t words[] = {tg_checksum(text, sizeof text), (uint64_t)info.st_dev,
                              (uint64_t)info.st_ino};
    *machine = tg_checksum(words, sizeof words);
    return TRICORN_OK;
}

static void name_user(tg_users *users)
{
    char process[TG_PROCESS_NAME_BYTES];
    tg_process_name(process, tg_hash_seed());
    snprintf(users->name, sizeof users->name, "%s%s-%.0f-%016" PRIx64 "-%s", PREFIX,
             users->use.shared ? "shared" : "alone", users->use.seconds * MILLISECONDS,
             users->machine, process);
}

bool tg_user_read(const char *name, tg_user *user)
{
    char kind[8] = "";
    uint64_t milliseconds = 0;
    int end = 0;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) >= TG_USER_NAME_BYTES ||
        sscanf(name + strlen(PREFIX), "%6[a-z]-%9" SCNu64 "-%16" SCNx64 "-%n", kind,
               &milliseconds, &user->machine, &end) != 3 ||
        end == 0)
        return false;
    user->shared = strcmp(kind, "shared") == 0;
    user->seconds = (double)milliseconds / MILLISECONDS;
    user->process = name + strlen(PREFIX) + end;
    return milliseconds <= MOST_MILLISECONDS && (user->shared || strcmp(kind, "alone") == 0);
}

/* ---- others ---- */

/* Collects a user that may exclude this one.  One of this machine has ended if this process has
 * the lock. */
static tricorn_status note_user(tricorn_context *context, void *user, const char *name)
{
    tg_users *users = user;
    tg_user found;
    if (!tg_user_read(name, &found) || strcmp(name, users->name) == 0 ||
        (users->use.shared && found.shared))
        return TRICORN_OK;
    if (users->use.locked && found.machine == users->machine) {
        tg_disk_remove(users->folder, name);
        return TRICORN_OK;
    }
    if (users->count == users->room) {
        const uint32_t room = users->room * 2 + 4;
        const tricorn_status status = TG_REALLOC(context, room, &users->rivals);
        if (status != TRICORN_OK) return status;
        users->room = room;
    }
    rival *made = &users->rivals[users->count++];
    *made = (rival){.seconds = found.seconds};
    memcpy(made->name, name, strlen(name));
    return TRICORN_OK;
}

tricorn_status tg_users_refuse(tricorn_context *context, const tg_disk_folder *folder)
{
    return tg_fail(context, TRICORN_IO_ERROR,
                   "%s: another process uses the work folder; wait for it, or name another one",
                   folder->path);
}

/* Looks at a rival's lease once; *gone: it has none, or it has expired. */
static tricorn_status judge(tricorn_context *context, const tg_users *users, rival *of, bool *gone)
{
    tg_lease_state state;
    const tricorn_status status =
        tg_lease_look(context, users->leases, of->name, &of->seen, &state);
    *gone = state == TG_LEASE_NONE;
    if (status != TRICORN_OK || *gone) return status;
    if (of->seen.changed > of->seen.first) return tg_users_refuse(context, users->folder);
    *gone = tg_clock_now() - of->seen.changed > of->seconds;
    if (*gone) tg_disk_remove(users->folder, of->name);
    return TRICORN_OK;
}

static tricorn_status wait_for_rivals(tricorn_context *context, tg_users *users)
{
    enum { WAIT_MICROSECONDS = 50000 };
    tricorn_status status = TRICORN_OK;
    tg_work_begin(context, "looking whether another process uses the work folder", 0);
    for (;;) {
        uint32_t kept = 0;
        for (uint32_t r = 0; r < users->count; r++) {
            bool gone = false;
            TG_TRY(judge(context, users, &users->rivals[r], &gone));
            if (!gone) users->rivals[kept++] = users->rivals[r];
        }
        users->count = kept;
        if (kept == 0) return TRICORN_OK;
        (void)usleep(WAIT_MICROSECONDS);
        (void)tg_work_interrupted(context);
        TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

/* ---- using ---- */

tricorn_status tg_users_enter(tricorn_context *context, const tg_disk_folder *folder,
                              const tg_use *use, tg_users **users)
{
    tricorn_status status = TRICORN_OK;
    tg_users *made = NULL;
    bool taken;

    *users = NULL;
    if (faccessat(folder->descriptor, ".", W_OK, AT_EACCESS) != 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = (tg_users){.folder = folder, .use = *use};
    TG_TRY(find_machine(context, folder, &made->machine));
    name_user(made);
    TG_TRY(tg_leases_open(context, folder, use->seconds, &made->leases));
    TG_TRY(tg_lease_take(context, made->leases, made->name, &taken));
    TG_TRY(tg_disk_each_name(context, folder, note_user, made));
    if (made->count > 0) TG_TRY(wait_for_rivals(context, made));
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
    if (users == NULL) return;
    tg_leases_close(users->leases);
    tg_free(users->rivals);
    tg_free(users);
}
