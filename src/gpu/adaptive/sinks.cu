/* adaptive/sinks.cu - counts triangles by vertex and by edge: chooses the way in which each
 * triangle is counted, and counts edges one by one.
 *
 * - Lists are searched as in adaptive/edges.cu, but the positions of the ids matter. When a
 *   triangle u, v, w is found, it counts at once for w, or for the edges u->w and v->w.
 * - For u and v, or for the edge u->v of the list, all triangles of the list are added together,
 *   with one atomic addition.
 */
#include "gpu/adaptive/sinks.cuh"

#include "base/memory.h"
#include "gpu/adaptive/listed.cuh"
#include "gpu/adaptive/costs.cuh"
#include "gpu/adaptive/wedges.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/sink_counts.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 6,
    DRAWN = WARP_THREADS /* this many edges are drawn by a warp at a time */
};

/* ---- index ---- */

static void free_arrays(tg_device *device, tg_sink_index *made)
{
    tg_device_free_held(device, made->keys);
    tg_device_free_held(device, made->unit_starts);
    tg_device_free_held(device, made->keyed);
    tg_device_free_held(device, made->edges);
    tg_device_free_held(device, made->edge_count);
    tg_device_free_held(device, made->bits);
    tg_device_free_held(device, made->bit_starts);
    tg_device_free_held(device, made->hub_sums);
    tg_device_free_held(device, made->hub_vertices);
    tg_device_free_held(device, made->hub_tally);
    tg_hub_matrix_free(device, &made->hubs);
    tg_grouped_free(device, &made->entries);
    made->keys = NULL;
    made->unit_starts = made->keyed = made->edges = made->edge_count = made->bits = NULL;
    made->bit_starts = NULL;
    made->hub_sums = NULL;
    made->hub_vertices = NULL;
    made->hub_tally = NULL;
    made->block_limits = made->hub_rows = 0;
}

static void free_sink_index(tg_device *device, void *data)
{
    tg_sink_index *const made = (tg_sink_index *)data;
    if (made == NULL) return;
    free_arrays(device, made);
    tg_free(made);
}

/* Chooses which middle vertices are counted in blocks; by edge all blocks have 8 vertices. */
static void choose_blocks(const tg_device_task *task, tg_sink_kind kind, tg_sink_index *made)
{
    const tg_gpu_features *features = &made->features;
    if (features->edges < 1 || features->wedges < hub_wedges * features->edges) return;
    made->block_limits = tg_adaptive_block_limits(features, task->edges.count);
    made->widths = kind == TG_SINK_VERTICES ? all_widths() : least_widths();
}

/* Returns which fraction of the wedges in a cell of rows has its middle vertex in the first
 * `cells` cells of columns, estimated by the tests of blocks. */
static double part_before(const tg_gpu_features *features, uint32_t row_cell, uint32_t cells)
{
    double before = 0, all = 0;
    for (uint32_t c = 0; c < TG_HUB_CELLS; c++) {
        all += features->hub_tests[c][row_cell];
        if (c < cells) before += features->hub_tests[c][row_cell];
    }
    return row_cell < cells ? 1 : all > 0 ? before / all : 0;
}

/* Chooses the rows and hubs for which the matrix unit is faster by edge. It multiplies each row
 * with the hubs before it, in the columns of all hubs, and each two hubs in those of all rows. */
static tg_hub_bounds choose_closed(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_sink_index *made)
{
    const double pairs = tg_adaptive_product_rate(gpu), cell = TG_HUB_CELL;
    const double slower = rated_multiprocessors / gpu->multiprocessors;
    double best = edge_hub_seconds;
    uint32_t rows = 0, hubs = 0;
    for (uint32_t cells = 1; cells <= TG_HUB_CELLS; cells++) {
        double work = 0;
        for (uint32_t r = 0; r < TG_HUB_CELLS && r * TG_HUB_CELL < task->edges.count; r++) {
            work += made->features.row_wedges[r] * part_before(&made->features, r, cells) * wedge_seconds * slower;
            if (r + 1 < cells) continue;
            const double later = r + 1 - cells, square = cells / 2.0 * (r + 1);
            const double saved = work - cell * cell * cell * cells * (later * cells + square) / pairs;
            if (saved <= best) continue;
            best = saved;
            rows = (r + 1) * TG_HUB_CELL;
            hubs = cells * TG_HUB_CELL;
        }
    }
    return tg_hub_bounds_closed(rows, hubs);
}

