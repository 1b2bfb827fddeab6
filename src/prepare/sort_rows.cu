/* sort_rows.cu - sorts the ids within rows, in two launches. */
#include "prepare/sort_rows.cuh"

#include "prepare/launch_gpu.cuh"
#include "prepare/sort_rows_device.cuh"

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) rank_ids(tg_sort_view view)
{
    rank_all_ids(view);
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) sort_long_rows(tg_sort_view view)
{
    __shared__ uint32_t ids[TG_SHARED_IDS];
    sort_listed_rows(view, ids);
}

tricorn_status tg_sort_rows(tricorn_context *context, const tg_unsorted_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t edges = rows->rows->id_count;
    tg_sort_view view = {rows->keys,    rows->id_bits, edges, rows->rows->offsets,
                         rows->sources, rows->ids,     NULL,  NULL};

    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)edges / TG_RANKED_IDS + 1, &view.long_rows));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &view.long_count));
    TG_TRY_CUDA(context, cudaMemsetAsync(view.long_count, 0, sizeof *view.long_count, stream));
    rank_ids<<<tg_device_blocks(context, edges, TG_PREPARE_THREADS, 4 * TG_PREPARE_BLOCKS),
               TG_PREPARE_THREADS, 0, stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
    sort_long_rows<<<tg_device_blocks(context, edges / TG_RANKED_IDS, 1, TG_PREPARE_BLOCKS),
                     TG_PREPARE_THREADS, 0, stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, view.long_rows);
    tg_device_free(context, view.long_count);
    return status;
}
