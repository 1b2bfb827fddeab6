/* reorder.cu - renumbers a prepared graph in another order, on the GPU that holds it.
 *
 * - It works as ../cpu/reorder.c does, with the same sources: each vertex gets a position, edges
 *   are turned towards the smaller position, and sorted.
 * - Positions and rows are made by radix sorts; nothing is copied to the host.
 */
#include <string.h>

#include "base/context.h"
#include "prepare/gpu/keys.cuh"
#include "prepare/gpu/compact_ids.cuh"
#include "prepare/order_keys.h"
#include "prepare/order_names.h"
#include "prepare/gpu/reorder.cuh"

/* The data from which the positions of vertices are computed. */
typedef struct order_view {
    const uint32_t *offsets, *ids, *in_degrees, *input_ids;
    __device__ __forceinline__ uint32_t out_degree(uint32_t v) const
    {
        return offsets[v + 1] - offsets[v];
    }
    __device__ __forceinline__ uint32_t input_id(uint32_t v) const
    {
        return input_ids ? input_ids[v] : v;
    }
} order_view;

typedef struct reordering {
    tricorn_context *context;
    cudaStream_t stream;
    tg_device_graph *graph;
    uint32_t *in_degrees;
    order_view view;
    uint32_t *places; /* the position of each vertex that has an edge */
} reordering;

/* ---- orders by a key ---- */

/* Counts the in-degree of each vertex. If all lanes of a warp have the same vertex, as in rows
 * whose only id is a hub, the warp adds only once. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  count_in_degrees(const uint32_t *ids, uint32_t edges, uint32_t *in_degrees)
{
    const uint32_t lane = threadIdx.x % TG_WARP;
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint64_t first = (uint64_t)blockIdx.x * blockDim.x + prepare_warp_first();
    for (; first < edges; first += stride) {
        const bool there = first + lane < edges;
        const uint32_t v = there ? ids[first + lane] : 0;
        const uint32_t of_first = prepare_warp_same(v);
        if (__all_sync(TG_ALL_LANES, there && v == of_first)) {
            if (lane == 0) atomicAdd(in_degrees + v, (uint32_t)TG_WARP);
        } else if (there) {
            atomicAdd(in_degrees + v, 1u);
        }
        __syncwarp();
    }
}

/* Vertices are sorted by ascending keys. The type of each key is no wider than needed. */
struct degree_key {
    typedef uint32_t key;
    __device__ uint32_t operator()(const order_view &view, uint32_t v) const
    {
        return UINT32_MAX - view.out_degree(v) - view.in_degrees[v];
    }
};
struct input_key {
    typedef uint32_t key;
    __device__ uint32_t operator()(const order_view &view, uint32_t v) const
    {
        return view.input_id(v);
    }
};
struct in_degree_key {
    typedef uint32_t key;
    __device__ uint32_t operator()(const order_view &view, uint32_t v) const
    {
        return UINT32_MAX - view.in_degrees[v];
    }
};
struct random_key {
    typedef uint64_t key;
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return tg_random_key(view.input_id(v));
    }
};
struct collective_key {
    typedef uint64_t key;
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        uint64_t sum = 0;
        for (uint32_t e = view.offsets[v]; e < view.offsets[v + 1]; e++) sum += view.out_degree(view.ids[e]);
        return tg_collective_key(sum);
    }
};

template <typename KeyOf>
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  make_vertex_keys(KeyOf key_of, order_view view, uint32_t count, typename KeyOf::key *keys, uint32_t *ids)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < count;
         v += (uint64_t)gridDim.x * blockDim.x) {
        keys[v] = key_of(view, (uint32_t)v);
        ids[v] = (uint32_t)v;
    }
}

template <typename KeyOf> static tricorn_status place_by(reordering *job, KeyOf key_of, uint32_t **places)
{
    typedef typename KeyOf::key key;
    tg_vertex_numbers numbers = {NULL, NULL};
    const uint32_t count = job->graph->rows.count, unknown = 0;
    const tricorn_status status = number_by_place<key>(
      job->context, count, unknown,
      [&](unsigned blocks, key *keys, uint32_t *ids) {
          make_vertex_keys<<<blocks, TG_PREPARE_THREADS, 0, job->stream>>>(key_of, job->view, count, keys, ids);
      },
      &numbers);
    tg_device_free(job->context, numbers.order);
    *places = numbers.new_ids;
    return status;
}

