/* wedge_line.cu - see wedge_line.cuh. */
#include "gpu/wedge_line.cuh"

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
    SHARES_PER_WARP = 16,
    SPARSE_SHARES_OF_TWO = 11, /* of two warps, if wedges are few and even (torus3d) */
    SPARSE = 4,                /* wedges for each edge; fewer are sparse */
    /* A share begins with looking up 32 edges, so it should use most of them.  In longer shares
     * warps would read rows further apart (s20: 3.6 ms with shares of 8192 wedges, 2.6 ms with
     * 768).  Where wedges are too few for a matrix, lists are short and far apart anyway, and the
     * starts of shares cost more. */
    EDGES_OF_SHARE = 24,
    LONG_SHARE = 1024,     /* shares may have so many wedges, however few edges that is */
    MOST_SHARES = 1 << 30, /* share numbers have 32 bits; draws go beyond the last share */
    FEW_STARTS = 1 << 20,  /* starts: 8 MiB may be kept for any graph, and ... */
    EDGES_A_START = 4,     /* ... for larger graphs one start for so many edges (2 bytes each) */
    START_WORDS = 2,
    AHEAD = 2 * WARP_THREADS, /* edges: some groups of short lists take as long as a DRAM read */
    LEAST_WORK = 256, /* edges and wedges of a share; fewer are not worth finding its start */
    LEAST_SHARE = 16,
    /* With fewer wedges than one for so many edges, nearly all edges that a warp goes through have
     * none (mawi: 200 edges a wedge).  Then a share is one wedge, and each lane takes shares. */
    LONE_EDGES = 8,
    /* For each edge: with fewer, a matrix has to stay in the cache; with still fewer, hubs matter
     * little. */
    WEDGES_WORTH_A_MATRIX = 16,
    LEAST_MATRIX_WEDGES = 4,
    MATRIX_BITS_PER_EDGE = 40, /* at most: little more than the rows take */
    CACHE_SHARES = 3,          /* a matrix of any graph may take one of the cache */
    BYTE_BITS = 8
};

/* ---- the sequence of wedges --------------------------------------------------------------- */

/* Returns the number of wedges of a row.  The row after the last has 0, so that an exclusive
 * prefix sum ends with the total. */
struct wedges_of_row {
    tg_device_task task;
    __device__ uint64_t operator()(uint32_t row) const
    {
        if (row < task.first_row || row >= task.last_row) return 0;
        const uint64_t edges = row_of(task.edges, row).count;
        return task.whole ? edges * (edges - 1) / 2 * (edges > 0)
                          : edges * row_of(task.from, row).count;
    }
};

static tricorn_status sum_wedges(tricorn_context *context, const tg_device_task *task,
                                 tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t count = (uint64_t)task->edges.count + 1;
    const wedges_of_row wedges_of = {*task};
    const auto lengths =
        thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), wedges_of);

    TG_TRY(TG_DEVICE_ALLOC(context, count, &line->wedges));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, line->wedges, (int64_t)count,
                                             stream);
    }));
    TG_TRY(tg_device_copy_out(context, &line->wedge_count, line->wedges + count - 1,
                              sizeof line->wedge_count));
cleanup:
    return status;
}

/* ---- the hub matrix ----------------------------------------------------------------------- */

/* Sets the bit of each edge among hubs. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    fill_matrix(tg_device_task task, uint32_t hubs, uint32_t *matrix)
{
    const uint32_t edges = load_id(task.edges.offsets + hubs);
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x)
        bitmap_set(matrix + matrix_row(load_id(task.sources + e)), load_id(task.edges.ids + e));
}

uint32_t tg_wedge_line_hubs(const tg_device_task *task, uint64_t wedges, uint64_t cache_bytes,
                            uint32_t most)
{
    const uint64_t edges = task->edges.id_count, cached = cache_bytes / CACHE_SHARES * BYTE_BITS;
    uint64_t bits = MATRIX_BITS_PER_EDGE * edges;
    uint32_t hubs = most;
    if (!task->whole || wedges < LEAST_MATRIX_WEDGES * edges) return 0;
    if (bits < cached || wedges < WEDGES_WORTH_A_MATRIX * edges) bits = cached;
    while (hubs > 0 && (uint64_t)matrix_words(hubs) * WORD_BITS > bits) hubs /= 2;
    return least(hubs, task->edges.count);
}

static tricorn_status make_matrix(tricorn_context *context, const tg_device_task *task,
                                  uint32_t hubs, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = (uint64_t)matrix_words(hubs) * sizeof(uint32_t);
    const uint32_t edges = task->edges.id_count;
    TG_TRY(TG_DEVICE_ALLOC(context, matrix_words(hubs), &line->matrix));
    TG_TRY_CUDA(context, cudaMemsetAsync(line->matrix, 0, bytes, tg_device_stream(context)));
    if (edges > 0)
        fill_matrix<<<tg_device_blocks(context, edges, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR),
                      BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, hubs, line->matrix);
    TG_TRY_CUDA(context, cudaGetLastError());
    line->hubs = hubs;
cleanup:
    return status;
}

/* ---- counting ----------------------------------------------------------------------------- */

