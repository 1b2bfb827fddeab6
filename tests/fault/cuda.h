/* cuda.h - CUDA's runtime, whose GPU can be lost at the n-th call, or have no memory for the n-th allocation.
 *
 * The linker redirects the library's calls to the __wrap_ functions of cuda.cu (CMakeLists.txt).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CUDA_NEVER = -1 };

/* The GPU is lost at call number `first`, from 0: this call and all later ones return
 * cudaErrorUnknown, but calls that free memory still free it. With CUDA_NEVER the GPU works again. */
void cuda_lose(int64_t first);

/* Allocation number `first`, from 0, and the `count` - 1 next ones fail. */
void cuda_refuse(int64_t first, int64_t count);

/* Returns how many calls have failed since the last cuda_lose or cuda_refuse. */
int64_t cuda_failed(void);

#ifdef __cplusplus
}
#endif
