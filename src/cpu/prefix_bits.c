/* prefix_bits.c - counts triangles by prefix bits, for pairs of rows in a buffer.
 *
 * - The buffer contains edges of several rows, as pairs of rows, so that no branch depends on the
 *   length of a row.
 * - A kernel ANDs eight pairs at a time, and adds their common bits up by columns
 *   (common/columns.h).
 * - The triangles of a vertex u are the difference of two prefix sums over the buffer.
 */
#include "cpu/prefix_bits.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/intersect/intersect.h"

enum {
    PREFIX_IDS = TG_BLOCK_IDS,
    PAIRS = 1024, /* edges in a buffer, which stays in the first level cache */
    COPIED = 16, /* ids that one instruction copies */
    ROWS_AT_ONCE = 256, /* rows that a thread claims at a time */
    SAMPLES = 512,
    MOST_VERTICES = 1 << 18 /* their prefix bits, 16 MB, may stay in a cache */
};

/* Nanoseconds on one thread, fitted to twenty real graphs. Counting row by row takes ROW_EDGE
 * per edge and ROW_ID per id of its smaller end's row; counting by bits takes BITS_EDGE per edge,
 * beside the AND, and BITS_VERTEX to make the bits of a row. */
static const double ROW_EDGE = 6, ROW_ID = 0.7, BITS_EDGE = 2.5, BITS_VERTEX = 7;

typedef struct counting {
    tricorn_context *context;
    const tg_rows *rows;
    uint32_t first;
    uint64_t *bits; /* the prefix bits of each row, followed by those of an empty row */
    uint64_t *rest_offsets;
    uint32_t *rest_ids;
    tg_columns *columns; /* one for each thread */
    const tg_vertex_counters *counters;
} counting;

/* ---- whether it pays ---- */

/* Returns the mean cost of an edge, counted row by row, in the graph without the first `prefix` vertices. */
static double cost_of_rest(const tg_rows *rows, uint32_t prefix)
{
    const uint64_t edges = rows->offsets[rows->count];
    uint64_t left = 0, ids = 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const uint32_t v = rows->ids[edges / SAMPLES * i];
        left += v >= prefix;
        ids += rows->offsets[v + UINT64_C(1)] - tg_row_position(rows, v, prefix);
    }
    /* No triangle is counted at the first edge of a row. */
    const double others = 1 - (double)rows->count / (double)edges;
    return others * (ROW_EDGE * (double)left + ROW_ID * (double)ids) / SAMPLES;
}

uint32_t tg_prefix_bits_choose(const tricorn_context *context, const tg_rows *rows, double *seconds)
{
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    uint32_t prefix = 0;

    *seconds = 0;
    if (edges < SAMPLES || rows->count >= edges || rows->count > MOST_VERTICES) return 0;
    const double step =
      BITS_EDGE + 2 * tg_kernels_of(context->isa)->pair_cost + BITS_VERTEX * (double)rows->count / (double)edges;
    double rest = cost_of_rest(rows, 0), bits = 0;
    while (prefix < rows->count) {
        const double less = cost_of_rest(rows, prefix + PREFIX_IDS);
        if (rest - less <= step) break;
        prefix += PREFIX_IDS;
        bits += step;
        rest = less;
    }
    *seconds = (double)edges * (bits + rest) * 1e-9;
    return prefix;
}

/* Copies ids. `spare` tells whether up to COPIED more ids may be read, and written. */
static inline void copy_ids(uint32_t *to, const uint32_t *from, uint64_t count, bool spare)
{
    if (spare)
        for (uint64_t i = 0; i < count; i += COPIED) memcpy(to + i, from + i, COPIED * sizeof *to);
    else
        for (uint64_t i = 0; i < count; i++) to[i] = from[i];
}

/* ---- prefix bits, and the rest of the rows ---- */

static void make_bits(const counting *job)
{
    const tg_rows *rows = job->rows;
    const uint64_t last_id = (uint64_t)job->first + PREFIX_IDS - 1;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint32_t v = 0; v <= rows->count; v++) {
        uint64_t *bits = job->bits + (uint64_t)v * TG_BLOCK_WORDS;
        uint64_t at = 0, end = 0;
        memset(bits, 0, TG_BLOCK_WORDS * sizeof *bits);
        if (v < rows->count) at = rows->offsets[v], end = rows->offsets[v + 1];
        for (; at < end && rows->ids[at] <= last_id; at++) {
            const uint32_t bit = rows->ids[at] - job->first;
            bits[bit / 64] |= UINT64_C(1) << bit % 64;
        }
        job->rest_offsets[v] = end - at;
    }
}

/* Copies the rest of rows `first` to last - 1, their ids above the 512 vertices. Writes nothing
 * after the last of these rows, because the next rows belong to another thread. */
static void copy_rest(const counting *job, uint32_t first, uint32_t last)
{
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count], *rest = job->rest_offsets;
    for (uint32_t v = first; v < last; v++) {
        const uint64_t count = rest[v + 1] - rest[v], from = rows->offsets[v + 1] - count;
        copy_ids(job->rest_ids + rest[v], rows->ids + from, count,
          from + count + COPIED <= edges && rest[v + 1] + COPIED <= rest[last]);
    }
}

