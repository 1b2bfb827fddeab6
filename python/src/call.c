/* call.c - makes contexts from settings, and connects the library with Python's exceptions,
 * progress functions and signals. */
#include "call.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- exceptions ---- */

/* For each tricorn_status, in their order: the name of the exception, the exception of Python
 * that it also is, and its meaning. */
static const struct {
    const char *name, *base, *meaning;
} errors[] = {
  [TRICORN_INVALID_ARGUMENT] = {"InvalidArgument", "ValueError", "A wrong argument."},
  [TRICORN_OUT_OF_MEMORY] = {"OutOfMemory", "MemoryError", "Host memory is used up, or the limit is reached."},
  [TRICORN_IO_ERROR] = {"ReadWriteError", "OSError", "The system could not open, read or write."},
  [TRICORN_BAD_FORMAT] = {"BadFormat", "ValueError", "The file breaks its format."},
  [TRICORN_UNSUPPORTED] = {"Unsupported", "NotImplementedError", "Not in this build, or not on this device."},
  [TRICORN_DEVICE_ERROR] = {"DeviceError", "RuntimeError", "A GPU failed."},
  [TRICORN_CANCELLED] = {"Cancelled", "RuntimeError", "The progress function said stop."},
  [TRICORN_WRONG_COUNT] = {"WrongCount", "ArithmeticError", "verify: two algorithms disagree; trust neither count."},
  [TRICORN_OUT_OF_DEVICE_MEMORY] = {"OutOfDeviceMemory", "MemoryError",
    "The GPU's memory is used up, or its limit is reached."},
};
enum { ERRORS = sizeof errors / sizeof *errors };

static PyObject
  /* For the whole process: classes of exceptions are never freed. */
  *classes[ERRORS];

/* Makes a class that is both tricorn.Error and an exception of Python. */
static PyObject *make_class(PyObject *error, int status)
{
    char name[64];
    PyObject *builtins = PyImport_ImportModule("builtins"), *base = NULL, *bases = NULL, *made = NULL;
    if (builtins) base = PyObject_GetAttrString(builtins, errors[status].base);
    if (base) bases = PyTuple_Pack(2, error, base);
    PyOS_snprintf(name, sizeof name, "tricorn.%s", errors[status].name);
    if (bases) made = PyErr_NewExceptionWithDoc(name, errors[status].meaning, bases, NULL);
    Py_XDECREF(bases);
    Py_XDECREF(base);
    Py_XDECREF(builtins);
    return made;
}

bool py_add_errors(PyObject *module)
{
    PyObject *error =
      PyErr_NewExceptionWithDoc("tricorn.Error", "What every error of tricorn is.", PyExc_Exception, NULL);
    bool good = error && PyModule_AddObjectRef(module, "Error", error) == 0;
    for (int s = TRICORN_OK + 1; good && s < ERRORS; s++) {
        if (classes[s] == NULL) classes[s] = make_class(error, s);
        good = classes[s] && PyModule_AddObjectRef(module, errors[s].name, classes[s]) == 0;
    }
    Py_XDECREF(error);
    return good;
}

static void raise_status(tricorn_status status, const char *message)
{
    PyObject *class = (int)status > 0 && (int)status < ERRORS ? classes[status] : NULL;
    char text[PY_MESSAGE_BYTES];
    py_message(message[0] ? message : tricorn_status_string(status), text);
    /* Names of files and texts of their lines may be no UTF-8: such bytes are shown as \xE9. */
    PyObject *shown = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
    if (shown) PyErr_SetObject(class ? class : PyExc_RuntimeError, shown);
    Py_XDECREF(shown);
}

void py_error_set(const char *name, PyObject *value)
{
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    PyErr_NormalizeException(&type, &error, &trace);
    if (PyObject_SetAttrString(error, name, value) != 0) PyErr_Clear();
    PyErr_Restore(type, error, trace);
}

void py_raise_named(PyObject *class, const char *message, const char *name)
{
    PyObject *text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), "backslashreplace");
    if (text) PyErr_Format(class, message, text);
    Py_XDECREF(text);
}

/* ---- progress and signals ---- */

/* Is called on the thread that called the library, about 20 times per second. Acquires the interpreter, lets signals
 * raise KeyboardInterrupt, and calls the caller's function. If that returns true, the library's call stops. */
