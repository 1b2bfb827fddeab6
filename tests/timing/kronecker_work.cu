/* kronecker_work.cu - the exact work of workers that count a Kronecker graph which no GPU can hold.
 *
 *   kronecker_work [--label KEY=VALUE]...  SCALE...
 *
 * The edges (edge factor 16) are generated from their numbers several times: first for the degrees, by which vertices
 * are numbered as tricorn numbers them, then for one bucket of rows after the other, which is sorted. Prints a JSON
 * object for each scale, one a line: edges, wedges, and the least and most of
 *   tricorn       wedges of 1,024 parts of rows, cut as schedule/disk/parts.c cuts them
 *   dealt_tests   tests of blocks, which are distributed over 1,024 GPUs by a sample
 *                 (gpu/adaptive/work.cu, task/deal.h), without a product of hubs
 *   left          wedges of edges beyond all blocks, which go to the GPUs in turn
 *   dealt_wedges  wedges of both
 *   trust         wedges of TRUST's 512 and 1,024 tasks: x % 8, sources split by x % 16
 *
 * Scale 30 needs 64 GB of device memory.
 */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "generate/kronecker.h"
#include "gpu/adaptive/parts.cuh"
#include "gpu/adaptive/costs.cuh"
#include "prepare/steps.h"
#include "support/timing.h"
#include "task/deal.h"

enum {
    EDGE_FACTOR = 16,
    MOST_SCALE = 30,
    THREADS = 256,
    DRAWN = 8, /* edges that a thread generates at a time */
    PARTS = 1024,
    SAMPLES = PARTS << 19, /* as SAMPLES_PER_PART of work.cu */
    CLASSES = 8, /* TRUST's n */
    SHARES = 2, /* and m */
    TASKS = CLASSES * CLASSES * CLASSES,
    BLOCKS_OF_MULTIPROCESSOR = 8
};
/* Raw edges of a bucket: two arrays of 8 bytes each, and positions below 2^32. */
static const uint64_t BUCKET_EDGES = UINT64_C(3600) << 20;

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "kronecker_work: the GPU failed: %s\n", cudaGetErrorString(error));
    exit(1);
}

template <typename Element> static Element *allocate(uint64_t count)
{
    void *made = nullptr;
    check(cudaMalloc(&made, std::max<uint64_t>(count, 1) * sizeof(Element)));
    return static_cast<Element *>(made);
}

template <typename Element> static Element *allocate_zero(uint64_t count)
{
    Element *made = allocate<Element>(count);
    check(cudaMemset(made, 0, std::max<uint64_t>(count, 1) * sizeof(Element)));
    return made;
}

/* ---- drawing ---- */

/* Selects edges: those of rows u % buckets, by the numbers of the vertices. */
struct bucket {
    uint32_t number, buckets;
    unsigned scale;
    const uint32_t *numbers;
    __device__ bool key_of(uint32_t a, uint32_t b, uint64_t *key) const
    {
        const uint32_t x = numbers[a], y = numbers[b];
        const uint32_t v = x < y ? x : y, u = x < y ? y : x;
        *key = (uint64_t)(u / buckets) << scale | v;
        return a != b && u % buckets == number;
    }
};

struct drawn {
    uint64_t *keys;
    uint64_t room;
    unsigned long long *count; /* edges beyond `room` are only counted */
};

/* Appends the keys of the selected edges, with one addition to the count for each thread block. */
static __global__ void draw(tg_kronecker graph, uint64_t edges, bucket wanted, drawn to)
{
    __shared__ unsigned long long begin;
    __shared__ uint32_t taken;
    const uint64_t at_once = (uint64_t)THREADS * DRAWN;
    for (uint64_t first = blockIdx.x * at_once; first < edges; first += gridDim.x * at_once) {
        uint64_t keys[DRAWN];
        uint32_t mask = 0;
        if (threadIdx.x == 0) taken = 0;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < DRAWN; d++) {
            const uint64_t number = first + (uint64_t)d * THREADS + threadIdx.x;
            const tg_edge edge = tg_kronecker_edge(&graph, number);
            if (wanted.key_of(edge.u, edge.v, &keys[d]) && number < edges) mask |= 1u << d;
        }
        uint32_t place = mask ? atomicAdd(&taken, (uint32_t)__popc(mask)) : 0;
        __syncthreads();
        if (threadIdx.x == 0) begin = atomicAdd(to.count, (unsigned long long)taken);
        __syncthreads();
#pragma unroll
        for (int d = 0; d < DRAWN; d++)
            if (mask >> d & 1) {
                const uint64_t at = begin + place++;
                if (at < to.room) to.keys[at] = keys[d];
            }
        __syncthreads();
    }
}

