/* cores.c - peels vertices level by level: one thread removes few vertices, all threads many.
 *
 * - Removing a vertex lowers the degrees of its neighbours. One whose degree falls to the level
 *   joins the queue, once.
 * - One thread lowers even the degrees of removed vertices: so no branch depends on a neighbour's
 *   state.
 * - When a vertex is taken from the queue, its degree is at least the number of its remaining
 *   neighbours (and no more, if one thread has removed all vertices so far): the scan of its rows
 *   ends when it has met that many, or behind the last remaining vertex.  That skips most ids of
 *   hubs' rows, because remaining neighbours come first.
 * - Threads that share a queue would move the counters of some hundred hubs between their caches
 *   with every second edge.  So each of them counts by how much it lowers the degree of each hub,
 *   and the sums are subtracted afterwards.  Other degrees are lowered by atomic subtractions.  A
 *   thread goes on with the vertices whose degrees it has lowered to the level, so that a level
 *   takes few parallel regions (Kabir, Madduri, "Parallel k-Core Decomposition on Multicore
 *   Platforms", IPDPS Workshops 2017).
 */
#include "graph/cores.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "graph/transpose.h"

enum {
    BLOCK = 64, /* vertices whose degrees are compared at once */
    /* how many vertices and edges are processed between two reports of progress */
    REPORTED = 1 << 16,
    /* how far ahead in the queue row offsets are prefetched; IDS_AHEAD: the rows themselves;
     * DEGREES_AHEAD: how far ahead in a row degrees that other threads lower are prefetched */
    ROWS_AHEAD = 12,
    IDS_AHEAD = 6,
    DEGREES_AHEAD = 16,
    /* Fewer threads do not share a queue: an atomic subtraction takes as long as several others.
     */
    LEAST_THREADS = 4,
    /* Threads share a queue whose vertices may have this many remaining neighbours, which one thread removes in 25
     * microseconds; two parallel regions take 10 to 20. A vertex takes as long as VERTEX_EDGES edges. */
    SHARED_EDGES = 1 << 14,
    VERTEX_EDGES = 16,
    /* how many blocks threads share; one thread looks through them in 6 microseconds */
    SHARED_BLOCKS = 1 << 9,
    MOST_HUBS = 1 << 14, /* a thread's counters fit the cache of a core */
    EDGES_PER_COUNTER = 8, /* so all counters take at most half a byte for each edge */
    BAG = 1 << 10, /* vertices that a thread collects before it appends them to the queue */
    CHAIN = 16, /* vertices that a thread removes after one of the queue, because of that one */
    CHUNKS = 8 /* into which a queue is divided, for each thread */
};

/* TAKEN is added to the degree of a vertex that was taken from the queue: it becomes negative as
 * a signed number, so that it is below each level, and is above each degree as an unsigned one.
 */
static const uint32_t TAKEN = UINT32_C(1) << 31;

/* The blocks of one thread. */
typedef struct part {
    uint32_t first; /* where they begin in peeling.blocks */
    uint32_t kept; /* how many of them have remaining vertices */
    uint32_t least; /* the least degree above the level */
} part;

typedef struct peeling {
    tricorn_context *context;
    const tg_rows *below, *above;
    uint32_t *degrees; /* degrees among the remaining vertices, padded to whole blocks */
    uint32_t *cores; /* core numbers of the vertices that were taken from the queue */
    uint32_t *blocks; /* the blocks that have remaining vertices, ascending */
    uint32_t *queue; /* all vertices in the order of their removal, and one place more */
    uint32_t block_count, head, tail;
    uint32_t level;
    uint32_t behind; /* no vertex from this one on remains */
    uint32_t threads;
    uint32_t hubs; /* the first vertices, whole blocks */
    uint32_t *lowered; /* for each thread and hub: by how much its degree must still be lowered */
    part *parts; /* one for each thread */
    uint64_t work; /* work that was not reported yet */
} peeling;

/* Vertices that a thread will append to the queue. */
typedef struct bag {
    uint32_t count;
    uint32_t vertices[BAG];
} bag;

static void append(peeling *job, bag *found)
{
    const uint32_t at = __atomic_fetch_add(&job->tail, found->count, __ATOMIC_RELAXED);
    memcpy(job->queue + at, found->vertices, found->count * sizeof *found->vertices);
    found->count = 0;
}

static void put(peeling *job, bag *found, uint32_t v)
{
    if (found->count == BAG) append(job, found);
    found->vertices[found->count++] = v;
}

/* The work of removing v: the sum for all vertices is their number and twice that of the edges.
 */
