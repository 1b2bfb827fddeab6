/* wedge_line.cu - counts all wedges of a task in one sequence: makes the prefix sums of wedges
 * and the hub matrix, cuts the sequence into chunks, and counts these by warps or threads. */
#include "gpu/lookup/wedge_line.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"
#include "gpu/lookup/bitmap.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    CHUNKS_PER_WARP = 10,
    /* chunks of two warps, if edges have few wedges, and about equally many (torus3d) */
    SPARSE_CHUNKS_OF_TWO = 11,
    SPARSE = 4, /* a graph with fewer wedges per edge is sparse */
    /* A chunk begins by fetching 32 edges, so it should use most of them. In longer chunks warps would read rows
     * further apart (graph s20: 3.6 ms with chunks of 8192 wedges, 2.6 ms with 768). If a task has too few wedges for
     * a matrix, lists are short and far apart anyway, and the starts of chunks cost more. */
    EDGES_OF_CHUNK = 24,
    LONG_CHUNK = 1024, /* a chunk may have this many wedges, even if few edges have them */
    MOST_CHUNKS = 1 << 30, /* numbers of chunks have 32 bits, and draws go past the last chunk */
    FEW_STARTS = 1 << 20, /* this many starts, 8 MiB, may be stored for any graph, and ... */
    EDGES_A_START = 4, /* ... for larger graphs one start for this many edges, 2 bytes per edge */
    START_WORDS = 2,
    /* how many edges are prefetched: counting a few times 32 short lists takes as long as a read from DRAM */
    AHEAD = 2 * WARP_THREADS,
    /* edges and wedges of a chunk together; with fewer, finding its start takes too long */
    LEAST_WORK = 256,
    LEAST_CHUNK = 16,
    /* How many wedges a thread counts. A graph with few wedges has one for each thread that the GPU holds. With more,
     * a thread counts up to MOST_SPREAD wedges SPREAD_WAVES times; or SKEWED_WAVES times if an edge has more wedges
     * than a row has edges: then most v are hubs, whose rows need not be fetched. If the graph has fewer wedges than
     * one per LONE_EDGES edges, a thread counts one wedge, because it would pass many rows to reach a second one
     * (mawi: 200 edges for each wedge). */
    MOST_SPREAD = 7,
    SPREAD_WAVES = 2,
    SKEWED_WAVES = 4,
    LONE_EDGES = 8,
    /* a thread passes this many rows without wedges one by one; then it searches */
    NEAR_ROWS = 32,
    SPREAD_BLOCKS = 32, /* blocks for each multiprocessor; blocks that end early are replaced by others */
    /* Limits of wedges per edge. With fewer than WEDGES_WORTH_A_MATRIX a matrix must stay in the
     * cache; with fewer than LEAST_MATRIX_WEDGES hubs matter little. */
    WEDGES_WORTH_A_MATRIX = 16,
    LEAST_MATRIX_WEDGES = 4,
    MATRIX_BITS_PER_EDGE = 40, /* at most this many, little more than the rows take */
    CACHE_PARTS = 3, /* a matrix of any graph may take a third of the cache */
    BYTE_BITS = 8
};

/* ---- the sequence of wedges ---- */

/* Returns how many wedges a row has. The row after the last one has 0, so that an exclusive
 * prefix sum ends with the total. */
struct wedges_of_row {
    tg_device_task task;
    __device__ uint64_t operator()(uint32_t row) const
    {
        if (row < task.first_row || row >= task.last_row) return 0;
        const uint64_t edges = row_of(task.edges, row).count;
        return task.whole ? edges * (edges - 1) / 2 * (edges > 0) : edges * row_of(task.from, row).count;
    }
};

static tricorn_status sum_wedges(tricorn_context *context, const tg_device_task *task, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t count = (uint64_t)task->edges.count + 1;
    const wedges_of_row wedges_of = {*task};
    const auto lengths = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), wedges_of);

    TG_TRY(TG_DEVICE_ALLOC(context, count, &line->wedges));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, line->wedges, (int64_t)count, stream);
    }));
    TG_TRY(tg_device_copy_out(context, &line->wedge_count, line->wedges + count - 1, sizeof line->wedge_count));
cleanup:
    return status;
}

/* ---- the hub matrix ---- */

