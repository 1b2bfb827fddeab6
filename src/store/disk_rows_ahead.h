/* disk_rows_ahead.h - what is read next comes from the disk while something else is counted.
 *
 * By one thread, which waits for the disk; all threads decode what it has read later, as they
 * would have to anyway.
 */
#ifndef TG_STORE_DISK_ROWS_AHEAD_H
#define TG_STORE_DISK_ROWS_AHEAD_H

#include <pthread.h>

#include "store/disk_rows.h"

/* Zero before the first use. */
typedef struct tg_disk_rows_ahead {
    tricorn_context *context;
    const tg_disk_rows *disk;
    tg_disk_file *file;
    tg_row_view view;
    unsigned char *bytes; /* NULL: nothing is read ahead */
    pthread_t thread;
    atomic_bool stop;
    tricorn_status status; /* of the thread's */
} tg_disk_rows_ahead;

/* Begins to read the bytes of a view, which takes as much memory as its sizes say.  Where there
 * is no memory or no thread, nothing is read ahead. */
void tg_disk_rows_ahead_start(tricorn_context *context, const tg_disk_rows *disk,
                              tg_disk_file *file, const tg_row_view *view,
                              tg_disk_rows_ahead *ahead);

/* Waits for them.  *bytes is the caller's to free, also after a failure; NULL where nothing was
 * read ahead.  Errors: those of reading. */
tricorn_status tg_disk_rows_ahead_finish(tg_disk_rows_ahead *ahead, unsigned char **bytes);

/* Ends early, and frees what was read; nothing if nothing was started. */
void tg_disk_rows_ahead_stop(tg_disk_rows_ahead *ahead);

#endif
