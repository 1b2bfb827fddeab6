/* estimates.c - approximate counts, and estimates of the time and memory that a file needs. */
#include "graph.h"

#include <string.h>

/* approximate(settings): returns a dict of the estimate and of how it was made. */
PyObject *py_approximate(PyObject *self, PyObject *settings)
{
    tricorn_approximate_options how = TRICORN_APPROXIMATE_OPTIONS_INIT;
    tricorn_approximate_result found = TRICORN_APPROXIMATE_RESULT_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_get_positive(settings, "error", &how.error) ||
        !py_get_positive(settings, "confidence", &how.confidence) ||
        !py_get_number(settings, "seed", UINT64_MAX, &how.seed) || !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    if (!PY_ASKED(&call, tricorn_approximate(call.context, ((py_graph *)self)->graph, &how, &found))) return NULL;
    return Py_BuildValue("{sdsKsKsOsdsdsKsKsKsKsd}", "estimate", found.estimate, "low", found.low, "high", found.high,
      "exact", found.exact ? Py_True : Py_False, "error", found.error, "confidence", found.confidence, "seed",
      found.seed, "wedges", found.wedges, "samples", found.samples, "closed", found.closed, "seconds", found.seconds);
}

/* ---- single vertices ---- */

enum { ESTIMATE, LOW, HIGH, PARTS };

/* Estimates the three numbers of each vertex. The caller holds the interpreter before and after. */
static tricorn_status ask_local(py_call *call, py_graph *graph, tricorn_local_options *options, py_array *made[PARTS])
{
    uint64_t vertices = 0, *values = NULL;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    for (int p = 0; status == TRICORN_OK && p < PARTS; p++)
        status = py_array_create(call, p == ESTIMATE ? 'd' : 'q', vertices, 0, &made[p]);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, PARTS * vertices + 1, sizeof *values, (void **)&values);
    if (status == TRICORN_OK) {
        /* An array whose elements have the same size, and are moved unchanged. */
        options->estimates = (double *)values;
        options->low = values + LOW * vertices;
        options->high = values + HIGH * vertices;
        py_call_release(call);
        status = tricorn_approximate_vertices(call->context, graph->graph, options);
        for (int p = 0; status == TRICORN_OK && p < PARTS; p++)
            py_graph_place(graph, values + (uint64_t)p * vertices, vertices, made[p]->data);
        py_call_acquire(call);
    }
    tricorn_array_free(values);
    return status;
}

/* approximate_vertices(settings): returns arrays of estimates, of low bounds and of high bounds. */
PyObject *py_approximate_vertices(PyObject *self, PyObject *settings)
{
    tricorn_local_options how = TRICORN_LOCAL_OPTIONS_INIT;
    py_array *made[PARTS] = {NULL};
    PyObject *all = NULL;
    py_call call;
    if (!py_get_number(settings, "samples", UINT64_MAX, &how.samples) ||
        !py_get_positive(settings, "confidence", &how.confidence) ||
        !py_get_number(settings, "seed", UINT64_MAX, &how.seed) || !py_call_begin(&call, settings))
        return NULL;
    if (py_call_end(&call, ask_local(&call, (py_graph *)self, &how, made)))
        all = PyTuple_Pack(PARTS, (PyObject *)made[ESTIMATE], (PyObject *)made[LOW], (PyObject *)made[HIGH]);
    for (int p = 0; p < PARTS; p++) Py_XDECREF((PyObject *)made[p]);
    return all;
}

/* ---- files ---- */

static bool get_sample_options(PyObject *settings, tricorn_sample_options *options)
{
    const char *kind = "colours", *known;
    uint64_t one_in = 0;
    int found = 0;
    *options = (tricorn_sample_options)TRICORN_SAMPLE_OPTIONS_INIT;
    if (!py_get_text(settings, "kind", &kind) || !py_get_number(settings, "one_in", UINT32_MAX, &one_in) ||
        !py_get_positive(settings, "confidence", &options->confidence) ||
        !py_get_number(settings, "seed", UINT64_MAX, &options->seed))
        return false;
    options->one_in = (uint32_t)one_in;
    while ((known = tricorn_sampling_name((tricorn_sampling)found)) && strcmp(known, kind) != 0) found++;
    options->kind = (tricorn_sampling)found;
    if (known == NULL) py_raise_named(PyExc_ValueError, "kind is %R, which is neither 'colours' nor 'edges'", kind);
    return known != NULL;
}

