/* rows.c - makes the rows of each bucket: gathers and sorts their ids and drops repetitions.
 *
 * - A bucket's edges fit in the second level cache.
 * - If the smaller ends of a bucket's edges ascend already, ids are appended to their rows in
 *   that order.
 * - Otherwise the ids of each row are gathered, and sorted by sort_row.h in vector registers.
 * - Where that is not possible (no vectors, very long rows), a radix sort first sorts the edges
 *   by id and, if edges were repeated, by row too, so that equal edges are consecutive.
 * - Rows are written to their final positions: as long as no edge was repeated, the number of
 *   edges in all earlier buckets says where a bucket's rows begin.
 */
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/on_gpu.h"
#include "prepare/cpu/sort_row.h"
#include "prepare/cpu/scatter.h"

enum {
    DIGIT_BITS = 11, /* digits of the radix sort: 2,048 counters of 8 bytes stay in the L1 */
    DIGITS = 1 << DIGIT_BITS,
    /* a key is row << 33 | id << 1 | direction, with rows counted from the bucket's first */
    ID_SHIFT = 1,
    ROW_SHIFT = 33,
    MOST_DIGITS = 3 /* this many digits sort 32 bits */
};

/* Where a row's ids begin in the bucket (`first`), and where its next id goes (`end`); at first,
 * `end` is the row's length. */
typedef tg_row_place row_place;

typedef struct row_making {
    tg_preparation *preparation;
    tg_scatter scatter;
    uint64_t *kept; /* for each bucket: how many distinct edges it has */
    uint32_t *left; /* for each group: how many of its buckets have no rows yet */
    const tg_row_sorter *sorter; /* sorts rows in vector registers; NULL: a radix sort is used */
    uint32_t sorter_most;
    atomic_bool repeats; /* some edge was repeated, so others may be, too */
    uint64_t both_directions;
} row_making;

/* The data of one thread that makes rows. */
typedef struct row_maker {
    tricorn_context *context;
    row_making *job;
    row_place *rows;
    uint64_t both_directions;
    uint32_t *row_keys; /* used if rows are sorted one by one */
    /* Used only if the edges of a whole bucket are sorted: */
    uint64_t *keys, *spare;
    uint64_t (*counts)[DIGITS];
} row_maker;

/* ---- edges that ascend ---- */

/* Turns the lengths of rows into positions. They have 32 bits, which is enough for a row; in a
 * bucket of 2^32 ids or more they are wrong, but not used. */
static void place_rows(const row_maker *maker, uint32_t bucket)
{
    const tg_scatter *scatter = &maker->job->scatter;
    const uint32_t first = scatter->first_rows[bucket], end = scatter->first_rows[bucket + 1];
    uint64_t *offsets = maker->job->preparation->graph->host.offsets + first;
    uint64_t sum = 0;
    for (uint32_t r = 0; r < end - first; r++) {
        const uint32_t length = maker->rows[r].end;
        maker->rows[r] = (row_place){(uint32_t)sum, (uint32_t)sum};
        offsets[r] = scatter->starts[bucket] + sum;
        sum += length;
    }
}

static void count_rows(const row_maker *maker, uint32_t bucket)
{
    const tg_scatter *scatter = &maker->job->scatter;
    const uint32_t first = scatter->first_rows[bucket], end = scatter->first_rows[bucket + 1];
    memset(maker->rows, 0, (end - first) * sizeof *maker->rows);
    for (tg_scatter_walk walk = {.bucket = bucket}; tg_scatter_next(scatter, &walk);)
        for (uint64_t i = 0; i < walk.count; i++) maker->rows[tg_larger_end(walk.edges[i]) - first].end++;
}

/* Appends an id to a row; returns whether it equals the id before it. */
static inline bool put_id(row_place *row, uint32_t id, uint32_t *ids)
{
    const uint32_t at = row->end++;
    /* At the start of a row this compares with the word to be overwritten, and ignores the result. */
    const bool repeated = (ids[at - (at > row->first)] == id) & (at > row->first);
    ids[at] = id;
    return repeated;
}

/* Fills the rows of a bucket; returns whether an edge was repeated, in which case sort_bucket
 * must make the rows again. */
static bool fill_rows(const row_maker *maker, uint32_t bucket)
{
    const tg_scatter *scatter = &maker->job->scatter;
    const uint32_t first = scatter->first_rows[bucket];
    uint32_t *ids = maker->job->preparation->graph->host.targets + scatter->starts[bucket];
    bool repeated = false;
    for (tg_scatter_walk walk = {.bucket = bucket}; tg_scatter_next(scatter, &walk);)
        for (uint64_t i = 0; i < walk.count; i++) {
            const tg_edge edge = walk.edges[i];
            repeated |= put_id(&maker->rows[tg_larger_end(edge) - first], tg_smaller_end(edge), ids);
        }
    return repeated;
}

