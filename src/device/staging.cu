/* staging.cu - a ring of pinned buffers, through which bytes move between the host and the GPU. */
#include "device/staging.cuh"

#include <stdlib.h>
#include <string.h>

#include "base/copy.h"
#include "base/memory.h"

/* The most bytes of a slot. Copying that many takes 0.15 ms at 55 GB/s, much longer than
 * starting a copy, and all slots together stay in the host's cache. */
static const uint64_t SLOT_BYTES = UINT64_C(8) << 20;
/* A context that expects to copy fewer bytes gets no ring: such copies are as fast without pinned
 * memory, and pinning takes milliseconds. */
static const uint64_t LEAST_RING_BYTES = UINT64_C(4) << 20;
static const uint64_t PAGE_BYTES = 4096;
/* the least size of the chunks of a copy to the host */
static const uint64_t LEAST_CHUNK_BYTES = UINT64_C(1) << 20;

void tg_staging_allocate(tricorn_context *context, uint64_t expected, tg_staging *staging)
{
    uint64_t slot = expected / TG_STAGING_SLOTS;
    memset(staging, 0, sizeof *staging);
    if (expected < LEAST_RING_BYTES) return;
    if (slot > SLOT_BYTES) slot = SLOT_BYTES;
    slot = slot / PAGE_BYTES * PAGE_BYTES;
    /* The ring only makes copies faster, so it must not take memory that a graph needs. */
    if (tg_memory_room(tg_context_memory(context)) / 16 < slot * TG_STAGING_SLOTS) return;
    if (TG_ALLOC(context, slot * TG_STAGING_SLOTS + PAGE_BYTES, &staging->memory) != TRICORN_OK) return;
    staging->slot_bytes = slot;
    const uint64_t beyond = (uintptr_t)staging->memory % PAGE_BYTES;
    staging->slots = staging->memory + (beyond ? PAGE_BYTES - beyond : 0);
    /* Pinning is faster for pages that were touched before. */
    tg_clear_parallel(context, staging->slots, slot * TG_STAGING_SLOTS);
}

static cudaError_t create_events(cudaEvent_t *events, uint32_t count)
{
    cudaError_t error = cudaSuccess;
    for (uint32_t i = 0; i < count && error == cudaSuccess; i++) {
        error = cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
        /* the return value tells the caller of the error */
        if (error != cudaSuccess) events[i] = NULL;
    }
    return error;
}

cudaError_t tg_make_stream(cudaStream_t *stream)
{
    const cudaError_t error = cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    if (error != cudaSuccess) *stream = NULL;
    return error;
}

cudaError_t tg_staging_start(tg_staging *staging)
{
    cudaError_t error = tg_make_stream(&staging->stream);
    if (error == cudaSuccess) error = create_events(staging->copied, TG_STAGING_SLOTS);
    if (error == cudaSuccess) error = create_events(staging->marks, TG_STAGING_MARKS);
    if (error != cudaSuccess || staging->slot_bytes == 0) return error;
    staging->pinned =
      cudaHostRegister(staging->slots, staging->slot_bytes * TG_STAGING_SLOTS, cudaHostRegisterDefault) == cudaSuccess;
    if (!staging->pinned) {
        /* some containers forbid pinning: then copies are slower, but they do not fail */
        cudaGetLastError();
        staging->slot_bytes = 0;
    }
    return cudaSuccess;
}

void tg_staging_free(tg_staging *staging)
{
    if (staging->stream) cudaStreamSynchronize(staging->stream);
    if (staging->pinned) cudaHostUnregister(staging->slots);
    for (uint32_t i = 0; i < TG_STAGING_SLOTS; i++)
        if (staging->copied[i]) cudaEventDestroy(staging->copied[i]);
    for (uint32_t i = 0; i < TG_STAGING_MARKS; i++)
        if (staging->marks[i]) cudaEventDestroy(staging->marks[i]);
    if (staging->stream) cudaStreamDestroy(staging->stream);
    tg_free(staging->memory);
    memset(staging, 0, sizeof *staging);
}

static bool is_pinned(const void *at)
{
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, at) == cudaSuccess) return attributes.type == cudaMemoryTypeHost;
    cudaGetLastError();
    return false;
}

tricorn_status tg_staging_begin(tricorn_context *context)
{
    tricorn_status status = TRICORN_OK;
    tg_staging *staging = tg_device_staging(context);
    TG_TRY_CUDA(context, cudaEventRecord(staging->marks[0], tg_device_stream(context)));
    TG_TRY_CUDA(context, cudaStreamWaitEvent(staging->stream, staging->marks[0], 0));
cleanup:
    return status;
}

