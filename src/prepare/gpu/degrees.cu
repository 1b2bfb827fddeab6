/* degrees.cu - counts degrees on the GPU, and checks whether edges are clean.
 *
 * - Edges are counted where they are in GPU memory, or chunk by chunk while the next chunk is
 *   copied from the host.
 * - Neighbouring edges often have a vertex in common, so the lanes of a warp first add their
 *   counts together: otherwise all warps would wait for the counters of hubs.
 * - Each pass counts only as many vertices as have their counters in the L2 cache.
 */
#include "prepare/gpu/preparing.cuh"

#include "base/copy.h"
#include "device/staging.cuh"

enum {
    CHUNK_EDGES = 1 << 22, /* 32 MiB, which are copied while the chunk before is counted */
    READ_AHEAD = 4 /* this many edges of a thread are read before the first is counted */
};

/* A vertex that was the end of all 32 edges of a warp, as hubs are in sorted edges. The warp counts further edges of
 * this vertex here, because all warps would wait for its counter in memory. */
typedef struct held_vertex {
    uint32_t vertex, count;
} held_vertex;

static __device__ __forceinline__ void add_held(uint32_t *degrees, const held_vertex &held)
{
    if (held.count > 0 && threadIdx.x % TG_WARP == 0) atomicAdd(degrees + held.vertex, held.count);
}

/* Adds one to the degree of each lane's vertex. `counts` is false for lanes whose vertex is not
 * to be counted; `before` is the vertex of the lane before. Runs of lanes with the same vertex
 * add to its degree only once. All lanes of the warp must call it. */
static __device__ __forceinline__ void add_ends(
  uint32_t *degrees, uint32_t vertex, uint32_t before, bool counts, held_vertex *held)
{
    const uint32_t lane = threadIdx.x % TG_WARP, bit = 1u << lane;
    const uint32_t here = __ballot_sync(TG_ALL_LANES, counts);
    const bool begins = counts && (lane == 0 || !(here & bit >> 1) || before != vertex);
    const uint32_t heads = __ballot_sync(TG_ALL_LANES, begins);
    if (here == TG_ALL_LANES && heads == 1) {
        const uint32_t all = prepare_warp_same(vertex);
        if (all != held->vertex) {
            add_held(degrees, *held);
            held->vertex = all;
            held->count = 0;
        }
        held->count += TG_WARP;
        return;
    }
    const uint32_t of_held = __ballot_sync(TG_ALL_LANES, counts && vertex == held->vertex);
    held->count += (uint32_t)__popc(of_held);
    if (begins && !(of_held & bit)) {
        /* the lanes at which later runs begin */
        const uint32_t later = heads & ~(bit | (bit - 1));
        const uint32_t ours = here & ~(bit - 1) & (later ? (later & -later) - 1 : ~0u);
        atomicAdd(degrees + vertex, (uint32_t)__popc(ours));
    }
}

/* Whether an edge may directly follow `before` in clean edges: its smaller end must be first, and
 * it must be larger than `before`. */
static __device__ __forceinline__ bool in_order(tg_edge before, tg_edge edge)
{
    return edge.u < edge.v && (before.u < edge.u || (before.u == edge.u && before.v < edge.v));
}

/* The edges that a launch counts, and the range of vertices whose edges it counts. */
typedef struct degree_pass {
    const tg_edge *edges;
    uint64_t count;
    /* counters of vertices as first and as second ends; both may be the same array */
    uint32_t *first_ends, *second_ends;
    bool follows; /* whether another edge comes before the first one */
    bool checks; /* whether to find loops, too, and to check the order of the edges */
    uint32_t from, to;
} degree_pass;

/* The results of a thread beside the degrees. */
typedef struct degree_checks {
    unsigned long long loops;
    bool unsorted;
} degree_checks;

/* Counts edge number i. For an i past the last edge, `edge` must be a loop at 0, which counts nothing. */
static __device__ __forceinline__ void count_edge(
  const degree_pass &pass, uint64_t i, tg_edge edge, held_vertex held[2], degree_checks *checks)
{
    tg_edge before = {__shfl_up_sync(TG_ALL_LANES, edge.u, 1), __shfl_up_sync(TG_ALL_LANES, edge.v, 1)};
    const bool counts = edge.u != edge.v;
    if (pass.checks && i < pass.count) {
        const bool behind = i > 0 || pass.follows;
        if (threadIdx.x % TG_WARP == 0 && behind) before = pass.edges[(int64_t)i - 1];
        checks->unsorted |= behind ? !in_order(before, edge) : edge.u >= edge.v;
        if (!counts) {
            atomicOr(pass.first_ends + edge.u, TG_LOOP_SEEN);
            checks->loops++;
        }
    }
    add_ends(pass.first_ends, edge.u, before.u, counts && edge.u - pass.from < pass.to - pass.from, &held[0]);
    add_ends(pass.second_ends, edge.v, before.v, counts && edge.v - pass.from < pass.to - pass.from, &held[1]);
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) count_degrees(degree_pass pass, tg_prepare_totals *sums)
{
    degree_checks checks = {0, false};
    held_vertex held[2] = {{0, 0}, {0, 0}};
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    const uint32_t lane = threadIdx.x % TG_WARP;
    /* The compiler sees that `first` is the same in all lanes of a warp, which saves a third of the code. */
    uint64_t first = (uint64_t)blockIdx.x * blockDim.x + prepare_warp_first();
    for (; first < pass.count; first += READ_AHEAD * stride) {
        const uint64_t i = first + lane;
        tg_edge edges[READ_AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < READ_AHEAD; j++) {
            const tg_edge none = {0, 0};
            edges[j] = i + j * stride < pass.count ? pass.edges[i + j * stride] : none;
        }
#pragma unroll
        for (uint32_t j = 0; j < READ_AHEAD; j++) count_edge(pass, i + j * stride, edges[j], held, &checks);
    }
    add_held(pass.first_ends, held[0]);
    add_held(pass.second_ends, held[1]);
    if (checks.loops > 0) atomicAdd(&sums->loops, checks.loops);
    if (checks.unsorted) sums->unsorted = 1;
}

