/* degrees.c - counts each vertex's edges, with repetitions, and finds which vertices have loops.
 *
 * - Counting is random access, so small counters are fast: a cache holds four times as many bytes
 *   as words.
 * - If no degree is far above the mean, as in roads, meshes and uniform random graphs, one byte
 *   is enough for each counter.  The first degree above the limit for flat graphs ends that
 *   attempt; graphs with hubs reach it within the first edges.
 * - After that each thread still counts in its own bytes, and a byte that wraps carries 256 into
 *   a table of all threads: so hubs, whose counters all threads would write all the time, are
 *   written to that table once in 256 edges.
 * - All threads count in one table, by atomic additions, only if a table for each would take too
 *   much memory.
 */
#include "prepare/steps.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    /* up to this many threads have their own tables of 32-bit counts if the vertices are few */
    PRIVATE_TABLES = 4,
    PRIVATE_BYTE_TABLES = 16, /* up to this many threads have their own tables of bytes */
    /* more threads, too, if their tables of bytes take at most this many bytes per edge:
     * preparing can spare that now */
    SPARE_BYTES = 2,
    CARRY = 256, /* a byte that wraps carries this value */
    /* the counts of this many vertices are added up at a time, which stay in the L1 */
    JOINED_AT_ONCE = 1 << 10,
    FEW_VERTICES = 1 << 18, /* a core's L2 holds 32-bit counts of up to this many vertices */
    /* tables of up to this many vertices are in caches, and not prefetched */
    CACHED_VERTICES = 1 << 20,
    /* the largest limit: a byte can still hold one more, so that exceeding the limit is noticed */
    MOST_BYTE = 254,
    /* this many edges are read several times in a row: 32 KiB, within the L1 */
    WORK_STEP = 1 << 12,
    /* margin: several threads may pass the test at once, and each then adds up to a step */
    SHARED_MARGIN = 1 << 28
};

typedef struct counting {
    const tg_edges *edges;
    uint64_t count, vertices;
    uint32_t threads;
    bool shared; /* all threads count in one table, by atomic additions */
    bool alone; /* each thread has its own table, in which no degree can reach TG_DEGREE_MASK */
    uint8_t limit; /* the attempt to count in `few` ends when a degree is higher than this */
    uint8_t *few; /* counts of one byte: a table for each thread, or one table */
    /* counts of 32 bits: a table for each thread, or one table; if `few` is used, one table of
     * the carries of its bytes */
    uint32_t *degrees;
    uint64_t *loops; /* used beside `few`: a bit for each vertex, whether it has a loop */
    atomic_bool over; /* a degree was above the limit */
    atomic_bool falls; /* somewhere a smaller end is less than that of the edge before */
} counting;

/* ---- steps of a slice ---- */

static void add_degree(uint32_t *degree, uint32_t more, bool shared)
{
    if (!shared) {
        const uint32_t room = TG_DEGREE_MASK - (*degree & TG_DEGREE_MASK);
        *degree += more < room ? more : room;
    } else if ((__atomic_load_n(degree, __ATOMIC_RELAXED) & TG_DEGREE_MASK) < TG_DEGREE_MASK - SHARED_MARGIN) {
        __atomic_fetch_add(degree, more, __ATOMIC_RELAXED);
    }
}

/* Counts the ends of a step's edges. Sorted edges come in runs with the same first end; the
 * length of each run is added at once. */
static uint64_t count_step(const counting *job, const tg_edge *edges, uint64_t count, uint32_t *degrees)
{
    uint64_t loops = 0;
    uint32_t first = edges[0].u, run = 0;
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        __builtin_prefetch(&degrees[edges[count - i > TG_AHEAD ? i + TG_AHEAD : i].v], 1);
        if (edge.u == edge.v) {
            __atomic_fetch_or(&degrees[edge.u], TG_LOOP_SEEN, __ATOMIC_RELAXED);
            loops++;
            continue;
        }
        if (edge.u != first) {
            add_degree(&degrees[first], run, job->shared);
            first = edge.u;
            run = 0;
        }
        run++;
        add_degree(&degrees[edge.v], 1, job->shared);
    }
    add_degree(&degrees[first], run, job->shared);
    return loops;
}

/* Counts as count_step does, for a private table whose sums stay below the mask. It does not add up runs: branches at
 * the ends of runs are mispredicted, which costs more than the additions. */
