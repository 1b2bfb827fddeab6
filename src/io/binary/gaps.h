/* gaps.h - ascending rows as gaps of variable length.
 *
 * - The lengths of four numbers below 2^32, in bytes, are two bits each in one byte.  The bytes
 *   of all numbers, 1 to 4 each, are behind all lengths.
 * - The numbers of a row are its first id and, for each further id, its distance to the id
 *   before, less one.
 *
 * Source of the layout: Stepanov et al., "SIMD-based decoding of posting lists" (group varint),
 * with lengths and data apart as in Lemire, Kurz, Rupp, "Stream VByte", 2018.
 */
#ifndef TG_IO_BINARY_GAPS_H
#define TG_IO_BINARY_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that a decoder may read behind the end of its input. */
enum { TG_GAPS_PADDING = 4 };

/* An upper bound of the bytes of `count` encoded numbers. */
static inline size_t tg_gaps_most_bytes(size_t count)
{
    return (count + 3) / 4 + 4 * count;
}

/* Encodes; returns the number of bytes written. */
size_t tg_gaps_encode(const uint32_t *numbers, size_t count, unsigned char *out);

/* The bytes that `count` encoded numbers take at `in`; SIZE_MAX if they exceed `room`. */
size_t tg_gaps_bytes(const unsigned char *in, size_t count, size_t room);

/* Decodes `count` numbers, whose size tg_gaps_bytes has checked. */
void tg_gaps_decode(const unsigned char *in, size_t count, uint32_t *numbers);

/* Turns the numbers of a row into its ids in place; false if an id reaches `below`. */
bool tg_gaps_to_ids(uint32_t *row, size_t count, uint64_t below);
/* Turns the ids of a row into numbers. */
void tg_gaps_from_ids(const uint32_t *row, size_t count, uint32_t *numbers);

#endif
