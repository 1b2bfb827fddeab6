/* changing.c - updates the triangle counts of a graph that changes by batches.
 *
 * - For a small batch, only the rows of its vertices are read: the triangles of removed edges
 *   are counted before the change, those of added edges after it.
 * - For a large batch, the rows are changed, and then all triangles are counted again.
 * - A cost model chooses between the two methods.
 */
#include "analysis/changing.h"

#include <string.h>

#include "analysis/changing_gpu.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "cpu/cost.h"
#include "device/device.h"
#include "prepare/prepare.h"
#include "prepare/cpu/radix_sort.h"
#include "registry/device_name.h"
#include "schedule/plan.h"
#include "task/changing_gpu.h"

/* Costs in seconds of one thread, fitted to batches of 10^5 and 10^6 edges of s20, ego-Twitter and soc-Epinions1 with
 * two threads. PREPARE_SECONDS: to prepare an edge again. The others are for an edge of a batch, beyond what both
 * methods do: EDGE_SECONDS to count it, LOOK_SECONDS for each look-up, SUPPORT_LOOK_SECONDS for a look-up that also
 * updates supports. */
static const double PREPARE_SECONDS = 30e-9, EDGE_SECONDS = 50e-9, LOOK_SECONDS = 2.4e-9, SUPPORT_LOOK_SECONDS = 25e-9;

/* The time of counting the triangles of each vertex, relative to that of the total, in a graph
 * with hubs; fitted to the same graphs. */
static const double SINK_FACTOR = 1.5;

/* The order of the first graph is kept until its rows have WORSE times as many wedges as at
 * first; then it pays to prepare the graph again. */
enum { WORSE = 4 };

/* ---- counting all ---- */

/* The result of counting all triangles: those of each vertex and, if wanted, the supports of edges. */
typedef struct counted {
    uint64_t *vertices;
    uint32_t *supports; /* by position in the graph's rows; NULL: not wanted */
    uint64_t triangles;
} counted;

static void free_counted(counted *found)
{
    tg_free(found->vertices);
    tg_free(found->supports);
    *found = (counted){0};
}

/* Sets the triangles of each vertex to half of the sum of its edges' supports. */
static void add_supports(tricorn_context *context, const tg_rows *rows, counted *found)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows->count; u++) {
        uint64_t own = 0;
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            if (found->supports[e] == 0) continue;
            own += found->supports[e];
            __atomic_fetch_add(&found->vertices[rows->ids[e]], found->supports[e], __ATOMIC_RELAXED);
        }
        if (own > 0) __atomic_fetch_add(&found->vertices[u], own, __ATOMIC_RELAXED);
    }
    for (uint32_t u = 0; u < rows->count; u++) found->vertices[u] /= 2;
}

static tricorn_status count_all(tricorn_context *context, const tricorn_graph *graph, bool supports, counted *found)
{
    tricorn_status status = TRICORN_OK;
    const tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result;
    tg_plan *plan = NULL;
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)graph->vertices + 1, &found->vertices));
    if (supports) TG_TRY(TG_ALLOC_ZERO(context, graph->edges + 1, &found->supports));
    const tg_sink sink = supports ? tg_sink_of_edges(found->supports) : tg_sink_of_vertices(found->vertices);
    TG_TRY(tg_plan_create(context, graph, &options, supports ? TG_SINK_EDGES : TG_SINK_VERTICES, &plan));
    TG_TRY(tg_plan_execute(context, plan, &sink, &result));
    if (supports) add_supports(context, &rows, found);
    found->triangles = result.triangles;
cleanup:
    if (plan) tg_plan_free(plan);
    return status;
}

/* Lists the edges of all rows, with the vertices' numbers in the input of `graph`, or with their
 * numbers in the rows if `graph` is NULL. */
