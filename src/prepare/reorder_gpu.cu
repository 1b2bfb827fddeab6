/* reorder_gpu.cu - a prepared graph numbered in another order, on the GPU that has it.
 *
 * As reorder.c does it: each vertex gets a place, edges are turned towards the smaller place and
 * sorted.  Sources: as there.
 */
#include <string.h>

#include "base/context.h"
#include "prepare/keys_gpu.cuh"
#include "prepare/number_gpu.cuh"
#include "prepare/order_keys.h"
#include "prepare/orders.h"
#include "prepare/prepare_gpu.h"

enum { THREADS = 256, BLOCKS = 8 /* a multiprocessor */, LANES = 32 };
static const uint32_t ALL_LANES = 0xffffffffu;
static const uint32_t NO_ROUND = UINT32_MAX;

/* What places are found by. */
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
    uint32_t *places; /* of each vertex with an edge */
} reordering;

static unsigned blocks_for(const reordering *job, uint64_t items)
{
    return tg_device_blocks(job->context, items, THREADS, BLOCKS);
}

/* ---- orders by a key ---------------------------------------------------------------------- */

/* A warp that has the same vertex in all lanes, as where a hub is all that rows have, adds once.
 */
static __global__ void __launch_bounds__(THREADS)
    count_in_degrees(const uint32_t *ids, uint32_t edges, uint32_t *in_degrees)
{
    const uint32_t lane = threadIdx.x % LANES;
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t first = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x - lane; first < edges;
         first += stride) {
        const bool there = first + lane < edges;
        const uint32_t v = there ? ids[first + lane] : 0;
        const uint32_t of_first = __shfl_sync(ALL_LANES, v, 0);
        if (__all_sync(ALL_LANES, there && v == of_first)) {
            if (lane == 0) atomicAdd(in_degrees + v, LANES);
        } else if (there) {
            atomicAdd(in_degrees + v, 1u);
        }
        __syncwarp();
    }
}

struct degree_key {
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return UINT64_MAX - view.out_degree(v) - view.in_degrees[v];
    }
};
struct input_key {
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return view.input_id(v);
    }
};
struct in_degree_key {
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return UINT64_MAX - view.in_degrees[v];
    }
};
struct random_key {
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        return tg_random_key(view.input_id(v));
    }
};
struct collective_key {
    __device__ uint64_t operator()(const order_view &view, uint32_t v) const
    {
        uint64_t sum = 0;
        for (uint32_t e = view.offsets[v]; e < view.offsets[v + 1]; e++)
            sum += view.out_degree(view.ids[e]);
        return tg_collective_key(view.out_degree(v), sum);
    }
};

template <typename KeyOf>
static __global__ void __launch_bounds__(THREADS)
    make_vertex_keys(KeyOf key_of, order_view view, uint32_t count, uint64_t *keys, uint32_t *ids)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < count;
         v += (uint64_t)gridDim.x * blockDim.x) {
        keys[v] = key_of(view, (uint32_t)v);
        ids[v] = (uint32_t)v;
    }
}

template <typename KeyOf>
static tricorn_status place_by(reordering *job, KeyOf key_of, uint32_t **places)
{
    uint32_t *order = NULL;
    const uint32_t count = job->graph->rows.count;
    const tricorn_status status = number_by_place<uint64_t>(
        job->context, count, 64,
        [&](unsigned blocks, uint64_t *keys, uint32_t *ids) {
            make_vertex_keys<<<blocks, TG_NUMBER_THREADS, 0, job->stream>>>(key_of, job->view,
                                                                            count, keys, ids);
        },
        &order, places);
    tg_device_free(job->context, order);
    return status;
}

/* ---- collective out-degrees --------------------------------------------------------------- */

