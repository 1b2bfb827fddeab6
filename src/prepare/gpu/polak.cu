/* polak.cu - preparation on the GPU by the eight steps of Polak's paper, for comparison.
 *
 *   1 the edges are copied in          5 edges to the vertex of smaller degree are found
 *   2 the largest id is found          6 and left out
 *   3 the edges are sorted             7 pairs become two arrays
 *   4 rows are found in them           8 rows are found again
 *
 * - The paper's input has each edge in both directions and no other repetition. Here step 3 adds
 *   the other direction of each edge, and drops repetitions after the sort, so that step 4 finds
 *   the degrees of the simple graph.
 * - The paper keeps the ids of the input. In tricorn's graphs ids are in the order of vertices,
 *   so one more sort follows step 6, of half the keys.
 * - Peak of device memory: 32 bytes for each edge of the input, in step 3.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPSW 2016, section III-B.
 */
#include "prepare/gpu/prepare.h"

#include <inttypes.h>
#include <string.h>

#include <cub/device/device_reduce.cuh>

#include "base/context.h"
#include "device/staging.cuh"
#include "prepare/gpu/keys.cuh"
#include "prepare/gpu/compact_ids.cuh"
#include "prepare/steps.h"

/* The most numbers of vertices: a key must have room for two ids and the bit TURNED. */
static const uint32_t MOST_NUMBERS = UINT32_C(1) << 31;

/* Sums in device memory. */
typedef struct sums {
    unsigned long long loops, kept;
    unsigned int most, active, isolated;
    tg_described described;
} sums;

typedef struct stepping {
    tricorn_context *context;
    cudaStream_t stream;
    uint64_t edge_count;
    /* all ids are below `numbers`; id_bits is the width of the input's ids, later of the new ids */
    uint32_t numbers, id_bits;
    bool declared;
    tg_edge *edges; /* the raw edges */
    uint64_t *keys, *spare;
    uint64_t key_count;
    uint8_t *looped; /* for each number: whether it has a loop */
    /* the offsets of the rows that contain both directions of each edge */
    const uint32_t *offsets;
    uint32_t *new_ids;
    sums *found, read; /* sums in device memory, and a copy of them in host memory */
    tg_device_graph graph;
} stepping;

static tricorn_status read_sums(stepping *job)
{
    return tg_device_copy_out(job->context, &job->read, job->found, sizeof job->read);
}

/* ---- steps 1 and 2 ---- */

static tricorn_status copy_edges(stepping *job, const tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    uint64_t place = 0;
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->edge_count, &job->edges));
    TG_TRY(tg_staging_begin(job->context));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        TG_TRY(tg_staging_in(job->context, job->edges + place, part->edges, part->count * sizeof *job->edges));
        place += part->count;
    }
    TG_TRY(tg_staging_mark(job->context, 0));
    TG_TRY(tg_staging_wait(job->context, 0));
cleanup:
    tg_staging_end(job->context);
    return status;
}

static tricorn_status find_numbers(stepping *job, const tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t *ids = (const uint32_t *)job->edges;
    unsigned int *most = &job->found->most;
    job->numbers = (uint32_t)edges->vertices;
    if (job->edge_count > 0) {
        TG_TRY(tg_with_work(job->context, [&](void *work, size_t &bytes) {
            return cub::DeviceReduce::Max(work, bytes, ids, most, (int64_t)(2 * job->edge_count), job->stream);
        }));
        TG_TRY(read_sums(job));
        if (job->read.most == UINT32_MAX)
            TG_TRY(tg_fail(job->context, TRICORN_UNSUPPORTED, "the id 2^32 - 1 is no number on a GPU"));
        if (job->read.most >= job->numbers) job->numbers = job->read.most + 1;
    }
    if (job->numbers > MOST_NUMBERS)
        TG_TRY(tg_fail(job->context, TRICORN_UNSUPPORTED,
          "vertices numbered up to %" PRIu32 " are too many for Polak's steps (2^31)", job->numbers - 1));
cleanup:
    return status;
}

/* ---- step 3 ---- */

typedef struct raw_edges {
    const tg_edge *edges;
    uint64_t count;
} raw_edges;

/* Makes two keys for each edge, and sets the bit TURNED in the one that begins with the second
 * end. Of a loop it only marks the vertex. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  make_both_keys(raw_edges edges, uint32_t id_bits, uint64_t *keys, uint8_t *looped, sums *found)
{
    unsigned long long loops = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < edges.count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        const tg_edge edge = edges.edges[i];
        const bool loop = edge.u == edge.v;
        keys[2 * i] = loop ? LOOP_KEY : (uint64_t)edge.u << id_bits | edge.v;
        keys[2 * i + 1] = loop ? LOOP_KEY : (uint64_t)edge.v << id_bits | edge.u | TURNED;
        if (loop) looped[edge.u] = 1;
        loops += loop;
    }
    if (loops > 0) atomicAdd(&found->loops, loops);
}

static tricorn_status sort_by_all_bits(stepping *job)
{
    return radix_sort_keys(job->context, &job->keys, &job->spare, job->key_count, {0, 2 * job->id_bits});
}

/* Drops repeated keys, so that job->keys contains only distinct ones. */
static tricorn_status drop_repeats(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *const kept = job->spare;
    count_turns<<<prepare_blocks(job->context, job->key_count), TG_PREPARE_THREADS, 0, job->stream>>>(
      job->keys, job->key_count, &job->found->described);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(write_once(job->context, thrust::make_transform_iterator(job->keys, without_turn()), job->key_count, kept,
      &job->found->kept));
    TG_TRY(read_sums(job));
    job->spare = job->keys;
    job->keys = kept;
    job->key_count = job->read.kept - (job->read.loops > 0);
cleanup:
    return status;
}

