/* on_gpu.cu - graphs whose rows are in the memory of a GPU.
 *
 * - A plan on the same GPU borrows the rows, so nothing is copied to count them.
 * - The rows are copied to host memory when something asks for them, at most once.
 */
#include "prepare/on_gpu.h"

#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "device/cuda.cuh"
#include "prepare/gpu/columns.h"

struct tg_on_gpu {
    tg_device *device;
    uint32_t gpu;
    tricorn_graph *owner; /* the graph whose rows these are */
    pthread_mutex_t lock; /* guards the members below, and the creation of rows on the host */
    bool here; /* whether the rows are still on the GPU */
    uint32_t borrowers;
    tg_device_graph graph;
};

static void free_rows(tg_on_gpu *on_gpu)
{
    tg_device_free_held(on_gpu->device, (void *)on_gpu->graph.rows.offsets);
    tg_device_free_held(on_gpu->device, (void *)on_gpu->graph.rows.ids);
    tg_device_free_held(on_gpu->device, on_gpu->graph.sources);
    on_gpu->graph.rows.offsets = on_gpu->graph.rows.ids = on_gpu->graph.sources = NULL;
    on_gpu->here = false;
}

static void free_on_gpu(tg_on_gpu *on_gpu)
{
    free_rows(on_gpu);
    tg_device_release(on_gpu->device);
    pthread_mutex_destroy(&on_gpu->lock);
    tg_free(on_gpu);
}

/* ---- fetching ---- */

static tricorn_status fetch(tricorn_context *context, const tg_device_rows *rows, tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t offset_count = (uint64_t)rows->count + 1;
    uint32_t *narrow = NULL, *targets = NULL;
    uint64_t *offsets = NULL;

    TG_TRY(tg_device_open(context, graph->on_gpu->gpu));
    TG_TRY(TG_ALLOC(context, offset_count, &narrow));
    TG_TRY(TG_ALLOC(context, offset_count, &offsets));
    TG_TRY(TG_ALLOC(context, graph->edges, &targets));
    TG_TRY(tg_device_copy_out(context, narrow, rows->offsets, offset_count * sizeof *narrow));
    TG_TRY(tg_device_copy_out(context, targets, rows->ids, graph->edges * sizeof *targets));
    for (uint64_t r = 0; r < offset_count; r++) offsets[r] = narrow[r];
    graph->host.offsets = offsets;
    graph->host.targets = targets;
    offsets = NULL;
    targets = NULL;
cleanup:
    tg_free(narrow);
    tg_free(offsets);
    tg_free(targets);
    return status;
}

/* Copies the rows to host memory, unless it has them already. The caller must hold the lock.
 * The graph itself is constant; only the place of its rows changes. */
static tricorn_status fetch_locked(tricorn_context *context, tg_on_gpu *on_gpu)
{
    if (on_gpu->owner->host.offsets != NULL) return TRICORN_OK;
    return fetch(context, &on_gpu->graph.rows, on_gpu->owner);
}

/* Copies the rows to host memory, unless it has them already; tg_graph_rows() calls it. */
static tricorn_status fetch_rows(tricorn_context *context, const tricorn_graph *graph)
{
    tg_on_gpu *on_gpu = graph->on_gpu;
    pthread_mutex_lock(&on_gpu->lock);
    const tricorn_status status = fetch_locked(context, on_gpu);
    pthread_mutex_unlock(&on_gpu->lock);
    return status;
}

/* ---- creating ---- */

/* Moves the memory of the prepared graph to *graph, which owns it from now on. */
static tricorn_status make_on_gpu(tricorn_context *context, tg_device_graph *prepared, tricorn_graph *graph)
{
    tg_on_gpu *made = NULL;
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRICORN_OK) return status;
    made->device = tg_context_device(context);
    tg_device_hold(made->device);
    made->gpu = tg_device_properties_of(context)->ordinal;
    pthread_mutex_init(&made->lock, NULL);
    made->graph = *prepared;
    made->here = true;
    memset(prepared, 0, sizeof *prepared);
    made->owner = graph;
    graph->on_gpu = made;
    graph->free_on_gpu = free_on_gpu;
    graph->fetch = fetch_rows;
    return TRICORN_OK;
}

/* Copies the numbers of the input to the host: callers ask for ids without a context, so these
 * cannot stay on the GPU. */
