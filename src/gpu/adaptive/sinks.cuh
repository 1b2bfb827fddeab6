/* adaptive/sinks.cuh - gpu-adaptive for counts by vertex and by edge: its index, and the functions of its files.
 *
 * - The position of each triangle's edges must be known, and tables must leave room for counters,
 *   so these counts have an index of their own.
 * - In whole tasks, wedges whose middle vertex is a hub are tested by blocks of vertices in
 *   shared memory, as in adaptive/blocks.cu, and the others edge by edge.
 * - The matrix unit counts the triangles of the first hubs, whose rows are in neither.
 * - Other tasks are counted edge by edge.
 *
 * All counts are added to those that the arrays already hold.
 */
#ifndef TG_GPU_ADAPTIVE_SINKS_CUH
#define TG_GPU_ADAPTIVE_SINKS_CUH

#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/hub_product.cuh"
#include "gpu/lookup/rows.cuh"

/* Marks entries of tg_sink_index.keyed: some ids of the row have no keys. */
#define TG_BEYOND_KEYS 0x80000000u

/* An entry for counts by vertex: a row that has neighbours in a block. Its first `units` units
 * of keys contain all keys below its last neighbour in the block. `mask` tells which vertices of
 * the block are neighbours; `edge` is the position of the first of these. */
typedef struct __align__(16) tg_sink_entry
{
    uint32_t start, units, mask, edge;
}
tg_sink_entry;

/* An entry for supports of edges: a row and one of its neighbours v, which has number v %
 * TG_LEAST_WIDTH in its block. From word `found` on, each key of the row before v has one bit,
 * which tells whether the key closes a triangle. */
typedef struct tg_edge_entry {
    uint32_t start, units_and_number, found;
} tg_edge_entry;

/* The index of a whole task. For other tasks all members are 0. */
typedef struct tg_sink_index {
    tg_gpu_features features;
    uint32_t hub_rows; /* the matrix unit counts the rows before this one, which are hubs, and */
    tg_hub_matrix hubs; /* all wedges of edges within its bounds */
    /* for each such edge, at its tg_hub_position: the number of its triangles with a hub */
    uint16_t *hub_sums;
    uint32_t *hub_vertices; /* for each hub: twice its triangles with other hubs */
    tg_tally *hub_tally; /* six times the triangles within the bounds, in `found` */
    tg_block_widths widths;
    uint32_t block_limits; /* vertices v below this are counted in blocks; 0: none */
    uint16_t *keys; /* the keys of each row, starting at a multiple of TG_UNIT_KEYS */
    uint32_t *unit_starts; /* rows + 1 entries: where the keys of each row start, in units */
    /* for each row: how many of its ids have keys, with the mark TG_BEYOND_KEYS */
    uint32_t *keyed;
    tg_grouped entries; /* tg_sink_entry or, if `bits` is not NULL, tg_edge_entry */
    uint32_t *bits; /* which wedges are closed (adaptive/sink_bits.cuh) */
    uint64_t *bit_starts; /* rows + 1 entries: where the bits of each row start, in words */
    uint32_t *edges; /* the edges that are counted one by one; NULL: all edges */
    uint32_t *edge_count; /* the number of these edges, in device memory */
} tg_sink_index;

/* Returns an upper bound of the number of units of all rows. */
static inline uint64_t tg_sink_most_units(const tg_device_task *task)
{
    return task->edges.id_count / TG_UNIT_KEYS + (uint64_t)task->edges.count + 1;
}

/* These functions build the index, and count (adaptive/sinks.cu). The matrix unit counts within
 * the bounds, by edge within closed ones with as many hubs, if the GPU has such a unit, blocks
 * pay off, and the task begins with the first row. If `bounds` is NULL, they are chosen. */
tricorn_status tg_sink_index_make(
  tricorn_context *context, tg_device_task *task, tg_sink_kind kind, const tg_hub_bounds *bounds);
tricorn_status tg_adaptive_index_sink(tricorn_context *context, tg_device_task *task, tg_sink_kind kind);
tricorn_status tg_adaptive_count_sink(
  tricorn_context *context, const tg_device_task *task, const tg_device_sink *sink, tg_tally *tally);

/* These functions build the index for blocks; made->block_limits, widths and hub_rows must be set
 * before (adaptive/sink_entries.cu). */
tricorn_status tg_sink_index_vertices(tricorn_context *context, const tg_device_task *task, tg_sink_index *made);
tricorn_status tg_sink_index_edges(tricorn_context *context, const tg_device_task *task, tg_sink_index *made);

/* The first function makes the matrix of the hubs and sets made->hub_rows; the second one counts
 * the triangles of two or three hubs within the bounds (adaptive/sink_hubs.cu). */
tricorn_status tg_sink_index_hubs(tricorn_context *context, const tg_device_task *task, tg_sink_kind kind,
  const tg_hub_bounds *bounds, tg_sink_index *made);
tricorn_status tg_sink_count_hubs(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally);

/* tg_sink_vertices_fit returns whether the GPU has enough shared memory for counts by vertex in
 * blocks; tg_sink_count_vertices makes them (adaptive/sink_vertices.cu). */
bool tg_sink_vertices_fit(const tricorn_context *context);
tricorn_status tg_sink_count_vertices(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally);

/* tg_sink_edges_fit returns whether the GPU has enough shared memory for counts by edge in blocks
 * of 8 vertices; tg_sink_count_edges makes them (adaptive/sink_edges.cu). */
bool tg_sink_edges_fit(const tricorn_context *context);
tricorn_status tg_sink_count_edges(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally);

#endif