/* ---- edges in any order, row by row ---- */

/* Gathers the keys of each row, in the order of the rows; returns false if a row is too long for the sorter. */
static bool gather_rows(const row_maker *maker, uint32_t bucket)
{
    const tg_scatter *scatter = &maker->job->scatter;
    const uint32_t first = scatter->first_rows[bucket], end = scatter->first_rows[bucket + 1];
    row_place *rows = maker->rows;
    uint32_t *keys = maker->row_keys, sum = 0, longest = 0;

    count_rows(maker, bucket);
    for (uint32_t r = 0; r < end - first; r++) {
        const uint32_t length = rows[r].end;
        rows[r] = (row_place){sum, sum};
        sum += length;
        if (length > longest) longest = length;
    }
    if (longest > maker->job->sorter_most) return false;
    for (tg_scatter_walk walk = {.bucket = bucket}; tg_scatter_next(scatter, &walk);)
        for (uint64_t i = 0; i < walk.count; i++) {
            const tg_edge edge = walk.edges[i];
            const bool up = edge.u < edge.v;
            const uint32_t row = up ? edge.v : edge.u, id = up ? edge.u : edge.v;
            keys[rows[row - first].end++] = id << 1 | up;
        }
    return true;
}

/* Sorts each row of a bucket; if a row is too long for the sorter, *done is false and nothing has changed. */
static tricorn_status sort_rows(row_maker *maker, uint32_t bucket, bool *done)
{
    const row_making *job = maker->job;
    const tg_scatter *scatter = &job->scatter;
    const uint32_t first = scatter->first_rows[bucket];
    const tricorn_graph *graph = job->preparation->graph;
    tricorn_status status = TRICORN_OK;

    *done = false;
    if (maker->row_keys == NULL)
        status = TG_ALLOC(maker->context, scatter->largest + TG_SORT_ROW_SLACK, &maker->row_keys);
    if (status != TRICORN_OK || !gather_rows(maker, bucket)) return status;
    tg_row_batch batch = {.keys = maker->row_keys,
      .rows = maker->rows,
      .count = scatter->first_rows[bucket + 1] - first,
      .ids = graph->host.targets + scatter->starts[bucket],
      .offsets = graph->host.offsets + first,
      .offset_base = scatter->starts[bucket]};
    job->kept[bucket] = job->sorter->sort_batch(&batch);
    maker->both_directions += batch.both_directions;
    *done = true;
    return TRICORN_OK;
}

/* ---- edges in any order, all of a bucket ---- */

static uint64_t key_of(tg_edge edge, uint32_t first_row)
{
    return edge.u > edge.v ? (uint64_t)(edge.u - first_row) << ROW_SHIFT | (uint64_t)edge.v << ID_SHIFT
                           : (uint64_t)(edge.v - first_row) << ROW_SHIFT | (uint64_t)edge.u << ID_SHIFT | 1;
}

static uint32_t bits_of(uint32_t value)
{
    return value == 0 ? 0 : 32u - (uint32_t)__builtin_clz(value);
}