static tricorn_status take_input_ids(tricorn_context *context, tg_device_graph *prepared, tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    if (prepared->input_ids == NULL) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, prepared->vertices, &graph->input_ids));
    TG_TRY(tg_device_copy_out(
      context, graph->input_ids, prepared->input_ids, prepared->vertices * sizeof *graph->input_ids));
    tg_device_free(context, prepared->input_ids);
    prepared->input_ids = NULL;
cleanup:
    return status;
}

/* Sets the figures that descriptions of the graph report. */
static void describe(const tg_device_graph *prepared, tricorn_graph *graph)
{
    graph->active = prepared->rows.count;
    graph->vertices = prepared->vertices;
    graph->edges = prepared->rows.id_count;
    graph->order = prepared->order;
    graph->input_edges = prepared->input_edges;
    graph->self_loops = prepared->self_loops;
    graph->duplicates = prepared->input_edges - prepared->self_loops - graph->edges;
    graph->both_directions = prepared->both_directions;
}

extern "C" tricorn_status tg_make_rows_on_gpu(
  tricorn_context *context, tg_preparation *preparation, const tg_scatter *scatter)
{
    tricorn_status status = TRICORN_OK;
    tg_device_graph prepared;

    memset(&prepared, 0, sizeof prepared);
    TG_TRY(tg_device_rows_of_scatter(context, preparation, scatter, &prepared));
    describe(&prepared, preparation->graph);
    TG_TRY(make_on_gpu(context, &prepared, preparation->graph));
cleanup:
    tg_device_graph_free(context, &prepared);
    return status;
}

/* A function that prepares edges on the GPU as tg_prepare_on_device does. */
typedef tricorn_status (*prepare_function)(
  tricorn_context *context, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times);

/* Makes a graph of the library from a graph on the GPU, whose memory the new graph then owns.
 * `start` is the time at which preparing began. */
static tricorn_status take_prepared(
  tricorn_context *context, tg_device_graph *prepared, const char *order, double start, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_reorder_on_device(context, order, prepared));
    describe(prepared, made);
    made->source = "arrays";
    TG_TRY(take_input_ids(context, prepared, made));
    TG_TRY(make_on_gpu(context, prepared, made));
    made->prepare_seconds = tg_clock_now() - start;
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

static tricorn_status prepare_on_gpu(
  tricorn_context *context, tg_edges *edges, prepare_function prepare, const char *order, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_graph prepared;
    tg_device_preparation_times times = {0, 0};
    tricorn_graph *made = NULL;

    memset(&prepared, 0, sizeof prepared);
    TG_TRY(prepare(context, edges, &prepared, &times));
    TG_TRY(take_prepared(context, &prepared, order, start, &made));
    made->ids = edges->ids;
    memset(&edges->ids, 0, sizeof edges->ids);
    made->transfer_seconds = times.transfer;
    made->prepare_seconds -= times.transfer;
    *graph = made;
cleanup:
    tg_device_graph_free(context, &prepared);
    return status;
}

extern "C" tricorn_status tg_prepare_on_gpu(
  tricorn_context *context, tg_edges *edges, const char *order, tricorn_graph **graph)
{
    return prepare_on_gpu(context, edges, tg_prepare_on_device, order, graph);
}

extern "C" tricorn_status tg_prepare_on_gpu_by_steps(tricorn_context *context, tg_edges *edges, tricorn_graph **graph)
{
    return prepare_on_gpu(context, edges, tg_prepare_by_steps, NULL, graph);
}

/* Prepares edges that are in the memory of the context's GPU, and frees them. */
static tricorn_status prepare_edges(
  tricorn_context *context, tg_device_edges *edges, const char *order, double start, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_device_graph prepared;
    memset(&prepared, 0, sizeof prepared);
    TG_TRY(tg_prepare_device_edges(context, edges, &prepared, NULL));
    TG_TRY(take_prepared(context, &prepared, order, start, graph));
cleanup:
    tg_device_graph_free(context, &prepared);
    return status;
}

extern "C" tricorn_status tg_on_gpu_of_columns(
  tricorn_context *context, const tricorn_edge_columns *columns, const tg_device_wish *wish, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_edges edges;
    memset(&edges, 0, sizeof edges);
    TG_TRY(tg_device_open_of(context, columns->sources.first));
    tg_device_set_limit(context, wish->bytes_limit);
    TG_TRY(tg_edges_of_columns(context, columns, &edges));
    TG_TRY(prepare_edges(context, &edges, wish->order, start, graph));
cleanup:
    tg_device_free(context, edges.edges);
    return status;
}

