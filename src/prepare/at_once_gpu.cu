/* at_once_gpu.cu - clean edges to rows in one launch, whose blocks wait for each other between
 * steps.
 *
 * A launch takes the host 3.6 us, a wait for the GPU 9; a barrier of the whole grid 1.2.  So
 * small graphs take as long as their steps are launches: here, all from the sums of degrees on
 * are one, and what the host would have to know between (the order, how many vertices there are)
 * stays there.
 *
 * Edges are not sorted, but go to where their rows begin, in any order: each row is then put in
 * order by itself.  Additions and writes at random, four an edge, come to 60 thousand million a
 * second, so that is good for few edges, and where ends are close together; other graphs, and edges
 * that may be there twice, are left to rows_gpu.cu.
 */
#include "prepare/preparing_gpu.cuh"

#include <cooperative_groups.h>
#include <string.h>

#include "prepare/order_gpu.cuh"
#include "prepare/sort_rows_device.cuh"

namespace cg = cooperative_groups;

enum {
    BLOCK_THREADS = 512,
    BLOCKS_PER_MULTIPROCESSOR = 3,
    BLOCK_WARPS = BLOCK_THREADS / TG_WARP,
    ITEMS_PER_THREAD = 2, /* of a small graph: more blocks would wait longer for each other */
    AHEAD = 4,            /* edges or rows of a thread at a time */
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    MOST_TILES = 128,        /* of vertices; each block sums the digits of all */
    MOST_NUMBERED = 1 << 20, /* above, sorting by CUB is as fast */
    MOST_NUMBERS = 1 << 24,
    MOST_EDGES = 1 << 26,
    MOST_FAR_EDGES = 1 << 21, /* above, additions at random take longer than sorting */
    MOST_MEAN_ROW = 64        /* ids: counting the smaller ones takes as long as rows are */
};

typedef struct at_once {
    uint2 *edges; /* clean: as they came, smaller end first; then the new ids, smaller first */
    uint32_t count, samples;
    tg_degrees_view view;
    bool numbered; /* new_ids are given, the sums too; offsets are zero */
    uint32_t *offsets, *new_ids, *input_ids;
    uint32_t *places, *vertices; /* of all numbers, sorted by their lower digit */
    uint32_t *digit_counts;      /* [tile][digit] */
    uint32_t *block_sums;
    uint64_t *spread;
    tg_sort_view rows; /* of spread */
    tg_prepare_totals *sums;
} at_once;

typedef struct shared_room {
    uint32_t warp_sums[BLOCK_WARPS];
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

/* ---- what is to be done ------------------------------------------------------------------- */

typedef struct decision {
    bool renumbers;  /* vertices do not stay as they were */
    bool numbers;    /* they get their numbers here */
    bool makes_rows; /* once they have them */
    place_of_vertex place_of;
    uint32_t place_bits;
} decision;

static __device__ decision decide(const at_once &job)
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
    made.makes_rows = !job.sums->unsorted && (near || job.count <= MOST_FAR_EDGES) &&
                      job.count / MOST_MEAN_ROW <= sums->active;
    made.numbers = made.renumbers && job.view.numbers <= MOST_NUMBERED;
    return made;
}

/* The sum of the values of the threads before; *all: of all threads of the block. */
static __device__ uint32_t sum_before(uint32_t value, shared_room *room, uint32_t *all)
{
    const uint32_t lane = threadIdx.x % TG_WARP, warp = threadIdx.x / TG_WARP;
    uint32_t through = value, before = 0;
    for (uint32_t step = 1; step < TG_WARP; step *= 2) {
        const uint32_t left = __shfl_up_sync(TG_ALL_LANES, through, step);
        if (lane >= step) through += left;
    }
    __syncthreads(); /* the sums of the call before are read */
    if (lane == TG_WARP - 1) room->warp_sums[warp] = through;
    __syncthreads();
    *all = 0;
    for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
        before += w < warp ? room->warp_sums[w] : 0;
        *all += room->warp_sums[w];
    }
    return before + through - value;
}

/* ---- numbers of vertices ------------------------------------------------------------------ */

