/* edges.c - lists the edges of a Graph in the caller's order, with their weights. */
#include "graph.h"

/* The edges as the library lists them, and the rows of the list: (edge, end), in their order. */
typedef struct edge_list {
    uint64_t vertices, edges, rows;
    uint32_t *ends; /* by their places */
    uint8_t *directions;
    double *weights;
    uint64_t *order[2]; /* twice an edge, plus 1 if the row begins at its second end */
    uint64_t *starts; /* of the rows of each place */
} edge_list;

static tricorn_status make(py_call *call, uint64_t count, size_t size, void *array)
{
    return tricorn_array_create(call->context, count + 1, size, array);
}

static tricorn_status make_arrays(py_call *call, edge_list *list, bool directed, bool weighted)
{
    tricorn_status status = make(call, 2 * list->edges, sizeof *list->ends, &list->ends);
    if (status == TRICORN_OK && directed) status = make(call, list->edges, sizeof *list->directions, &list->directions);
    if (status == TRICORN_OK && weighted) status = make(call, list->edges, sizeof *list->weights, &list->weights);
    for (int o = 0; status == TRICORN_OK && o < 2; o++)
        status = make(call, list->edges * (directed ? 2 : 1), sizeof *list->order[o], &list->order[o]);
    if (status == TRICORN_OK) status = make(call, list->vertices + 1, sizeof *list->starts, &list->starts);
    return status;
}

/* Puts places for vertices, and lists the rows: without directions an edge begins at the smaller place. */
static void list_rows(edge_list *list, const uint32_t *places)
{
    for (uint64_t e = 0; e < list->edges; e++) {
        uint32_t *ends = &list->ends[2 * e];
        ends[0] = places[ends[0]];
        ends[1] = places[ends[1]];
        const unsigned ways = list->directions ? list->directions[e] : ends[0] < ends[1] ? 1 : 2;
        if (ways & 1) list->order[0][list->rows++] = 2 * e;
        if (ways & 2) list->order[0][list->rows++] = 2 * e + 1;
    }
}

/* Sorts the rows by their first ends (`other` 0) or second ends (1); equal ones stay in their order. */
static void sort_rows(edge_list *list, const uint64_t *from, uint64_t *to, unsigned other)
{
    for (uint64_t v = 0; v <= list->vertices; v++) list->starts[v] = 0;
    for (uint64_t i = 0; i < list->rows; i++) list->starts[list->ends[from[i] ^ other] + 1]++;
    for (uint64_t v = 0; v < list->vertices; v++) list->starts[v + 1] += list->starts[v];
    for (uint64_t i = 0; i < list->rows; i++) to[list->starts[list->ends[from[i] ^ other]]++] = from[i];
}

static tricorn_status find_edges(py_call *call, const py_graph *graph, edge_list *list)
{
    const tricorn_status status =
      tricorn_graph_edges(call->context, graph->graph, list->ends, list->directions, list->weights);
    if (status != TRICORN_OK) return status;
    list_rows(list, graph->places);
    sort_rows(list, list->order[0], list->order[1], 1);
    sort_rows(list, list->order[1], list->order[0], 0);
    return TRICORN_OK;
}

/* Fills the arrays of the result; names: those of the places, NULL if places are wanted. */
static void fill(const edge_list *list, const uint64_t *names, uint64_t *ends, double *weights)
{
    for (uint64_t i = 0; i < list->rows; i++) {
        const uint64_t row = list->order[0][i];
        const uint32_t first = list->ends[row], second = list->ends[row ^ 1];
        ends[i] = names ? names[first] : first;
        ends[list->rows + i] = names ? names[second] : second;
        if (weights) weights[i] = list->weights[row / 2];
    }
}

/* Makes the names of places: the caller's names are by vertices. */
static tricorn_status name_places(py_call *call, const py_graph *graph, uint64_t vertices, uint64_t **names)
{
    const tricorn_status status = make(call, vertices, sizeof **names, names);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++) (*names)[graph->places[v]] = graph->names[v];
    return status;
}

static tricorn_status list_edges(py_call *call, py_graph *graph, bool by_places, edge_list *list, py_array *made[2])
{
    uint64_t *names = NULL;
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_status status = tricorn_graph_describe(call->context, graph->graph, &of);
    *list = (edge_list){.vertices = of.vertices + of.isolated, .edges = of.edges};
    if (status == TRICORN_OK) status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = make_arrays(call, list, of.directed, of.weighted);
    if (status == TRICORN_OK) status = PY_RELEASED(call, find_edges(call, graph, list));
    if (status == TRICORN_OK && !by_places) status = name_places(call, graph, list->vertices, &names);
    if (status == TRICORN_OK)
        status = py_array_create(call, by_places ? 'q' : py_graph_format(graph), list->rows, 2, &made[0]);
    if (status == TRICORN_OK && of.weighted) status = py_array_create(call, 'd', list->rows, 0, &made[1]);
    if (status == TRICORN_OK) fill(list, names, made[0]->data, made[1] ? made[1]->data : NULL);
    tricorn_array_free(names);
    return status;
}

static void free_list(edge_list *list)
{
    tricorn_array_free(list->ends);
    tricorn_array_free(list->directions);
    tricorn_array_free(list->weights);
    tricorn_array_free(list->order[0]);
    tricorn_array_free(list->order[1]);
    tricorn_array_free(list->starts);
}

tricorn_status py_graph_edge_places(py_call *call, py_graph *graph, uint64_t **places, uint64_t *count)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    uint64_t *found = NULL;
    tricorn_status status = tricorn_graph_describe(call->context, graph->graph, &of);
    edge_list list = {.vertices = of.vertices + of.isolated, .edges = of.edges};
    if (status == TRICORN_OK) status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = make_arrays(call, &list, false, false);
    if (status == TRICORN_OK) status = make(call, list.edges, sizeof *found, &found);
    if (status == TRICORN_OK) status = find_edges(call, graph, &list);
    for (uint64_t i = 0; status == TRICORN_OK && i < list.rows; i++) found[list.order[0][i] / 2] = i;
    free_list(&list);
    *count = list.edges;
    *places = found;
    return status;
}

/* edges(settings): returns the ends of each edge, or of each direction that the graph has, and
 * the weights, or None. settings["places"]: ends are places, else the caller's ids. */
PyObject *py_edges(PyObject *self, PyObject *settings)
{
    py_array *made[2] = {NULL, NULL};
    edge_list list = {0};
    int by_places = 0;
    py_call call;
    if (!py_get_flag(settings, "places", &by_places) || !py_call_begin(&call, settings)) return NULL;
    const tricorn_status status = list_edges(&call, (py_graph *)self, by_places != 0, &list, made);
    free_list(&list);
    return py_pair_finish(&call, status, made);
}
