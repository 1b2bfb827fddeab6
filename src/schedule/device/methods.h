/* methods.h - the methods of GPU algorithms, in the GPU part: the library has only their traits. */
#pragma once

#include "task/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the methods of a GPU algorithm of algorithms.def. */
const tg_gpu_methods *tg_gpu_methods_of(const tg_algorithm *algorithm);

#ifdef __cplusplus
}
#endif