/* Sets the bit of each edge among hubs. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  fill_matrix(tg_device_task task, uint32_t hubs, uint32_t *matrix)
{
    const uint32_t edges = load_id(task.edges.offsets + hubs);
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += (uint64_t)gridDim.x * blockDim.x)
        bitmap_set(matrix + matrix_row(load_id(task.sources + e)), load_id(task.edges.ids + e));
}

uint32_t tg_wedge_line_hubs(const tg_device_task *task, uint64_t wedges, uint64_t cache_bytes, uint32_t most)
{
    const uint64_t edges = task->edges.id_count, cached = cache_bytes / CACHE_PARTS * BYTE_BITS;
    uint64_t bits = MATRIX_BITS_PER_EDGE * edges;
    uint32_t hubs = most;
    if (!task->whole || wedges < LEAST_MATRIX_WEDGES * edges) return 0;
    if (bits < cached || wedges < WEDGES_WORTH_A_MATRIX * edges) bits = cached;
    while (hubs > 0 && (uint64_t)matrix_words(hubs) * WORD_BITS > bits) hubs /= 2;
    return least(hubs, task->edges.count);
}

static tricorn_status make_matrix(
  tricorn_context *context, const tg_device_task *task, uint32_t hubs, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = (uint64_t)matrix_words(hubs) * sizeof(uint32_t);
    const uint32_t edges = task->edges.id_count;
    TG_TRY(TG_DEVICE_ALLOC(context, matrix_words(hubs), &line->matrix));
    TG_TRY_CUDA(context, cudaMemsetAsync(line->matrix, 0, bytes, tg_device_stream(context)));
    if (edges > 0)
        fill_matrix<<<tg_device_blocks(context, edges, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0,
          tg_device_stream(context)>>>(*task, hubs, line->matrix);
    TG_TRY_CUDA(context, cudaGetLastError());
    line->hubs = hubs;
cleanup:
    return status;
}

/* ---- counting ---- */

/* A chunk: the wedges `first` to `last` - 1 of the sequence. The first of them is at position
 * `skipped` in the list of the edge at position `edge`. */
typedef struct wedge_chunk {
    uint64_t first, last;
    uint32_t edge, skipped;
} wedge_chunk;

/* Returns the i with i(i-1)/2 <= wedge < i(i+1)/2: if edge i of a row has i wedges, this is the edge to which the
 * wedge belongs. Rounding may make the root wrong by one, so it is corrected. */
static TG_BOTH uint32_t triangle_row(uint64_t wedge)
{
    uint64_t i = (uint64_t)((1.0 + sqrt(1.0 + 8.0 * (double)wedge)) / 2.0);
    while (i * (i - 1) / 2 > wedge) i--;
    while (i * (i + 1) / 2 <= wedge) i++;
    return (uint32_t)i;
}

/* Returns how many of the ascending values are at most the key, with all lanes of a warp. Each
 * level of the search makes 32 reads at once instead of one. */
static __device__ __forceinline__ uint32_t warp_count_up_to(const uint64_t *values, uint32_t count, uint64_t key)
{
    uint32_t low = 0; /* values before `low` are <= key, values from low + left on are > key */
    for (uint32_t left = count; left > 0;) {
        const uint32_t step = (left - 1) / WARP_THREADS + 1;
        /* the last value of this lane's range */
        const uint64_t place = (uint64_t)step * (lane_id() + 1) - 1;
        const bool before = place < left && values[low + place] <= key;
        const uint32_t ranges = bits_set(__ballot_sync(FULL_WARP, before));
        low += ranges * step;
        left -= ranges * step;
        left = least(left, step - 1);
    }
    return low;
}

/* Where a wedge is: its edge, and its position in the list of that edge. */
typedef struct wedge_place {
    uint32_t edge, skipped;
} wedge_place;

/* Returns where wedge number `wedge` of the sequence is, which is in row u. */
static TG_BOTH wedge_place place_in_row(
  const tg_device_task &task, const tg_wedge_line &line, uint32_t u, uint64_t wedge)
{
    const uint64_t within = wedge - line.wedges[u];
    const uint32_t width = task.whole ? 0 : row_of(task.from, u).count;
    const uint32_t i = task.whole ? triangle_row(within) : (uint32_t)(within / width);
    const uint64_t before = task.whole ? (uint64_t)i * (i - 1) / 2 : (uint64_t)i * width;
    const wedge_place place = {load_id(task.edges.offsets + u) + i, (uint32_t)(within - before)};
    return place;
}

