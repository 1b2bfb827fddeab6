/* one_launch_steps.cuh - the steps of one_launch.cu: vertices are numbered, and edges are written to their rows;
 * private to that file.
 *
 * The whole grid runs each step, and all blocks wait for each other before they read what other blocks wrote.
 */
#ifndef TG_PREPARE_GPU_ONE_LAUNCH_STEPS_CUH
#define TG_PREPARE_GPU_ONE_LAUNCH_STEPS_CUH

#include <cooperative_groups.h>
#include <cub/block/block_scan.cuh>

#include "prepare/gpu/choose_order.cuh"
#include "prepare/gpu/sort_rows_device.cuh"

namespace cg = cooperative_groups;

enum {
    BLOCK_THREADS = 512,
    BLOCKS_PER_MULTIPROCESSOR = 3,
    BLOCK_WARPS = BLOCK_THREADS / TG_WARP,
    /* edges or vertices per thread in small graphs: more blocks would make barriers longer */
    ITEMS_PER_THREAD = 2,
    AHEAD = 4, /* how many edges or rows a thread processes at a time */
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    /* the most tiles of vertices, because each block adds up the digit counts of all tiles */
    MOST_TILES = 128,
    /* the most vertices that the launch numbers: CUB's sort is as fast for more */
    MOST_NUMBERED = 1 << 20,
    MOST_NUMBERS = 1 << 24,
    MOST_EDGES = 1 << 26,
    /* the most edges if their ends are not close: with more, random additions take longer than sorting */
    MOST_FAR_EDGES = 1 << 21,
    /* the longest mean row: ranking an id takes time in proportion to its row */
    MOST_MEAN_ROW = 64
};

typedef struct one_launch {
    uint2 *edges; /* the edges, smaller end first; later with their new ids, smaller id first */
    uint32_t count, samples;
    tg_degrees_view view;
    /* whether vertices are numbered already: new_ids and the sums are inputs, and the offsets are zero */
    bool numbered;
    uint32_t *offsets, *new_ids, *input_ids;
    /* all numbers and their places, sorted by the lower digit of the places */
    uint32_t *places, *vertices;
    /* digit_counts[tile * DIGITS + digit]: how many vertices of the tile have the digit */
    uint32_t *digit_counts;
    uint32_t *block_sums;
    uint64_t *scattered;
    tg_sort_view rows; /* for sorting rows: its keys are `scattered` */
    tg_prepare_totals *sums;
} one_launch;

typedef cub::BlockScan<uint32_t, BLOCK_THREADS, cub::BLOCK_SCAN_WARP_SCANS> block_scan;

typedef struct shared_room {
    block_scan::TempStorage sums;
    union {
        tg_vertex_sums vertices;
        struct {
            uint32_t starts[DIGITS], before[BLOCK_WARPS][DIGITS];
        } digits;
        struct {
            unsigned long long wedges;
            unsigned int longest, last_row;
        } measured;
        uint32_t ids[TG_SHARED_IDS];
    };
} shared_room;

/* ---- decisions ---- */

typedef struct decision {
    bool renumbers; /* whether vertices get new numbers */
    bool numbers; /* whether this launch gives them */
    bool makes_rows; /* whether this launch makes the rows, once vertices have their numbers */
    place_of_vertex place_of;
    uint32_t place_bits;
} decision;

static __device__ decision decide(const one_launch &job)
{
    const tg_vertex_sums *sums = &job.sums->vertices;
    const tg_degree_sums degrees = {sums->most_degree, sums->active, sums->squares};
    const tg_order_sample sample = {job.samples, job.sums->sample.local};
    const tg_order order = tg_order_for(job.view.numbers, job.count, &degrees, sample);
    const bool near = order == TG_ORDER_INPUT && tg_sample_is_local(sample);
    decision made;
    made.place_of = {job.view, last_class_for(order, sums->most_degree)};
    made.place_bits = bits_of_places(made.place_of.last_class);
    made.renumbers = order == TG_ORDER_DEGREE || sums->active < job.view.numbers;
    made.makes_rows =
      !job.sums->unsorted && (near || job.count <= MOST_FAR_EDGES) && job.count / MOST_MEAN_ROW <= sums->active;
    made.numbers = made.renumbers && job.view.numbers <= MOST_NUMBERED;
    return made;
}