static tricorn_status edges_of(
  tricorn_context *context, const tg_changing_rows *rows, const tricorn_graph *graph, tg_edges *edges)
{
    TG_DO(tg_edges_create(context, 1, edges));
    TG_DO(tg_edge_part_reserve(context, &edges->parts[0], rows->ids / 2 + 1, sizeof(tg_edge)));
    for (uint32_t u = 0; u < rows->vertices; u++)
        for (uint32_t i = 0; i < rows->rows[u].length && rows->rows[u].ids[i] < u; i++) {
            const uint32_t v = rows->rows[u].ids[i];
            tg_edge_part_push(
              &edges->parts[0], graph ? tg_graph_input_id(graph, u) : u, graph ? tg_graph_input_id(graph, v) : v);
        }
    return TRICORN_OK;
}

/* Makes a graph whose rows are the smaller ids of each row, without sorting: it keeps the order
 * of the first graph. */
static tricorn_status graph_below(tricorn_context *context, const tg_changing_rows *rows, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = (uint32_t)rows->vertices;
    tricorn_graph *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->active = made->vertices = count;
    made->edges = rows->ids / 2;
    made->order = TG_ORDER_OTHER;
    made->source = "arrays";
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)count + 1, &made->host.offsets));
    TG_TRY(TG_ALLOC(context, made->edges + 1, &made->host.targets));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < count; u++) made->host.offsets[u] = tg_changing_rows_below(rows, u, u);
    tg_prefix_sum(context, made->host.offsets, count);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < count; u++) {
        const uint64_t first = made->host.offsets[u], last = made->host.offsets[u + 1];
        if (last > first)
            memcpy(made->host.targets + first, rows->rows[u].ids, (last - first) * sizeof *made->host.targets);
    }
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

static tricorn_status prepare_again(tricorn_context *context, const tg_changing_rows *rows, tricorn_graph **graph)
{
    const tg_prepare_options options = {.strict = false};
    tricorn_status status = TRICORN_OK;
    tg_edges edges = {0};

    TG_TRY(edges_of(context, rows, NULL, &edges));
    edges.vertices = rows->vertices;
    TG_TRY(tg_prepare(context, &edges, &options, graph));
cleanup:
    tg_edges_free(&edges);
    return status;
}

/* Makes a graph of the rows as they are now. Keeping the order of the first graph saves a
 * preparation, until that order has far more wedges than the first graph had. */
static tricorn_status graph_of(tricorn_context *context, const tricorn_changing *changing, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    tg_rows rows;

    TG_TRY(graph_below(context, &changing->rows, &made));
    TG_TRY(tg_graph_rows(context, made, &rows));
    if (tg_rows_measures(context, &rows).wedges > changing->most_wedges) {
        tricorn_graph_free(made);
        made = NULL;
        TG_TRY(prepare_again(context, &changing->rows, &made));
    }
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

static void set_supports(const tricorn_context *context, const tricorn_graph *graph, const tg_rows *rows,
  const uint32_t *supports, tg_changing_rows *to)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows->count; u++) {
        const uint64_t first = rows->offsets[u], last = rows->offsets[u + 1];
        if (first == last) continue;
        /* The graph has the order of the rows: each of its rows is the beginning of a changing row. */
        if (graph->input_ids == NULL) {
            memcpy(tg_changing_supports(&to->rows[u]), supports + first, (last - first) * sizeof *supports);
            continue;
        }
        for (uint64_t e = first; e < last; e++)
            *tg_changing_rows_support(to, tg_graph_input_id(graph, u), tg_graph_input_id(graph, rows->ids[e])) =
              supports[e];
    }
}

/* Counts all triangles again. After a failure nothing has changed. */
static tricorn_status recount(tricorn_context *context, tricorn_changing *changing)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;
    counted found = {0};
    tg_rows rows;

    TG_TRY(graph_of(context, changing, &graph));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(count_all(context, graph, changing->rows.supported, &found));
    if (found.supports) set_supports(context, graph, &rows, found.supports, &changing->rows);
    for (uint64_t v = 0; v < changing->rows.vertices; v++) changing->vertices[v] = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) changing->vertices[tg_graph_input_id(graph, v)] = found.vertices[v];
    changing->triangles = found.triangles;
cleanup:
    free_counted(&found);
    tricorn_graph_free(graph);
    return status;
}