/* Counters are accessed at random, so each pass counts only as many vertices as have their
 * counters in the L2 cache. */
tricorn_status tg_count_degrees_on_device(const tg_preparing *job, const tg_edge *edges, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t cached = tg_device_properties_of(job->context)->cache_bytes / sizeof *job->degrees + 1;
    const uint64_t passes = (job->numbers + cached - 1) / cached;
    const uint64_t vertices = passes > 0 ? (job->numbers + passes - 1) / passes : 1;
    uint32_t *const second_ends = job->offsets ? job->offsets + 1 : job->degrees;
    degree_pass pass = {edges, count, job->degrees, second_ends, edges != (const tg_edge *)job->keys, true, 0, 0};
    if (count == 0) return TRICORN_OK;
    for (uint64_t from = 0; from < job->numbers; from += vertices) {
        pass.from = (uint32_t)from;
        pass.to = (uint32_t)(job->numbers - from < vertices ? job->numbers : from + vertices);
        count_degrees<<<prepare_blocks(job->context, count), TG_PREPARE_THREADS, 0, job->stream>>>(pass, job->sums);
        TG_TRY_CUDA(job->context, cudaGetLastError());
        pass.checks = false;
    }
cleanup:
    return status;
}

/* Finds the largest id of edges whose ids have no known bound, and enlarges the array of degrees
 * for it, by half as much again as needed, so that it seldom grows. */
static tricorn_status find_numbers(tg_preparing *job, const tg_edge *edges, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t most = tg_most_parallel(job->context, &edges->u, 2 * count);
    const uint64_t before = job->degree_room, grown = (uint64_t)most + most / 2 + 1;
    uint32_t *larger = NULL;

    if (most == UINT32_MAX) TG_TRY(tg_fail(job->context, TRICORN_UNSUPPORTED, "the id 2^32 - 1 is no number on a GPU"));
    if (most >= job->numbers) job->numbers = most + 1;
    if (most < before) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(job->context, grown, &larger));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(larger + before, 0, (grown - before) * sizeof *larger, job->stream));
    if (before > 0)
        TG_TRY_CUDA(job->context,
          cudaMemcpyAsync(larger, job->degrees, before * sizeof *larger, cudaMemcpyDeviceToDevice, job->stream));
    tg_device_free(job->context, job->degrees);
    job->degrees = larger;
    job->degree_room = grown;
    larger = NULL;
cleanup:
    tg_device_free(job->context, larger);
    return status;
}

/* Copies one chunk to the GPU, and enqueues the counting of its degrees after the copy. */
static tricorn_status copy_chunk(tg_preparing *job, const tg_edge *from, tg_edge *to, uint64_t count, bool numbered)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_staging_in(job->context, to, from, count * sizeof *to));
    TG_TRY(tg_staging_mark(job->context, 0));
    if (!numbered) TG_TRY(find_numbers(job, from, count));
    TG_TRY(tg_staging_wait(job->context, 0));
    TG_TRY(tg_count_degrees_on_device(job, to, count));
cleanup:
    return status;
}

/* Copies edges to the GPU, and counts the degrees of each chunk while the next chunk is copied. */
tricorn_status tg_copy_and_count_degrees(tg_preparing *job, const tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_edge *place = (tg_edge *)job->keys;
    TG_TRY(tg_staging_begin(job->context));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        for (uint64_t done = 0; done < part->count; done += CHUNK_EDGES) {
            const uint64_t left = part->count - done;
            const uint64_t count = left < CHUNK_EDGES ? left : (uint64_t)CHUNK_EDGES;
            TG_TRY(tg_check_cancelled(job->context));
            TG_TRY(copy_chunk(job, (const tg_edge *)part->edges + done, place, count, edges->vertices > 0));
            place += count;
        }
    }
cleanup:
    return status;
}