/* ---- collective out-degrees ---- */

/* The ends of all edges, in the order of the rows. */
typedef struct edge_ends {
    const uint32_t *sources, *ids;
    uint32_t count;
} edge_ends;

/* Finds for each id where it occurs first, if rows are read in the order of their ranks: the rank
 * of the row, above the position in it. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  find_firsts(edge_ends edges, const uint32_t *offsets, const uint32_t *ranks, unsigned long long *firsts)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges.count;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t u = edges.sources[e], x = edges.ids[e];
        const unsigned long long at = (unsigned long long)ranks[u] << 32 | (e - offsets[u]);
        if (at < firsts[x]) atomicMin(firsts + x, at);
    }
}

/* Sorts ids by their first occurrence; ids that are in no row come last, by their own ranks. */
struct met_key {
    typedef uint64_t key;
    const unsigned long long *firsts;
    const uint32_t *ranks;
    __device__ uint64_t operator()(const order_view &, uint32_t v) const
    {
        return firsts[v] < UINT64_MAX ? firsts[v] : UINT64_C(1) << 63 | ranks[v];
    }
};

/* Sorts vertices by class, and within a class by rank. */
struct class_key {
    typedef uint64_t key;
    const uint32_t *ranks;
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return (uint64_t)tg_collective_class(view.out_degree(v)) << 32 | ranks[v];
    }
};

static tricorn_status place_collectively(reordering *job, tg_order_by by)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &job->graph->rows;
    unsigned long long *firsts = NULL;
    uint32_t *ranks = NULL, *met = NULL;

    TG_TRY(place_by(job, collective_key(), &ranks));
    TG_TRY(TG_DEVICE_ALLOC(job->context, rows->count, &firsts));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(firsts, 0xff, rows->count * sizeof *firsts, job->stream));
    find_firsts<<<prepare_blocks(job->context, rows->id_count), TG_PREPARE_THREADS, 0, job->stream>>>(
      {job->graph->sources, rows->ids, rows->id_count}, rows->offsets, ranks, firsts);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(place_by(job, met_key{firsts, ranks}, by == TG_BY_COLLECTIVE ? &met : &job->places));
    if (by == TG_BY_COLLECTIVE) TG_TRY(place_by(job, class_key{met}, &job->places));
cleanup:
    tg_device_free(job->context, firsts);
    tg_device_free(job->context, ranks);
    tg_device_free(job->context, met);
    return status;
}

/* ---- cores ---- */

/* Sorts vertices by round, those of the last round first. */
struct round_key {
    typedef uint32_t key;
    const uint32_t *rounds;
    __device__ uint32_t operator()(const order_view &, uint32_t v) const
    {
        return UINT32_MAX - rounds[v];
    }
};

static tricorn_status place_by_cores(reordering *job)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *rounds = NULL;
    TG_TRY(tg_peel_on_device(job->context, job->graph, job->in_degrees, &rounds));
    TG_TRY(place_by(job, round_key{rounds}, &job->places));
cleanup:
    tg_device_free(job->context, rounds);
    return status;
}

/* ---- new rows ---- */

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  turn_edges(edge_ends edges, const uint32_t *places, uint32_t id_bits, uint64_t *keys)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges.count;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint64_t a = places[edges.sources[e]], b = places[edges.ids[e]];
        keys[e] = a > b ? a << id_bits | b : b << id_bits | a;
    }
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  move_input_ids(const uint32_t *from, uint32_t vertices, const uint32_t *places, uint32_t active, uint32_t *to)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < vertices;
         v += (uint64_t)gridDim.x * blockDim.x)
        to[v < active ? places[v] : v] = from ? from[v] : (uint32_t)v;
}

