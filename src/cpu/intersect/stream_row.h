/* stream_row.h - data of tg_kernels.stream that all variants share. */
#ifndef TG_CPU_INTERSECT_STREAM_ROW_H
#define TG_CPU_INTERSECT_STREAM_ROW_H

#include "task/task.h"

enum {
    FILTER_BITS = 1 << 13, /* 1 KB */
    FILTER_WORDS = FILTER_BITS / 64,
    LONG_ROW =
        FILTER_BITS / 16, /* at this length one in 16 ids without a match passes the filter */
    CACHE_LINE = 64
};

/* One row of `from` and the rows that its edges lead to. */
typedef struct row_job {
    const tg_rows *edges, *into;
    const uint32_t *ids; /* of the row of `from` */
    uint64_t count;
    bool whole;         /* whether the task is a whole graph */
    uint64_t last_edge; /* of the task: nothing behind it is prefetched */
    uint64_t *filter;   /* FILTER_WORDS, zero between rows */
    uint8_t *in_row;    /* a byte for each id, 0 between rows; or NULL */
} row_job;

/* A row of few ids, and the ids of its edges. */
typedef struct tiny_row {
    const uint32_t *ids;
    uint64_t count;
    const uint32_t *edges, *edges_end;
} tiny_row;

/* Prefetches the row of the edge `ahead` behind e, and the offsets of the edge 2 * ahead behind
 * it. Always inlined, because compilers drop calls of a function without an effect. */
static inline __attribute__((always_inline)) void fetch_ahead(const row_job *job, uint64_t e,
                                                              uint32_t ahead)
{
    const uint64_t far = e + 2 * ahead, near = e + ahead;
    if (far >= job->last_edge) return;
    __builtin_prefetch(&job->into->offsets[job->edges->ids[far]]);
    const uintptr_t row = (uintptr_t)(job->into->ids + job->into->offsets[job->edges->ids[near]]);
    __builtin_prefetch((const void *)row);
    __builtin_prefetch(
        (const void *)(row + CACHE_LINE)); /* most rows that cross a line end here */
}

#endif
