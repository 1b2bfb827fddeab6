/* truss_none.c - replaces truss.cu and left.cu in a build without CUDA: no edges are on a GPU. */
#include "task/device_supported.h"

static tricorn_status no_gpu(tricorn_context *context)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

void tg_device_supported_free(tricorn_context *context, tg_device_supported *edges)
{
    (void)context;
    (void)edges;
}

tricorn_status tg_device_supported_peel(tricorn_context *context,
                                        const tg_device_supported *edges, tg_peel_there *peel)
{
    (void)edges;
    (void)peel;
    return no_gpu(context);
}

tricorn_status tg_device_supported_below(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         uint32_t *below)
{
    (void)edges;
    (void)least;
    (void)below;
    return no_gpu(context);
}

tricorn_status tg_device_supported_above(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         tg_device_supported *above)
{
    (void)edges;
    (void)least;
    (void)above;
    return no_gpu(context);
}

tricorn_status tg_device_supported_bits(tricorn_context *context,
                                        const tg_device_supported *edges, uint32_t least,
                                        uint64_t count, uint64_t *bits)
{
    (void)edges;
    (void)least;
    (void)count;
    (void)bits;
    return no_gpu(context);
}

static bool fits(const tricorn_context *context, const tg_rows *rows)
{
    (void)context;
    (void)rows;
    return false;
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    (void)job;
    return no_gpu(context);
}

const tg_truss_method tg_truss_gpu = {
    .name = "gpu", .summary = "not in this build", .fits = fits, .peel = peel};
