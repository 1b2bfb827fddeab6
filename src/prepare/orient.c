/* orient.c - every edge turned towards its smaller end, sorted once, repetitions dropped.
 *
 * Relabelled edges are scattered into buckets of neighbouring rows, each small enough to stay in
 * the cache while it is sorted by (row, id) with a radix sort.  Bytes moved for each edge: 8 read
 * and 8 written twice (relabel, scatter), then once from the cache, then 4 for its place.
 */
#include "prepare/steps.h"

#include <omp.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/memory.h"
#include "base/parallel.h"

enum {
    MOST_BINS = 1 << 16,      /* of equal ranges of rows: their counts stay in the L2 cache */
    BUCKET_EDGES = 1 << 15,   /* 256 KiB and as much again for sorting: within one core's L2 */
    MOST_BUCKETS = 1 << 12,   /* a line each for write combining: within the L2 */
    BUCKET_ROWS = 1 << 30,    /* at most: a row within its bucket has 31 bits in a key */
    BUCKET_ROOM = MOST_BUCKETS + 8, /* with those that BUCKET_ROWS ends early, and the end */
    LINE_EDGES = 8,           /* edges in a cache line of 64 bytes */
    DIGIT_BITS = 11,          /* of the radix sort: 2,048 counters of 4 bytes stay in the L1 */
    DIGITS = 1 << DIGIT_BITS,
    WORK_STEP = 1 << 16
};

typedef struct orienting {
    tg_preparation *preparation;
    uint32_t threads;
    uint32_t bin_shift;     /* bin of a row: row >> bin_shift */
    uint32_t bins, buckets;
    uint64_t *counts;       /* per thread and bin; then where each thread's edges of a bucket go */
    uint16_t *bucket_of;    /* each bin */
    uint32_t *bucket_rows;  /* first row of each bucket, and one past the last */
    uint64_t *bucket_start; /* in scattered, and one past the last */
    uint64_t *bucket_kept;  /* edges without repetitions */
    uint64_t largest;       /* edges in the fullest bucket */
    uint64_t both_directions;
} orienting;

static uint32_t row_of(tg_edge edge)
{
    return edge.u > edge.v ? edge.u : edge.v;
}

/* ---- relabel ------------------------------------------------------------------------------ */

/* New ids in place of old ones (the direction stays), bins counted; loops stay as they are. */
static void relabel_piece(const orienting *job, tg_edge *edges, uint64_t count, uint64_t *bins)
{
    const uint32_t *new_ids = job->preparation->new_ids;
    for (uint64_t i = 0; i < count; i++) {
        tg_edge edge = edges[i];
        if (edge.u == edge.v) continue;
        if (new_ids) edges[i] = edge = (tg_edge){new_ids[edge.u], new_ids[edge.v]};
        bins[row_of(edge) >> job->bin_shift]++;
    }
}

/* ---- scatter ------------------------------------------------------------------------------ */

/* Where one thread writes: a line of edges for each bucket, sent to memory when full. */
typedef struct writer {
    tg_edge (*lines)[LINE_EDGES];
    uint64_t *next;  /* of each bucket, in `out` */
    uint64_t *first; /* of each bucket, where this thread began */
    tg_edge *out;
} writer;

static void send_line(tg_edge *place, const tg_edge *line)
{
#if defined(__SSE2__)
    for (int i = 0; i < LINE_EDGES; i += 2)
        _mm_stream_si128((__m128i *)(void *)(place + i), _mm_load_si128((const __m128i *)(const void *)(line + i)));
#else
    memcpy(place, line, LINE_EDGES * sizeof *line);
#endif
}

/* Writes what stands in a bucket's line, up to next: all of it or, at the ends, a part. */
static void flush_line(const writer *to, uint32_t bucket)
{
    const uint64_t next = to->next[bucket];
    const uint64_t line = next == 0 ? 0 : (next - 1) / LINE_EDGES * LINE_EDGES;
    const uint64_t from = to->first[bucket] > line ? to->first[bucket] : line;
    if (from == line && next == line + LINE_EDGES)
        send_line(to->out + line, to->lines[bucket]);
    else if (from < next)
        memcpy(to->out + from, to->lines[bucket] + (from - line),
               (next - from) * sizeof(tg_edge));
}

static void scatter_piece(const orienting *job, const writer *to, const tg_edge *edges,
                          uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        if (edge.u == edge.v) continue;
        const uint32_t bucket = job->bucket_of[row_of(edge) >> job->bin_shift];
        const uint64_t at = to->next[bucket]++;
        to->lines[bucket][at % LINE_EDGES] = edge;
        if (at % LINE_EDGES == LINE_EDGES - 1) flush_line(to, bucket);
    }
}

