/* cuda.cu - see cuda.h.
 *
 * In a program, the variable LOST_FROM loses the GPU at that call, and REFUSED_FROM leaves it
 * without memory from that allocation on. With LOST_STUB, no GPU is needed: calls allocate and
 * copy in host memory, and the GPU is lost at the first kernel at the latest.
 */
#include "fault/cuda.h"

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int64_t lose_from, refuse_from, refusals;
    int64_t calls, allocations, failed; /* counted by all threads */
    bool stub;
} faults = {CUDA_NEVER, CUDA_NEVER, 0, 0, 0, 0, false};

/* What cudaGetLastError returns after an allocation was refused. */
static thread_local cudaError_t last = cudaSuccess;

static int64_t add(int64_t *counter)
{
    return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
}

static void count_anew(void)
{
    faults.calls = faults.allocations = faults.failed = 0;
    last = cudaSuccess;
}

extern "C" void cuda_lose(int64_t first)
{
    faults.lose_from = first;
    count_anew();
}

extern "C" void cuda_refuse(int64_t first, int64_t count)
{
    faults.refuse_from = first;
    faults.refusals = count;
    count_anew();
}

extern "C" int64_t cuda_failed(void)
{
    return __atomic_load_n(&faults.failed, __ATOMIC_SEQ_CST);
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *lost_from = getenv("LOST_FROM"), *refused_from = getenv("REFUSED_FROM");
    faults.stub = getenv("LOST_STUB") != NULL;
    if (lost_from) cuda_lose(atoll(lost_from));
    if (refused_from) cuda_refuse(atoll(refused_from), INT64_MAX);
}

extern "C" cudaError_t __real_cudaDeviceSynchronize(void);

/* Counts a call, and returns whether the GPU is lost. Its work ends before it is lost, as
 * nothing may write to memory that is freed afterwards. */
static bool lost(void)
{
    if (faults.lose_from == CUDA_NEVER || add(&faults.calls) < faults.lose_from) return false;
    if (add(&faults.failed) == 0 && !faults.stub) __real_cudaDeviceSynchronize();
    return true;
}

static bool refused(void)
{
    const int64_t number = add(&faults.allocations), from = faults.refuse_from;
    if (from == CUDA_NEVER || number < from || number - from >= faults.refusals) return false;
    add(&faults.failed);
    last = cudaErrorMemoryAllocation;
    return true;
}

static cudaError_t fault_of(bool allocates)
{
    if (lost()) return cudaErrorUnknown;
    return allocates && refused() ? cudaErrorMemoryAllocation : cudaSuccess;
}

/* Defines the function that stands for a call; `otherwise` is what it does without a GPU. */
#define DEFINE(name, parameters, arguments, allocates, always, otherwise) \
    extern "C" cudaError_t __real_##name parameters; \
    extern "C" cudaError_t __wrap_##name parameters; \
    extern "C" cudaError_t __wrap_##name parameters \
    { \
        const cudaError_t fault = fault_of(allocates); \
        cudaError_t error = cudaSuccess; \
        if (fault != cudaSuccess && !(always)) return fault; \
        if (faults.stub) { \
            otherwise; \
        } else { \
            error = __real_##name arguments; \
        } \
        return fault != cudaSuccess ? fault : error; \
    }

#define CALL(name, parameters, arguments, otherwise) DEFINE(name, parameters, arguments, false, false, otherwise)
#define ALLOCATES(name, parameters, arguments, otherwise) DEFINE(name, parameters, arguments, true, false, otherwise)
/* One that frees, or waits, also where the GPU is lost. */
#define ENDS(name, parameters, arguments, otherwise) DEFINE(name, parameters, arguments, false, true, otherwise)
/* Without a GPU no kernel runs. */
#define LAUNCHES(name, parameters, arguments) \
    CALL(name, parameters, arguments, faults.lose_from = 0; return cudaErrorUnknown)

static int stub_handle; /* all handles of the stub point to it */
#define HANDLE(type) ((type)(void *)&stub_handle)
enum { STUB_BYTES = 1 << 30 };

static int attribute_of_stub(cudaDeviceAttr attribute)
{
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor: return 9;
    case cudaDevAttrMultiProcessorCount: return 1;
    case cudaDevAttrL2CacheSize: return 1 << 20;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return 48 << 10;
    default: return 0;
    }
}

/* ---- the device, streams and events ---- */

CALL(cudaGetDeviceCount, (int *count), (count), *count = 1)
CALL(cudaGetDevice, (int *device), (device), *device = 0)
CALL(cudaSetDevice, (int device), (device), )
CALL(cudaDeviceGetAttribute, (int *value, cudaDeviceAttr attribute, int device), (value, attribute, device),
  *value = attribute_of_stub(attribute))
CALL(cudaDeviceCanAccessPeer, (int *can, int device, int peer), (can, device, peer), *can = 0)
CALL(
  cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), (stream, flags), *stream = HANDLE(cudaStream_t))
