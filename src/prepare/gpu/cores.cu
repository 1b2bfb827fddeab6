/* cores.cu - peels vertices in rounds on the GPU, for the order of cores.
 *
 * - A round of many vertices is a launch of the whole GPU, for which the host waits.
 * - In a path, each round has two vertices, so it takes half as many rounds as vertices. So
 *   rounds of few vertices are processed by a single thread block, one after the other, for some
 *   milliseconds per launch.
 * - Both kinds of rounds find the same vertices.
 *
 * Sources: Matula, Beck, "Smallest-Last Ordering and Clustering and Graph Coloring Algorithms", 1983; for rounds
 * Dasari, Desh, Zubair, "ParK: An Efficient Algorithm for k-core Decomposition on Multi-core Processors", 2014.
 */
#include "prepare/gpu/reorder.cuh"

#include <string.h>

#include "base/context.h"
#include "prepare/gpu/keys.cuh"

enum {
    BLOCK_THREADS = 1024, /* threads of the block that processes small rounds */
    BLOCK_WARPS = BLOCK_THREADS / TG_WARP,
    /* vertices of a small round: 32 for each warp of the block, which takes as long as a launch */
    SMALL_ROUND = 1024,
    /* vertices that a warp processes in one launch, half a microsecond each: some milliseconds */
    MOST_TURNS = 1 << 13
};
static const uint32_t NO_ROUND = UINT32_MAX;

/* How far peeling has come. */
typedef struct peel_progress {
    unsigned int queued; /* how many vertices are in the queue */
    unsigned int done; /* how many of these have already lowered their neighbours' counts */
    unsigned int round; /* the round to which the other vertices in the queue belong */
    unsigned int few; /* a vertex is peeled when it has at most this many neighbours left */
} peel_progress;

typedef struct peeling {
    /* each vertex's neighbours with smaller ids, and those with larger ids */
    tg_device_rows below, above;
    uint32_t count;
    uint32_t *left; /* how many neighbours of each vertex are not peeled yet */
    uint32_t *rounds; /* the round of each vertex; NO_ROUND while it is not known */
    uint32_t *queue; /* the vertices in the order of their rounds, each once */
    peel_progress *progress;
} peeling;

/* ---- both kinds of rounds ---- */

/* A warp peels vertex v: it subtracts 1 from the number of remaining neighbours of each
 * neighbour. enqueue(w) is called for each neighbour w whose number thereby falls to `few`; this
 * happens exactly once, because only one lane sees the step from few + 1. */
template <typename Enqueue>
static __device__ __forceinline__ void peel_vertex(const peeling &peel, uint32_t v, uint32_t few, Enqueue enqueue)
{
    const uint32_t first_below = peel.below.offsets[v], first_above = peel.above.offsets[v];
    const uint64_t below = peel.below.offsets[v + 1] - first_below;
    const uint64_t all = below + (peel.above.offsets[v + 1] - first_above);
    for (uint64_t i = threadIdx.x % TG_WARP; i < all; i += TG_WARP) {
        const uint32_t w = i < below ? peel.below.ids[first_below + i] : peel.above.ids[first_above + (i - below)];
        if (atomicSub(peel.left + w, 1u) == few + 1) enqueue(w);
    }
}

/* ---- rounds of the whole GPU ---- */

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) begin_peeling(peeling peel, const uint32_t *in_degrees)
{
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x) {
        peel.left[v] = peel.below.offsets[v + 1] - peel.below.offsets[v] + in_degrees[v];
        peel.rounds[v] = NO_ROUND;
    }
}

