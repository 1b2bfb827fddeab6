/* methods.h - the methods of GPU algorithms, in the GPU part: the library has only their traits. */
#ifndef TG_SCHEDULE_DEVICE_METHODS_H
#define TG_SCHEDULE_DEVICE_METHODS_H

#include "task/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the methods of a GPU algorithm of algorithms.def. */
const tg_gpu_methods *tg_gpu_methods_of(const tg_algorithm *algorithm);

#ifdef __cplusplus
}
#endif

#endif
