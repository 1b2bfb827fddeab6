/* marks.h - the ids of one row, marked so that many ids can be tested.
 *
 * As bits, and those of the first ids, of which most tests are, as bytes too: then a test is
 * one load.
 */
#ifndef TG_CPU_MARKS_H
#define TG_CPU_MARKS_H

#include "base/context.h"
#include "cpu/bitmap.h"

enum { TG_NEAR_IDS = 1 << 15 /* with bytes: half of a first level cache or all of it */ };

typedef struct tg_marks {
    uint64_t *bits; /* of all ids; zero between rows */
    uint8_t *near;  /* of each near id: whether it is marked */
} tg_marks;

/* For ids below `ids`.  tg_marks_free(marks) takes it back, also after a failure. */
tricorn_status tg_marks_create(tricorn_context *context, uint64_t ids, tg_marks *marks);
void tg_marks_free(tg_marks *marks);

/* Ascending ids. */
void tg_marks_set(const tg_marks *marks, const uint32_t *ids, uint64_t count);
/* Takes back what was set for the same ids. */
void tg_marks_clear(const tg_marks *marks, const uint32_t *ids, uint64_t count);

/* Of 1 to 64 ascending ids: bit i is set where ids[i] is marked. */
uint64_t tg_marks_met(const tg_marks *marks, const uint32_t *ids, uint64_t count);

/* How many ascending ids are marked. */
uint64_t tg_marks_count(const tg_marks *marks, const uint32_t *ids, uint64_t count);

#endif
