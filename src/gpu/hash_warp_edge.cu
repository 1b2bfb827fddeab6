/* hash_warp_edge.cu - count a task with one warp for each edge, by hashing.
 *
 * The shorter list of an edge goes into a hash set in shared memory, with interleaved buckets;
 * the lanes look the ids of the longer one up in it.  A list too long for the set is taken in
 * pieces.  A table for each edge is built over and over for a vertex of many edges: the
 * vertex-centred hash_team_vertex.cu is its successor.
 * Source: Pandey, Li, Buluc, Li, Liu, "H-INDEX: Hash-Indexing for Parallel Triangle Counting on
 * GPUs", HPEC 2019.
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/hash.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 6, /* for 40 registers a thread */
    LEVELS = 2,
    MOST_BUCKETS = 512,
    SET_SLOTS = MOST_BUCKETS * LEVELS /* 4 KiB a warp */
};

enum { BUCKETS }; /* its parameter */

/* What a warp makes its sets of. */
typedef struct set_memory {
    uint32_t *slots;
    uint32_t least_buckets; /* a power of two */
} set_memory;

/* The set for so many ids: two to four buckets for each, so that few share one and lanes wait
 * little for each other, but no more, for it is cleared for each edge. */
static __device__ __forceinline__ hash_set set_for(set_memory memory, uint32_t count)
{
    const uint32_t wanted =
        4 * count <= memory.least_buckets ? memory.least_buckets : 4u << log2_floor(count - 1);
    const hash_set set = {memory.slots, least(wanted, MOST_BUCKETS), LEVELS};
    return set;
}

static __device__ __forceinline__ void clear_set(const hash_set &set)
{
    uint4 *const quads = reinterpret_cast<uint4 *>(set.slots);
    for (uint32_t i = lane_id(); i < set.buckets * LEVELS / 4; i += WARP_THREADS)
        quads[i] = make_uint4(NO_ID, NO_ID, NO_ID, NO_ID);
}

/* Ids of a list that are among at most half as many ids as there are slots.  Keys are read ahead
 * of their use, the first before the set is made; behind the last id of the piece all miss. */
static __device__ __forceinline__ uint32_t count_piece(set_memory memory, const uint32_t *piece,
                                                       uint32_t piece_count, const uint32_t *keys,
                                                       uint32_t key_count)
{
    const hash_set set = set_for(memory, piece_count);
    const uint32_t last = load_id(piece + piece_count - 1);
    uint32_t key = lane_id() < key_count ? load_id(keys + lane_id()) : NO_ID;
    uint32_t found = 0;
    __syncwarp(); /* the set before has been read */
    clear_set(set);
    __syncwarp();
    for (uint32_t i = lane_id(); i < piece_count; i += WARP_THREADS)
        hash_insert(set, load_id(piece + i));
    __syncwarp();
    for (uint32_t i = lane_id() + WARP_THREADS; key <= last; i += WARP_THREADS) {
        const uint32_t next = i < key_count ? load_id(keys + i) : NO_ID;
        found += hash_contains(set, key);
        key = next;
    }
    return found;
}

static __device__ __forceinline__ uint32_t count_lists(set_memory memory, const uint32_t *shorter,
                                                       uint32_t shorter_count,
                                                       const uint32_t *longer,
                                                       uint32_t longer_count)
{
    const uint32_t room = SET_SLOTS / HASH_LOAD;
    uint32_t found = 0;
    for (uint32_t done = 0; done < shorter_count; done += room)
        found += count_piece(memory, shorter + done, least(shorter_count - done, room), longer,
                             longer_count);
    return found;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    __shared__ __align__(16) uint32_t slots[WARPS][SET_SLOTS];
    const set_memory mine = {slots[threadIdx.x / WARP_THREADS],
                             1u << log2_floor(task.values[BUCKETS])};
    uint64_t found = 0;
    visit_edge_chunks(task, draw, tally, [&](const edge_parts &lists) {
        visit_each_edge(lists, [&](const edge_parts &edge) {
            const uint32_t *from = task.from.ids + edge.from.start;
            const uint32_t *into = task.into.ids + edge.into.start;
            found += edge.from.count <= edge.into.count
                         ? count_lists(mine, from, edge.from.count, into, edge.into.count)
                         : count_lists(mine, into, edge.into.count, from, edge.from.count);
        });
    });
    tally_add(tally, found);
}

static trigon_status enqueue(trigon_context *context, const tg_device_task *task, tg_tally *tally)
{
    return launch_over_edges(context, count_edges, task, tally,
                             dim3(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR));
}

static const trigon_parameter_description parameters[] = {
    {"buckets", "of a set, at least: the power of two at or below (the paper: 32)", WARP_THREADS,
     MOST_BUCKETS, 128},
};

TG_DEFINE_ALGORITHM(gpu_hash_warp_edge) = {
    .description =
        {
            .name = "gpu-hash-warp-edge",
            .alias = "h-index",
            .summary = "a warp for each edge hashes the shorter row and looks the longer one up",
            .device = "gpu",
            .source = "Pandey et al. 2019 (H-INDEX)",
            .year = 2019,
            .iterator = "edge",
            .lookup = "hash",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
        },
    .device = TG_GPU,
    .lookup = TG_LOOKUP_HASH,
    .needs = TG_NEEDS_SOURCES,
    .enqueue = enqueue,
};
