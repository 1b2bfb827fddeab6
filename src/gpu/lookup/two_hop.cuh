/* two_hop.cuh - the loop of the algorithms that count vertex by vertex: the row of a vertex is
 * stored in a table in shared memory, and the rows of its neighbours are looked up in it.
 *
 * - A row is put into the table once, for all of its edges.
 * - A team is a block or a warp. It counts one vertex at a time, and reads the rows of the
 *   neighbours as one long list (flatten.cuh), so lanes stay busy if these rows are short.
 * - A row too long for the table is counted range by range.
 *
 * A Table has
 *     WORDS                             its size in 32-bit words of shared memory
 *     room()                            how many ids it can hold
 *     template <Team> create()          makes it empty, once
 *     template <Team> fill(ids, count)  puts ids into it
 *     contains(id)                      whether it has an id; for every thread, after fill
 *     template <Team> empty()           removes the ids of fill
 *
 * The caller must use barriers between these calls.
 */
#ifndef TG_GPU_LOOKUP_TWO_HOP_CUH
#define TG_GPU_LOOKUP_TWO_HOP_CUH

#include "gpu/lookup/classes.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/row_class.cuh"
#include "gpu/lookup/row_sharing.cuh"
#include "gpu/lookup/rows.cuh"

enum { TEAM_BLOCK_WARPS = TEAM_BLOCK_THREADS / WARP_THREADS };

/* A team of all threads of a block. Each of its warps reads few rows of neighbours at a time, so that no warp is
 * without rows; if it WALKS, its threads walk all rows together instead. MOST_DRAW is the most vertices of a draw
 * from the queue, which answers at most 10^9 draws per second. Registers are limited so that a multiprocessor can
 * hold LEAST_BLOCKS blocks; 0: they are not limited. */
struct block_team {
    enum {
        MOST_DRAW = 1,
        DRAWS = 16,
        PER_BLOCK = 1,
        LEAST_BLOCKS = 0,
        SIZE = TEAM_BLOCK_THREADS,
        WARPS = TEAM_BLOCK_WARPS,
        ROWS_AT_ONCE = 8,
        WALKS = 0
    };
    static __device__ __forceinline__ uint32_t rank(void)
    {
        return threadIdx.x;
    }
    static __device__ __forceinline__ void sync(void)
    {
        __syncthreads();
    }
};

/* A team of the lanes of a warp. */
struct warp_team {
    enum {
        MOST_DRAW = 8,
        DRAWS = 16,
        PER_BLOCK = TEAM_BLOCK_WARPS,
        LEAST_BLOCKS = 0,
        SIZE = WARP_THREADS,
        WARPS = 1,
        ROWS_AT_ONCE = WARP_THREADS,
        WALKS = 0
    };
    static __device__ __forceinline__ uint32_t rank(void)
    {
        return lane_id();
    }
    static __device__ __forceinline__ void sync(void)
    {
        __syncwarp();
    }
};

/* A warp for rows that are so short that drawing them takes most of the time. */
struct short_team : warp_team {
    enum { MOST_DRAW = 16, DRAWS = 3, LEAST_BLOCKS = 8 };
};

/* Draws the team's next `count` items from a queue and returns the first of them. */
template <typename Team>
static __device__ __forceinline__ uint32_t team_draw(unsigned int *next, uint32_t count, uint32_t *shared)
{
    if (Team::WARPS == 1) return warp_draw(next, count);
    Team::sync(); /* all threads have read the draw before */
    if (Team::rank() == 0) *shared = atomicAdd(next, count);
    Team::sync();
    return *shared;
}

/* Returns how many ids of the neighbours' rows are in the table. */
template <typename Team, typename Table>
static __device__ __forceinline__ uint64_t look_up_neighbours(
  const tg_device_task &task, row_part edges, const Table &table, flat_list *lists)
{
    const uint32_t step = Team::WARPS * Team::ROWS_AT_ONCE;
    /* In a whole task the row contains no id below its first neighbour, so that neighbour's row is skipped. */
    const uint32_t first = task.whole ? 1 : 0;
    uint64_t found = 0;
    for (uint32_t i = first + (Team::WARPS == 1 ? 0 : warp_id()) * Team::ROWS_AT_ONCE; i < edges.count; i += step) {
        row_part into = {0, 0};
        if (lane_id() < Team::ROWS_AT_ONCE && i + lane_id() < edges.count)
            into = row_of(task.into, load_id(task.edges.ids + edges.start + i + lane_id()));
        visit_lists(lists, {into.start, into.count, 0, 0},
          [&](uint32_t position, uint32_t, uint32_t) { found += table.contains(load_id(task.into.ids + position)); });
    }
    return found;
}

