/* lease.h - files of a folder that several processes share: each says that a process does
 * something, as long as it lives.
 *
 * A lease is an empty file that only one process can make (O_EXCL, which NFS knows), and which it
 * touches again and again.  Others see by their own clocks how long it was not touched: clocks of
 * machines are not compared.  Nothing is read from it, and no link is followed.
 */
#ifndef TG_STORE_FILES_LEASE_H
#define TG_STORE_FILES_LEASE_H

#include <time.h>

#include "store/files/disk.h"

typedef struct tg_leases tg_leases; /* of a process in a folder: one at a time */

/* seconds: a lease that was not touched for so long is over.  The folder must live as long. */
tricorn_status tg_leases_open(tricorn_context *context, const tg_disk_folder *folder,
                              double seconds, tg_leases **leases);
/* Gives up the lease, too. */
void tg_leases_close(tg_leases *leases);

/* Takes the lease of that name, if nobody has made it. */
tricorn_status tg_lease_take(tricorn_context *context, tg_leases *leases, const char *name,
                             bool *taken);
/* It is touched no more; `again`: it can be taken again at once, else nobody needs it. */
void tg_lease_end(tg_leases *leases, bool again);

/* What was seen of another's lease; zero before. */
typedef struct tg_lease_seen {
    struct timespec touched;
    double first, changed; /* of this process's clock */
} tg_lease_seen;

typedef enum tg_lease_state {
    TG_LEASE_NONE, /* there is no such file */
    TG_LEASE_HELD,
    TG_LEASE_SLOW, /* it is touched, but has been seen for several times as long */
    TG_LEASE_OVER
} tg_lease_state;

/* Looks at a lease.  What is not an empty file is TRICORN_BAD_FORMAT. */
tricorn_status tg_lease_look(tricorn_context *context, const tg_leases *leases, const char *name,
                             tg_lease_seen *seen, tg_lease_state *state);

#endif
