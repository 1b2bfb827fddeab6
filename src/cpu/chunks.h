/* chunks.h - a task's edges cut into equal shares, whatever the lengths of its rows. */
#ifndef TG_CPU_CHUNKS_H
#define TG_CPU_CHUNKS_H

#include "task/task.h"

typedef struct tg_chunk {
    uint32_t first_row; /* the row of first_edge */
    uint64_t first_edge, last_edge; /* positions in task->edges.ids */
} tg_chunk;

/* How many chunks of `size` edges the task has; 0 if it has no edge. */
uint64_t tg_chunk_count(const tg_task *task, uint64_t size);
tg_chunk tg_chunk_at(const tg_task *task, uint64_t size, uint64_t index);

#endif