CALL(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (stream, event, flags), )
ENDS(cudaStreamSynchronize, (cudaStream_t stream), (stream), )
ENDS(cudaDeviceSynchronize, (void), (), )
ENDS(cudaStreamDestroy, (cudaStream_t stream), (stream), )
CALL(cudaEventCreate, (cudaEvent_t * event), (event), *event = HANDLE(cudaEvent_t))
CALL(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), (event, flags), *event = HANDLE(cudaEvent_t))
CALL(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream), )
CALL(cudaEventElapsedTime, (float *milliseconds, cudaEvent_t from, cudaEvent_t to), (milliseconds, from, to),
  *milliseconds = 0)
ENDS(cudaEventSynchronize, (cudaEvent_t event), (event), )
ENDS(cudaEventDestroy, (cudaEvent_t event), (event), )

/* ---- memory ---- */

CALL(cudaMemPoolCreate, (cudaMemPool_t * pool, const cudaMemPoolProps *properties), (pool, properties),
  *pool = HANDLE(cudaMemPool_t))
CALL(cudaMemPoolSetAttribute, (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value), (pool, attribute, value), )
CALL(cudaMemPoolSetAccess, (cudaMemPool_t pool, const cudaMemAccessDesc *access, size_t count), (pool, access, count), )
ENDS(cudaMemPoolTrimTo, (cudaMemPool_t pool, size_t bytes), (pool, bytes), )
ENDS(cudaMemPoolDestroy, (cudaMemPool_t pool), (pool), )
CALL(cudaMemGetInfo, (size_t * unused, size_t *all), (unused, all), *unused = *all = STUB_BYTES)
ALLOCATES(cudaMallocFromPoolAsync, (void **block, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
  (block, bytes, pool, stream), *block = calloc(1, bytes))
ALLOCATES(
  cudaMallocAsync, (void **block, size_t bytes, cudaStream_t stream), (block, bytes, stream), *block = calloc(1, bytes))
ENDS(cudaFreeAsync, (void *block, cudaStream_t stream), (block, stream), free(block))
CALL(cudaHostRegister, (void *at, size_t bytes, unsigned flags), (at, bytes, flags), )
ENDS(cudaHostUnregister, (void *at), (at), )
CALL(cudaPointerGetAttributes, (cudaPointerAttributes * attributes, const void *at), (attributes, at),
  memset(attributes, 0, sizeof *attributes))
CALL(cudaMemsetAsync, (void *at, int value, size_t bytes, cudaStream_t stream), (at, value, bytes, stream),
  memset(at, value, bytes))
CALL(cudaMemcpy, (void *to, const void *from, size_t bytes, cudaMemcpyKind kind), (to, from, bytes, kind),
  memcpy(to, from, bytes))
CALL(cudaMemcpyAsync, (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
  (to, from, bytes, kind, stream), memcpy(to, from, bytes))
CALL(cudaMemcpyPeerAsync, (void *to, int there, const void *from, int here, size_t bytes, cudaStream_t stream),
  (to, there, from, here, bytes, stream), memcpy(to, from, bytes))
LAUNCHES(cudaMemcpy2DAsync,
  (void *to, size_t to_pitch, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
    cudaStream_t stream),
  (to, to_pitch, from, pitch, width, height, kind, stream))

/* ---- kernels ---- */

CALL(cudaFuncSetAttribute, (const void *kernel, cudaFuncAttribute attribute, int value), (kernel, attribute, value), )
CALL(cudaFuncGetAttributes, (cudaFuncAttributes * attributes, const void *kernel), (attributes, kernel),
  memset(attributes, 0, sizeof *attributes))
CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *kernel, int threads, size_t bytes),
  (blocks, kernel, threads, bytes), *blocks = 1)
CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
  (int *blocks, const void *kernel, int threads, size_t bytes, unsigned flags), (blocks, kernel, threads, bytes, flags),
  *blocks = 1)
LAUNCHES(cudaLaunchKernel,
  (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t bytes, cudaStream_t stream),
  (kernel, grid, block, arguments, bytes, stream))
LAUNCHES(cudaLaunchCooperativeKernel,
  (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t bytes, cudaStream_t stream),
  (kernel, grid, block, arguments, bytes, stream))
#if CUDART_VERSION >= 13000
LAUNCHES(__cudaLaunchKernel,
  (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t bytes, cudaStream_t stream),
  (kernel, grid, block, arguments, bytes, stream))
#endif

/* ---- the last error ---- */

CALL(cudaPeekAtLastError, (void), (), )

extern "C" cudaError_t __real_cudaGetLastError(void);
extern "C" cudaError_t __wrap_cudaGetLastError(void);
extern "C" cudaError_t __wrap_cudaGetLastError(void)
{
    const cudaError_t refusal = last, error = faults.stub ? cudaSuccess : __real_cudaGetLastError();
    last = cudaSuccess;
    if (lost()) return cudaErrorUnknown;
    return refusal != cudaSuccess ? refusal : error;
}
