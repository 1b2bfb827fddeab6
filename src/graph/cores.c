/* cores.c - peels vertices level by level, with one thread.
 *
 * - Removing a vertex lowers the degrees of all its neighbours, even of removed ones: so no
 *   branch depends on a neighbour's state.
 * - A neighbour whose degree falls to the level joins the queue, once.
 * - When a vertex is taken from the queue, its degree is the number of its remaining neighbours:
 *   the scan of its rows ends when it has met that many.  That skips most ids of hubs' rows,
 *   because remaining neighbours come first.
 */
#include "graph/cores.h"

#include "base/memory.h"
#include "graph/transpose.h"

enum {
    BLOCK = 64, /* vertices whose degrees are compared at once */
    /* how many vertices and edges are processed between two reports of progress */
    REPORTED = 1 << 16,
    /* how far ahead of the queue's head row offsets are prefetched; IDS_AHEAD: the rows
     * themselves */
    ROWS_AHEAD = 12,
    IDS_AHEAD = 6,
    /* DONE is added to the degree of a vertex that was taken from the queue.  A remaining vertex
     * whose degree is as large looks removed, too; but its degree falls below DONE before it is
     * taken from the queue. */
    DONE = 1 << 30
};

static const uint32_t NO_CORE = UINT32_MAX;

typedef struct peeling {
    tricorn_context *context;
    const tg_rows *below, *above;
    int32_t *degrees; /* degrees among the remaining vertices, padded to whole blocks */
    uint32_t *cores;  /* core numbers; NO_CORE while a vertex's is not known */
    uint32_t *blocks; /* the blocks that may have remaining vertices */
    uint32_t *queue;  /* all vertices in the order of their removal, and one place more */
    uint32_t block_count, head, tail;
    uint64_t work; /* work that was not reported yet */
} peeling;

static int32_t least_of(const int32_t *degrees)
{
    int32_t least = INT32_MAX;
    for (uint32_t i = 0; i < BLOCK; i++) least = degrees[i] < least ? degrees[i] : least;
    return least;
}

/* Puts the block's vertices of degree `level` into the queue; returns the least degree of the
 * others. */
static int32_t take_block(peeling *job, uint32_t first, int32_t level)
{
    const int32_t *const degrees = job->degrees;
    uint32_t *const queue = job->queue;
    uint32_t tail = job->tail;
    int32_t least = INT32_MAX;
    for (uint32_t v = first; v < first + BLOCK; v++) {
        queue[tail] = v;
        tail += degrees[v] == level;
        if (degrees[v] != level && degrees[v] < least) least = degrees[v];
    }
    job->tail = tail;
    return least;
}

static bool is_done(const peeling *job, uint32_t first)
{
    const uint32_t count = job->below->count, last = first + BLOCK;
    for (uint32_t v = first; v < last && v < count; v++)
        if (job->cores[v] == NO_CORE) return false;
    return true;
}

/* Puts all vertices of degree `level` into the queue; returns the least degree of the others,
 * INT32_MAX if none are left. */
static int32_t begin_level(peeling *job, int32_t level)
{
    uint32_t kept = 0;
    int32_t least = INT32_MAX;
    for (uint32_t b = 0; b < job->block_count; b++) {
        const uint32_t first = job->blocks[b] * BLOCK;
        int32_t degree = least_of(job->degrees + first);
        if (degree >= DONE && is_done(job, first)) continue;
        job->blocks[kept++] = job->blocks[b];
        if (degree == level) degree = take_block(job, first, level);
        if (degree < least) least = degree;
    }
    job->block_count = kept;
    return least;
}

/* Lowers the degrees of the ids in row v until `left` of them were remaining neighbours, or the
 * row ends; returns how many remaining neighbours were not in this row. */
static uint32_t lower(peeling *job, const tg_rows *rows, uint32_t v, int32_t level, uint32_t left)
{
    int32_t *const degrees = job->degrees;
    uint32_t *const queue = job->queue;
    uint32_t tail = job->tail;
    const uint32_t *ids = rows->ids + rows->offsets[v];
    const uint32_t *const end = rows->ids + rows->offsets[v + 1];
    while (left > 0 && ids < end) {
        /* The loop needs no test of `left`: to meet `left` remaining neighbours, it must read at
         * least `left` ids. */
        const uint32_t *const some = (uint64_t)(end - ids) < left ? end : ids + left;
        for (; ids < some; ids++) {
            const int32_t degree = degrees[*ids] - 1;
            degrees[*ids] = degree;
            queue[tail] = *ids;
            tail += degree == level;
            left -= degree < DONE;
        }
    }
    job->tail = tail;
    return left;
}

