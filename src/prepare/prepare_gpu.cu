/* prepare_gpu.cu - preparation on the GPU: degrees, order, and one sort of relabelled edges.
 *
 * Degrees are raw, repetitions counted, so that nothing needs sorting before the vertices have
 * their new numbers; then each edge is one key, its larger end above its smaller, and one radix
 * sort of the bits that vary puts rows in order, side by side repetitions are dropped, and what
 * is left is the graph.  Bytes moved for each edge: 8 in, 8 + 8 to relabel, 16 for each 8 bits of
 * the sort, 8 + 8 to drop repetitions and split keys.
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", 2016, for one sort of 64-bit keys.
 */
#include "prepare/prepare_gpu.h"

#include <inttypes.h>
#include <string.h>

#include "base/copy.h"
#include "base/memory.h"
#include "device/staging.cuh"
#include "prepare/keys_gpu.cuh"
#include "prepare/sort_rows.cuh"
#include "prepare/steps.h"

enum {
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    CHUNK_EDGES = 1 << 22, /* 32 MiB: copied while the ones before are counted */
    WARP = 32,
    READ_AHEAD = 4, /* edges of a thread */
    FLAT_ROW = 20 /* ids on average: up to here rows are sorted one by one */
};
static const uint32_t ALL_LANES = 0xffffffffu;


/* Summed on the device. */
typedef struct totals {
    unsigned long long loops, squares; /* of degrees; may wrap where most_degree is large */
    unsigned int most_degree, active, isolated;
    tg_order_sample sample;
    unsigned int unsorted; /* 0: each edge once, smaller end first, in ascending order */
    tg_described described;
} totals;

/* What the steps share. */
typedef struct preparing {
    trigon_context *context;
    cudaStream_t stream;
    uint64_t edge_count;
    uint32_t numbers;       /* in the input: all ids are below */
    bool declared;
    bool describe;          /* finds what only descriptions tell */
    uint32_t id_bits;       /* of a new id */
    uint64_t *keys, *spare; /* keys: first the edges as they came, two ids each */
    uint32_t *degrees, *new_ids;
    uint64_t degree_room;   /* while numbers are being found */
    totals *sums, read; /* on the device; on the host */
    tg_device_graph graph;
} preparing;

