/* changing_none.c - replaces the .cu files of this folder in a build without CUDA.  These
 * functions are never reached, because no GPU can be opened. */
#include "task/changing_gpu.h"

static tricorn_status no_gpu(tricorn_context *context)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

tricorn_status tg_changing_gpu_create(tricorn_context *context, uint64_t vertices,
                                      tg_changing_gpu **changing)
{
    (void)vertices;
    (void)changing;
    return no_gpu(context);
}

void tg_changing_gpu_free(tg_changing_gpu *changing)
{
    (void)changing;
}

tricorn_status tg_changing_gpu_find(tricorn_context *context, tg_changing_gpu *changing,
                                    const tg_pairs_batch *batch, tg_batch_effect *effect)
{
    (void)changing;
    (void)batch;
    (void)effect;
    return no_gpu(context);
}

tricorn_status tg_changing_gpu_merge(tricorn_context *context, tg_changing_gpu *changing)
{
    (void)changing;
    return no_gpu(context);
}

tricorn_status tg_changing_gpu_count(tricorn_context *context, tg_changing_gpu *changing,
                                     int64_t *change)
{
    (void)changing;
    (void)change;
    return no_gpu(context);
}

tricorn_status tg_changing_gpu_below(tricorn_context *context, tg_changing_gpu *changing,
                                     bool supports, tg_device_rows *below, tg_device_sink *sink)
{
    (void)changing;
    (void)supports;
    (void)below;
    (void)sink;
    return no_gpu(context);
}

tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing)
{
    (void)changing;
    return no_gpu(context);
}

void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing, bool keep)
{
    (void)context;
    (void)changing;
    (void)keep;
}

uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing)
{
    (void)changing;
    return 0;
}

uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing)
{
    (void)changing;
    return 0;
}

uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex)
{
    (void)changing;
    (void)vertex;
    return 0;
}

tricorn_status tg_changing_gpu_vertices(tricorn_context *context,
                                        const tg_changing_gpu *changing, uint64_t *triangles)
{
    (void)changing;
    (void)triangles;
    return no_gpu(context);
}

bool tg_changing_gpu_supported(const tg_changing_gpu *changing)
{
    (void)changing;
    return false;
}

tricorn_status tg_changing_gpu_supports(tricorn_context *context, const tg_changing_gpu *changing,
                                        const uint32_t *pairs, uint64_t count, uint32_t *supports)
{
    (void)changing;
    (void)pairs;
    (void)count;
    (void)supports;
    return no_gpu(context);
}

uint64_t tg_changing_gpu_support(const tg_changing_gpu *changing, uint32_t u, uint32_t v)
{
    (void)changing;
    (void)u;
    (void)v;
    return 0;
}

tricorn_status tg_changing_gpu_rows(tricorn_context *context, const tg_changing_gpu *changing,
                                    tg_rows *rows)
{
    (void)changing;
    (void)rows;
    return no_gpu(context);
}
