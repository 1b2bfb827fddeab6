/* device.h - the GPU of a context: opened when first needed, its memory counted and limited.
 *
 * - A context holds at most one GPU. A tg_device has its own stream and memory pool, so that
 *   contexts do not wait for each other.
 * - A tg_device exists until its last holder releases it: plans may outlive their context.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "base/gpus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Properties of the GPU, as CUDA reports them. */
typedef struct tg_device_properties {
    uint32_t ordinal;
    uint32_t major, minor; /* compute capability */
    uint32_t multiprocessors;
    uint32_t shared_block_bytes; /* the most shared memory of a thread block that requests it */
    uint32_t shared_bytes; /* shared memory of a multiprocessor */
    uint64_t cache_bytes; /* size of the L2 cache */
    double clock_hz; /* highest clock of multiprocessors; 0: unknown */
    double memory_bytes_per_second; /* by the width and the clock of the memory bus; 0: unknown */
} tg_device_properties;

/* Returns the number of GPUs that this process can use: 0 without CUDA, driver or GPU. The first
 * call starts CUDA, which may take some tenths of a second. */
uint32_t tg_device_count(void);

/* Makes GPU `ordinal` the context's GPU and current on this thread; cheap if it already is.
 * Every public call must call this before any other function of this folder. Errors:
 * TRICORN_UNSUPPORTED without a GPU, TRICORN_INVALID_ARGUMENT if the machine has fewer GPUs,
 * TRICORN_DEVICE_ERROR, TRICORN_OUT_OF_MEMORY, also if the limit leaves no memory for CUDA. */
tricorn_status tg_device_open(tricorn_context *context, uint32_t ordinal);

/* Starts opening the first of these GPUs in another thread, so that the host can read at the same time; the next
 * tg_device_open waits for it and reports its error. Then CUDA starts on the others, for contexts that open them
 * later. `expected` is about the number of bytes that will be copied to the first GPU (0: unknown, few). */
tricorn_status tg_device_start(tricorn_context *context, const tg_gpus *gpus, uint64_t expected);

/* Returns the properties of the context's GPU. The functions from here on need an open GPU,
 * unless their comments say otherwise. */
const tg_device_properties *tg_device_properties_of(const tricorn_context *context);

/* Add or remove a holder of the GPU, which is released with its last holder. */
void tg_device_hold(tg_device *device);
void tg_device_release(tg_device *device);

/* Returns the largest number of bytes of GPU memory that were in use at a time since the
 * context's GPU was opened; 0 if none is open. */
uint64_t tg_device_peak_bytes(const tricorn_context *context);

/* Returns the bytes of GPU memory that the context has in use. */
uint64_t tg_device_live_bytes(const tricorn_context *context);

/* Limits the GPU memory in use from now on; 0: no limit but the GPU's memory. */
void tg_device_set_limit(tricorn_context *context, uint64_t bytes);

/* Returns the bytes of GPU memory that are free for the context: below its limit, and not in use. */
uint64_t tg_device_room(const tricorn_context *context);

/* Waits for all work that the context has enqueued. Later calls report its errors. */
void tg_device_wait(const tricorn_context *context);

/* Returns memory that the context has freed to the system, so that other contexts can allocate it. */
void tg_device_trim(tricorn_context *context);

/* From now on the two contexts, which must have the same GPU open, share one limit and one peak, those of `whose`.
 * `context` must have no GPU memory in use yet, or share that limit already. */
void tg_device_share_account(tricorn_context *context, const tricorn_context *whose);

/* For tests: of the allocations after this call, number `first` (counted from 0) and the
 * `failures` - 1 next ones fail as if memory were too small; tg_device_refused returns how many
 * have failed in this way. */
void tg_device_refuse(tricorn_context *context, uint64_t first, uint64_t failures);
uint64_t tg_device_refused(const tricorn_context *context);

/* Allocates count * size bytes of device memory aligned to 256, not zeroed, in the order of the
 * stream; *block is NULL for 0 bytes. Fails with TRICORN_OUT_OF_DEVICE_MEMORY and a message. */
tricorn_status tg_device_alloc(tricorn_context *context, uint64_t count, size_t size, void **block);
/* Frees a block in the order of the stream; `block` may be NULL. */
void tg_device_free(tricorn_context *context, void *block);
/* Frees a block of a GPU's holder, such as a plan, which may outlive the context. */
void tg_device_free_held(tg_device *device, void *block);

/* Copies from the memory of another GPU, or of the same one, in the order of the stream; directly if the two GPUs can
 * access each other. `source` is the other GPU; its work must be complete. */
tricorn_status tg_device_copy_peer(
  tricorn_context *context, void *to, const tg_device *source, const void *from, uint64_t bytes);

/* TG_DEVICE_ALLOC(context, n, &pointer) allocates n elements of the type that the pointer points to. */
#define TG_DEVICE_ALLOC(context, count, pointer) \
    tg_device_alloc((context), (count), sizeof **(pointer), (void **)(pointer))

/* The seconds of copies to and from the GPU, of building indexes and of counting on it, since the
 * context opened it; the time of one call is a difference of two such sums. */
typedef struct tg_device_times {
    double transfer_seconds, index_seconds, count_seconds;
} tg_device_times;
tg_device_times *tg_device_times_of(const tricorn_context *context);

#ifdef __cplusplus
}
#endif