static inline __attribute__((always_inline)) uint64_t count_step_alone(
  const tg_edge *edges, uint64_t count, uint32_t *degrees, bool fetched)
{
    uint64_t loops = 0;
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        const uint32_t one = edge.u != edge.v;
        if (fetched) __builtin_prefetch(&degrees[edges[count - i > TG_AHEAD ? i + TG_AHEAD : i].v], 1);
        degrees[edge.u] += one;
        degrees[edge.v] += one;
        if (!one) {
            degrees[edge.u] |= TG_LOOP_SEEN;
            loops++;
        }
    }
    return loops;
}

/* Adds one to a byte of the thread's own table, and carries if the byte wraps. */
static inline void add_carried(const counting *job, uint8_t *bytes, uint32_t x)
{
    if (__builtin_expect(++bytes[x] == 0, 0)) add_degree(&job->degrees[x], CARRY, true);
}

/* Counts as count_step_alone does, in bytes that carry when they wrap. */
static inline __attribute__((always_inline)) uint64_t count_carried_step(
  const counting *job, const tg_edge *edges, uint64_t count, uint8_t *bytes)
{
    uint64_t loops = 0;
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        __builtin_prefetch(&bytes[edges[count - i > TG_AHEAD ? i + TG_AHEAD : i].v], 1);
        if (edge.u == edge.v) {
            __atomic_fetch_or(&job->degrees[edge.u], TG_LOOP_SEEN, __ATOMIC_RELAXED);
            loops++;
            continue;
        }
        add_carried(job, bytes, edge.u);
        add_carried(job, bytes, edge.v);
    }
    return loops;
}

/* Adds to a byte and returns whether the degree is within the limit. In a shared table other
 * threads may add up to a step of edges before they notice that the limit is exceeded; if the
 * byte wraps then, the table is not used any more. */
static bool add_few(const counting *job, uint8_t *degree, uint32_t more, bool shared)
{
    const uint32_t sum = (shared ? __atomic_fetch_add(degree, (uint8_t)more, __ATOMIC_RELAXED) : *degree) + more;
    if (!shared) *degree = (uint8_t)sum;
    return sum <= job->limit;
}

/* Counts as count_step does, in bytes; sets job->over if a degree exceeds the limit. */
static inline __attribute__((always_inline)) uint64_t count_few_step(
  counting *job, const tg_edge *edges, uint64_t count, uint8_t *few, bool shared)
{
    uint64_t loops = 0;
    uint32_t first = edges[0].u, run = 0;
    bool within = true;
    for (uint64_t i = 0; i < count && within; i++) {
        const tg_edge edge = edges[i];
        __builtin_prefetch(&few[edges[count - i > TG_AHEAD ? i + TG_AHEAD : i].v], 1);
        if (edge.u == edge.v) {
            __atomic_fetch_or(&job->loops[edge.u / 64], UINT64_C(1) << edge.u % 64, __ATOMIC_RELAXED);
            loops++;
            continue;
        }
        if (edge.u != first) {
            within = add_few(job, &few[first], run, shared);
            first = edge.u;
            run = 0;
        }
        run++;
        within &= add_few(job, &few[edge.v], 1, shared);
    }
    if (!add_few(job, &few[first], run, shared) || !within)
        atomic_store_explicit(&job->over, true, memory_order_relaxed);
    return loops;
}

/* Whether the smaller ends of the edges ascend; if `has_before`, also from the edge before them. */
static bool ascends(const tg_edge *edges, uint64_t count, bool has_before)
{
    const uint32_t first = tg_smaller_end(edges[0]);
    uint32_t falls = has_before && first < tg_smaller_end(edges[-1]);
    for (uint64_t i = 1; i < count; i++) falls |= tg_smaller_end(edges[i]) < tg_smaller_end(edges[i - 1]);
    return !falls;
}

/* ---- all slices ---- */

static uint64_t count_slice(tricorn_context *context, counting *job, uint32_t number)
{
    const tg_edges *edges = job->edges;
    const tg_slice slice = tg_slice_of(job->count, number, job->threads);
    const uint64_t table = job->shared ? 0 : number * job->vertices;
    uint64_t loops = 0, start = 0;
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++) {
        const tg_slice_edges some = tg_slice_in(&edges->parts[p], start, slice);
        for (uint64_t i = 0; i < some.count; i += WORK_STEP) {
            const uint64_t left = some.count - i, step = left < WORK_STEP ? left : WORK_STEP;
            const tg_edge *from = some.edges + i;
            if (!atomic_load_explicit(&job->falls, memory_order_relaxed) &&
                !ascends(from, step, from != edges->parts[p].edges))
                atomic_store_explicit(&job->falls, true, memory_order_relaxed);
            if (job->degrees && job->few)
                loops += count_carried_step(job, from, step, job->few + table);
            else if (job->degrees && job->alone && job->vertices <= CACHED_VERTICES)
                loops += count_step_alone(from, step, job->degrees + table, false);
            else if (job->degrees && job->alone)
                loops += count_step_alone(from, step, job->degrees + table, true);
            else if (job->degrees)
                loops += count_step(job, from, step, job->degrees + table);
            else if (job->shared)
                loops += count_few_step(job, from, step, job->few, true);
            else
                loops += count_few_step(job, from, step, job->few + table, false);
            if (tg_work_add(context, step)) return loops;
            if (atomic_load_explicit(&job->over, memory_order_relaxed)) return loops;
        }
    }
    return loops;
}

