/* device_task.h - a task whose rows lie on the GPU: what a GPU algorithm is given.
 *
 * All pointers are to device memory.  A device task has fewer than 2^32 edges, so positions in
 * its rows have 32 bits; tg_device_task_upload refuses larger ones, which are counted in parts.
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
    const uint32_t *sources; /* with TG_NEEDS_SOURCES: sources[e] is the row of edges.ids[e] */
    uint32_t first_row, last_row;
    uint32_t first_edge, last_edge; /* the positions in edges.ids of those rows */
    tg_reach reach;
    bool whole;    /* edges, from and into are the same rows, and reach is TG_REACH_BELOW */
    bool trimmed;  /* as tg_device_task_trim leaves it */
    bool borrowed; /* rows and sources are not freed with the task */
    uint32_t values[TG_MOST_PARAMETERS]; /* of the algorithm's parameters, in their order */
    tg_arranged arranged;
};

/* tg_sink on the device, with numbers of the task: where two of its numberings are the same, they
 * have the same array, and so have sets of rows that are the same.  With fewer than 2^32 edges in
 * each set of rows, no count of one task reaches 2^32: each triangle of a vertex or an edge has
 * another edge that leads past it. */
struct tg_device_sink {
    uint32_t *u, *v, *w;          /* of vertices: rows of edges and from; rows of into; ids */
    uint32_t *edges, *from, *into; /* of edges: positions in task.edges.ids, from.ids, into.ids */
};

/* What an algorithm counts in: on the device, zeroed before it is enqueued. */
enum { TG_QUEUES = 14 };
struct tg_tally {
    unsigned long long found;
    unsigned int next[TG_QUEUES]; /* from which blocks draw what to do next */
};

/* Device memory of rows with so many ids. */
static inline uint64_t tg_device_rows_bytes(uint64_t rows, uint64_t ids)
{
    return sizeof(uint32_t) * (rows + 1 + ids);
}


/* Copies rows to the context's GPU, waits, and adds the seconds to its times.  Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_rows_upload(tricorn_context *context, const tg_rows *rows,
                                     tg_device_rows *uploaded);
void tg_device_rows_free(tg_device *device, tg_device_rows *rows);

/* The row of each id, which the caller frees; *sources is NULL where there is no id.  Waits, and
 * adds the seconds to its times. */
tricorn_status tg_device_rows_sources(tricorn_context *context, const tg_device_rows *rows,
                                      uint32_t **sources);

/* Copies a task to the context's GPU and adds the seconds to its times.  Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^32 edges or more; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_task_upload(tricorn_context *context, const tg_task *task, uint32_t needs,
                                    tg_device_task *uploaded);

/* The same from the GPU of `source`, which has the task whole and in core. */
tricorn_status tg_device_task_copy(tricorn_context *context, const tg_device_task *from,
                                  const tg_device *source, uint32_t needs,
                                  tg_device_task *copied);

/* How much work TG_WORK_BINS ranges of the task's edges are, about equally many each, in units of
 * any size: by edges and wedges.  For a whole graph. */
enum { TG_WORK_BINS = 4096 };
tricorn_status tg_device_task_work(tricorn_context *context, const tg_device_task *task,
                                  double *work);

/* rows[i]: the row that edge number edges[i] is in, last_row for the last edge and beyond. */
tricorn_status tg_device_task_rows(tricorn_context *context, const tg_device_task *task,
                                  const uint64_t *edges, uint32_t count, uint32_t *rows);

/* Makes the task one of its rows from first_row to before last_row. */
tricorn_status tg_device_task_narrow(tricorn_context *context, tg_device_task *task,
                                    uint32_t first_row, uint32_t last_row);

/* Leaves out the rows at the end of a whole graph that are too short for a triangle: with hubs
 * first, those of vertices with one edge. */
tricorn_status tg_device_task_trim(tricorn_context *context, tg_device_task *task);

/* The same without a wait, for who reads on the device where the task ends, or waits for something
 * else, too: *end, on the device and zero before, gets the end; once it is read, it is set. */
typedef struct tg_task_end {
    unsigned int last_row, last_edge;
    unsigned int blocks_done;
} tg_task_end;
tricorn_status tg_device_task_find_end(tricorn_context *context, const tg_device_task *task,
                                      tg_task_end *end);
void tg_device_task_set_end(tg_device_task *task, const tg_task_end *read);

/* Frees what was arranged and, unless they are borrowed, rows and sources; `device` is the GPU that
 * has them. */
void tg_device_task_free(tg_device *device, tg_device_task *task);

#ifdef __cplusplus
}
#endif

#endif
