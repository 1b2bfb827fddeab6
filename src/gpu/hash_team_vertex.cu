/* hash_team_vertex.cu - counts a task with one hash set for each vertex.
 *
 * - The row of a vertex is stored in interleaved buckets in shared memory, once for all of its
 *   edges, and the ids of its neighbours' rows are looked up in it.
 * - A row of more than 100 ids is counted by a block, a shorter row by a warp. For the shortest
 *   rows the set is smaller, and a warp draws more rows at a time.
 * - A bucket that overflows continues in the next one, so no id is dropped.
 *
 * If a parameter from `warp_buckets` on is not the default, the parameters determine the shape of
 * tables and launches, for example the paper's: see count_shaped.
 *
 * Source: Pandey et al., "TRUST: Triangle Counting Reloaded on GPUs", TPDS 2021.
 */
#include "gpu/hash_team_vertex.h"

#include "gpu/lookup/bucket_table.cuh"
#include "gpu/lookup/fewer_blocks.cuh"
#include "gpu/lookup/hash.cuh"
#include "gpu/lookup/row_sharing.cuh"
#include "gpu/lookup/table_shape.cuh"
#include "gpu/lookup/two_hop.cuh"
#include "prepare/trust_rows.h"

#include <string.h>

enum { SHORT_BUCKETS = 32 };

template <uint32_t BUCKETS> struct hash_table {
    enum { WORDS = BUCKETS * LEVELS };
    uint32_t *slots;
    uint32_t key;

    __device__ __forceinline__ hash_set set(void) const
    {
        const hash_set all = {slots, BUCKETS, LEVELS, key};
        return all;
    }
    static __device__ __forceinline__ uint32_t room(void)
    {
        return WORDS / HASH_LOAD;
    }
    template <typename Team> __device__ __forceinline__ void create(uint32_t random)
    {
        key = random;
        uint4 *const quads = reinterpret_cast<uint4 *>(slots);
        for (uint32_t i = Team::rank(); i < WORDS / 4; i += Team::SIZE)
            quads[i] = make_uint4(NO_ID, NO_ID, NO_ID, NO_ID);
    }
    template <typename Team> __device__ __forceinline__ void fill(const uint32_t *ids, uint32_t count)
    {
        for (uint32_t i = Team::rank(); i < count; i += Team::SIZE) hash_insert(set(), load_id(ids + i));
    }
    __device__ __forceinline__ bool contains(uint32_t id) const
    {
        return hash_contains(set(), id);
    }
    template <typename Team> __device__ __forceinline__ void empty(void)
    {
        create<Team>(key);
    }
};

/* ---- shapes ---- */

enum {
    /* this many ids of neighbours' rows are copied by a block at a time: 128 KiB */
    BLOCK_COPIES = 1 << 15
};

/* A thread of a team, and the memory that its team uses, in a launch with a given shape. */
typedef struct team_member {
    uint32_t rank, size;
    bucket_table table;
    uint32_t *copies;
    flat_list *lists; /* the lists that its warp forms a sequence of (flatten.cuh) */
} team_member;

static __device__ __forceinline__ void member_sync(const team_member &mine)
{
    if (mine.size == WARP_THREADS)
        __syncwarp();
    else
        __syncthreads();
}

/* Returns this thread's team and memory. The shared memory begins with the lists of all warps,
 * if these are used; the tables follow. */
static __device__ __forceinline__ team_member member_of(const table_shape &shape, uint32_t *shared)
{
    const uint32_t team = threadIdx.x / shape.team, teams = blockDim.x / shape.team;
    const uint64_t number = (uint64_t)blockIdx.x * teams + team;
    const uint32_t far_words = (shape.slots - shape.levels) * shape.buckets;
    const uint32_t lists = shape.share == SHARE_BY_WARPS ? blockDim.x : 0;
    uint32_t *const near =
      shared + lists * (sizeof(flat_list) / sizeof *shared) + team * bucket_near_words(shape.buckets, shape.levels);
    team_member mine;
    mine.rank = threadIdx.x % shape.team;
    mine.size = shape.team;
    mine.table = bucket_table_in(near, shape.far + number * far_words, shape.buckets, shape.levels, shape.slots);
    mine.table.key = shape.key;
    mine.copies = shape.copies + number * (BLOCK_COPIES / teams);
    mine.lists = reinterpret_cast<flat_list *>(shared) + threadIdx.x / WARP_THREADS * WARP_THREADS;
    return mine;
}

