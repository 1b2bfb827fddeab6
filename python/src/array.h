/* array.h - arrays of results, which numpy and memoryview take without a copy; arrays of callers.
 */
#ifndef PY_ARRAY_H
#define PY_ARRAY_H

#include "call.h"

/* What an array has: 'q' (int64), 'Q' (uint64), 'I' (uint32) or 'd' (float64). */
typedef struct py_array {
    PyObject_HEAD void
        *data; /* of tricorn_array_create(): within the memory limit of the call that made it */
    Py_ssize_t shape[2], strides[2];
    int dimensions;
    char format[2];
} py_array;

/* rows numbers, or rows times columns where columns > 0; all 0. */
tricorn_status py_array_create(py_call *call, char format, uint64_t rows, uint32_t columns,
                               py_array **made);

bool py_add_array(PyObject *module);

/* Numbers of a caller, taken by the buffer protocol: one dimension, whole numbers of any type.
 * `name` is for messages.  False with an exception set; else PyBuffer_Release(view) after use. */
bool py_take_integers(PyObject *object, const char *name, Py_buffer *view,
                      tricorn_integers *integers);

/* Weights of `count` edges, a contiguous buffer of float64.  Without an object (NULL, None)
 * *weights is NULL and there is nothing to release; else as above. */
bool py_take_weights(PyObject *object, uint64_t count, Py_buffer *view, const double **weights);

/* Number i of them; false for a negative one. */
bool py_integer_at(const tricorn_integers *integers, uint64_t i, uint64_t *value);

#endif