/* Returns the sum of the values of all threads of the block before this one; *all becomes the sum
 * of all its threads. */
static __device__ uint32_t sum_before(uint32_t value, shared_room *room, uint32_t *all)
{
    uint32_t before;
    __syncthreads(); /* all threads have read the result of the call before */
    block_scan(room->sums).ExclusiveSum(value, before, *all);
    return before;
}

/* ---- numbers of vertices ---- */

/* A pass of the stable radix sort. A sort has at most two passes: a third one would write to the
 * memory that it reads. */
typedef struct turn {
    uint32_t shift;
    bool first, last;
} turn;
static_assert(TG_DEGREE_CLASSES + 2 <= 1 << 2 * DIGIT_BITS, "places have two digits");

typedef struct placed_vertex {
    uint32_t vertex, place, digit;
} placed_vertex;

static __device__ __forceinline__ placed_vertex vertex_at(
  const one_launch &job, const place_of_vertex &place_of, turn now, uint32_t i)
{
    placed_vertex at;
    at.vertex = now.first ? i : job.vertices[i];
    at.place = now.first ? place_of(i) : job.places[i];
    at.digit = at.place >> now.shift & (DIGITS - 1);
    return at;
}

/* The vertices `first` to `last` - 1 that a thread block sorts; `tiles` is how many blocks do so. */
typedef struct tile {
    uint32_t first, last, tiles;
} tile;

static __device__ __forceinline__ tile tile_of_block(uint32_t numbers)
{
    const uint32_t most = gridDim.x < MOST_TILES ? gridDim.x : MOST_TILES;
    const uint32_t even = (numbers + most - 1) / most;
    const uint32_t each = even > BLOCK_THREADS ? even : BLOCK_THREADS;
    tile mine = {0, 0, (numbers + each - 1) / each};
    if (blockIdx.x < mine.tiles) {
        mine.first = blockIdx.x * each;
        mine.last = numbers - mine.first < each ? numbers : mine.first + each;
    }
    return mine;
}

static __device__ void count_digits(
  const one_launch &job, const place_of_vertex &place_of, turn now, const tile &mine, shared_room *room)
{
    uint32_t *const counts = room->digits.starts;
    for (uint32_t d = threadIdx.x; d < DIGITS; d += BLOCK_THREADS) counts[d] = 0;
    __syncthreads();
    for (uint32_t i = mine.first + threadIdx.x; i < mine.last; i += BLOCK_THREADS)
        atomicAdd(&counts[vertex_at(job, place_of, now, i).digit], 1u);
    __syncthreads();
    for (uint32_t d = threadIdx.x; d < DIGITS; d += BLOCK_THREADS)
        job.digit_counts[blockIdx.x * DIGITS + d] = counts[d];
}

/* Finds where the tile's vertices with each digit go: after all vertices with smaller digits, and after those with
 * the same digit in earlier tiles. Several threads add up the counts for a digit, each those of some tiles. */