/* Makes the table of `count` ids. All threads of the team must have finished reading the table before. */
static __device__ __forceinline__ void build_table(const team_member &mine, const uint32_t *ids, uint32_t count)
{
    for (uint32_t i = mine.rank; i < mine.table.buckets; i += mine.size) mine.table.counters[i] = 0;
    member_sync(mine);
    for (uint32_t i = mine.rank; i < count; i += mine.size) bucket_insert(mine.table, load_id(ids + i));
    member_sync(mine);
}

/* Looks up the ids of the neighbours' rows from copies of them, as many as fit at a time. */
static __device__ __forceinline__ uint64_t look_up_copies(
  const tg_device_task &task, row_part edges, const team_member &mine)
{
    const uint32_t room = BLOCK_COPIES / (blockDim.x / mine.size);
    copy_place place = {0, 0};
    uint64_t found = 0;
    for (;;) {
        const uint32_t copied = copy_rows(task, edges, {mine.rank, mine.size}, &place, {mine.copies, room});
        if (copied == 0) break;
        member_sync(mine);
        for (uint32_t i = mine.rank; i < copied; i += mine.size) found += bucket_contains(mine.table, mine.copies[i]);
        member_sync(mine);
    }
    return found;
}

/* Looks up the ids of the neighbours' rows, which each warp reads as one sequence, as look_up_neighbours does. */
static __device__ __forceinline__ uint64_t look_up_by_warps(
  const tg_device_task &task, row_part edges, const team_member &mine)
{
    const uint32_t warps = mine.size / WARP_THREADS;
    const uint32_t at_once = warps == 1 ? WARP_THREADS : block_team::ROWS_AT_ONCE;
    uint64_t found = 0;
    for (uint32_t k = mine.rank / WARP_THREADS * at_once; k < edges.count; k += warps * at_once) {
        row_part into = {0, 0};
        if (lane_id() < at_once && k + lane_id() < edges.count) into = row_of_neighbour(task, edges, k + lane_id());
        visit_lists(mine.lists, {into.start, into.count, 0, 0}, [&](uint32_t position, uint32_t, uint32_t) {
            found += bucket_contains(mine.table, load_id(task.into.ids + position));
        });
    }
    return found;
}

static __device__ __forceinline__ uint64_t look_up_shared(
  const tg_device_task &task, row_part edges, const team_member &mine, const table_shape &shape)
{
    uint64_t found = 0;
    const auto look_up = [&](uint32_t position) {
        found += bucket_contains(mine.table, load_id(task.into.ids + position));
    };
    if (shape.share == SHARE_BY_WARPS) return look_up_by_warps(task, edges, mine);
    if (shape.share == SHARE_COPIED) return look_up_copies(task, edges, mine);
    if (shape.share == SHARE_WALKING)
        walk_rows(task, edges, {mine.rank, mine.size}, shape.walkers, look_up);
    else
        stride_rows(task, edges, {mine.rank, mine.size}, shape.share, look_up);
    return found;
}

/* Counts the row of u, range by range if it is too long for the table. */
static __device__ __forceinline__ uint64_t count_shaped_row(
  const tg_device_task &task, const table_shape &shape, const team_member &mine, uint32_t u)
{
    const row_part edges = row_of(task.edges, u), from = row_of(task.from, u);
    /* A table may be filled completely only if its buckets continue in global memory; otherwise half. */
    const uint32_t room = bucket_room(mine.table) / (shape.slots > shape.levels ? 1 : (uint32_t)HASH_LOAD);
    uint64_t found = 0;
    for (uint32_t done = 0; done < from.count;) {
        const uint32_t range = least(from.count - done, room);
        for (uint32_t i = 0; i < shape.builds; i++) build_table(mine, task.from.ids + from.start + done, range);
        found += look_up_shared(task, edges, mine, shape);
        member_sync(mine);
        done += range;
    }
    return found;
}

/* How teams draw the rows of a class: the number of the counter, and how many rows a draw has. */
typedef struct class_draws {
    uint32_t number, rows;
} class_draws;

/* Counts the rows of one class with tables of a given shape, and with a team for each row. */
static __global__ void __launch_bounds__(MOST_THREADS)
  count_shaped(tg_device_task task, class_items rows, table_shape shape, class_draws draws, tg_tally *tally)
{
    extern __shared__ __align__(16) uint32_t shared[];
    __shared__ uint32_t drawn;
    const team_member mine = member_of(shape, shared);
    uint64_t found = 0;
    for (;;) {
        uint32_t next;
        if (mine.size == WARP_THREADS) {
            next = warp_draw(&tally->next[draws.number], draws.rows);
        } else {
            __syncthreads(); /* all threads have read the draw before */
            if (threadIdx.x == 0) drawn = atomicAdd(&tally->next[draws.number], draws.rows);
            __syncthreads();
            next = drawn;
        }
        if (next >= rows.count) break;
        for (uint32_t i = next; i < next + draws.rows && i < rows.count; i++)
            found += count_shaped_row(task, shape, mine, load_id(rows.items + i));
    }
    tally_add(tally, found);
}

