/* number_set.h - the different numbers of a column, and how many of them another column has. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct tg_number_set {
    uint64_t *numbers; /* memory of the caller */
    size_t count; /* the number of different ones, which ascend */
} tg_number_set;

enum { TG_ALL_ALIKE = 1000 };

/* Sorts the numbers and removes repetitions. */
tg_number_set tg_number_set_of(uint64_t *numbers, size_t count);

size_t tg_numbers_in_both(const tg_number_set *a, const tg_number_set *b);

/* The numbers that are in both sets, in thousandths of those that are in one at least; 0 for empty sets. */
size_t tg_numbers_alike(const tg_number_set *a, const tg_number_set *b);
