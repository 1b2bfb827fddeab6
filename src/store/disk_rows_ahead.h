/* disk_rows_ahead.h - reads the bytes of the next view in one thread, while the other threads count.
 *
 * - This thread mostly waits for the disk, so it takes hardly any CPU time from the others.
 * - All threads decode the bytes later, just as they do without reading ahead.
 */
#pragma once

#include <pthread.h>

#include "store/disk_rows.h"

/* A view whose bytes are read ahead; zero it before the first use. */
typedef struct tg_disk_rows_ahead {
    tricorn_context *context;
    tg_disk_file *file;
    tg_row_view view;
    unsigned char *bytes; /* the view's bytes; NULL: nothing is read ahead */
    pthread_t thread;
    atomic_bool stop;
    tricorn_status status; /* the result of the reading thread */
} tg_disk_rows_ahead;

/* Begins to read the bytes of a view into new memory of tg_view_sizes.bytes. If no memory or no
 * thread is available, nothing is read ahead, which is no error. */
void tg_disk_rows_ahead_start(
  tricorn_context *context, tg_disk_file *file, const tg_row_view *view, tg_disk_rows_ahead *ahead);

/* Waits until the bytes are read. *bytes is NULL if nothing was read ahead; otherwise the
 * caller frees it, also after a failure. Errors: those of tg_disk_rows_load. */
tricorn_status tg_disk_rows_ahead_finish(tg_disk_rows_ahead *ahead, unsigned char **bytes);

/* Ends reading early and frees the bytes; does nothing if nothing was started. */
void tg_disk_rows_ahead_stop(tg_disk_rows_ahead *ahead);