/* Returns the same. Each thread of the team counts on, along all of the rows, to its next id. */
template <typename Team, typename Table>
static __device__ __forceinline__ uint64_t walk_neighbours(
  const tg_device_task &task, row_part edges, const Table &table)
{
    uint64_t found = 0;
    walk_rows(task, edges, {Team::rank(), Team::SIZE}, Team::SIZE,
      [&](uint32_t position) { found += table.contains(load_id(task.into.ids + position)); });
    return found;
}

/* Counts the row of u, range by range if it is too long for the table. */
template <typename Team, typename Table>
static __device__ __forceinline__ uint64_t count_row(
  const tg_device_task &task, uint32_t u, Table *table, flat_list *lists)
{
    const row_part edges = row_of(task.edges, u), from = row_of(task.from, u);
    uint64_t found = 0;
    for (uint32_t done = 0; done < from.count;) {
        const uint32_t range = least(from.count - done, table->room());
        table->template fill<Team>(task.from.ids + from.start + done, range);
        Team::sync();
        if constexpr (Team::WALKS)
            found += walk_neighbours<Team>(task, edges, *table);
        else
            found += look_up_neighbours<Team>(task, edges, *table, lists);
        Team::sync();
        table->template empty<Team>();
        Team::sync();
        done += range;
    }
    return found;
}

/* Counts the rows of one class, with a team for each row. */
template <typename Team, typename Table>
static __global__ void __launch_bounds__(TEAM_BLOCK_THREADS, TG_RESIDENT_BLOCKS(TEAM_BLOCK_THREADS, Team::LEAST_BLOCKS))
  count_class(tg_device_task task, class_items rows, uint32_t number, uint32_t draw, tg_tally *tally)
{
    __shared__ flat_list lists[TEAM_BLOCK_WARPS][WARP_THREADS];
    __shared__ __align__(16) uint32_t words[Team::PER_BLOCK][Table::WORDS];
    __shared__ uint32_t drawn;
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    Table table = {words[Team::PER_BLOCK == 1 ? 0 : warp]};
    uint64_t found = 0;

    table.template create<Team>((uint32_t)task.key);
    Team::sync();
    for (;;) {
        const uint32_t next = team_draw<Team>(&tally->next[number], draw, &drawn);
        if (next >= rows.count) break;
        for (uint32_t i = next; i < next + draw && i < rows.count; i++)
            found += count_row<Team>(task, load_id(rows.items + i), &table, lists[warp]);
    }
    tally_add(tally, found);
}

/* Launches count_class for one class. `chunk` is how many vertices a draw has; if it is 0, that
 * depends on the number of rows. */
template <typename Team, typename Table>
static tricorn_status enqueue_class(
  tricorn_context *context, const tg_device_task *task, uint32_t number, uint32_t chunk, tg_tally *tally)
{
    enum { MOST_BLOCKS_PER_MULTIPROCESSOR = 8 };
    tricorn_status status = TRICORN_OK;
    const class_items rows = items_of_class(task, number);
    const unsigned blocks = tg_device_blocks(context, rows.count, Team::PER_BLOCK, MOST_BLOCKS_PER_MULTIPROCESSOR);
    uint32_t draw = rows.count / (blocks * Team::PER_BLOCK * Team::DRAWS);
    if (draw < 1) draw = 1;
    if (draw > Team::MOST_DRAW) draw = Team::MOST_DRAW;
    if (chunk > 0) draw = chunk;
    if (rows.count == 0) return TRICORN_OK;
    count_class<Team, Table>
      <<<blocks, TEAM_BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, rows, number, draw, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Returns the class of a row. */
struct class_of_row {
    tg_device_task task;
    row_classes classes;
    __device__ uint32_t operator()(uint32_t row) const
    {
        const uint32_t length = row_of(task.from, row).count;
        const uint32_t edges = task.whole ? length : row_of(task.edges, row).count;
        return class_of_length(length, edges, of_one_graph(), classes);
    }
    /* Whether a triangle needs two ids of a row: edges and ids are then of one graph. */
    __device__ bool of_one_graph(void) const
    {
        return task.edges.ids == task.from.ids && task.from.ids == task.into.ids;
    }
};

static inline tricorn_status index_rows(tricorn_context *context, tg_device_task *task, row_classes classes)
{
    const class_of_row class_of = {*task, classes};
    return make_classes(context, task, {task->first_row, task->last_row}, NO_ROWS, class_of);
}

#endif
