/* module.c - the module tricorn._tricorn, on which the package in python/tricorn/ is built. */
#include "plan.h"
#include "words.h"

/* ---- descriptions of this build ---- */

static const char *algorithm_at(size_t index)
{
    const tricorn_algorithm_description *found = tricorn_algorithm_at(index);
    return found ? found->name : NULL;
}

static const char *partition_at(size_t index)
{
    const tricorn_partition_description *found = tricorn_partition_at(index);
    return found ? found->name : NULL;
}

static const char *model_at(size_t index)
{
    const tricorn_model_description *found = tricorn_model_at(index);
    return found ? found->name : NULL;
}

static const char *format_at(size_t index)
{
    const tricorn_format_description *found = tricorn_format_at(index);
    return found ? found->name : NULL;
}

static const char *measure_at(size_t index)
{
    return index < TRICORN_OF_SUCCESSORS ? tricorn_measure_name((tricorn_measure)index) : NULL;
}

static PyObject *list_names(const char *(*at)(size_t index))
{
    const char *name;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && (name = at(i)) != NULL; i++) {
        PyObject *text = PyUnicode_FromString(name);
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

#define LIST(name, at) \
    static PyObject *name(PyObject *module, PyObject *nothing) \
    { \
        (void)module, (void)nothing; \
        return list_names(at); \
    }
LIST(algorithms, algorithm_at)
LIST(partitions, partition_at)
LIST(models, model_at)
LIST(formats, format_at)
LIST(measures, measure_at)

/* ---- the module ---- */

static PyMethodDef functions[] = {
  {"load", py_load, METH_VARARGS, "a graph of a file"},
  {"read", py_read, METH_VARARGS, "a graph of an open file descriptor"},
  {"from_columns", py_from_columns, METH_VARARGS, "a graph of pairs of arrays"},
  {"from_rows", py_from_rows, METH_VARARGS, "a graph of compressed sparse rows"},
  {"from_device_columns", py_from_device_columns, METH_VARARGS, "the same on a GPU"},
  {"from_device_rows", py_from_device_rows, METH_VARARGS, "a graph of rows on a GPU"},
  {"from_dictionaries", py_from_dictionaries, METH_VARARGS, "a graph of dicts of neighbours"},
  {"from_ends", py_from_ends, METH_VARARGS, "a graph of edges between 0, 1, 2, ..."},
  {"from_arrow", py_from_arrow, METH_VARARGS, "a graph of a table"},
  {"stream", py_stream, METH_O, "a stream of Arrow of columns"},
  {"encode_words", py_encode_words, METH_O, "words as Arrow has them"},
  {"number_words", py_number_words, METH_VARARGS, "numbers of words"},
  {"columns_find", py_columns_find, METH_VARARGS, "the columns of a table by their names"},
  {"conditions_test", py_conditions_test, METH_VARARGS, "whether conditions hold for values"},
  {"arrow_names", py_arrow_names, METH_O, "names of the columns of a table"},
  {"generate", py_generate, METH_VARARGS, "a graph of a model"},
  {"plan", py_plan_create, METH_VARARGS, "a graph prepared for one way to count"},
  {"changing", py_changing_create, METH_VARARGS, "a graph that changes by batches"},
  {"cliques", py_cliques_create, METH_VARARGS, "an iterator over cliques"},
  {"parts", py_parts_create, METH_VARARGS, "a count in numbered parts"},
  {"sample", py_sample, METH_VARARGS, "about how many triangles a file has, in one reading"},
  {"estimate", py_estimate, METH_VARARGS, "the memory that a file will take"},
  {"work_folder", py_work_folder, METH_VARARGS, "the state of shared work in a folder"},
  {"algorithms", algorithms, METH_NOARGS, "names of algorithms"},
  {"algorithm", py_algorithm, METH_VARARGS, "what an algorithm is"},
  {"partitions", partitions, METH_NOARGS, "names of partitions"},
  {"partition", py_partition, METH_VARARGS, "what a partition is"},
  {"models", models, METH_NOARGS, "names of models"},
  {"formats", formats, METH_NOARGS, "names of formats"},
  {"measures", measures, METH_NOARGS, "names of measures of similarity"},
  {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC PyInit__tricorn(void);

PyMODINIT_FUNC PyInit__tricorn(void)
{
    static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
      .m_name = "_tricorn",
      .m_doc = "The library, as the package tricorn uses it.",
      .m_size = -1,
      .m_methods = functions};
    PyObject *module = PyModule_Create(&definition);
    if (module && py_add_errors(module) && py_add_array(module) && py_add_graph(module) && py_add_plan(module) &&
        py_add_parts(module) && py_add_changing(module) && py_add_cliques(module) &&
        PyModule_AddStringConstant(module, "__version__", tricorn_version()) == 0)
        return module;
    Py_XDECREF(module);
    return NULL;
}