/* Wedges `first` to `last` - 1 of the sequence.  The first of them is at position `skipped` of
 * the list of edge `edge`. */
typedef struct wedge_share {
    uint64_t first, last;
    uint32_t edge, skipped;
} wedge_share;

/* Returns the i with i(i-1)/2 <= wedge < i(i+1)/2: the edge that has the wedge, if edge i of a
 * row has i wedges.  The root may be one off by rounding, so it is corrected. */
static TG_BOTH uint32_t triangle_row(uint64_t wedge)
{
    uint64_t i = (uint64_t)((1.0 + sqrt(1.0 + 8.0 * (double)wedge)) / 2.0);
    while (i * (i - 1) / 2 > wedge) i--;
    while (i * (i + 1) / 2 <= wedge) i++;
    return (uint32_t)i;
}

/* Does count_up_to with all lanes of a warp.  Each level of the search makes 32 reads at once
 * instead of one. */
static __device__ __forceinline__ uint32_t warp_count_up_to(const uint64_t *values,
                                                            uint32_t count, uint64_t key)
{
    uint32_t low = 0; /* values before low are <= key, those from low + left on are > key */
    for (uint32_t left = count; left > 0;) {
        const uint32_t step = (left - 1) / WARP_THREADS + 1;
        const uint64_t place = (uint64_t)step * (lane_id() + 1) - 1; /* last of its piece */
        const bool before = place < left && values[low + place] <= key;
        const uint32_t pieces = bits_set(__ballot_sync(FULL_WARP, before));
        low += pieces * step;
        left -= pieces * step;
        left = least(left, step - 1);
    }
    return low;
}

/* Finds the share that begins with wedge `first`: the edge i of its row, and the position in that
 * edge's list. */
static __device__ __forceinline__ wedge_share share_from(const tg_device_task &task,
                                                         const tg_wedge_line &line,
                                                         uint64_t first, uint64_t last)
{
    const uint64_t *const sums = line.wedges;
    /* The wedge is in the last row that starts at or before it. */
    const uint32_t u = warp_count_up_to(sums, task.edges.count + 1, first) - 1;
    const uint64_t within = first - sums[u];
    const uint32_t width = task.whole ? 0 : row_of(task.from, u).count;
    const uint32_t i = task.whole ? triangle_row(within) : (uint32_t)(within / width);
    const uint64_t before = task.whole ? (uint64_t)i * (i - 1) / 2 : (uint64_t)i * width;
    const wedge_share share = {first, last, load_id(task.edges.offsets + u) + i,
                               (uint32_t)(within - before)};
    return share;
}

/* Returns share number `number`.  All lanes of the warp call it. */
static __device__ __forceinline__ wedge_share share_of(const tg_device_task &task,
                                                       const tg_wedge_line &line, uint32_t number)
{
    const uint64_t wedges = line.wedge_count;
    const uint64_t first = (uint64_t)number * line.share;
    const uint64_t last = wedges - first < line.share ? wedges : first + line.share;
    if (line.starts == NULL) return share_from(task, line, first, last);
    const uint32_t *start = line.starts + (uint64_t)number * START_WORDS;
    const wedge_share share = {first, last, load_id(start), load_id(start + 1)};
    return share;
}

/* Finds where each share starts, with one warp for each. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    find_starts(tg_device_task task, tg_wedge_line line, uint32_t shares, uint32_t *starts)
{
    const uint32_t warps = gridDim.x * (BLOCK_THREADS / WARP_THREADS);
    uint32_t number = blockIdx.x * (BLOCK_THREADS / WARP_THREADS) + warp_id();
    for (; number < shares; number += warps) {
        const wedge_share share = share_of(task, line, number);
        if (lane_id() != 0) continue;
        starts[(uint64_t)number * START_WORDS] = share.edge;
        starts[(uint64_t)number * START_WORDS + 1] = share.skipped;
    }
}

/* Prefetches the ends of edges that come later, because all other reads of an edge depend on
 * these. */
static __device__ __forceinline__ void fetch_ahead(const tg_device_task &task, uint32_t edge)
{
    const uint32_t *place = (lane_id() == 0 ? task.sources : task.edges.ids) + edge;
    if (lane_id() < 2 && edge < task.last_edge)
        asm volatile("prefetch.global.L1 [%0];" ::"l"(__cvta_generic_to_global(place)));
}