/* ---- passes over the slices ---------------------------------------------------------------- */

/* Runs one pass over one slice: scatter with a writer, else relabel. */
static void pass_slice(trigon_context *context, const orienting *job, uint32_t slice_number,
                       const writer *to)
{
    const tg_edges *edges = job->preparation->edges;
    const tg_slice slice =
        tg_slice_of(job->preparation->input_edges, slice_number, job->threads);
    uint64_t *bins = job->counts + (uint64_t)slice_number * job->bins;
    uint64_t start = 0;
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++) {
        const tg_piece piece = tg_piece_of(&edges->parts[p], start, slice);
        for (uint64_t i = 0; i < piece.count; i += WORK_STEP) {
            const uint64_t left = piece.count - i, step = left < WORK_STEP ? left : WORK_STEP;
            if (to)
                scatter_piece(job, to, piece.edges + i, step);
            else
                relabel_piece(job, piece.edges + i, step, bins);
            if (tg_work_add(context, step)) return;
        }
    }
}

static trigon_status relabel(trigon_context *context, orienting *job)
{
    trigon_status status = TRIGON_OK;
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)job->threads * job->bins, &job->counts));
    tg_work_begin(context, "relabelling", job->preparation->input_edges);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t slice = 0; slice < job->threads; slice++) pass_slice(context, job, slice, NULL);
    TG_TRY(tg_check_cancelled(context));
cleanup:
    return status;
}

/* Joins bins to buckets of about BUCKET_EDGES edges and fills the tables of both. */
static void make_buckets(orienting *job)
{
    const uint64_t edges = job->preparation->input_edges;
    const uint64_t wanted =
        edges / BUCKET_EDGES < MOST_BUCKETS / 2 ? BUCKET_EDGES : edges / (MOST_BUCKETS / 2);
    uint64_t in_bucket = 0, sum = 0;
    job->buckets = 0;
    job->bucket_start[0] = 0;
    job->bucket_rows[0] = 0;
    for (uint32_t bin = 0; bin < job->bins; bin++) {
        uint64_t in_bin = 0;
        for (uint32_t t = 0; t < job->threads; t++) in_bin += job->counts[(uint64_t)t * job->bins + bin];
        const uint32_t row = bin << job->bin_shift;
        const bool full = in_bucket > 0 && in_bin > 0 && in_bucket + in_bin > wanted;
        if (full || (in_bin > 0 && row - job->bucket_rows[job->buckets] >= BUCKET_ROWS)) {
            job->buckets++;
            job->bucket_start[job->buckets] = sum;
            job->bucket_rows[job->buckets] = row;
            in_bucket = 0;
        }
        job->bucket_of[bin] = (uint16_t)job->buckets;
        in_bucket += in_bin;
        sum += in_bin;
        if (in_bucket > job->largest) job->largest = in_bucket;
    }
    job->buckets++;
    job->bucket_start[job->buckets] = sum;
    job->bucket_rows[job->buckets] = job->preparation->graph->active;
}

/* Where in the output this thread's edges of each bucket begin. */
static void find_starts(const orienting *job, uint32_t thread, const writer *to)
{
    for (uint32_t b = 0; b < job->buckets; b++) to->next[b] = job->bucket_start[b];
    for (uint32_t bin = 0; bin < job->bins; bin++)
        for (uint32_t t = 0; t < thread; t++)
            to->next[job->bucket_of[bin]] += job->counts[(uint64_t)t * job->bins + bin];
    memcpy(to->first, to->next, job->buckets * sizeof *to->first);
}

static trigon_status scatter_slice(trigon_context *context, const orienting *job,
                                   uint32_t slice)
{
    trigon_status status = TRIGON_OK;
    writer to = {.out = job->preparation->scattered};
    TG_TRY(TG_ALLOC(context, job->buckets, &to.lines));
    TG_TRY(TG_ALLOC(context, job->buckets, &to.next));
    TG_TRY(TG_ALLOC(context, job->buckets, &to.first));
    find_starts(job, slice, &to);
    pass_slice(context, job, slice, &to);
    for (uint32_t b = 0; b < job->buckets; b++)
        if (to.next[b] % LINE_EDGES != 0) flush_line(&to, b);
#if defined(__SSE2__)
    _mm_sfence(); /* streamed lines become visible to the threads that sort */
#endif
cleanup:
    tg_free(to.lines);
    tg_free(to.next);
    tg_free(to.first);
    return status;
}

