/* raw_width.h - finds by the numbers of raw pairs whether their ids have another width than the
 * option says. */
#ifndef TG_IO_BINARY_RAW_WIDTH_H
#define TG_IO_BINARY_RAW_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the bytes are lines of printable ASCII: text under the name of a binary file. */
bool tg_is_plain_text(const char *bytes, size_t count);

/* Whether pairs of 32-bit ids look like ids of 64 bits below 2^32: every second number is 0, and
 * numbers are repeated, which those of a star are not. */
bool tg_raw_pairs_look_wider(const char *bytes, size_t count);

/* Whether pairs of 64-bit ids look like ids of 32 bits: the halves of the ids have the same
 * numbers. */
bool tg_raw_pairs_look_narrower(const char *bytes, size_t count);

#endif
