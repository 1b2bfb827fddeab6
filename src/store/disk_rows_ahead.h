/* disk_rows_ahead.h - reads the bytes of the next view in one thread, while the others count.
 *
 * - Reading waits for the disk, so it uses hardly any time of the CPU.
 * - All threads decode the bytes later, as they do without reading ahead.
 */
#ifndef TG_STORE_DISK_ROWS_AHEAD_H
#define TG_STORE_DISK_ROWS_AHEAD_H

#include <pthread.h>

#include "store/disk_rows.h"

/* A view that is read ahead; all zero before the first use. */
typedef struct tg_disk_rows_ahead {
    tricorn_context *context;
    tg_disk_file *file;
    tg_row_view view;
    unsigned char *bytes; /* NULL: nothing is read ahead */
    pthread_t thread;
    atomic_bool stop;
    tricorn_status status; /* of the thread's reading */
} tg_disk_rows_ahead;

/* Begins to read the bytes of a view, into as much memory as its sizes say.  If no memory or no
 * thread is available, nothing is read ahead. */
void tg_disk_rows_ahead_start(tricorn_context *context, tg_disk_file *file,
                              const tg_row_view *view, tg_disk_rows_ahead *ahead);

/* Waits until the bytes are read.  The caller frees *bytes, also after a failure; NULL if nothing
 * was read ahead.  Errors: those of reading. */
tricorn_status tg_disk_rows_ahead_finish(tg_disk_rows_ahead *ahead, unsigned char **bytes);

/* Ends reading early and frees the bytes; does nothing if nothing was started. */
void tg_disk_rows_ahead_stop(tg_disk_rows_ahead *ahead);

#endif
