/* array.c - makes arrays for results, and reads the arrays of callers. */
#include "array.h"

#include <stdlib.h>
#include <string.h>

static PyObject *array_class;

static Py_ssize_t size_of(char format)
{
    return format == 'I' ? (Py_ssize_t)sizeof(uint32_t) : (Py_ssize_t)sizeof(uint64_t);
}

/* Allocates the numbers, which count against the limit of the call, if one is given. */
static tricorn_status allocate_data(py_call *call, uint64_t count, size_t size, py_array *array)
{
    array->is_counted = call != NULL;
    if (call) return tricorn_array_create(call->context, count, size, &array->data);
    array->data = calloc(count + 1, size); /* plus 1, so that it is never NULL */
    return array->data ? TRICORN_OK : TRICORN_OUT_OF_MEMORY;
}

tricorn_status py_array_create(py_call *call, char format, uint64_t rows, uint32_t columns, py_array **made)
{
    const Py_ssize_t size = size_of(format);
    const uint64_t width = columns ? columns : 1;
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)array_class, Py_tp_alloc);
    py_array *array = (py_array *)allocate((PyTypeObject *)array_class, 0);
    if (array == NULL || rows > PTRDIFF_MAX / (width * (uint64_t)size)) {
        Py_XDECREF((PyObject *)array);
        return TRICORN_OUT_OF_MEMORY;
    }
    *array->format = format;
    array->dimensions = columns ? 2 : 1;
    array->shape[0] = (Py_ssize_t)rows;
    array->shape[1] = (Py_ssize_t)width;
    array->strides[0] = size;
    array->strides[1] = (Py_ssize_t)rows * size;
    const tricorn_status status = allocate_data(call, rows * width, (size_t)size, array);
    if (status == TRICORN_OK)
        *made = array;
    else
        Py_DECREF((PyObject *)array);
    return status;
}

PyObject *py_array_finish(py_call *call, tricorn_status status, py_array *array)
{
    if (py_call_end(call, status)) return (PyObject *)array;
    Py_XDECREF((PyObject *)array);
    return NULL;
}

PyObject *py_pair_finish(py_call *call, tricorn_status status, py_array *const arrays[2])
{
    PyObject *const first = (PyObject *)arrays[0], *const second = (PyObject *)arrays[1];
    PyObject *pair = NULL;
    if (py_call_end(call, status)) pair = PyTuple_Pack(2, first, second ? second : Py_None);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return pair;
}

static void free_array(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    const py_array *array = (const py_array *)self;
    if (array->is_counted)
        tricorn_array_free(array->data);
    else
        free(array->data);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    /* The memory of empty arrays, because their address must not be NULL. */
    static uint64_t nothing;
    py_array *array = (py_array *)self;
    const Py_ssize_t size = size_of(*array->format);
    const int contiguous = (PyBUF_C_CONTIGUOUS | PyBUF_F_CONTIGUOUS | PyBUF_ANY_CONTIGUOUS) & ~PyBUF_STRIDES;
    const bool takes_columns = (flags & PyBUF_STRIDES) == PyBUF_STRIDES && !(flags & contiguous);
    if (array->dimensions == 2 && !takes_columns) {
        PyErr_SetString(PyExc_BufferError, "the columns of this array stand one behind the other");
        return -1;
    }
    *view = (Py_buffer){.buf = array->data ? array->data : &nothing,
      .obj = self,
      .len = array->shape[0] * array->shape[1] * size,
      .itemsize = size,
      .ndim = array->dimensions};
    if (flags & PyBUF_FORMAT) view->format = array->format;
    if ((flags & PyBUF_ND) == PyBUF_ND) view->shape = array->shape;
    if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = array->strides;
    Py_INCREF(self);
    return 0;
}

