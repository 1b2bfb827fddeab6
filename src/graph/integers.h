/* integers.h - reads numbers of any type from the caller's memory, as 64 bits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

/* Whether the type of these numbers is one of tricorn_integer. */
bool tg_integers_are_known(const tricorn_integers *integers);

/* Returns the bytes of one number. */
size_t tg_integers_bytes(const tricorn_integers *integers);

/* Reads numbers first to first + count - 1 into `values`; false if one is negative. */
bool tg_integers_read(const tricorn_integers *integers, uint64_t first, uint64_t count, uint64_t *values);

/* Returns the largest of `count` values; 0 for none. */
uint64_t tg_integers_most(const uint64_t *values, uint64_t count);