/* Sets progress->few, which is UINT32_MAX before, to the least number of neighbours that any
 * remaining vertex has left. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS) find_least_left(peeling peel)
{
    uint32_t least = UINT32_MAX;
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x)
        if (peel.rounds[v] == NO_ROUND && peel.left[v] < least) least = peel.left[v];
    least = ~prepare_warp_most(~least);
    if (threadIdx.x % TG_WARP == 0 && least < UINT32_MAX) atomicMin(&peel.progress->few, least);
}

static __device__ __forceinline__ void enqueue_vertex(const peeling &peel, uint32_t v, uint32_t round)
{
    peel.rounds[v] = round;
    peel.queue[atomicAdd(&peel.progress->queued, 1u)] = v;
}

/* Enqueues all vertices with at most `few` neighbours left. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS) enqueue_few(peeling peel, uint32_t round)
{
    const uint32_t few = peel.progress->few;
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < peel.count;
         v += (uint64_t)gridDim.x * blockDim.x)
        if (peel.rounds[v] == NO_ROUND && peel.left[v] <= few) enqueue_vertex(peel, (uint32_t)v, round);
}

/* Peels all vertices of a round, each with a warp. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS) peel_round(peeling peel, peel_progress now)
{
    for (uint64_t i = now.done + ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / TG_WARP; i < now.queued;
         i += (uint64_t)gridDim.x * blockDim.x / TG_WARP)
        peel_vertex(peel, peel.queue[i], now.few, [&](uint32_t w) { enqueue_vertex(peel, w, now.round + 1); });
}

/* ---- rounds of one block ---- */

/* Peels rounds one after the other, each vertex with a warp, until a round has no vertices or too
 * many, or until the kernel has run long enough. The vertices of the next round are passed on in
 * shared memory; they are also put into the queue, for the launch that continues. */
static __global__ void __launch_bounds__(BLOCK_THREADS) peel_small_rounds(peeling peel, peel_progress now)
{
    /* the vertices of this round, and those of the next round */
    __shared__ uint32_t vertices[2][SMALL_ROUND];
    /* three counts of vertices, used in turn: of the next round, of the round before it, and of
     * the round after it, which is set to 0 in time */
    __shared__ uint32_t counts[3];
    const uint32_t warp = prepare_warp_first() / TG_WARP;
    uint32_t count = now.queued - now.done, turns = 0, here = 0, next = 1;

    if (count <= SMALL_ROUND)
        for (uint32_t i = threadIdx.x; i < count; i += BLOCK_THREADS) vertices[0][i] = peel.queue[now.done + i];
    if (threadIdx.x == 0) counts[1] = 0;
    __syncthreads();
    /* the condition is the same in all threads */
    while (count > 0 && count <= SMALL_ROUND && turns < MOST_TURNS) {
        const uint32_t after = next == 2 ? 0 : next + 1;
        if (threadIdx.x == 0) counts[after] = 0; /* no thread reads this count any more */
        for (uint32_t i = warp; i < count; i += BLOCK_WARPS)
            peel_vertex(peel, vertices[here][i], now.few, [&](uint32_t w) {
                const uint32_t place = atomicAdd(&counts[next], 1u);
                peel.rounds[w] = now.round + 1;
                peel.queue[now.queued + place] = w;
                if (place < SMALL_ROUND) vertices[1 - here][place] = w;
            });
        __syncthreads(); /* now the next round is complete */
        turns += (count + BLOCK_WARPS - 1) / BLOCK_WARPS;
        count = counts[next];
        now.done = now.queued;
        now.queued += count;
        now.round++;
        here = 1 - here;
        next = after;
    }
    if (threadIdx.x == 0) *peel.progress = now;
}

/* ---- host ---- */

/* Peels the next round, or several small ones. If the queue is empty, it instead enqueues the
 * vertices with the fewest neighbours left. Waits for the GPU. */
static tricorn_status peel_some(tricorn_context *context, const peeling *peel, peel_progress *now)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const unsigned blocks = prepare_blocks(context, peel->count);
    const uint32_t count = now->queued - now->done;
    unsigned int *const few = &peel->progress->few;
    peel_progress read;

    if (count == 0) {
        TG_TRY_CUDA(context, cudaMemsetAsync(few, 0xff, sizeof *few, stream));
        find_least_left<<<blocks, TG_PREPARE_THREADS, 0, stream>>>(*peel);
        TG_TRY_CUDA(context, cudaGetLastError());
        enqueue_few<<<blocks, TG_PREPARE_THREADS, 0, stream>>>(*peel, now->round);
    } else if (count <= SMALL_ROUND) {
        peel_small_rounds<<<1, BLOCK_THREADS, 0, stream>>>(*peel, *now);
    } else {
        peel_round<<<prepare_blocks(context, (uint64_t)count * TG_WARP), TG_PREPARE_THREADS, 0, stream>>>(*peel, *now);
    }
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, peel->progress, sizeof read));
    if (count > SMALL_ROUND) { /* peel_round() changes only `queued` on the GPU */
        read.done = now->queued;
        read.round = now->round + 1;
    } else if (count == 0) {
        read.done = now->done;
        read.round = now->round;
    }
    *now = read;