/* Returns the chunk that starts with wedge `first`: this wedge is in the last row whose wedges
 * start at or before it. */
static __device__ __forceinline__ wedge_chunk chunk_from(
  const tg_device_task &task, const tg_wedge_line &line, uint64_t first, uint64_t last)
{
    const uint32_t u = warp_count_up_to(line.wedges, task.edges.count + 1, first) - 1;
    const wedge_place place = place_in_row(task, line, u, first);
    const wedge_chunk chunk = {first, last, place.edge, place.skipped};
    return chunk;
}

/* Returns chunk number `number`. All lanes of the warp must call it. */
static __device__ __forceinline__ wedge_chunk chunk_of(
  const tg_device_task &task, const tg_wedge_line &line, uint32_t number)
{
    const uint64_t wedges = line.wedge_count;
    const uint64_t first = (uint64_t)number * line.chunk;
    const uint64_t last = wedges - first < line.chunk ? wedges : first + line.chunk;
    if (line.starts == NULL) return chunk_from(task, line, first, last);
    const uint32_t *start = line.starts + (uint64_t)number * START_WORDS;
    const wedge_chunk chunk = {first, last, load_id(start), load_id(start + 1)};
    return chunk;
}

/* Finds where each chunk starts; a warp finds all chunks that start in 32 rows. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  find_starts(tg_device_task task, tg_wedge_line line, uint32_t *starts)
{
    __shared__ flat_list lists[BLOCK_THREADS / WARP_THREADS][WARP_THREADS];
    const uint64_t warps = (uint64_t)gridDim.x * (BLOCK_THREADS / WARP_THREADS);
    uint64_t row = (uint64_t)blockIdx.x * (BLOCK_THREADS / WARP_THREADS) + warp_id();
    for (row *= WARP_THREADS; row < task.edges.count; row += warps * WARP_THREADS) {
        const uint64_t u = row + lane_id();
        const uint64_t before = u < task.edges.count ? line.wedges[u] : 0;
        const uint64_t through = u < task.edges.count ? line.wedges[u + 1] : 0;
        uint32_t number = 0, count = 0;
        if (before < through) {
            number = (uint32_t)((before + line.chunk - 1) / line.chunk);
            count = (uint32_t)((through + line.chunk - 1) / line.chunk) - number;
        }
        visit_mostly_tiny_lists(lists[threadIdx.x / WARP_THREADS], {number, count, (uint32_t)u, 0},
          [&](uint32_t of, uint32_t of_row, uint32_t) {
              const wedge_place place = place_in_row(task, line, of_row, (uint64_t)of * line.chunk);
              starts[(uint64_t)of * START_WORDS] = place.edge;
              starts[(uint64_t)of * START_WORDS + 1] = place.skipped;
          });
    }
}

/* Prefetches the ends of later edges, because all other reads of an edge depend on these. */
static __device__ __forceinline__ void fetch_ahead(const tg_device_task &task, uint32_t edge)
{
    const uint32_t *place = (lane_id() == 0 ? task.sources : task.edges.ids) + edge;
    if (lane_id() < 2 && edge < task.last_edge)
        asm volatile("prefetch.global.L1 [%0];" ::"l"(__cvta_generic_to_global(place)));
}

/* How the wedges of an edge are tested. For a hub v, `start` is where its row starts in the
 * matrix, and `count` is 0. Otherwise they are searched in row v, which is given as a range of
 * the ids of `into`; `start` is NO_ID if the row is empty. */
typedef struct wedge_test {
    uint32_t start, count;
} wedge_test;

/* Returns how wedges whose middle vertex is v are tested. */
static __device__ __forceinline__ wedge_test test_with(
  const tg_device_task &task, const tg_wedge_line &line, uint32_t v)
{
    wedge_test test = {(uint32_t)matrix_row(v), 0};
    if (v >= line.hubs) {
        const row_part into = row_of(task.into, v);
        test.start = into.count > 0 ? into.start : NO_ID;
        test.count = into.count;
    }
    return test;
}

/* Whether the wedge with id w is closed; row v must not be empty. */
static __device__ __forceinline__ bool is_closed(
  const tg_device_task &task, const tg_wedge_line &line, wedge_test test, uint32_t w)
{
    if (test.count > 0) return search_ids(task.into.ids + test.start, test.count, w);
    return load_id(line.matrix + test.start + w / WORD_BITS) >> (w % WORD_BITS) & 1u;
}