static tricorn_status sort_edges(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    job->id_bits = bits_of(job->numbers > 0 ? job->numbers - 1 : 0);
    job->key_count = 2 * job->edge_count;
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->numbers, &job->looped));
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->key_count, &job->keys));
    if (job->numbers > 0) TG_TRY_CUDA(job->context, cudaMemsetAsync(job->looped, 0, job->numbers, job->stream));
    if (job->edge_count > 0)
        make_both_keys<<<prepare_blocks(job->context, job->edge_count), TG_PREPARE_THREADS, 0, job->stream>>>(
          {job->edges, job->edge_count}, job->id_bits, job->keys, job->looped, job->found);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    tg_device_free(job->context, job->edges);
    job->edges = NULL;
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->key_count, &job->spare));
    if (job->edge_count > 0) {
        TG_TRY(sort_by_all_bits(job));
        TG_TRY(drop_repeats(job));
    }
cleanup:
    return status;
}

/* ---- step 4: rows, and so degrees ---- */

static tricorn_status find_rows(stepping *job)
{
    tg_device_rows rows = {job->numbers, (uint32_t)job->key_count, NULL, NULL};
    const tricorn_status status = find_row_offsets(job->context, row_of_key{job->keys, job->id_bits}, &rows);
    job->offsets = rows.offsets;
    return status;
}

/* ---- steps 5 and 6 ---- */

static __device__ __forceinline__ uint32_t degree_of(const uint32_t *offsets, uint32_t x)
{
    return offsets[x + 1] - offsets[x];
}

/* Selects edges to neighbours with a larger degree, or with the same degree and a smaller id. */
struct goes_forward {
    const uint32_t *offsets;
    uint32_t id_bits;
    __device__ bool operator()(uint64_t key) const
    {
        const uint32_t u = (uint32_t)(key >> id_bits);
        const uint32_t v = (uint32_t)(key & ((UINT64_C(1) << id_bits) - 1));
        const uint32_t from = degree_of(offsets, u), to = degree_of(offsets, v);
        return from < to || (from == to && u > v);
    }
};

static tricorn_status remove_backward(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    const goes_forward forward = {job->offsets, job->id_bits};
    uint64_t *const kept = job->spare;
    if (job->key_count == 0) return TRICORN_OK;
    TG_TRY(tg_with_work(job->context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::If(
          work, bytes, job->keys, kept, &job->found->kept, (int64_t)job->key_count, forward, job->stream);
    }));
    TG_TRY(read_sums(job));
    job->spare = job->keys;
    job->keys = kept;
    job->key_count = job->read.kept;
cleanup:
    return status;
}

/* ---- numbers in the order of degrees ---- */

/* The first place of vertices without edges: above all others, as degrees are smaller. */
enum { WITHOUT_EDGES = 0x80000000u };

/* Computes the places of all numbers: vertices by decreasing degree, then vertices without edges,
 * then numbers that are not vertices. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS) place_numbers(const uint32_t *offsets,
  const uint8_t *looped, uint32_t numbers, bool declared, uint32_t *places, uint32_t *ids, sums *found)
{
    const uint64_t rounded = ((uint64_t)numbers + 31) / 32 * 32; /* rounded up to whole warps */
    for (uint64_t x = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; x < rounded;
         x += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t degree = x < numbers ? degree_of(offsets, (uint32_t)x) : 0;
        const bool isolated = x < numbers && degree == 0 && (declared || looped[x]);
        const uint32_t active = (uint32_t)__popc(__ballot_sync(TG_ALL_LANES, degree > 0));
        const uint32_t alone = (uint32_t)__popc(__ballot_sync(TG_ALL_LANES, isolated));
        if (threadIdx.x % 32 == 0 && active > 0) atomicAdd(&found->active, active);
        if (threadIdx.x % 32 == 0 && alone > 0) atomicAdd(&found->isolated, alone);
        if (x >= numbers) continue;
        places[x] = degree > 0 ? WITHOUT_EDGES - degree : WITHOUT_EDGES + !isolated;
        ids[x] = (uint32_t)x;
    }
}

