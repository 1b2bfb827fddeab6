/* array.h - arrays of results, which numpy and memoryview use without copying, and arrays of callers. */
#pragma once

#include "call.h"

/* An array of results. `format` is the type of its elements: 'q' (int64), 'Q' (uint64), 'I'
 * (uint32) or 'd' (float64). */
typedef struct py_array {
    PyObject_HEAD void
      /* If is_counted, made by tricorn_array_create(), so it counts against the memory limit of the call
         * that made it. */
      *data;
    bool is_counted;
    Py_ssize_t shape[2], strides[2];
    int dimensions;
    char format[2];
} py_array;

/* Makes an array of `rows` zeros or, if `columns` is more than 0, of rows times columns zeros. Each
 * column is contiguous, so a table of Arrow has it without a copy. The array counts against the
 * memory limit of `call`; if `call` is NULL, against none. */
tricorn_status py_array_create(py_call *call, char format, uint64_t rows, uint32_t columns, py_array **made);

/* Ends a call: returns the array, or NULL with an exception set if the call failed. */
PyObject *py_array_finish(py_call *call, tricorn_status status, py_array *array);

/* The same for a pair of arrays, as a tuple, which has None for NULL. */
PyObject *py_pair_finish(py_call *call, tricorn_status status, py_array *const arrays[2]);

bool py_add_array(PyObject *module);

/* The functions of tables of Arrow: see stream.c. */
PyObject *py_stream(PyObject *module, PyObject *columns);
PyObject *py_encode_words(PyObject *module, PyObject *list);

/* Gets the integers in a caller's object through the buffer protocol: they have one dimension, and any integer type.
 * `name` is used in messages. Returns false with an exception set if the object has no such numbers; otherwise the
 * caller must release the view with PyBuffer_Release(view). */
bool py_take_integers(PyObject *object, const char *name, Py_buffer *view, tricorn_integers *integers);

/* Returns false, with an exception set, unless the column `name` has as many entries as there are `of`. */
bool py_check_length(const char *name, uint64_t length, uint64_t count, const char *of);

/* Gets the weights of `count` edges from a contiguous buffer of float64. If `object` is NULL or
 * None, *weights is NULL and no view must be released; otherwise as py_take_integers(). */
bool py_take_weights(PyObject *object, uint64_t count, Py_buffer *view, const double **weights);

/* Finds the type of a buffer's numbers; returns false if they are not integers of this machine. */
bool py_integer_type(const Py_buffer *view, tricorn_integer *type);

/* Reads integer number i; returns false if it is negative. */
bool py_integer_at(const tricorn_integers *integers, uint64_t i, uint64_t *value);
