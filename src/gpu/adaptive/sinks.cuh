/* adaptive/sinks.cuh - the parts of gpu-adaptive that count triangles of vertices and edges.
 *
 * They arrange for themselves: what is found must be known by its place, and tables leave room
 * for counters.  In whole tasks wedges whose middle vertex is a hub are tested by blocks of
 * vertices in shared memory (adaptive/blocks.cu tells how), the others edge by edge; those whose
 * row is one of the first hubs not at all, as the matrix unit counts them.  Other tasks go edge
 * by edge.  All that is found is added to what the arrays hold.
 */
#ifndef TG_GPU_ADAPTIVE_SINKS_CUH
#define TG_GPU_ADAPTIVE_SINKS_CUH

#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/hub_product.cuh"
#include "gpu/lookup/rows.cuh"

/* In tg_sink_plan.keyed: the row has ids without keys. */
#define TG_BEYOND_KEYS 0x80000000u

/* For vertices: a row that has neighbours in a block: its first `units` units of keys hold all
 * that are below the last of them; mask: which of the block they are; edge: the place of the
 * first of them. */
typedef struct __align__(16) tg_sink_entry
{
    uint32_t start, units, mask, edge;
}
tg_sink_entry;

/* For edges: a row and one of its neighbours, which has number v % TG_LEAST_WIDTH of its block.
 * `found` and on is where the row's keys before it leave which of them close a triangle, a bit
 * each, in words. */
typedef struct tg_edge_entry {
    uint32_t start, units_and_number, found;
} tg_edge_entry;

/* Of whole tasks; for others all is 0. */
typedef struct tg_sink_plan {
    tg_gpu_features features;
    uint32_t hub_rows; /* rows before are counted by the matrix unit, others as follows */
    tg_hub_matrix hubs;
    uint16_t *hub_sums;     /* of edges among hubs: how many triangles of hubs they are in */
    uint32_t *hub_vertices; /* of hubs, by vertex: twice how many triangles of hubs they are in */
    tg_tally *hub_tally;    /* found: thrice the triangles of hubs */
    tg_block_widths widths;
    uint32_t block_limits; /* v below are counted in blocks; 0: none is */
    uint16_t *keys;        /* of each row, from a multiple of TG_UNIT_KEYS on */
    uint32_t *unit_starts; /* of each row, in units of keys; rows + 1 */
    uint32_t *keyed;       /* ids of each row that have keys, and TG_BEYOND_KEYS */
    tg_grouped entries;    /* tg_sink_entry, or tg_edge_entry where there are bits */
    uint32_t *bits;        /* of closed wedges: adaptive/sink_bits.cuh */
    uint64_t *bit_starts;  /* of each row, in words of it; rows + 1 */
    uint32_t *edges;       /* the other edges; NULL: all are */
    uint32_t *edge_count;  /* how many, on the device */
} tg_sink_plan;

/* Units of all rows, at the most. */
static inline uint64_t tg_sink_most_units(const tg_device_task *task)
{
    return task->edges.id_count / TG_UNIT_KEYS + (uint64_t)task->edges.count + 1;
}

/* What an algorithm is given to arrange and count with (adaptive/sinks.cu).  hubs: so many of the
 * first vertices at least are counted by the matrix unit, if the GPU has one and blocks are worth
 * while at all; no others than the task has rows of. */
#define TG_CHOOSE_HUBS UINT32_MAX
tricorn_status tg_sink_arrange(tricorn_context *context, tg_device_task *task, tg_sink_kind kind,
                               uint32_t hubs);
tricorn_status tg_adaptive_arrange_sink(tricorn_context *context, tg_device_task *task,
                                        tg_sink_kind kind);
tricorn_status tg_adaptive_count_sink(tricorn_context *context, const tg_device_task *task,
                                      const tg_device_sink *sink, tg_tally *tally);

/* made->block_limits, widths and hub_rows are set (adaptive/sink_entries.cu). */
tricorn_status tg_sink_arrange_vertices(tricorn_context *context, const tg_device_task *task,
                                        tg_sink_plan *made);
tricorn_status tg_sink_arrange_edges(tricorn_context *context, const tg_device_task *task,
                                     tg_sink_plan *made);

/* Triangles of hubs alone (adaptive/sink_hubs.cu), about `wanted` of them; sets made->hub_rows.
 */
tricorn_status tg_sink_arrange_hubs(tricorn_context *context, const tg_device_task *task,
                                    tg_sink_kind kind, uint32_t wanted, tg_sink_plan *made);
tricorn_status tg_sink_count_hubs(tricorn_context *context, const tg_device_task *task,
                                  const tg_sink_plan *made, const tg_device_sink *sink,
                                  tg_tally *tally);

/* Vertices by blocks (adaptive/sink_vertices.cu); the device has the shared memory for it. */
bool tg_sink_vertices_fit(const tricorn_context *context);
tricorn_status tg_sink_count_vertices(tricorn_context *context, const tg_device_task *task,
                                      const tg_sink_plan *made, const tg_device_sink *sink,
                                      tg_tally *tally);

/* Edges by blocks of 8 (adaptive/sink_edges.cu), likewise. */
bool tg_sink_edges_fit(const tricorn_context *context);
tricorn_status tg_sink_count_edges(tricorn_context *context, const tg_device_task *task,
                                   const tg_sink_plan *made, const tg_device_sink *sink,
                                   tg_tally *tally);

#endif
