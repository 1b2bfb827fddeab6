/* gaps.h - stores ascending rows as gaps, which are numbers of variable length.
 *
 * - The number of bytes of a number below 2^32 needs two bits, so those of four numbers are in
 *   one byte.  All these bytes come first.  The bytes of the numbers themselves, 1 to 4 each,
 *   follow.
 * - The numbers of a row are its first id and, for each further id, its distance to the id
 *   before it, minus one.
 *
 * Source of the layout: Stepanov et al., "SIMD-based decoding of posting lists" (group varint);
 * lengths and data are apart as in Lemire, Kurz, Rupp, "Stream VByte", 2018.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many bytes past the end of its input a decoder may read. */
enum { TG_GAPS_PADDING = 4 };

static inline size_t tg_gaps_most_bytes(size_t count)
{
    return (count + 3) / 4 + 4 * count;
}

/* Encodes numbers; returns how many bytes were written. */
size_t tg_gaps_encode(const uint32_t *numbers, size_t count, unsigned char *out);

/* Returns how many bytes the `count` encoded numbers at `in` have; SIZE_MAX if they have more than `room`. */
size_t tg_gaps_bytes(const unsigned char *in, size_t count, size_t room);

/* Decodes `count` numbers, whose bytes tg_gaps_bytes has checked. */
void tg_gaps_decode(const unsigned char *in, size_t count, uint32_t *numbers);

/* Converts the numbers of a row to its ids, in place; returns false if an id is not below
 * `below`. */
bool tg_gaps_to_ids(uint32_t *row, size_t count, uint64_t below);
void tg_gaps_from_ids(const uint32_t *row, size_t count, uint32_t *numbers);