/* Where each id is met first when rows are read by their rank. */
static __global__ void __launch_bounds__(THREADS)
    meet_first(const uint32_t *sources, const uint32_t *ids, uint32_t edges,
               const uint32_t *offsets, const uint32_t *ranks, unsigned long long *firsts)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t u = sources[e], x = ids[e];
        const unsigned long long met = (unsigned long long)ranks[u] << 32 | (e - offsets[u]);
        if (met < firsts[x]) atomicMin(firsts + x, met);
    }
}

/* Those that are met nowhere come last, by their own rank. */
struct met_key {
    const unsigned long long *firsts;
    const uint32_t *ranks;
    __device__ uint64_t operator()(const order_view &, uint32_t v) const
    {
        return firsts[v] < UINT64_MAX ? firsts[v] : UINT64_C(1) << 63 | ranks[v];
    }
};

static tricorn_status place_collectively(reordering *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &job->graph->rows;
    unsigned long long *firsts = NULL;
    uint32_t *ranks = NULL;

    TG_TRY(place_by(job, collective_key(), &ranks));
    TG_TRY(TG_DEVICE_ALLOC(job->context, rows->count, &firsts));
    TG_TRY_CUDA(job->context,
                cudaMemsetAsync(firsts, 0xff, rows->count * sizeof *firsts, job->stream));
    meet_first<<<blocks_for(job, rows->id_count), THREADS, 0, job->stream>>>(
        job->graph->sources, rows->ids, rows->id_count, rows->offsets, ranks, firsts);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(place_by(job, met_key{firsts, ranks}, &job->places));
cleanup:
    tg_device_free(job->context, firsts);
    tg_device_free(job->context, ranks);
    return status;
}

/* ---- cores -------------------------------------------------------------------------------- */

/* Vertices are peeled in rounds: all that have few neighbours left at once.  So a vertex has no
 * more neighbours in its own round and in later ones than its core number. */
typedef struct peeling {
    const uint32_t *below_starts, *below, *above_starts, *above;
    uint32_t count;
    uint32_t *left;   /* neighbours that are not peeled */
    uint32_t *rounds; /* in which a vertex goes, NO_ROUND while it is there */
    uint32_t *queue;  /* vertices by rounds */
    uint32_t *sums;   /* SUMS words */
} peeling;
enum { QUEUED, LEAST_LEFT, SUMS };

static __global__ void __launch_bounds__(THREADS)
    begin_peeling(peeling peel, const uint32_t *in_degrees)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x) {
        peel.left[v] = peel.below_starts[v + 1] - peel.below_starts[v] + in_degrees[v];
        peel.rounds[v] = NO_ROUND;
    }
}

static __global__ void __launch_bounds__(THREADS) find_least_left(peeling peel)
{
    uint32_t least = UINT32_MAX;
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x)
        if (peel.rounds[v] == NO_ROUND && peel.left[v] < least) least = peel.left[v];
    __syncwarp();
    for (int lanes = LANES / 2; lanes > 0; lanes /= 2) {
        const uint32_t other = __shfl_xor_sync(ALL_LANES, least, lanes);
        least = other < least ? other : least;
    }
    if (threadIdx.x % LANES == 0 && least < UINT32_MAX) atomicMin(peel.sums + LEAST_LEFT, least);
}

static __device__ __forceinline__ void enqueue_vertex(const peeling &peel, uint32_t v,
                                                      uint32_t round)
{
    peel.rounds[v] = round;
    peel.queue[atomicAdd(peel.sums + QUEUED, 1u)] = v;
}

/* All that have so few left. */
static __global__ void __launch_bounds__(THREADS)
    enqueue_few(peeling peel, uint32_t few, uint32_t round)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x)
        if (peel.rounds[v] == NO_ROUND && peel.left[v] <= few)
            enqueue_vertex(peel, (uint32_t)v, round);
}

/* A neighbour has gone.  Who has few left already is in the queue. */
static __device__ __forceinline__ void take_one(const peeling &peel, uint32_t v, uint32_t few,
                                                uint32_t round)
{
    if (atomicSub(peel.left + v, 1u) == few + 1) enqueue_vertex(peel, v, round);
}

