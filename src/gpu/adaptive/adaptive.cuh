/* adaptive.cuh - the parts of gpu-adaptive: how it measures, indexes and counts a task. */
#ifndef TG_GPU_ADAPTIVE_ADAPTIVE_CUH
#define TG_GPU_ADAPTIVE_ADAPTIVE_CUH

#include "gpu/adaptive/classes.cuh"
#include "gpu/adaptive/hub_matrix.cuh"
#include "gpu/lookup/warp.cuh"
#include "gpu/thread_merge.cuh"
#include "gpu/wedge_line.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

/* The first rows are grouped in TG_ROW_CELLS cells of TG_ROW_CELL rows. */
enum { TG_ROW_CELL = 2048, TG_ROW_CELLS = 32 };

/* For uneven rows: the most ids that a thread merges by itself. */
enum { TG_OWN_IDS = 1024 };

/* The numbers of gpu-adaptive's parameters. */
enum { TG_WEDGES_VALUE, TG_WAY_VALUE };

/* Features of a task: sums over a sample of its edges u->v, scaled to all edges. */
typedef struct tg_gpu_features {
    double edges, wedges;
    /* By the octave of the limit of v. */
    double octave_edges[TG_OCTAVES], octave_wedges[TG_OCTAVES];
    double near; /* part of the edges whose ends are near each other in row order */
    double open; /* part of the edges that have a wedge */
    double into; /* of the edges that have a wedge: the ids of row v, */
    double few;  /* and of the shorter of both lists */
    double most; /* the most ids that both lists of a sampled edge have together */
    /* The features below are 0 if the task is not whole.  By the octave of v: the edges that make
     * an entry of a block.  By the cell of u: the number of wedges. */
    double octave_entries[TG_OCTAVES];
    double row_wedges[TG_ROW_CELLS];
    /* By the cells of v and u: what the entries of blocks cost there, in tests of a key. */
    float hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS];
} tg_gpu_features;

/* Entries first to last - 1 of a group.  A block of threads counts one share at a time. */
typedef struct tg_share {
    uint32_t group, first, last;
} tg_share;

/* Entries, sorted by group and cut into shares. */
typedef struct tg_grouped {
    void *entries;
    tg_share *shares;
    uint32_t *share_starts; /* first share of each group, and number of all: groups + 1 */
    uint32_t groups, most_shares;
} tg_grouped;

/* An entry is a row u that has neighbours in a block of vertices.  The first `units` units of
 * keys of row u in `from` have all its hubs below the limit of its last neighbour in the block,
 * where hubs are the ids of the first window.  The low bits of `mask` tell which vertices of the
 * block are neighbours.  Where blocks have 8 vertices, each 8 bits from bit 8 on are the number
 * of units in one further window. */
typedef struct tg_block_entry {
    uint32_t start, units, mask;
} tg_block_entry;

/* The ways to count edges whose wedges are not tested in blocks; the parameter `way` is one more.
 */
typedef enum tg_edge_way {
    TG_BY_SEARCH,
    TG_BY_SLOT,
    TG_BY_ROW,
    TG_BY_MERGE,
    TG_BY_WEDGE,
    TG_BY_EDGE, /* a thread for each */
    TG_EDGE_WAYS
} tg_edge_way;

/* A way to count a task, and what it is predicted to take. */
typedef struct tg_way {
    tg_edge_way edges;     /* how all edges are counted, or those that blocks leave */
    bool listed;           /* only the edges that may have triangles, from a list of them */
    uint32_t block_limits; /* vertices v with limits below it are in blocks */
    double count, index; /* seconds */
} tg_way;

enum { TG_MOST_WAYS = 8 };
typedef struct tg_ways {
    tg_way ways[TG_MOST_WAYS];
    uint32_t count;
} tg_ways;

enum { TG_SMALL_SLOT = 8, TG_LARGE_SLOT = 16 }; /* words, of two ids each */

/* The number of keys that a row has in each window; only the first ids of a row have keys.  The
 * last number also holds the marks below. */
typedef struct __align__(8) tg_row_keys
{
    uint16_t in[TG_WINDOWS];
}
tg_row_keys;

/* TG_HAS_OTHERS: the row has ids without keys.  TG_IS_CUT: it has such ids inside the windows. */
enum { TG_HAS_OTHERS = 1 << 15, TG_IS_CUT = 1 << 14, TG_KEY_COUNT = (1 << 14) - 1 };

typedef struct tg_adaptive {
    tg_gpu_features features;
    tg_edge_way edge_way;   /* for all edges, or for the edges that blocks leave */
    bool listed;            /* all edges that may have triangles are in `edges` */
    uint32_t block_limits;  /* vertices v with limits below it are in blocks */
    uint32_t windows;       /* number of windows that have keys */
    uint16_t *keys;         /* of each row of from; each window starts at a multiple of 8 */
    tg_row_keys *row_keys;  /* how many keys each row of from has */
    tg_row_keys *into_keys; /* the same for rows of into; one array if the rows are the same */
    tg_hub_matrix hubs;     /* wedges of edges within its bounds are not in blocks */
    tg_grouped blocks;
    tg_part part;         /* whose blocks, tiles and edges are counted */
    uint32_t *dealt;      /* which slices of each block are the part's; NULL: all */
    uint32_t *edges;      /* the edges that blocks leave, or that are listed; NULL: all edges */
    uint32_t *edge_count; /* how many, in device memory */
    uint32_t *slots;      /* slots of all rows of into */
    uint32_t slot_words;  /* TG_SMALL_SLOT or TG_LARGE_SLOT */
    bool uneven;          /* lengths of rows differ much: of slots, or of rows to merge */
    tg_wedge_line line;   /* of all wedges */
} tg_adaptive;