static trigon_status scatter(trigon_context *context, orienting *job)
{
    trigon_status status = TRIGON_OK;
    tg_preparation *preparation = job->preparation;
    _Atomic int failure = TRIGON_OK;

    TG_TRY(TG_ALLOC(context, job->bucket_start[job->buckets], &preparation->scattered));
    tg_work_begin(context, "scattering", preparation->input_edges);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t slice = 0; slice < job->threads; slice++)
        tg_keep_failure(&failure, scatter_slice(context, job, slice));
    TG_TRY((trigon_status)failure);
    TG_TRY(tg_check_cancelled(context));
    for (uint32_t p = 0; p < preparation->edges->part_count; p++) {
        tg_free(preparation->edges->parts[p].edges);
        preparation->edges->parts[p] = (tg_edge_part){0};
    }
cleanup:
    return status;
}

/* ---- sort --------------------------------------------------------------------------------- */

/* What one thread sorts with.  A key is row << 33 | id << 1 | direction, row within the bucket. */
typedef struct sorter {
    uint64_t *keys, *spare;
    uint64_t (*counts)[DIGITS];
} sorter;

enum { ID_SHIFT = 1, ROW_SHIFT = 33, MOST_DIGITS = 6 };

static uint64_t key_of(tg_edge edge, uint32_t first_row)
{
    return edge.u > edge.v ? (uint64_t)(edge.u - first_row) << ROW_SHIFT | (uint64_t)edge.v << ID_SHIFT
                           : (uint64_t)(edge.v - first_row) << ROW_SHIFT |
                                 (uint64_t)edge.u << ID_SHIFT | 1;
}

/* The shifts of the digits that differ within keys: those of the ids, then those of the rows. */
static int digit_shifts(uint32_t most_id, uint32_t rows, uint32_t *shifts)
{
    int digits = 0;
    const uint32_t id_bits = 32u - (uint32_t)__builtin_clz(most_id | 1);
    const uint32_t row_bits = rows <= 1 ? 0 : 32u - (uint32_t)__builtin_clz(rows - 1);
    for (uint32_t bit = 0; bit < id_bits; bit += DIGIT_BITS) shifts[digits++] = ID_SHIFT + bit;
    for (uint32_t bit = 0; bit < row_bits; bit += DIGIT_BITS) shifts[digits++] = ROW_SHIFT + bit;
    return digits;
}

/* The bits of a digit; the last one of the ids must not reach into the rows. */
static uint32_t digit_mask(uint32_t shift)
{
    const uint32_t bits =
        shift < ROW_SHIFT && shift + DIGIT_BITS > ROW_SHIFT ? ROW_SHIFT - shift : DIGIT_BITS;
    return (1u << bits) - 1;
}

static void sort_by_digit(const uint64_t *from, uint64_t *to, uint64_t count, uint32_t shift,
                          uint64_t *starts)
{
    const uint32_t mask = digit_mask(shift);
    uint64_t sum = 0;
    for (uint32_t d = 0; d <= mask; d++) {
        const uint64_t here = starts[d];
        starts[d] = sum;
        sum += here;
    }
    for (uint64_t i = 0; i < count; i++) to[starts[from[i] >> shift & mask]++] = from[i];
}

/* Sorts keys[0..count-1] by row and id; the result is in keys.  Stable passes from the
 * lowest digit; all digits are counted in one reading. */
static void sort_keys(sorter *with, uint64_t count, uint32_t most_id, uint32_t rows)
{
    uint32_t shifts[MOST_DIGITS];
    const int digits = digit_shifts(most_id, rows, shifts);
    memset(with->counts, 0, (size_t)digits * sizeof *with->counts);
    for (uint64_t i = 0; i < count; i++)
        for (int d = 0; d < digits; d++)
            with->counts[d][with->keys[i] >> shifts[d] & digit_mask(shifts[d])]++;
    for (int d = 0; d < digits; d++) {
        sort_by_digit(with->keys, with->spare, count, shifts[d], with->counts[d]);
        uint64_t *sorted = with->spare;
        with->spare = with->keys;
        with->keys = sorted;
    }
}

/* Sorted keys to ids without repetition at `ids`, rows' lengths to `lengths`.  Returns the ids
 * kept; *both counts edges that came in both directions. */
static uint64_t drop_repeats(const uint64_t *keys, uint64_t count, uint32_t *ids,
                             uint64_t *lengths, uint64_t *both)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count;) {
        const uint64_t edge = keys[i] >> ID_SHIFT;
        uint32_t directions = 0;
        for (; i < count && keys[i] >> ID_SHIFT == edge; i++) directions |= 1u << (keys[i] & 1);
        ids[kept++] = (uint32_t)edge;
        lengths[edge >> 32]++;
        *both += directions == 3;
    }
    return kept;
}