/* Copies the rows from the GPU to *memory, and makes *rows point to them. */
static tricorn_status fetch_rows(
  tricorn_context *context, const tricorn_changing *changing, tg_rows *memory, tg_changing_rows *rows)
{
    *rows = (tg_changing_rows){.vertices = changing->rows.vertices};
    TG_DO(tg_changing_rows_from_gpu(context, changing, memory));
    TG_DO(TG_ALLOC_ZERO(context, rows->vertices + 1, &rows->rows));
    rows->ids = memory->offsets[memory->count];
    for (uint64_t v = 0; v < rows->vertices; v++) {
        const uint64_t first = memory->offsets[v], last = memory->offsets[v + 1];
        rows->rows[v].ids = (uint32_t *)(uintptr_t)memory->ids + first;
        rows->rows[v].length = rows->rows[v].room = (uint32_t)(last - first);
    }
    return TRICORN_OK;
}

tricorn_status tg_changing_graph(tricorn_context *context, const tricorn_changing *changing, tricorn_graph **graph)
{
    const tg_prepare_options options = {.strict = false};
    const tricorn_graph *first = changing->graph;
    tricorn_status status = TRICORN_OK;
    tg_changing_rows rows = {0};
    tg_rows memory = {0};
    tg_edges edges = {0};

    if (changing->gpu) TG_TRY(fetch_rows(context, changing, &memory, &rows));
    if (changing->rows.vertices > first->vertices) {
        TG_TRY(tg_changing_named_edges(context, changing, &edges));
    } else {
        TG_TRY(edges_of(context, changing->gpu ? &rows : &changing->rows, first, &edges));
        edges.vertices = tg_graph_input_numbers(first);
        TG_TRY(tg_ids_copy(context, &first->ids, edges.vertices, &edges.ids));
    }
    TG_TRY(tg_prepare(context, &edges, &options, graph));
    (*graph)->source = first->source;
cleanup:
    tg_edges_free(&edges);
    tg_free(rows.rows);
    tg_rows_free(&memory);
    return status;
}

/* ---- creating ---- */

/* Returns the predicted seconds to prepare and count the graph, divided by the number of edges. */
static double cost_of_recount(tricorn_context *context, const tg_rows *rows)
{
    const tg_task task = tg_task_of_rows(rows);
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    tg_features features;
    tg_hub_cost hubs;

    if (edges == 0) return PREPARE_SECONDS;
    tg_features_measure(context, &task, &features);
    double cost = tg_cost_of_sink_rows(&features);
    if (tg_cost_of_hubs(&features, context->threads, tg_memory_room(context->memory), &hubs)) {
        const double other = SINK_FACTOR * (hubs.prepare_seconds + hubs.count_seconds);
        if (other < cost) cost = other;
    }
    return PREPARE_SECONDS + cost / (double)edges;
}

static tricorn_status begin_on_cpu(tricorn_context *context, tricorn_changing *made)
{
    tricorn_status status = TRICORN_OK;
    counted found = {0};
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, made->graph, &rows));
    TG_TRY(tg_changing_rows_create(context, &rows, made->graph->vertices, NULL, &made->rows));
    TG_TRY(count_all(context, made->graph, false, &found));
    made->vertices = found.vertices;
    found.vertices = NULL;
    made->triangles = found.triangles;
    made->most_wedges = WORSE * tg_rows_measures(context, &rows).wedges + rows.count;
    made->recount_seconds = cost_of_recount(context, &rows);
cleanup:
    free_counted(&found);
    return status;
}

tricorn_status tg_changing_create(
  tricorn_context *context, const tricorn_graph *graph, const char *device, tricorn_changing **changing)
{
    tricorn_status status = TRICORN_OK;
    tricorn_changing *made = NULL;
    tg_device_choice choice;

    TG_TRY(tg_device_choice_read(context, device, &choice));
    const bool on_gpu = !choice.automatic && choice.kind == TG_GPU;
    if (on_gpu && choice.gpus.count > 1)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "a graph changes on one GPU; name it, for example by %s",
          TG_OPTION("device=gpu:0")));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->graph = graph;
    made->rows.vertices = graph->vertices;
    TG_TRY(
      on_gpu ? tg_changing_begin_on_gpu(context, graph, choice.gpus.numbers[0], made) : begin_on_cpu(context, made));
    *changing = made;
    made = NULL;