/* Sorts the edges in the new order, and replaces the graph's rows. */
static tricorn_status turn_rows(const reordering *job)
{
    tricorn_status status = TRICORN_OK;
    tg_device_rows *rows = &job->graph->rows;
    const uint32_t m = rows->id_count, id_bits = bits_of(rows->count - 1);
    const split_key split = {job->graph->sources, (uint32_t *)rows->ids, id_bits};
    uint64_t *keys = NULL, *spare = NULL;

    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &keys));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &spare));
    turn_edges<<<prepare_blocks(job->context, m), TG_PREPARE_THREADS, 0, job->stream>>>(
      {split.sources, split.ids, m}, job->places, id_bits, keys);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(radix_sort_keys(job->context, &keys, &spare, m, {0, 2 * id_bits}));
    tg_device_free(job->context, (void *)rows->offsets);
    rows->offsets = NULL;
    TG_TRY(split_into_rows(job->context, keys, split, rows));
cleanup:
    tg_device_free(job->context, keys);
    tg_device_free(job->context, spare);
    return status;
}

static tricorn_status turn_input_ids(const reordering *job)
{
    tricorn_status status = TRICORN_OK;
    tg_device_graph *graph = job->graph;
    uint32_t *moved = NULL;
    TG_TRY(TG_DEVICE_ALLOC(job->context, graph->vertices, &moved));
    move_input_ids<<<prepare_blocks(job->context, graph->vertices), TG_PREPARE_THREADS, 0, job->stream>>>(
      graph->input_ids, graph->vertices, job->places, graph->rows.count, moved);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    tg_device_free(job->context, graph->input_ids);
    graph->input_ids = moved;
    moved = NULL;
cleanup:
    tg_device_free(job->context, moved);
    return status;
}

static tricorn_status measure(const reordering *job)
{
    tricorn_status status = TRICORN_OK;
    tg_described *sums = NULL;
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &sums));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(sums, 0, sizeof *sums, job->stream));
    TG_TRY(measure_graph(job->context, sums, job->graph));
    job->graph->trimmed = false;
cleanup:
    tg_device_free(job->context, sums);
    return status;
}

/* ---- all steps ---- */

static tricorn_status find_places(reordering *job, tg_order_by by)
{
    switch (by) {
    case TG_BY_DEGREE: return place_by(job, degree_key(), &job->places);
    case TG_BY_INPUT: return place_by(job, input_key(), &job->places);
    case TG_BY_IN_DEGREE: return place_by(job, in_degree_key(), &job->places);
    case TG_BY_RANDOM: return place_by(job, random_key(), &job->places);
    case TG_BY_COLLECTIVE:
    case TG_BY_COLLECTIVE_DEGREE: return place_collectively(job, by);
    default: return place_by_cores(job);
    }
}

extern "C" tricorn_status tg_reorder_on_device(tricorn_context *context, const char *order, tg_device_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    reordering job;
    tg_order_by by;

    memset(&job, 0, sizeof job);
    job.context = context;
    job.stream = tg_device_stream(context);
    job.graph = graph;
    TG_TRY(tg_check_order(context, order));
    if (tg_keeps_order(order) || graph->rows.count == 0) return TRICORN_OK;
    by = tg_find_order(order);
    if (tg_order_of(by)->oriented && graph->order != TG_ORDER_DEGREE)
        TG_TRY(tg_reorder_on_device(context, "degree", graph));
    TG_TRY(TG_DEVICE_ALLOC(context, graph->rows.count, &job.in_degrees));
    TG_TRY_CUDA(context, cudaMemsetAsync(job.in_degrees, 0, graph->rows.count * sizeof *job.in_degrees, job.stream));
    count_in_degrees<<<prepare_blocks(context, graph->rows.id_count), TG_PREPARE_THREADS, 0, job.stream>>>(
      graph->rows.ids, (uint32_t)graph->rows.id_count, job.in_degrees);
    TG_TRY_CUDA(context, cudaGetLastError());
    job.view = {graph->rows.offsets, graph->rows.ids, job.in_degrees, graph->input_ids};
    TG_TRY(find_places(&job, by));
    TG_TRY(turn_rows(&job));
    TG_TRY(turn_input_ids(&job));
    TG_TRY(measure(&job));
    graph->order = tg_order_of(by)->order;
cleanup:
    tg_device_free(context, job.in_degrees);
    tg_device_free(context, job.places);
    return status;
}