static tricorn_status make_rest(counting *job)
{
    const uint64_t count = job->rows->count, threads = job->context->threads;
    tg_prefix_sum(job->context, job->rest_offsets, count);
    TG_DO(TG_ALLOC(job->context, job->rest_offsets[count] + 1, &job->rest_ids));
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++)
        copy_rest(job, (uint32_t)(count * t / threads), (uint32_t)(count * (t + 1) / threads));
    return TRICORN_OK;
}

/* ---- counting ---- */

/* Edges u -> v, as pairs of rows. Consecutive edges of one u are a run. */
typedef struct pair_buffer {
    uint32_t larger[PAIRS + COPIED], smaller[PAIRS + COPIED];
    uint16_t common[PAIRS + TG_COLUMN_GROUP];
    uint32_t sums[PAIRS + 1]; /* for each pair: how many common bits all pairs before it have */
    uint32_t run_of[PAIRS], run_end[PAIRS];
    uint32_t count, runs;
    uint64_t *counts; /* this thread's counters of vertices */
    tg_columns *columns;
} pair_buffer;

/* Counts the pairs in the buffer, and empties it. */
static uint64_t count_pairs(const counting *job, pair_buffer *own)
{
    uint32_t sum = 0;
    uint64_t padded = own->count;
    for (; padded % TG_COLUMN_GROUP != 0; padded++) own->larger[padded] = own->smaller[padded] = job->rows->count;
    const tg_bit_row_pairs pairs = {job->bits, own->larger, own->smaller, padded, own->common, own->columns};
    tg_kernels_of(job->context->isa)->bit_row_pairs(&pairs);
    own->sums[0] = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        own->counts[own->smaller[i]] += own->common[i];
        sum += own->common[i];
        own->sums[i + 1] = sum;
    }
    for (uint32_t r = 0, begin = 0; r < own->runs; begin = own->run_end[r++])
        own->counts[own->run_of[r]] += own->sums[own->run_end[r]] - own->sums[begin];
    own->count = own->runs = 0;
    return sum;
}

/* Appends the edges of row u to the buffer, except the first one, at which no triangle is
 * counted: no id of row u is below it. */
static uint64_t count_row(const counting *job, pair_buffer *own, uint32_t u)
{
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count], end = rows->offsets[u + 1];
    uint64_t found = 0;
    for (uint64_t e = rows->offsets[u] + 1; e < end;) {
        const uint64_t room = PAIRS - own->count, count = end - e < room ? end - e : room;
        copy_ids(own->smaller + own->count, rows->ids + e, count, e + count + COPIED <= edges);
        for (uint64_t i = 0; i < count; i += COPIED)
            for (uint64_t j = i; j < i + COPIED; j++) own->larger[own->count + j] = u;
        own->count += (uint32_t)count;
        own->run_of[own->runs] = u;
        own->run_end[own->runs++] = own->count;
        e += count;
        if (own->count == PAIRS) found += count_pairs(job, own);
    }
    return found;
}

/* Claims rows and counts their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status count_rows(const counting *job, _Atomic uint64_t *next, uint64_t *found)
{
    const uint32_t thread = (uint32_t)omp_get_thread_num();
    const uint64_t *offsets = job->rows->offsets;
    const uint64_t rows = job->rows->count;
    pair_buffer *own = NULL;
    TG_DO(TG_ALLOC(job->context, 1, &own));
    own->count = own->runs = 0;
    own->counts = tg_vertex_counters_of(job->counters, thread);
    own->columns = job->columns + thread;
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < rows;) {
        const uint64_t last = rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
        for (uint64_t u = first; u < last; u++) *found += count_row(job, own, (uint32_t)u);
        if (tg_work_add(job->context, offsets[last] - offsets[first])) break;
    }
    *found += count_pairs(job, own);
    tg_free(own);
    return TRICORN_OK;
}

static tricorn_status count_all(const counting *job, uint64_t *found)
{
    const uint32_t threads = job->context->threads;
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    uint64_t sum = 0;
#pragma omp parallel num_threads((int)threads) reduction(+ : sum)
    tg_keep_failure(&failure, count_rows(job, &next, &sum));
    for (uint32_t t = 0; t < threads; t++) tg_columns_sum(&job->columns[t], job->counters->counts + job->first);
    *found += sum;
    return failure == TRICORN_OK ? tg_check_cancelled(job->context) : (tricorn_status)failure;
}

tricorn_status tg_prefix_bits_count(tricorn_context *context, const tg_prefix_bits *of, tg_rows *rest, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_rows *rows = of->rows;
    counting job = {.context = context, .rows = rows, .first = of->first, .counters = of->counters};
    const uint64_t bit_rows = (uint64_t)rows->count + 1;

    TG_TRY(TG_ALLOC(context, bit_rows * TG_BLOCK_WORDS, &job.bits));
    TG_TRY(TG_ALLOC(context, bit_rows, &job.rest_offsets));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &job.columns));
    tg_work_begin(context, "counting", rows->offsets[rows->count]);
    make_bits(&job);
    TG_TRY(make_rest(&job));
    TG_TRY(count_all(&job, found));
    *rest = (tg_rows){rows->count, job.rest_offsets, job.rest_ids};
    job.rest_offsets = NULL;
    job.rest_ids = NULL;
cleanup:
    tg_free(job.bits);
    tg_free(job.rest_offsets);
    tg_free(job.rest_ids);
    tg_free(job.columns);
    return status;
}