cleanup:
    tg_changing_free(made);
    return status;
}

uint64_t tg_changing_edges(const tricorn_changing *changing)
{
    return changing->gpu ? tg_changing_gpu_edges(changing->gpu) : changing->rows.ids / 2;
}

uint64_t tg_changing_vertex(const tricorn_changing *changing, uint32_t vertex)
{
    return changing->gpu ? tg_changing_gpu_vertex(changing->gpu, vertex) : changing->vertices[vertex];
}

tricorn_status tg_changing_vertices(tricorn_context *context, const tricorn_changing *changing, uint64_t *triangles)
{
    if (changing->gpu) {
        TG_DO(tg_device_open(context, tg_changing_gpu_ordinal(changing->gpu)));
        TG_DO(tg_changing_gpu_vertices(context, changing->gpu, triangles));
    } else if (changing->rows.vertices > 0) {
        memcpy(triangles, changing->vertices, changing->rows.vertices * sizeof *triangles);
    }
    return TRICORN_OK;
}

tricorn_status tg_changing_keep_supports(tricorn_context *context, tricorn_changing *changing)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;
    tg_changing_rows rows = {0};
    counted found = {0};
    tg_rows below;

    if (changing->gpu) return tg_changing_keep_supports_on_gpu(context, changing);
    if (changing->rows.supported) return TRICORN_OK;
    TG_TRY(graph_below(context, &changing->rows, &graph));
    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(count_all(context, graph, true, &found));
    TG_TRY(tg_changing_rows_create(context, &below, changing->rows.vertices, found.supports, &rows));
    tg_changing_rows_free(&changing->rows);
    changing->rows = rows;
    rows = (tg_changing_rows){0};
cleanup:
    free_counted(&found);
    tg_changing_rows_free(&rows);
    tricorn_graph_free(graph);
    return status;
}

bool tg_changing_supported(const tricorn_changing *changing)
{
    return changing->gpu ? tg_changing_gpu_supported(changing->gpu) : changing->rows.supported;
}

static uint32_t support_of(const tg_changing_rows *rows, uint32_t u, uint32_t v)
{
    return tg_changing_rows_have(rows, u, v) ? *tg_changing_rows_support(rows, u, v) : 0;
}

tricorn_status tg_changing_supports_of(
  tricorn_context *context, const tricorn_changing *changing, const uint32_t *pairs, uint64_t count, uint32_t *supports)
{
    if (changing->gpu) return tg_changing_supports_from_gpu(context, changing, pairs, count, supports);
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) supports[i] = support_of(&changing->rows, pairs[2 * i], pairs[2 * i + 1]);
    return TRICORN_OK;
}

uint64_t tg_changing_support_of(const tricorn_changing *changing, uint32_t u, uint32_t v)
{
    return changing->gpu ? tg_changing_gpu_support(changing->gpu, u, v) : support_of(&changing->rows, u, v);
}

void tg_changing_free(tricorn_changing *changing)
{
    if (changing == NULL) return;
    tg_changing_gpu_free(changing->gpu);
    tg_batch_bits_free(&changing->bits);
    tg_changing_rows_free(&changing->rows);
    tg_strings_free(changing->ids);
    tg_free(changing->vertices);
    tg_free(changing);
}

/* ---- a batch ---- */

/* Edges, each as smaller end << 32 | larger end. Later also arcs, two for each edge, each as
 * from << 32 | to. */
typedef struct edge_set {
    uint64_t *keys;
    uint64_t count;
} edge_set;

static const uint64_t NO_EDGE = UINT64_MAX; /* the key of a loop, which no edge is */