/* Returns the task's index for a count of the total. */
static inline const tg_adaptive *tg_adaptive_of(const tg_device_task *task)
{
    return (const tg_adaptive *)task->index.data;
}

/* Whether a whole task has some rows of its graph only, which are not the first ones with most of the
 * edges. */
static inline bool tg_is_cut(const tg_device_task *task, const tg_gpu_features *features)
{
    return task->whole &&
           (task->first_row > 0 || 2 * features->edges < (double)task->edges.id_count);
}

/* Measures a sample of the task's edges; waits for the result. */
tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task,
                                       tg_gpu_features *features);

/* The same for a task that is trimmed first, if it is whole; the host waits only once for both. */
tricorn_status tg_gpu_features_trim(tricorn_context *context, tg_device_task *task,
                                    tg_gpu_features *features);

/* Lists the ways in which a task with these made->features can be counted, first the one that takes the
 * least for all counts that are wanted (adaptive/choose.cu).  There is at least one. */
void tg_adaptive_list_ways(const tg_device_properties *gpu, const tg_device_task *task,
                           const tg_adaptive *made, tg_ways *all);
/* Keeps those ways of which prices do not tell which one counts fastest, as far as trying them may take. */
void tg_adaptive_keep_near(const tg_device_task *task, tg_ways *all);
/* Sets how *made counts, for its features; a way that the task does not allow becomes a search. */
void tg_adaptive_set_way(const tg_device_task *task, const tg_way *way, tg_adaptive *made);

/* Returns below which limit vertices are worth counting in blocks, at most `limits`
 * (adaptive/model.cu). */
uint32_t tg_adaptive_block_limits(const tg_gpu_features *features, uint64_t limits);

/* Makes the keys of all rows of from (adaptive/keys.cu): made->keys, row_keys and into_keys, for
 * made->windows.  unit_starts has one element more than there are rows, and gets where the keys
 * of each row start. */
tricorn_status tg_adaptive_make_keys(tricorn_context *context, const tg_device_task *task,
                                     uint32_t *unit_starts, tg_adaptive *made);

/* Indexes and counts blocks of vertices (adaptive/blocks.cu). */
tricorn_status tg_adaptive_index_blocks(tricorn_context *context, const tg_device_task *task,
                                          tg_adaptive *made);
tricorn_status tg_adaptive_count_blocks(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* Counts the blocks and the edges that they leave in one launch; only for whole tasks. */
tricorn_status tg_adaptive_count_all(tricorn_context *context, const tg_device_task *task,
                                     tg_tally *tally);

/* Indexes and counts edges one by one (adaptive/edges.cu). */
tricorn_status tg_adaptive_index_edges(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Indexes and counts slots of rows (adaptive/slots.cu). */
tricorn_status tg_adaptive_index_slots(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_slots(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Counts rows whose neighbours are near, in registers (whole tasks only) or by merging
 * (adaptive/rows.cu). */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task,
                                      tg_tally *tally);

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* Estimates how the work of a task is spread over its edges, before it has an index, so that it
 * can be cut into shares (adaptive/work.cu). */
tricorn_status tg_adaptive_work(tricorn_context *context, const tg_device_task *task,
                                double *work);

/* Estimates what each block of a whole task takes, in tests, as *made is to count it; for `parts` parts
 * (adaptive/work.cu). */
tricorn_status tg_adaptive_block_work(tricorn_context *context, const tg_device_task *task,
                                      const tg_adaptive *made, uint32_t parts, double *work);

/* Returns the bounds of the edges among hubs that the matrix unit counts faster than blocks do,
 * for the given made->block_limits (adaptive/model.cu); only for whole tasks. */
tg_hub_bounds tg_adaptive_hub_bounds(const tg_device_properties *gpu, const tg_device_task *task,
                                     const tg_adaptive *made);

/* The same for counts by vertex, with a symmetric matrix: tested in blocks or by the matrix unit. */
tg_hub_bounds tg_adaptive_vertex_bounds(const tg_device_properties *gpu,
                                        const tg_device_task *task,
                                        const tg_gpu_features *features);

/* Returns how many pairs of bits hub_product.cuh multiplies per second, or 0 if that is not
 * known. */
double tg_adaptive_product_rate(const tg_device_properties *gpu);

/* Predicts how many seconds it takes to count all edges in made->edge_way; to count blocks as far as
 * made->block_limits and what they leave; and to make the index for either (adaptive/model.cu). */
double tg_adaptive_edge_seconds(const tg_device_properties *gpu, const tg_device_task *task,
                                const tg_adaptive *made);
double tg_adaptive_block_seconds(const tg_device_properties *gpu, const tg_adaptive *made);
double tg_adaptive_index_seconds(const tg_device_task *task, const tg_adaptive *made);

/* Predicts how many seconds a count takes (adaptive/model.cu). */
double tg_adaptive_predict(const tg_device_properties *gpu, const tg_device_task *task,
                           const tg_adaptive *made);

void tg_grouped_free(tg_device *device, tg_grouped *grouped);

#endif
