/* call.h - the state of a call from Python: a context, the caller's settings, and the way back to
 * Python. */
#ifndef PY_CALL_H
#define PY_CALL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <tricorn/tricorn.h>

typedef struct py_call {
    tricorn_context *context;
    PyObject *progress;    /* the caller's function, borrowed; NULL: none */
    PyThreadState *thread; /* set while the interpreter is released */
    bool raised;           /* a Python exception stopped the call */
    uint32_t threads;      /* the context's threads, as requested, its memory, and when it was
                            * made */
    uint64_t memory;
    double made;
} py_call;

/* Reads `threads`, `memory` and `progress` from the settings, a dict, and makes a context.
 * Returns false with an exception set. */
bool py_call_begin(py_call *call, PyObject *settings);

/* Frees the context.  Returns false with an exception set unless the status is TRICORN_OK. */
bool py_call_end(py_call *call, tricorn_status status);

/* Release and acquire the interpreter: between the two other Python threads run, and no object
 * may be touched. */
void py_call_release(py_call *call);
void py_call_acquire(py_call *call);

/* Read a value of a dict of settings.  If a key is missing, or its value is None, *value does not
 * change.  Texts are borrowed from the dict.  Return false with an exception set. */
bool py_get_text(PyObject *settings, const char *key, const char **value);
bool py_get_number(PyObject *settings, const char *key, uint64_t most, uint64_t *value);
bool py_get_real(PyObject *settings, const char *key, double *value);
bool py_get_flag(PyObject *settings, const char *key, int *value);

/* Read the options for counting and for loading; texts are borrowed. */
bool py_get_options(PyObject *settings, tricorn_options *options);
bool py_get_load_options(PyObject *settings, tricorn_load_options *options);

/* Reads the measure of similarity that `measure` names, "jaccard" by default. */
bool py_get_measure(PyObject *settings, tricorn_measure *measure);

/* Makes a dict of a result; returns NULL with an exception set. */
PyObject *py_result(const tricorn_result *result);

/* Adds the exceptions to the module. */
bool py_add_errors(PyObject *module);

#endif
