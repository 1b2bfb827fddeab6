/* device_supported.h - edges and their supports in the memory of a GPU, and peeling on that GPU. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "task/truss.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The remaining edges of a graph. */
typedef struct tg_device_supported {
    tg_device_rows rows;
    const uint32_t *sources; /* the row of each edge; NULL: not known */
    uint32_t *support; /* the number of triangles of each edge; NULL: not counted */
    /* the position of each edge in the rows of the original graph; NULL: the same as here */
    uint32_t *origins;
    bool borrowed; /* rows and sources belong to another object, which frees them */
} tg_device_supported;

/* How to peel, and the results. */
typedef struct tg_peel_there {
    uint32_t level; /* k of the only level to peel, at least 2; 0: all levels */
    uint32_t *support; /* receives the supports, in host memory; NULL: they stay on the GPU */
    /* Clears `support` while the GPU peels, because the first touches of fresh pages take longer
     * than the copy to them; NULL if its pages were touched before. */
    void (*clear)(const tricorn_context *context, void *bytes, uint64_t count);
    tg_peeled peeled;
} tg_peel_there;

/* Frees *edges, which may be all zero. */
void tg_device_supported_free(tricorn_context *context, tg_device_supported *edges);

/* Peels the edges, as tg_peel describes; copies the supports to peel->support unless that is NULL. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_device_supported_peel(
  tricorn_context *context, const tg_device_supported *edges, tg_peel_there *peel);

/* Sets *below to the number of edges that are in fewer than `least` triangles. */
tricorn_status tg_device_supported_below(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, uint32_t *below);

/* Copies the edges that are in at least `least` triangles to rows of the same vertices, in the same order; their
 * supports are not counted yet. Memory: 4 bytes for each edge and 4 for each vertex beside the result. */
tricorn_status tg_device_supported_above(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, tg_device_supported *above);

/* Sets the bits of those edges that are in at least `least` triangles. `bits` is in host memory and all 0 before; it
 * has one bit for each of the `count` edges of the original graph, in words of 64 bits. */
tricorn_status tg_device_supported_bits(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, uint64_t count, uint64_t *bits);

#ifdef __cplusplus
}
#endif