static __device__ void start_digits(const one_launch &job, const tile &mine, shared_room *room)
{
    enum { PARTS = BLOCK_THREADS / DIGITS };
    const uint32_t digit = threadIdx.x % DIGITS, part = threadIdx.x / DIGITS;
    uint32_t(*const sums)[DIGITS] = room->digits.before, before = 0, sum = 0;
#pragma unroll 8
    for (uint32_t t = part; t < mine.tiles; t += PARTS) {
        const uint32_t count = job.digit_counts[t * DIGITS + digit];
        before += t < blockIdx.x ? count : 0;
        sum += count;
    }
    sums[2 * part][digit] = before;
    sums[2 * part + 1][digit] = sum;
    __syncthreads();
    before = sum = 0;
    for (uint32_t p = 0; p < PARTS && part == 0; p++) {
        before += sums[2 * p][digit];
        sum += sums[2 * p + 1][digit];
    }
    const uint32_t smaller = sum_before(sum, room, &sum);
    if (part == 0) room->digits.starts[digit] = smaller + before;
    __syncthreads();
}

static __device__ __forceinline__ void put_vertex(const one_launch &job, turn now, const placed_vertex &at, uint32_t to)
{
    /* the memory of its degree will be the row's length */
    if (now.first) job.offsets[at.vertex + 1] = 0;
    if (now.last) {
        job.input_ids[to] = at.vertex;
        job.new_ids[at.vertex] = to;
    } else {
        job.vertices[to] = at.vertex;
        job.places[to] = at.place;
    }
}

/* Sorts a tile, one vertex of each thread at a time. Within a warp, ballots rank the vertices
 * that have the same digit; a table in shared memory contains the counts of each warp. */
static __device__ void sort_tile(
  const one_launch &job, const place_of_vertex &place_of, turn now, const tile &mine, shared_room *room)
{
    const uint32_t warp = threadIdx.x / TG_WARP, lane = threadIdx.x % TG_WARP;
    uint32_t(*const before)[DIGITS] = room->digits.before;
    start_digits(job, mine, room);
    for (uint32_t base = mine.first; base < mine.last; base += BLOCK_THREADS) {
        const uint32_t i = base + threadIdx.x;
        placed_vertex at = {0, 0, DIGITS};
        if (i < mine.last) at = vertex_at(job, place_of, now, i);
        const uint32_t same = __match_any_sync(TG_ALL_LANES, at.digit);
        const uint32_t rank = (uint32_t)__popc(same & ((1u << lane) - 1));
        for (uint32_t d = threadIdx.x; d < BLOCK_WARPS * DIGITS; d += BLOCK_THREADS) before[0][d] = 0;
        __syncthreads();
        if (i < mine.last && rank == 0) before[warp][at.digit] = (uint32_t)__popc(same);
        __syncthreads();
        if (threadIdx.x < DIGITS) {
            uint32_t to = room->digits.starts[threadIdx.x];
            for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
                const uint32_t count = before[w][threadIdx.x];
                before[w][threadIdx.x] = to;
                to += count;
            }
            room->digits.starts[threadIdx.x] = to;
        }
        __syncthreads();
        if (i < mine.last) put_vertex(job, now, at, before[warp][at.digit] + rank);
        __syncthreads(); /* now all threads have read the table */
    }
}

static __device__ void number_vertices(
  const one_launch &job, const decision &made, shared_room *room, const cg::grid_group &grid)
{
    const tile mine = tile_of_block(job.view.numbers);
    for (uint32_t shift = 0; shift < made.place_bits; shift += DIGIT_BITS) {
        const turn now = {shift, shift == 0, shift + DIGIT_BITS >= made.place_bits};
        if (blockIdx.x < mine.tiles) count_digits(job, made.place_of, now, mine, room);
        grid.sync();
        if (blockIdx.x < mine.tiles) sort_tile(job, made.place_of, now, mine, room);
        grid.sync();
    }
}

/* ---- rows ---- */

/* Replaces the ends of edges by their new ids, and counts the edges of each row. */
static __device__ void renumber_edges(const one_launch &job)
{
    const uint32_t stride = gridDim.x * BLOCK_THREADS;
    for (uint32_t i = blockIdx.x * BLOCK_THREADS + threadIdx.x; i < job.count; i += stride) {
        const uint2 edge = job.edges[i];
        const uint32_t a = job.new_ids[edge.x], b = job.new_ids[edge.y];
        const uint2 key = a < b ? make_uint2(a, b) : make_uint2(b, a);
        job.edges[i] = key;
        atomicAdd(job.offsets + key.y + 1, 1u);
    }
}

