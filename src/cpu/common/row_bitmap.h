/* row_bitmap.h - the ids of one row, marked so that many ids can be tested.
 *
 * As bits; the first ids, which most tests look up, also as bytes: then a test is one load.
 */
#ifndef TG_CPU_COMMON_ROW_BITMAP_H
#define TG_CPU_COMMON_ROW_BITMAP_H

#include "base/context.h"
#include "cpu/common/bitmap.h"

enum { TG_NEAR_IDS = 1 << 15 /* ids with a byte: half of a first level cache or all of it */ };

typedef struct tg_marks {
    uint64_t *bits; /* bitmap of all ids; zero between rows */
    uint8_t *near;  /* for each of the first ids: whether it is marked */
} tg_marks;

/* Makes marks for ids below `ids`.  Call tg_marks_free(marks) also after a failure. */
tricorn_status tg_marks_create(tricorn_context *context, uint64_t ids, tg_marks *marks);
void tg_marks_free(tg_marks *marks);

/* Marks ascending ids. */
void tg_marks_set(const tg_marks *marks, const uint32_t *ids, uint64_t count);
/* Clears the marks of the same ids. */
void tg_marks_clear(const tg_marks *marks, const uint32_t *ids, uint64_t count);

/* A mask for 1 to 64 ascending ids: bit i is set if ids[i] is marked. */
uint64_t tg_marks_met(const tg_marks *marks, const uint32_t *ids, uint64_t count);

/* The number of ascending ids that are marked. */
uint64_t tg_marks_count(const tg_marks *marks, const uint32_t *ids, uint64_t count);

#endif