static int report(void *user, const char *phase, uint64_t done, uint64_t total)
{
    py_call *call = user;
    if (call->raised) return 1; /* no code of Python runs while an exception is set */
    py_call_acquire(call);
    int stop = PyErr_CheckSignals() != 0;
    call->raised = stop != 0;
    if (!stop && call->progress) {
        PyObject *answer =
          PyObject_CallFunction(call->progress, "sKK", phase, (unsigned long long)done, (unsigned long long)total);
        const int truth = answer ? PyObject_IsTrue(answer) : -1;
        call->raised = truth < 0;
        stop = truth != 0;
        Py_XDECREF(answer);
    }
    py_call_release(call);
    return stop;
}

void py_call_release(py_call *call)
{
    call->thread = PyEval_SaveThread();
}

void py_call_acquire(py_call *call)
{
    PyEval_RestoreThread(call->thread);
}

tricorn_status py_call_acquired(py_call *call, tricorn_status status)
{
    py_call_acquire(call);
    return status;
}

/* ---- contexts --------------------------------------------------------------------------------
 */

/* The context of the last call, which is kept for a second for the next call that has the same settings. A new
 * context asks the system for limits and touches new memory, which takes a quarter of a millisecond, as long as many
 * calls on small graphs. It is kept only for a second, because a context measures the memory that the process uses
 * only when it is made. Callers hold the interpreter. */
static struct {
    tricorn_context *context; /* NULL: no context is kept */
    uint32_t threads;
    uint64_t memory;
    double made;
} kept;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool is_fresh(double made)
{
    static const double seconds = 1;
    return now() - made < seconds;
}

static bool take_kept(py_call *call, const tricorn_context_options *options)
{
    const bool same = kept.context && kept.threads == options->threads && kept.memory == options->process_bytes_limit;
    if (!same || !is_fresh(kept.made)) return false;
    call->context = kept.context;
    call->made = kept.made;
    kept.context = NULL;
    return true;
}

static void keep(const py_call *call)
{
    tricorn_context_set_progress(call->context, NULL, NULL);
    tricorn_context_free(kept.context);
    kept.context = call->context;
    kept.threads = call->threads;
    kept.memory = call->memory;
    kept.made = call->made;
}

bool py_call_begin(py_call *call, PyObject *settings)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    uint64_t threads = 0;
    *call = (py_call){0};
    if (!py_get_number(settings, "threads", UINT32_MAX, &threads) ||
        !py_get_number(settings, "memory", UINT64_MAX, &options.process_bytes_limit))
        return false;
    options.threads = (uint32_t)threads;
    call->threads = options.threads;
    call->memory = options.process_bytes_limit;
    call->progress = PyDict_GetItemString(settings, "progress");
    if (call->progress == Py_None) call->progress = NULL;
    if (call->progress && !PyCallable_Check(call->progress)) {
        PyErr_SetString(PyExc_TypeError, "progress must be a function of phase, done and total");
        return false;
    }
    if (!take_kept(call, &options)) {
        const tricorn_status status = tricorn_context_create(&options, &call->context);
        if (status != TRICORN_OK) {
            raise_status(status, tricorn_context_message(NULL));
            return false;
        }
        call->made = now();
    }
    tricorn_context_set_progress(call->context, report, call);
    return true;
}

bool py_call_end(py_call *call, tricorn_status status)
{
    if (status != TRICORN_OK && !PyErr_Occurred()) raise_status(status, tricorn_context_message(call->context));
    /* If the caller's function has raised an exception after the work was done, the call also fails. */
    const bool good = status == TRICORN_OK && !call->raised;
    if (good && is_fresh(call->made))
        keep(call);
    else
        tricorn_context_free(call->context);
    call->context = NULL;
    return good;
}

/* ---- settings ---- */

static PyObject *find(PyObject *settings, const char *key)
{
    PyObject *value = PyDict_GetItemString(settings, key);
    return value == Py_None ? NULL : value;
}

bool py_get_text(PyObject *settings, const char *key, const char **value)
{
    PyObject *found = find(settings, key);
    Py_ssize_t bytes;
    if (found == NULL) return true;
    if (!PyUnicode_Check(found)) {
        PyErr_Format(PyExc_TypeError, "%s must be a str, not %R", key, found);
        return false;
    }
    *value = PyUnicode_AsUTF8AndSize(found, &bytes);
    if (*value && strlen(*value) != (size_t)bytes) {
        PyErr_Format(PyExc_ValueError, "%s has a zero character", key);
        return false;
    }
    return *value != NULL;
}

char *py_path(PyObject *bytes)
{
    char *text = NULL;
    /* Without a place for the length, a zero byte is an error. */
    return PyBytes_AsStringAndSize(bytes, &text, NULL) == 0 ? text : NULL;
}

