/* raw_width.h - whether raw pairs look as if their ids were of another width. */
#ifndef TG_IO_BINARY_RAW_WIDTH_H
#define TG_IO_BINARY_RAW_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Whether text was written under the name of a binary file: lines of printable ASCII alone. */
bool tg_is_plain_text(const char *bytes, size_t count);

/* Pairs of 32-bit ids that look like ids of 64 bits, none of which needs more than 32: each
 * second one is 0, and pairs are repeated, which a star's are not. */
bool tg_raw_pairs_look_wider(const char *bytes, size_t count);

/* Pairs of 64-bit ids that look like ids of 32 bits: both halves of an id have the same numbers.
 */
bool tg_raw_pairs_look_narrower(const char *bytes, size_t count);

#endif