/* Returns the list of this lane's edge, without its first `skipped` ids, and sets *test to how its ids are tested. An
 * edge whose row v is empty still has wedges, but none of them is closed. */
static __device__ __forceinline__ row_part list_of_edge(
  const tg_device_task &task, const tg_wedge_line &line, uint32_t edge, uint32_t skipped, wedge_test *test)
{
    row_part list = from_part(task, load_id(task.sources + edge), edge);
    list.start += skipped;
    list.count -= skipped;
    if (list.count > 0) *test = test_with(task, line, load_id(task.edges.ids + edge));
    return list;
}

/* Counts the wedges of a chunk, 32 edges at a time, whose lists form one sequence. */
static __device__ __forceinline__ uint32_t count_chunk(
  const tg_device_task &task, const tg_wedge_line &line, flat_list *lists, wedge_chunk chunk)
{
    uint32_t found = 0;
    for (uint64_t wedge = chunk.first; wedge < chunk.last; chunk.edge += WARP_THREADS) {
        const uint32_t edge = chunk.edge + lane_id();
        row_part list = {0, 0};
        wedge_test test = {0, 0};
        fetch_ahead(task, chunk.edge + AHEAD + WARP_THREADS - 1);
        if (edge >= chunk.edge && edge < task.last_edge)
            list = list_of_edge(task, line, edge, lane_id() == 0 ? chunk.skipped : 0, &test);
        chunk.skipped = 0;
        /* Wedges past the end belong to the next chunk. */
        const uint64_t left = chunk.last - wedge;
        const uint32_t all = warp_sum(list.count);
        if (all > left) {
            const uint32_t through = warp_sum_through(list.count);
            if (through > left) list.count -= least(list.count, (uint32_t)(through - left));
        }
        wedge += all;
        if (test.start == NO_ID) list.count = 0;
        visit_mostly_tiny_lists(lists, {list.start, list.count, test.start, test.count},
          [&](uint32_t position, uint32_t start, uint32_t count) {
              const wedge_test of_list = {start, count};
              found += is_closed(task, line, of_list, load_id(task.from.ids + position));
          });
    }
    return found;
}

/* Warps draw chunks, which all have the same number of wedges, and count them. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_wedges(tg_device_task task, tg_wedge_line line, uint32_t chunks, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS / WARP_THREADS][WARP_THREADS];
    uint64_t found = 0;
    visit_draws(queue_of_many(tally), chunks, 1, [&](uint32_t number) {
        found += count_chunk(task, line, lists[threadIdx.x / WARP_THREADS], chunk_of(task, line, number));
    });
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* ---- counting with wedges for each thread ---- */

/* A wedge of a whole task: its row u, the start and the end of that row, and the positions of v
 * (`edge`) and w (`third`). */
typedef struct wedge_walk {
    uint32_t u, start, end, edge, third;
} wedge_walk;

static __device__ __forceinline__ uint32_t row_with(
  const tg_device_task &task, const tg_wedge_line &line, uint64_t wedge)
{
    return count_up_to(line.wedges, task.edges.count + 1, wedge) - 1;
}

/* Returns the first wedge of chunk number `number`. */
static __device__ __forceinline__ wedge_walk walk_from(
  const tg_device_task &task, const tg_wedge_line &line, uint64_t number)
{
    wedge_place place;
    wedge_walk walk;
    if (line.starts != NULL) {
        const uint32_t *start = line.starts + number * START_WORDS;
        place.edge = load_id(start);
        place.skipped = load_id(start + 1);
        walk.u = load_id(task.sources + place.edge);
    } else {
        walk.u = row_with(task, line, number * line.spread);
        place = place_in_row(task, line, walk.u, number * line.spread);
    }
    walk.start = load_id(task.edges.offsets + walk.u);
    walk.end = load_id(task.edges.offsets + walk.u + 1);
    walk.edge = place.edge;
    walk.third = walk.start + place.skipped;
    return walk;
}