/* Prefetches memory for vertices further on in the queue.  It must be inlined: compilers drop
 * calls of a function that has no effect but a prefetch. */
static inline __attribute__((always_inline)) void read_ahead(const peeling *job)
{
    if (job->tail - job->head <= ROWS_AHEAD) return;
    const uint32_t far = job->queue[job->head + ROWS_AHEAD];
    const uint32_t near = job->queue[job->head + IDS_AHEAD];
    __builtin_prefetch(&job->below->offsets[far]);
    __builtin_prefetch(&job->above->offsets[far]);
    __builtin_prefetch(&job->below->ids[job->below->offsets[near]]);
    __builtin_prefetch(&job->above->ids[job->above->offsets[near]]);
}

/* Removes the vertices in the queue and those whose degrees thereby fall to the level. */
static void drain(peeling *job, int32_t level)
{
    while (job->head < job->tail) {
        read_ahead(job);
        const uint32_t v = job->queue[job->head++];
        uint32_t left = (uint32_t)job->degrees[v];
        job->cores[v] = (uint32_t)level;
        job->degrees[v] += DONE;
        job->work += 1 + 2 * (uint64_t)left;
        left = lower(job, job->below, v, level, left);
        if (left > 0) lower(job, job->above, v, level, left);
        if (job->work < REPORTED) continue;
        if (tg_work_add(job->context, job->work)) return;
        job->work = 0;
    }
}

static uint32_t length(const tg_rows *rows, uint32_t v)
{
    return (uint32_t)(rows->offsets[v + 1] - rows->offsets[v]);
}

static tricorn_status begin(peeling *job)
{
    const uint32_t count = job->below->count;
    uint64_t most = 0;
    job->block_count = (uint32_t)(((uint64_t)count + BLOCK - 1) / BLOCK);
    for (uint32_t v = 0; v < count; v++) {
        const uint64_t degree = (uint64_t)length(job->below, v) + length(job->above, v);
        job->degrees[v] = (int32_t)degree;
        if (degree > most) most = degree;
        job->cores[v] = NO_CORE;
    }
    for (uint64_t v = count; v < (uint64_t)job->block_count * BLOCK; v++) job->degrees[v] = DONE;
    for (uint32_t b = 0; b < job->block_count; b++) job->blocks[b] = b;
    if (most <= INT32_MAX) return TRICORN_OK;
    return tg_fail(job->context, TRICORN_UNSUPPORTED, "a vertex has 2^31 neighbours or more");
}

static void peel(peeling *job, uint32_t *most)
{
    const uint32_t count = job->below->count;
    int32_t level = 0, next = 0;
    while (job->tail < count && !tg_cancelled(job->context)) {
        const uint32_t before = job->tail;
        level = next;
        next = begin_level(job, level);
        /* no vertex has this degree: continue with the least */
        if (job->tail == before) continue;
        drain(job, level);
        next = level + 1; /* some degrees may have fallen to level + 1 */
    }
    *most = (uint32_t)level;
    tg_work_add(job->context, job->work);
}

tricorn_status tg_core_numbers_of(tricorn_context *context, const tg_rows *below,
                                  const tg_rows *above, uint32_t *cores, uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = below->count;
    peeling job = {.context = context, .below = below, .above = above, .cores = cores};

    TG_TRY(TG_ALLOC(context, (uint64_t)count + BLOCK, &job.degrees));
    TG_TRY(TG_ALLOC(context, (uint64_t)count / BLOCK + 1, &job.blocks));
    TG_TRY(TG_ALLOC(context, (uint64_t)count + 1, &job.queue));
    tg_work_begin(context, "peeling", count ? count + 2 * below->offsets[count] : 0);
    TG_TRY(begin(&job));
    peel(&job, most);
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(job.degrees);
    tg_free(job.blocks);
    tg_free(job.queue);
    return status;
}

tricorn_status tg_core_numbers(tricorn_context *context, const tg_rows *rows, uint32_t *cores,
                               uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    tg_rows above = {0};
    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(tg_core_numbers_of(context, rows, &above, cores, most));
cleanup:
    tg_rows_free(&above);
    return status;
}
