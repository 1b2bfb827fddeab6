/* device_none.c - replaces device.cu in a build without CUDA: no GPU can be opened. */
#include "device/device.h"

uint32_t tg_device_count(void)
{
    return 0;
}

tricorn_status tg_device_open(tricorn_context *context, uint32_t ordinal)
{
    (void)ordinal;
    return tg_fail(context, TRICORN_UNSUPPORTED,
                   "gpu: none: this build has no GPU support; build with -DTRICORN_CUDA=ON, or "
                   "give " TG_OPTION("device=cpu"));
}

tricorn_status tg_device_start(tricorn_context *context, uint32_t ordinal, uint64_t expected)
{
    (void)expected;
    return tg_device_open(context, ordinal);
}

uint64_t tg_device_peak_bytes(const tricorn_context *context)
{
    (void)context;
    return 0;
}

void tg_device_set_limit(tricorn_context *context, uint64_t bytes)
{
    (void)context;
    (void)bytes;
}

/* The functions below need an open GPU, so a build without CUDA never calls them. */
uint64_t tg_device_room(const tricorn_context *context)
{
    (void)context;
    return 0;
}

void tg_device_wait(const tricorn_context *context)
{
    (void)context;
}

void tg_device_trim(tricorn_context *context)
{
    (void)context;
}

void tg_device_share_account(tricorn_context *context, const tricorn_context *whose)
{
    (void)context;
    (void)whose;
}

void tg_device_free(tricorn_context *context, void *block)
{
    (void)context;
    (void)block;
}

const tg_device_properties *tg_device_properties_of(const tricorn_context *context)
{
    static const tg_device_properties none;
    (void)context;
    return &none;
}

tg_device_times *tg_device_times_of(const tricorn_context *context)
{
    static _Thread_local tg_device_times none;
    (void)context;
    return &none;
}