/* ---- degrees and numbers ---- */

static __device__ uint64_t first_of_grid(void)
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ uint64_t grid_size(void)
{
    return (uint64_t)gridDim.x * blockDim.x;
}

/* Counts repeated edges, but no loops, as prepare/cpu/degrees.c does. */
static __global__ void count_degrees(tg_kronecker graph, uint64_t edges, uint32_t *degrees)
{
    for (uint64_t i = first_of_grid(); i < edges; i += grid_size()) {
        const tg_edge edge = tg_kronecker_edge(&graph, i);
        if (edge.u == edge.v) continue;
        atomicAdd(&degrees[edge.u], 1u);
        atomicAdd(&degrees[edge.v], 1u);
    }
}

/* Sorted, these are the vertices by decreasing class of degrees, and within a class in the order of labels. */
static __global__ void make_order(const uint32_t *degrees, uint64_t vertices, uint64_t *order)
{
    for (uint64_t x = first_of_grid(); x < vertices; x += grid_size())
        order[x] = (uint64_t)(degrees[x] ? UINT32_MAX - 1 - tg_degree_class(degrees[x]) : UINT32_MAX) << 32 | x;
}

static __global__ void number_vertices(
  const uint64_t *order, uint64_t vertices, uint32_t *numbers, unsigned long long *active)
{
    for (uint64_t i = first_of_grid(); i < vertices; i += grid_size()) {
        numbers[(uint32_t)order[i]] = (uint32_t)i;
        const bool last = i + 1 == vertices || (uint32_t)(order[i + 1] >> 32) == UINT32_MAX;
        if (last && (uint32_t)(order[i] >> 32) != UINT32_MAX) *active = i + 1;
    }
}

/* ---- rows ---- */

struct row_sums {
    unsigned long long edges, wedges, longest;
    unsigned long long tasks[SHARES * TASKS]; /* [u % 16][v % 8][w % 8] */
    unsigned long long left[PARTS]; /* wedges beyond all blocks */
};

/* The work of a slice of a block. */
struct slice_sums {
    unsigned long long tests, sampled, wedges;
};

struct some_rows {
    const uint64_t *keys;
    uint64_t count;
    unsigned scale;
    uint32_t number, buckets, rows; /* row r is that of vertex r * buckets + number */
    uint32_t *begins, *ends, *lengths; /* `lengths` are those of all rows of the graph */
    uint64_t in_sample; /* one of this number of entries is in the sample */
    __device__ uint32_t id_at(uint64_t i) const
    {
        return (uint32_t)(keys[i] & ((UINT64_C(1) << scale) - 1));
    }
};

static __global__ void find_rows(some_rows of)
{
    for (uint64_t i = first_of_grid(); i < of.count; i += grid_size()) {
        const uint64_t row = of.keys[i] >> of.scale;
        if (i == 0 || of.keys[i - 1] >> of.scale != row) of.begins[row] = (uint32_t)i;
        if (i + 1 == of.count || of.keys[i + 1] >> of.scale != row) of.ends[row] = (uint32_t)(i + 1);
    }
}

/* Returns the sum, over the v of one class in 32 ids, of the ids of another class before it. */
static __device__ uint32_t pairs_of(uint32_t of_v, uint32_t of_w)
{
    uint32_t sum = 0;
    for (; of_v; of_v &= of_v - 1) {
        const uint32_t lowest = of_v & (0u - of_v);
        sum += (uint32_t)__popc(of_w & (lowest - 1));
    }
    return sum;
}

