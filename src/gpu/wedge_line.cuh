/* wedge_line.cuh - all wedges of a task in one sequence, with equally many for each thread.
 *
 * A wedge is an edge u->v with a further id w of row u.  It is closed if row v has w.  The
 * sequence is cut into equal shares for warps.  A prefix sum over the rows tells where a share
 * begins.  Within a share the ids w of 32 edges are put end to end.  Where wedges are few, shares
 * are for threads, as in the paper: each finds some wedges that follow one another.  Wedges whose
 * v is a hub are tested in a bit matrix, others by binary search in row v.  In a whole task only
 * w < v make wedges. Source: the wedge-parallel counting of "WeTriC", Euro-Par 2025.
 */
#ifndef TG_GPU_WEDGE_LINE_CUH
#define TG_GPU_WEDGE_LINE_CUH

#include "task/device_task.h"

enum {
    TG_MOST_WEDGE_HUBS = 1 << 17,
    TG_MOST_WEDGE_SHARE = 8192, /* wedges that a warp draws at a time, at the most */
    TG_MOST_WEDGE_SPREAD = 15   /* wedges that a thread takes, likewise */
};

/* How a line is made: rows of the matrix, at the most; wedges that a warp draws at a time; wedges
 * that a thread takes, if the task is whole and no warp's share is given.  0 for both: by the
 * number of wedges. */
typedef struct tg_wedge_shape {
    uint32_t hubs, share, spread;
} tg_wedge_shape;

/* The index of a task; the pointers are to device memory. */
typedef struct tg_wedge_line {
    uint64_t *wedges; /* wedges before each row, and in all: edges.count + 1 */
    uint64_t wedge_count;
    uint32_t spread;  /* wedges that a thread takes; 0: warps draw shares */
    uint32_t share;   /* spread, or the wedges that a warp draws at a time */
    uint32_t *starts; /* for each share: first edge, position in its list; or NULL */
    uint32_t *matrix; /* bits: see gpu/lookup/bitmap.cuh */
    uint32_t hubs;    /* rows of the matrix */
} tg_wedge_line;

/* How many hubs, at most `most`, a matrix for so many wedges of the task has. */
uint32_t tg_wedge_line_hubs(const tg_device_task *task, uint64_t wedges, uint64_t cache_bytes,
                            uint32_t most);

/* Makes the index of the task, whose edges need their sources.  *line is all zero before.  After an error
 * tg_wedge_line_free() frees what there is. Errors: TRICORN_OUT_OF_DEVICE_MEMORY,
 * TRICORN_GPU_ERROR. */
tricorn_status tg_wedge_line_make(tricorn_context *context, const tg_device_task *task,
                                  tg_wedge_shape shape, tg_wedge_line *line);
void tg_wedge_line_free(tg_device *device, tg_wedge_line *line);

/* Adds the triangles of the task to the tally. */
tricorn_status tg_wedge_line_count(tricorn_context *context, const tg_device_task *task,
                                   const tg_wedge_line *line, tg_tally *tally);

#endif
