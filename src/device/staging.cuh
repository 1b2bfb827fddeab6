/* staging.cuh - copies between host memory and the GPU at the full rate of the bus, beside the
 * context's stream.
 *
 * - A GPU copies at full rate, and at the same time as the host works, only from and to pinned
 *   memory.
 * - Other memory is copied through a ring of pinned buffers, which the context's threads fill or
 *   empty.
 * - Without a ring (little memory, or little to copy) CUDA does the same with one thread.
 */
#ifndef TG_DEVICE_STAGING_CUH
#define TG_DEVICE_STAGING_CUH

#include "device/cuda.cuh"

enum { TG_STAGING_SLOTS = 4, TG_STAGING_MARKS = 64 };

typedef struct tg_staging {
    cudaStream_t stream;
    unsigned char *memory; /* from the context's allocator; the slots are its whole pages */
    unsigned char *slots;
    uint64_t slot_bytes;    /* size of a slot; 0: no ring */
    uint32_t next;          /* the next slot to fill */
    cudaEvent_t copied[TG_STAGING_SLOTS]; /* records the last copy of each slot */
    cudaEvent_t marks[TG_STAGING_MARKS];
    bool pinned; /* whether the slots are pinned */
} tg_staging;

/* Allocates a ring for `expected` bytes.  If little memory is left or few bytes are expected, the
 * ring is smaller, or none. */
void tg_staging_allocate(tricorn_context *context, uint64_t expected, tg_staging *staging);
/* Pins the ring, and creates the stream and the events.  Call it on a thread for which the GPU is
 * current.  If pinning fails, the ring is not used. */
cudaError_t tg_staging_start(tg_staging *staging);
void tg_staging_free(tg_staging *staging);

/* Creates a stream; *stream becomes NULL on failure. */
cudaError_t tg_make_stream(cudaStream_t *stream);

/* Begins copies, which start after the work that is already in the context's stream. */
tricorn_status tg_stage_begin(tricorn_context *context);

/* Copies to the GPU.  A source that is not pinned may change as soon as this returns, a pinned
 * one only after tg_stage_end. */
tricorn_status tg_stage_in(tricorn_context *context, void *device, const void *host,
                          uint64_t bytes);

/* Copies to the host; the bytes have arrived when this returns. */
tricorn_status tg_stage_out(tricorn_context *context, void *host, const void *device,
                           uint64_t bytes);

/* tg_stage_mark records mark `mark` (below TG_STAGING_MARKS) behind all copies so far;
 * tg_stage_wait makes the context's stream wait for it. */
tricorn_status tg_stage_mark(tricorn_context *context, uint32_t mark);
tricorn_status tg_stage_wait(tricorn_context *context, uint32_t mark);

/* Waits for all copies.  Call it on failure, too, before memory is freed. */
tricorn_status tg_stage_end(tricorn_context *context);

#endif
