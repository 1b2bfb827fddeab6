/* sort_keys.h - sorts 64-bit keys by some of their bits, on the calling thread. */
#ifndef TG_STORE_FILES_SORT_KEYS_H
#define TG_STORE_FILES_SORT_KEYS_H

#include <stdint.h>

/* Sorts by the bits first_bit to last_bit - 1 and keeps the order of equal ones.  `spare` has
 * room for as many.  Returns the array that then holds them: keys or spare. */
uint64_t *tg_sort_keys(uint64_t *keys, uint64_t *spare, uint64_t count, unsigned first_bit,
                       unsigned last_bit);

#endif
