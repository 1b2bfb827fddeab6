/* classes.cuh - puts the rows or edges of a task into classes by their cost, so that each class
 * is counted by a kernel that suits it. */
#ifndef TG_GPU_LOOKUP_CLASSES_CUH
#define TG_GPU_LOOKUP_CLASSES_CUH

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include "device/work.cuh"
#include "gpu/lookup/index.cuh"

enum { TG_MOST_CLASSES = 8 };

/* Rows or edges of a task, sorted by class. Class c contains items[starts[c]] to items[starts[c
 * + 1] - 1], in ascending order. */
typedef struct tg_classes {
    uint32_t *items; /* the rows or edges, in device memory */
    uint32_t starts[TG_MOST_CLASSES + 1];
    uint32_t bound; /* no id of the rows is larger; 0 unless the algorithm sets it */
} tg_classes;

/* The rows or edges of one class, as a kernel gets them. */
typedef struct class_items {
    const uint32_t *items;
    uint32_t count;
} class_items;

/* Returns the classes that make_classes made for the task. */
static inline tg_classes *classes_of(const tg_device_task *task)
{
    return (tg_classes *)task->index.data;
}

/* Returns the items of one class, after make_classes was called for the task. */
static inline class_items items_of_class(const tg_device_task *task, uint32_t number)
{
    const tg_classes *classes = classes_of(task);
    const class_items part = {
      classes->items + classes->starts[number], classes->starts[number + 1] - classes->starts[number]};
    return part;
}

static inline void free_classes(tg_device *device, void *data)
{
    tg_classes *classes = (tg_classes *)data;
    tg_device_free_held(device, classes->items);
    tg_free(classes);
}

/* The items `first` to `last` - 1 of a task. */
typedef struct item_range {
    uint32_t first, last;
} item_range;

/* A functor that returns whether an item is in one class. */
template <typename ClassOf> struct in_class {
    ClassOf class_of;
    uint32_t wanted;
    __device__ bool operator()(uint32_t item) const
    {
        return class_of(item) == wanted;
    }
};

/* Appends those items of the range that are in class `number`, in ascending order. */
template <typename ClassOf>
static tricorn_status append_class(
  tricorn_context *context, item_range range, in_class<ClassOf> member, tg_classes *classes)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const thrust::counting_iterator<uint32_t> items(range.first);
    uint32_t *const out = classes->items + classes->starts[member.wanted];
    uint32_t *selected = NULL, count = 0;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &selected));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::If(
          work, bytes, items, out, selected, (int64_t)(range.last - range.first), member, stream);
    }));
    TG_TRY(tg_device_copy_out(context, &count, selected, sizeof count));
    classes->starts[member.wanted + 1] = classes->starts[member.wanted] + count;
cleanup:
    tg_device_free(context, selected);
    return status;
}

/* Makes the task's index: the items of a range, in classes by class_of(item), a functor on
 * the GPU. Items whose class is `count` or more are left out. */
template <typename ClassOf>
static tricorn_status make_classes(
  tricorn_context *context, tg_device_task *task, item_range range, uint32_t count, ClassOf class_of)
{
    tricorn_status status = TRICORN_OK;
    tg_classes *classes = NULL;
    TG_TRY(alloc_index(context, task, free_classes, &classes));
    TG_TRY(TG_DEVICE_ALLOC(context, range.last - range.first, &classes->items));
    for (uint32_t c = 0; c < TG_MOST_CLASSES; c++) {
        classes->starts[c + 1] = classes->starts[c];
        if (c >= count || range.first == range.last) continue;
        const in_class<ClassOf> member = {class_of, c};
        TG_TRY(append_class(context, range, member, classes));
    }
cleanup:
    return status;
}

#endif