extern "C" tricorn_status tg_on_gpu_of_rows(tricorn_context *context, const tricorn_csr *rows, uint64_t entries,
  const tg_device_wish *wish, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_edges edges;
    memset(&edges, 0, sizeof edges);
    TG_TRY(tg_device_open_of(context, rows->offsets.first));
    tg_device_set_limit(context, wish->bytes_limit);
    TG_TRY(tg_edges_of_rows(context, rows, entries, &edges));
    TG_TRY(prepare_edges(context, &edges, wish->order, start, graph));
cleanup:
    tg_device_free(context, edges.edges);
    return status;
}

/* ---- borrowing ---- */

extern "C" bool tg_graph_is_on(const tricorn_graph *graph, uint32_t *gpu)
{
    tg_on_gpu *on_gpu = graph->on_gpu;
    if (on_gpu == NULL) return false;
    pthread_mutex_lock(&on_gpu->lock);
    const bool here = on_gpu->here;
    pthread_mutex_unlock(&on_gpu->lock);
    *gpu = on_gpu->gpu;
    return here;
}

extern "C" bool tg_on_gpu_borrow(const tricorn_graph *graph, tg_device_rows *rows, const uint32_t **sources)
{
    tg_on_gpu *on_gpu = graph->on_gpu;
    pthread_mutex_lock(&on_gpu->lock);
    const bool here = on_gpu->here;
    if (here) {
        on_gpu->borrowers++;
        *rows = on_gpu->graph.rows;
        *sources = on_gpu->graph.sources;
    }
    pthread_mutex_unlock(&on_gpu->lock);
    return here;
}

extern "C" void tg_on_gpu_return(const tricorn_graph *graph)
{
    pthread_mutex_lock(&graph->on_gpu->lock);
    graph->on_gpu->borrowers--;
    pthread_mutex_unlock(&graph->on_gpu->lock);
}

extern "C" tricorn_status tg_on_gpu_evict(tricorn_context *context, const tricorn_graph *graph)
{
    tg_on_gpu *on_gpu = graph->on_gpu;
    if (on_gpu == NULL) return TRICORN_OK;
    pthread_mutex_lock(&on_gpu->lock);
    const tricorn_status status = fetch_locked(context, on_gpu);
    if (status == TRICORN_OK && on_gpu->borrowers == 0) free_rows(on_gpu);
    pthread_mutex_unlock(&on_gpu->lock);
    return status;
}

extern "C" tg_row_measures tg_on_gpu_measures(const tricorn_graph *graph)
{
    tg_row_measures measures;
    measures.longest = graph->on_gpu->graph.longest;
    measures.wedges = graph->on_gpu->graph.wedges;
    return measures;
}

/* ---- back to the host ---- */

static tricorn_status copy_arrays(tricorn_context *context, const tg_device_graph *graph, tricorn_graph *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t offset_count = (uint64_t)graph->rows.count + 1;
    uint32_t *narrow = NULL;

    TG_TRY(TG_ALLOC(context, offset_count, &narrow));
    TG_TRY(TG_ALLOC(context, offset_count, &made->host.offsets));
    TG_TRY(TG_ALLOC(context, graph->rows.id_count, &made->host.targets));
    TG_TRY(tg_device_copy_out(context, narrow, graph->rows.offsets, offset_count * sizeof *narrow));
    for (uint64_t r = 0; r < offset_count; r++) made->host.offsets[r] = narrow[r];
    TG_TRY(tg_device_copy_out(
      context, made->host.targets, graph->rows.ids, graph->rows.id_count * sizeof *made->host.targets));
    if (graph->input_ids) {
        TG_TRY(TG_ALLOC(context, graph->vertices, &made->input_ids));
        TG_TRY(
          tg_device_copy_out(context, made->input_ids, graph->input_ids, graph->vertices * sizeof *made->input_ids));
    }
cleanup:
    tg_free(narrow);
    return status;
}

extern "C" tricorn_status tg_device_graph_to_host(
  tricorn_context *context, const tg_device_graph *graph, tricorn_graph **host)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    describe(graph, made);
    made->source = "arrays";
    TG_TRY(copy_arrays(context, graph, made));
    *host = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}
