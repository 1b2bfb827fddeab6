/* hash_team_vertex.cu - count a task with one hash set for each vertex.
 *
 * The row of a vertex goes into interleaved buckets in shared memory, and the rows of its
 * neighbours are looked up in it.  A row of more than 100 ids gets a block, a shorter row a warp.
 * For the shortest rows the set is smaller, and a warp draws more of them at a time.  A bucket
 * that overflows continues in the next one, so that no id is lost.
 * Source: Pandey et al., "TRUST: Triangle Counting Reloaded on GPUs", TPDS 2021.
 */
#include "gpu/lookup/hash.cuh"
#include "gpu/lookup/two_hop.cuh"

enum {
    BLOCK_BUCKETS = 4096,
    WARP_BUCKETS = 128, /* lanes wait less if few ids share a bucket */
    SHORT_BUCKETS = 32,
    LEVELS = 2
};

enum { BLOCK_ROW, SHORT_ROW, CHUNK }; /* numbers of its parameters */

template <uint32_t BUCKETS> struct hash_table {
    enum { WORDS = BUCKETS * LEVELS };
    uint32_t *slots;

    __device__ __forceinline__ hash_set set(void) const
    {
        const hash_set all = {slots, BUCKETS, LEVELS};
        return all;
    }
    static __device__ __forceinline__ uint32_t room(void)
    {
        return WORDS / HASH_LOAD;
    }
    template <typename Team> __device__ __forceinline__ void create(void)
    {
        uint4 *const quads = reinterpret_cast<uint4 *>(slots);
        for (uint32_t i = Team::rank(); i < WORDS / 4; i += Team::SIZE)
            quads[i] = make_uint4(NO_ID, NO_ID, NO_ID, NO_ID);
    }
    template <typename Team>
    __device__ __forceinline__ void fill(const uint32_t *ids, uint32_t count)
    {
        for (uint32_t i = Team::rank(); i < count; i += Team::SIZE)
            hash_insert(set(), load_id(ids + i));
    }
    __device__ __forceinline__ bool contains(uint32_t id) const
    {
        return hash_contains(set(), id);
    }
    template <typename Team> __device__ __forceinline__ void empty(void)
    {
        create<Team>();
    }
};

static tricorn_status arrange(tricorn_context *context, tg_device_task *task)
{
    return arrange_rows(context, task, task->values[BLOCK_ROW], task->values[SHORT_ROW]);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t chunk = task->values[CHUNK];
    TG_TRY((enqueue_class<block_team, hash_table<BLOCK_BUCKETS>>(context, task, 0, chunk, tally)));
    TG_TRY((enqueue_class<warp_team, hash_table<WARP_BUCKETS>>(context, task, 1, chunk, tally)));
    TG_TRY((enqueue_class<short_team, hash_table<SHORT_BUCKETS>>(context, task, 2, chunk, tally)));
cleanup:
    return status;
}

static const tricorn_parameter_description parameters[] = {
    {"block_row", "rows longer than this get a block", 1, UINT32_MAX, 100},
    {"short_row", "rows up to this get a warp with a small set", 0, UINT32_MAX, 8},
    {"chunk", "vertices that a block or warp takes at a time; 0: by their number", 0, MOST_CHUNK, 0},
};

static const tg_gpu_methods methods = {
    .arrange = arrange,
    .enqueue = enqueue,
};

TG_DEFINE_ALGORITHM(gpu_hash_team_vertex) = {
    .description =
        {
            .name = "gpu-hash-team-vertex",
            .alias = "trust",
            .summary = "for each vertex, by a block or a warp, a hash set asked for its "
                       "neighbours' rows",
            .device = "gpu",
            .source = "Pandey et al. 2021 (TRUST)",
            .year = 2021,
            .iterator = "vertex",
            .lookup = "hash",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
        },
    .lookup = TG_LOOKUP_HASH,
    .gpu = &methods,
};
