/* raw_width.h - finds out from the numbers in raw pairs whether their ids have another width than the option says. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether the bytes are lines of printable ASCII, so that the file is text in spite of its name. */
bool tg_is_plain_text(const char *bytes, size_t count);

/* Whether pairs of 32-bit ids are probably ids of 64 bits that are below 2^32: every second number is 0, and other
 * numbers are repeated. (In a star, whose centre 0 is in each pair, they are not.) */
bool tg_raw_pairs_look_wider(const char *bytes, size_t count);

/* Whether pairs of 64-bit ids are probably ids of 32 bits: the upper and the lower halves of the
 * ids have numbers in common. */
bool tg_raw_pairs_look_narrower(const char *bytes, size_t count);
