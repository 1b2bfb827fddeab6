/* index.cuh - the index that an algorithm makes for a task: a structure in host memory, with
 * sizes and with pointers to device memory. */
#ifndef TG_GPU_LOOKUP_INDEX_CUH
#define TG_GPU_LOOKUP_INDEX_CUH

#include "base/memory.h"
#include "task/device_task.h"

/* Allocates *data, all zero, as the index of the task. release() must free it and the memory
 * that it points to, even if only some of it has been filled. */
template <typename Data>
static tricorn_status alloc_index(
  tricorn_context *context, tg_device_task *task, void (*release)(tg_device *device, void *data), Data **data)
{
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, data);
    if (status != TRICORN_OK) return status;
    task->index.data = *data;
    task->index.free = release;
    return TRICORN_OK;
}

/* A release() function for an index without device memory. */
static inline void release_host_memory(tg_device *device, void *data)
{
    (void)device;
    tg_free(data);
}

#endif
