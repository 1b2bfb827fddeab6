/* gpu_ceilings.cu - measures the highest rates of a GPU for the operations of counting.
 *
 *   bench_gpu_ceilings [ORDINAL]
 *
 * Prints a JSON object for each rate, one a line: what, device, capability, multiprocessors, clock_hz,
 * memory_bytes_per_second, cache_bytes, table_bytes, rate, unit (see docs/benchmarking.md). bench/gpu_rates makes the
 * library's table from them. Exit code 77 without a GPU. `tricorn bench --ceilings --device gpu` runs it.
 */
#include <cuda_runtime.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_NO_GPU = 77, WARP_THREADS = 32, BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8, TRIALS = 5 };
enum { GATHERS = 1 << 10, PROBES = 1 << 12, POPCOUNTS = 1 << 12 }; /* operations of each thread */
enum { PRODUCTS = 1 << 10, PRODUCT_ROWS = 16, PRODUCT_COLUMNS = 8, PRODUCT_BITS = 256 }; /* products of each warp */
static const uint64_t STREAM_BYTES = UINT64_C(1) << 30;
static const uint64_t table_bytes[] = {UINT64_C(64) << 10, UINT64_C(1) << 20, UINT64_C(16) << 20, UINT64_C(64) << 20,
  UINT64_C(256) << 20, UINT64_C(1) << 30};

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "tricorn: the GPU failed: %s\n", cudaGetErrorString(error));
    exit(1);
}

/* ---- kernels ---- */

/* A step of the generator of Numerical Recipes: cheaper than the measured operations. */
static __device__ __forceinline__ uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 4;
}

static __device__ __forceinline__ uint32_t thread_number(void)
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ __forceinline__ uint64_t threads_in_all(void)
{
    return (uint64_t)gridDim.x * blockDim.x;
}

static __global__ void copy(const uint4 *from, uint4 *to, uint64_t count)
{
    for (uint64_t i = thread_number(); i < count; i += threads_in_all()) to[i] = from[i];
}

/* Stores a sum only if it has one certain value, so that the compiler cannot drop the work. */
static __global__ void read(const uint4 *from, uint4 *to, uint64_t count)
{
    uint32_t sum = 0;
    for (uint64_t i = thread_number(); i < count; i += threads_in_all()) {
        const uint4 words = from[i];
        sum += words.x ^ words.y ^ words.z ^ words.w;
    }
    if (sum == 0x12345678u) to[0].x = sum;
}

/* Random reads of a table, four independent ones at a time. */
static __global__ void gather(const uint4 *table, uint4 *to, uint64_t count)
{
    const uint32_t *const words = reinterpret_cast<const uint32_t *>(table);
    const uint32_t mask = (uint32_t)(count * sizeof(uint4) / sizeof(uint32_t) - 1);
    uint32_t state = thread_number() * 2654435761u, sum = 0;
    for (int i = 0; i < GATHERS; i += 4) {
        const uint32_t a = next_random(&state) & mask, b = next_random(&state) & mask;
        const uint32_t c = next_random(&state) & mask, d = next_random(&state) & mask;
        sum += __ldg(words + a) + __ldg(words + b) + __ldg(words + c) + __ldg(words + d);
    }
    if (sum == 0x12345678u) to[0].x = sum;
}

enum { SHARED_WORDS = 1 << 11 };

/* Reads random bits of a bitmap in shared memory. */
static __global__ void probe(const uint4 *, uint4 *to, uint64_t)
{
    __shared__ uint32_t bits[SHARED_WORDS];
    uint32_t state = thread_number() * 2654435761u, sum = 0;
    for (int i = (int)threadIdx.x; i < SHARED_WORDS; i += BLOCK_THREADS) bits[i] = next_random(&state);
    __syncthreads();
    for (int i = 0; i < PROBES; i++) {
        const uint32_t bit = next_random(&state);
        sum += bits[bit / 32 % SHARED_WORDS] >> (bit % 32) & 1u;
    }
    if (sum == 0x12345678u) to[0].x = sum;
}

static __global__ void popcount(const uint4 *, uint4 *to, uint64_t)
{
    uint32_t word = thread_number() * 2654435761u, other = word ^ 0x9e3779b9u, sum = 0;
    for (int i = 0; i < POPCOUNTS; i++) {
        sum += (uint32_t)__popc(word & other);
        word += sum;
        other ^= word;
    }
    if (sum == 0x12345678u) to[0].x = sum;
}

/* Multiplies bits of two matrices in registers, on the matrix unit, with two independent sums.
 * Only called for a GPU that has the instruction. */
static __global__ void product(const uint4 *, uint4 *to, uint64_t)
{
    uint32_t sums[2][4] = {};
#if __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ < 1000
    const uint32_t a = thread_number() * 2654435761u, b = a ^ 0x9e3779b9u;
    for (int i = 0; i < PRODUCTS; i += 2)
        for (uint32_t(&sum)[4] : sums)
            asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
                         "{%0, %1, %2, %3}, {%4, %5, %4, %5}, {%5, %4}, {%0, %1, %2, %3};"
                         : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                         : "r"(a), "r"(b));
#endif
    if ((sums[0][0] ^ sums[0][3] ^ sums[1][1] ^ sums[1][2]) == 0x12345678u) to[0].x = sums[0][1];
}

/* ---- measuring ---- */