static void sort_by_digit(const uint64_t *from, uint64_t *to, uint64_t count, uint32_t shift, uint64_t *starts)
{
    uint64_t sum = 0;
    for (uint32_t d = 0; d < DIGITS; d++) {
        const uint64_t here = starts[d];
        starts[d] = sum;
        sum += here;
    }
    for (uint64_t i = 0; i < count; i++) to[starts[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

/* Sorts keys[0..count-1] by at least `bits` bits, from bit `shift` on; the result is in `keys` again. It makes a
 * stable pass for each digit, from the lowest; all digits are counted in one reading. The last digit may contain
 * higher bits than asked for: so rows must be sorted after ids, not before. */
static void sort_keys(row_maker *maker, uint64_t count, uint32_t shift, uint32_t bits)
{
    const uint32_t digits = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    memset(maker->counts, 0, digits * sizeof *maker->counts);
    for (uint64_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < digits; d++)
            maker->counts[d][maker->keys[i] >> (shift + d * DIGIT_BITS) & (DIGITS - 1)]++;
    for (uint32_t d = 0; d < digits; d++) {
        sort_by_digit(maker->keys, maker->spare, count, shift + d * DIGIT_BITS, maker->counts[d]);
        uint64_t *sorted = maker->spare;
        maker->spare = maker->keys;
        maker->keys = sorted;
    }
}

/* Fills the rows as fill_rows does, but from keys that are sorted by id. */
static bool fill_rows_from_keys(const row_maker *maker, uint64_t count, uint32_t *ids)
{
    bool repeated = false;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t key = maker->keys[i];
        repeated |= put_id(&maker->rows[key >> ROW_SHIFT], (uint32_t)(key >> ID_SHIFT), ids);
    }
    return repeated;
}

/* Writes the distinct ids of sorted keys to `ids`, and the rows' lengths to rows[].end. Returns
 * the number of distinct ids, and counts the edges that occur in both directions. */
static uint64_t drop_repeats(row_maker *maker, uint64_t count, uint32_t *ids)
{
    const uint64_t *keys = maker->keys;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count;) {
        const uint64_t edge = keys[i] >> ID_SHIFT;
        uint32_t directions = 0;
        for (; i < count && keys[i] >> ID_SHIFT == edge; i++) directions |= 1u << (keys[i] & 1);
        ids[kept++] = (uint32_t)edge;
        maker->rows[edge >> 32].end++;
        maker->both_directions += directions == 3;
    }
    return kept;
}

static tricorn_status make_sorting_room(row_maker *maker)
{
    const uint64_t largest = maker->job->scatter.largest;
    if (maker->counts) return TRICORN_OK;
    TG_DO(TG_ALLOC(maker->context, largest, &maker->keys));
    TG_DO(TG_ALLOC(maker->context, largest, &maker->spare));
    return TG_ALLOC(maker->context, MOST_DIGITS, &maker->counts);
}

/* Sorts a bucket's keys by id, then fills the rows in that order. Once an edge was repeated, it
 * also sorts by row, and drops equal edges. */
static tricorn_status sort_bucket(row_maker *maker, uint32_t bucket)
{
    row_making *job = maker->job;
    const tg_scatter *scatter = &job->scatter;
    const uint32_t first = scatter->first_rows[bucket], end = scatter->first_rows[bucket + 1];
    uint32_t *ids = job->preparation->graph->host.targets + scatter->starts[bucket];
    uint64_t count = 0;
    TG_DO(make_sorting_room(maker));

    for (tg_scatter_walk walk = {.bucket = bucket}; tg_scatter_next(scatter, &walk);)
        for (uint64_t i = 0; i < walk.count; i++) maker->keys[count++] = key_of(walk.edges[i], first);
    sort_keys(maker, count, ID_SHIFT, bits_of(end));
    if (!atomic_load_explicit(&job->repeats, memory_order_relaxed) && count <= UINT32_MAX) {
        count_rows(maker, bucket);
        place_rows(maker, bucket);
        job->kept[bucket] = count;
        if (!fill_rows_from_keys(maker, count, ids)) return TRICORN_OK;
        atomic_store_explicit(&job->repeats, true, memory_order_relaxed);
    }
    sort_keys(maker, count, ROW_SHIFT, bits_of(end - first));
    memset(maker->rows, 0, (end - first) * sizeof *maker->rows);
    job->kept[bucket] = drop_repeats(maker, count, ids);
    place_rows(maker, bucket);
    return TRICORN_OK;
}

/* ---- all buckets ---- */

static tricorn_status make_bucket(row_maker *maker, uint32_t bucket)
{
    const tg_scatter *scatter = &maker->job->scatter;
    const uint64_t count = scatter->starts[bucket + 1] - scatter->starts[bucket];
    const bool repeats = atomic_load_explicit(&maker->job->repeats, memory_order_relaxed);
    bool done = false;
    tricorn_status status = TRICORN_OK;
    if (scatter->ascending && !repeats && count <= UINT32_MAX) {
        count_rows(maker, bucket);
        place_rows(maker, bucket);
        maker->job->kept[bucket] = count;
        if (!fill_rows(maker, bucket)) return TRICORN_OK;
        atomic_store_explicit(&maker->job->repeats, true, memory_order_relaxed);
    }
    if (maker->job->sorter && count <= UINT32_MAX) status = sort_rows(maker, bucket, &done);
    return status == TRICORN_OK && !done ? sort_bucket(maker, bucket) : status;
}

static uint32_t most_rows(const tg_scatter *scatter)
{
    uint32_t most = 1;
    for (uint32_t b = 0; b < scatter->buckets; b++) {
        const uint32_t rows = scatter->first_rows[b + 1] - scatter->first_rows[b];
        if (rows > most) most = rows;
    }
    return most;
}

/* Must be called when the rows of a bucket are complete. */
static void leave_bucket(row_making *job, uint32_t bucket)
{
    const uint32_t group = bucket / job->scatter.group_buckets;
    /* The last bucket of the group is complete, so no other thread reads the group's memory any more. */
    if (job->scatter.groups > 1 && __atomic_sub_fetch(&job->left[group], 1, __ATOMIC_ACQ_REL) == 0)
        tg_scatter_release(&job->scatter, job->preparation->edges, group);
}

static tricorn_status make_some(tricorn_context *context, row_making *job, _Atomic uint32_t *next)
{
    tricorn_status status = TRICORN_OK;
    const tg_scatter *scatter = &job->scatter;
    row_maker maker = {.context = context, .job = job};
    TG_TRY(TG_ALLOC(context, most_rows(scatter), &maker.rows));
    for (uint32_t b; (b = atomic_fetch_add(next, 1)) < scatter->buckets;) {
        TG_TRY(make_bucket(&maker, b));
        leave_bucket(job, b);
        if (tg_work_add(context, scatter->starts[b + 1] - scatter->starts[b])) break;
    }
    __atomic_fetch_add(&job->both_directions, maker.both_directions, __ATOMIC_RELAXED);
cleanup:
    tg_free(maker.rows);
    tg_free(maker.row_keys);
    tg_free(maker.keys);
    tg_free(maker.spare);
    tg_free(maker.counts);
    return status;
}

static tricorn_status make_all(tricorn_context *context, row_making *job)
{
    _Atomic int failure = TRICORN_OK;
    _Atomic uint32_t next = 0;
    tricorn_graph *graph = job->preparation->graph;
    const tg_scatter *scatter = &job->scatter;

    TG_DO(TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->host.offsets));
    TG_DO(TG_ALLOC(context, scatter->starts[scatter->buckets], &graph->host.targets));
    TG_DO(TG_ALLOC(context, scatter->buckets, &job->kept));
    TG_DO(TG_ALLOC_ZERO(context, scatter->groups, &job->left));
    for (uint32_t b = 0; b < scatter->buckets; b++) job->left[b / scatter->group_buckets]++;
    tg_work_begin(context, "sorting", scatter->starts[scatter->buckets]);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&failure, make_some(context, job, &next));
    TG_DO((tricorn_status)failure);
    TG_DO(tg_check_cancelled(context));
    graph->edges = scatter->starts[scatter->buckets];
    graph->host.offsets[graph->active] = graph->edges;
    return TRICORN_OK;
}

