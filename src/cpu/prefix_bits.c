/* prefix_bits.c - edges of all rows stand in a buffer as pairs of lines, so that no branch depends
 * on the length of a row; the common bits of eight pairs are added up together. */
#include "cpu/prefix_bits.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/intersect/intersect.h"

enum {
    HEADS = TG_BLOCK_IDS,
    PAIRS = 1024,       /* of a buffer, which stays in the first level cache */
    PIECE = 16,         /* ids that are copied at once */
    ROWS_AT_ONCE = 256, /* a thread's next share */
    SAMPLES = 512,
    MOST_VERTICES = 1 << 18 /* whose lines, 16 MB, a cache may hold */
};

/* Of one thread, in nanoseconds, fitted to twenty real graphs: what an edge takes row by row, an
 * id of its lesser row, an edge beside its line, and a vertex for its line. */
static const double ROW_EDGE = 6, ROW_ID = 0.7, LINE_EDGE = 2.5, LINE_VERTEX = 7;

typedef struct counting {
    tricorn_context *context;
    const tg_rows *rows;
    uint32_t first;
    uint64_t *lines; /* of each row, and one without a bit */
    uint64_t *rest_offsets;
    uint32_t *rest_ids;
    tg_columns *columns; /* of each thread */
    const tg_vertex_counters *counters;
} counting;

/* ---- whether it pays ----------------------------------------------------------------------- */

/* What an edge takes row by row, on average over all edges, once `heads` vertices are left out.
 */
static double cost_of_rest(const tg_rows *rows, uint32_t heads)
{
    const uint64_t edges = rows->offsets[rows->count];
    uint64_t left = 0, ids = 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const uint32_t v = rows->ids[edges / SAMPLES * i];
        left += v >= heads;
        ids += rows->offsets[v + UINT64_C(1)] - tg_row_position(rows, v, heads);
    }
    /* The first edge of a row has nothing to look for. */
    const double others = 1 - (double)rows->count / (double)edges;
    return others * (ROW_EDGE * (double)left + ROW_ID * (double)ids) / SAMPLES;
}

uint32_t tg_heads_choose(const tricorn_context *context, const tg_rows *rows, double *seconds)
{
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    uint32_t heads = 0;

    *seconds = 0;
    if (edges < SAMPLES || rows->count >= edges || rows->count > MOST_VERTICES) return 0;
    const double line = LINE_EDGE + 2 * tg_kernels_of(context->isa)->pair_cost +
                        LINE_VERTEX * (double)rows->count / (double)edges;
    double rest = cost_of_rest(rows, 0), lines = 0;
    while (heads < rows->count) {
        const double less = cost_of_rest(rows, heads + HEADS);
        if (rest - less <= line) break;
        heads += HEADS;
        lines += line;
        rest = less;
    }
    *seconds = (double)edges * (lines + rest) * 1e-9;
    return heads;
}

/* spare: up to a piece behind the last id may be read and written; else one by one. */
static inline void copy_ids(uint32_t *to, const uint32_t *from, uint64_t count, bool spare)
{
    if (spare)
        for (uint64_t i = 0; i < count; i += PIECE) memcpy(to + i, from + i, PIECE * sizeof *to);
    else
        for (uint64_t i = 0; i < count; i++) to[i] = from[i];
}

/* ---- lines, and what is left --------------------------------------------------------------- */

static void make_lines(const counting *job)
{
    const tg_rows *rows = job->rows;
    const uint64_t last_head = (uint64_t)job->first + HEADS - 1;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint32_t v = 0; v <= rows->count; v++) {
        uint64_t *line = job->lines + (uint64_t)v * TG_BLOCK_WORDS;
        uint64_t at = 0, end = 0;
        memset(line, 0, TG_BLOCK_WORDS * sizeof *line);
        if (v < rows->count) at = rows->offsets[v], end = rows->offsets[v + 1];
        for (; at < end && rows->ids[at] <= last_head; at++) {
            const uint32_t head = rows->ids[at] - job->first;
            line[head / 64] |= UINT64_C(1) << head % 64;
        }
        job->rest_offsets[v] = end - at;
    }
}

/* Rows first to last - 1; of the last ones no more is written than they have, as what follows is
 * another thread's. */
static void copy_rest(const counting *job, uint32_t first, uint32_t last)
{
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count], *rest = job->rest_offsets;
    for (uint32_t v = first; v < last; v++) {
        const uint64_t count = rest[v + 1] - rest[v], from = rows->offsets[v + 1] - count;
        copy_ids(job->rest_ids + rest[v], rows->ids + from, count,
                 from + count + PIECE <= edges && rest[v + 1] + PIECE <= rest[last]);
    }
}