static tricorn_status order_vertices(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t n = job->numbers, unknown = 0;
    tg_vertex_numbers numbers = {NULL, NULL};
    if (n == 0) return TRICORN_OK;
    TG_TRY(number_by_place<uint32_t>(
      job->context, n, unknown,
      [&](unsigned blocks, uint32_t *places, uint32_t *ids) {
          place_numbers<<<blocks, TG_PREPARE_THREADS, 0, job->stream>>>(
            job->offsets, job->looped, n, job->declared, places, ids, job->found);
      },
      &numbers));
    job->graph.input_ids = numbers.order;
    job->new_ids = numbers.new_ids;
cleanup:
    return status;
}

/* Replaces both ends of each edge by their new ids; the edge stays in the row of the same vertex. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  renumber_keys(uint64_t *keys, uint64_t count, const uint32_t *new_ids, uint32_t old_bits, uint32_t id_bits)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t u = new_ids[keys[i] >> old_bits];
        const uint32_t v = new_ids[keys[i] & ((UINT64_C(1) << old_bits) - 1)];
        keys[i] = (uint64_t)u << id_bits | v;
    }
}

static tricorn_status renumber(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t old_bits = job->id_bits;
    TG_TRY(order_vertices(job));
    TG_TRY(read_sums(job));
    job->graph.rows.count = job->read.active;
    job->graph.vertices = job->read.active + job->read.isolated;
    job->graph.self_loops = job->read.loops;
    if (job->key_count == 0) return TRICORN_OK;
    job->id_bits = bits_of(job->read.active - 1);
    renumber_keys<<<prepare_blocks(job->context, job->key_count), TG_PREPARE_THREADS, 0, job->stream>>>(
      job->keys, job->key_count, job->new_ids, old_bits, job->id_bits);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(sort_by_all_bits(job));
cleanup:
    return status;
}

/* ---- steps 7 and 8 ---- */

static tricorn_status unzip(stepping *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t m = job->key_count;
    uint32_t *ids = NULL;
    tg_device_free(job->context, job->spare);
    job->spare = NULL;
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &ids));
    job->graph.rows.ids = ids; /* from here on, freeing the graph frees the ids */
    job->graph.rows.id_count = (uint32_t)m;
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->graph.sources));
    if (m > 0)
        split_keys<<<prepare_blocks(job->context, m), TG_PREPARE_THREADS, 0, job->stream>>>(
          split_key{job->graph.sources, ids, job->id_bits}, job->keys, (uint32_t)m, 0, NULL);
    TG_TRY_CUDA(job->context, cudaGetLastError());
cleanup:
    return status;
}

static tricorn_status find_rows_again(stepping *job)
{
    return find_row_offsets(job->context, row_of_source{job->graph.sources}, &job->graph.rows);
}

static tricorn_status describe(stepping *job)
{
    const tricorn_status status = measure_graph(job->context, &job->found->described, &job->graph);
    job->graph.both_directions /= 2; /* each was found at both of its ends */
    return status;
}

/* ---- all steps ---- */

static tricorn_status run_steps(stepping *job, const tg_edges *edges, tg_device_preparation_times *times)
{
    tricorn_status status = TRICORN_OK;
    tg_timer timer = {NULL, NULL};

    if (job->edge_count >= TG_DEGREE_MASK / 2)
        TG_TRY(tg_fail(job->context, TRICORN_OUT_OF_DEVICE_MEMORY,
          "%" PRIu64 " edges are too many to prepare in both directions on one GPU "
          "(2^30)",
          job->edge_count));
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &job->found));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->found, 0, sizeof *job->found, job->stream));
    TG_TRY(tg_timer_start(job->context, &timer));
    TG_TRY(copy_edges(job, edges));
    TG_TRY(tg_timer_stop(job->context, &timer));
    TG_TRY(tg_timer_add(job->context, &timer, &times->transfer));
    TG_TRY(tg_timer_start(job->context, &timer));
    TG_TRY(find_numbers(job, edges));
    TG_TRY(sort_edges(job));
    TG_TRY(find_rows(job));
    TG_TRY(tg_check_cancelled(job->context));
    TG_TRY(remove_backward(job));
    TG_TRY(renumber(job));
    TG_TRY(unzip(job));
    TG_TRY(find_rows_again(job));
    TG_TRY(describe(job));
    TG_TRY(tg_timer_stop(job->context, &timer));
    TG_TRY(tg_timer_add(job->context, &timer, &times->prepare));
cleanup:
    tg_timer_free(&timer);
    return status;
}

extern "C" tricorn_status tg_prepare_by_steps(
  tricorn_context *context, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times)
{
    stepping job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.stream = tg_device_stream(context);
    job.edge_count = tg_edges_count(edges);
    job.declared = edges->declared;
    job.graph.order = TG_ORDER_DEGREE;
    job.graph.input_edges = job.edge_count;
    *times = {0, 0};
    const tricorn_status status = run_steps(&job, edges, times);
    if (status == TRICORN_OK)
        *graph = job.graph;
    else
        tg_device_graph_free(context, &job.graph);
    tg_device_free(context, job.edges);
    tg_device_free(context, job.keys);
    tg_device_free(context, job.spare);
    tg_device_free(context, job.looped);
    tg_device_free(context, (void *)job.offsets);
    tg_device_free(context, job.new_ids);
    tg_device_free(context, job.found);
    return status;
}
