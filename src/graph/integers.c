/* integers.c - a reader for each type of number, by a macro, with a fast loop for dense arrays. */
#include "graph/integers.h"

#include <string.h>

/* Reads `count` numbers, and returns the bitwise or of all of them, from which the caller sees whether one was
 * negative. The first loop is for consecutive numbers, where the compiler knows the stride. */
#define READER(name, type) \
    static uint64_t name(const char *at, ptrdiff_t stride, uint64_t count, uint64_t *values) \
    { \
        const uint64_t dense = stride == (ptrdiff_t)sizeof(type) ? count : 0; \
        uint64_t bits = 0; \
        type value; \
        for (uint64_t i = 0; i < dense; i++) { \
            memcpy(&value, at + i * sizeof value, sizeof value); \
            values[i] = (uint64_t)value; \
            bits |= values[i]; \
        } \
        for (uint64_t i = dense; i < count; i++) { \
            memcpy(&value, at + (ptrdiff_t)i * stride, sizeof value); \
            values[i] = (uint64_t)value; \
            bits |= values[i]; \
        } \
        return bits; \
    }
READER(read_int8, int8_t)
READER(read_int16, int16_t)
READER(read_int32, int32_t)
READER(read_int64, int64_t)
READER(read_uint8, uint8_t)
READER(read_uint16, uint16_t)
READER(read_uint32, uint32_t)
READER(read_uint64, uint64_t)

static const struct {
    uint64_t (*read)(const char *at, ptrdiff_t stride, uint64_t count, uint64_t *values);
    size_t bytes;
    bool is_signed;
} types[] = {
  [TRICORN_INT8] = {read_int8, 1, true},
  [TRICORN_INT16] = {read_int16, 2, true},
  [TRICORN_INT32] = {read_int32, 4, true},
  [TRICORN_INT64] = {read_int64, 8, true},
  [TRICORN_UINT8] = {read_uint8, 1, false},
  [TRICORN_UINT16] = {read_uint16, 2, false},
  [TRICORN_UINT32] = {read_uint32, 4, false},
  [TRICORN_UINT64] = {read_uint64, 8, false},
};

bool tg_integers_are_known(const tricorn_integers *integers)
{
    return (unsigned)integers->type < sizeof types / sizeof *types;
}

size_t tg_integers_bytes(const tricorn_integers *integers)
{
    return types[integers->type].bytes;
}

bool tg_integers_read(const tricorn_integers *integers, uint64_t first, uint64_t count, uint64_t *values)
{
    if (count == 0) return true;
    const char *at = (const char *)integers->first + (ptrdiff_t)first * integers->stride;
    const uint64_t bits = types[integers->type].read(at, integers->stride, count, values);
    return !types[integers->type].is_signed || bits >> 63 == 0;
}

uint64_t tg_integers_most(const uint64_t *values, uint64_t count)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < count; i++) most = values[i] > most ? values[i] : most;
    return most;
}