/* How the wedges of an edge are tested.  For a hub v, `start` is where its row starts in the
 * matrix and count is 0.  Otherwise they give row v in the ids of `into`; `start` is NO_ID if the
 * row is empty. */
typedef struct wedge_test {
    uint32_t start, count;
} wedge_test;

static __device__ __forceinline__ bool
/* Whether the wedge with id w is closed. */
is_closed(const tg_device_task &task, const tg_wedge_line &line, wedge_test test, uint32_t w)
{
    if (test.count > 0) return search_ids(task.into.ids + test.start, test.count, w);
    return load_id(line.matrix + test.start + w / WORD_BITS) >> (w % WORD_BITS) & 1u;
}

/* Looks up the list of this lane's edge, without its first `skipped` ids, and how its ids are
 * tested.  An edge whose row v is empty still has wedges, but none of them is closed. */
static __device__ __forceinline__ row_part list_of_edge(const tg_device_task &task,
                                                        const tg_wedge_line &line, uint32_t edge,
                                                        uint32_t skipped, wedge_test *test)
{
    row_part list = from_part(task, load_id(task.sources + edge), edge);
    list.start += skipped;
    list.count -= skipped;
    if (list.count == 0) return list;
    const uint32_t v = load_id(task.edges.ids + edge);
    test->start = matrix_row(v);
    test->count = 0;
    if (v >= line.hubs) {
        const row_part into = row_of(task.into, v);
        test->start = into.count > 0 ? into.start : NO_ID;
        test->count = into.count;
    }
    return list;
}

/* Counts the wedges of a share.  It takes 32 edges at a time and puts their lists end to end. */
static __device__ __forceinline__ uint32_t count_share(const tg_device_task &task,
                                                       const tg_wedge_line &line,
                                                       flat_list *lists, wedge_share share)
{
    uint32_t found = 0;
    for (uint64_t wedge = share.first; wedge < share.last; share.edge += WARP_THREADS) {
        const uint32_t edge = share.edge + lane_id();
        row_part list = {0, 0};
        wedge_test test = {0, 0};
        fetch_ahead(task, share.edge + AHEAD + WARP_THREADS - 1);
        if (edge >= share.edge && edge < task.last_edge)
            list = list_of_edge(task, line, edge, lane_id() == 0 ? share.skipped : 0, &test);
        share.skipped = 0;
        /* Wedges beyond the end belong to the next share. */
        const uint64_t left = share.last - wedge;
        const uint32_t all = warp_sum(list.count);
        if (all > left) {
            const uint32_t through = warp_sum_through(list.count);
            if (through > left) list.count -= least(list.count, (uint32_t)(through - left));
        }
        wedge += all;
        if (test.start == NO_ID) list.count = 0;
        visit_mostly_tiny_lists(lists, list.start, list.count, test.start, test.count,
                                [&](uint32_t position, uint32_t start, uint32_t count) {
                                    const wedge_test of_list = {start, count};
                                    found += is_closed(task, line, of_list,
                                                       load_id(task.from.ids + position));
                                });
    }
    return found;
}

