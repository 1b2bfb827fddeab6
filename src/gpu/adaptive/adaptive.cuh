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
#include "gpu/adaptive/values.h"
#include "gpu/lookup/warp.cuh"
#include "gpu/lookup/thread_merge.cuh"
#include "gpu/lookup/wedge_line.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

/* row_wedges has TG_ROW_CELLS cells, each for TG_ROW_CELL rows, from the first row on. */
enum { TG_ROW_CELL = 2048, TG_ROW_CELLS = 32 };

/* Where row lengths differ much, a thread merges the lists of an edge by itself if they have at
 * most this many ids; the whole warp searches longer ones. */
enum { TG_OWN_IDS = 1024 };

/* Features of a task: sums over a sample of its edges u->v, scaled to all edges. */
typedef struct tg_gpu_features {
    double edges, wedges;
    /* the edges and the wedges by the octave of the limit of v (classes.cuh) */
    double octave_edges[TG_OCTAVES], octave_wedges[TG_OCTAVES];
    double near; /* fraction of the edges whose ends have near row numbers */
    double open; /* fraction of the edges that have a wedge */
    double into; /* the lengths of all rows v, summed over the edges that have a wedge */
    double few; /* the lengths of the shorter of both lists, summed over the same edges */
    double most; /* the largest total length of both lists of a sampled edge */
    /* The following features are 0 if the task is not whole. octave_entries: the edges that make
     * an entry of a block, by the octave of v. row_wedges: the wedges, by the cell of u. */
    double octave_entries[TG_OCTAVES];
    double row_wedges[TG_ROW_CELLS];
    /* the cost of counting edges in blocks, in tests of a key, by the cells of v and of u */
    float hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS];
} tg_gpu_features;

/* A chunk: entries `first` to `last` - 1 of a group. A thread block counts one chunk at a time. */
typedef struct tg_chunk {
    uint32_t group, first, last;
} tg_chunk;

/* Entries that are sorted by group, which is their block of vertices, and cut into chunks. */
typedef struct tg_grouped {
    void *entries;
    tg_chunk *chunks;
    /* groups + 1 entries: the number of each group's first chunk, then the number of all chunks */
    uint32_t *chunk_starts;
    uint32_t groups, most_chunks;
} tg_grouped;

/* An entry is a row u that has neighbours in a block of vertices. Let v be the last of these neighbours: the first
 * `units` units of keys of row u contain all ids of the row that are in the first window and below the limit of v.
 * The low bits of `mask` tell which vertices of the block are neighbours of u. In blocks of 8 vertices, each further
 * byte of `mask` is the number of units in one further window. */
typedef struct tg_block_entry {
    uint32_t start, units, mask;
} tg_block_entry;

/* A way to count a task, and its predicted cost. */
typedef struct tg_way {
    tg_edge_way edges; /* how to count all edges, or those that are not counted in blocks */
    bool listed; /* whether only edges that may have triangles are counted, from a list */
    uint32_t block_limits; /* vertices v whose limits are below this are in blocks */
    double count, index; /* seconds of one count, and of building the index */
} tg_way;

enum { TG_MOST_WAYS = 8 };
typedef struct tg_ways {
    tg_way ways[TG_MOST_WAYS];
    uint32_t count;
} tg_ways;

/* words of 32 bits, each of which has room for two ids */
enum { TG_SMALL_SLOT = 8, TG_LARGE_SLOT = 16 };

/* How many keys a row has in each window. Only the first ids of a row have keys. The last of
 * these numbers also contains the two marks below. */
typedef struct __align__(8) tg_row_keys
{
    uint16_t in[TG_WINDOWS];
}
tg_row_keys;

/* TG_HAS_OTHERS marks a row of which some ids have no keys; TG_IS_CUT one of which some ids
 * inside the windows have no keys. */
enum { TG_HAS_OTHERS = 1 << 15, TG_IS_CUT = 1 << 14, TG_KEY_COUNT = (1 << 14) - 1 };

typedef struct tg_adaptive {
    tg_gpu_features features;
    tg_edge_way edge_way; /* how to count all edges, or those that are not counted in blocks */
    bool listed; /* whether `edges` lists all edges that may have triangles */
    uint32_t block_limits; /* vertices v whose limits are below this are in blocks */
    uint32_t windows; /* in how many windows ids have keys */
    /* the keys of all rows of `from`; in a row, each window starts at a multiple of 8 */
    uint16_t *keys;
    tg_row_keys *row_keys; /* how many keys each row of `from` has */
    /* how many keys each row of `into` has; the same array if the rows are the same */
    tg_row_keys *into_keys;
    tg_hub_matrix hubs; /* counts the wedges of edges within its bounds, which are in no block */
    tg_grouped blocks;
    tg_part part; /* the part whose blocks, tiles and edges are counted */
    uint32_t *dealt; /* for each block, which slices (parts.cuh) belong to the part; NULL: all */
    uint32_t *edges; /* the edges that are counted one by one; NULL: all edges of the task */
    uint32_t *edge_count; /* the number of these edges, in device memory */
    uint32_t *slots; /* a slot for each row of into (slots.cu) */
    uint32_t slot_words; /* TG_SMALL_SLOT or TG_LARGE_SLOT */
    /* whether lengths of rows differ much, so that kernels are used in which a warp counts long rows together */
    bool uneven;
    tg_wedge_line line; /* all wedges in one sequence (../wedge_line.cuh) */
} tg_adaptive;

