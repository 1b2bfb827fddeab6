/* stream_row.h - data of tg_kernels.stream that all variants share. */
#pragma once

#include "task/task.h"

enum {
    FILTER_BITS = 1 << 13, /* bits: 1 KB */
    FILTER_WORDS = FILTER_BITS / 64,
    /* for rows of this length, one in 16 ids that are not in the row passes the filter */
    LONG_ROW = FILTER_BITS / 16,
    CACHE_LINE = 64
};

/* A row of `from`, and the rows to which its edges lead. */
typedef struct row_job {
    const tg_rows *edges, *into;
    const uint32_t *ids; /* the ids of the row of `from` */
    uint64_t count;
    bool whole; /* whether the task is a whole graph */
    uint64_t last_edge; /* the end of the task's edges; nothing after it is prefetched */
    uint64_t *filter; /* FILTER_WORDS words, zero between rows */
    uint8_t *in_row; /* a byte for each id, 0 between rows; or NULL */
} row_job;

/* A row of few ids, and the ids to which its edges lead. */
typedef struct tiny_row {
    const uint32_t *ids;
    uint64_t count;
    const uint32_t *edges, *edges_end;
} tiny_row;

/* Prefetches the row of the edge that is `ahead` edges after e, and the offsets of the edge that is 2 * ahead edges
 * after e. Always inlined, because compilers drop calls of a function without an effect. */
static inline __attribute__((always_inline)) void fetch_ahead(const row_job *job, uint64_t e, uint32_t ahead)
{
    const uint64_t far = e + 2 * ahead, near = e + ahead;
    if (far >= job->last_edge) return;
    __builtin_prefetch(&job->into->offsets[job->edges->ids[far]]);
    const uintptr_t row = (uintptr_t)(job->into->ids + job->into->offsets[job->edges->ids[near]]);
    __builtin_prefetch((const void *)row);
    __builtin_prefetch((const void *)(row + CACHE_LINE)); /* most rows that cross a line end here */
}