static unsigned blocks_for(const preparing *job, uint64_t items)
{
    return tg_device_blocks(job->context, items, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
}

/* ---- degrees ------------------------------------------------------------------------------ */

/* A vertex that filled a whole warp, as hubs do in sorted edges: its edges are counted here, also
 * where others stand between them, for otherwise all warps would wait for one counter. */
typedef struct held_vertex {
    uint32_t vertex, count;
} held_vertex;

static __device__ __forceinline__ void add_held(uint32_t *degrees, const held_vertex &held)
{
    if (held.count > 0 && threadIdx.x % WARP == 0) atomicAdd(degrees + held.vertex, held.count);
}

/* Adds one to the degree of each lane's vertex; `counts` is false for lanes that have none, `before`
 * is the vertex of the lane before.  Lanes in a row with the same vertex are added up first.  All
 * lanes of the warp are here. */
static __device__ __forceinline__ void add_ends(uint32_t *degrees, uint32_t vertex,
                                                uint32_t before, bool counts, held_vertex *held)
{
    const uint32_t lane = threadIdx.x % WARP, bit = 1u << lane;
    const uint32_t here = __ballot_sync(ALL_LANES, counts);
    const bool begins = counts && (lane == 0 || !(here & bit >> 1) || before != vertex);
    const uint32_t heads = __ballot_sync(ALL_LANES, begins);
    if (here == ALL_LANES && heads == 1) {
        const uint32_t all = __shfl_sync(ALL_LANES, vertex, 0);
        if (all != held->vertex) {
            add_held(degrees, *held);
            held->vertex = all;
            held->count = 0;
        }
        held->count += WARP;
        return;
    }
    const uint32_t of_held = __ballot_sync(ALL_LANES, counts && vertex == held->vertex);
    held->count += (uint32_t)__popc(of_held);
    if (begins && !(of_held & bit)) {
        const uint32_t later = heads & ~(bit | (bit - 1)); /* where the next run begins */
        const uint32_t ours = here & ~(bit - 1) & (later ? (later & -later) - 1 : ~0u);
        atomicAdd(degrees + vertex, (uint32_t)__popc(ours));
    }
}

/* Whether an edge may stand right behind another in clean edges: its smaller end first, ascending,
 * none twice. */
static __device__ __forceinline__ bool in_order(tg_edge before, tg_edge edge)
{
    return edge.u < edge.v &&
           (before.u < edge.u || (before.u == edge.u && before.v < edge.v));
}

/* Edges to be counted, and the vertices whose edges are. */
typedef struct degree_pass {
    const tg_edge *edges;
    uint64_t count;
    bool follows; /* there is an edge before the first */
    bool checks;  /* loops and the order of edges, too */
    uint32_t from, to;
} degree_pass;

/* What a thread finds beside degrees. */
typedef struct degree_checks {
    unsigned long long loops;
    bool unsorted;
} degree_checks;

/* Edge number i, which may be behind the last: then it is a loop at 0, and counts nothing. */
static __device__ __forceinline__ void count_edge(const degree_pass &pass, uint64_t i,
                                                  tg_edge edge, uint32_t *degrees,
                                                  held_vertex held[2], degree_checks *checks)
{
    tg_edge before = {__shfl_up_sync(ALL_LANES, edge.u, 1), __shfl_up_sync(ALL_LANES, edge.v, 1)};
    const bool counts = edge.u != edge.v;
    if (pass.checks && i < pass.count) {
        const bool behind = i > 0 || pass.follows;
        if (threadIdx.x % WARP == 0 && behind) before = pass.edges[(int64_t)i - 1];
        checks->unsorted |= behind ? !in_order(before, edge) : edge.u >= edge.v;
        if (!counts) {
            atomicOr(degrees + edge.u, TG_LOOP_SEEN);
            checks->loops++;
        }
    }
    add_ends(degrees, edge.u, before.u, counts && edge.u - pass.from < pass.to - pass.from,
             &held[0]);
    add_ends(degrees, edge.v, before.v, counts && edge.v - pass.from < pass.to - pass.from,
             &held[1]);
}

static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_degrees(degree_pass pass, uint32_t *degrees, totals *sums)
{
    degree_checks checks = {0, false};
    held_vertex held[2] = {{0, 0}, {0, 0}};
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i - threadIdx.x % WARP < pass.count; i += READ_AHEAD * stride) {
        tg_edge edges[READ_AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < READ_AHEAD; j++) {
            const tg_edge none = {0, 0};
            edges[j] = i + j * stride < pass.count ? pass.edges[i + j * stride] : none;
        }
#pragma unroll
        for (uint32_t j = 0; j < READ_AHEAD; j++)
            count_edge(pass, i + j * stride, edges[j], degrees, held, &checks);
    }
    add_held(degrees, held[0]);
    add_held(degrees, held[1]);
    if (checks.loops > 0) atomicAdd(&sums->loops, checks.loops);
    if (checks.unsorted) sums->unsorted = 1;
}

/* Counters are hit at random: as many vertices at a time as have theirs in the cache. */
static trigon_status count_chunk(const preparing *job, const tg_edge *edges, uint64_t count)
{
    trigon_status status = TRIGON_OK;
    const uint64_t cached =
        tg_device_properties_of(job->context)->cache_bytes / sizeof *job->degrees + 1;
    const uint64_t passes = (job->numbers + cached - 1) / cached;
    const uint64_t vertices = passes > 0 ? (job->numbers + passes - 1) / passes : 1;
    degree_pass pass = {edges, count, edges != (const tg_edge *)job->keys, true, 0, 0};
    if (count == 0) return TRIGON_OK;
    for (uint64_t from = 0; from < job->numbers; from += vertices) {
        pass.from = (uint32_t)from;
        pass.to = (uint32_t)(job->numbers - from < vertices ? job->numbers : from + vertices);
        count_degrees<<<blocks_for(job, count), BLOCK_THREADS, 0, job->stream>>>(
            pass, job->degrees, job->sums);
        TG_TRY_CUDA(job->context, cudaGetLastError());
        pass.checks = false;
    }
cleanup:
    return status;
}

