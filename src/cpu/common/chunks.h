/* chunks.h - cuts a task's edges into chunks of the same size, whatever the lengths of its rows.
 */
#pragma once

#include "task/task.h"

typedef struct tg_chunk {
    uint32_t first_row; /* the row that contains first_edge */
    /* positions in task->edges.ids; last_edge is past the chunk */
    uint64_t first_edge, last_edge;
} tg_chunk;

/* Returns how many chunks of `size` edges the task has; 0 if it has no edge. */
uint64_t tg_chunk_count(const tg_task *task, uint64_t size);
tg_chunk tg_chunk_at(const tg_task *task, uint64_t size, uint64_t index);

/* Finds the rows whose first edge is in the chunk: *first to *last - 1. Callers that count whole rows use them. */
void tg_chunk_rows(const tg_task *task, uint64_t size, uint64_t index, uint32_t *first, uint32_t *last);

/* A count that is the sum of the counts of all chunks. */
typedef struct tg_chunk_job {
    const tg_task *task;
    /* edges of a chunk, which a thread claims at a time: few compared with all edges, but enough
     * to make claiming cheap */
    uint64_t size;
    /* returns the triangles of a chunk; runs on any thread */
    uint64_t (*count)(const void *user, tg_chunk chunk);
    const void *user;
} tg_chunk_job;

/* Counts all chunks on all threads; reports the edges of the task as progress. */
tricorn_status tg_chunks_count(tricorn_context *context, const tg_chunk_job *job, uint64_t *triangles);
