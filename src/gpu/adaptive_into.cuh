/* adaptive_into.cuh - the parts of gpu-adaptive that count triangles of vertices and edges.
 *
 * They arrange for themselves: what is found must be known by its place, and tables leave room for
 * counters.  As for the total, wedges whose middle vertex is a hub are tested by blocks of
 * vertices in shared memory (adaptive_blocks.cu tells how), the others edge by edge.
 */
#ifndef TG_GPU_ADAPTIVE_INTO_CUH
#define TG_GPU_ADAPTIVE_INTO_CUH

#include "gpu/adaptive.cuh"
#include "gpu/lookup/rows.cuh"

enum {
    TG_KEY_IDS = (1 << 16) - 1, /* ids below have keys of 16 bits; this key is none */
    TG_INTO_UNIT = 8            /* keys in one read */
};

/* In tg_into.keyed: the row has ids without keys. */
#define TG_BEYOND_KEYS 0x80000000u

/* Blocks of vertices, their numbers in the order of the vertices: of 32 below `wide_ids`, of 16
 * below `half_ids`, of 8 from there on. */
typedef struct tg_into_blocks {
    uint32_t wide_ids, half_ids;
} tg_into_blocks;

static TG_BOTH uint32_t into_block_of(const tg_into_blocks &blocks, uint32_t v)
{
    const uint32_t wide = blocks.wide_ids / 32, half = (blocks.half_ids - blocks.wide_ids) / 16;
    if (v < blocks.wide_ids) return v / 32;
    if (v < blocks.half_ids) return wide + (v - blocks.wide_ids) / 16;
    return wide + half + (v - blocks.half_ids) / 8;
}

struct tg_into_first_of {
    tg_into_blocks blocks;
    TG_BOTH uint32_t width(uint32_t block) const
    {
        const uint32_t wide = blocks.wide_ids / 32;
        if (block < wide) return 32;
        return block < wide + (blocks.half_ids - blocks.wide_ids) / 16 ? 16 : 8;
    }
    TG_BOTH uint32_t operator()(uint32_t block) const
    {
        const uint32_t wide = blocks.wide_ids / 32;
        const uint32_t half = (blocks.half_ids - blocks.wide_ids) / 16;
        if (block < wide) return block * 32;
        if (block < wide + half) return blocks.wide_ids + (block - wide) * 16;
        return blocks.half_ids + (block - wide - half) * 8;
    }
};

/* A row that has neighbours in a block: its first `units` units of keys hold all that are below
 * the last of them; mask: which of the block they are; edge: the place of the first of them. */
typedef struct __align__(16) tg_into_entry {
    uint32_t start, units, mask, edge;
} tg_into_entry;

typedef struct tg_into {
    tg_gpu_features features;
    tg_into_blocks blocks;
    uint32_t block_ids;   /* v below are counted in blocks; 0: none is */
    uint16_t *keys;       /* of each row, from a multiple of TG_INTO_UNIT on */
    uint32_t *unit_starts; /* of each row, in units of keys; rows + 1 */
    uint32_t *keyed;      /* ids of each row that have keys, and TG_BEYOND_KEYS */
    uint32_t longest_row; /* ids */
    tg_grouped entries;
    uint32_t *edges;      /* the other edges; NULL: all are */
    uint32_t *edge_count; /* how many, on the device */
} tg_into;

/* Units of all rows, at the most. */
static inline uint64_t tg_into_most_units(const tg_device_task *task)
{
    return task->edges.id_count / TG_INTO_UNIT + (uint64_t)task->edges.count + 1;
}

/* What an algorithm is given to arrange and count with (adaptive_into.cu). */
trigon_status tg_adaptive_arrange_vertices(trigon_context *context, tg_device_task *task);
trigon_status tg_adaptive_arrange_supports(trigon_context *context, tg_device_task *task);
trigon_status tg_adaptive_count_into(trigon_context *context, const tg_device_task *task,
                                     const tg_device_sink *sink, tg_tally *tally);

/* made->block_ids and made->blocks are set (adaptive_into_arrange.cu). */
trigon_status tg_into_arrange_blocks(trigon_context *context, const tg_device_task *task,
                                     tg_into *made);

/* Vertices by blocks (adaptive_into_vertices.cu); the device has the shared memory for it. */
bool tg_into_vertices_fit(const trigon_context *context);
trigon_status tg_into_count_vertices(trigon_context *context, const tg_device_task *task,
                                     const tg_into *made, const tg_device_sink *sink,
                                     tg_tally *tally);

/* Edges by blocks of 8 (adaptive_into_edges.cu), likewise; rows must not be too long. */
bool tg_into_edges_fit(const trigon_context *context, const tg_into *made);
trigon_status tg_into_count_edges(trigon_context *context, const tg_device_task *task,
                                  const tg_into *made, const tg_device_sink *sink,
                                  tg_tally *tally);

#endif
