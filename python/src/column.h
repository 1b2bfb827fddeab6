/* column.h - reads the entries of a column of an Arrow table, batch by batch. */
#pragma once

#include "arrow.h"
#include "call.h"
#include "words.h"

typedef enum py_kind {
    PY_NUMBERS, /* integers */
    PY_REALS,
    PY_WORDS,
    PY_NOTHING /* every value of the column is missing */
} py_kind;

typedef struct py_column {
    const struct ArrowSchema *schema;
    /* The format of the values; if the column has a dictionary, that of the dictionary's values. */
    const char *format;
    py_kind kind;
    /* The type of the integers, and that of the entries that refer to a dictionary. */
    tricorn_integer type, codes;
    int scale; /* of decimals: how many digits are behind the point */
    /* What the column has in the present batch. */
    /* `values` is the dictionary or, without one, the same as `array` */
    const struct ArrowArray *array, *values;
    int64_t first; /* the position in `array` that row 0 has */
} py_column;

/* Begins to read a column with this schema, which must live as long as *column. Returns false
 * with an exception set if the values are neither integers nor reals nor words. */
bool py_column_begin(py_column *column, const struct ArrowSchema *schema);

/* Goes to the next batch, in which the column is number `place`. */
void py_column_turn(py_column *column, const struct ArrowArray *batch, int64_t place);

/* Whether one of the first `count` rows has no value, which means NULL or NaN. */
bool py_column_has_gaps(const py_column *column, int64_t count);

enum { PY_MISSING = -1, PY_BROKEN = -2 };
/* Returns the position of a row's value, PY_MISSING if the row has none, or PY_BROKEN if the
 * position is not in the dictionary. */
int64_t py_column_entry(const py_column *column, int64_t row);

/* These return the value at a position: as 64 bits, sign extended; as a real; as a word. */
uint64_t py_column_number(const py_column *column, int64_t entry);
double py_column_real(const py_column *column, int64_t entry);
py_word py_column_word(const py_column *column, int64_t entry);

/* Gets the integer that is equal to a real. Returns false with an exception set for any other real. */
bool py_column_whole(const py_column *column, int64_t entry, int64_t row, uint64_t *number);