/* A lane's sums over its warp's rows: v of class lane % 8, w of classes lane / 8 and 4 more. */
struct lane_sums {
    uint64_t low, high;
};

/* Adds edge i of row u, which ends before `end` and has `before` ids before that edge. */
static __device__ void add_edge(const some_rows &of, uint32_t u, uint64_t i, uint64_t end, unsigned long long before,
  slice_sums *slices, row_sums *to)
{
    const uint32_t v = of.id_at(i);
    if (v >= TG_MOST_BLOCK_LIMITS) {
        atomicAdd(&to->left[i / TG_DEALT_EDGES % PARTS], before);
        return;
    }
    const uint32_t block = block_of(all_widths(), v);
    slice_sums *mine = &slices[block * TG_DEAL_SLICES + slice_of_row(u)];
    atomicAdd(&mine->wedges, before);
    if (i + 1 < end) {
        const uint32_t next = of.id_at(i + 1);
        if (next < TG_MOST_BLOCK_LIMITS && block_of(all_widths(), next) == block) return;
    }
    const unsigned long long tests = before + entry_tests(v);
    atomicAdd(&mine->tests, tests);
    if (i % of.in_sample == 0) atomicAdd(&mine->sampled, tests);
}

/* Adds a row. The rows of a warp are of vertices with the same remainder by 16. */
static __device__ void add_row(const some_rows &of, uint32_t begin, uint32_t end, uint32_t lane, lane_sums *sums)
{
    const uint32_t full = 0xffffffffu;
    uint32_t low_before = 0, high_before = 0;
    for (uint64_t first = begin; first < end; first += 32) { /* of all lanes */
        const bool has = first + lane < end;
        const uint32_t v = has ? of.id_at(first + lane) : 0;
        uint32_t own = 0; /* in lanes 0 to 7: of the lane's class */
        for (uint32_t c = 0; c < CLASSES; c++) {
            const uint32_t mask = __ballot_sync(full, has && v % CLASSES == c);
            if (lane == c) own = mask;
        }
        const uint32_t of_v = __shfl_sync(full, own, lane % CLASSES);
        const uint32_t low = __shfl_sync(full, own, lane / CLASSES);
        const uint32_t high = __shfl_sync(full, own, lane / CLASSES + 4);
        const uint32_t ids = (uint32_t)__popc(of_v);
        sums->low += (uint64_t)ids * low_before + pairs_of(of_v, low);
        sums->high += (uint64_t)ids * high_before + pairs_of(of_v, high);
        low_before += (uint32_t)__popc(low);
        high_before += (uint32_t)__popc(high);
    }
}

/* A warp for each row; warps whose numbers differ by a multiple of 16 have the same class of u.
 */
static __global__ void add_rows(some_rows of, slice_sums *slices, row_sums *to)
{
    const uint32_t lane = threadIdx.x % 32, warps = (uint32_t)(grid_size() / 32);
    const uint32_t warp = (uint32_t)(first_of_grid() / 32);
    unsigned long long edges = 0, wedges = 0, longest = 0;
    lane_sums sums = {0, 0};
    for (uint64_t row = warp; row < of.rows; row += warps) {
        const uint32_t begin = of.begins[row], end = of.ends[row];
        const unsigned long long length = end - begin;
        const uint64_t u = row * of.buckets + of.number;
        if (lane == 0 && length > 0) of.lengths[u] = (uint32_t)length;
        edges += length;
        wedges += length * (length - (length > 0)) / 2;
        longest = length > longest ? length : longest;
        if (length > 1) add_row(of, begin, end, lane, &sums);
        for (uint64_t i = begin + UINT64_C(1) + lane; i < end; i += 32)
            add_edge(of, (uint32_t)u, i, end, i - begin, slices, to);
    }
    const uint32_t u = (uint32_t)(((uint64_t)warp * of.buckets + of.number) % (CLASSES * SHARES));
    unsigned long long *task = &to->tasks[(u * CLASSES + lane % CLASSES) * CLASSES];
    atomicAdd(&task[lane / CLASSES], (unsigned long long)sums.low);
    atomicAdd(&task[lane / CLASSES + 4], (unsigned long long)sums.high);
    if (lane > 0) return;
    atomicAdd(&to->edges, edges);
    atomicAdd(&to->wedges, wedges);
    atomicMax(&to->longest, longest);
}

