/* sort_row.h - sorts the ids of one row, by networks in vector registers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

/* The most keys that networks sort: for longer rows they are no faster than the caller's radix sort. */
enum { TG_SORT_ROW_MOST = 4096 };

/* All ids must be below this, because a key is id << 1 | direction, and UINT32_MAX is no key. */
#define TG_SORT_ROW_IDS ((UINT32_C(1) << 31) - 1)

/* Where a row's keys begin (`first`) and end (`end`), in the keys of all rows. */
typedef struct tg_row_place {
    uint32_t end, first;
} tg_row_place;

/* A batch of rows. Their keys are stored one row after the other, and so will be their ids.
 * TG_SORT_ROW_SLACK words after the last key must be readable. */
enum { TG_SORT_ROW_SLACK = 16 };
typedef struct tg_row_batch {
    const uint32_t *keys;
    const tg_row_place *rows;
    uint32_t count; /* how many rows; none may be longer than TG_SORT_ROW_MOST */
    uint32_t *ids; /* output, with room for one id per key */
    uint64_t *offsets; /* output: offset_base plus the number of ids in the rows before */
    uint64_t offset_base;
    uint64_t both_directions; /* output: how many ids occur in both directions */
} tg_row_batch;

/* A variant for an instruction set; all variants give the same results. */
typedef struct tg_row_sorter {
    tg_isa isa;

    /* Sorts keys[0..count-1], at most TG_SORT_ROW_MOST, into to[0..count-1], which must not overlap. If no id is
     * repeated it writes the ids, key >> 1; otherwise it writes keys, and returns true. */
    bool (*sort)(const uint32_t *keys, uint32_t count, uint32_t *to);

    /* Sorts each row and drops repeated ids; returns the number of distinct ids. */
    uint64_t (*sort_batch)(tg_row_batch *batch);
} tg_row_sorter;

/* Returns the variant for an instruction set; NULL if it has none, as portable code, which uses a
 * radix sort (prepare/cpu/rows.c). */
const tg_row_sorter *tg_row_sorter_of(tg_isa isa);

/* Returns the length of the longest row that variants may sort: TG_SORT_ROW_MOST, or less after
 * tg_row_sorter_limit. */
uint32_t tg_row_sorter_most(void);

/* For tests: limits the length of rows that variants sort, in the whole process; UINT32_MAX: no limit. */
void tg_row_sorter_limit(uint32_t row_most);

extern const tg_row_sorter tg_row_sorter_avx2;
extern const tg_row_sorter tg_row_sorter_avx512;
