/* chunks.h - cuts a task's edges into chunks of the same size, whatever the lengths of its rows.
 */
#ifndef TG_CPU_COMMON_CHUNKS_H
#define TG_CPU_COMMON_CHUNKS_H

#include "task/task.h"

typedef struct tg_chunk {
    uint32_t first_row; /* the row of first_edge */
    uint64_t first_edge, last_edge; /* positions in task->edges.ids */
} tg_chunk;

/* Returns the number of chunks of `size` edges in the task; 0 if it has no edge. */
uint64_t tg_chunk_count(const tg_task *task, uint64_t size);
tg_chunk tg_chunk_at(const tg_task *task, uint64_t size, uint64_t index);

/* Finds the rows that begin in the chunk, *first to *last - 1, for callers that count whole rows.
 */
void tg_chunk_rows(const tg_task *task, uint64_t size, uint64_t index, uint32_t *first,
                   uint32_t *last);

/* A count that is the sum over chunks. */
typedef struct tg_chunk_job {
    const tg_task *task;
    uint64_t size; /* edges that a thread claims at a time: few of all edges, but enough to make
                    * claims cheap */
    uint64_t (*count)(const void *user, tg_chunk chunk); /* runs on any thread */
    const void *user;
} tg_chunk_job;

/* Counts on all threads; reports the task's edges as progress. */
tricorn_status tg_chunks_count(tricorn_context *context, const tg_chunk_job *job,
                              uint64_t *triangles);

#endif