static PyObject *sample_dict(const tricorn_sample_result *found)
{
    return Py_BuildValue("{sdsKsKsOsssIsdsKsKsKsKsdsd}", "estimate", found->estimate, "low", found->low, "high",
      found->high, "exact", found->exact ? Py_True : Py_False, "kind", tricorn_sampling_name(found->kind), "one_in",
      (unsigned)found->one_in, "confidence", found->confidence, "seed", found->seed, "input_edges", found->input_edges,
      "edges", found->edges, "triangles", found->triangles, "read_seconds", found->read_seconds, "count_seconds",
      found->count_seconds);
}

/* sample(path: bytes, settings): returns a dict of the estimate and of how it was made. */
PyObject *py_sample(PyObject *module, PyObject *arguments)
{
    tricorn_sample_result found = TRICORN_SAMPLE_RESULT_INIT;
    tricorn_sample_options how;
    tricorn_load_options load;
    tricorn_options count;
    PyObject *settings, *path;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SO!:sample", &path, &PyDict_Type, &settings)) return NULL;
    char *text = py_path(path);
    if (text == NULL || !get_sample_options(settings, &how) || !py_get_load_options(settings, &load) ||
        !py_get_options(settings, &count) || !py_call_begin(&call, settings))
        return NULL;
    how.count = &count;
    return PY_ASKED(&call, tricorn_sample_load(call.context, text, &load, &how, &found)) ? sample_dict(&found) : NULL;
}

/* estimate(path: bytes, settings): returns a dict. */
PyObject *py_estimate(PyObject *module, PyObject *arguments)
{
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    tricorn_load_options load;
    PyObject *settings, *path;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SO!:estimate", &path, &PyDict_Type, &settings)) return NULL;
    char *text = py_path(path);
    if (text == NULL || !py_get_load_options(settings, &load) || !py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_graph_estimate(call.context, text, &load, &found))) return NULL;
    return Py_BuildValue("{sKsKsOsKszsKsK}", "input_edges", found.input_edges, "vertices", found.vertices, "exact",
      found.exact ? Py_True : Py_False, "peak_bytes", found.peak_bytes, "format", found.format, "disk_peak_bytes",
      found.disk_peak_bytes, "disk_bytes", found.disk_bytes);
}

/* ---- work folders ---- */

typedef struct py_lines {
    py_call *call;
    PyObject *list;
} py_lines;

static void add_line(void *user, const tricorn_work_line *line)
{
    py_lines *to = user;
    py_call_acquire(to->call);
    PyObject *process = line->process ? PyUnicode_DecodeFSDefault(line->process) : Py_NewRef(Py_None);
    PyObject *made = to->list && process ? Py_BuildValue("(sOKKdOd)", line->step, process, line->parts, line->done,
                                             line->silent_seconds, line->alive ? Py_True : Py_False, line->seconds_left)
                                         : NULL;
    if (made == NULL || PyList_Append(to->list, made) != 0) Py_CLEAR(to->list);
    Py_XDECREF(made);
    Py_XDECREF(process);
    py_call_release(to->call);
}

/* work_folder(path: bytes, settings): returns vertices, edges and bytes of the graph, and the lines
 * of tricorn_work_describe(). */
PyObject *py_work_folder(PyObject *module, PyObject *arguments)
{
    tricorn_graph_description graph = TRICORN_GRAPH_DESCRIPTION_INIT;
    PyObject *settings, *path;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SO!:work_folder", &path, &PyDict_Type, &settings)) return NULL;
    char *text = py_path(path);
    if (text == NULL || !py_call_begin(&call, settings)) return NULL;
    py_lines lines = {&call, PyList_New(0)};
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_work_describe(call.context, text, &graph, add_line, &lines));
    const bool good = py_call_end(&call, status) && lines.list != NULL;
    PyObject *found =
      good ? Py_BuildValue("(KKKO)", graph.vertices, graph.edges, graph.stored_bytes, lines.list) : NULL;
    Py_XDECREF(lines.list);
    return found;
}