/* A warp for each vertex of the queue from number `first` on; who has few left by that goes in
 * `round`. */
static __global__ void __launch_bounds__(THREADS)
    peel_queued(peeling peel, uint32_t first, uint32_t last, uint32_t few, uint32_t round)
{
    const uint32_t lane = threadIdx.x % LANES;
    for (uint64_t i = first + ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / LANES; i < last;
         i += (uint64_t)gridDim.x * blockDim.x / LANES) {
        const uint32_t v = peel.queue[i];
        for (uint64_t e = peel.below_starts[v] + lane; e < peel.below_starts[v + 1]; e += LANES)
            take_one(peel, peel.below[e], few, round);
        for (uint64_t e = peel.above_starts[v] + lane; e < peel.above_starts[v + 1]; e += LANES)
            take_one(peel, peel.above[e], few, round);
    }
}

static tricorn_status peel_all(const reordering *job, const peeling *peel)
{
    tricorn_status status = TRICORN_OK;
    const unsigned blocks = blocks_for(job, peel->count);
    const uint32_t start[SUMS] = {0, UINT32_MAX};
    uint32_t sums[SUMS] = {0, UINT32_MAX}, few = 0;
    begin_peeling<<<blocks, THREADS, 0, job->stream>>>(*peel, job->in_degrees);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_device_copy_in(job->context, peel->sums, start, sizeof start));
    for (uint32_t done = 0, round = 0; done < peel->count;) {
        TG_TRY(tg_check_cancelled(job->context));
        if (done == sums[QUEUED]) {
            const uint32_t none = UINT32_MAX;
            TG_TRY(tg_device_copy_in(job->context, peel->sums + LEAST_LEFT, &none, sizeof none));
            find_least_left<<<blocks, THREADS, 0, job->stream>>>(*peel);
            TG_TRY(tg_device_copy_out(job->context, &few, peel->sums + LEAST_LEFT, sizeof few));
            enqueue_few<<<blocks, THREADS, 0, job->stream>>>(*peel, few, round);
        } else {
            const uint32_t last = sums[QUEUED];
            round++;
            peel_queued<<<blocks_for(job, (uint64_t)(last - done) * LANES), THREADS, 0,
                          job->stream>>>(*peel, done, last, few, round);
            done = last;
        }
        TG_TRY_CUDA(job->context, cudaGetLastError());
        TG_TRY(tg_device_copy_out(job->context, sums, peel->sums, sizeof sums));
    }
cleanup:
    return status;
}

static __global__ void __launch_bounds__(THREADS)
    turn_round(const uint32_t *sources, const uint32_t *ids, uint32_t edges, uint32_t id_bits,
               uint64_t *keys)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x)
        keys[e] = (uint64_t)ids[e] << id_bits | sources[e];
}

static __global__ void __launch_bounds__(THREADS)
    take_lower_parts(const uint64_t *keys, uint32_t count, uint32_t id_bits, uint32_t *parts)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x)
        parts[i] = (uint32_t)(keys[i] & ((UINT64_C(1) << id_bits) - 1));
}

/* Sorts keys[2][count] whose first array has them; which array has them then is *sorted. */
static tricorn_status sort_edge_keys(const reordering *job, uint64_t *const *keys, uint32_t count,
                                     uint32_t id_bits, const uint64_t **sorted)
{
    cub::DoubleBuffer<uint64_t> buffer(keys[0], keys[1]);
    const tricorn_status status = radix_sort_keys(job->context, &buffer, count, 0, 2 * id_bits);
    *sorted = buffer.Current();
    return status;
}