/* ---- the steps ---- */

struct work {
    tg_kronecker graph;
    uint64_t vertices, raw, active, most_drawn;
    uint32_t buckets;
    unsigned grid;
    uint64_t *keys, *other; /* keys of a bucket; sorting swaps both */
    uint64_t room;
    unsigned long long *counter;
    uint32_t *numbers; /* by label */
    std::vector<slice_sums> slices; /* 32 of each block */
    std::vector<uint32_t> lengths; /* of rows */
    row_sums sums;
};

static unsigned bits_of(uint64_t most)
{
    unsigned bits = 1;
    while (most >> bits) bits++;
    return bits;
}

/* Sorts the keys, which are in job->keys afterwards. */
static void sort(work *job, uint64_t count, unsigned bits)
{
    cub::DoubleBuffer<uint64_t> buffer(job->keys, job->other);
    size_t bytes = 0;
    check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, buffer, count, 0, (int)bits));
    char *room = allocate<char>(bytes);
    check(cub::DeviceRadixSort::SortKeys(room, bytes, buffer, count, 0, (int)bits));
    check(cudaDeviceSynchronize());
    check(cudaFree(room));
    job->keys = buffer.Current();
    job->other = buffer.Alternate();
}

static uint64_t read_counter(work *job)
{
    unsigned long long count = 0;
    check(cudaMemcpy(&count, job->counter, sizeof count, cudaMemcpyDeviceToHost));
    return count;
}

/* Generates a bucket and sorts it; returns its number of edges. */
static uint64_t draw_bucket(work *job, const bucket &wanted, unsigned bits)
{
    check(cudaMemset(job->counter, 0, sizeof *job->counter));
    draw<<<job->grid, THREADS>>>(job->graph, job->raw, wanted, drawn{job->keys, job->room, job->counter});
    check(cudaGetLastError());
    const uint64_t count = read_counter(job);
    job->most_drawn = std::max(job->most_drawn, count);
    if (count > job->room) {
        fprintf(stderr, "kronecker_work: %" PRIu64 " edges in a bucket of %" PRIu64 "\n", count, job->room);
        exit(1);
    }
    sort(job, count, bits);
    return count;
}

static void allocate_keys(work *job)
{
    job->room = job->raw / job->buckets + job->raw / job->buckets / 50 + (1 << 20);
    job->keys = allocate<uint64_t>(job->room);
    job->other = allocate<uint64_t>(job->room);
}

static void free_keys(work *job)
{
    check(cudaFree(job->keys));
    check(cudaFree(job->other));
}

static void number_by_degree(work *job)
{
    uint32_t *degrees = allocate_zero<uint32_t>(job->vertices);
    allocate_keys(job);
    count_degrees<<<job->grid, THREADS>>>(job->graph, job->raw, degrees);
    check(cudaGetLastError());
    if (job->room < job->vertices) exit(1); /* with 16 edges a vertex, this takes few buckets */
    make_order<<<job->grid, THREADS>>>(degrees, job->vertices, job->keys);
    check(cudaGetLastError());
    sort(job, job->vertices, 64);
    check(cudaFree(degrees));
    job->numbers = allocate<uint32_t>(job->vertices);
    check(cudaMemset(job->counter, 0, sizeof *job->counter));
    number_vertices<<<job->grid, THREADS>>>(job->keys, job->vertices, job->numbers, job->counter);
    check(cudaGetLastError());
    job->active = read_counter(job);
    free_keys(job);
}