/* Moves to the first wedge of the next edge that has wedges; this is wedge number `wedge` of the sequence. */
static __device__ __forceinline__ void walk_to_edge(
  const tg_device_task &task, const tg_wedge_line &line, uint64_t wedge, wedge_walk *walk)
{
    walk->edge++;
    for (uint32_t passed = 1; walk->edge >= walk->end; passed++) {
        walk->start = walk->end;
        walk->u++;
        if (passed == NEAR_ROWS) {
            walk->u = row_with(task, line, wedge);
            walk->start = load_id(task.edges.offsets + walk->u);
        }
        walk->end = load_id(task.edges.offsets + walk->u + 1);
        walk->edge = walk->start + 1;
    }
    walk->third = walk->start;
}

/* Stores the positions of v and w, for all wedges of chunk number `number`. If v and w
 * themselves were read here, each step would wait for the one before. */
static __device__ __forceinline__ void note_wedges(
  const tg_device_task &task, const tg_wedge_line &line, uint64_t number, uint2 *noted)
{
    const uint64_t first = number * line.spread;
    const uint64_t left = first < line.wedge_count ? line.wedge_count - first : 0;
    const uint32_t count = left < line.spread ? (uint32_t)left : line.spread;
    if (count == 0) return;
    wedge_walk walk = walk_from(task, line, number);
    for (uint32_t i = 0;;) {
        noted[i] = make_uint2(walk.edge, walk.third);
        if (++i == count) return;
        if (++walk.third == walk.edge) walk_to_edge(task, line, first + i, &walk);
    }
}

/* Each thread finds `spread` consecutive wedges, and stores them in shared memory. Then
 * neighbouring threads test neighbouring wedges, which mostly belong to one edge or to one row.
 */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  count_spread(tg_device_task task, tg_wedge_line line, tg_tally *tally)
{
    extern __shared__ uint2 noted[];
    const uint64_t of_block = (uint64_t)BLOCK_THREADS * line.spread;
    uint64_t found = 0;
    for (uint64_t block = blockIdx.x; block * of_block < line.wedge_count; block += gridDim.x) {
        const uint64_t left = line.wedge_count - block * of_block;
        const uint32_t count = (uint32_t)(left < of_block ? left : of_block);
        note_wedges(task, line, block * BLOCK_THREADS + threadIdx.x, noted + threadIdx.x * line.spread);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < count; i += BLOCK_THREADS) {
            const uint32_t w = load_id(task.from.ids + noted[i].y);
            const wedge_test test = test_with(task, line, load_id(task.edges.ids + noted[i].x));
            if (test.start != NO_ID) found += is_closed(task, line, test, w);
        }
        __syncthreads();
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* ---- cutting the sequence ---- */

static bool starts_fit(uint64_t chunks, uint64_t edges)
{
    return chunks <= FEW_STARTS || chunks <= edges / EDGES_A_START;
}

static uint64_t resident_warps(const tricorn_context *context)
{
    return (uint64_t)tg_device_properties_of(context)->multiprocessors * BLOCKS_PER_MULTIPROCESSOR *
           (BLOCK_THREADS / WARP_THREADS);
}

/* Returns how many wedges each thread counts. The number is odd, because with an even one threads would have bank
 * conflicts in shared memory. 0: warps draw chunks, because the wedges are many, in long lists. */
static uint32_t spread_for(const tricorn_context *context, const tg_device_task *task, uint64_t wedges)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    const uint64_t threads = resident_warps(context) * WARP_THREADS;
    const uint64_t mean_row = edges / (task->last_row - task->first_row + 1);
    const uint64_t waves = wedges / (edges + 1) > mean_row ? SKEWED_WAVES : SPREAD_WAVES;
    if (wedges < edges / LONE_EDGES) return 1;
    if (wedges >= SPARSE * edges && wedges > waves * MOST_SPREAD * threads) return 0;
    if (!starts_fit(wedges / MOST_SPREAD, edges)) return 0;
    const uint64_t even = wedges / threads;
    return (even < MOST_SPREAD ? (uint32_t)even : (uint32_t)MOST_SPREAD) | 1u;
}

/* Returns how many wedges a chunk has. Each warp that the GPU holds counts several chunks. No chunk is so short that
 * finding its start costs too much, nor so long that the end of the count waits for the last ones. */
