/* wedge_line.cuh - counts all wedges of a task in one sequence, which is cut into chunks of equal
 * length for warps or threads. So the lengths of rows do not matter.
 *
 * - A wedge is an edge u->v with a further id w of row u; in a whole task w < v. It is closed if
 *   row v contains w.
 * - A prefix sum over the rows tells where a chunk starts. Within a chunk the ids w of 32 edges
 *   form one sequence (lookup/flatten.cuh).
 * - If the wedges are few, threads count chunks, as in the paper: each thread finds some
 *   consecutive wedges.
 * - Wedges whose v is a hub are tested in a bit matrix, with one read; others by binary search in
 *   row v.
 *
 * Source: the wedge-parallel counting of "WeTriC", Euro-Par 2025.
 */
#ifndef TG_GPU_WEDGE_LINE_CUH
#define TG_GPU_WEDGE_LINE_CUH

#include "gpu/lookup/wedge_sizes.h"
#include "task/device_task.h"

/* How the sequence is cut: the most rows of the matrix; how many wedges a warp draws at a time;
 * how many wedges a thread counts, if the task is whole and `chunk` is 0. If `chunk` and
 * `spread` are 0, they are chosen by the number of wedges. */
typedef struct tg_wedge_shape {
    uint32_t hubs, chunk, spread;
} tg_wedge_shape;

/* The index of a task; the pointers are to device memory. */
typedef struct tg_wedge_line {
    /* edges.count + 1 entries: how many wedges come before each row; last, the number of all */
    uint64_t *wedges;
    uint64_t wedge_count;
    uint32_t spread; /* how many wedges a thread counts; 0: warps draw chunks */
    /* how many wedges a chunk has: `spread`, or as many as a warp draws at a time */
    uint32_t chunk;
    /* for each chunk, its first edge and the position in that edge's list; or NULL */
    uint32_t *starts;
    uint32_t *matrix; /* the bit matrix of hubs (gpu/lookup/bitmap.cuh) */
    uint32_t hubs; /* how many rows the matrix has */
} tg_wedge_line;

/* Returns how many hubs a matrix should have if the task has `wedges` wedges; at most `most`. */
uint32_t tg_wedge_line_hubs(const tg_device_task *task, uint64_t wedges, uint64_t cache_bytes, uint32_t most);

/* Makes the index of the task, whose edges must have sources. *line must be all zero before.
 * After an error tg_wedge_line_free() frees what was allocated. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_wedge_line_make(
  tricorn_context *context, const tg_device_task *task, tg_wedge_shape shape, tg_wedge_line *line);
void tg_wedge_line_free(tg_device *device, tg_wedge_line *line);

/* Adds the triangles of the task to the tally. */
tricorn_status tg_wedge_line_count(
  tricorn_context *context, const tg_device_task *task, const tg_wedge_line *line, tg_tally *tally);

#endif
