/* top.h - selects the entries with the highest counts among many entries, with little memory. */
#pragma once

#include "base/context.h"

typedef struct tg_top_entry {
    uint64_t count;
    /* Among entries with equal counts, those with lower ranks are better. */
    uint64_t rank;
    uint32_t ends[2];
} tg_top_entry;

/* The first function maps a double to an integer, so that doubles have the same order as their
 * integers; the second one maps the integer back. */
uint64_t tg_top_key(double value);
double tg_top_value(uint64_t key);

/* A heap of the selected entries, with the worst one first. */
typedef struct tg_top {
    tg_top_entry *entries;
    uint64_t used, room;
} tg_top;

/* Creates a heap that selects the `most` best entries. */
tricorn_status tg_top_create(tricorn_context *context, uint64_t most, tg_top *top);
void tg_top_free(tg_top *top);
void tg_top_offer(tg_top *top, const tg_top_entry *entry);
/* Sorts the selected entries, the best first. No more entries can be offered after this. */
void tg_top_sort(tg_top *top);
