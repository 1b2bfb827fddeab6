/* sort_row.h - sorts the ids of one row, by networks in vector registers. */
#ifndef TG_PREPARE_SORT_ROW_H
#define TG_PREPARE_SORT_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

/* Longer rows are the caller's: there the networks are no faster than a radix sort. */
enum { TG_SORT_ROW_MOST = 4096 };

/* Keys are id << 1 | direction: so ids are below 2^31 - 1. */
#define TG_SORT_ROW_IDS ((UINT32_C(1) << 31) - 1)

/* Where a row's keys are, in those of all rows. */
typedef struct tg_row_place {
    uint32_t end, first;
} tg_row_place;

/* Many rows, whose keys stand one behind the other, and so their ids will.  So many places behind
 * the last key can be read. */
enum { TG_SORT_ROW_SLACK = 16 };
typedef struct tg_row_batch {
    const uint32_t *keys;
    const tg_row_place *rows;
    uint32_t count;           /* of rows, none longer than TG_SORT_ROW_MOST */
    uint32_t *ids;            /* room for as many as there are keys */
    uint64_t *offsets;        /* set: offset_base and the ids of the rows before */
    uint64_t offset_base;
    uint64_t both_directions; /* counted: ids that came with both */
} tg_row_batch;

/* A variant for an instruction set; all of them do exactly the same. */
typedef struct tg_row_sorter {
    tg_isa isa;

    /* Sorts keys[0..count-1], at most TG_SORT_ROW_MOST, to to[0..count-1], which is elsewhere.  If
     * no id is there twice they become ids, key >> 1; else they stay keys, and it returns true. */
    bool (*sort)(const uint32_t *keys, uint32_t count, uint32_t *to);

    /* Sorts each row and drops repeated ids; returns how many are kept. */
    uint64_t (*sort_batch)(tg_row_batch *batch);
} tg_row_sorter;

/* The variant for an instruction set; NULL where there is none, as for portable code: there rows
 * are sorted by radix (prepare/rows.c). */
const tg_row_sorter *tg_row_sorter_of(tg_isa isa);

/* The longest row to give to one: TG_SORT_ROW_MOST, if tg_row_sorter_limit does not say less. */
uint32_t tg_row_sorter_most(void);

/* Allows rows up to so long only (UINT32_MAX: all again), in the whole process: for tests. */
void tg_row_sorter_limit(uint32_t row_most);

extern const tg_row_sorter tg_row_sorter_avx2;
extern const tg_row_sorter tg_row_sorter_avx512;

#endif
