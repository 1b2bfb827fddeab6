/* device_task.h - a task whose rows are in GPU memory, the input of GPU algorithms.
 *
 * All pointers are to GPU memory. A device task has fewer than 2^32 edges, so positions in its rows have 32 bits;
 * tg_device_task_upload refuses larger tasks, whose graphs are counted in blocks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "task/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tg_device_task {
    tg_device_rows edges, from, into; /* the three sets of rows of a tg_task */
    /* sources[e] is the row of edges.ids[e]; NULL unless TG_NEEDS_SOURCES asks for it */
    const uint32_t *sources;
    uint32_t first_row, last_row;
    /* positions in edges.ids where first_row starts and where last_row - 1 ends */
    uint32_t first_edge, last_edge;
    tg_reach reach;
    /* where `reach` is a bound: ids of row v of `into` are below v + lead, or at most that */
    uint32_t lead;
    /* edges, from and into are the same rows, reach is TG_REACH_BELOW, and lead is 0 */
    bool whole;
    bool trimmed; /* tg_device_task_trim has left out the short rows at its end */
    bool borrowed; /* another object owns rows and sources, and frees them */
    /* Used if several GPUs count the task in parts: what the algorithm's agree() made for all of
     * them, or NULL; the number of this part; the number of parts. */
    const void *agreed;
    uint32_t part, parts;
    uint32_t values[TG_MOST_PARAMETERS]; /* values of the algorithm's parameters, in their order */
    uint64_t key; /* random, for hashes of ids and rows; both halves are odd */
    uint32_t counts; /* about how often the task will be counted; 0: unknown */
    tg_index index;
};

/* A tg_sink in device memory, indexed by the numbers of the task. Where two numberings are equal they share an array,
 * and so do equal sets of rows. Each set of rows has fewer than 2^32 edges, so no count of one task reaches 2^32: the
 * triangles of a vertex have different opposite edges, and those of an edge have different third vertices. */
struct tg_device_sink {
    /* for vertices: indexed by rows of `edges` and `from`, by rows of `into`, and by ids */
    uint32_t *u, *v, *w;
    /* for edges: indexed by positions in task.edges.ids, task.from.ids and task.into.ids */
    uint32_t *edges, *from, *into;
};

/* The counters of one count, in GPU memory. All before `draws` are zero when the algorithm is enqueued. Thread blocks
 * draw their next items from queues: a queue is one counter of `next` or, where thread blocks would wait for each
 * other at one counter, the counters of `draws`, each in a cache line of its own. Zeroing `draws` takes 3 us, so
 * kernels that use it have it zeroed when they are launched. */
enum { TG_QUEUES = 14, TG_DRAW_COUNTERS = 32, TG_DRAW_STRIDE = 32 };
struct tg_tally {
    unsigned long long found;
    unsigned int next[TG_QUEUES];
    unsigned int draws[TG_DRAW_COUNTERS * TG_DRAW_STRIDE];
};

/* Returns the bytes of GPU memory that this many rows and ids need. */
static inline uint64_t tg_device_rows_bytes(uint64_t rows, uint64_t ids)
{
    return sizeof(uint32_t) * (rows + 1 + ids);
}

/* Copies rows to the context's GPU, waits, and adds the seconds to the context's times. The rows
 * may be a range of a larger set, so that their first offset is not 0.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_rows_upload(tricorn_context *context, const tg_rows *rows, tg_device_rows *uploaded);

/* Allocates memory for rows that will be appended; *made has no rows at first. */
tricorn_status tg_device_rows_reserve(tricorn_context *context, uint32_t rows, uint64_t ids, tg_device_rows *made);
/* Copies rows to the end of *to, which must have memory for them, as tg_device_rows_upload does. Running kernels may
 * read the earlier rows: the copy needs no kernel, which would wait for them. */
tricorn_status tg_device_rows_append(tricorn_context *context, const tg_rows *more, tg_device_rows *to);

/* A range of rows: rows `first` to `last` - 1, whose ids are those at positions `first_id` to
 * `last_id` - 1. */
typedef struct tg_row_span {
    uint32_t first, last, first_id, last_id;
} tg_row_span;
/* Makes the rows of a span a set of their own, whose rows are numbered from 0, in the order of
 * the context's stream and without copying ids. The caller frees part->offsets unless the span
 * begins with row 0: then they belong to `rows`. */
tricorn_status tg_device_rows_part(
  tricorn_context *context, const tg_device_rows *rows, tg_row_span span, tg_device_rows *part);
void tg_device_rows_free(tg_device *device, tg_device_rows *rows);

/* Makes an array whose entry e is the row of the id at position e; the caller frees it. *sources
 * is NULL if the rows have no ids. Waits, and adds the seconds to the context's times. */
tricorn_status tg_device_rows_sources(tricorn_context *context, const tg_device_rows *rows, uint32_t **sources);

/* Copies a task to the context's GPU and adds the seconds to the context's times. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_task_upload(
  tricorn_context *context, const tg_task *task, uint32_t needs, tg_device_task *uploaded);

/* Copies a task to the context's GPU from the GPU `source`, which holds the whole graph as one task. */
tricorn_status tg_device_task_copy(tricorn_context *context, const tg_device_task *from, const tg_device *source,
  uint32_t needs, tg_device_task *copied);

/* Cuts the edges of a task into TG_WORK_BINS ranges of about equal length and estimates the work of each, by its
 * edges and wedges; only the ratios have a meaning. The task must be a whole graph. */
enum { TG_WORK_BINS = 4096 };
tricorn_status tg_device_task_work(tricorn_context *context, const tg_device_task *task, double *work);

/* Sets rows[i] to the row that contains position edges[i]; to last_row for positions past the task's end. */
tricorn_status tg_device_task_rows(
  tricorn_context *context, const tg_device_task *task, const uint64_t *edges, uint32_t count, uint32_t *rows);

/* Restricts the task to its rows first_row to last_row - 1. */
tricorn_status tg_device_task_narrow(
  tricorn_context *context, tg_device_task *task, uint32_t first_row, uint32_t last_row);

/* Leaves out the rows at the end of a whole graph that are too short for a triangle: where hubs
 * come first, these are the rows of vertices with one edge. */
tricorn_status tg_device_task_trim(tricorn_context *context, tg_device_task *task);

/* Does the same as tg_device_task_trim in two steps, without a wait. tg_device_task_find_end
 * enqueues the search, which writes to *end in GPU memory, zero before. The caller copies *end
 * to the host at any later time, and passes the copy to tg_device_task_set_end. */
typedef struct tg_task_end {
    unsigned int last_row, last_edge;
    unsigned int blocks_done;
} tg_task_end;
tricorn_status tg_device_task_find_end(tricorn_context *context, const tg_device_task *task, tg_task_end *end);
void tg_device_task_set_end(tg_device_task *task, const tg_task_end *read);

/* Frees task->index and, unless they are borrowed, the rows and sources; `device` is the GPU that holds them. */
void tg_device_task_free(tg_device *device, tg_device_task *task);

#ifdef __cplusplus
}
#endif
