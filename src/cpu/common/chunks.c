/* chunks.c - finds the rows of chunks by binary search, and counts chunks on all threads. */
#include "cpu/common/chunks.h"

#include "base/search.h"

uint64_t tg_chunk_count(const tg_task *task, uint64_t size)
{
    return (tg_task_edges(task) + size - 1) / size;
}

/* Returns the row of the task that contains the edge at this position. */
static uint32_t row_of(const tg_task *task, uint64_t edge)
{
    const uint32_t first = task->first_row, rows = task->last_row - first;
    return first + (uint32_t)tg_last_at_most(task->edges.offsets + first, rows, edge);
}

tg_chunk tg_chunk_at(const tg_task *task, uint64_t size, uint64_t index)
{
    const uint64_t end = task->edges.offsets[task->last_row];
    const uint64_t first = task->edges.offsets[task->first_row] + index * size;
    return (tg_chunk){
      .first_row = row_of(task, first), .first_edge = first, .last_edge = end - first < size ? end : first + size};
}

/* Returns the first row whose first edge is the first edge of the chunk or a later one. */
static uint32_t row_from(const tg_task *task, tg_chunk chunk)
{
    const uint64_t begin = task->edges.offsets[chunk.first_row];
    return begin == chunk.first_edge ? chunk.first_row : chunk.first_row + 1;
}

void tg_chunk_rows(const tg_task *task, uint64_t size, uint64_t index, uint32_t *first, uint32_t *last)
{
    *first = row_from(task, tg_chunk_at(task, size, index));
    *last =
      index + 1 < tg_chunk_count(task, size) ? row_from(task, tg_chunk_at(task, size, index + 1)) : task->last_row;
}

tricorn_status tg_chunks_count(tricorn_context *context, const tg_chunk_job *job, uint64_t *triangles)
{
    const uint64_t chunks = tg_chunk_count(job->task, job->size);
    uint64_t found = 0;

    tg_work_begin(context, "counting", tg_task_edges(job->task));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t c = 0; c < chunks; c++) {
        if (tg_cancelled(context)) continue;
        const tg_chunk chunk = tg_chunk_at(job->task, job->size, c);
        found += job->count(job->user, chunk);
        tg_work_add(context, chunk.last_edge - chunk.first_edge);
    }
    const tricorn_status status = tg_check_cancelled(context);
    if (status == TRICORN_OK) *triangles = found;
    return status;
}