/* Makes a sorted set of the edges in `pairs`, without loops and repetitions. */
static tricorn_status sort_edges(tricorn_context *context, const uint32_t *pairs, uint64_t count, edge_set *set)
{
    uint64_t kept = 0;

    TG_DO(TG_ALLOC(context, 2 * count + 1, &set->keys)); /* with room for the arcs, too */
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t u = pairs[2 * i], v = pairs[2 * i + 1];
        if (u == v) continue;
        set->keys[kept++] = u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
    }
    TG_DO(tg_radix_sort(context, set->keys, kept));
    TG_DO(tg_check_cancelled(context)); /* a cancelled sort leaves the keys unsorted */
    for (uint64_t i = 0; i < kept; i++)
        if (i == 0 || set->keys[i] != set->keys[i - 1]) set->keys[set->count++] = set->keys[i];
    return TRICORN_OK;
}

/* Sets the keys of edges that keep_edges() drops to NO_EDGE, among the up to TG_SOUGHT edges
 * from number `first` on. */
static void drop_edges(const tg_changing_rows *rows, edge_set *set, uint64_t first, bool there, const tg_arcs *others)
{
    const uint64_t left = set->count - first, count = left < TG_SOUGHT ? left : TG_SOUGHT;
    uint64_t *keys = set->keys + first, sought[TG_SOUGHT];
    uint32_t places[TG_SOUGHT];
    for (uint64_t i = 0; i < count; i++) { /* searches the shorter of both rows */
        const uint32_t u = tg_arc_from(keys[i]), v = (uint32_t)keys[i];
        const bool is_shorter = rows->rows[u].length <= rows->rows[v].length;
        sought[i] = is_shorter ? keys[i] : (uint64_t)v << 32 | u;
    }
    tg_changing_rows_find(rows, sought, count, places);
    for (uint64_t i = 0; i < count; i++) {
        const tg_changing_row *row = &rows->rows[tg_arc_from(sought[i])];
        const bool found = places[i] < row->length && row->ids[places[i]] == (uint32_t)sought[i];
        const uint64_t at = tg_lower_bound_64(others->keys, others->count, keys[i]);
        if (found != there || (at < others->count && others->keys[at] == keys[i])) keys[i] = NO_EDGE;
    }
}

/* Keeps those edges that are in the rows (if the flag is set; otherwise those that are not) and
 * that are not in `other`, which may be NULL. */
static void keep_edges(
  const tricorn_context *context, const tg_changing_rows *rows, edge_set *set, bool there, const edge_set *other)
{
    const tg_arcs others = other ? (tg_arcs){other->keys, other->count} : (tg_arcs){0};
    uint64_t kept = 0;
    if (set->count == 0) return;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t first = 0; first < set->count; first += TG_SOUGHT) drop_edges(rows, set, first, there, &others);
    for (uint64_t i = 0; i < set->count; i++)
        if (set->keys[i] != NO_EDGE) set->keys[kept++] = set->keys[i];
    set->count = kept;
}

static tricorn_status make_arcs(tricorn_context *context, const edge_set *set)
{
    for (uint64_t i = 0; i < set->count; i++) set->keys[set->count + i] = set->keys[i] << 32 | set->keys[i] >> 32;
    TG_DO(tg_radix_sort(context, set->keys, 2 * set->count));
    return tg_check_cancelled(context);
}

static tg_arcs arcs_of(const edge_set *set)
{
    return (tg_arcs){set->keys, 2 * set->count};
}

/* Returns the predicted seconds to count the triangles of these edges: for each edge, all
 * neighbours of the end with fewer neighbours are looked up. */
static double cost_of(const tricorn_context *context, const tg_changing_rows *rows, const edge_set *set)
{
    double looks = 0;
    if (set->count == 0) return 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(+ : looks)
    for (uint64_t i = 0; i < set->count; i++) {
        const uint32_t a = rows->rows[tg_arc_from(set->keys[i])].length;
        const uint32_t b = rows->rows[(uint32_t)set->keys[i]].length;
        looks += a < b ? a : b;
    }
    return (double)set->count * EDGE_SECONDS + looks * (rows->supported ? SUPPORT_LOOK_SECONDS : LOOK_SECONDS);
}

static void change_rows(
  const tricorn_context *context, tg_changing_rows *rows, const edge_set *removed, const edge_set *added)
{
    const tg_arcs gone = arcs_of(removed), come = arcs_of(added);
    tg_changing_rows_remove(context, rows, &gone);
    tg_changing_rows_insert(context, rows, &come);
}

