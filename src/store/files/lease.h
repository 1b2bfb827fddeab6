/* lease.h - files in a shared folder that show which process does which work.
 *
 * - A lease is an empty file, which only one process can create (O_EXCL, which NFS supports). A
 *   thread of that process touches the file four times within the time after which a lease
 *   expires.
 * - Other processes measure by their own clocks how long the file was not touched, so clocks of
 *   different machines are never compared.
 * - Nothing is read from the file, and no link is followed.
 */
#pragma once

#include <time.h>

#include "store/files/disk.h"

enum { TG_LEASE_SECONDS = 30 }; /* after which a lease expires, unless the caller says so */

/* the leases of a process in a folder; the process holds at most one of them at a time */
typedef struct tg_leases tg_leases;

/* Opens the leases of a folder, which must stay open as long. A lease expires when it has not
 * been touched for `seconds`. */
tricorn_status tg_leases_open(
  tricorn_context *context, const tg_disk_folder *folder, double seconds, tg_leases **leases);
/* Ends the lease that is held, if any, and frees the leases. */
void tg_leases_close(tg_leases *leases);

/* Takes the lease of this name, unless a process has already created its file. */
tricorn_status tg_lease_take(tricorn_context *context, tg_leases *leases, const char *name, bool *taken);
/* Ends the lease that is held: the thread stops touching it. If `again`, also removes its file,
 * so that another process can take the lease at once. */
void tg_lease_end(tg_leases *leases, bool again);

/* When another process touched its lease, as far as this process has seen; zero it before the first look. */
typedef struct tg_lease_seen {
    struct timespec touched;
    /* By this process's clock: when it first saw the lease, and when it last saw it touched. */
    double first, changed;
} tg_lease_seen;

typedef enum tg_lease_state {
    TG_LEASE_NONE, /* the lease has no file */
    TG_LEASE_HELD,
    /* The lease's process touches it, but has held it for four times the time of a lease. */
    TG_LEASE_SLOW,
    TG_LEASE_OVER
} tg_lease_state;

/* Finds out the state of a lease. Errors: TRICORN_BAD_FORMAT if the name does not belong to an empty file. */
tricorn_status tg_lease_look(
  tricorn_context *context, const tg_leases *leases, const char *name, tg_lease_seen *seen, tg_lease_state *state);
