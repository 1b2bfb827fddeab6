/* call.h - the state of a call from Python: a context, the caller's settings, and what is needed
 * to return to Python. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <tricorn/tricorn.h>

typedef struct py_call {
    tricorn_context *context;
    PyObject *progress; /* the caller's function, a borrowed reference; NULL: none */
    PyThreadState *thread; /* set while the interpreter is released */
    bool raised; /* a Python exception has stopped the call */
    /* The changing graph whose pairs are looked for, or NULL; and the list, borrowed, that receives the names of its
     * new vertices, or NULL if a name that no vertex has is an error. */
    tricorn_changing *changing;
    PyObject *added;
    /* What was requested for the context: its threads and its memory; and when it was made. */
    uint32_t threads;
    uint64_t memory;
    double made;
} py_call;

/* Reads `threads`, `memory` and `progress` from the settings, which are a dict, and makes a context. Returns false
 * with an exception set if a setting is wrong or the context cannot be made. */
bool py_call_begin(py_call *call, PyObject *settings);

/* Frees the context. If the status is not TRICORN_OK, sets an exception and returns false. */
bool py_call_end(py_call *call, tricorn_status status);

/* These release and acquire the interpreter. While it is released, other Python threads run,
 * and no object may be touched. */
void py_call_release(py_call *call);
void py_call_acquire(py_call *call);

/* Acquires the interpreter and returns the status. */
tricorn_status py_call_acquired(py_call *call, tricorn_status status);

/* Returns the status of a call of the library, during which the interpreter is released. */
#define PY_RELEASED(call, asked) (py_call_release(call), py_call_acquired(call, asked))

/* The same for the only call of the library that is made in a py_call, which ends then. */
#define PY_ASKED(call, asked) py_call_end(call, PY_RELEASED(call, asked))

/* Each of these reads a value from a dict of settings. If the key is missing, or if its value
 * is None, *value does not change. Texts are borrowed from the dict. Returns false with an
 * exception set if the value has a wrong type or is out of range. */
bool py_get_text(PyObject *settings, const char *key, const char **value);
bool py_get_number(PyObject *settings, const char *key, uint64_t most, uint64_t *value);
bool py_get_real(PyObject *settings, const char *key, double *value);
bool py_get_positive(PyObject *settings, const char *key, double *value);
bool py_get_flag(PyObject *settings, const char *key, int *value);

/* Raises an exception whose message has %R for the name, which is shown as repr() shows it. */
void py_raise_named(PyObject *class, const char *message, const char *name);

/* Borrows a path from bytes; returns NULL with an exception set if it has a zero byte. */
char *py_path(PyObject *bytes);

/* These read the options for counting and for loading; texts are borrowed from the dict. */
bool py_get_options(PyObject *settings, tricorn_options *options);
bool py_get_load_options(PyObject *settings, tricorn_load_options *options);

/* Reads the measure of similarity that the setting `measure` names; "jaccard" is the default. */
bool py_get_measure(PyObject *settings, tricorn_measure *measure);

/* Makes a dict from a result; returns NULL with an exception set if this fails. */
PyObject *py_result(const tricorn_result *result);

/* Gives the exception that is set an attribute. */
void py_error_set(const char *name, PyObject *value);

/* Adds the classes of exceptions to the module. */
bool py_add_errors(PyObject *module);