/* Returns the index that was built for counting totals. */
static inline const tg_adaptive *tg_adaptive_of(const tg_device_task *task)
{
    return (const tg_adaptive *)task->index.data;
}

/* Whether a whole task has only some rows of its graph: it does not begin with the first row, or
 * it has less than half of the edges. */
static inline bool tg_is_cut(const tg_device_task *task, const tg_gpu_features *features)
{
    return task->whole && (task->first_row > 0 || 2 * features->edges < (double)task->edges.id_count);
}

/* Measures the features on a sample of the task's edges, and waits for the result. */
tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task, tg_gpu_features *features);

/* Measures the features after trimming a whole task. The host waits only once for both. */
tricorn_status tg_gpu_features_trim(tricorn_context *context, tg_device_task *task, tg_gpu_features *features);

/* Lists the ways in which a task with the features made->features can be counted, at least one. The first one has the
 * lowest predicted cost for all counts that are wanted (adaptive/choose.cu). */
void tg_adaptive_list_ways(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made, tg_ways *all);
/* Removes the ways that are predicted to be clearly slower than the fastest, and those whose
 * trials would take too long. */
void tg_adaptive_keep_near(const tg_device_task *task, tg_ways *all);
/* Sets the way in which *made counts. A way that the task does not allow becomes a search. */
void tg_adaptive_set_way(const tg_device_task *task, const tg_way *way, tg_adaptive *made);

/* Returns the limit below which vertices are worth counting in blocks; it is at most `limits` (adaptive/model.cu). */
uint32_t tg_adaptive_block_limits(const tg_gpu_features *features, uint64_t limits);

/* Makes the keys of all rows of `from`, in made->windows windows: made->keys, row_keys and
 * into_keys (adaptive/keys.cu). unit_starts must have room for one entry more than rows; entry u
 * becomes the first unit of row u's keys. */
tricorn_status tg_adaptive_make_keys(
  tricorn_context *context, const tg_device_task *task, uint32_t *unit_starts, tg_adaptive *made);

/* The first function builds the index for blocks of vertices, the second one counts them (adaptive/blocks.cu). */
tricorn_status tg_adaptive_index_blocks(tricorn_context *context, const tg_device_task *task, tg_adaptive *made);
tricorn_status tg_adaptive_count_blocks(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

/* Counts the blocks and the remaining edges in one launch; only for whole tasks. */
tricorn_status tg_adaptive_count_all(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

/* The first function lists the edges that are counted one by one, the second one counts them (adaptive/edges.cu). */
tricorn_status tg_adaptive_index_edges(tricorn_context *context, const tg_device_task *task, tg_adaptive *made);
tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

/* The first function fills the slots of rows, the second one counts with them (adaptive/slots.cu). */
tricorn_status tg_adaptive_index_slots(tricorn_context *context, const tg_device_task *task, tg_adaptive *made);
tricorn_status tg_adaptive_count_slots(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

/* Counts rows whose neighbours have close numbers (adaptive/rows.cu): in registers, only for
 * whole tasks, or by merging. */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

/* Estimates how the work of a task is distributed over its edges, so that the task can be cut
 * into parts of equal work (adaptive/work.cu). The task needs no index for that. */
tricorn_status tg_adaptive_work(tricorn_context *context, const tg_device_task *task, double *work);

/* Estimates the cost of each block of a whole task, in tests of a key, if it is counted as *made
 * says and in `parts` parts (adaptive/work.cu). */
tricorn_status tg_adaptive_block_work(
  tricorn_context *context, const tg_device_task *task, const tg_adaptive *made, uint32_t parts, double *work);

/* Returns the bounds of the edges among hubs that the matrix unit counts faster than blocks do,
 * for made->block_limits (adaptive/model.cu); only for whole tasks. */
tg_hub_bounds tg_adaptive_hub_bounds(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made);

/* Returns such bounds for counts by vertex, where the matrix is symmetric. */
tg_hub_bounds tg_adaptive_vertex_bounds(
  const tg_device_properties *gpu, const tg_device_task *task, const tg_gpu_features *features);

/* Returns how many pairs of bits hub_product.cuh multiplies per second; 0 if that is unknown. */
double tg_adaptive_product_rate(const tg_device_properties *gpu);

/* These functions predict seconds (adaptive/model.cu): of counting all edges in made->edge_way; of counting blocks
 * below made->block_limits and the remaining edges; of building the index for either. */
double tg_adaptive_edge_seconds(const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made);
double tg_adaptive_block_seconds(const tg_device_properties *gpu, const tg_adaptive *made);
double tg_adaptive_index_seconds(const tg_device_task *task, const tg_adaptive *made);

/* Predicts the seconds of one count (adaptive/model.cu). */
double tg_adaptive_predict(const tg_device_properties *gpu, const tg_device_task *task, const tg_adaptive *made);

void tg_grouped_free(tg_device *device, tg_grouped *grouped);

#endif
