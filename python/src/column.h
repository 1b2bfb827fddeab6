/* column.h - the entries of one column of an Arrow table, batch by batch. */
#ifndef PY_COLUMN_H
#define PY_COLUMN_H

#include "arrow.h"
#include "call.h"
#include "words.h"

typedef enum py_kind {
    PY_NUMBERS, /* whole numbers */
    PY_REALS,
    PY_WORDS,
    PY_NOTHING /* the type of a column in which every value is missing */
} py_kind;

typedef struct py_column {
    const struct ArrowSchema *schema;
    const char *format; /* of the values; of those of the dictionary, if there is one */
    py_kind kind;
    tricorn_integer type, codes; /* of whole numbers; of the entries into a dictionary */
    /* Of the batch. */
    const struct ArrowArray *array, *values; /* the same where there is no dictionary */
    int64_t first;                           /* the entry of row 0 in `array` */
} py_column;

/* A column, by its schema, which must live as long.  False, with an exception set, for a type
 * that is neither whole numbers nor reals nor words. */
bool py_column_begin(py_column *column, const struct ArrowSchema *schema);

/* Column `place` of the next batch. */
void py_column_turn(py_column *column, const struct ArrowArray *batch, int64_t place);

/* Whether one of the first `count` rows has no value: NULL, or NaN. */
bool py_column_has_gaps(const py_column *column, int64_t count);

enum { PY_MISSING = -1, PY_BROKEN = -2 };
/* Where the value of a row is, PY_MISSING, or PY_BROKEN where it is not in the dictionary. */
int64_t py_column_entry(const py_column *column, int64_t row);

/* The value at an entry: its 64 bits, sign extended; as a real; as a word. */
uint64_t py_column_number(const py_column *column, int64_t entry);
double py_column_real(const py_column *column, int64_t entry);
py_word py_column_word(const py_column *column, int64_t entry);

/* The whole number that a real is.  False, with an exception set, for any other. */
bool py_column_whole(const py_column *column, int64_t entry, int64_t row, uint64_t *number);

#endif