cleanup:
    return status;
}

static tricorn_status peel_all(tricorn_context *context, const peeling *peel, const uint32_t *in_degrees)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    peel_progress now = {0, 0, 0, 0};

    TG_TRY_CUDA(context, cudaMemsetAsync(peel->progress, 0, sizeof *peel->progress, stream));
    begin_peeling<<<prepare_blocks(context, peel->count), TG_PREPARE_THREADS, 0, stream>>>(*peel, in_degrees);
    TG_TRY_CUDA(context, cudaGetLastError());
    tg_work_begin(context, "peeling", peel->count);
    while (now.done < peel->count) {
        const uint32_t before = now.done;
        TG_TRY(peel_some(context, peel, &now));
        tg_work_add(context, now.done - before);
        TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  turn_round(const uint32_t *sources, const uint32_t *ids, uint32_t edges, uint32_t id_bits, uint64_t *keys)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += (uint64_t)gridDim.x * blockDim.x)
        keys[e] = (uint64_t)ids[e] << id_bits | sources[e];
}

/* Makes the transposed rows: for each vertex, the vertices whose rows contain it. free_above()
 * frees them, also after a failure. */
static tricorn_status make_above(tricorn_context *context, const tg_device_graph *graph, tg_device_rows *above)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &graph->rows;
    const uint32_t m = rows->id_count, id_bits = bits_of(rows->count - 1);
    uint64_t *keys = NULL, *spare = NULL;
    uint32_t *ids = NULL;

    *above = {rows->count, m, NULL, NULL};
    TG_TRY(TG_DEVICE_ALLOC(context, m, &ids));
    above->ids = ids;
    TG_TRY(TG_DEVICE_ALLOC(context, m, &keys));
    TG_TRY(TG_DEVICE_ALLOC(context, m, &spare));
    turn_round<<<prepare_blocks(context, m), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
      graph->sources, rows->ids, m, id_bits, keys);
    TG_TRY_CUDA(context, cudaGetLastError());
    /* The edges are in the order of their sources, and the sort is stable, so each new row is in order. */
    TG_TRY(radix_sort_keys(context, &keys, &spare, m, {id_bits, 2 * id_bits}));
    TG_TRY(split_into_rows(context, keys, split_key{NULL, ids, id_bits}, above));
cleanup:
    tg_device_free(context, keys);
    tg_device_free(context, spare);
    return status;
}

tricorn_status tg_peel_on_device(
  tricorn_context *context, const tg_device_graph *graph, const uint32_t *in_degrees, uint32_t **rounds)
{
    tricorn_status status = TRICORN_OK;
    peeling peel;

    memset(&peel, 0, sizeof peel);
    peel.below = graph->rows;
    peel.count = graph->rows.count;
    TG_TRY(make_above(context, graph, &peel.above));
    TG_TRY(TG_DEVICE_ALLOC(context, peel.count, &peel.left));
    TG_TRY(TG_DEVICE_ALLOC(context, peel.count, &peel.rounds));
    TG_TRY(TG_DEVICE_ALLOC(context, peel.count, &peel.queue));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &peel.progress));
    TG_TRY(peel_all(context, &peel, in_degrees));
    *rounds = peel.rounds;
    peel.rounds = NULL;
cleanup:
    tg_device_free(context, (void *)peel.above.offsets);
    tg_device_free(context, (void *)peel.above.ids);
    tg_device_free(context, peel.left);
    tg_device_free(context, peel.rounds);
    tg_device_free(context, peel.queue);
    tg_device_free(context, peel.progress);
    return status;
}
