/* row_bitmap.h - the ids of one row as a bitmap, in which many ids are looked up.
 *
 * The first ids, which most look-ups ask for, also have a byte each: they are looked up by a single load.
 */
#pragma once

#include "base/context.h"
#include "cpu/common/bitmap.h"

enum { TG_NEAR_IDS = 1 << 15 /* first ids with a byte: they fit into the first level cache */ };

typedef struct tg_row_bitmap {
    uint64_t *bits; /* a bit for each id; zero between rows */
    uint8_t *near; /* for each of the first ids: 1 if it is set */
} tg_row_bitmap;

/* Makes an empty bitmap for ids below `ids`. tg_row_bitmap_free() must be called also after a failure. */
tricorn_status tg_row_bitmap_create(tricorn_context *context, uint64_t ids, tg_row_bitmap *bitmap);
void tg_row_bitmap_free(tg_row_bitmap *bitmap);

/* Sets the ids of a row; they must ascend. */
void tg_row_bitmap_set(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);
/* Clears the ids that were set. */
void tg_row_bitmap_clear(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* Returns a mask for 1 to 64 ascending ids: bit i tells whether ids[i] is set. */
uint64_t tg_row_bitmap_mask(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);

/* Returns how many of these ascending ids are set. */
uint64_t tg_row_bitmap_count(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count);