typedef struct ceiling {
    const char *what, *unit;
    void (*kernel)(const uint4 *, uint4 *, uint64_t);
    uint64_t per_thread; /* units of each thread; 0: `per_item` for each 16 bytes of the table */
    uint64_t per_item;
} ceiling;

typedef struct memory {
    uint4 *from, *to;
    unsigned blocks;
    cudaDeviceProp gpu;
    double clock_hz, memory_bytes_per_second; /* as CUDA reports */
    cudaEvent_t start, stop;
} memory;

static double attribute(cudaDeviceAttr of, int ordinal)
{
    int value = 0;
    check(cudaDeviceGetAttribute(&value, of, ordinal));
    return value;
}

/* CUDA reports clocks in kilohertz. Memory sends a bit on each line twice in a clock. */
static void read_speeds(memory *of, int ordinal)
{
    of->clock_hz = 1e3 * attribute(cudaDevAttrClockRate, ordinal);
    of->memory_bytes_per_second = 1e3 * attribute(cudaDevAttrMemoryClockRate, ordinal) * 2 *
                                  attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal) / 8;
}

/* Returns the best rate of some trials, in units per second; the first trial warms up. */
static double rate_of(const memory *of, const ceiling *is, uint64_t bytes)
{
    const uint64_t count = bytes / sizeof(uint4);
    const uint64_t threads = (uint64_t)of->blocks * BLOCK_THREADS;
    const double units = (double)(is->per_thread ? threads * is->per_thread : count * is->per_item);
    double best = 0;
    for (int trial = 0; trial <= TRIALS; trial++) {
        float milliseconds = 0;
        check(cudaEventRecord(of->start));
        is->kernel<<<of->blocks, BLOCK_THREADS>>>(of->from, of->to, count);
        check(cudaGetLastError());
        check(cudaEventRecord(of->stop));
        check(cudaEventSynchronize(of->stop));
        check(cudaEventElapsedTime(&milliseconds, of->start, of->stop));
        const double rate = units / (1e-3 * (double)milliseconds);
        if (trial > 0 && rate > best) best = rate;
    }
    return best;
}

static void print(const memory *of, const ceiling *is, uint64_t bytes)
{
    printf("{\"what\": \"%s\", \"device\": \"gpu\", \"capability\": \"%d.%d\", "
           "\"multiprocessors\": %d, \"clock_hz\": %.6g, \"memory_bytes_per_second\": %.6g, "
           "\"cache_bytes\": %d, ",
      is->what, of->gpu.major, of->gpu.minor, of->gpu.multiProcessorCount, of->clock_hz, of->memory_bytes_per_second,
      of->gpu.l2CacheSize);
    if (bytes > 0) printf("\"table_bytes\": %llu, ", (unsigned long long)bytes);
    printf("\"rate\": %.6g, \"unit\": \"%s\"}\n", rate_of(of, is, bytes > 0 ? bytes : sizeof(uint4)), is->unit);
    fflush(stdout);
}

static void measure(const memory *of)
{
    static const ceiling streams[] = {
      {"copy", "bytes/s, read and written", copy, 0, 2 * sizeof(uint4)}, {"read", "bytes/s", read, 0, sizeof(uint4)}};
    static const ceiling gathers = {"gather", "gathers of 4 bytes/s", gather, GATHERS, 0};
    static const ceiling probes = {"probe", "bit probes/s", probe, PROBES, 0};
    static const ceiling popcounts = {"popcount", "bit pairs/s, AND and popcount", popcount, POPCOUNTS * 32, 0};
    static const ceiling products = {"product", "bit pairs/s, AND and popcount by the matrix unit", product,
      (uint64_t)PRODUCTS / WARP_THREADS * PRODUCT_ROWS * PRODUCT_COLUMNS * PRODUCT_BITS, 0};
    for (const ceiling &stream : streams) print(of, &stream, STREAM_BYTES);
    for (const uint64_t bytes : table_bytes) print(of, &gathers, bytes);
    print(of, &probes, SHARED_WORDS * sizeof(uint32_t));
    print(of, &popcounts, 0);
    if (of->gpu.major == 8 || of->gpu.major == 9) print(of, &products, 0);
}

int main(int argc, char **argv)
{
    const int ordinal = argc > 1 ? atoi(argv[1]) : 0;
    memory of;
    int count = 0;

    if (cudaGetDeviceCount(&count) != cudaSuccess || ordinal < 0 || ordinal >= count) {
        fprintf(stderr, "there is no gpu:%d here\n", ordinal);
        return EXIT_NO_GPU;
    }
    check(cudaSetDevice(ordinal));
    check(cudaGetDeviceProperties(&of.gpu, ordinal));
    read_speeds(&of, ordinal);
    of.blocks = (unsigned)of.gpu.multiProcessorCount * BLOCKS_PER_MULTIPROCESSOR;
    check(cudaMalloc(&of.from, STREAM_BYTES));
    check(cudaMalloc(&of.to, STREAM_BYTES));
    check(cudaMemset(of.from, 1, STREAM_BYTES));
    check(cudaEventCreate(&of.start));
    check(cudaEventCreate(&of.stop));
    measure(&of);
    check(cudaEventDestroy(of.start));
    check(cudaEventDestroy(of.stop));
    check(cudaFree(of.from));
    check(cudaFree(of.to));
    return 0;
}