/* Copies at most as many bytes as a slot holds to the GPU, through the next slot of the ring. */
static tricorn_status through_slot(
  tricorn_context *context, tg_staging *staging, void *device, const void *host, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t slot = staging->next;
    unsigned char *buffer = staging->slots + slot * staging->slot_bytes;
    TG_TRY_CUDA(context, cudaEventSynchronize(staging->copied[slot]));
    tg_copy_by_few(context, buffer, host, bytes);
    TG_TRY_CUDA(context, cudaMemcpyAsync(device, buffer, bytes, cudaMemcpyHostToDevice, staging->stream));
    TG_TRY_CUDA(context, cudaEventRecord(staging->copied[slot], staging->stream));
    staging->next = (slot + 1) % TG_STAGING_SLOTS;
cleanup:
    return status;
}

tricorn_status tg_staging_in(tricorn_context *context, void *device, const void *host, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    tg_staging *staging = tg_device_staging(context);
    if (bytes == 0) return TRICORN_OK;
    const bool ready = is_pinned(host) && is_pinned((const char *)host + bytes - 1);
    if (ready || staging->slot_bytes == 0)
        TG_TRY_CUDA(context, cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, staging->stream));
    for (uint64_t at = 0; !ready && staging->slot_bytes != 0 && at < bytes; at += staging->slot_bytes) {
        const uint64_t left = bytes - at;
        TG_TRY(through_slot(context, staging, (char *)device + at, (const char *)host + at,
          left < staging->slot_bytes ? left : staging->slot_bytes));
    }
cleanup:
    return status;
}

/* Returns the size of the chunks of a copy. A copy has several chunks, so that the bus and the
 * host work at the same time. */
static uint64_t chunk_bytes(const tg_staging *staging, uint64_t bytes)
{
    const uint64_t even = bytes / (2 * TG_STAGING_SLOTS);
    const uint64_t chunk = even < LEAST_CHUNK_BYTES ? LEAST_CHUNK_BYTES : even;
    return chunk < staging->slot_bytes ? chunk : staging->slot_bytes;
}

static tricorn_status fill_slot(
  tricorn_context *context, tg_staging *staging, uint32_t slot, const void *device, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY_CUDA(context, cudaEventSynchronize(staging->copied[slot]));
    TG_TRY_CUDA(context, cudaMemcpyAsync(staging->slots + slot * staging->slot_bytes, device, bytes,
                           cudaMemcpyDeviceToHost, staging->stream));
    TG_TRY_CUDA(context, cudaEventRecord(staging->copied[slot], staging->stream));
cleanup:
    return status;
}

static tricorn_status empty_slot(
  tricorn_context *context, tg_staging *staging, uint32_t slot, void *host, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY_CUDA(context, cudaEventSynchronize(staging->copied[slot]));
    tg_copy_parallel(context, host, staging->slots + slot * staging->slot_bytes, bytes);
cleanup:
    return status;
}

/* Copies to the host, chunk by chunk. A slot is emptied just before it is filled again, while
 * the other slots are being filled. */
static tricorn_status out_through_slots(
  tricorn_context *context, tg_staging *staging, char *host, const char *device, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t chunk = chunk_bytes(staging, bytes), chunks = (bytes + chunk - 1) / chunk;
    for (uint64_t i = 0; i < chunks + TG_STAGING_SLOTS; i++) {
        const uint32_t slot = i % TG_STAGING_SLOTS;
        if (i >= TG_STAGING_SLOTS && i - TG_STAGING_SLOTS < chunks) {
            const uint64_t at = (i - TG_STAGING_SLOTS) * chunk;
            TG_TRY(empty_slot(context, staging, slot, host + at, bytes - at < chunk ? bytes - at : chunk));
        }
        if (i < chunks) {
            const uint64_t at = i * chunk;
            TG_TRY(fill_slot(context, staging, slot, device + at, bytes - at < chunk ? bytes - at : chunk));
        }
    }
cleanup:
    return status;
}

tricorn_status tg_staging_out(tricorn_context *context, void *host, const void *device, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    tg_staging *staging = tg_device_staging(context);
    if (bytes == 0) return TRICORN_OK;
    const bool ready = is_pinned(host) && is_pinned((char *)host + bytes - 1);
    if (ready || staging->slot_bytes == 0) {
        TG_TRY_CUDA(context, cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, staging->stream));
        TG_TRY(tg_staging_end(context));
    } else {
        TG_TRY(out_through_slots(context, staging, (char *)host, (const char *)device, bytes));
    }
cleanup:
    return status;
}

tricorn_status tg_staging_mark(tricorn_context *context, uint32_t mark)
{
    tricorn_status status = TRICORN_OK;
    tg_staging *staging = tg_device_staging(context);
    TG_TRY_CUDA(context, cudaEventRecord(staging->marks[mark], staging->stream));
cleanup:
    return status;
}

tricorn_status tg_staging_wait(tricorn_context *context, uint32_t mark)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY_CUDA(context, cudaStreamWaitEvent(tg_device_stream(context), tg_device_staging(context)->marks[mark], 0));
cleanup:
    return status;
}

tricorn_status tg_staging_end(tricorn_context *context)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY_CUDA(context, cudaStreamSynchronize(tg_device_staging(context)->stream));
cleanup:
    return status;
}
