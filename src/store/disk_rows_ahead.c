/* disk_rows_ahead.c - starts a thread that reads the bytes of one view and then ends. */
#include "store/disk_rows_ahead.h"

#include "base/memory.h"

static void *load(void *given)
{
    tg_disk_rows_ahead *own = given;
    own->status = tg_disk_rows_load(own->context, &own->view, own->file, own->bytes, &own->stop);
    return NULL;
}

void tg_disk_rows_ahead_start(
  tricorn_context *context, tg_disk_file *file, const tg_row_view *view, tg_disk_rows_ahead *ahead)
{
    *ahead = (tg_disk_rows_ahead){.context = context, .file = file, .view = *view};
    if (TG_ALLOC(context, tg_disk_rows_sizes(view).bytes, &ahead->bytes) != TRICORN_OK) return;
    if (pthread_create(&ahead->thread, NULL, load, ahead) == 0) return;
    tg_free(ahead->bytes);
    ahead->bytes = NULL;
}

tricorn_status tg_disk_rows_ahead_finish(tg_disk_rows_ahead *ahead, unsigned char **bytes)
{
    *bytes = ahead->bytes;
    if (ahead->bytes == NULL) return TRICORN_OK;
    pthread_join(ahead->thread, NULL);
    ahead->bytes = NULL;
    return ahead->status;
}

void tg_disk_rows_ahead_stop(tg_disk_rows_ahead *ahead)
{
    unsigned char *bytes;
    atomic_store(&ahead->stop, true);
    (void)tg_disk_rows_ahead_finish(ahead, &bytes);
    tg_free(bytes);
}