/* Updates the counts from the rows that the batch touches. Every step that can fail comes before any change. */
static tricorn_status apply_by_rows(
  tricorn_context *context, tricorn_changing *changing, const edge_set *removed, const edge_set *added)
{
    const tg_arcs gone = arcs_of(removed), come = arcs_of(added);
    tg_arc_batch batch = {.rows = &changing->rows, .bits = &changing->bits, .vertices = changing->vertices};
    TG_DO(tg_batch_bits_make(context, &changing->rows, &changing->bits));
    TG_DO(tg_changing_rows_make_bits(context, &changing->rows, &gone));
    TG_DO(tg_changing_rows_make_bits(context, &changing->rows, &come));
    batch.arcs = &gone;
    batch.removed = true;
    tg_batch_triangles(context, &batch, &changing->triangles);
    change_rows(context, &changing->rows, removed, added);
    batch.arcs = &come;
    batch.removed = false;
    tg_batch_triangles(context, &batch, &changing->triangles);
    return TRICORN_OK;
}

/* Copies the supports of a batch's edges from the rows or, if `set` is true, to the rows. */
static void copy_supports(const tg_changing_rows *rows, const edge_set *edges, uint32_t *supports, bool set)
{
    const tg_arcs arcs = arcs_of(edges);
    for (uint64_t i = 0; i < arcs.count; i++) {
        const uint32_t u = tg_arc_from(arcs.keys[i]), v = (uint32_t)arcs.keys[i];
        if (u < v) continue;
        uint32_t *const at = tg_changing_rows_support(rows, u, v);
        if (set)
            *at = supports[i];
        else
            supports[i] = *at;
    }
}

/* Changes the rows and counts all triangles again. After a failure the rows are changed back,
 * for which they still have room. */
static tricorn_status apply_by_recount(
  tricorn_context *context, tricorn_changing *changing, const edge_set *removed, const edge_set *added)
{
    tg_changing_rows *rows = &changing->rows;
    tricorn_status status = TRICORN_OK;
    uint32_t *supports = NULL; /* the supports of the removed edges */

    if (rows->supported) TG_TRY(TG_ALLOC(context, 2 * removed->count + 1, &supports));
    if (supports) copy_supports(rows, removed, supports, false);
    change_rows(context, rows, removed, added);
    status = recount(context, changing);
    if (status == TRICORN_OK) goto cleanup;
    change_rows(context, rows, added, removed);
    if (supports) copy_supports(rows, removed, supports, true);
cleanup:
    tg_free(supports);
    return status;
}

tricorn_status tg_changing_apply(tricorn_context *context, tricorn_changing *changing, const tg_batch *batch,
  tg_batch_method method, tg_batch_done *done)
{
    tg_changing_rows *rows = &changing->rows;
    tricorn_status status = TRICORN_OK;
    edge_set removed = {0}, added = {0};

    if (changing->gpu) return tg_changing_apply_on_gpu(context, changing, batch, method, done);
    TG_TRY(sort_edges(context, batch->removed, batch->removed_count, &removed));
    TG_TRY(sort_edges(context, batch->added, batch->added_count, &added));
    keep_edges(context, rows, &removed, true, &added);
    keep_edges(context, rows, &added, false, NULL);
    const double by_rows = cost_of(context, rows, &removed) + cost_of(context, rows, &added);
    const double again = (double)rows->ids / 2 * changing->recount_seconds;
    if (method == TG_BATCH_AUTO) method = by_rows <= again ? TG_BATCH_ROWS : TG_BATCH_RECOUNT;
    TG_TRY(make_arcs(context, &removed));
    TG_TRY(make_arcs(context, &added));
    const tg_arcs come = arcs_of(&added);
    TG_TRY(tg_changing_rows_reserve(context, rows, &come));
    TG_TRY(method == TG_BATCH_ROWS ? apply_by_rows(context, changing, &removed, &added)
                                   : apply_by_recount(context, changing, &removed, &added));
    *done = (tg_batch_done){removed.count, added.count, method};
cleanup:
    tg_free(removed.keys);
    tg_free(added.keys);
    return status;
}
