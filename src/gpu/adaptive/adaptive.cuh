/* adaptive.cuh - gpu-adaptive, tricorn's own algorithm and the default on GPUs: its data, and the
 * functions of its files.
 *
 * - A sample of the task's edges gives features (sample.cu), a model predicts seconds from them
 *   (model.cu), and the cheapest way is chosen (choose.cu); plans that count often also try the
 *   ways whose predictions are close (adaptive.cu).
 * - Wedges at hubs are tested in shared memory, up to 32 middle vertices with one read
 *   (blocks.cu), or as a product of bit matrices on the matrix unit (hub_product.cu).
 * - All other wedges are counted edge by edge (edges.cu), or in the way that suits flat graphs
 *   best: slots.cu, rows.cu, ../wedge_line.cu, ../thread_merge.cu.
 *
 * docs/algorithms/gpu_adaptive.md explains the algorithm and maps it to these files.
 */
#ifndef TG_GPU_ADAPTIVE_ADAPTIVE_CUH
#define TG_GPU_ADAPTIVE_ADAPTIVE_CUH

#include "gpu/adaptive/classes.cuh"
#include "gpu/adaptive/hub_matrix.cuh"
#include "gpu/lookup/warp.cuh"
#include "gpu/thread_merge.cuh"
#include "gpu/wedge_line.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

/* row_wedges covers the first rows, in TG_ROW_CELLS cells of TG_ROW_CELL rows each. */
enum { TG_ROW_CELL = 2048, TG_ROW_CELLS = 32 };

/* If row lengths differ much, a thread merges edges with at most this number of ids alone; a warp
 * searches longer ones. */
enum { TG_OWN_IDS = 1024 };

/* Positions of gpu-adaptive's parameters in task->values. */
enum { TG_WEDGES_VALUE, TG_WAY_VALUE };

/* Features of a task: sums over a sample of its edges u->v, scaled to all edges. */
typedef struct tg_gpu_features {
    double edges, wedges;
    /* by the octave of the limit of v */
    double octave_edges[TG_OCTAVES], octave_wedges[TG_OCTAVES];
    double near; /* fraction of the edges whose ends are near each other in row order */
    double open; /* fraction of the edges that have a wedge */
    double into; /* ids of all rows v, summed over the edges that have a wedge */
    double few;  /* ids of the shorter of both lists, summed in the same way */
    double most; /* the largest sum of the lengths of both lists of a sampled edge */
    /* The features below are 0 if the task is not whole. octave_entries, by the octave of v: the
     * edges that make an entry of a block. row_wedges, by the cell of u: the wedges. */
    double octave_entries[TG_OCTAVES];
    double row_wedges[TG_ROW_CELLS];
    /* By the cells of v and u: the cost of counting the edges in blocks, in tests of a key. */
    float hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS];
} tg_gpu_features;

/* A chunk: entries first to last - 1 of a group.  A thread block counts one chunk at a time. */
typedef struct tg_chunk {
    uint32_t group, first, last;
} tg_chunk;

/* Entries sorted by group, which is their block of vertices, and cut into chunks. */
typedef struct tg_grouped {
    void *entries;
    tg_chunk *chunks;
    uint32_t *chunk_starts; /* the first chunk of each group, then the number of all chunks:
                               groups + 1 */
    uint32_t groups, most_chunks;
} tg_grouped;

/* An entry is a row u that has neighbours in a block of vertices.  Let v be the last of these
 * neighbours.  The first `units` units of keys of row u hold all ids of the row that are in the
 * first window and below the limit of v.  The low bits of `mask` tell which vertices of the block
 * are neighbours.  In blocks of 8 vertices, each further 8 bits of `mask`, from bit 8 on, are the
 * number of units in one further window. */
typedef struct tg_block_entry {
    uint32_t start, units, mask;
} tg_block_entry;

/* The ways to count edges one by one.  The parameter `way` is the way's number here, plus one. */
typedef enum tg_edge_way {
    TG_BY_SEARCH,
    TG_BY_SLOT,
    TG_BY_ROW,
    TG_BY_MERGE,
    TG_BY_WEDGE,
    TG_BY_EDGE, /* one thread merges the lists of each edge */
    TG_EDGE_WAYS
} tg_edge_way;

