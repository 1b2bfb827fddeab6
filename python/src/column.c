/* column.c - reads the entries of a column of an Arrow table. */
#include "column.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VIEW_BYTES = 16, INLINE_BYTES = 12 };

__extension__ typedef __int128 decimal;

/* Finds the type of integers that a format means; returns false for any other format. */
static bool integers_of(const char *format, tricorn_integer *type)
{
    static const char letters[] = "csilCSIL"; /* in the order of tricorn_integer */
    const char *found = format[0] && format[1] == '\0' ? strchr(letters, format[0]) : NULL;
    if (found) *type = (tricorn_integer)(found - letters);
    return found != NULL;
}

static bool is_one_of(const char *format, const char *const *formats)
{
    for (; *formats; formats++)
        if (strcmp(format, *formats) == 0) return true;
    return false;
}

/* Whether the format means decimals of 128 bits; finds their scale. */
static bool are_decimals(py_column *column)
{
    int precision, bits = 128;
    return sscanf(column->format, "d:%d,%d,%d", &precision, &column->scale, &bits) >= 2 && bits == 128;
}

static bool kind_of(py_column *column)
{
    static const char *const words[] = {"u", "U", "vu", NULL}, *const reals[] = {"e", "f", "g", NULL},
                             *const nothing[] = {"n", NULL};
    column->kind = PY_NUMBERS;
    if (integers_of(column->format, &column->type)) return true;
    column->kind = PY_REALS;
    if (is_one_of(column->format, reals) || are_decimals(column)) return true;
    column->kind = PY_WORDS;
    if (is_one_of(column->format, words)) return true;
    column->kind = PY_NOTHING;
    return is_one_of(column->format, nothing);
}

/* The name of a type that is neither a number nor a word, or else its format. */
static const char *name_of_type(const char *format)
{
    static const struct {
        const char *begin, *name;
    } types[] = {{"b", "bool"}, {"z", "bytes"}, {"Z", "bytes"}, {"vz", "bytes"}, {"w:", "bytes"}, {"td", "date"},
      {"ts", "timestamp"}, {"tt", "time"}, {"tD", "duration"}, {"ti", "interval"}, {"d:", "decimal"}, {"+l", "list"},
      {"+L", "list"}, {"+w", "list"}, {"+s", "struct"}, {"+m", "map"}};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        if (strncmp(format, types[t].begin, strlen(types[t].begin)) == 0) return types[t].name;
    return format;
}

bool py_column_begin(py_column *column, const struct ArrowSchema *schema)
{
    const struct ArrowSchema *values = schema->dictionary ? schema->dictionary : schema;
    *column = (py_column){.schema = schema, .format = values->format};
    if ((schema->dictionary == NULL || integers_of(schema->format, &column->codes)) && kind_of(column)) return true;
    PyErr_Format(PyExc_TypeError,
      "column '%s' has the Arrow type '%s': give whole numbers or words, or name "
      "other columns by source= and target=",
      schema->name ? schema->name : "", name_of_type(values->format));
    return false;
}

void py_column_turn(py_column *column, const struct ArrowArray *batch, int64_t place)
{
    column->array = batch->children[place];
    column->values = column->schema->dictionary ? column->array->dictionary : column->array;
    column->first = column->array->offset + batch->offset;
}

/* ---- values ---- */

static bool is_null(const struct ArrowArray *array, int64_t entry)
{
    const unsigned char *valid = array->n_buffers > 0 ? array->buffers[0] : NULL;
    return array->null_count != 0 && valid != NULL && !(valid[entry / 8] >> entry % 8 & 1);
}

static uint64_t integer_at(const struct ArrowArray *array, tricorn_integer type, int64_t entry)
{
    const size_t bytes = (size_t)1 << (type & 3);
    const unsigned above = 64 - 8 * (unsigned)bytes;
    uint64_t value = 0;
    memcpy(&value, (const char *)array->buffers[1] + (size_t)entry * bytes, bytes);
    return type < TRICORN_UINT8 ? (uint64_t)((int64_t)(value << above) >> above) : value;
}

uint64_t py_column_number(const py_column *column, int64_t entry)
{
    return integer_at(column->values, column->type, entry);
}

/* The number of 16 bits: a sign, 5 bits of an exponent, 10 of a fraction. */
static double half_of(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = ldexp(exponent ? 1024 + fraction : fraction, exponent ? exponent - 25 : -24);
    if (exponent == 31) value = fraction ? (double)NAN : (double)INFINITY;
    return bits >> 15 ? -value : value;
}