/* For each vertex, the vertices in whose rows it is. */
static tricorn_status make_above(const reordering *job, const uint32_t **starts, uint32_t **above)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &job->graph->rows;
    const uint32_t m = (uint32_t)rows->id_count, id_bits = bits_of(rows->count - 1);
    const unsigned blocks = blocks_for(job, (uint64_t)m + 1);
    const uint64_t *sorted = NULL;
    uint64_t *keys[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) TG_TRY(TG_DEVICE_ALLOC(job->context, m, &keys[i]));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, above));
    turn_round<<<blocks, THREADS, 0, job->stream>>>(job->graph->sources, rows->ids, m, id_bits,
                                                    keys[0]);
    TG_TRY(sort_edge_keys(job, keys, m, id_bits, &sorted));
    take_lower_parts<<<blocks, THREADS, 0, job->stream>>>(sorted, m, id_bits, *above);
    TG_TRY(make_row_offsets(
        job->context, rows->count,
        [&](uint32_t *offsets) {
            mark_starts<<<blocks, THREADS, 0, job->stream>>>(row_of_key{sorted, id_bits}, m,
                                                             rows->count, offsets);
        },
        starts));
cleanup:
    for (int i = 0; i < 2; i++) tg_device_free(job->context, keys[i]);
    return status;
}

/* The last round comes first. */
struct round_key {
    const uint32_t *rounds;
    __device__ uint64_t operator()(const order_view &, uint32_t v) const
    {
        return UINT32_MAX - rounds[v];
    }
};

static tricorn_status place_by_cores(reordering *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &job->graph->rows;
    const uint32_t n = rows->count;
    peeling peel;
    uint32_t *above = NULL;

    memset(&peel, 0, sizeof peel);
    peel.below_starts = rows->offsets;
    peel.below = rows->ids;
    peel.count = n;
    TG_TRY(make_above(job, &peel.above_starts, &above));
    peel.above = above;
    TG_TRY(TG_DEVICE_ALLOC(job->context, n, &peel.left));
    TG_TRY(TG_DEVICE_ALLOC(job->context, n, &peel.rounds));
    TG_TRY(TG_DEVICE_ALLOC(job->context, n, &peel.queue));
    TG_TRY(TG_DEVICE_ALLOC(job->context, SUMS, &peel.sums));
    TG_TRY(peel_all(job, &peel));
    TG_TRY(place_by(job, round_key{peel.rounds}, &job->places));
cleanup:
    tg_device_free(job->context, above);
    tg_device_free(job->context, (void *)peel.above_starts);
    tg_device_free(job->context, peel.left);
    tg_device_free(job->context, peel.rounds);
    tg_device_free(job->context, peel.queue);
    tg_device_free(job->context, peel.sums);
    return status;
}

/* ---- turning ------------------------------------------------------------------------------ */

static __global__ void __launch_bounds__(THREADS)
    turn_edges(const uint32_t *sources, const uint32_t *ids, uint32_t edges,
               const uint32_t *places, uint32_t id_bits, uint64_t *keys)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint64_t a = places[sources[e]], b = places[ids[e]];
        keys[e] = a > b ? a << id_bits | b : b << id_bits | a;
    }
}

static __global__ void __launch_bounds__(THREADS)
    split_sorted(split_key split, const uint64_t *keys, uint32_t edges)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x)
        split(e, keys[e]);
}

static __global__ void __launch_bounds__(THREADS)
    move_input_ids(const uint32_t *from, uint32_t vertices, const uint32_t *places,
                   uint32_t active, uint32_t *to)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < vertices;
         v += (uint64_t)gridDim.x * blockDim.x)
        to[v < active ? places[v] : v] = from ? from[v] : (uint32_t)v;
}