bool py_add_array(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_dealloc, free_array}, {Py_bf_getbuffer, get_buffer},
      {Py_tp_doc, "Numbers of a result; a buffer."}, {0, NULL}};
    static PyType_Spec spec = {
      "tricorn._tricorn.Array", sizeof(py_array), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (array_class == NULL) array_class = PyType_FromSpec(&spec);
    return array_class && PyModule_AddObjectRef(module, "Array", array_class) == 0;
}

/* ---- arrays of callers ---- */

bool py_integer_type(const Py_buffer *view, tricorn_integer *type)
{
    static const char signed_letters[] = "bhilqn", unsigned_letters[] = "BHILQN";
    const char *format = view->format ? view->format : "B";
    const char order = *format;
    int log = 0;
    if (order != '\0' && strchr("@=<", order)) format++;
    if (format[0] == '\0' || format[1] != '\0') return false;
    while (log < 4 && (Py_ssize_t)1 << log != view->itemsize) log++;
    if (log == 4) return false;
    if (strchr(signed_letters, *format)) {
        *type = (tricorn_integer)(TRICORN_INT8 + log);
        return true;
    }
    *type = (tricorn_integer)(TRICORN_UINT8 + log);
    return strchr(unsigned_letters, *format) != NULL;
}

bool py_take_integers(PyObject *object, const char *name, Py_buffer *view, tricorn_integers *integers)
{
    if (!PyObject_CheckBuffer(object)) {
        PyErr_Format(PyExc_TypeError, "%s must be an array of whole numbers (a buffer), not %R", name,
          (PyObject *)Py_TYPE(object));
        return false;
    }
    if (PyObject_GetBuffer(object, view, PyBUF_RECORDS_RO) != 0) { /* for example numpy's dates */
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s gives no buffer of numbers: %R", name, (PyObject *)Py_TYPE(object));
        return false;
    }
    integers->first = view->buf;
    if (view->ndim != 1) {
        PyErr_Format(PyExc_ValueError, "%s has %d dimensions, and must have one", name, view->ndim);
        PyBuffer_Release(view);
        return false;
    }
    if (!py_integer_type(view, &integers->type)) {
        PyErr_Format(PyExc_TypeError,
          "%s has numbers of the format '%s': give whole numbers of 1 to 8 bytes in this "
          "machine's byte order",
          name, view->format ? view->format : "B");
        PyBuffer_Release(view);
        return false;
    }
    integers->stride = view->strides ? view->strides[0] : view->itemsize;
    return true;
}

bool py_check_length(const char *name, uint64_t length, uint64_t count, const char *of)
{
    if (length != count)
        PyErr_Format(PyExc_ValueError, "'%s' has length %llu, not %llu, the number of %s", name,
          (unsigned long long)length, (unsigned long long)count, of);
    return length == count;
}

bool py_take_weights(PyObject *object, uint64_t count, Py_buffer *view, const double **weights)
{
    /* The weights of a graph without edges, because their address must not be NULL. */
    static const double nothing;
    *weights = NULL;
    *view = (Py_buffer){0}; /* an empty view, so that releasing it does nothing */
    if (object == NULL || object == Py_None) return true;
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) return false;
    if (view->ndim != 1 || !view->format || strcmp(view->format, "d") != 0) {
        PyErr_SetString(PyExc_ValueError, "'weights' is not one column of numbers of the type float64");
    } else if (py_check_length("weights", (uint64_t)view->shape[0], count, "edges")) {
        *weights = count > 0 ? view->buf : &nothing;
        return true;
    }
    PyBuffer_Release(view);
    return false;
}

bool py_integer_at(const tricorn_integers *integers, uint64_t i, uint64_t *value)
{
    const char *at = (const char *)integers->first + (ptrdiff_t)i * integers->stride;
    const size_t bytes = (size_t)1 << (integers->type & 3);
    *value = 0;
    /* The least significant byte comes first on all supported machines. */
    memcpy(value, at, bytes);
    return integers->type >= TRICORN_UINT8 || *value >> (8 * bytes - 1) == 0;
}