/* Removes repeated keys from job->keys; returns the number of the others. */
static uint64_t remove_repeated(work *job, uint64_t count)
{
    size_t bytes = 0;
    unsigned long long *left = job->counter;
    check(cub::DeviceSelect::Unique(nullptr, bytes, job->keys, job->other, left, (int64_t)count));
    char *room = allocate<char>(bytes);
    check(cub::DeviceSelect::Unique(room, bytes, job->keys, job->other, left, (int64_t)count));
    const uint64_t unique = read_counter(job);
    check(cudaFree(room));
    std::swap(job->keys, job->other);
    return unique;
}

static void add_all_rows(work *job)
{
    const unsigned scale = job->graph.scale;
    const uint64_t rows = job->active / job->buckets + 1;
    const uint32_t blocks = block_of(all_widths(), TG_MOST_BLOCK_LIMITS - 1) + 1;
    const uint64_t in_sample = std::max<uint64_t>(job->raw / SAMPLES, 1);
    uint32_t *begins = allocate<uint32_t>(rows), *ends = allocate<uint32_t>(rows);
    slice_sums *slices = allocate_zero<slice_sums>(blocks * TG_DEAL_SLICES);
    uint32_t *lengths = allocate_zero<uint32_t>(job->active);
    row_sums *sums = allocate_zero<row_sums>(1);
    allocate_keys(job);
    for (uint32_t b = 0; b < job->buckets; b++) {
        const bucket wanted = {b, job->buckets, scale, job->numbers};
        const uint64_t drawn = draw_bucket(job, wanted, scale + bits_of(rows));
        some_rows of = {nullptr, remove_repeated(job, drawn), scale, b, job->buckets, (uint32_t)rows, begins, ends,
          lengths, in_sample};
        of.keys = job->keys;
        check(cudaMemset(begins, 0, rows * sizeof *begins));
        check(cudaMemset(ends, 0, rows * sizeof *ends));
        find_rows<<<job->grid, THREADS>>>(of);
        add_rows<<<job->grid, THREADS>>>(of, slices, sums);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
    }
    job->slices.resize(blocks * TG_DEAL_SLICES);
    check(cudaMemcpy(job->slices.data(), slices, job->slices.size() * sizeof *slices, cudaMemcpyDeviceToHost));
    job->lengths.resize(job->active);
    check(cudaMemcpy(job->lengths.data(), lengths, job->active * sizeof *lengths, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&job->sums, sums, sizeof *sums, cudaMemcpyDeviceToHost));
    free_keys(job);
    check(cudaFree(begins));
    check(cudaFree(ends));
    check(cudaFree(slices));
    check(cudaFree(lengths));
    check(cudaFree(sums));
}

/* ---- the whole ---- */

static void print_spread(const char *name, const std::vector<unsigned long long> &work)
{
    const auto ends = std::minmax_element(work.begin(), work.end());
    printf(", \"%s\": {\"parts\": %zu, \"least\": %llu, \"most\": %llu}", name, work.size(), *ends.first, *ends.second);
}

/* Returns the wedges of parts of rows: each part ends with the row that has its last wedge. */
static std::vector<unsigned long long> share_rows(const work &job)
{
    std::vector<unsigned long long> shares(PARTS);
    unsigned long long before = 0;
    uint32_t share = 0;
    for (const uint64_t length : job.lengths) {
        const unsigned __int128 end = (unsigned __int128)job.sums.wedges * (share + 1) / PARTS;
        if (before >= end && share + 1 < PARTS) share++;
        const uint64_t wedges = length * (length - (length > 0)) / 2;
        shares[share] += wedges;
        before += wedges;
    }
    return shares;
}