/* Chooses the rows and hubs that the matrix unit counts, or uses the requested bounds. */
static tg_hub_bounds choose_hubs(const tricorn_context *context, const tg_device_task *task, tg_sink_kind kind,
  const tg_hub_bounds *asked, const tg_sink_index *made)
{
    const tg_device_properties *gpu = tg_device_properties_of(context);
    if (tg_adaptive_product_rate(gpu) <= 0 && (asked == NULL || !tg_hub_product_works(gpu)))
        return tg_hub_bounds_square(0);
    if (kind == TG_SINK_VERTICES) return asked ? *asked : tg_adaptive_vertex_bounds(gpu, task, &made->features);
    if (asked) return tg_hub_bounds_closed(asked->rows[0], tg_hub_columns(*asked));
    return task->first_row > 0 ? tg_hub_bounds_square(0) : choose_closed(gpu, task, made);
}

/* Builds the index for blocks, with or without hubs for the matrix unit. */
static tricorn_status index_some(tricorn_context *context, const tg_device_task *task, tg_sink_kind kind,
  const tg_hub_bounds *hubs, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    choose_blocks(task, kind, made);
    if (made->block_limits == 0) return TRICORN_OK;
    TG_TRY(tg_sink_index_hubs(context, task, kind, hubs, made));
    TG_TRY(kind == TG_SINK_VERTICES ? tg_sink_index_vertices(context, task, made)
                                    : tg_sink_index_edges(context, task, made));
cleanup:
    return status;
}

/* Builds the index for blocks if they pay and memory suffices. Otherwise edges are counted one
 * by one, which needs no memory. */
static tricorn_status index_whole(tricorn_context *context, const tg_device_task *task, tg_sink_kind kind,
  const tg_hub_bounds *asked, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    tg_device *const device = tg_context_device(context);
    tg_hub_bounds hubs;
    TG_TRY(tg_gpu_features_measure(context, task, &made->features));
    hubs = choose_hubs(context, task, kind, asked, made);
    status = index_some(context, task, kind, &hubs, made);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && hubs.rows[0] > 0) {
        free_arrays(device, made);
        hubs = tg_hub_bounds_square(0);
        status = index_some(context, task, kind, &hubs, made);
    }
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) {
        free_arrays(device, made);
        status = TRICORN_OK;
    }
cleanup:
    return status;
}

tricorn_status tg_sink_index_make(
  tricorn_context *context, tg_device_task *task, tg_sink_kind kind, const tg_hub_bounds *bounds)
{
    tricorn_status status = TRICORN_OK;
    tg_sink_index *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    if (task->whole) TG_TRY(index_whole(context, task, kind, bounds, made));
    task->index.data = made;
    task->index.free = free_sink_index;
    made = NULL;
cleanup:
    free_sink_index(tg_context_device(context), made);
    return status;
}

tricorn_status tg_adaptive_index_sink(tricorn_context *context, tg_device_task *task, tg_sink_kind kind)
{
    return tg_sink_index_make(context, task, kind, NULL);
}

/* ---- edges one by one ---- */

typedef struct edge_view {
    edge_list list;
    /* for edges u->v whose v is below this, blocks have counted the ids with keys */
    uint32_t block_limits;
    const uint32_t *keyed;
    tg_device_sink sink;
} edge_view;

/* Returns what is left to compare of both lists of an edge, or two empty lists if nothing is. */
template <bool WHOLE>
static __device__ __forceinline__ edge_parts parts_of(const tg_device_task &task, const edge_view &view, uint32_t edge)
{
    edge_parts parts = wedge_parts<WHOLE>(task, edge);
    const uint32_t v = load_id(task.edges.ids + edge);
    if (!WHOLE || v >= view.block_limits || parts.from.count == 0) return parts;
    const uint32_t done = load_id(view.keyed + load_id(task.sources + edge)) & ~TG_BEYOND_KEYS;
    const uint32_t into = load_id(view.keyed + v) & ~TG_BEYOND_KEYS;
    parts.from.start += done, parts.from.count -= done;
    parts.into.start += into, parts.into.count -= into;
    if (parts.into.count == 0) parts.from.count = 0;
    if (parts.from.count == 0) parts.into.count = 0;
    return parts;
}