static uint64_t work_of(const peeling *job, uint32_t v)
{
    return 1 + tg_row_length(job->below, v) + tg_row_length(job->above, v);
}

/* Returns whether to stop. */
static bool report(peeling *job, uint64_t *work)
{
    if (*work < REPORTED) return false;
    const uint64_t done = *work;
    *work = 0;
    return tg_work_add(job->context, done);
}

/* ---- the vertices that begin a level ---- */

static uint32_t least_of(const uint32_t *degrees)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < BLOCK; i++) least = degrees[i] < least ? degrees[i] : least;
    return least;
}

/* Collects the block's vertices whose degree is the level; returns the least degree of the others. */
static uint32_t take_block(peeling *job, uint32_t first, bag *found)
{
    const uint32_t *const degrees = job->degrees;
    uint32_t least = UINT32_MAX;
    if (found->count > BAG - BLOCK) append(job, found);
    for (uint32_t v = first; v < first + BLOCK; v++) {
        found->vertices[found->count] = v;
        found->count += degrees[v] == job->level;
        if (degrees[v] != job->level && degrees[v] < least) least = degrees[v];
    }
    return least;
}

static uint32_t block_of_part(const peeling *job, uint32_t number, uint32_t parts)
{
    return (uint32_t)((uint64_t)job->block_count * number / parts);
}

/* Puts the vertices of the level, from one thread's blocks, into the queue. */
static void take_part(peeling *job, uint32_t number, uint32_t parts)
{
    const uint32_t last = block_of_part(job, number + 1, parts);
    part own = {.first = block_of_part(job, number, parts), .least = UINT32_MAX};
    bag found;
    found.count = 0;
    for (uint32_t b = own.first; b < last; b++) {
        const uint32_t first = job->blocks[b] * BLOCK;
        uint32_t degree = least_of(job->degrees + first);
        if (degree >= TAKEN) continue;
        job->blocks[own.first + own.kept++] = job->blocks[b];
        if (degree == job->level) degree = take_block(job, first, &found);
        if (degree < own.least) own.least = degree;
    }
    append(job, &found);
    job->parts[number] = own;
}

/* Puts all vertices of the level into the queue. Returns the least degree of the others, TAKEN
 * or more if none are left. */
static uint32_t begin_level(peeling *job)
{
    const uint32_t parts = job->block_count < SHARED_BLOCKS ? 1 : job->threads;
    uint32_t least = UINT32_MAX, kept = 0;
#pragma omp parallel for num_threads((int)parts) schedule(static, 1) if (parts > 1)
    for (uint32_t p = 0; p < parts; p++) take_part(job, p, parts);
    for (uint32_t p = 0; p < parts; p++) {
        const part *of = &job->parts[p];
        memmove(job->blocks + kept, job->blocks + of->first, of->kept * sizeof *job->blocks);
        kept += of->kept;
        if (of->least < least) least = of->least;
    }
    job->block_count = kept;
    const uint64_t behind = kept > 0 ? ((uint64_t)job->blocks[kept - 1] + 1) * BLOCK : 0;
    job->behind = behind < job->below->count ? (uint32_t)behind : job->below->count;
    return least;
}

/* ---- removing by one thread ---- */

/* Lowers the degrees of the ids in row v until `left` of them were remaining neighbours, or none
 * of the rest remains; returns how many remaining neighbours were not in this row. */
static uint32_t lower(peeling *job, const tg_rows *rows, uint32_t v, uint32_t left)
{
    uint32_t *const degrees = job->degrees, *const queue = job->queue;
    const uint32_t level = job->level, behind = job->behind;
    uint32_t tail = job->tail;
    const uint32_t *ids = rows->ids + rows->offsets[v];
    const uint32_t *const end = rows->ids + rows->offsets[v + 1];
    while (left > 0 && ids < end && *ids < behind) {
        /* The loop needs no test of `left`: to meet `left` remaining neighbours, it must read at least `left` ids. */
        const uint32_t *const some = (uint64_t)(end - ids) < left ? end : ids + left;
        for (; ids < some; ids++) {
            const uint32_t degree = degrees[*ids] - 1;
            degrees[*ids] = degree;
            queue[tail] = *ids;
            tail += degree == level;
            left -= degree < TAKEN;
        }
    }
    job->tail = tail;
    return left;
}

/* Prefetches memory for vertices further on in the queue, behind `at`. It must be inlined:
 * compilers drop calls of a function that has no effect but a prefetch. */
