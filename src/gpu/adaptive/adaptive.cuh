/* adaptive.cuh - the parts of gpu-adaptive: how a task is looked at, arranged and counted. */
#ifndef TG_GPU_ADAPTIVE_ADAPTIVE_CUH
#define TG_GPU_ADAPTIVE_ADAPTIVE_CUH

#include "gpu/adaptive/classes.cuh"
#include "gpu/adaptive/hub_matrix.cuh"
#include "gpu/lookup/warp.cuh"

#include "device/cuda.cuh"
#include "task/device_task.h"

/* The first rows, in cells. */
enum { TG_ROW_CELL = 2048, TG_ROW_CELLS = 32 };

/* Of a sample of edges u->v, scaled to all of them. */
typedef struct tg_gpu_features {
    double edges, wedges;
    /* By the octave of the limit of v. */
    double octave_edges[TG_OCTAVES], octave_wedges[TG_OCTAVES];
    double near; /* part of the edges whose ends are close together in the order of the rows */
    double open; /* part of the edges that have a wedge */
    /* What follows is of whole tasks, else 0.  By the cell of u: wedges, and keys that are tested
     * if an entry of a block has them. */
    double row_wedges[TG_ROW_CELLS], row_tests[TG_ROW_CELLS];
    /* By the cells of v and u: what entries of blocks cost there, in tests of a table. */
    float hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS];
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

/* A row u that has neighbours among the vertices of a block: the first `units` units of keys of
 * its row in `from` hold all hubs below the limit of the last of them; mask: which they are, and
 * from bit 8 on, where blocks have 8 vertices, 8 bits for each further window: how many units
 * hold its keys.  Hubs are the ids of the first window. */
typedef struct tg_block_entry {
    uint32_t start, units, mask;
} tg_block_entry;

/* How edges are counted that are not counted by their middle vertices. */
typedef enum tg_edge_way { TG_BY_SEARCH, TG_BY_SLOT, TG_BY_ROW, TG_BY_MERGE } tg_edge_way;

enum { TG_SMALL_SLOT = 8, TG_LARGE_SLOT = 16 }; /* words, of two ids each */

/* How many keys a row has in each window: the first ids of the row have keys.  The last number
 * has the marks below, too. */
typedef struct __align__(8) tg_row_keys
{
    uint16_t in[TG_WINDOWS];
}
tg_row_keys;

/* The row has ids without keys; not because they are beyond all windows. */
enum { TG_HAS_OTHERS = 1 << 15, TG_IS_CUT = 1 << 14, TG_KEY_COUNT = (1 << 14) - 1 };

typedef struct tg_adaptive {
    tg_gpu_features features;
    tg_edge_way edge_way;  /* for all edges, or for what blocks leave */
    uint32_t block_limits; /* v with limits below are counted in blocks of vertices */
    uint32_t windows;      /* that have keys */
    uint16_t *keys;        /* of each row of from, those of each window from a multiple of 8 on */
    tg_row_keys *row_keys; /* how many each row of from has */
    tg_row_keys *into_keys; /* how many each row of into would have; the same where rows are */
    tg_hub_matrix hubs;     /* edges within its bounds are not in blocks */
    tg_grouped blocks;
    uint32_t *edges;      /* the other edges; NULL: all edges are */
    uint32_t *edge_count; /* how many, on the device */
    uint32_t *slots;      /* of all rows of into */
    uint32_t slot_words;  /* TG_SMALL_SLOT or TG_LARGE_SLOT */
    bool uneven;          /* rows of slots are */
} tg_adaptive;

/* What was arranged for the total of the task. */
static inline const tg_adaptive *tg_adaptive_of(const tg_device_task *task)
{
    return (const tg_adaptive *)task->arranged.data;
}

/* Looks at some edges of the task; waits for the result. */
tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task,
                                       tg_gpu_features *features);

/* Limits below are worth a place in a block, of so many that there are (adaptive/model.cu). */
uint32_t tg_adaptive_block_limits(const tg_gpu_features *features, uint64_t limits);

/* Keys of all rows of from (adaptive/keys.cu): made->keys, row_keys and into_keys, for
 * made->windows; unit_starts, one more than rows, is where each row has its keys. */
tricorn_status tg_adaptive_make_keys(tricorn_context *context, const tg_device_task *task,
                                     uint32_t *unit_starts, tg_adaptive *made);

/* Vertices in blocks (adaptive/blocks.cu). */
tricorn_status tg_adaptive_arrange_blocks(tricorn_context *context, const tg_device_task *task,
                                          tg_adaptive *made);
tricorn_status tg_adaptive_count_blocks(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* Those and the edges that they leave, in one launch; of whole tasks. */
tricorn_status tg_adaptive_count_all(tricorn_context *context, const tg_device_task *task,
                                     tg_tally *tally);

/* Edges (adaptive/edges.cu). */
tricorn_status tg_adaptive_arrange_edges(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Slots of rows (adaptive/slots.cu). */
tricorn_status tg_adaptive_arrange_slots(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made);
tricorn_status tg_adaptive_count_slots(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally);

/* Near rows, in registers (of whole tasks) or merged (adaptive/rows.cu). */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task,
                                      tg_tally *tally);

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally);

/* The work of a task that is not arranged yet, for shares of it (adaptive/work.cu). */
tricorn_status tg_adaptive_work(tricorn_context *context, const tg_device_task *task,
                                double *work);

/* The edges among hubs that are counted sooner by the matrix unit than in blocks, given
 * made->block_limits (adaptive/model.cu); of whole tasks. */
tg_hub_bounds tg_adaptive_hub_bounds(const tg_device_properties *gpu, const tg_device_task *task,
                                     const tg_adaptive *made);

/* Pairs of bits a second that hub_product.cuh multiplies; 0 where that is not known. */
double tg_adaptive_product_rate(const tg_device_properties *gpu);

/* Seconds that counting will take (adaptive/model.cu). */
double tg_adaptive_predict(const tg_device_properties *gpu, const tg_device_task *task,
                           const tg_adaptive *made);

void tg_grouped_free(tg_device *device, tg_grouped *grouped);

#endif