bool py_get_number(PyObject *settings, const char *key, uint64_t most, uint64_t *value)
{
    PyObject *found = find(settings, key), *number;
    if (found == NULL) return true;
    number = PyNumber_Index(found);
    if (number == NULL) {
        PyErr_Format(PyExc_TypeError, "%s must be an int", key);
        return false;
    }
    const unsigned long long wide = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if ((wide == (unsigned long long)-1 && PyErr_Occurred()) || wide > most) {
        PyErr_Format(
          classes[TRICORN_INVALID_ARGUMENT], "%s must be a number from 0 to %llu", key, (unsigned long long)most);
        return false;
    }
    *value = wide;
    return true;
}

bool py_get_real(PyObject *settings, const char *key, double *value)
{
    PyObject *found = find(settings, key);
    if (found == NULL) return true;
    *value = PyFloat_AsDouble(found);
    if (*value == *value) return !(*value == -1 && PyErr_Occurred());
    PyErr_Format(classes[TRICORN_INVALID_ARGUMENT], "%s is %R, which is no number", key, found);
    return false;
}

bool py_get_positive(PyObject *settings, const char *key, double *value)
{
    PyObject *found = find(settings, key);
    if (!py_get_real(settings, key, value)) return false;
    if (found == NULL || *value > 0) return true;
    PyErr_Format(classes[TRICORN_INVALID_ARGUMENT], "%s must be more than 0, and is %R", key, found);
    return false;
}

bool py_get_flag(PyObject *settings, const char *key, int *value)
{
    PyObject *found = find(settings, key);
    if (found && (PySequence_Check(found) || PyDict_Check(found))) { /* "no" would be true */
        PyErr_Format(PyExc_TypeError, "%s must be True or False, not %R", key, found);
        return false;
    }
    if (found) *value = PyObject_IsTrue(found);
    return *value >= 0;
}

bool py_get_options(PyObject *settings, tricorn_options *options)
{
    uint64_t blocks = 0;
    *options = (tricorn_options)TRICORN_OPTIONS_INIT;
    if (!py_get_text(settings, "algorithm", &options->algorithm) ||
        !py_get_text(settings, "device", &options->device) ||
        !py_get_text(settings, "parameters", &options->parameters) ||
        !py_get_text(settings, "partition", &options->partition) ||
        !py_get_text(settings, "relabel", &options->relabel) ||
        !py_get_number(settings, "device_memory", UINT64_MAX, &options->device_bytes_limit) ||
        !py_get_number(settings, "blocks", UINT32_MAX, &blocks) || !py_get_flag(settings, "verify", &options->verify))
        return false;
    options->blocks = (uint32_t)blocks;
    return true;
}

/* Reads the names of columns by their roles: settings["columns"] is a dict of texts. */
static bool get_columns(PyObject *settings, tricorn_columns *columns)
{
    PyObject *found = find(settings, "columns");
    if (found == NULL) return true;
    return py_get_text(found, "source", &columns->source) && py_get_text(found, "target", &columns->target) &&
           py_get_text(found, "weight", &columns->weight) && py_get_text(found, "time", &columns->time) &&
           py_get_text(found, "label", &columns->label);
}

/* Reads the list of conditions. The settings own the array of their texts. */
static bool get_where(PyObject *settings, tricorn_load_options *options)
{
    PyObject *found = find(settings, "where");
    if (found == NULL) return true;
    if (!PyList_Check(found)) {
        PyErr_Format(PyExc_TypeError, "where must be a list, not %R", found);
        return false;
    }
    const Py_ssize_t count = PyList_Size(found);
    PyObject *array = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(char *));
    if (array == NULL) return false;
    const char **texts = (const char **)(void *)PyBytes_AsString(array);
    bool good = PyDict_SetItemString(settings, " texts of where", array) == 0;
    Py_DECREF(array);
    for (Py_ssize_t c = 0; good && c < count; c++) {
        Py_ssize_t bytes;
        texts[c] = PyUnicode_AsUTF8AndSize(PyList_GetItem(found, c), &bytes);
        good = texts[c] != NULL && strlen(texts[c]) == (size_t)bytes;
        if (texts[c] != NULL && !good) PyErr_SetString(PyExc_ValueError, "a condition has a zero character");
    }
    options->where = texts;
    options->where_count = (uint64_t)count;
    return good;
}

