/* sort_rows.cuh - sorts the ids within rows, for edges that are sorted only by row; private to this folder. */
#ifndef TG_PREPARE_GPU_SORT_ROWS_CUH
#define TG_PREPARE_GPU_SORT_ROWS_CUH

#include "device/cuda.cuh"
#include "device/device_rows.h"

/* Edges that are sorted only by row. Key e is the row of edge e, above id_bits bits for its id;
 * all keys are distinct. */
typedef struct tg_unsorted_rows {
    const uint64_t *keys;
    uint32_t id_bits;
    const tg_device_rows *rows; /* the rows, whose offsets are set */
    uint32_t *sources, *ids; /* output: the row of each edge; the ids, sorted within rows */
} tg_unsorted_rows;

/* Sorts the ids within rows. It is fast if rows are not much longer than a thousand ids.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_sort_rows(tricorn_context *context, const tg_unsorted_rows *rows);

#endif
