/* sort_row.h - sorts the ids of one row, by networks in vector registers. */
#ifndef TG_PREPARE_CPU_SORT_ROW_H
#define TG_PREPARE_CPU_SORT_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

/* Longer rows are sorted by the caller: networks are no faster than a radix sort for them. */
enum { TG_SORT_ROW_MOST = 4096 };

/* Keys are id << 1 | direction: so ids are below 2^31 - 1. */
#define TG_SORT_ROW_IDS ((UINT32_C(1) << 31) - 1)

/* The positions of a row's keys among the keys of all rows. */
typedef struct tg_row_place {
    uint32_t end, first;
} tg_row_place;

/* A batch of rows.  Their keys are stored one row after the other, and so will be their ids.
 * TG_SORT_ROW_SLACK words after the last key must be readable. */
enum { TG_SORT_ROW_SLACK = 16 };
typedef struct tg_row_batch {
    const uint32_t *keys;
    const tg_row_place *rows;
    uint32_t count;           /* of rows, none longer than TG_SORT_ROW_MOST */
    uint32_t *ids;            /* room for one id per key */
    uint64_t *offsets;        /* output: offset_base plus the ids of the rows before */
    uint64_t offset_base;
    uint64_t both_directions; /* output: ids in both directions */
} tg_row_batch;

/* A variant for an instruction set; all variants give the same results. */
typedef struct tg_row_sorter {
    tg_isa isa;

    /* Sorts keys[0..count-1], at most TG_SORT_ROW_MOST, into to[0..count-1], which must not
     * overlap.  If no id is repeated it writes ids, key >> 1; else keys, and returns true. */
    bool (*sort)(const uint32_t *keys, uint32_t count, uint32_t *to);

    /* Sorts each row and drops repeated ids; returns the number of distinct ids. */
    uint64_t (*sort_batch)(tg_row_batch *batch);
} tg_row_sorter;

/* The variant for an instruction set; NULL if it has none, as for portable code, which uses a
 * radix sort (prepare/cpu/rows.c). */
const tg_row_sorter *tg_row_sorter_of(tg_isa isa);

/* The longest row that variants may sort: TG_SORT_ROW_MOST, or less after tg_row_sorter_limit. */
uint32_t tg_row_sorter_most(void);

/* Limits the length of rows, in the whole process (UINT32_MAX: no limit); for tests. */
void tg_row_sorter_limit(uint32_t row_most);

extern const tg_row_sorter tg_row_sorter_avx2;
extern const tg_row_sorter tg_row_sorter_avx512;

#endif