/* For edges whose ids were not looked at before: makes the degrees reach up to the largest of
 * these.  Room for half as many more is taken, so that it seldom grows. */
static trigon_status find_numbers(preparing *job, const tg_edge *edges, uint64_t count)
{
    trigon_status status = TRIGON_OK;
    const uint32_t most = tg_most_parallel(job->context, &edges->u, 2 * count);
    const uint64_t before = job->degree_room, grown = (uint64_t)most + most / 2 + 1;
    uint32_t *larger = NULL;

    if (most == UINT32_MAX)
        TG_TRY(tg_fail(job->context, TRIGON_UNSUPPORTED, "the id 2^32 - 1 is no number on a GPU"));
    if (most >= job->numbers) job->numbers = most + 1;
    if (most < before) return TRIGON_OK;
    TG_TRY(TG_DEVICE_ALLOC(job->context, grown, &larger));
    TG_TRY_CUDA(job->context,
                cudaMemsetAsync(larger + before, 0, (grown - before) * sizeof *larger,
                                job->stream));
    if (before > 0)
        TG_TRY_CUDA(job->context, cudaMemcpyAsync(larger, job->degrees, before * sizeof *larger,
                                                  cudaMemcpyDeviceToDevice, job->stream));
    tg_device_free(job->context, job->degrees);
    job->degrees = larger;
    job->degree_room = grown;
    larger = NULL;
cleanup:
    tg_device_free(job->context, larger);
    return status;
}

/* One chunk: its degrees are counted once it has arrived. */
static trigon_status copy_chunk(preparing *job, const tg_edge *from, tg_edge *to, uint64_t count,
                                bool numbered)
{
    trigon_status status = TRIGON_OK;
    TG_TRY(tg_stage_in(job->context, to, from, count * sizeof *to));
    TG_TRY(tg_stage_mark(job->context, 0));
    if (!numbered) TG_TRY(find_numbers(job, from, count));
    TG_TRY(tg_stage_wait(job->context, 0));
    TG_TRY(count_chunk(job, to, count));
cleanup:
    return status;
}

/* Copies edges in and counts the degrees of each chunk while the next is on its way. */
static trigon_status copy_and_count(preparing *job, const tg_edges *edges)
{
    trigon_status status = TRIGON_OK;
    tg_edge *place = (tg_edge *)job->keys;
    TG_TRY(tg_stage_begin(job->context));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        for (uint64_t done = 0; done < part->count; done += CHUNK_EDGES) {
            const uint64_t left = part->count - done;
            const uint64_t count = left < CHUNK_EDGES ? left : (uint64_t)CHUNK_EDGES;
            TG_TRY(tg_check_cancelled(job->context));
            TG_TRY(copy_chunk(job, (const tg_edge *)part->edges + done, place, count,
                              edges->vertices > 0));
            place += count;
        }
    }
cleanup:
    return status;
}

/* ---- order -------------------------------------------------------------------------------- */

