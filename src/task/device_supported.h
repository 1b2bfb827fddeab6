/* device_supported.h - edges and their supports in the memory of a GPU, and peeling on that
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

/* The remaining edges of a graph. */
typedef struct tg_device_supported {
    tg_device_rows rows;
    const uint32_t *sources; /* the row of each edge; NULL: unknown */
    uint32_t *support;       /* the triangles of each edge; NULL: not counted */
    uint32_t *origins;       /* the position of each edge in the rows of the graph; NULL: the same */
    bool borrowed;           /* rows and sources belong to another object */
} tg_device_supported;

/* How to peel, and the result. */
typedef struct tg_peel_there {
    uint32_t level;    /* as in tg_peel */
    uint32_t *support; /* out, in host memory; NULL: supports stay on the GPU */
    /* Clears the supports in host memory while the GPU peels, because the first touches of fresh
     * pages take longer than the copy; NULL: that memory is not fresh. */
    void (*clear)(const tricorn_context *context, void *bytes, uint64_t count);
    tg_peeled peeled;
} tg_peel_there;

/* Frees *edges, which may be all zero. */
void tg_device_supported_free(tricorn_context *context, tg_device_supported *edges);

/* Peels the edges, as tg_peel describes; copies the supports to `support` in host memory unless
 * that is NULL.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_device_supported_peel(tricorn_context *context,
                                        const tg_device_supported *edges, tg_peel_there *peel);

/* Sets *below to the number of edges in fewer triangles than `least`. */
tricorn_status tg_device_supported_below(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         uint32_t *below);

/* Copies the other edges to rows of their vertices, in the same order; supports are not counted.
 * Memory: 4 bytes for each edge and 4 for each vertex beside the result. */
tricorn_status tg_device_supported_above(tricorn_context *context,
                                         const tg_device_supported *edges, uint32_t least,
                                         tg_device_supported *above);

/* Sets the bits, in host memory, of the edges in at least `least` triangles: `bits` has one bit
 * for each of the `count` edges of the graph, in words of 64, all 0 before. */
tricorn_status tg_device_supported_bits(tricorn_context *context,
                                        const tg_device_supported *edges, uint32_t least,
                                        uint64_t count, uint64_t *bits);

#ifdef __cplusplus
}
#endif

#endif