/* A turn of sorting by digits, which keeps equal ones in order. */
typedef struct turn {
    uint32_t shift;
    bool first, last;
} turn;

typedef struct placed_vertex {
    uint32_t vertex, place, digit;
} placed_vertex;

static __device__ __forceinline__ placed_vertex vertex_at(const at_once &job,
                                                          const place_of_vertex &place_of,
                                                          turn now, uint32_t i)
{
    placed_vertex at;
    at.vertex = now.first ? i : job.vertices[i];
    at.place = now.first ? place_of(i) : job.places[i];
    at.digit = at.place >> now.shift & (DIGITS - 1);
    return at;
}

/* Vertices of a block. */
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

static __device__ void count_digits(const at_once &job, const place_of_vertex &place_of, turn now,
                                    const tile &mine, shared_room *room)
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

/* Where the tile's vertices of each digit go: behind all of smaller digits, and those of the
 * tiles before.  Several threads a digit sum the tiles, each some. */
static __device__ void start_digits(const at_once &job, const tile &mine, shared_room *room)
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

static __device__ __forceinline__ void put_vertex(const at_once &job, turn now,
                                                  const placed_vertex &at, uint32_t to)
{
    if (now.first) job.offsets[at.vertex + 1] = 0; /* its degree is not looked at any more */
    if (now.last) {
        job.input_ids[to] = at.vertex;
        job.new_ids[at.vertex] = to;
    } else {
        job.vertices[to] = at.vertex;
        job.places[to] = at.place;
    }
}

/* As many vertices of the tile at a time as the block has threads: in a warp those of a digit
 * find each other, and warps find each other in a table. */
static __device__ void sort_tile(const at_once &job, const place_of_vertex &place_of, turn now,
                                 const tile &mine, shared_room *room)
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
        for (uint32_t d = threadIdx.x; d < BLOCK_WARPS * DIGITS; d += BLOCK_THREADS)
            before[0][d] = 0;
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
        __syncthreads(); /* the table is read */
    }
}

static __device__ void number_vertices(const at_once &job, const decision &made,
                                       shared_room *room, const cg::grid_group &grid)
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

/* ---- rows --------------------------------------------------------------------------------- */

/* Edges get their new ids; how many each row has. */
static __device__ void renumber_edges(const at_once &job)
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

/* The number of edges in row r, at r + 1, becomes where the row starts. */
static __device__ void sum_lengths(const at_once &job, uint32_t rows, shared_room *room,
                                   const cg::grid_group &grid)
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

/* Each edge to its row, in any order; where the row starts, at r + 1, becomes where it ends. */
static __device__ void spread_edges(const at_once &job)
{
    const uint32_t stride = gridDim.x * BLOCK_THREADS;
    for (uint32_t i = blockIdx.x * BLOCK_THREADS + threadIdx.x; i < job.count;
         i += AHEAD * stride) {
        uint2 keys[AHEAD];
        uint32_t places[AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count) keys[j] = job.edges[i + j * stride];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count)
                places[j] = atomicAdd(job.offsets + keys[j].y + 1, 1u);
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (i + j * stride < job.count)
                job.spread[places[j]] = (uint64_t)keys[j].y << 32 | keys[j].x;
    }
}