static __global__ void __launch_bounds__(BLOCK_THREADS)
    sum_vertices(const uint32_t *degrees, uint32_t numbers, bool declared, totals *sums)
{
    uint32_t most = 0, active = 0, isolated = 0;
    unsigned long long squares = 0;
    for (uint64_t x = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; x < numbers;
         x += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t degree = degrees[x] & TG_DEGREE_MASK;
        most = degree > most ? degree : most;
        active += degree > 0;
        squares += (unsigned long long)degree * degree;
        isolated += degree == 0 && (declared || degrees[x] & TG_LOOP_SEEN);
    }
    /* A warp at a time: so many threads would wait for one sum longer than they have counted. */
    for (uint32_t step = WARP / 2; step > 0; step /= 2) {
        const uint32_t other = __shfl_xor_sync(ALL_LANES, most, step);
        most = other > most ? other : most;
        active += __shfl_xor_sync(ALL_LANES, active, step);
        isolated += __shfl_xor_sync(ALL_LANES, isolated, step);
        squares += __shfl_xor_sync(ALL_LANES, squares, step);
    }
    if (threadIdx.x % WARP != 0 || active + isolated == 0) return;
    atomicMax(&sums->most_degree, most);
    atomicAdd(&sums->active, active);
    atomicAdd(&sums->squares, squares);
    if (isolated > 0) atomicAdd(&sums->isolated, isolated);
}

/* How many of the sampled edges are local. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    sample_edges(const tg_edge *edges, uint64_t count, uint32_t samples, uint32_t numbers,
                 totals *sums)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool local = i < samples && tg_edge_is_local(edges[i * (count / samples)], numbers);
    const uint32_t all = __ballot_sync(0xffffffffu, local);
    if (threadIdx.x % WARP == 0 && all != 0) atomicAdd(&sums->sample.local, (uint32_t)__popc(all));
}

/* Where a vertex belongs: smaller comes first.  Those with edges, those without, no vertices. */
struct place_of_vertex {
    const uint32_t *degrees;
    uint32_t last_class; /* of vertices with edges; 0: all of them are alike */
    bool declared;
    __device__ uint32_t operator()(uint32_t x) const
    {
        const uint32_t degree = degrees[x] & TG_DEGREE_MASK;
        if (degree > 0) return last_class > 0 ? last_class - tg_degree_class(degree) : 0;
        return last_class + (declared || degrees[x] & TG_LOOP_SEEN ? 1 : 2);
    }
};

static __global__ void __launch_bounds__(BLOCK_THREADS)
    place_vertices(place_of_vertex place_of, uint32_t numbers, uint32_t *places, uint32_t *ids)
{
    for (uint64_t x = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; x < numbers;
         x += (uint64_t)gridDim.x * blockDim.x) {
        places[x] = place_of((uint32_t)x);
        ids[x] = (uint32_t)x;
    }
}

static __global__ void __launch_bounds__(BLOCK_THREADS)
    invert_order(const uint32_t *order, uint32_t count, uint32_t *new_ids)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x)
        new_ids[order[i]] = (uint32_t)i;
}

/* Sorts the vertices by place, which keeps equal ones in the order of the input. */
static trigon_status sort_vertices(preparing *job)
{
    trigon_status status = TRIGON_OK;
    const uint32_t n = job->numbers;
    const bool by_degree = job->graph.order == TG_ORDER_DEGREE && job->read.most_degree > 0;
    const uint32_t last_class = by_degree ? tg_degree_class(job->read.most_degree) : 0;
    const place_of_vertex place_of = {job->degrees, last_class, job->declared};
    uint32_t *places[2] = {NULL, NULL}, *ids[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) {
        TG_TRY(TG_DEVICE_ALLOC(job->context, n, &places[i]));
        TG_TRY(TG_DEVICE_ALLOC(job->context, n, &ids[i]));
    }
    place_vertices<<<blocks_for(job, n), BLOCK_THREADS, 0, job->stream>>>(place_of, n, places[0],
                                                                          ids[0]);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_with_work(job->context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(work, bytes, places[0], places[1], ids[0], ids[1],
                                               (int64_t)n, 0, (int)bits_of(last_class + 2u),
                                               job->stream);
    }));
    TG_TRY(TG_DEVICE_ALLOC(job->context, n, &job->new_ids));
    invert_order<<<blocks_for(job, n), BLOCK_THREADS, 0, job->stream>>>(ids[1], n, job->new_ids);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    job->graph.input_ids = ids[1];
    ids[1] = NULL;
cleanup:
    for (int i = 0; i < 2; i++) {
        tg_device_free(job->context, places[i]);
        tg_device_free(job->context, ids[i]);
    }
    return status;
}