/* Turns the lengths of rows into their starts: offsets[r + 1] is first the length, then the start of row r. */
static __device__ void sum_lengths(const one_launch &job, uint32_t rows, shared_room *room, const cg::grid_group &grid)
{
    uint32_t *const lengths = job.offsets + 1;
    const uint32_t each = (rows + gridDim.x - 1) / gridDim.x;
    const uint32_t first = blockIdx.x * each < rows ? blockIdx.x * each : rows;
    const uint32_t last = rows - first < each ? rows : first + each;
    uint32_t sum = 0, start = 0;
    for (uint32_t r = first + threadIdx.x; r < last; r += BLOCK_THREADS) sum += lengths[r];
    sum_before(sum, room, &sum);
    if (threadIdx.x == 0) job.block_sums[blockIdx.x] = sum;
    grid.sync();
    for (uint32_t b = threadIdx.x; b < blockIdx.x; b += BLOCK_THREADS) start += job.block_sums[b];
    sum_before(start, room, &start);
    for (uint32_t base = first; base < last; base += AHEAD * BLOCK_THREADS) {
        const uint32_t r = base + AHEAD * threadIdx.x;
        uint32_t mine[AHEAD], length = 0;
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++) {
            mine[j] = r + j < last ? lengths[r + j] : 0;
            length += mine[j];
        }
        uint32_t at = start + sum_before(length, room, &length);
        start += length;
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++) {
            if (r + j < last) lengths[r + j] = at;
            at += mine[j];
        }
    }
}

/* Writes each edge to its row, in any order; this moves offsets[r + 1] from the start of row r to its end. */
static __device__ void scatter_edges(const one_launch &job)
{
    const uint32_t stride = gridDim.x * BLOCK_THREADS;
    for (uint32_t i = blockIdx.x * BLOCK_THREADS + threadIdx.x; i < job.count; i += AHEAD * stride) {
        uint2 keys[AHEAD];
        uint32_t places[AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count) keys[j] = job.edges[i + j * stride];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count) places[j] = atomicAdd(job.offsets + keys[j].y + 1, 1u);
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count) job.scattered[places[j]] = (uint64_t)keys[j].y << 32 | keys[j].x;
    }
}

/* Finds the longest row and the number of wedges, for descriptions, and the end of the last row
 * that has two or more ids. */
static __device__ void measure_all_rows(const one_launch &job, uint32_t rows, shared_room *room)
{
    const uint32_t stride = gridDim.x * BLOCK_THREADS;
    unsigned long long wedges = 0;
    uint32_t longest = 0, last = 0;
    if (threadIdx.x == 0) room->measured = {0, 0, 0};
    __syncthreads();
    for (uint32_t r = blockIdx.x * BLOCK_THREADS + threadIdx.x; r < rows; r += stride) {
        const uint32_t length = job.offsets[r + 1] - job.offsets[r];
        measure_row(length, &longest, &wedges);
        if (length > 1) last = r + 1;
    }
    wedges = prepare_warp_sum(wedges);
    longest = prepare_warp_most(longest);
    last = prepare_warp_most(last);
    if (threadIdx.x % TG_WARP == 0 && longest > 0) {
        atomicAdd(&room->measured.wedges, wedges);
        atomicMax(&room->measured.longest, longest);
        atomicMax(&room->measured.last_row, last);
    }
    __syncthreads();
    if (threadIdx.x == 0 && room->measured.longest > 0) {
        atomicAdd(&job.sums->described.wedges, room->measured.wedges);
        atomicMax(&job.sums->described.longest, room->measured.longest);
        atomicMax(&job.sums->last_row, room->measured.last_row);
    }
}

#endif
