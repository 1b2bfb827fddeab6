/* staging.cuh - copies from host memory to the GPU at the full rate of the bus, beside the
 * context's stream.
 *
 * A GPU copies at full rate, and while the host goes on, only from pinned memory.  What lies
 * elsewhere goes through a ring of pinned buffers, which the context's threads fill; without a
 * ring (no memory for it, or little to copy) CUDA does the same by one thread.
 */
#ifndef TG_DEVICE_STAGING_CUH
#define TG_DEVICE_STAGING_CUH

#include "device/cuda.cuh"

enum { TG_STAGING_SLOTS = 4, TG_STAGING_MARKS = 64 };

typedef struct tg_staging {
    cudaStream_t stream;
    unsigned char *memory;  /* of the context's allocator; the slots are the whole pages in it */
    unsigned char *slots;
    uint64_t slot_bytes;    /* 0: no ring */
    uint32_t next;          /* slot to fill */
    cudaEvent_t copied[TG_STAGING_SLOTS]; /* out of each slot */
    cudaEvent_t marks[TG_STAGING_MARKS];
    bool pinned;            /* the slots are */
} tg_staging;

/* Takes memory for a ring that suits `expected` bytes, less where little is left or expected. */
void tg_staging_allocate(tricorn_context *context, uint64_t expected, tg_staging *staging);
/* Pins it and makes stream and events; on any thread, the GPU being current.  Without pinned
 * memory there is no ring. */
cudaError_t tg_staging_start(tg_staging *staging);
void tg_staging_free(tg_staging *staging);

/* *stream is NULL where that fails. */
cudaError_t tg_make_stream(cudaStream_t *stream);

/* Copies begin when the context's stream has done what was put on it before. */
tricorn_status tg_stage_begin(tricorn_context *context);

/* Copies to the device.  The source may change at once when it is not pinned; pinned, only after
 * tg_stage_end. */
tricorn_status tg_stage_in(tricorn_context *context, void *device, const void *host,
                          uint64_t bytes);

/* Puts mark `mark` (below TG_STAGING_MARKS) behind all copies so far; makes the context's stream
 * wait for a mark. */
tricorn_status tg_stage_mark(tricorn_context *context, uint32_t mark);
tricorn_status tg_stage_wait(tricorn_context *context, uint32_t mark);

/* Waits for all copies: also on failure, before memory is given back. */
tricorn_status tg_stage_end(tricorn_context *context);

#endif
