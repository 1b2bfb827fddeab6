/* staging.cuh - copies between host memory and the GPU at the full rate of the bus, on a stream
 * of their own beside the context's.
 *
 * - A GPU copies at full rate, and while the host works, only from and to pinned memory.
 * - Other memory is copied through a ring of pinned buffers, which eight of the context's
 *   threads fill, and all of them empty, as they then touch the host's memory first.
 * - Without a ring (if memory is short, or the copies are small) CUDA copies with one thread.
 */
#ifndef TG_DEVICE_STAGING_CUH
#define TG_DEVICE_STAGING_CUH

#include "device/cuda.cuh"

enum { TG_STAGING_SLOTS = 4, TG_STAGING_MARKS = 64 };

typedef struct tg_staging {
    cudaStream_t stream;
    /* a block of the context's allocator; the slots are whole pages in it */
    unsigned char *memory;
    unsigned char *slots;
    uint64_t slot_bytes; /* the size of a slot; 0 without a ring */
    uint32_t next; /* the next slot to fill */
    /* an event for each slot, recorded after the slot's last copy */
    cudaEvent_t copied[TG_STAGING_SLOTS];
    cudaEvent_t marks[TG_STAGING_MARKS];
    bool pinned; /* whether the slots are pinned */
} tg_staging;

/* Allocates a ring for copies of `expected` bytes. The ring is smaller if few bytes are
 * expected; none is allocated if that pays off no more or memory is short. */
void tg_staging_allocate(tricorn_context *context, uint64_t expected, tg_staging *staging);
/* Pins the ring, and creates the stream and the events. Call it on a thread for which the GPU is
 * current. If pinning fails, the ring is not used. */
cudaError_t tg_staging_start(tg_staging *staging);
void tg_staging_free(tg_staging *staging);

/* Creates a stream; *stream becomes NULL on failure. */
cudaError_t tg_make_stream(cudaStream_t *stream);

/* Begins copies, which start after the work that is already in the context's stream. */
tricorn_status tg_staging_begin(tricorn_context *context);

/* Copies to the GPU. A source that is not pinned may change as soon as this returns, a pinned
 * one only after tg_staging_end. */
tricorn_status tg_staging_in(tricorn_context *context, void *device, const void *host, uint64_t bytes);

/* Copies to the host; the bytes have arrived when this returns. */
tricorn_status tg_staging_out(tricorn_context *context, void *host, const void *device, uint64_t bytes);

/* tg_staging_mark records mark number `mark` (below TG_STAGING_MARKS) after all copies so far;
 * tg_staging_wait makes the context's stream wait for that mark. */
tricorn_status tg_staging_mark(tricorn_context *context, uint32_t mark);
tricorn_status tg_staging_wait(tricorn_context *context, uint32_t mark);

/* Waits for all copies. Call it before memory is freed, even after a failure. */
tricorn_status tg_staging_end(tricorn_context *context);

#endif
