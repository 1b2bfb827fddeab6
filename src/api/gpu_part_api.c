/* gpu_part_api.c - what is known of the GPU part. */
#include "api/api.h"
#include "base/gpu_part.h"
#include "part/part.h"

const char *tricorn_gpu_part(void)
{
    static _Thread_local char path[TG_PART_PATH_BYTES];
    return tg_part_find(path) == TG_PART_FOUND ? path : NULL;
}

tricorn_status tricorn_gpu_part_load(tricorn_context *context, const char **gpus)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(gpus)));
    const tg_part_calls *part = tg_part_load(context);
    if (part == NULL) TG_TRY(TRICORN_UNSUPPORTED);
    *gpus = part->gpus;
cleanup:
    return tg_api_leave(context, status);
}