static uint64_t count_slices(tricorn_context *context, counting *job)
{
    uint64_t loops = 0;
    tg_work_begin(context, "counting degrees", job->count);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1) reduction(+ : loops)
    for (uint32_t slice = 0; slice < job->threads; slice++) loops += count_slice(context, job, slice);
    return loops;
}

/* Adds the degree in `more` to that in *sum, at most up to TG_DEGREE_MASK, and combines their loop bits. */
static void join_degree(uint32_t *sum, uint32_t more)
{
    const uint64_t degree = (uint64_t)(*sum & TG_DEGREE_MASK) + (uint64_t)(more & TG_DEGREE_MASK);
    *sum = (uint32_t)(degree < TG_DEGREE_MASK ? degree : TG_DEGREE_MASK) | ((*sum | more) & TG_LOOP_SEEN);
}

/* The vertices are joined in this many slices. */
static uint64_t joined_slices(const counting *job)
{
    return (job->vertices + JOINED_AT_ONCE - 1) / JOINED_AT_ONCE;
}

static tg_slice joined_slice(const counting *job, uint64_t number)
{
    const uint64_t first = number * JOINED_AT_ONCE, left = job->vertices - first;
    return (tg_slice){first, first + (left < JOINED_AT_ONCE ? left : JOINED_AT_ONCE)};
}

/* Adds up the tables of all threads in the first one, and returns the sums over all vertices. */
static tg_degree_sums join_degrees(const counting *job, uint64_t copies)
{
    uint32_t *const degrees = job->degrees, most = 0;
    uint64_t active = 0, squares = 0;
#pragma omp parallel for num_threads((int)job->threads) schedule(static) reduction(max : most) \
    reduction(+ : active, squares)
    for (uint64_t x = 0; x < job->vertices; x++) {
        uint32_t sum = degrees[x];
        for (uint64_t c = 1; c < copies; c++) join_degree(&sum, degrees[c * job->vertices + x]);
        degrees[x] = sum;
        tg_add_degree(sum, &most, &active, &squares);
    }
    return (tg_degree_sums){most, active, squares};
}

/* Adds up the bytes of all tables, for the vertices of the slice. */
static void sum_bytes(const counting *job, uint64_t tables, tg_slice slice, uint32_t sums[JOINED_AT_ONCE])
{
    memset(sums, 0, JOINED_AT_ONCE * sizeof *sums);
    for (uint64_t t = 0; t < tables; t++) {
        const uint8_t *bytes = job->few + t * job->vertices + slice.first;
        for (uint64_t i = 0; i < slice.last - slice.first; i++) sums[i] += bytes[i];
    }
}

/* Adds all bytes to what they have carried before, and returns the sums over all vertices. */
static tg_degree_sums join_carried(tricorn_context *context, const counting *job)
{
    uint32_t most = 0;
    uint64_t active = 0, squares = 0;
    tg_work_begin(context, "counting degrees", job->vertices);
#pragma omp parallel for num_threads((int)job->threads) schedule(static) reduction(max : most) \
    reduction(+ : active, squares)
    for (uint64_t p = 0; p < joined_slices(job); p++) {
        const tg_slice slice = joined_slice(job, p);
        uint32_t sums[JOINED_AT_ONCE];
        if (tg_pass_stops(context, p, JOINED_AT_ONCE)) continue;
        sum_bytes(job, job->threads, slice, sums);
        for (uint64_t x = slice.first; x < slice.last; x++) {
            join_degree(&job->degrees[x], sums[x - slice.first]);
            tg_add_degree(job->degrees[x], &most, &active, &squares);
        }
    }
    return (tg_degree_sums){most, active, squares};
}

/* Whether one byte for each vertex and thread takes little memory. */
static bool has_byte_tables(const counting *job)
{
    return job->threads <= PRIVATE_BYTE_TABLES || job->threads * job->vertices <= SPARE_BYTES * job->count;
}