/* ---- launches of a shape ---- */

typedef struct shaped_launch {
    table_shape shape;
    unsigned threads, blocks;
    uint32_t shared_bytes;
} shaped_launch;

/* Chooses the launch for the rows of class `number`. */
static tricorn_status plan_launch(
  tricorn_context *context, const tg_device_task *task, uint32_t number, shaped_launch *launch)
{
    enum {
        RESIDENT_THREADS = 2048,
        KEPT_BYTES = 64 /* for shared variables beside the tables */
    };
    const uint32_t *const values = task->values;
    const uint32_t threads = shape_threads(values), teams = shape_teams(values, number);
    const uint32_t list_bytes = shape_list_bytes(values);
    const uint32_t there = tg_device_properties_of(context)->shared_block_bytes;
    const table_shape shape = shape_of_values(values, number, there - list_bytes - KEPT_BYTES);

    if (shape.levels == 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%u tables of %u buckets do not fit into the %u bytes of shared memory of a "
          "block: choose fewer buckets or threads",
          teams, shape.buckets, there);
    launch->shape = shape;
    launch->shape.key = (uint32_t)task->key;
    launch->threads = threads;
    launch->blocks =
      values[BLOCKS] ? values[BLOCKS]
                     : tg_device_blocks(context, items_of_class(task, number).count, teams, RESIDENT_THREADS / threads);
    launch->shared_bytes = list_bytes + shape_table_bytes(values, number, &shape);
    return TRICORN_OK;
}

/* Allocates the device memory that all blocks need. After a failure nothing is allocated. */
static tricorn_status allocate_shape(tricorn_context *context, unsigned blocks, unsigned threads, table_shape *shape)
{
    const uint64_t far_words =
      (uint64_t)blocks * (threads / shape->team) * (shape->slots - shape->levels) * shape->buckets;
    const uint64_t copies = shape->share == SHARE_COPIED ? (uint64_t)blocks * BLOCK_COPIES : 0;
    tricorn_status status = TG_DEVICE_ALLOC(context, far_words, &shape->far);
    if (status == TRICORN_OK) status = TG_DEVICE_ALLOC(context, copies, &shape->copies);
    if (status == TRICORN_OK) return TRICORN_OK;
    tg_device_free(context, shape->far);
    shape->far = NULL;
    return status;
}

/* Launches count_shaped for class `number`; the memory is freed in the order of the stream. */
static tricorn_status enqueue_shaped(
  tricorn_context *context, const tg_device_task *task, uint32_t number, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const class_items rows = items_of_class(task, number);
    const class_draws draws = {number, shape_draw(task->values)};
    shaped_launch launch;
    table_shape *const shape = &launch.shape;

    memset(&launch, 0, sizeof launch);
    if (rows.count == 0) return TRICORN_OK;
    TG_TRY(plan_launch(context, task, number, &launch));
    TG_TRY(allocate_for_blocks(
      &launch.blocks, [&](unsigned blocks) { return allocate_shape(context, blocks, launch.threads, shape); }));
    TG_TRY_CUDA(context,
      cudaFuncSetAttribute(count_shaped, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)launch.shared_bytes));
    count_shaped<<<launch.blocks, launch.threads, launch.shared_bytes, tg_device_stream(context)>>>(
      *task, rows, *shape, draws, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, shape->far);
    tg_device_free(context, shape->copies);
    return status;
}

/* ---- the algorithm ---- */

/* Whether all parameters of shapes have their defaults, for which the sizes of tables are known at compile time. */
static bool is_standard(const tg_device_task *task)
{
    for (int p = WARP_TABLE; p < PARAMETERS; p++)
        if (task->values[p] != hash_team_vertex_parameters[p].standard) return false;
    return true;
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return index_rows(context, task, classes_of_values(task->values));
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t chunk = task->values[CHUNK];
    if (!is_standard(task)) {
        for (uint32_t number = 0; number < 3; number++) TG_TRY(enqueue_shaped(context, task, number, tally));
        return TRICORN_OK;
    }
    TG_TRY((enqueue_class<block_team, hash_table<BLOCK_BUCKETS>>(context, task, 0, chunk, tally)));
    TG_TRY((enqueue_class<warp_team, hash_table<WARP_BUCKETS>>(context, task, 1, chunk, tally)));
    TG_TRY((enqueue_class<short_team, hash_table<SHORT_BUCKETS>>(context, task, 2, chunk, tally)));
cleanup:
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_hash_team_vertex) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