static uint32_t chunk_for(const tricorn_context *context, const tg_device_task *task, uint64_t wedges)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    const uint64_t paying = LEAST_WORK * wedges / (wedges + edges + 1);
    const uint64_t warps = resident_warps(context);
    /* Each warp should have a chunk, even if chunks are then so short that finding their starts takes long. */
    const uint64_t one_each = paying < wedges / warps ? paying : wedges / warps;
    const uint64_t least_chunk = one_each > LEAST_CHUNK ? one_each : (uint64_t)LEAST_CHUNK;
    const uint64_t of_edges = EDGES_OF_CHUNK * wedges / (edges + 1);
    const uint64_t near = of_edges > LONG_CHUNK ? of_edges : (uint64_t)LONG_CHUNK;
    const uint64_t most = wedges < WEDGES_WORTH_A_MATRIX * edges ? (uint64_t)TG_MOST_WEDGE_CHUNK : near;
    const uint64_t even =
      wedges < SPARSE * edges ? 2 * wedges / (SPARSE_CHUNKS_OF_TWO * warps) : wedges / (CHUNKS_PER_WARP * warps);
    if (even < least_chunk) return (uint32_t)least_chunk;
    uint64_t chunk = even < most ? even : most;
    if (chunk > TG_MOST_WEDGE_CHUNK) chunk = TG_MOST_WEDGE_CHUNK;
    /* Whole cache lines are read if each edge has one wedge (torus3d: 3 % less time). */
    return (uint32_t)(chunk < WARP_THREADS ? chunk : chunk / WARP_THREADS * WARP_THREADS);
}

static uint64_t chunk_count(const tg_wedge_line *line)
{
    return (line->wedge_count + line->chunk - 1) / line->chunk;
}

/* Chooses how long chunks are and whether threads or warps count them, and finds where they
 * start, once for all counts. */
static tricorn_status cut_chunks(
  tricorn_context *context, const tg_device_task *task, tg_wedge_shape shape, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t edges = task->last_edge - task->first_edge;
    const uint64_t least_of_all = line->wedge_count / MOST_CHUNKS + 1;
    uint32_t *starts = NULL;
    if (task->whole && shape.chunk == 0)
        line->spread = shape.spread ? shape.spread : spread_for(context, task, line->wedge_count);
    line->chunk = shape.chunk ? shape.chunk : line->spread;
    if (line->chunk == 0) line->chunk = chunk_for(context, task, line->wedge_count);
    if (line->spread == 0 && line->chunk < least_of_all) line->chunk = (uint32_t)least_of_all;
    const uint64_t chunks = chunk_count(line);
    if (chunks == 0 || !starts_fit(chunks, edges)) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, chunks * START_WORDS, &starts));
    find_starts<<<tg_device_blocks(context, task->edges.count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS,
      0, tg_device_stream(context)>>>(*task, *line, starts);
    line->starts = starts;
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- interface ---- */

void tg_wedge_line_free(tg_device *device, tg_wedge_line *line)
{
    tg_device_free_held(device, line->wedges);
    tg_device_free_held(device, line->starts);
    tg_device_free_held(device, line->matrix);
    *line = (tg_wedge_line){};
}

tricorn_status tg_wedge_line_make(
  tricorn_context *context, const tg_device_task *task, tg_wedge_shape shape, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    uint32_t hubs = 0;
    TG_TRY(sum_wedges(context, task, line));
    TG_TRY(cut_chunks(context, task, shape, line));
    hubs = tg_wedge_line_hubs(task, line->wedge_count, tg_device_properties_of(context)->cache_bytes, shape.hubs);
    if (hubs > 0) TG_TRY(make_matrix(context, task, hubs, line));
cleanup:
    return status;
}

tricorn_status tg_wedge_line_count(
  tricorn_context *context, const tg_device_task *task, const tg_wedge_line *line, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    if (line->wedge_count == 0) return TRICORN_OK;
    const uint64_t chunks = chunk_count(line);
    const cudaStream_t stream = tg_device_stream(context);
    if (line->spread > 0) {
        count_spread<<<tg_device_blocks(context, chunks, BLOCK_THREADS, SPREAD_BLOCKS), BLOCK_THREADS,
          BLOCK_THREADS * line->spread * sizeof(uint2), stream>>>(*task, *line, tally);
    } else {
        const uint32_t warps = BLOCK_THREADS / WARP_THREADS;
        const unsigned blocks = tg_device_blocks(context, chunks, warps, BLOCKS_PER_MULTIPROCESSOR);
        TG_TRY(zero_draws(context, chunks, (uint64_t)blocks * warps, tally));
        count_wedges<<<blocks, BLOCK_THREADS, 0, stream>>>(*task, *line, (uint32_t)chunks, tally);
    }
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
