/* users.h - files in a work folder that show which processes use it: one of them alone, or any number that share it.
 *
 * - flock() decides between processes of one machine, and at once: a process that was killed has
 *   no lock.  Between machines it often has no effect, so each user also holds a lease (lease.h).
 * - A process makes its lease and looks for the marks of others; then it makes its own mark, a
 *   second file, and looks again.  The first time it gives way to all that have a mark, the second
 *   time to all whose names come before its own, which it waits for until they have their mark or
 *   are gone.  So of those that come together the first by name stays, and no two stay that
 *   exclude each other: the later mark of the two was made before its process looked.
 * - To give way is to refuse the folder once the other lease was seen touched, and to remove it if
 *   it is not touched for the time of that lease.
 */
#pragma once

#include "store/files/disk.h"

enum { TG_USER_NAME_BYTES = 160, TG_PROCESS_NAME_BYTES = 80 };

/* What the name of a user's lease says. */
typedef struct tg_user {
    bool shared;
    double seconds; /* after which the lease expires */
    uint64_t machine; /* of a system since its start, and of the folder as it is mounted */
    const char *process; /* within the name; tg_process_name */
} tg_user;
/* Returns false if it is another name. */
bool tg_user_read(const char *name, tg_user *user);

/* Writes "MACHINE-NUMBER-RANDOM", which no other process writes. */
void tg_process_name(char name[TG_PROCESS_NAME_BYTES], uint64_t random);

/* How a process uses a folder. */
typedef struct tg_use {
    bool shared;
    bool locked; /* it has a lock of flock(), which is exclusive unless it shares the folder */
    double seconds; /* after which its lease expires */
} tg_use;

typedef struct tg_users tg_users;

/* Begins to use a folder, which must stay open as long. *users is NULL if nothing can be written
 * to the folder. Errors: TRICORN_IO_ERROR if another process uses it; TRICORN_CANCELLED. */
tricorn_status tg_users_enter(
  tricorn_context *context, const tg_disk_folder *folder, const tg_use *use, tg_users **users);
/* Fails with TRICORN_IO_ERROR: another process uses the folder. */
tricorn_status tg_users_refuse(tricorn_context *context, const tg_disk_folder *folder);
/* Fails if another process has taken the folder since, as when this one was stopped for long. */
tricorn_status tg_users_check(tricorn_context *context, const tg_users *users);
/* Ends the use; NULL is allowed. */
void tg_users_leave(tg_users *users);
