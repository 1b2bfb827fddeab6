/* row_bitmap.h - the ids of one row, marked so that many ids can be tested.
 *
 * As bits; the first ids, which most tests look up, also as bytes: then a test is one load.
 */
#ifndef TG_CPU_COMMON_ROW_BITMAP_H
#define TG_CPU_COMMON_ROW_BITMAP_H

#include "base/context.h"
#include "cpu/common/bitmap.h"

enum { TG_NEAR_IDS = 1 << 15 /* ids with a byte: half of a first level cache or all of it */ };

typedef struct tg_row_bitmap {
    uint64_t *bits; /* bitmap of all ids; zero between rows */
    uint8_t *near;  /* for each of the first ids: whether it is marked */
} tg_row_bitmap;

/* Makes marks for ids below `ids`.  Call tg_row_bitmap_free(bitmap) also after a failure. */
tricorn_status tg_row_bitmap_create(tricorn_context *context, uint64_t ids,
                                    tg_row_bitmap *bitmap);
void tg_row_bitmap_free(tg_row_bitmap *bitmap);

/* Marks ascending ids. */
void tg_row_bitmap_set(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);
/* Clears the marks of the same ids. */
void tg_row_bitmap_clear(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* A mask for 1 to 64 ascending ids: bit i is set if ids[i] is marked. */
uint64_t tg_row_bitmap_mask(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* The number of ascending ids that are marked. */
uint64_t tg_row_bitmap_count(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

#endif