static inline __attribute__((always_inline)) void read_ahead(const peeling *job, uint32_t at, uint32_t end)
{
    if (end - at <= ROWS_AHEAD) return;
    const uint32_t far = job->queue[at + ROWS_AHEAD], near = job->queue[at + IDS_AHEAD];
    __builtin_prefetch(&job->below->offsets[far]);
    __builtin_prefetch(&job->above->offsets[far]);
    __builtin_prefetch(&job->below->ids[job->below->offsets[near]]);
    __builtin_prefetch(&job->above->ids[job->above->offsets[near]]);
}

/* Removes vertices until the queue is empty, or has `most` vertices. */
static void drain_alone(peeling *job, uint32_t most)
{
    while (job->head < job->tail && job->tail - job->head < most) {
        read_ahead(job, job->head, job->tail);
        const uint32_t v = job->queue[job->head++];
        uint32_t left = job->degrees[v];
        job->cores[v] = job->level;
        job->degrees[v] += TAKEN;
        job->work += work_of(job, v);
        left = lower(job, job->below, v, left);
        if (left > 0) lower(job, job->above, v, left);
        if (report(job, &job->work)) return;
    }
}

/* ---- removing by all threads ---- */

/* A thread that removes vertices. */
typedef struct remover {
    peeling *job;
    uint32_t *lowered; /* its counters in peeling.lowered */
    uint64_t work; /* work that was not reported yet */
    bag found; /* vertices whose degrees it has lowered to the level */
} remover;

static bool remains(const peeling *job, uint32_t degree)
{
    return degree > job->level && degree < TAKEN;
}

/* Lowers the degrees of the vertices in row v that remain. */
static void lower_shared(remover *own, const tg_rows *rows, uint32_t v)
{
    peeling *job = own->job;
    const uint32_t behind = job->behind, hubs = job->hubs < behind ? job->hubs : behind;
    const uint32_t *ids = rows->ids + rows->offsets[v];
    const uint32_t *const end = rows->ids + rows->offsets[v + 1];
    for (; ids < end && *ids < hubs; ids++) own->lowered[*ids]++;
    for (; ids < end && *ids < behind; ids++) {
        uint32_t *degree = &job->degrees[*ids];
        if (end - ids > DEGREES_AHEAD) __builtin_prefetch(&job->degrees[ids[DEGREES_AHEAD]], 1);
        if (!remains(job, __atomic_load_n(degree, __ATOMIC_RELAXED))) continue;
        /* Only one thread sees the degree fall to the level. */
        if (__atomic_fetch_sub(degree, 1, __ATOMIC_RELAXED) == job->level + 1) put(job, &own->found, *ids);
    }
}

static void remove_shared(remover *own, uint32_t v)
{
    peeling *job = own->job;
    job->cores[v] = job->level;
    __atomic_fetch_add(&job->degrees[v], TAKEN, __ATOMIC_RELAXED);
    own->work += work_of(job, v);
    lower_shared(own, job->below, v);
    lower_shared(own, job->above, v);
    report(job, &own->work);
}

/* Removes a vertex of the queue, and some of those whose degrees thereby fall to the level. */
static void remove_chain(remover *own, uint32_t v)
{
    remove_shared(own, v);
    for (uint32_t i = 0; i < CHAIN && own->found.count > 0; i++)
        remove_shared(own, own->found.vertices[--own->found.count]);
}

/* Subtracts the threads' counters from the degrees of a block of hubs, and collects those that fall to the level. */
static void settle_block(peeling *job, uint32_t first, bag *found)
{
    uint32_t sums[BLOCK] = {0};
    for (uint32_t t = 0; t < job->threads; t++) {
        uint32_t *lowered = job->lowered + (uint64_t)t * job->hubs + first;
        for (uint32_t i = 0; i < BLOCK; i++) sums[i] += lowered[i];
        memset(lowered, 0, sizeof sums);
    }
    for (uint32_t i = 0; i < BLOCK; i++) {
        uint32_t *degree = &job->degrees[first + i];
        if (!remains(job, *degree)) continue;
        *degree -= sums[i];
        if (!remains(job, *degree)) put(job, found, first + i);
    }
}

static void settle_hubs(peeling *job)
{
    const uint32_t hubs = job->hubs < job->behind ? job->hubs : job->behind;
#pragma omp parallel num_threads((int)job->threads)
    {
        bag found;
        found.count = 0;
#pragma omp for schedule(static) nowait
        for (uint32_t first = 0; first < hubs; first += BLOCK) settle_block(job, first, &found);
        append(job, &found);
    }
}

