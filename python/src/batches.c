/* batches.c - passes the edges and triangles of a Graph to a function of the caller, some at a
 * time. */
#include "graph.h"

#include <string.h>

/* What is needed to pass each batch on. */
typedef struct passing {
    py_call call;
    py_graph *graph;
    PyObject *take, *settings;
    tricorn_options options;
} passing;

/* Makes the array of the names of `count` rows; NULL with an exception set if this fails. */
static py_array *name_rows(passing *job, const uint32_t *vertices, uint64_t count, uint32_t width)
{
    py_array *made = NULL;
    if (py_array_create(&job->call, py_graph_format(job->graph), count, width, &made) !=
        TRICORN_OK)
        return (py_array *)PyErr_NoMemory();
    py_graph_write_names(job->graph, vertices, count, made, 0);
    return made;
}

/* Passes an object to the caller's function, and releases it; returns whether the function wants
 * no more. */
static int pass_on(passing *job, PyObject *batch)
{
    PyObject *answer = batch ? PyObject_CallFunctionObjArgs(job->take, batch, NULL) : NULL;
    const int truth = answer ? PyObject_IsTrue(answer) : -1;
    if (truth < 0) job->call.raised = true;
    Py_XDECREF(answer);
    Py_XDECREF(batch);
    return truth != 0;
}

static int pass_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    passing *job = user;
    if (job->call.raised) return 1;
    py_call_acquire(&job->call);
    const int ended = pass_on(job, (PyObject *)name_rows(job, triangles, count, 3));
    py_call_release(&job->call);
    return ended;
}

/* Passes a pair on: the ends of edges, and an array of values, which may be NULL with an
 * exception set. */
static int pass_pair(passing *job, const uint32_t *ends, uint64_t count, py_array *values)
{
    py_array *named = values ? name_rows(job, ends, count, 2) : NULL;
    PyObject *pair = named ? PyTuple_Pack(2, (PyObject *)named, (PyObject *)values) : NULL;
    Py_XDECREF((PyObject *)named);
    Py_XDECREF((PyObject *)values);
    return pass_on(job, pair);
}

static py_array *make_values(passing *job, char format, uint64_t count)
{
    py_array *made = NULL;
    if (py_array_create(&job->call, format, count, 0, &made) != TRICORN_OK) PyErr_NoMemory();
    return made;
}

static int pass_supports(void *user, const uint32_t *ends, const uint32_t *support,
                         uint64_t count)
{
    passing *job = user;
    if (job->call.raised) return 1;
    py_call_acquire(&job->call);
    py_array *values = make_values(job, 'q', count);
    for (uint64_t i = 0; values && i < count; i++) ((uint64_t *)values->data)[i] = support[i];
    const int ended = pass_pair(job, ends, count, values);
    py_call_release(&job->call);
    return ended;
}

static int pass_similar(void *user, const uint32_t *ends, const double *similarity,
                        uint64_t count)
{
    passing *job = user;
    if (job->call.raised) return 1;
    py_call_acquire(&job->call);
    py_array *values = make_values(job, 'd', count);
    if (values && count > 0) memcpy(values->data, similarity, count * sizeof *similarity);
    const int ended = pass_pair(job, ends, count, values);
    py_call_release(&job->call);
    return ended;
}

/* Reads the arguments, (take, settings). */
static bool get_arguments(PyObject *self, PyObject *arguments, passing *job)
{
    *job = (passing){.graph = (py_graph *)self};
    return PyArg_ParseTuple(arguments, "OO!:batches", &job->take, &PyDict_Type, &job->settings) &&
           py_get_options(job->settings, &job->options);
}

static PyObject *end(passing *job, tricorn_status status)
{
    if (!py_call_end(&job->call, status)) return NULL;
    Py_RETURN_NONE;
}

typedef tricorn_status (*visit_function)(tricorn_context *context, const tricorn_graph *graph,
                                         const tricorn_options *options,
                                         const tricorn_visitor *visitor, tricorn_result *result);

/* Visits edges or triangles; take is called until all were passed or it returns true. */
static PyObject *visit(PyObject *self, PyObject *arguments, visit_function ask)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    passing job;
    if (!get_arguments(self, arguments, &job) ||
        !py_get_flag(job.settings, "sort", &visitor.sorted) ||
        !py_call_begin(&job.call, job.settings))
        return NULL;
    visitor.edges = pass_supports;
    visitor.triangles = pass_triangles;
    visitor.user = &job;
    tricorn_status status = py_graph_places(&job.call, job.graph);
    py_call_release(&job.call);
    if (status == TRICORN_OK)
        status = ask(job.call.context, job.graph->graph, &job.options, &visitor, NULL);
    py_call_acquire(&job.call);
    return end(&job, status);
}

/* triangle_batches(take, settings): calls take(array). */
PyObject *py_triangle_batches(PyObject *self, PyObject *arguments)
{
    return visit(self, arguments, tricorn_triangle_list);
}

/* support_batches(take, settings): calls take((ends, supports)). */
PyObject *py_support_batches(PyObject *self, PyObject *arguments)
{
    return visit(self, arguments, tricorn_edge_support);
}

/* similarity_batches(take, settings): calls take((ends, values)). */
PyObject *py_similarity_batches(PyObject *self, PyObject *arguments)
{
    tricorn_similarity_options how = TRICORN_SIMILARITY_OPTIONS_INIT;
    passing job;
    if (!get_arguments(self, arguments, &job) ||
        !py_get_flag(job.settings, "sort", &how.sorted) ||
        !py_get_measure(job.settings, &how.measure) ||
        !py_get_real(job.settings, "least", &how.least) ||
        !py_call_begin(&job.call, job.settings))
        return NULL;
    how.count = &job.options;
    how.edges = pass_similar;
    how.user = &job;
    tricorn_status status = py_graph_places(&job.call, job.graph);
    py_call_release(&job.call);
    if (status == TRICORN_OK)
        status = tricorn_edge_similarity(job.call.context, job.graph->graph, &how, NULL);
    py_call_acquire(&job.call);
    return end(&job, status);
}