/* What descriptions tell of rows, and the end of the last that has two ids. */
static __device__ void measure_all_rows(const at_once &job, uint32_t rows, shared_room *room)
{
    const uint32_t stride = gridDim.x * BLOCK_THREADS;
    unsigned long long wedges = 0;
    uint32_t longest = 0, last = 0;
    if (threadIdx.x == 0) room->measured = {0, 0, 0};
    __syncthreads();
    for (uint32_t r = blockIdx.x * BLOCK_THREADS + threadIdx.x; r < rows; r += stride) {
        const uint32_t length = job.offsets[r + 1] - job.offsets[r];
        longest = length > longest ? length : longest;
        wedges += length > 1 ? (unsigned long long)length * (length - 1) / 2 : 0;
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

/* ---- the launch --------------------------------------------------------------------------- */

/* The rows, once edges have their last ids. */
static __device__ void make_rows(const at_once &job, shared_room *room,
                                 const cg::grid_group &grid)
{
    const uint32_t rows = job.sums->vertices.active;
    sum_lengths(job, rows, room, grid);
    grid.sync();
    spread_edges(job);
    grid.sync();
    rank_all_ids(job.rows);
    measure_all_rows(job, rows, room);
    grid.sync();
    sort_listed_rows(job.rows, room->ids);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        job.sums->last_edge = job.offsets[job.sums->last_row];
        job.sums->reached = TG_ROWS_MADE;
    }
}

static __global__ void __launch_bounds__(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR)
    prepare_at_once(const __grid_constant__ at_once job)
{
    __shared__ shared_room room;
    const cg::grid_group grid = cg::this_grid();
    bool renumbers = true;
    if (!job.numbered) {
        sample_local(reinterpret_cast<const tg_edge *>(job.edges), job.count, job.samples,
                     job.view.numbers, &job.sums->sample);
        sum_all_vertices(job.view, &room.vertices, &job.sums->vertices);
        grid.sync();
        const decision made = decide(job); /* all threads decide the same */
        const bool waits = made.renumbers && !made.numbers;
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            job.sums->reached = made.numbers ? TG_VERTICES_NUMBERED : TG_VERTICES_SUMMED;
            job.sums->makes_rows = made.makes_rows;
        }
        if (made.numbers) number_vertices(job, made, &room, grid);
        if (waits || !made.makes_rows) return;
        renumbers = made.renumbers;
    }
    if (renumbers) {
        renumber_edges(job);
        grid.sync();
    }
    make_rows(job, &room, grid);
}

/* ---- the host's side ---------------------------------------------------------------------- */

bool tg_may_prepare_at_once(uint64_t edges, uint64_t numbers)
{
    return edges > 0 && edges <= MOST_EDGES && numbers > 0 && numbers <= MOST_NUMBERS;
}

typedef struct launch {
    unsigned blocks;
    uint32_t *work; /* all that only the kernel needs */
    at_once job;
} launch;

/* As many blocks as work at a time, at the most. */
static trigon_status find_blocks(const tg_preparing *job, launch *made)
{
    trigon_status status = TRIGON_OK;
    const uint64_t items = job->edge_count > job->numbers ? job->edge_count : job->numbers;
    int each = 0;
    TG_TRY_CUDA(job->context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                  &each, prepare_at_once, BLOCK_THREADS, 0));
    made->blocks =
        tg_device_blocks(job->context, items, ITEMS_PER_THREAD * BLOCK_THREADS, (uint32_t)each);
cleanup:
    return status;
}

static trigon_status allocate(tg_preparing *job, launch *made)
{
    trigon_status status = TRIGON_OK;
    const uint32_t sorted = job->numbers <= MOST_NUMBERED ? job->numbers : 0;
    const uint64_t m = job->edge_count, digits = DIGITS * MOST_TILES;
    at_once *once = &made->job;
    uint32_t *ids = NULL;

    TG_TRY(TG_DEVICE_ALLOC(job->context,
                           2 * (uint64_t)sorted + digits + made->blocks + m / TG_RANKED_IDS + 1,
                           &made->work));
    once->places = made->work;
    once->vertices = once->places + sorted;
    once->digit_counts = once->vertices + sorted;
    once->block_sums = once->digit_counts + digits;
    once->rows.long_rows = once->block_sums + made->blocks;
    TG_TRY(TG_DEVICE_ALLOC(job->context, sorted, &job->new_ids));
    TG_TRY(TG_DEVICE_ALLOC(job->context, sorted, &job->graph.input_ids));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->spare));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &ids));
    job->graph.rows.ids = ids; /* freed with the graph from here on */
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->graph.sources));
    once->new_ids = job->new_ids;
    once->input_ids = job->graph.input_ids;
    once->spread = job->spare;
    once->rows.keys = job->spare;
    once->rows.ids = ids;
    once->rows.sources = job->graph.sources;
cleanup:
    return status;
}

