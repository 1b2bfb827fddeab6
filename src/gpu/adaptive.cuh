/* adaptive.cuh - the parts of gpu-adaptive: how a task is looked at, arranged and counted. */
#ifndef TG_GPU_ADAPTIVE_CUH
#define TG_GPU_ADAPTIVE_CUH

#include "gpu/lookup/warp.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

enum { TG_OCTAVES = 33 }; /* octave of id v: the bits that v has, 0 to 32 */

static TG_BOTH uint32_t octave_of(uint32_t v)
{
    return v == 0 ? 0 : log2_floor(v) + 1;
}

/* Of a sample of edges u->v, scaled to all of them.  A whole graph's wedge of the edge is an id
 * below v in row u. */
typedef struct tg_gpu_features {
    double edges, wedges;
    double octave_edges[TG_OCTAVES], octave_wedges[TG_OCTAVES]; /* by the octave of v */
    double near; /* part of the edges whose ends are close together in the order of the rows */
} tg_gpu_features;

/* A group of entries is worked on by blocks of threads, a share at a time. */
typedef struct tg_share {
    uint32_t group, first, last;
} tg_share;

/* Entries sorted by group, cut into shares. */
typedef struct tg_grouped {
    void *entries;
    tg_share *shares;
    uint32_t *share_starts; /* of each group, and in all: groups + 1 */
    uint32_t groups, most_shares;
} tg_grouped;

/* A row u that has neighbours among the vertices of a block: the first `units` units of 8 keys of
 * its row hold all ids below the last of them; mask: which they are. */
typedef struct tg_block_entry {
    uint32_t start, units, mask;
} tg_block_entry;

/* A row that has v: `count` ids from position `start` on are its wedges. */
typedef struct tg_vertex_entry {
    uint32_t start, count;
} tg_vertex_entry;

typedef struct tg_adaptive {
    tg_gpu_features features;
    uint32_t block_ids;  /* v below are counted in blocks of vertices */
    uint32_t vertex_ids; /* v from block_ids on and below are counted vertex by vertex */
    uint16_t *keys;      /* the smallest ids of each row, from a multiple of 8 on */
    tg_grouped blocks, vertices;
    uint32_t *edges; /* the other edges; NULL: all edges are */
    uint32_t edge_count;
    double predicted_seconds;
} tg_adaptive;

/* Looks at some edges of the task; waits for the result. */
trigon_status tg_gpu_features_measure(trigon_context *context, const tg_device_task *task,
                                      tg_gpu_features *features);

/* Vertices in blocks (adaptive_blocks.cu). */
trigon_status tg_adaptive_arrange_blocks(trigon_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
trigon_status tg_adaptive_count_blocks(trigon_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Vertices one by one (adaptive_vertices.cu). */
trigon_status tg_adaptive_arrange_vertices(trigon_context *context, const tg_device_task *task,
                                           tg_adaptive *made);
trigon_status tg_adaptive_count_vertices(trigon_context *context, const tg_device_task *task,
                                         tg_tally *tally);

/* Edges (adaptive_edges.cu). */
trigon_status tg_adaptive_arrange_edges(trigon_context *context, const tg_device_task *task,
                                        tg_adaptive *made);
trigon_status tg_adaptive_count_edges(trigon_context *context, const tg_device_task *task,
                                      tg_tally *tally);

void tg_grouped_free(tg_device *device, tg_grouped *grouped);

#endif