/* Distributes the blocks by the tests of the sample, and adds up the work of each part. */
static void deal(const work &job, std::vector<unsigned long long> *tests, std::vector<unsigned long long> *wedges)
{
    const uint32_t blocks = (uint32_t)(job.slices.size() / TG_DEAL_SLICES);
    const first_of_block first_of = {all_widths()};
    std::vector<double> estimated(blocks);
    std::vector<uint32_t> starts(blocks + 1);
    tricorn_context *context = nullptr;
    for (uint32_t b = 0; b < blocks; b++) {
        estimated[b] = entry_tests(first_of(b));
        for (uint32_t s = 0; s < TG_DEAL_SLICES; s++)
            estimated[b] += (double)job.slices[b * TG_DEAL_SLICES + s].sampled;
    }
    std::vector<uint32_t> owners(tg_deal_cut(estimated.data(), blocks, PARTS, starts.data()));
    if (tricorn_context_create(nullptr, &context) != TRICORN_OK ||
        tg_deal(context, estimated.data(), blocks, starts.data(), PARTS, owners.data()) != TRICORN_OK)
        exit(1);
    tricorn_context_free(context);
    for (size_t i = 0; i < job.slices.size(); i++) {
        const size_t b = i / TG_DEAL_SLICES, width = TG_DEAL_SLICES / (starts[b + 1] - starts[b]);
        const uint32_t part = owners[starts[b] + i % TG_DEAL_SLICES / width];
        (*tests)[part] += job.slices[i].tests;
        (*wedges)[part] += job.slices[i].wedges;
    }
}

static void print_work(const work &job, const timing_settings &set, double seconds)
{
    const std::vector<unsigned long long> left(job.sums.left, job.sums.left + PARTS);
    std::vector<unsigned long long> tests(PARTS), wedges = left;
    deal(job, &tests, &wedges);
    std::vector<unsigned long long> shared(job.sums.tasks, job.sums.tasks + SHARES * TASKS);
    std::vector<unsigned long long> tasks(TASKS); /* u % 16 = i and i + 8 are u % 8 = i */
    for (size_t t = 0; t < shared.size(); t++) tasks[t % TASKS] += shared[t];
    printf("{\"kind\": \"work\", \"dataset\": \"s%u\", \"edge_factor\": %d, \"raw_edges\": %" PRIu64
           ", \"edges\": %llu, \"vertices\": %" PRIu64 ", \"wedges\": %llu, \"longest_row\": %llu",
      job.graph.scale, EDGE_FACTOR, job.raw, job.sums.edges, job.active, job.sums.wedges, job.sums.longest);
    timing_print_labels(&set);
    print_spread("tricorn", share_rows(job));
    print_spread("dealt_tests", tests);
    print_spread("dealt_wedges", wedges);
    print_spread("left", left);
    print_spread("trust", tasks);
    print_spread("trust_shares", shared);
    printf(", \"left_wedges\": %llu, \"buckets\": %u, \"seconds\": %.2f}\n",
      std::accumulate(left.begin(), left.end(), 0ull), job.buckets, seconds);
    fflush(stdout);
}

static void find_work(unsigned scale, const timing_settings &set)
{
    cudaDeviceProp properties;
    cudaEvent_t start, end;
    float milliseconds = 0;
    work job = {};
    check(cudaGetDeviceProperties(&properties, 0));
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(start));
    job.graph = tg_kronecker_of(scale, 0, 0.57, 0.19, 0.19);
    job.vertices = UINT64_C(1) << scale;
    job.raw = job.vertices * EDGE_FACTOR;
    job.buckets = (uint32_t)((job.raw + BUCKET_EDGES - 1) / BUCKET_EDGES);
    job.grid = (unsigned)properties.multiProcessorCount * BLOCKS_OF_MULTIPROCESSOR;
    job.counter = allocate_zero<unsigned long long>(1);
    number_by_degree(&job);
    add_all_rows(&job);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&milliseconds, start, end));
    print_work(job, set, milliseconds / 1e3);
    check(cudaFree(job.numbers));
    check(cudaFree(job.counter));
}

int main(int argc, char **argv)
{
    timing_settings set = {};
    int at = timing_read_options(&set, argc, argv);
    if (at == 0 || at >= argc) {
        fprintf(stderr, "kronecker_work [--label KEY=VALUE]... SCALE...\n");
        return 2;
    }
    for (; at < argc; at++) {
        const long scale = strtol(argv[at], nullptr, 10);
        if (scale < 4 || scale > MOST_SCALE) return 2;
        find_work((unsigned)scale, set);
    }
    return 0;
}