/* Removes the vertices that are in the queue. */
static void drain_shared(peeling *job)
{
    const uint32_t first = job->head, last = job->tail;
    const uint32_t fair = (last - first) / (job->threads * CHUNKS) + 1;
    const uint32_t chunk = fair < BLOCK ? fair : BLOCK;
#pragma omp parallel num_threads((int)job->threads)
    {
        remover own;
        own.job = job;
        own.lowered = job->lowered + (uint64_t)omp_get_thread_num() * job->hubs;
        own.work = 0;
        own.found.count = 0;
#pragma omp for schedule(dynamic, chunk) nowait
        for (uint32_t i = first; i < last; i++) {
            if (tg_cancelled(job->context)) continue;
            read_ahead(job, i, last);
            remove_chain(&own, job->queue[i]);
        }
        append(job, &own.found);
        tg_work_add(job->context, own.work);
    }
    job->head = last;
    settle_hubs(job);
}

/* ---- all levels ---- */

/* Removes the vertices in the queue and those whose degrees thereby fall to the level. */
static void drain(peeling *job)
{
    const uint32_t most = job->threads > 1 ? SHARED_EDGES / (job->level + VERTEX_EDGES) + 1 : UINT32_MAX;
    while (job->head < job->tail && !tg_cancelled(job->context)) {
        if (job->tail - job->head < most)
            drain_alone(job, most);
        else
            drain_shared(job);
    }
}

static tricorn_status begin(peeling *job)
{
    const uint32_t count = job->below->count;
    const int threads = (int)job->threads;
    uint64_t most = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : most)
    for (uint32_t v = 0; v < count; v++) {
        const uint64_t degree = tg_row_length(job->below, v) + tg_row_length(job->above, v);
        job->degrees[v] = (uint32_t)degree;
        if (degree > most) most = degree;
    }
    job->block_count = (uint32_t)(((uint64_t)count + BLOCK - 1) / BLOCK);
    for (uint64_t v = count; v < (uint64_t)job->block_count * BLOCK; v++) job->degrees[v] = TAKEN;
    for (uint32_t b = 0; b < job->block_count; b++) job->blocks[b] = b;
    if (most < TAKEN) return TRICORN_OK;
    return tg_fail(job->context, TRICORN_UNSUPPORTED, "a vertex has 2^31 neighbours or more");
}

static void peel(peeling *job, uint32_t *most)
{
    uint32_t next = 0;
    *most = 0;
    while (next < TAKEN && !tg_cancelled(job->context)) {
        job->level = next;
        next = begin_level(job);
        /* no vertex has this degree: continue with the least */
        if (job->head == job->tail) continue;
        *most = job->level;
        drain(job);
        next = job->level + 1; /* some degrees may have fallen to level + 1 */
    }
    tg_work_add(job->context, job->work);
}

/* How many vertices are hubs. */
static uint32_t hubs_of(const peeling *job)
{
    const uint32_t count = job->below->count;
    const uint64_t edges = count ? job->below->offsets[count] : 0;
    const uint64_t most = edges / EDGES_PER_COUNTER / job->threads;
    uint64_t hubs = count < MOST_HUBS ? count : MOST_HUBS;
    if (job->threads == 1) return 0;
    if (hubs > most) hubs = most;
    return (uint32_t)(hubs / BLOCK * BLOCK);
}

tricorn_status tg_core_numbers_of(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, uint32_t *cores, uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = below->count;
    peeling job = {.context = context,
      .below = below,
      .above = above,
      .cores = cores,
      .threads = context->threads < LEAST_THREADS ? 1 : context->threads};

    job.hubs = hubs_of(&job);
    TG_TRY(TG_ALLOC(context, (uint64_t)count + BLOCK, &job.degrees));
    TG_TRY(TG_ALLOC(context, (uint64_t)count / BLOCK + 1, &job.blocks));
    TG_TRY(TG_ALLOC(context, (uint64_t)count + 1, &job.queue));
    TG_TRY(TG_ALLOC(context, job.threads, &job.parts));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)job.threads * job.hubs, &job.lowered));
    tg_work_begin(context, "peeling", count ? count + 2 * below->offsets[count] : 0);
    TG_TRY(begin(&job));
    peel(&job, most);
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(job.degrees);
    tg_free(job.blocks);
    tg_free(job.queue);
    tg_free(job.parts);
    tg_free(job.lowered);
    return status;
}

tricorn_status tg_core_numbers(tricorn_context *context, const tg_rows *rows, uint32_t *cores, uint32_t *most)
{
    tricorn_status status = TRICORN_OK;
    tg_rows above = {0};
    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(tg_core_numbers_of(context, rows, &above, cores, most));
cleanup:
    tg_rows_free(&above);
    return status;
}
