/* batches.c - passes the edges and triangles of a Graph to a function of the caller, some at a time. */
#include "graph.h"

#include <string.h>

/* What is needed to pass each batch on. */
typedef struct passing {
    py_call call;
    py_graph *graph;
    PyObject *take, *settings;
    tricorn_options options;
} passing;

/* Batches do not count against the limit of the call, since the caller may keep them. So the call reserves the memory
 * of BATCHES batches, which exist at the same time (listed() in _batches.py): four in the queue, two that the caller
 * has, and one that is being made. Without that the library would use the whole limit itself. */
enum { BATCH_ROWS = 1 << 15, BATCHES = 7, MOST_COLUMNS = 3 };

static tricorn_status set_aside(passing *job, void **reserve)
{
    return tricorn_array_create(
      job->call.context, (uint64_t)BATCHES * BATCH_ROWS * MOST_COLUMNS, sizeof(uint64_t), reserve);
}

/* What the library has listed: rows of vertices and, of edges, a value for each. */
typedef struct listed {
    const uint32_t *vertices;
    uint32_t width;
    const uint32_t *supports;
    const double *reals;
} listed;

/* Makes an array; NULL with an exception set if this fails. */
static py_array *make_array(char format, uint64_t rows, uint32_t columns)
{
    py_array *made = NULL;

    if (py_array_create(NULL, format, rows, columns, &made) != TRICORN_OK) PyErr_NoMemory();
    return made;
}

static py_array *make_values(const listed *rows, uint64_t first, uint64_t count)
{
    py_array *made = make_array(rows->supports ? 'q' : 'd', count, 0);
    if (made == NULL) return NULL;
    for (uint64_t i = 0; rows->supports && i < count; i++) ((uint64_t *)made->data)[i] = rows->supports[first + i];
    if (rows->reals) memcpy(made->data, rows->reals + first, count * sizeof *rows->reals);
    return made;
}

/* Makes an array of triangles, or a pair of arrays of edges and values. */
static PyObject *make_batch(passing *job, const listed *rows, uint64_t first, uint64_t count)
{
    py_array *named = make_array(py_graph_format(job->graph), count, rows->width);
    if (named == NULL) return NULL;
    py_graph_write_names(job->graph, rows->vertices + first * rows->width, count, named, 0);
    if (rows->supports == NULL && rows->reals == NULL) return (PyObject *)named;
    py_array *values = make_values(rows, first, count);
    PyObject *pair = values ? PyTuple_Pack(2, (PyObject *)named, (PyObject *)values) : NULL;
    Py_DECREF((PyObject *)named);
    Py_XDECREF((PyObject *)values);
    return pair;
}

/* Passes a batch to the caller's function, and releases it; returns whether the function wants no more. */
static int pass_batch(passing *job, PyObject *batch)
{
    PyObject *answer = batch ? PyObject_CallFunctionObjArgs(job->take, batch, NULL) : NULL;
    const int truth = answer ? PyObject_IsTrue(answer) : -1;
    if (truth < 0) job->call.raised = true;
    Py_XDECREF(answer);
    Py_XDECREF(batch);
    return truth != 0;
}

/* Passes rows on in batches that are not large, since the caller may have several of them. */
static int pass_rows(passing *job, const listed *rows, uint64_t count)
{
    int ended = job->call.raised;
    py_call_acquire(&job->call);
    for (uint64_t first = 0, some; !ended && first < count; first += some) {
        some = count - first < BATCH_ROWS ? count - first : BATCH_ROWS;
        ended = pass_batch(job, make_batch(job, rows, first, some));
    }
    py_call_release(&job->call);
    return ended;
}

static int pass_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    return pass_rows(user, &(listed){.vertices = triangles, .width = 3}, count);
}

static int pass_supports(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    return pass_rows(user, &(listed){.vertices = ends, .width = 2, .supports = support}, count);
}

static int pass_similar(void *user, const uint32_t *ends, const double *similarity, uint64_t count)
{
    return pass_rows(user, &(listed){.vertices = ends, .width = 2, .reals = similarity}, count);
}

/* Reads the arguments, (take, settings). */
static bool get_arguments(PyObject *self, PyObject *arguments, passing *job)
{
    *job = (passing){.graph = (py_graph *)self};
    return PyArg_ParseTuple(arguments, "OO!:batches", &job->take, &PyDict_Type, &job->settings) &&
           py_get_options(job->settings, &job->options);
}

static PyObject *end(passing *job, tricorn_status status, void *reserve)
{
    tricorn_array_free(reserve);
    if (!py_call_end(&job->call, status)) return NULL;
    Py_RETURN_NONE;
}

typedef tricorn_status (*visit_function)(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, const tricorn_visitor *visitor, tricorn_result *result);

/* Visits edges or triangles; take is called until all were passed or it returns true. */
static PyObject *visit(PyObject *self, PyObject *arguments, visit_function ask)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    void *reserve = NULL;
    passing job;
    if (!get_arguments(self, arguments, &job) || !py_get_flag(job.settings, "sort", &visitor.sorted) ||
        !py_call_begin(&job.call, job.settings))
        return NULL;
    visitor.edges = pass_supports;
    visitor.triangles = pass_triangles;
    visitor.user = &job;
    tricorn_status status = py_graph_places(&job.call, job.graph);
    if (status == TRICORN_OK) status = set_aside(&job, &reserve);
    py_call_release(&job.call);
    if (status == TRICORN_OK) status = ask(job.call.context, job.graph->graph, &job.options, &visitor, NULL);
    py_call_acquire(&job.call);
    return end(&job, status, reserve);
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
    uint64_t side = 0;
    void *reserve = NULL;
    passing job;
    if (!get_arguments(self, arguments, &job) || !py_get_flag(job.settings, "sort", &how.sorted) ||
        !py_get_number(job.settings, "side", UINT32_MAX, &side) || !py_get_measure(job.settings, &how.measure) ||
        !py_get_real(job.settings, "least", &how.least) || !py_call_begin(&job.call, job.settings))
        return NULL;
    how.count = &job.options;
    how.edges = pass_similar;
    how.user = &job;
    how.side = (uint32_t)side;
    tricorn_status status = py_graph_places(&job.call, job.graph);
    if (status == TRICORN_OK) status = set_aside(&job, &reserve);
    py_call_release(&job.call);
    if (status == TRICORN_OK) status = tricorn_edge_similarity(job.call.context, job.graph->graph, &how, NULL);
    py_call_acquire(&job.call);
    return end(&job, status, reserve);
}