/* The longer list of a lane's edge, in which all lanes search the ids of the shorter one. */
typedef struct sink_list {
    uint32_t start, length; /* where the longer list starts, and its length */
    uint32_t found;
} sink_list;

/* The edge of a lane, and its lists, which are empty if the lane has no edge. */
typedef struct lane_edge {
    edge_parts parts;
    uint32_t edge;
} lane_edge;

/* Counts the edge of each lane that has one. All lanes call it. */
static __device__ __forceinline__ uint32_t count_lane_edges(
  const tg_device_task &task, const tg_device_sink &sink, const lane_edge &own, flat_list *lists, sink_list *mine)
{
    const edge_parts &parts = own.parts;
    const bool flip = parts.into.count < parts.from.count;
    const row_part sent = flip ? parts.into : parts.from;
    const row_part kept = flip ? parts.from : parts.into;
    const sink_list list = {kept.start, kept.count, 0};
    __syncwarp(); /* all lanes have finished the edges before */
    mine[lane_id()] = list;
    __syncwarp();
    visit_lists(
      lists, {sent.start, sent.count, lane_id(), flip}, [&](uint32_t position, uint32_t owner, uint32_t flipped) {
          sink_list *const of = mine + owner;
          const uint32_t *const ids = flipped ? task.into.ids : task.from.ids;
          const uint32_t *const in = flipped ? task.from.ids : task.into.ids;
          const uint32_t w = load_id(ids + position);
          const uint32_t at = search_between(in, of->start, of->start + of->length, w);
          if (load_id(in + at) != w) return;
          count_third(sink, w, flipped ? at : position, flipped ? position : at);
          atomicAdd(&of->found, 1u);
      });
    __syncwarp();
    const uint32_t found = mine[lane_id()].found;
    if (found > 0) count_edge(task, sink, own.edge, found);
    return found;
}

/* Counts edges one by one. */
template <bool WHOLE>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges_sink(tg_device_task task, edge_view view, tg_tally *tally)
{
    __shared__ flat_list lists[WARPS][WARP_THREADS];
    __shared__ sink_list mine[WARPS][WARP_THREADS];
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const uint32_t count = edges_of_list(view.list);
    uint64_t found = 0;
    for (uint32_t first = warp_draw(&tally->next[1], DRAWN); first < count; first = warp_draw(&tally->next[1], DRAWN)) {
        const uint32_t i = first + lane_id();
        lane_edge own = {{{0, 0}, {0, 0}}, 0};
        if (i < count) {
            own.edge = edge_of_list(task, view.list, i);
            own.parts = parts_of<WHOLE>(task, view, own.edge);
        }
        found += count_lane_edges(task, view.sink, own, lists[warp], mine[warp]);
    }
    tally_add(tally, found);
}

static tricorn_status count_edges(
  tricorn_context *context, const tg_device_task *task, const edge_view &view, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const unsigned grid = tg_device_blocks(context, view.list.all, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    const auto kernel = task->whole ? count_edges_sink<true> : count_edges_sink<false>;
    kernel<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

tricorn_status tg_adaptive_count_sink(
  tricorn_context *context, const tg_device_task *task, const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_sink_index *made = (const tg_sink_index *)task->index.data;
    edge_view edges = {{NULL, NULL, task->last_edge - task->first_edge}, 0, NULL, *sink};
    const bool vertices = sink->u != NULL;
    const bool fit = vertices ? tg_sink_vertices_fit(context) : tg_sink_edges_fit(context);

    if (made->block_limits > 0 && fit) {
        TG_TRY(tg_sink_count_hubs(context, task, made, sink, tally));
        TG_TRY(vertices ? tg_sink_count_vertices(context, task, made, sink, tally)
                        : tg_sink_count_edges(context, task, made, sink, tally));
        edges.list.listed = made->edges;
        edges.list.listed_count = made->edge_count;
        edges.block_limits = made->block_limits;
        edges.keyed = made->keyed;
    }
    TG_TRY(count_edges(context, task, edges, tally));
cleanup:
    return status;
}