static trigon_status order_vertices(preparing *job)
{
    trigon_status status = TRIGON_OK;
    const uint32_t samples =
        job->edge_count < TG_ORDER_SAMPLES ? (uint32_t)job->edge_count : (uint32_t)TG_ORDER_SAMPLES;
    tg_degree_sums sums;
    if (job->numbers > 0)
        sum_vertices<<<blocks_for(job, job->numbers), BLOCK_THREADS, 0, job->stream>>>(
            job->degrees, job->numbers, job->declared, job->sums);
    if (samples > 0)
        sample_edges<<<samples / BLOCK_THREADS + 1, BLOCK_THREADS, 0, job->stream>>>(
            (const tg_edge *)job->keys, job->edge_count, samples, job->numbers, job->sums);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(job->context, &job->read, job->sums, sizeof job->read));
    job->graph.self_loops = job->read.loops;
    job->graph.rows.count = job->read.active;
    job->graph.vertices = job->read.active + job->read.isolated;
    job->read.sample.taken = samples;
    sums = {job->read.most_degree, job->read.active, job->read.squares};
    job->graph.order =
        tg_order_for(job->numbers, job->edge_count, &sums, job->read.sample);
    if (job->graph.order == TG_ORDER_DEGREE || job->read.active < job->numbers)
        TG_TRY(sort_vertices(job));
    tg_device_free(job->context, job->degrees);
    job->degrees = NULL;
cleanup:
    return status;
}

/* ---- edges -------------------------------------------------------------------------------- */

/* Sorts by the bits from `first_bit` on. */
static trigon_status sort_keys(preparing *job, uint32_t first_bit)
{
    trigon_status status = TRIGON_OK;
    const uint64_t m = job->edge_count;
    const uint64_t turned = job->describe && job->read.unsorted ? TURNED : 0;
    cub::DoubleBuffer<uint64_t> buffer;

    if (turned != 0 && 2 * job->id_bits > 63)
        TG_TRY(tg_fail(job->context, TRIGON_UNSUPPORTED,
                       "%" PRIu32 " vertices are too many to prepare on a GPU (2^31)",
                       job->graph.rows.count));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->spare));
    make_keys<<<blocks_for(job, m), BLOCK_THREADS, 0, job->stream>>>(
        job->keys, m, job->new_ids, job->id_bits, turned);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    buffer = cub::DoubleBuffer<uint64_t>(job->keys, job->spare);
    TG_TRY(radix_sort_keys(job->context, &buffer, m, first_bit, 2 * job->id_bits));
    if (buffer.Current() != job->keys) {
        job->spare = job->keys;
        job->keys = buffer.Current();
    }
    tg_device_free(job->context, job->spare);
    job->spare = NULL;
cleanup:
    return status;
}

/* Each key once, without that of the loops, which is the last. */
static trigon_status split_unique(preparing *job, const split_key &split)
{
    trigon_status status = TRIGON_OK;
    unsigned long long *kept = NULL, count = 0;
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &kept));
    if (job->describe) {
        count_turns<<<blocks_for(job, job->edge_count), BLOCK_THREADS, 0, job->stream>>>(
            job->keys, job->edge_count, &job->sums->described);
        TG_TRY_CUDA(job->context, cudaGetLastError());
        TG_TRY(write_once(job->context,
                          thrust::make_transform_iterator(job->keys, without_turn()),
                          job->edge_count, thrust::make_tabulate_output_iterator(split), kept));
    } else {
        TG_TRY(write_once(job->context, job->keys, job->edge_count,
                          thrust::make_tabulate_output_iterator(split), kept));
    }
    TG_TRY(tg_device_copy_out(job->context, &count, kept, sizeof count));
    job->graph.rows.id_count = (uint32_t)(count - (job->read.loops > 0));
cleanup:
    tg_device_free(job->context, kept);
    return status;
}

