/* bsearch_team_vertex.cu - counts a task by searching the ids of the neighbours' rows in a vertex's row.
 *
 * - The row of a vertex is copied to shared memory once, and all its neighbours' rows are
 *   searched in this copy.
 * - The rows of its neighbours are read as one sequence (lookup/flatten.cuh), so lanes stay busy
 *   if they are short.
 * - The paper counts every vertex with a block, whose threads walk the neighbours' rows together
 *   (`walk`).  This file counts rows of up to 64 ids with a warp, and skips rows that cannot have
 *   a triangle.
 *
 * Source: Hu, Guan, Zou, "Triangle Counting on GPU Using Fine-Grained Task Distribution", ICDE workshops 2019.
 */
#include "gpu/bsearch_team_vertex.h"

#include "gpu/lookup/search.cuh"
#include "gpu/lookup/two_hop.cuh"

enum { BLOCK_IDS = 2048, WARP_IDS = LONG_ROW };

template <uint32_t ROOM> struct sorted_table {
    enum { WORDS = ROOM };
    uint32_t *copy;
    uint32_t count;

    static __device__ __forceinline__ uint32_t room(void)
    {
        return ROOM;
    }
    template <typename Team> __device__ __forceinline__ void create(uint32_t)
    {
        count = 0;
    }
    template <typename Team> __device__ __forceinline__ void fill(const uint32_t *ids, uint32_t id_count)
    {
        count = id_count;
        for (uint32_t i = Team::rank(); i < count; i += Team::SIZE) copy[i] = load_id(ids + i);
    }
    __device__ __forceinline__ bool contains(uint32_t id) const
    {
        return search_shared(copy, count, id);
    }
    template <typename Team> __device__ __forceinline__ void empty(void)
    {
    }
};

struct walking_team : block_team {
    enum { WALKS = 1 };
};

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return index_rows(context, task, {task->values[BLOCK_ROW], 0, false});
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    if (task->values[WALK])
        TG_TRY((enqueue_class<walking_team, sorted_table<BLOCK_IDS>>(context, task, 0, 0, tally)));
    else
        TG_TRY((enqueue_class<block_team, sorted_table<BLOCK_IDS>>(context, task, 0, 0, tally)));
    TG_TRY((enqueue_class<warp_team, sorted_table<WARP_IDS>>(context, task, 1, 0, tally)));
cleanup:
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_team_vertex) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
