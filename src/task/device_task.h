/* device_task.h - a task whose rows are in GPU memory, the input of GPU algorithms.
 *
 * All pointers are to GPU memory.  A device task has fewer than 2^32 edges, so positions in its
 * rows have 32 bits; tg_device_task_upload refuses larger ones, which are counted in blocks.
 */
#ifndef TG_TASK_DEVICE_TASK_H
#define TG_TASK_DEVICE_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "task/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tg_device_task {
    tg_device_rows edges, from, into; /* as in tg_task */
    const uint32_t *sources; /* TG_NEEDS_SOURCES: sources[e] is the row of edges.ids[e] */
    uint32_t first_row, last_row;
    uint32_t first_edge, last_edge; /* positions in edges.ids where these rows start and end */
    tg_reach reach;
    uint32_t lead; /* as in tg_task */
    bool whole;    /* edges, from and into are the same rows, and reach is TG_REACH_BELOW, without a lead */
    bool trimmed;  /* its end is trimmed (tg_device_task_trim) */
    bool borrowed; /* rows and sources are not freed with the task */
    /* If several GPUs count the task in parts: what the algorithm's agree() made for all of them,
     * or NULL; the number of this part; the number of parts. */
    const void *agreed;
    uint32_t part, parts;
    uint32_t values[TG_MOST_PARAMETERS]; /* values of the algorithm's parameters, in their order */
    uint32_t counts;                     /* about how often the task will be counted; 0: unknown */
    tg_index index;
};

/* A tg_sink in device memory, indexed by the numbers of the task.  Equal numberings share an
 * array, and so do equal sets of rows.  Each set of rows has fewer than 2^32 edges, so no count
 * of one task reaches 2^32: each triangle of a vertex has a different opposite edge, and each
 * triangle of an edge has a different third vertex. */
struct tg_device_sink {
    uint32_t *u, *v, *w;          /* by vertex: rows of edges and from; rows of into; ids */
    uint32_t *edges, *from, *into; /* by edge: positions in task.edges.ids, from.ids, into.ids */
};

/* The counters of one count, in GPU memory.  Those before `draws` are zero before the algorithm
 * is enqueued.  Thread blocks draw their next items from queues: from one of `next`, or from the
 * counters of `draws`, each in a cache line of its own, if one counter would keep them waiting.
 * Zeroing `draws` takes 3 us, so kernels that use it have it zeroed by their launch. */
enum { TG_QUEUES = 14, TG_DRAW_COUNTERS = 32, TG_DRAW_STRIDE = 32 };
struct tg_tally {
    unsigned long long found;
    unsigned int next[TG_QUEUES];
    unsigned int draws[TG_DRAW_COUNTERS * TG_DRAW_STRIDE];
};

/* The GPU memory of that many rows and ids, in bytes. */
static inline uint64_t tg_device_rows_bytes(uint64_t rows, uint64_t ids)
{
    return sizeof(uint32_t) * (rows + 1 + ids);
}

/* Copies rows, which may be a range of a larger set whose first offset is not 0, to the context's
 * GPU, waits, and adds the seconds to its times.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_rows_upload(tricorn_context *context, const tg_rows *rows,
                                     tg_device_rows *uploaded);

/* Allocates memory for rows that will be appended; *made has no rows yet. */
tricorn_status tg_device_rows_reserve(tricorn_context *context, uint32_t rows, uint64_t ids,
                                      tg_device_rows *made);
/* Appends rows to *to, which has memory for them, as tg_device_rows_upload copies them.  Running
 * kernels may read the earlier rows: a copy uses no kernel, which would wait for them. */
tricorn_status tg_device_rows_append(tricorn_context *context, const tg_rows *more,
                                     tg_device_rows *to);

/* A range of the rows of a set: rows first to last - 1, with the ids from first_id to before
 * last_id. */
typedef struct tg_row_span {
    uint32_t first, last, first_id, last_id;
} tg_row_span;
/* Makes the rows of a span a set numbered from 0, in the order of the context's stream, without
 * copying ids.  The caller frees part->offsets, unless the span begins with row 0: then they are
 * those of the rows. */
tricorn_status tg_device_rows_part(tricorn_context *context, const tg_device_rows *rows,
                                   tg_row_span span, tg_device_rows *part);
void tg_device_rows_free(tg_device *device, tg_device_rows *rows);

/* Makes (*sources)[e], the row of the id at position e; the caller frees it.  *sources is NULL
 * if the rows have no ids.  Waits, and adds the seconds to the context's times. */
tricorn_status tg_device_rows_sources(tricorn_context *context, const tg_device_rows *rows,
                                      uint32_t **sources);

/* Copies a task to the context's GPU and adds the seconds to its times.  Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_task_upload(tricorn_context *context, const tg_task *task, uint32_t needs,
                                    tg_device_task *uploaded);

/* The same, copied from the GPU `source`, which holds the whole graph as one task. */
tricorn_status tg_device_task_copy(tricorn_context *context, const tg_device_task *from,
                                  const tg_device *source, uint32_t needs,
                                  tg_device_task *copied);

/* Estimates the work of TG_WORK_BINS ranges of the task's edges, with about the same number of
 * edges each, by their edges and wedges; only the ratios have a meaning.  For the task of a whole
 * graph. */
enum { TG_WORK_BINS = 4096 };
tricorn_status tg_device_task_work(tricorn_context *context, const tg_device_task *task,
                                  double *work);

/* Sets rows[i] to the row that holds position edges[i]; last_row for positions past the task's
 * end. */
tricorn_status tg_device_task_rows(tricorn_context *context, const tg_device_task *task,
                                  const uint64_t *edges, uint32_t count, uint32_t *rows);

/* Restricts the task to its rows first_row to last_row - 1. */
tricorn_status tg_device_task_narrow(tricorn_context *context, tg_device_task *task,
                                    uint32_t first_row, uint32_t last_row);

/* Leaves out the rows at the end of a whole graph that are too short for a triangle: with the
 * hubs first, these are the rows of vertices with one edge. */
tricorn_status tg_device_task_trim(tricorn_context *context, tg_device_task *task);

/* The same in two steps, without a wait. tg_device_task_find_end enqueues the search, which
 * writes to *end in GPU memory, zero before.  The caller copies it to the host at any later time,
 * and passes the copy to tg_device_task_set_end. */
typedef struct tg_task_end {
    unsigned int last_row, last_edge;
    unsigned int blocks_done;
} tg_task_end;
tricorn_status tg_device_task_find_end(tricorn_context *context, const tg_device_task *task,
                                      tg_task_end *end);
void tg_device_task_set_end(tg_device_task *task, const tg_task_end *read);

/* Frees task->index and, unless they are borrowed, the rows and sources; `device` is the GPU
 * that holds them. */
void tg_device_task_free(tg_device *device, tg_device_task *task);

#ifdef __cplusplus
}
#endif

#endif
