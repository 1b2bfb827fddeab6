/* sort_rows.cuh - edges that are sorted by row, but not within rows; private to this folder. */
#ifndef TG_PREPARE_SORT_ROWS_CUH
#define TG_PREPARE_SORT_ROWS_CUH

#include "device/cuda.cuh"
#include "device/device_rows.h"

/* Key e is the row of edge e above the id_bits bits of its id; no key is there twice. */
typedef struct tg_unsorted_rows {
    const uint64_t *keys;
    uint32_t id_bits;
    const tg_device_rows *rows; /* with offsets */
    uint32_t *sources, *ids;    /* what is made: the rows of edges; their ids, in order */
} tg_unsorted_rows;

/* Puts ids in order, each where it belongs by how many of its row are smaller: good where rows
 * are short.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_sort_rows(tricorn_context *context, const tg_unsorted_rows *rows);

#endif