/* ---- gaps between the buckets ---- */

/* Closes the gaps between the buckets' rows that dropped repetitions left. */
static tricorn_status close_gaps(tricorn_context *context, row_making *job)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = job->preparation->graph;
    const tg_scatter *scatter = &job->scatter;
    uint32_t *together = NULL;
    uint64_t *starts = NULL;

    TG_TRY(TG_ALLOC(context, (uint64_t)scatter->buckets + 1, &starts));
    memcpy(starts, job->kept, scatter->buckets * sizeof *starts);
    const uint64_t kept = tg_prefix_sum(context, starts, scatter->buckets);
    if (kept == graph->edges) goto cleanup;
    TG_TRY(TG_ALLOC(context, kept, &together));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 8)
    for (uint32_t b = 0; b < scatter->buckets; b++) {
        if (job->kept[b])
            memcpy(together + starts[b], graph->host.targets + scatter->starts[b], job->kept[b] * sizeof *together);
        for (uint32_t r = scatter->first_rows[b]; r < scatter->first_rows[b + 1]; r++)
            graph->host.offsets[r] -= scatter->starts[b] - starts[b];
    }
    tg_free(graph->host.targets);
    graph->host.targets = together;
    graph->edges = kept;
    graph->host.offsets[graph->active] = kept;
cleanup:
    tg_free(starts);
    return status;
}

static void free_parts(tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_free(edges->parts[p].edges);
        edges->parts[p] = (tg_edge_part){0};
    }
}

tricorn_status tg_make_rows(tricorn_context *context, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;
    row_making job = {.preparation = preparation, .sorter_most = tg_row_sorter_most()};
    tricorn_graph *graph = preparation->graph;

    if (graph->active <= TG_SORT_ROW_IDS) job.sorter = tg_row_sorter_of(context->isa);
    TG_TRY(tg_scatter_edges(context, preparation, &job.scatter));
    tg_free(preparation->new_ids);
    tg_free(preparation->ranks);
    preparation->new_ids = NULL;
    preparation->ranks = NULL;
    if (preparation->rows_on_device) {
        status = tg_make_rows_on_gpu(context, preparation, &job.scatter);
        if (status == TRICORN_OK) goto cleanup;
        if (status != TRICORN_OUT_OF_DEVICE_MEMORY && status != TRICORN_UNSUPPORTED) goto cleanup;
    }
    TG_TRY(make_all(context, &job));
    free_parts(preparation->edges);
    tg_free(job.scatter.pool);
    job.scatter.pool = NULL;
    TG_TRY(close_gaps(context, &job));
    graph->both_directions = job.both_directions;
    graph->duplicates = preparation->input_edges - preparation->self_loops - graph->edges;

cleanup:
    tg_free(job.kept);
    tg_free(job.left);
    tg_scatter_free(&job.scatter);
    return status;
}