/* Sorts one bucket; its kept ids go to the front of its own place in scattered. */
static void sort_bucket(orienting *job, uint32_t bucket, sorter *with, uint64_t *both)
{
    tg_preparation *preparation = job->preparation;
    const uint64_t start = job->bucket_start[bucket];
    const uint64_t count = job->bucket_start[bucket + 1] - start;
    const uint32_t first_row = job->bucket_rows[bucket];
    const uint32_t end_row = job->bucket_rows[bucket + 1];
    tg_edge *place = preparation->scattered + start;

    for (uint64_t i = 0; i < count; i++) with->keys[i] = key_of(place[i], first_row);
    sort_keys(with, count, end_row, end_row - first_row);
    job->bucket_kept[bucket] = drop_repeats(with->keys, count, (uint32_t *)(void *)place,
                                            preparation->graph->offsets + first_row, both);
}

static trigon_status sort_some(trigon_context *context, orienting *job, _Atomic uint32_t *next)
{
    trigon_status status = TRIGON_OK;
    sorter with = {0};
    uint64_t both = 0;
    TG_TRY(TG_ALLOC(context, job->largest, &with.keys));
    TG_TRY(TG_ALLOC(context, job->largest, &with.spare));
    TG_TRY(TG_ALLOC(context, MOST_DIGITS, &with.counts));
    for (uint32_t b; (b = atomic_fetch_add(next, 1)) < job->buckets;) {
        sort_bucket(job, b, &with, &both);
        if (tg_work_add(context, job->bucket_start[b + 1] - job->bucket_start[b])) break;
    }
    __atomic_fetch_add(&job->both_directions, both, __ATOMIC_RELAXED);
cleanup:
    tg_free(with.keys);
    tg_free(with.spare);
    tg_free(with.counts);
    return status;
}

static trigon_status sort_buckets(trigon_context *context, orienting *job)
{
    trigon_status status = TRIGON_OK;
    _Atomic int failure = TRIGON_OK;
    _Atomic uint32_t next = 0;
    trigon_graph *graph = job->preparation->graph;

    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)graph->active + 1, &graph->offsets));
    TG_TRY(TG_ALLOC(context, job->buckets, &job->bucket_kept));
    tg_work_begin(context, "sorting", job->bucket_start[job->buckets]);
#pragma omp parallel num_threads((int)job->threads)
    tg_keep_failure(&failure, sort_some(context, job, &next));
    TG_TRY((trigon_status)failure);
    TG_TRY(tg_check_cancelled(context));
    graph->edges = tg_prefix_sum(context, graph->offsets, graph->active);
cleanup:
    return status;
}

/* ---- gather the rows ----------------------------------------------------------------------- */

static trigon_status gather_rows(trigon_context *context, orienting *job)
{
    trigon_status status = TRIGON_OK;
    tg_preparation *preparation = job->preparation;
    trigon_graph *graph = preparation->graph;

    TG_TRY(TG_ALLOC(context, graph->edges, &graph->targets));
#pragma omp parallel for num_threads((int)job->threads) schedule(dynamic, 8)
    for (uint32_t b = 0; b < job->buckets; b++)
        if (job->bucket_kept[b])
            memcpy(graph->targets + graph->offsets[job->bucket_rows[b]],
                   preparation->scattered + job->bucket_start[b],
                   job->bucket_kept[b] * sizeof *graph->targets);
    graph->both_directions = job->both_directions;
    graph->duplicates = preparation->input_edges - preparation->self_loops - graph->edges;
    tg_free(preparation->scattered);
    preparation->scattered = NULL;
cleanup:
    return status;
}

trigon_status tg_orient_edges(trigon_context *context, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    const uint64_t rows = (uint64_t)preparation->graph->active + 1;
    orienting job = {.preparation = preparation, .threads = context->threads};

    while (rows >> job.bin_shift > MOST_BINS - 1) job.bin_shift++;
    job.bins = (uint32_t)(rows >> job.bin_shift) + 1;
    TG_TRY(TG_ALLOC(context, job.bins, &job.bucket_of));
    TG_TRY(TG_ALLOC(context, BUCKET_ROOM, &job.bucket_rows));
    TG_TRY(TG_ALLOC(context, BUCKET_ROOM, &job.bucket_start));
    TG_TRY(relabel(context, &job));
    tg_free(preparation->new_ids);
    preparation->new_ids = NULL;
    make_buckets(&job);
    TG_TRY(scatter(context, &job));
    TG_TRY(sort_buckets(context, &job));
    TG_TRY(gather_rows(context, &job));

cleanup:
    tg_free(job.counts);
    tg_free(job.bucket_of);
    tg_free(job.bucket_rows);
    tg_free(job.bucket_start);
    tg_free(job.bucket_kept);
    return status;
}
