/* device_rows.h - rows of a graph in the memory of a GPU. */
#pragma once

#include <stdint.h>

/* Row r is ids[offsets[r]] to ids[offsets[r + 1] - 1], ascending, without repetition. */
typedef struct tg_device_rows {
    uint32_t count;
    uint32_t id_count;
    const uint32_t *offsets; /* count + 1 entries */
    const uint32_t *ids;
} tg_device_rows;

/* The most edges of a task on a GPU: 2^32, less the number by which all warps together may draw
 * past the end of a queue. */
#define TG_MOST_DEVICE_EDGES ((UINT64_C(1) << 32) - (1 << 24))