/* Warps draw shares, which all have the same number of wedges, and count them. */
static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_wedges(tg_device_task task, tg_wedge_line line, uint32_t shares, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS / WARP_THREADS][WARP_THREADS];
    uint64_t found = 0;
    visit_draws(&tally->next[0], shares, 1, [&](uint32_t number) {
        found += count_share(task, line, lists[threadIdx.x / WARP_THREADS],
                             share_of(task, line, number));
    });
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* Shares of one wedge: each thread looks up where its wedges are. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_lone_wedges(tg_device_task task, tg_wedge_line line, uint32_t shares, tg_tally *tally)
{
    const uint32_t threads = gridDim.x * BLOCK_THREADS;
    uint64_t found = 0;
    for (uint64_t number = blockIdx.x * BLOCK_THREADS + threadIdx.x; number < shares;
         number += threads) {
        const uint32_t *start = line.starts + number * START_WORDS;
        wedge_test test = {0, 0};
        const row_part list =
            list_of_edge(task, line, load_id(start), load_id(start + 1), &test);
        if (test.start != NO_ID)
            found += is_closed(task, line, test, load_id(task.from.ids + list.start));
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* Returns the length of a share.  Each warp that the device holds gets some shares.  None is so
 * short that finding its start costs too much, nor so long that the end of the count waits for
 * the last ones. */
static uint32_t share_for(const tricorn_context *context, const tg_device_task *task,
                          uint64_t wedges)
{
    const uint64_t edges = task->last_edge - task->first_edge;
    if (wedges < edges / LONE_EDGES) return 1;
    const uint64_t paying = LEAST_WORK * wedges / (wedges + edges + 1);
    const uint64_t warps = (uint64_t)tg_device_properties_of(context)->multiprocessors *
                           BLOCKS_PER_MULTIPROCESSOR * (BLOCK_THREADS / WARP_THREADS);
    /* Each warp should have a share, even if shares are then too short to be worth their
     * starts. */
    const uint64_t one_each = paying < wedges / warps ? paying : wedges / warps;
    const uint64_t least_share = one_each > LEAST_SHARE ? one_each : (uint64_t)LEAST_SHARE;
    const uint64_t of_edges = EDGES_OF_SHARE * wedges / (edges + 1);
    const uint64_t near = of_edges > LONG_SHARE ? of_edges : (uint64_t)LONG_SHARE;
    const uint64_t most =
        wedges < WEDGES_WORTH_A_MATRIX * edges ? (uint64_t)TG_MOST_WEDGE_SHARE : near;
    const uint64_t even = wedges < SPARSE * edges ? 2 * wedges / (SPARSE_SHARES_OF_TWO * warps)
                                                  : wedges / (SHARES_PER_WARP * warps);
    if (even < least_share) return (uint32_t)least_share;
    uint64_t share = even < most ? even : most;
    if (share > TG_MOST_WEDGE_SHARE) share = TG_MOST_WEDGE_SHARE;
    /* With one wedge for each edge, whole cache lines are read (torus3d: 3 % less time). */
    return (uint32_t)(share < WARP_THREADS ? share : share / WARP_THREADS * WARP_THREADS);
}

static uint32_t share_count(const tg_wedge_line *line)
{
    return (uint32_t)((line->wedge_count + line->share - 1) / line->share);
}

static bool has_lone_wedges(const tg_wedge_line *line)
{
    return line->share == 1 && line->starts != NULL;
}

static unsigned blocks_for(const tricorn_context *context, const tg_wedge_line *line)
{
    return tg_device_blocks(context, share_count(line), BLOCK_THREADS / WARP_THREADS,
                            BLOCKS_PER_MULTIPROCESSOR);
}

/* Chooses the share length, and finds the starts of the shares once for all counts. */
static tricorn_status cut_shares(tricorn_context *context, const tg_device_task *task,
                                 uint32_t share, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t asked = share ? share : share_for(context, task, line->wedge_count);
    const uint64_t least_of_all = line->wedge_count / MOST_SHARES + 1;
    uint32_t *starts = NULL;
    line->share = (uint32_t)(asked > least_of_all ? asked : least_of_all);
    const uint32_t shares = share_count(line);
    const uint32_t edges = task->last_edge - task->first_edge;
    if (shares == 0 || (shares > FEW_STARTS && shares > edges / EDGES_A_START)) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)shares * START_WORDS, &starts));
    find_starts<<<blocks_for(context, line), BLOCK_THREADS, 0, tg_device_stream(context)>>>(
        *task, *line, shares, starts);
    line->starts = starts; /* set only now, because the kernel needs a line without starts */
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- what others see ---------------------------------------------------------------------- */

void tg_wedge_line_free(tg_device *device, tg_wedge_line *line)
{
    tg_device_free_held(device, line->wedges);
    tg_device_free_held(device, line->starts);
    tg_device_free_held(device, line->matrix);
    *line = (tg_wedge_line){};
}

tricorn_status tg_wedge_line_make(tricorn_context *context, const tg_device_task *task,
                                  uint32_t hubs, uint32_t share, tg_wedge_line *line)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(sum_wedges(context, task, line));
    TG_TRY(cut_shares(context, task, share, line));
    hubs = tg_wedge_line_hubs(task, line->wedge_count,
                              tg_device_properties_of(context)->cache_bytes, hubs);
    if (hubs > 0) TG_TRY(make_matrix(context, task, hubs, line));
cleanup:
    return status;
}

tricorn_status tg_wedge_line_count(tricorn_context *context, const tg_device_task *task,
                                   const tg_wedge_line *line, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    if (line->wedge_count == 0) return TRICORN_OK;
    if (has_lone_wedges(line))
        count_lone_wedges<<<tg_device_blocks(context, share_count(line), BLOCK_THREADS,
                                             BLOCKS_PER_MULTIPROCESSOR),
                            BLOCK_THREADS, 0, tg_device_stream(context)>>>(
            *task, *line, share_count(line), tally);
    else
        count_wedges<<<blocks_for(context, line), BLOCK_THREADS, 0,
                       tg_device_stream(context)>>>(*task, *line, share_count(line), tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