/* Reads the bytes that have the times of edges, which the settings own. */
static bool get_edge_times(PyObject *settings, const int64_t **times)
{
    PyObject *found = find(settings, "edge_times");
    if (found == NULL) return true;
    *times = (const int64_t *)(const void *)PyBytes_AsString(found);
    return *times != NULL;
}

/* Reads the folder for graphs that do not fit in memory, which is the program's if none is named; "" is none. */
static bool get_scratch(PyObject *settings, const char **folder)
{
    const char *of_environment = getenv("TMPDIR");
    *folder = of_environment && *of_environment ? of_environment : "/var/tmp";
    if (!py_get_text(settings, "scratch", folder)) return false;
    if (**folder == '\0') *folder = NULL;
    return true;
}

bool py_get_load_options(PyObject *settings, tricorn_load_options *options)
{
    const char *ids = NULL;
    int is_signed = 0;
    *options = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    if (!py_get_text(settings, "format", &options->input.format) || !py_get_text(settings, "ids", &ids) ||
        !py_get_text(settings, "order", &options->graph.order) ||
        !py_get_text(settings, "separator", &options->text.separator) ||
        !get_columns(settings, &options->text.columns) || !py_get_text(settings, "header", &options->text.header) ||
        !py_get_text(settings, "vertices", &options->input.vertex_file) ||
        !py_get_text(settings, "comment", &options->text.comment) ||
        !py_get_text(settings, "combine", &options->graph.combine) ||
        !py_get_text(settings, "missing", &options->text.missing) || !get_where(settings, options) ||
        !get_scratch(settings, &options->disk.scratch) || !py_get_text(settings, "work", &options->disk.work) ||
        !py_get_flag(settings, "strict", &options->graph.strict) ||
        !py_get_flag(settings, "file_list", &options->input.file_list) ||
        !py_get_flag(settings, "join", &options->disk.join) ||
        !py_get_flag(settings, "directed", &options->graph.directed) ||
        !py_get_flag(settings, "bipartite", &options->bipartite) || !py_get_flag(settings, "times", &options->times) ||
        !get_edge_times(settings, &options->edge_times) || !py_get_flag(settings, "weights", &options->graph.weights) ||
        !py_get_flag(settings, "signs", &is_signed))
        return false;
    if (is_signed) options->graph.weights = TRICORN_SIGNED;
    static const char *const kinds[] = {"auto", "number", "string"}; /* as tricorn_ids */
    if (ids == NULL) return true;
    for (int kind = TRICORN_IDS_AUTO; kind <= TRICORN_IDS_STRING; kind++)
        if (strcmp(ids, kinds[kind]) == 0) {
            options->input.ids = (tricorn_ids)kind;
            return true;
        }
    PyErr_Format(classes[TRICORN_INVALID_ARGUMENT], "ids is '%s', which is none of 'auto', 'number' and 'string'", ids);
    return false;
}

bool py_get_measure(PyObject *settings, tricorn_measure *measure)
{
    const char *name = "jaccard", *known;
    if (!py_get_text(settings, "measure", &name)) return false;
    for (int m = 0; (known = tricorn_measure_name((tricorn_measure)m)) != NULL; m++)
        if (strcmp(known, name) == 0) {
            *measure = (tricorn_measure)m;
            return true;
        }
    py_raise_named(PyExc_ValueError, "%R is no measure: see tricorn.measures()", name);
    return false;
}

PyObject *py_result(const tricorn_result *result)
{
    return Py_BuildValue("{sKszszszsIsdsdsdsdsdsKsKszsIsIsdsdszsIsKsKsz}", "triangles",
      (unsigned long long)result->triangles, "algorithm", result->how.algorithm, "device", result->how.device,
      "verified_by", result->how.verified_by, "threads", (unsigned)result->how.threads, "read_seconds",
      result->seconds.read, "prepare_seconds", result->seconds.prepare, "transfer_seconds", result->seconds.transfer,
      "count_seconds", result->seconds.count, "verify_seconds", result->seconds.verify, "peak_bytes",
      (unsigned long long)result->memory.peak_bytes, "device_peak_bytes",
      (unsigned long long)result->memory.device_peak_bytes, "schedule", result->cut.schedule, "blocks",
      (unsigned)result->cut.blocks, "passes", (unsigned)result->cut.passes, "start_seconds", result->seconds.start,
      "predicted_seconds", result->predicted.count_seconds, "partition", result->cut.partition, "workers",
      (unsigned)result->cut.workers, "parts", (unsigned long long)result->cut.parts, "own_parts",
      (unsigned long long)result->cut.own_parts, "gpu_costs", result->predicted.gpu_costs);
}
