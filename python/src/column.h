/* column.h - reads the entries of one column of an Arrow table, batch by batch. */
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
    const char *format; /* of the values; if the column has a dictionary, of the dictionary's
                         * values */
    py_kind kind;
    tricorn_integer type, codes; /* of whole numbers; of the entries in a dictionary */
    /* Data of the present batch. */
    const struct ArrowArray *array, *values; /* the same without a dictionary */
    int64_t first;                           /* the entry of row 0 in `array` */
} py_column;

/* Begins to read a column with that schema, which must live as long.  Returns false with an
 * exception set for a type that is neither whole numbers nor reals nor words. */
bool py_column_begin(py_column *column, const struct ArrowSchema *schema);

/* Moves to column `place` of the next batch. */
void py_column_turn(py_column *column, const struct ArrowArray *batch, int64_t place);

/* Whether one of the first `count` rows has no value: NULL, or NaN. */
bool py_column_has_gaps(const py_column *column, int64_t count);

enum { PY_MISSING = -1, PY_BROKEN = -2 };
/* Returns the place of the value of a row, PY_MISSING, or PY_BROKEN if the place is not in the
 * dictionary. */
int64_t py_column_entry(const py_column *column, int64_t row);

/* Return the value at an entry: as 64 bits, sign extended; as a real; as a word. */
uint64_t py_column_number(const py_column *column, int64_t entry);
double py_column_real(const py_column *column, int64_t entry);
py_word py_column_word(const py_column *column, int64_t entry);

/* Gets the whole number that a real is equal to.  Returns false with an exception set for any
 * other real. */
bool py_column_whole(const py_column *column, int64_t entry, int64_t row, uint64_t *number);

#endif