/* A way to count a task, and its predicted cost. */
typedef struct tg_way {
    tg_edge_way edges;     /* for all edges, or for those that are not counted in blocks */
    bool listed;           /* only edges that may have triangles are counted, from a list */
    uint32_t block_limits; /* vertices v with limits below it are in blocks */
    double count, index; /* seconds of one count, and of building the index */
} tg_way;

enum { TG_MOST_WAYS = 8 };
typedef struct tg_ways {
    tg_way ways[TG_MOST_WAYS];
    uint32_t count;
} tg_ways;

enum { TG_SMALL_SLOT = 8, TG_LARGE_SLOT = 16 }; /* words of 32 bits; a word holds two ids */

/* The number of keys of a row in each window.  Only the first ids of a row have keys.  The last
 * number also holds the two marks below. */
typedef struct __align__(8) tg_row_keys
{
    uint16_t in[TG_WINDOWS];
}
tg_row_keys;

/* TG_HAS_OTHERS: some ids of the row have no keys.  TG_IS_CUT: some of these are inside the
 * windows. */
enum { TG_HAS_OTHERS = 1 << 15, TG_IS_CUT = 1 << 14, TG_KEY_COUNT = (1 << 14) - 1 };

typedef struct tg_adaptive {
    tg_gpu_features features;
    tg_edge_way edge_way;   /* for all edges, or for those that are not counted in blocks */
    bool listed;            /* `edges` lists all edges that may have triangles */
    uint32_t block_limits;  /* vertices v with limits below it are in blocks */
    uint32_t windows;       /* number of windows in which ids have keys */
    uint16_t *keys;         /* keys of all rows of from; in a row each window starts at a multiple of 8 */
    tg_row_keys *row_keys;  /* the number of keys of each row of from */
    tg_row_keys *into_keys; /* number of keys of each row of into; the same array if the rows are
                             * the same */
    tg_hub_matrix hubs;     /* counts the wedges of edges within its bounds, which are not in blocks */
    tg_grouped blocks;
    tg_part part;         /* the part whose blocks, tiles and edges are counted */
    uint32_t *dealt;      /* for each block, the slices (parts.cuh) that belong to the part; NULL: all */
    uint32_t *edges;      /* edges that are counted one by one; NULL: all edges of the task */
    uint32_t *edge_count; /* their number, in device memory */
    uint32_t *slots;      /* a slot for each row of into (slots.cu) */
    uint32_t slot_words;  /* TG_SMALL_SLOT or TG_LARGE_SLOT */
    bool uneven;          /* lengths of rows differ much; selects kernels in which a warp counts long
                           * rows together */
    tg_wedge_line line;   /* all wedges in one sequence (../wedge_line.cuh) */
} tg_adaptive;

/* Returns the index that was built for counting the total. */
static inline const tg_adaptive *tg_adaptive_of(const tg_device_task *task)
{
    return (const tg_adaptive *)task->index.data;
}

/* Whether a whole task has only some rows of its graph, but not the first rows with most of the
 * edges. */
static inline bool tg_is_cut(const tg_device_task *task, const tg_gpu_features *features)
{
    return task->whole &&
           (task->first_row > 0 || 2 * features->edges < (double)task->edges.id_count);
}

/* Measures a sample of the task's edges, and waits for the result. */
tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task,
                                       tg_gpu_features *features);

/* Measures the features after trimming a whole task.  The host waits only once for both. */
tricorn_status tg_gpu_features_trim(tricorn_context *context, tg_device_task *task,
                                    tg_gpu_features *features);

/* Lists the ways in which a task with the features made->features can be counted.  The first way
 * has the lowest predicted cost for all counts that are wanted (adaptive/choose.cu).  At least
 * one way is listed. */
void tg_adaptive_list_ways(const tg_device_properties *gpu, const tg_device_task *task,
                           const tg_adaptive *made, tg_ways *all);
