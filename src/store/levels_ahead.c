/* levels_ahead.c - see levels_ahead.h. */
#include "store/levels_ahead.h"

#include "base/memory.h"

static void *load(void *given)
{
    tg_levels_ahead *own = given;
    own->status =
        tg_levels_load(own->context, own->levels, own->file, &own->view, own->bytes, &own->stop);
    return NULL;
}

void tg_levels_ahead_start(tricorn_context *context, const tg_levels *levels, tg_disk_file *file,
                           const tg_level_view *view, tg_levels_ahead *ahead)
{
    *ahead = (tg_levels_ahead){.context = context, .levels = levels, .file = file, .view = *view};
    if (TG_ALLOC(context, tg_levels_sizes(levels, view).bytes, &ahead->bytes) != TRICORN_OK)
        return;
    if (pthread_create(&ahead->thread, NULL, load, ahead) == 0) return;
    tg_free(ahead->bytes);
    ahead->bytes = NULL;
}

tricorn_status tg_levels_ahead_finish(tg_levels_ahead *ahead, unsigned char **bytes)
{
    *bytes = ahead->bytes;
    if (ahead->bytes == NULL) return TRICORN_OK;
    pthread_join(ahead->thread, NULL);
    ahead->bytes = NULL;
    return ahead->status;
}

void tg_levels_ahead_stop(tg_levels_ahead *ahead)
{
    unsigned char *bytes;
    atomic_store(&ahead->stop, true);
    (void)tg_levels_ahead_finish(ahead, &bytes);
    tg_free(bytes);
}