static tricorn_status make_rest(counting *job)
{
    const uint64_t count = job->rows->count, threads = job->context->threads;
    tg_prefix_sum(job->context, job->rest_offsets, count);
    const tricorn_status status =
        TG_ALLOC(job->context, job->rest_offsets[count] + 1, &job->rest_ids);
    if (status != TRICORN_OK) return status;
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++)
        copy_rest(job, (uint32_t)(count * t / threads), (uint32_t)(count * (t + 1) / threads));
    return TRICORN_OK;
}

/* ---- counting ------------------------------------------------------------------------------ */

/* Edges u -> v, as pairs of lines; the edges of one u are a run. */
typedef struct pair_buffer {
    uint32_t larger[PAIRS + PIECE], smaller[PAIRS + PIECE];
    uint16_t common[PAIRS + TG_COLUMN_GROUP];
    uint32_t sums[PAIRS + 1]; /* of common bits before each pair */
    uint32_t run_of[PAIRS], run_end[PAIRS];
    uint32_t count, runs;
    uint64_t *counts; /* the thread's */
    tg_columns *columns;
} pair_buffer;

/* Counts what the buffer has, and empties it. */
static uint64_t take_pairs(const counting *job, pair_buffer *own)
{
    uint32_t sum = 0;
    uint64_t padded = own->count;
    for (; padded % TG_COLUMN_GROUP != 0; padded++)
        own->larger[padded] = own->smaller[padded] = job->rows->count;
    const tg_line_pairs pairs = {job->lines, own->larger, own->smaller,
                                 padded,     own->common, own->columns};
    tg_kernels_of(job->context->isa)->line_pairs(&pairs);
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

/* No id of row u is below its first one, so the first edge has no triangle. */
static uint64_t take_row(const counting *job, pair_buffer *own, uint32_t u)
{
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count], end = rows->offsets[u + 1];
    uint64_t found = 0;
    for (uint64_t e = rows->offsets[u] + 1; e < end;) {
        const uint64_t room = PAIRS - own->count, count = end - e < room ? end - e : room;
        copy_ids(own->smaller + own->count, rows->ids + e, count, e + count + PIECE <= edges);
        for (uint64_t i = 0; i < count; i += PIECE)
            for (uint64_t j = i; j < i + PIECE; j++) own->larger[own->count + j] = u;
        own->count += (uint32_t)count;
        own->run_of[own->runs] = u;
        own->run_end[own->runs++] = own->count;
        e += count;
        if (own->count == PAIRS) found += take_pairs(job, own);
    }
    return found;
}

/* Counts rows until there are none left; called by each thread. */
static tricorn_status take_some(const counting *job, _Atomic uint64_t *next, uint64_t *found)
{
    const uint32_t thread = (uint32_t)omp_get_thread_num();
    const uint64_t *offsets = job->rows->offsets;
    const uint64_t rows = job->rows->count;
    pair_buffer *own = NULL;
    const tricorn_status status = TG_ALLOC(job->context, 1, &own);
    if (status != TRICORN_OK) return status;
    own->count = own->runs = 0;
    own->counts = tg_vertex_counters_of(job->counters, thread);
    own->columns = job->columns + thread;
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < rows;) {
        const uint64_t last = rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
        for (uint64_t u = first; u < last; u++) *found += take_row(job, own, (uint32_t)u);
        if (tg_work_add(job->context, offsets[last] - offsets[first])) break;
    }
    *found += take_pairs(job, own);
    tg_free(own);
    return TRICORN_OK;
}

static tricorn_status take_all(const counting *job, uint64_t *found)
{
    const uint32_t threads = job->context->threads;
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    uint64_t sum = 0;
#pragma omp parallel num_threads((int)threads) reduction(+ : sum)
    tg_keep_failure(&failure, take_some(job, &next, &sum));
    for (uint32_t t = 0; t < threads; t++)
        tg_columns_sum(&job->columns[t], job->counters->counts + job->first);
    *found += sum;
    return failure == TRICORN_OK ? tg_check_cancelled(job->context) : (tricorn_status)failure;
}

tricorn_status tg_heads_count(tricorn_context *context, const tg_rows *rows, uint32_t first,
                              const tg_vertex_counters *counters, tg_rows *rest, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    counting job = {.context = context, .rows = rows, .first = first, .counters = counters};
    const uint64_t lines = (uint64_t)rows->count + 1;

    TG_TRY(TG_ALLOC(context, lines * TG_BLOCK_WORDS, &job.lines));
    TG_TRY(TG_ALLOC(context, lines, &job.rest_offsets));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &job.columns));
    tg_work_begin(context, "counting", rows->offsets[rows->count]);
    make_lines(&job);
    TG_TRY(make_rest(&job));
    TG_TRY(take_all(&job, found));
    *rest = (tg_rows){rows->count, job.rest_offsets, job.rest_ids};
    job.rest_offsets = NULL;
    job.rest_ids = NULL;
cleanup:
    tg_free(job.lines);
    tg_free(job.rest_offsets);
    tg_free(job.rest_ids);
    tg_free(job.columns);
    return status;
}