/* The same, and takes keys apart. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    split_keys(split_key split, const uint64_t *keys, uint32_t edges, uint32_t rows,
               uint32_t *offsets)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint64_t key = keys[e], row = key >> split.id_bits;
        split(e, key);
        if (e == 0 || keys[e - 1] >> split.id_bits != row) offsets[row] = (uint32_t)e;
        if (e + 1 == edges) offsets[rows] = edges;
    }
}

template <typename Mark> static trigon_status make_offsets(preparing *job, Mark mark)
{
    return make_row_offsets(job->context, job->graph.rows.count, mark, &job->graph.rows.offsets);
}

/* Clean edges: no key is left out, and how far they must be sorted depends. */
static trigon_status make_clean_rows(preparing *job, const split_key &split)
{
    trigon_status status = TRIGON_OK;
    const uint64_t m = job->edge_count;
    /* Where vertices keep the order of sorted edges, sorting by larger ends leaves the smaller
     * ones in order. */
    const bool in_order = job->graph.order == TG_ORDER_INPUT;
    const bool short_rows = m / FLAT_ROW <= job->graph.rows.count;

    TG_TRY(sort_keys(job, in_order || short_rows ? job->id_bits : 0));
    job->graph.rows.id_count = (uint32_t)m;
    if (!in_order && short_rows) {
        TG_TRY(make_offsets(job, [&](uint32_t *offsets) {
            mark_starts<<<blocks_for(job, m + 1), BLOCK_THREADS, 0, job->stream>>>(
                row_of_key{job->keys, job->id_bits}, (uint32_t)m, job->graph.rows.count, offsets);
        }));
        const tg_unsorted_rows rows = {job->keys, job->id_bits, &job->graph.rows, split.sources,
                                       split.ids};
        TG_TRY(tg_sort_rows(job->context, &rows));
    } else {
        TG_TRY(make_offsets(job, [&](uint32_t *offsets) {
            split_keys<<<blocks_for(job, m), BLOCK_THREADS, 0, job->stream>>>(
                split, job->keys, (uint32_t)m, job->graph.rows.count, offsets);
        }));
    }
cleanup:
    return status;
}

static trigon_status make_rows(preparing *job)
{
    trigon_status status = TRIGON_OK;
    const uint64_t m = job->edge_count;
    uint32_t *ids = NULL;
    split_key split;

    /* The ends of an edge differ, so only the key of loops has nothing but ones. */
    job->id_bits = bits_of(job->graph.rows.count > 0 ? job->graph.rows.count - 1 : 0);
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &ids));
    job->graph.rows.ids = ids; /* freed with the graph from here on */
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->graph.sources));
    split.sources = job->graph.sources;
    split.ids = ids;
    split.id_bits = job->id_bits;
    if (m > 0 && !job->read.unsorted) {
        TG_TRY(make_clean_rows(job, split));
    } else {
        if (m > 0) TG_TRY(sort_keys(job, 0));
        if (m > 0) TG_TRY(split_unique(job, split));
        TG_TRY(make_offsets(job, [&](uint32_t *offsets) {
            const uint32_t edges = job->graph.rows.id_count;
            mark_starts<<<blocks_for(job, (uint64_t)edges + 1), BLOCK_THREADS, 0, job->stream>>>(
                row_of_source{job->graph.sources}, edges, job->graph.rows.count, offsets);
        }));
    }
cleanup:
    return status;
}

static trigon_status describe_graph(preparing *job)
{
    trigon_status status = TRIGON_OK;
    tg_device_graph *graph = &job->graph;
    measure_rows<<<blocks_for(job, graph->rows.count), BLOCK_THREADS, 0, job->stream>>>(
        graph->rows.offsets, graph->rows.count, &job->sums->described);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(job->context, &job->read, job->sums, sizeof job->read));
    graph->both_directions = job->read.described.both_directions;
    graph->wedges = job->read.described.wedges;
    graph->longest = job->read.described.longest;
