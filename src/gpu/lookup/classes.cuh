/* classes.cuh - rows or edges of a task grouped by what they cost; for arrange(). */
#ifndef TG_GPU_LOOKUP_CLASSES_CUH
#define TG_GPU_LOOKUP_CLASSES_CUH

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include "device/work.cuh"
#include "task/device_task.h"

/* True for the items of one class. */
template <typename ClassOf> struct in_class {
    ClassOf class_of;
    uint32_t wanted;
    __device__ bool operator()(uint32_t item) const
    {
        return class_of(item) == wanted;
    }
};

/* Appends the items first to last - 1 of class `number`, ascending. */
template <typename ClassOf>
static tricorn_status append_class(tricorn_context *context, uint32_t first, uint32_t last,
                                   in_class<ClassOf> member, tg_classes *classes)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const thrust::counting_iterator<uint32_t> items(first);
    uint32_t *const out = classes->items + classes->starts[member.wanted];
    uint32_t *selected = NULL, count = 0;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &selected));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::If(work, bytes, items, out, selected, (int64_t)(last - first),
                                     member, stream);
    }));
    TG_TRY(tg_device_copy_out(context, &count, selected, sizeof count));
    classes->starts[member.wanted + 1] = classes->starts[member.wanted] + count;
cleanup:
    tg_device_free(context, selected);
    return status;
}

/* Groups the items first to last - 1 by class_of(item), a functor on the device; those for which
 * it gives `count` or more are left out. */
template <typename ClassOf>
static tricorn_status make_classes(tricorn_context *context, uint32_t first, uint32_t last,
                                   uint32_t count, ClassOf class_of, tg_classes *classes)
{
    tricorn_status status = TRICORN_OK;
    classes->starts[0] = 0;
    TG_TRY(TG_DEVICE_ALLOC(context, last - first, &classes->items));
    for (uint32_t c = 0; c < TG_MOST_CLASSES; c++) {
        classes->starts[c + 1] = classes->starts[c];
        if (c >= count || first == last) continue;
        const in_class<ClassOf> member = {class_of, c};
        TG_TRY(append_class(context, first, last, member, classes));
    }
cleanup:
    return status;
}

#endif
