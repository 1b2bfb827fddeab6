/* supports.cu - looks up the supports of edges in a graph that changes on a GPU, with a thread for each edge. */
#include "gpu/changing/changing.cuh"

#include "base/context.h"

static const uint64_t PAIRS_AT_ONCE = 1 << 22; /* this many pairs take 48 MiB on the GPU */

static __global__ void __launch_bounds__(EACH_THREADS)
  find_supports(changing_rows rows, const uint32_t *supports, const uint32_t *pairs, uint32_t count, uint32_t *found)
{
    for (EACH(i, count)) found[i] = changing_support(&rows, supports, pairs[2 * i], pairs[2 * i + 1]);
}

extern "C" bool tg_changing_gpu_supported(const tg_changing_gpu *changing)
{
    return changing->supports != NULL;
}

extern "C" tricorn_status tg_changing_gpu_supports(
  tricorn_context *context, const tg_changing_gpu *changing, const uint32_t *pairs, uint64_t count, uint32_t *supports)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t room = count < PAIRS_AT_ONCE ? count : PAIRS_AT_ONCE;
    uint32_t *there = NULL, *found = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, 2 * room, &there));
    TG_TRY(TG_DEVICE_ALLOC(context, room, &found));
    for (uint64_t first = 0; first < count; first += room) {
        const uint64_t now = count - first < room ? count - first : room;
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(tg_device_copy_in(context, there, pairs + 2 * first, 2 * now * sizeof *there));
        find_supports<<<each_blocks(context, now), EACH_THREADS, 0, tg_device_stream(context)>>>(
          rows_of(changing), changing->supports, there, (uint32_t)now, found);
        TG_TRY_CUDA(context, cudaGetLastError());
        TG_TRY(tg_device_copy_out(context, supports + first, found, now * sizeof *found));
    }
cleanup:
    tg_device_free(context, there);
    tg_device_free(context, found);
    return status;
}

static __global__ void find_support(
  changing_rows rows, const uint32_t *supports, uint32_t u, uint32_t v, uint32_t *found)
{
    *found = changing_support(&rows, supports, u, v);
}

/* Has no context, so it allocates from CUDA's default pool, which any thread may use. The host
 * has waited for all streams that changed the supports. */
extern "C" uint64_t tg_changing_gpu_support(const tg_changing_gpu *changing, uint32_t u, uint32_t v)
{
    uint32_t support = 0, *found = NULL;
    if (cudaSetDevice((int)changing->ordinal) != cudaSuccess ||
        cudaMallocAsync((void **)&found, sizeof *found, NULL) != cudaSuccess) {
        cudaGetLastError();
        return UINT64_MAX;
    }
    find_support<<<1, 1>>>(rows_of(changing), changing->supports, u, v, found);
    const bool done = cudaGetLastError() == cudaSuccess &&
                      cudaMemcpy(&support, found, sizeof support, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFreeAsync(found, NULL);
    if (!done) cudaGetLastError();
    return done ? support : UINT64_MAX;
}