cleanup:
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static trigon_status begin(preparing *job)
{
    trigon_status status = TRIGON_OK;
    const uint64_t bytes = (uint64_t)job->numbers * sizeof *job->degrees;
    if (job->edge_count >= TG_DEGREE_MASK)
        TG_TRY(tg_fail(job->context, TRIGON_OUT_OF_MEMORY,
                       "%" PRIu64 " edges are too many to prepare on one GPU (2^31 - 2)",
                       job->edge_count));
    if (job->keys == NULL) TG_TRY(TG_DEVICE_ALLOC(job->context, job->edge_count, &job->keys));
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->numbers, &job->degrees));
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &job->sums));
    if (bytes > 0)
        TG_TRY_CUDA(job->context, cudaMemsetAsync(job->degrees, 0, bytes, job->stream));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->sums, 0, sizeof *job->sums, job->stream));
cleanup:
    return status;
}

/* `edges` are copied in; NULL: they are job->keys. */
static trigon_status run_steps(preparing *job, const tg_edges *edges,
                               tg_device_preparation_times *times)
{
    trigon_status status = TRIGON_OK;
    tg_timer timer = {NULL, NULL};

    if (times) TG_TRY(tg_timer_start(job->context, &timer));
    TG_TRY(begin(job));
    if (edges) {
        TG_TRY(copy_and_count(job, edges));
        if (times) {
            TG_TRY(tg_timer_stop(job->context, &timer));
            TG_TRY(tg_timer_add(job->context, &timer, &times->transfer));
            TG_TRY(tg_timer_start(job->context, &timer));
        }
    } else {
        TG_TRY(count_chunk(job, (const tg_edge *)job->keys, job->edge_count));
    }
    TG_TRY(order_vertices(job));
    TG_TRY(make_rows(job));
    if (job->describe) TG_TRY(describe_graph(job));
    if (times) {
        TG_TRY(tg_timer_stop(job->context, &timer));
        TG_TRY(tg_timer_add(job->context, &timer, &times->prepare));
    }
    TG_TRY(tg_check_cancelled(job->context));
cleanup:
    tg_timer_free(&timer);
    return status;
}

static trigon_status prepare(preparing *job, const tg_edges *edges, tg_device_graph *graph,
                             tg_device_preparation_times *times)
{
    tg_device_preparation_times taken = {0, 0};
    job->stream = tg_device_stream(job->context);
    job->graph.input_edges = job->edge_count;
    const trigon_status status = run_steps(job, edges, times ? &taken : NULL);
    if (status == TRIGON_OK) {
        *graph = job->graph;
        if (times) *times = taken;
    } else {
        if (edges) tg_stage_end(job->context);
        tg_device_graph_free(job->context, &job->graph);
    }
    tg_device_free(job->context, job->keys);
    tg_device_free(job->context, job->spare);
    tg_device_free(job->context, job->degrees);
    tg_device_free(job->context, job->new_ids);
    tg_device_free(job->context, job->sums);
    return status;
}

extern "C" trigon_status tg_prepare_on_device(trigon_context *context, const tg_edges *edges,
                                              tg_device_graph *graph,
                                              tg_device_preparation_times *times)
{
    preparing job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.edge_count = tg_edges_count(edges);
    job.numbers = (uint32_t)edges->vertices;
    job.declared = edges->declared;
    job.describe = true;
    return prepare(&job, edges, graph, times);
}

extern "C" trigon_status tg_prepare_device_edges(trigon_context *context, tg_device_edges *edges,
                                                 tg_device_graph *graph,
                                                 tg_device_preparation_times *times)
{
    preparing job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.keys = (uint64_t *)edges->edges;
    job.edge_count = edges->count;
    job.numbers = edges->numbers;
    job.declared = edges->declared;
    edges->edges = NULL;
    return prepare(&job, NULL, graph, times);
}

extern "C" void tg_device_graph_free(trigon_context *context, tg_device_graph *graph)
{
    tg_device_free(context, (void *)graph->rows.offsets);
    tg_device_free(context, (void *)graph->rows.ids);
    tg_device_free(context, graph->sources);
    tg_device_free(context, graph->input_ids);
    memset(graph, 0, sizeof *graph);
}
