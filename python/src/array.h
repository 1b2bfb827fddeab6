/* array.h - arrays of results, which numpy and memoryview use without a copy, and arrays of
 * callers. */
#ifndef PY_ARRAY_H
#define PY_ARRAY_H

#include "call.h"

/* The type of the elements: 'q' (int64), 'Q' (uint64), 'I' (uint32) or 'd' (float64). */
typedef struct py_array {
    PyObject_HEAD void
        *data; /* of tricorn_array_create(): within the memory limit of the call that made it */
    Py_ssize_t shape[2], strides[2];
    int dimensions;
    char format[2];
} py_array;

/* Makes an array of `rows` numbers, or of rows times columns if columns > 0; all are 0. */
tricorn_status py_array_create(py_call *call, char format, uint64_t rows, uint32_t columns,
                               py_array **made);

bool py_add_array(PyObject *module);

/* Gets the numbers of a caller's object by the buffer protocol: one dimension, whole numbers of
 * any type.  `name` is for messages.  Returns false with an exception set; otherwise the caller
 * releases the view by PyBuffer_Release(view). */
bool py_take_integers(PyObject *object, const char *name, Py_buffer *view,
                      tricorn_integers *integers);

/* Gets the weights of `count` edges from a contiguous buffer of float64.  Without an object
 * (NULL, None) *weights is NULL and no view needs to be released; otherwise as
 * py_take_integers(). */
bool py_take_weights(PyObject *object, uint64_t count, Py_buffer *view, const double **weights);

/* Reads number i; returns false if it is negative. */
bool py_integer_at(const tricorn_integers *integers, uint64_t i, uint64_t *value);

#endif