static void fill_job(const tg_preparing *job, at_once *once)
{
    once->edges = reinterpret_cast<uint2 *>(job->keys);
    once->count = (uint32_t)job->edge_count;
    once->samples = order_samples(job->edge_count);
    once->view = degrees_of(job);
    once->offsets = job->offsets;
    once->rows.id_bits = 32;
    once->rows.edges = once->count;
    once->rows.offsets = job->offsets;
    once->rows.long_count = &job->sums->long_rows;
    once->sums = job->sums;
}

/* Where not all blocks may work at a time nothing is done. */
static trigon_status run_launch(tg_preparing *job, launch *made)
{
    trigon_status status = TRIGON_OK;
    void *arguments[] = {&made->job};
    const cudaError_t error =
        cudaLaunchCooperativeKernel((const void *)prepare_at_once, dim3(made->blocks),
                                    dim3(BLOCK_THREADS), arguments, 0, job->stream);
    if (error == cudaErrorCooperativeLaunchTooLarge || error == cudaErrorNotSupported) {
        cudaGetLastError();
        return TRIGON_OK;
    }
    TG_TRY_CUDA(job->context, error);
    TG_TRY(tg_device_copy_out(job->context, &job->read, job->sums, sizeof job->read));
cleanup:
    return status;
}

/* The rows, with numbers from elsewhere. */
static trigon_status run_numbered(tg_preparing *job, launch *made)
{
    trigon_status status = TRIGON_OK;
    const uint64_t bytes = ((uint64_t)job->numbers + 1) * sizeof *job->offsets;
    TG_TRY(tg_decide_order_on_device(job));
    TG_TRY(tg_number_vertices_on_device(job));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->offsets, 0, bytes, job->stream));
    made->job.numbered = true;
    made->job.new_ids = job->new_ids;
    TG_TRY(run_launch(job, made));
cleanup:
    return status;
}

/* The numbers are no use where there are none, or vertices stay as they were. */
static void drop_numbers(tg_preparing *job)
{
    tg_device_free(job->context, job->new_ids);
    tg_device_free(job->context, job->graph.input_ids);
    job->new_ids = job->graph.input_ids = NULL;
}

static void drop_rows(tg_preparing *job)
{
    tg_device_free(job->context, job->spare);
    tg_device_free(job->context, (void *)job->graph.rows.ids);
    tg_device_free(job->context, job->graph.sources);
    job->spare = NULL;
    job->graph.sources = NULL;
    job->graph.rows.ids = NULL;
}

static void take_rows(tg_preparing *job)
{
    tg_device_graph *graph = &job->graph;
    graph->rows.id_count = (uint32_t)job->edge_count;
    graph->rows.offsets = job->offsets;
    job->offsets = NULL;
    graph->wedges = job->read.described.wedges;
    graph->longest = job->read.described.longest;
    graph->trimmed = true;
    graph->last_row = job->read.last_row;
    graph->last_edge = job->read.last_edge;
}

static trigon_status run_all(tg_preparing *job, launch *made)
{
    trigon_status status = TRIGON_OK;
    fill_job(job, &made->job);
    TG_TRY(run_launch(job, made));
    if (job->read.reached == TG_NOTHING_DONE) return TRIGON_OK;
    TG_TRY(tg_decide_order_on_device(job));
    if (!tg_renumbers(job)) drop_numbers(job);
    if (job->read.makes_rows && job->read.reached == TG_VERTICES_SUMMED)
        TG_TRY(run_numbered(job, made));
cleanup:
    return status;
}

trigon_status tg_prepare_at_once(tg_preparing *job)
{
    trigon_status status = TRIGON_OK;
    launch made;
    memset(&made, 0, sizeof made);
    TG_TRY(find_blocks(job, &made));
    status = allocate(job, &made);
    if (status == TRIGON_OK) TG_TRY(run_all(job, &made));
    if (status == TRIGON_OUT_OF_MEMORY)
        status = TRIGON_OK; /* elsewhere less is needed at a time */
    if (job->read.reached == TG_NOTHING_DONE) drop_numbers(job);
    if (job->read.reached == TG_ROWS_MADE)
        take_rows(job);
    else
        drop_rows(job);
cleanup:
    tg_device_free(job->context, made.work);
    return status;
}
