/* integers.h - numbers of any type in the caller's memory, read as 64 bits. */
#ifndef TG_GRAPH_INTEGERS_H
#define TG_GRAPH_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

/* Whether its type is one of tricorn_integer. */
bool tg_integers_are_known(const tricorn_integers *integers);

/* Bytes of a number. */
size_t tg_integers_bytes(const tricorn_integers *integers);

/* values[i]: number first + i, for `count` of them.  False where one is negative. */
bool tg_integers_read(const tricorn_integers *integers, uint64_t first, uint64_t count,
                      uint64_t *values);

/* The largest of `count` values; 0 for none. */
uint64_t tg_integers_most(const uint64_t *values, uint64_t count);

#endif
