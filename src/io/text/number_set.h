/* number_set.h - the different numbers of a column, to see which columns have the same ones. */
#ifndef TG_IO_TEXT_NUMBER_SET_H
#define TG_IO_TEXT_NUMBER_SET_H

#include <stddef.h>
#include <stdint.h>

typedef struct tg_number_set {
    uint64_t *numbers; /* the caller's */
    size_t count;      /* different ones, ascending */
} tg_number_set;

enum { TG_ALL_ALIKE = 1000 };

/* Sorts the numbers, and leaves each once. */
tg_number_set tg_number_set_of(uint64_t *numbers, size_t count);

size_t tg_numbers_in_both(const tg_number_set *a, const tg_number_set *b);

/* Numbers in both, of TG_ALL_ALIKE that are in one of the two at least; 0 where there are none.
 */
size_t tg_numbers_alike(const tg_number_set *a, const tg_number_set *b);

#endif