/* Splits a decimal into an integer and a fraction, which is a number of the last digits' units.
 */
static decimal split(const py_column *column, int64_t entry, decimal *fraction, decimal *unit)
{
    decimal value;
    memcpy(&value, (const char *)column->values->buffers[1] + entry * (int64_t)sizeof value, sizeof value);
    *unit = 1;
    for (int digit = 0; digit < column->scale; digit++) *unit *= 10;
    *fraction = value % *unit;
    return value / *unit;
}

static double decimal_at(const py_column *column, int64_t entry)
{
    decimal fraction, unit;
    const double whole = (double)split(column, entry, &fraction, &unit);
    const double tens = column->scale < 0 ? pow(10, -column->scale) : 1;
    return whole * tens + (double)fraction / (double)unit;
}

/* Whether the entry is a decimal with a fraction, which may be too small for a double. */
static bool has_fraction(const py_column *column, int64_t entry)
{
    decimal fraction = 0, unit;
    if (column->format[0] == 'd') split(column, entry, &fraction, &unit);
    return fraction != 0;
}

double py_column_real(const py_column *column, int64_t entry)
{
    const void *values = column->values->buffers[1];
    const char type = column->kind == PY_REALS ? *column->format : '\0';
    if (type == 'e') return half_of(((const uint16_t *)values)[entry]);
    if (type == 'f') return (double)((const float *)values)[entry];
    if (type == 'g') return ((const double *)values)[entry];
    if (type == 'd') return decimal_at(column, entry);
    const uint64_t number = py_column_number(column, entry);
    return column->type < TRICORN_UINT8 ? (double)(int64_t)number : (double)number;
}

py_word py_column_word(const py_column *column, int64_t entry)
{
    const struct ArrowArray *array = column->values;
    if (column->format[0] == 'u') {
        const int32_t *offsets = (const int32_t *)array->buffers[1] + entry;
        return (py_word){(const char *)array->buffers[2] + offsets[0], offsets[1] - offsets[0]};
    }
    if (column->format[0] == 'U') {
        const int64_t *offsets = (const int64_t *)array->buffers[1] + entry;
        return (py_word){(const char *)array->buffers[2] + offsets[0], offsets[1] - offsets[0]};
    }
    const char *view = (const char *)array->buffers[1] + entry * VIEW_BYTES;
    /* The length; in a long word also its first bytes, its buffer, and its place in the buffer. */
    int32_t parts[4];
    memcpy(parts, view, sizeof parts);
    if (parts[0] <= INLINE_BYTES) return (py_word){view + sizeof parts[0], parts[0]};
    return (py_word){(const char *)array->buffers[2 + parts[2]] + parts[3], parts[0]};
}

int64_t py_column_entry(const py_column *column, int64_t row)
{
    int64_t entry = column->first + row;
    if (column->kind == PY_NOTHING || is_null(column->array, entry)) return PY_MISSING;
    if (column->values != column->array) {
        const uint64_t code = integer_at(column->array, column->codes, entry);
        if (code >= (uint64_t)column->values->length) return PY_BROKEN;
        entry = column->values->offset + (int64_t)code;
        if (is_null(column->values, entry)) return PY_MISSING;
    }
    if (column->kind == PY_REALS && isnan(py_column_real(column, entry))) return PY_MISSING;
    return entry;
}

bool py_column_has_gaps(const py_column *column, int64_t count)
{
    const bool all = column->kind == PY_NUMBERS && column->values == column->array && column->array->null_count == 0;
    for (int64_t row = 0; !all && row < count; row++)
        if (py_column_entry(column, row) < 0) return true;
    return false;
}

bool py_column_whole(const py_column *column, int64_t entry, int64_t row, uint64_t *number)
{
    enum { TEXT = 128 };
    /* 2^53; above it, not all integers are reals. */
    static const double exact = 9007199254740992;
    const double real = py_column_real(column, entry);
    char text[TEXT];
    if (real == trunc(real) && fabs(real) < exact && !has_fraction(column, entry)) {
        *number = (uint64_t)(int64_t)real;
        return true;
    }
    PyOS_snprintf(text, sizeof text, "has %.17g in row %lld", real, (long long)row);
    PyErr_Format(PyExc_TypeError,
      "column '%s' %s, counted from 0: an id is a whole number (below 2^53 where numbers are "
      "floats), or a word",
      column->schema->name ? column->schema->name : "", text);
    return false;
}
