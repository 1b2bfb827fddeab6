/* truss_none.c - replaces truss.cu in a build without CUDA. */
#include "task/truss.h"

static bool fits(const tricorn_context *context, const tg_rows *rows)
{
    (void)context;
    (void)rows;
    return false;
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    (void)job;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

const tg_truss_method tg_truss_gpu = {
    .name = "gpu", .summary = "not in this build", .fits = fits, .peel = peel};
