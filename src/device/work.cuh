/* work.cuh - runs algorithms of CUB with temporary memory of the context. */
#ifndef TG_DEVICE_WORK_CUH
#define TG_DEVICE_WORK_CUH

#include "device/cuda.cuh"

/* Runs call(work, bytes), which calls CUB and returns a cudaError_t, twice: first with work =
 * NULL, which sets bytes; then with that many bytes of the context's GPU memory. */
template <typename Call> static tricorn_status tg_with_work(tricorn_context *context, Call call)
{
    tricorn_status status = TRICORN_OK;
    void *work = NULL;
    size_t bytes = 0;
    TG_TRY_CUDA(context, call((void *)NULL, bytes));
    TG_TRY(tg_device_alloc(context, bytes > 0 ? bytes : 1, 1,
      /* at least 1 byte, because with NULL the call would only return the
                            * number of bytes */
      &work));
    TG_TRY_CUDA(context, call(work, bytes));
cleanup:
    tg_device_free(context, work);
    return status;
}

#endif
