/* lease.h - files in a shared folder that show which process does which work.
 *
 * - A lease is an empty file, which only one process can create (O_EXCL, which NFS supports).  A
 *   thread of that process touches it four times within the time of a lease.
 * - Other processes measure by their own clocks how long it was not touched, so the clocks of
 *   machines are not compared.
 * - Nothing is read from the file, and no link is followed.
 */
#ifndef TG_STORE_FILES_LEASE_H
#define TG_STORE_FILES_LEASE_H

#include <time.h>

#include "store/files/disk.h"

typedef struct tg_leases tg_leases; /* of a process in a folder; it has one lease at a time */

/* Opens the leases of a folder, which must live as long. seconds: a lease expires if it was not
 * touched for this time. */
tricorn_status tg_leases_open(tricorn_context *context, const tg_disk_folder *folder,
                              double seconds, tg_leases **leases);
/* Closes the leases, and ends the lease that is held. */
void tg_leases_close(tg_leases *leases);

/* Takes the lease of that name, unless a process has created its file. */
tricorn_status tg_lease_take(tricorn_context *context, tg_leases *leases, const char *name,
                             bool *taken);
/* Ends the lease that is held: it is not touched any more. again: removes its file, so that
 * another process can take the lease at once. */
void tg_lease_end(tg_leases *leases, bool again);

/* When the lease of another process was touched, as far as this process has seen; zero at
 * first. */
typedef struct tg_lease_seen {
    struct timespec touched;
    double first, changed; /* when it was first seen, and last seen touched, by this process's
                            * clock */
} tg_lease_seen;

typedef enum tg_lease_state {
    TG_LEASE_NONE, /* no such file exists */
    TG_LEASE_HELD,
    TG_LEASE_SLOW, /* it is touched, but has existed for four times the time of a lease */
    TG_LEASE_OVER
} tg_lease_state;

/* Determines the state of a lease.  Errors: TRICORN_BAD_FORMAT if the name is not an empty
 * file's. */
tricorn_status tg_lease_look(tricorn_context *context, const tg_leases *leases, const char *name,
                             tg_lease_seen *seen, tg_lease_state *state);

#endif
