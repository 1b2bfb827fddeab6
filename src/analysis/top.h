/* top.h - selects the few entries with the highest counts of many, in little memory. */
#ifndef TG_ANALYSIS_TOP_H
#define TG_ANALYSIS_TOP_H

#include "base/context.h"

typedef struct tg_top_entry {
    uint64_t count;
    uint64_t rank; /* of equal counts, the lower ranks are selected and come first */
    uint32_t ends[2];
} tg_top_entry;

/* Maps a double to an integer in the same order, so that doubles can be selected, and back. */
uint64_t tg_top_key(double value);
double tg_top_value(uint64_t key);

/* A heap with the worst selected entry first. */
typedef struct tg_top {
    tg_top_entry *entries;
    uint64_t used, room;
} tg_top;

/* Creates a heap that selects the best `most` entries. */
tricorn_status tg_top_create(tricorn_context *context, uint64_t most, tg_top *top);
void tg_top_free(tg_top *top);
void tg_top_offer(tg_top *top, const tg_top_entry *entry);
/* Sorts the selected entries, the best first.  No entry can be offered after this. */
void tg_top_sort(tg_top *top);

#endif