/* Removes the ways that are predicted to be clearly slower than the fastest, and those whose
 * trials would take too long. */
void tg_adaptive_keep_near(const tg_device_task *task, tg_ways *all);
/* Sets the way in which *made counts.  A way that the task does not allow becomes a search. */
void tg_adaptive_set_way(const tg_device_task *task, const tg_way *way, tg_adaptive *made);

/* Returns the limit below which vertices are worth counting in blocks, at most `limits`
 * (adaptive/model.cu). */
uint32_t tg_adaptive_block_limits(const tg_gpu_features *features, uint64_t limits);

/* Makes the keys of all rows of from, in made->windows windows: made->keys, row_keys and
 * into_keys (adaptive/keys.cu). unit_starts has an element for each row of from and one more;
 * element u becomes the first unit of row u's keys. */
tricorn_status tg_adaptive_make_keys(tricorn_context *context, const tg_device_task *task,
                                     uint32_t *unit_starts, tg_adaptive *made);

/* Builds the index for blocks of vertices, and counts them (adaptive/blocks.cu). */
tricorn_status tg_adaptive_index_blocks(tricorn_context *context, const tg_device_task *task,
                                          tg_adaptive *made);
tricorn_status tg_adaptive_count_blocks(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* Counts the blocks and the remaining edges in one launch; only for whole tasks. */
tricorn_status tg_adaptive_count_all(tricorn_context *context, const tg_device_task *task,
                                     tg_tally *tally);

/* Lists the edges to count one by one, and counts them (adaptive/edges.cu). */
tricorn_status tg_adaptive_index_edges(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Fills the slots of rows, and counts with them (adaptive/slots.cu). */
tricorn_status tg_adaptive_index_slots(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_slots(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Counts rows whose neighbours have close numbers (adaptive/rows.cu): in registers, only for
 * whole tasks, or by merging. */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task,
                                      tg_tally *tally);

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* Estimates how the work of a task is distributed over its edges, so that the task can be cut
 * into parts of equal work (adaptive/work.cu).  The task has no index yet. */
tricorn_status tg_adaptive_work(tricorn_context *context, const tg_device_task *task,
                                double *work);

/* Estimates the cost of each block of a whole task, in tests of a key, if it is counted as *made
 * says, in `parts` parts (adaptive/work.cu). */
tricorn_status tg_adaptive_block_work(tricorn_context *context, const tg_device_task *task,
                                      const tg_adaptive *made, uint32_t parts, double *work);

/* Returns the bounds of the edges among hubs that the matrix unit counts faster than blocks do,
 * for made->block_limits (adaptive/model.cu); only for whole tasks. */
tg_hub_bounds tg_adaptive_hub_bounds(const tg_device_properties *gpu, const tg_device_task *task,
                                     const tg_adaptive *made);

/* Returns the bounds for counts by vertex, with a symmetric matrix. */
tg_hub_bounds tg_adaptive_vertex_bounds(const tg_device_properties *gpu,
                                        const tg_device_task *task,
                                        const tg_gpu_features *features);

/* Returns the number of pairs of bits that hub_product.cuh multiplies per second; 0 if it is
 * unknown. */
double tg_adaptive_product_rate(const tg_device_properties *gpu);

/* Predict seconds (adaptive/model.cu): of counting all edges in made->edge_way; of counting
 * blocks below made->block_limits and the remaining edges; of building the index for either. */
double tg_adaptive_edge_seconds(const tg_device_properties *gpu, const tg_device_task *task,
                                const tg_adaptive *made);
double tg_adaptive_block_seconds(const tg_device_properties *gpu, const tg_adaptive *made);
double tg_adaptive_index_seconds(const tg_device_task *task, const tg_adaptive *made);

/* Predicts the seconds of one count (adaptive/model.cu). */
double tg_adaptive_predict(const tg_device_properties *gpu, const tg_device_task *task,
                           const tg_adaptive *made);

void tg_grouped_free(tg_device *device, tg_grouped *grouped);

#endif
