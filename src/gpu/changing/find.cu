/* find.cu - finds the changes of a batch: sorts its arcs, and removes those without an effect.
 *
 * - Arcs are keys of 64 bits or less, so one radix sort puts them into the order of rows and
 *   brings repetitions together.
 * - A prefix sum over the arcs with an effect gives each its number, and how far the ids after it
 *   move.
 */
#include "gpu/changing/changing.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "device/work.cuh"

/* How many ids a warp looks up at a time: MOST_CHUNK, or fewer if the chunks would be too few for a GPU. */
enum { LEAST_CHUNK = 32, MOST_CHUNK = 256, ENOUGH_CHUNKS = 1 << 16 };

/* Makes the keys of both arcs of each pair. The first `removed` pairs are to be removed, the others to be added. */
static __global__ void __launch_bounds__(EACH_THREADS)
  make_keys(const uint32_t *pairs, uint64_t removed, uint64_t count, uint32_t bits, uint64_t *keys)
{
    for (EACH(i, count)) {
        const uint32_t u = pairs[2 * i], v = pairs[2 * i + 1];
        keys[2 * i] = changing_key(u, v, i >= removed, bits);
        keys[2 * i + 1] = changing_key(v, u, i >= removed, bits);
    }
}

/* Sets kept[i] to 0 if the key has no effect, to 1 if it removes an arc, to 2^32 + 1 if it adds
 * one; kept[count] becomes 0. */
static __global__ void __launch_bounds__(EACH_THREADS)
  judge(changing_rows rows, changing_keys batch, uint64_t *kept, uint32_t *places, report *found)
{
    unsigned long long looks = 0;
    for (EACH(i, (uint64_t)batch.count + 1)) {
        uint64_t value = 0;
        if (i < batch.count && changing_judge(&rows, batch, (uint32_t)i, places + i)) {
            const uint64_t key = batch.keys[i];
            const changing_ends ends = changing_ends_of(&rows, key, batch.bits);
            value = changing_is_added(key) ? UINT64_C(1) << 32 | 1 : 1;
            if (changing_from(key, batch.bits) > changing_to(key, batch.bits)) looks += ends.last - ends.first;
        }
        kept[i] = value;
    }
    each_add(&found->looks, looks);
}

/* Collects the changes. ranks[i] is the sum of `kept` over all keys before i; the last entry is
 * the sum over all keys. */
static __global__ void __launch_bounds__(EACH_THREADS)
  gather(changing_keys batch, const uint32_t *places, const uint64_t *ranks, changing_changes changes, report *found)
{
    for (EACH(i, (uint64_t)batch.count + 1)) {
        const uint32_t rank = (uint32_t)ranks[i], added = (uint32_t)(ranks[i] >> 32);
        if (i == batch.count) found->arcs = ranks[i];
        if (i < batch.count && (uint32_t)ranks[i + 1] == rank) continue;
        changes.shifts[rank] = (int32_t)(2 * added - rank);
        if (i == batch.count) continue;
        changes.keys[rank] = batch.keys[i];
        changes.places[rank] = places[i];
    }
}

typedef struct sorting {
    uint32_t *pairs, *places;
    uint64_t *keys, *sorted, *kept;
    uint32_t arcs;
} sorting;

static tricorn_status sort_keys(
  tricorn_context *context, const tg_changing_gpu *changing, const tg_pairs_batch *batch, sorting *own)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t removed = batch->removed_count, count = removed + batch->added_count;
    const cudaStream_t stream = tg_device_stream(context);
    /* If all arcs are to be removed, or all to be added, the lowest bit need not be sorted. */
    const int first_bit = removed == 0 || batch->added_count == 0;

    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count, &own->pairs));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count + 1, &own->keys));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count, &own->sorted));
    if (removed > 0) TG_TRY(tg_device_copy_in(context, own->pairs, batch->removed, 2 * removed * sizeof *own->pairs));
    if (batch->added_count > 0)
        TG_TRY(tg_device_copy_in(
          context, own->pairs + 2 * removed, batch->added, 2 * batch->added_count * sizeof *own->pairs));
    make_keys<<<each_blocks(context, count), EACH_THREADS, 0, stream>>>(
      own->pairs, removed, count, changing->bits, own->keys);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(
          work, bytes, own->keys, own->sorted, (int64_t)own->arcs, first_bit, (int)(2 * changing->bits + 1), stream);
    }));
cleanup:
    return status;
}

static tricorn_status find_changes(tricorn_context *context, tg_changing_gpu *changing, sorting *own)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const unsigned blocks = each_blocks(context, own->arcs);
    const changing_keys keys = {own->sorted, own->arcs, changing->bits};

    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &own->places));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)own->arcs + 1, &own->kept));
    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &changing->changes.keys));
    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &changing->changes.places));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)own->arcs + 1, &changing->changes.shifts));
    judge<<<blocks, EACH_THREADS, 0, stream>>>(rows_of(changing), keys, own->kept, own->places, changing->found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, own->kept, own->keys, (int64_t)own->arcs + 1, stream);
    }));
    gather<<<blocks, EACH_THREADS, 0, stream>>>(keys, own->places, own->keys, changing->changes, changing->found);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static void free_sorting(tricorn_context *context, sorting *own)
{
    tg_device_free(context, own->pairs);
    tg_device_free(context, own->places);
    tg_device_free(context, own->keys);
    tg_device_free(context, own->sorted);
    tg_device_free(context, own->kept);
}

/* Returns how many ids a chunk has. With few look-ups, counting takes as long as one warp does, so
 * chunks are short. */
static uint32_t chunk_for(uint64_t looks)
{
    uint32_t chunk = LEAST_CHUNK;
    while (chunk < MOST_CHUNK && looks / chunk > ENOUGH_CHUNKS) chunk *= 2;
    return chunk;
}

extern "C" tricorn_status tg_changing_gpu_find(
  tricorn_context *context, tg_changing_gpu *changing, const tg_pairs_batch *batch, tg_batch_effect *effect)
{
    tricorn_status status = TRICORN_OK;
    sorting own;
    report read = {0, 0, 0};

    memset(&own, 0, sizeof own);
    changing->batch_device = tg_context_device(context);
    tg_device_hold(changing->batch_device);
    changing->changes.bits = changing->bits;
    own.arcs = (uint32_t)(2 * (batch->removed_count + batch->added_count));
    if (own.arcs > 0) {
        TG_TRY_CUDA(context, cudaMemsetAsync(changing->found, 0, sizeof *changing->found, tg_device_stream(context)));
        TG_TRY(sort_keys(context, changing, batch, &own));
        TG_TRY(find_changes(context, changing, &own));
        TG_TRY(tg_device_copy_out(context, &read, changing->found, sizeof read));
    }
    changing->changes.count = (uint32_t)read.arcs;
    changing->added = (uint32_t)(read.arcs >> 32);
    changing->looks = read.looks;
    changing->changes.chunk = chunk_for(read.looks);
    effect->added = (read.arcs >> 32) / 2;
    effect->removed = changing->changes.count / 2 - effect->added;
    effect->looks = read.looks;
    changing->new_ids = changing->ids + 2 * effect->added - 2 * effect->removed;
cleanup:
    free_sorting(context, &own);
    return status;
}