/* The edges, sorted anew, take the place of those before. */
static tricorn_status turn_rows(const reordering *job)
{
    tricorn_status status = TRICORN_OK;
    tg_device_graph *graph = job->graph;
    const uint32_t m = (uint32_t)graph->rows.id_count, n = graph->rows.count;
    const uint32_t id_bits = bits_of(n - 1);
    const split_key split = {graph->sources, (uint32_t *)graph->rows.ids, id_bits};
    const unsigned blocks = blocks_for(job, (uint64_t)m + 1);
    const uint64_t *sorted = NULL;
    uint64_t *keys[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) TG_TRY(TG_DEVICE_ALLOC(job->context, m, &keys[i]));
    turn_edges<<<blocks, THREADS, 0, job->stream>>>(graph->sources, graph->rows.ids, m,
                                                    job->places, id_bits, keys[0]);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(sort_edge_keys(job, keys, m, id_bits, &sorted));
    split_sorted<<<blocks, THREADS, 0, job->stream>>>(split, sorted, m);
    tg_device_free(job->context, (void *)graph->rows.offsets);
    graph->rows.offsets = NULL;
    TG_TRY(make_row_offsets(
        job->context, n,
        [&](uint32_t *offsets) {
            mark_starts<<<blocks, THREADS, 0, job->stream>>>(row_of_key{sorted, id_bits}, m, n,
                                                             offsets);
        },
        &graph->rows.offsets));
cleanup:
    for (int i = 0; i < 2; i++) tg_device_free(job->context, keys[i]);
    return status;
}

static tricorn_status turn_input_ids(const reordering *job)
{
    tricorn_status status = TRICORN_OK;
    tg_device_graph *graph = job->graph;
    uint32_t *moved = NULL;
    TG_TRY(TG_DEVICE_ALLOC(job->context, graph->vertices, &moved));
    move_input_ids<<<blocks_for(job, graph->vertices), THREADS, 0, job->stream>>>(
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
    tg_device_graph *graph = job->graph;
    tg_described *sums = NULL, read;
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &sums));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(sums, 0, sizeof *sums, job->stream));
    measure_rows<<<blocks_for(job, graph->rows.count), TG_DESCRIBE_THREADS, 0, job->stream>>>(
        graph->rows.offsets, graph->rows.count, sums);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(job->context, &read, sums, sizeof read));
    graph->longest = read.longest;
    graph->wedges = read.wedges;
    graph->trimmed = false;
cleanup:
    tg_device_free(job->context, sums);
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static tricorn_status find_places(reordering *job, tg_order_by by)
{
    switch (by) {
    case TG_BY_DEGREE: return place_by(job, degree_key(), &job->places);
    case TG_BY_INPUT: return place_by(job, input_key(), &job->places);
    case TG_BY_IN_DEGREE: return place_by(job, in_degree_key(), &job->places);
    case TG_BY_RANDOM: return place_by(job, random_key(), &job->places);
    case TG_BY_COLLECTIVE: return place_collectively(job);
    default: return place_by_cores(job);
    }
}

extern "C" tricorn_status tg_reorder_on_device(tricorn_context *context, const char *order,
                                               tg_device_graph *graph)
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
    if (tg_named_orders[by].oriented && graph->order != TG_ORDER_DEGREE)
        TG_TRY(tg_reorder_on_device(context, "degree", graph));
    TG_TRY(TG_DEVICE_ALLOC(context, graph->rows.count, &job.in_degrees));
    TG_TRY_CUDA(context, cudaMemsetAsync(job.in_degrees, 0,
                                         graph->rows.count * sizeof *job.in_degrees, job.stream));
    count_in_degrees<<<blocks_for(&job, graph->rows.id_count), THREADS, 0, job.stream>>>(
        graph->rows.ids, (uint32_t)graph->rows.id_count, job.in_degrees);
    TG_TRY_CUDA(context, cudaGetLastError());
    job.view = {graph->rows.offsets, graph->rows.ids, job.in_degrees, graph->input_ids};
    TG_TRY(find_places(&job, by));
    TG_TRY(turn_rows(&job));
    TG_TRY(turn_input_ids(&job));
    TG_TRY(measure(&job));
    graph->order = tg_named_orders[by].order;
cleanup:
    tg_device_free(context, job.in_degrees);
    tg_device_free(context, job.places);
    return status;
}
