/* cuda.cuh - the context's GPU for CUDA code: its stream, errors, sizes of launches, copies and timers. */
#ifndef TG_DEVICE_CUDA_CUH
#define TG_DEVICE_CUDA_CUH

#include <cuda_runtime.h>

#include "device/device.h"

/* Turns the error that a CUDA call returned into a status and a message; `call` is the call's text. */
tricorn_status tg_cuda_fail(tricorn_context *context, cudaError_t error, const char *call);

/* Needs a local `status` and a label `cleanup`. */
#define TG_TRY_CUDA(context, call) \
    do { \
        const cudaError_t error_ = (call); \
        if (error_ != cudaSuccess) { \
            status = tg_cuda_fail((context), error_, #call); \
            goto cleanup; \
        } \
    } while (0)

cudaStream_t tg_device_stream(const tricorn_context *context);
struct tg_staging *tg_device_staging(const tricorn_context *context);

/* Returns how many thread blocks a grid should have in which each block processes
 * `items_per_block` items at a time, in a loop: enough for all items, at most
 * `per_multiprocessor` for each multiprocessor, at least 1. */
unsigned tg_device_blocks(
  const tricorn_context *context, uint64_t items, uint32_t items_per_block, uint32_t per_multiprocessor);

/* These two functions copy between host memory and the GPU; both wait until the bytes have arrived. */
tricorn_status tg_device_copy_in(tricorn_context *context, void *device, const void *host, uint64_t bytes);
tricorn_status tg_device_copy_out(tricorn_context *context, void *host, const void *device, uint64_t bytes);

/* Measures how long the work takes that is put into the context's stream between start and stop.
 * A zeroed timer is unused; always free a timer. */
typedef struct tg_timer {
    cudaEvent_t from, to;
} tg_timer;
tricorn_status tg_timer_start(tricorn_context *context, tg_timer *timer);
tricorn_status tg_timer_stop(tricorn_context *context, tg_timer *timer);
/* Waits for the stop, and adds the seconds from start to stop to *seconds. */
tricorn_status tg_timer_add(tricorn_context *context, tg_timer *timer, double *seconds);
void tg_timer_free(tg_timer *timer);

#endif
