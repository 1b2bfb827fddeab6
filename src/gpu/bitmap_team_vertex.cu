/* bitmap_team_vertex.cu - count a task with one bitmap for each vertex.
 *
 * The row of a vertex is set as bits in shared memory, and the rows of its neighbours are tested
 * against it.  Hubs come first, so most ids are small.  Ids beyond the bitmap are searched in the
 * end of the row instead.  So the number of vertices is not limited, and only the bits that were
 * set need to be cleared.  A row of more than 38 ids gets a block, a row of more than 3 a warp,
 * and any other row a thread.  The paper chooses these limits by the mean degree of the graph.
 * Source: Bisson, Fatica, "High Performance Exact Triangle Counting on GPUs", TPDS 2017.
 */
#include "gpu/lookup/bitmap.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/two_hop.cuh"

enum {
    BLOCK_WORDS = 1 << 13, /* 2^18 ids in 32 KiB */
    WARP_WORDS = 1 << 7,   /* 2^12 ids in 512 bytes */
    THREAD_BLOCK_THREADS = 256,
    THREAD_BLOCKS_PER_MULTIPROCESSOR = 8
};

enum { BLOCK_ROW, WARP_ROW }; /* numbers of its parameters */

template <uint32_t BITMAP_WORDS> struct bit_table {
    enum { WORDS = BITMAP_WORDS };
    uint32_t *words;
    const uint32_t *row;   /* the row that fills the bitmap */
    uint32_t count, small; /* ids of the row; how many of them the bitmap holds */

    static __device__ __forceinline__ uint32_t room(void)
    {
        return UINT32_MAX;
    }
    template <typename Team> __device__ __forceinline__ void create(void)
    {
        for (uint32_t i = Team::rank(); i < WORDS; i += Team::SIZE) words[i] = 0;
        count = small = 0;
    }
    template <typename Team>
    __device__ __forceinline__ void fill(const uint32_t *ids, uint32_t id_count)
    {
        row = ids;
        count = id_count;
        small = count_up_to(ids, count, (uint32_t)(WORDS * WORD_BITS - 1));
        for (uint32_t i = Team::rank(); i < small; i += Team::SIZE)
            bitmap_set(words, load_id(ids + i));
    }
    __device__ __forceinline__ bool contains(uint32_t id) const
    {
        if (id < WORDS * WORD_BITS) return bitmap_has(words, id);
        return search_ids(row + small, count - small, id);
    }
    template <typename Team> __device__ __forceinline__ void empty(void)
    {
        for (uint32_t i = Team::rank(); i < small; i += Team::SIZE)
            words[load_id(row + i) / WORD_BITS] = 0;
    }
};

/* A bitmap in a register: an id has bit id % 64.  Several ids share a bit, so an id whose bit is
 * set is then searched in the row. */
static __device__ __forceinline__ uint64_t thread_bit(uint32_t id)
{
    return UINT64_C(1) << (id % 64);
}

/* Counts the rows of class 2, with one thread for each row. */
static __global__ void __launch_bounds__(THREAD_BLOCK_THREADS)
    count_short_rows(tg_device_task task, class_items rows, tg_tally *tally)
{
    uint64_t found = 0;
    for (uint64_t r = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; r < rows.count;
         r += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t u = load_id(rows.items + r);
        const row_part edges = row_of(task.edges, u), from = row_of(task.from, u);
        const uint32_t *const row = task.from.ids + from.start;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < from.count; i++) bits |= thread_bit(load_id(row + i));
        for (uint32_t e = task.whole ? 1 : 0; e < edges.count; e++) {
            const row_part into = row_of(task.into, load_id(task.edges.ids + edges.start + e));
            for (uint32_t i = 0; i < into.count; i++) {
                const uint32_t id = load_id(task.into.ids + into.start + i);
                found += (bits & thread_bit(id)) != 0 && search_ids(row, from.count, id);
            }
        }
    }
    __syncwarp();
    tally_add_block<THREAD_BLOCK_THREADS>(tally, found);
}

static tricorn_status arrange(tricorn_context *context, tg_device_task *task)
{
    return arrange_rows(context, task, task->values[BLOCK_ROW], task->values[WARP_ROW]);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const class_items rows = items_of_class(task, 2);
    const unsigned blocks = tg_device_blocks(context, rows.count, THREAD_BLOCK_THREADS,
                                             THREAD_BLOCKS_PER_MULTIPROCESSOR);
    TG_TRY((enqueue_class<block_team, bit_table<BLOCK_WORDS>>(context, task, 0, 0, tally)));
    TG_TRY((enqueue_class<warp_team, bit_table<WARP_WORDS>>(context, task, 1, 0, tally)));
    if (rows.count == 0) return TRICORN_OK;
    count_short_rows<<<blocks, THREAD_BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, rows,
                                                                                     tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static const tricorn_parameter_description parameters[] = {
    {"block_row", "rows longer than this get a block", 0, UINT32_MAX, 38},
    {"warp_row", "of the others those longer than this get a warp (the paper: 3.8)", 0, UINT32_MAX, 3},
};

static const tg_gpu_methods methods = {
    .arrange = arrange,
    .enqueue = enqueue,
};

TG_DEFINE_ALGORITHM(gpu_bitmap_team_vertex) = {
    .description =
        {
            .name = "gpu-bitmap-team-vertex",
            .alias = "bisson",
            .summary = "for each vertex, by a block, a warp or a thread, a bitmap tested by its "
                       "neighbours' rows",
            .device = "gpu",
            .source = "Bisson and Fatica 2017",
            .year = 2017,
            .iterator = "vertex",
            .lookup = "bitmap",
            .granularity = "coarse",
            TG_PARAMETERS(parameters),
        },
    .lookup = TG_LOOKUP_BITMAP,
    .gpu = &methods,
};
