/* row_bitmap.h - the ids of one row as a bitmap, to look many ids up.
 *
 * The first ids, which most tests look up, also have a byte each: then a test is one load.
 */
#ifndef TG_CPU_COMMON_ROW_BITMAP_H
#define TG_CPU_COMMON_ROW_BITMAP_H

#include "base/context.h"
#include "cpu/common/bitmap.h"

enum { TG_NEAR_IDS = 1 << 15 /* ids with a byte: at most the first level cache */ };

typedef struct tg_row_bitmap {
    uint64_t *bits; /* one for each id; zero between rows */
    uint8_t *near;  /* one for each of the first ids: 1 if it is set */
} tg_row_bitmap;

/* Makes a bitmap of ids below `ids`.  Call tg_row_bitmap_free(bitmap) also after a failure. */
tricorn_status tg_row_bitmap_create(tricorn_context *context, uint64_t ids,
                                    tg_row_bitmap *bitmap);
void tg_row_bitmap_free(tg_row_bitmap *bitmap);

/* Sets ascending ids. */
void tg_row_bitmap_set(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);
/* Clears the same ids. */
void tg_row_bitmap_clear(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* Returns a mask of 1 to 64 ascending ids: bit i says whether ids[i] is set. */
uint64_t tg_row_bitmap_mask(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* Returns the number of these ascending ids that are set. */
uint64_t tg_row_bitmap_count(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

#endif
