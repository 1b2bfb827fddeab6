/* device_supported.h - edges and their supports in the memory of a GPU, and peeling them on that
 * GPU. */
#ifndef TG_TASK_DEVICE_SUPPORTED_H
#define TG_TASK_DEVICE_SUPPORTED_H

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "task/truss.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The edges of a graph, or those that were not removed. */
typedef struct tg_device_supported {
    tg_device_rows rows;
    const uint32_t *sources; /* the row of each edge; NULL: unknown */
    uint32_t *support;       /* the triangles of each edge; NULL: not counted */
    uint32_t *origins;       /* the position of each edge in the rows of the graph; NULL: the same */
    bool borrowed;           /* whether rows and sources belong to another object */
} tg_device_supported;

/* How to peel them, and the result. */
typedef struct tg_peel_there {
    uint32_t level;    /* as in tg_peel */
    uint32_t *support; /* supports in host memory; NULL: they stay on the GPU */
    /* Clears the supports in host memory while the GPU peels, because the first touches of fresh
     * pages take longer than the copy; NULL: that memory is not fresh. */
    void (*clear)(const tricorn_context *context, void *bytes, uint64_t count);
    tg_peeled peeled;
} tg_peel_there;

/* *edges may be all zero. */
void tg_device_supported_free(tricorn_context *context, tg_device_supported *edges);

/* Peels the edges, as described at tg_peel; the supports are copied to `support` in host memory
 * unless that is NULL.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
tricorn_status tg_device_supported_peel(tricorn_context *context,
                                        const tg_device_supported *edges, tg_peel_there *peel);

/* Sets *below to the number of edges in fewer triangles than `least`. */
tricorn_status tg_device_supported_below(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         uint32_t *below);

/* Makes the other edges a graph of the vertices that have such edges, in the same order; supports
 * are not counted.  Memory: 4 bytes for each edge and 4 for each vertex beside the result. */
tricorn_status tg_device_supported_above(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         tg_device_supported *above);

/* Sets the bits of those edges in host memory: `bits` has one bit for each of the `count` edges
 * of the graph, in words of 64, all 0 before. */
tricorn_status tg_device_supported_bits(tricorn_context *context,
                                        const tg_device_supported *edges, uint32_t least,
                                        uint64_t count, uint64_t *bits);

#ifdef __cplusplus
}
#endif

#endif
