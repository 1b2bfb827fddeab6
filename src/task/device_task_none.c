/* device_task_none.c - replaces device_task.cu in a build without CUDA.  Nothing calls it,
 * because no GPU can be opened. */
#include "task/device_task.h"

static tricorn_status no_gpu(tricorn_context *context)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

tricorn_status tg_device_rows_upload(tricorn_context *context, const tg_rows *rows,
                                     tg_device_rows *uploaded)
{
    (void)rows;
    (void)uploaded;
    return no_gpu(context);
}

tricorn_status tg_device_rows_reserve(tricorn_context *context, uint32_t rows, uint64_t ids,
                                      tg_device_rows *made)
{
    (void)rows;
    (void)ids;
    (void)made;
    return no_gpu(context);
}

tricorn_status tg_device_rows_append(tricorn_context *context, const tg_rows *more,
                                     tg_device_rows *to)
{
    (void)more;
    (void)to;
    return no_gpu(context);
}

tricorn_status tg_device_rows_part(tricorn_context *context, const tg_device_rows *rows,
                                   tg_row_span span, tg_device_rows *part)
{
    (void)rows;
    (void)span;
    (void)part;
    return no_gpu(context);
}

void tg_device_rows_free(tg_device *device, tg_device_rows *rows)
{
    (void)device;
    (void)rows;
}

tricorn_status tg_device_rows_sources(tricorn_context *context, const tg_device_rows *rows,
                                      uint32_t **sources)
{
    (void)rows;
    (void)sources;
    return no_gpu(context);
}

tricorn_status tg_device_task_upload(tricorn_context *context, const tg_task *task,
                                     uint32_t needs, tg_device_task *uploaded)
{
    (void)task;
    (void)needs;
    (void)uploaded;
    return no_gpu(context);
}

void tg_device_task_free(tg_device *device, tg_device_task *task)
{
    (void)device;
    (void)task;
}
