/* sort_keys.h - sorts 64-bit keys by some of their bits, on the calling thread.
 *
 * It is a radix sort that begins with the lowest digit and moves the keys from one array to the other for each digit.
 * Its time grows with the number of digits in which keys differ, not with the logarithm of the count.
 */
#pragma once

#include <stdint.h>

/* Sorts keys by their bits first_bit to last_bit - 1; keys with equal bits keep their order.
 * `spare` has room for `count` keys. Returns the array that has the sorted keys: `keys` or
 * `spare`. */
uint64_t *tg_sort_keys(uint64_t *keys, uint64_t *spare, uint64_t count, unsigned first_bit, unsigned last_bit);