/* Counts all edges in bytes that carry when they wrap. */
static tricorn_status count_carried(tricorn_context *context, counting *job, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;

    job->shared = false;
    TG_TRY(TG_ALLOC_ZERO(context, job->vertices, &job->degrees));
    TG_TRY(TG_ALLOC_ZERO(context, job->vertices * job->threads, &job->few));
    preparation->self_loops = count_slices(context, job);
    TG_TRY(tg_check_cancelled(context));
    preparation->sums = join_carried(context, job);
    TG_TRY(tg_check_cancelled(context));
    preparation->summed = true;
    preparation->degrees = job->degrees;
    job->degrees = NULL;

cleanup:
    tg_free(job->few);
    tg_free(job->degrees);
    job->few = NULL;
    job->degrees = NULL;
    return status;
}

static tricorn_status count_degrees(tricorn_context *context, counting *job, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;
    uint64_t loops = 0;

    job->shared = job->threads > PRIVATE_TABLES;
    job->alone = !job->shared && job->count <= TG_DEGREE_MASK / 2;
    const uint64_t copies = job->shared ? 1 : job->threads;
    TG_TRY(TG_ALLOC_ZERO(context, job->vertices * copies, &job->degrees));
    loops = count_slices(context, job);
    TG_TRY(tg_check_cancelled(context));
    if (copies > 1) {
        preparation->sums = join_degrees(job, copies);
        preparation->summed = true;
        TG_TRY(TG_REALLOC(context, job->vertices, &job->degrees));
    }
    preparation->degrees = job->degrees;
    preparation->self_loops = loops;
    job->degrees = NULL;

cleanup:
    tg_free(job->degrees);
    return status;
}

/* Adds up the byte tables of all threads in the first one; returns false if a degree exceeds the limit. */
static bool join_few(tricorn_context *context, const counting *job, uint64_t copies)
{
    uint32_t over = 0;
    tg_work_begin(context, "counting degrees", job->vertices);
#pragma omp parallel for num_threads((int)job->threads) schedule(static) reduction(| : over)
    for (uint64_t p = 0; p < joined_slices(job); p++) {
        const tg_slice slice = joined_slice(job, p);
        uint32_t sums[JOINED_AT_ONCE];
        if (tg_pass_stops(context, p, JOINED_AT_ONCE)) continue;
        sum_bytes(job, copies, slice, sums);
        for (uint64_t x = slice.first; x < slice.last; x++) {
            job->few[x] = (uint8_t)sums[x - slice.first];
            over |= sums[x - slice.first] > job->limit;
        }
    }
    return !over;
}

/* Tries to count in bytes; preparation->few stays NULL if a degree exceeds the limit. */
static tricorn_status count_few(tricorn_context *context, counting *job, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;
    uint64_t loops = 0;

    job->shared = !has_byte_tables(job);
    const uint64_t copies = job->shared ? 1 : job->threads;
    TG_TRY(TG_ALLOC_ZERO(context, job->vertices * copies, &job->few));
    TG_TRY(TG_ALLOC_ZERO(context, job->vertices / 64 + 1, &job->loops));
    loops = count_slices(context, job);
    TG_TRY(tg_check_cancelled(context));
    if (!atomic_load(&job->over) && join_few(context, job, copies)) {
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(TG_REALLOC(context, job->vertices, &job->few));
        preparation->few = job->few;
        preparation->loops = job->loops;
        preparation->self_loops = loops;
        job->few = NULL;
        job->loops = NULL;
    }

cleanup:
    tg_free(job->few);
    tg_free(job->loops);
    job->few = NULL;
    job->loops = NULL;
    atomic_store(&job->over, false);
    return status;
}

tricorn_status tg_count_degrees(tricorn_context *context, tg_preparation *preparation)
{
    const tg_edges *edges = preparation->edges;
    const uint64_t flat = tg_flat_degree(preparation->input_edges, edges->vertices);
    counting job = {.edges = edges,
      .count = preparation->input_edges,
      .vertices = edges->vertices,
      .threads = context->threads,
      .limit = (uint8_t)(flat < MOST_BYTE ? flat : MOST_BYTE)};

    if (edges->vertices == 0) return TRICORN_OK;
    /* The attempt would fail if a byte could not hold at least twice the mean degree. */
    if (edges->vertices > FEW_VERTICES && preparation->input_edges / edges->vertices <= MOST_BYTE / 4)
        TG_DO(count_few(context, &job, preparation));
    const bool few_vertices = edges->vertices <= FEW_VERTICES && job.threads <= PRIVATE_TABLES;
    if (preparation->few == NULL)
        TG_DO((few_vertices || !has_byte_tables(&job) ? count_degrees : count_carried)(context, &job, preparation));
    preparation->ascending = !atomic_load(&job.falls);
    return TRICORN_OK;
}
