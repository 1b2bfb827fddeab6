/* features.c - estimates how many steps each method takes, from a sample of rows.
 *
 * - The probability that a row is sampled is in proportion to its edges, so that long rows, which
 *   take most of the steps, are in the sample.
 * - The positions of samples are fixed: the same task has the same features for any number of
 *   threads.
 */
#include "cpu/features.h"

#include <string.h>

#include "cpu/common/chunks.h"
#include "cpu/hub_matrix.h"
#include "cpu/intersect/stream_row.h"

enum {
    MOST_SAMPLES = 512,
    PARTS = 8, /* parts of the sample; a thread measures one part at a time */
    /* edges per sample, at least: small tasks have fewer samples, so that measuring stays cheap */
    EDGES_A_SAMPLE = 512,
    CACHED_BYTES = 768 << 10, /* bytes of first rows that stay in the second level cache */
    FIRST_CACHE_BYTES = 64 << 10, /* the same for the first level cache; the CPU itself prefetches these rows */
    GROUP = 8, /* ids that one instruction compares */
    HALF_GROUP = 4, /* rows of at most this many ids need half as many compares */
    MOST_GROUPS = 4, /* groups of a small row, at most */
    FILTERED_EDGES = 4, /* how many edges of a row are used to measure the filter, */
    FILTERED_IDS = 128 /* and how many ids of each neighbour's row */
};

/* The numbers of hubs to choose from. A number above that of all rows is replaced by the latter. */
static const uint32_t hub_choices[TG_HUB_CHOICES] = {
  0, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 3 << 12, 1 << 14, 3 << 13, 1 << 15, 3 << 14, 1 << 16, TG_MOST_HUBS};

/* ---- one row ---- */

typedef struct sampled_row {
    const tg_task *task;
    uint32_t u;
    const uint32_t *from;
    uint64_t from_count;
    double weight; /* the share of each edge of this row in averages over all edges of the task */
} sampled_row;

/* Whether rows u and v of similar numbers belong to vertices of similar numbers. */
static bool is_beside(const tg_task *task)
{
    const uint32_t u = task->u.first, v = task->v.first;
    return (u < v ? v - u : u - v) <= task->v.stride;
}

/* Whether row v is outside a cache of `cached_bytes` bytes. Such a cache contains rows near the
 * sampled one, which were read a moment ago, and the first rows, which are read most often. */
static bool is_beyond(const sampled_row *row, uint32_t v, uint64_t cached_bytes)
{
    const tg_task *task = row->task;
    const uint64_t at = task->into.offsets[row->u < task->into.count ? row->u : v];
    const uint64_t here = is_beside(task) ? at : 0;
    const uint64_t there = row->task->into.offsets[v];
    const uint64_t distance = here < there ? there - here : here - there;
    return distance * sizeof(uint32_t) > cached_bytes && there * sizeof(uint32_t) > cached_bytes;
}

/* Returns how many ids pass the row's filter, as a mean per edge of the row; estimated from some of its edges. */
static double filter_hits(const sampled_row *row)
{
    const tg_rows *edges = &row->task->edges, *into = &row->task->into;
    const uint64_t first = edges->offsets[row->u], count = tg_row_length(edges, row->u);
    uint64_t filter[FILTER_WORDS] = {0};
    double sum = 0;

    for (uint64_t i = 0; i < row->from_count; i++)
        filter[row->from[i] / 64 % FILTER_WORDS] |= UINT64_C(1) << row->from[i] % 64;
    for (uint64_t s = 0; s < FILTERED_EDGES; s++) {
        const uint32_t v = edges->ids[first + count * (2 * s + 1) / (2 * FILTERED_EDGES)];
        const uint32_t *ids = into->ids + into->offsets[v];
        const uint64_t all = tg_row_length(into, v), some = all < FILTERED_IDS ? all : FILTERED_IDS;
        uint64_t hits = 0;
        for (uint64_t i = 0; i < some; i++) hits += filter[ids[i] / 64 % FILTER_WORDS] >> ids[i] % 64 & 1;
        if (some > 0) sum += (double)hits * (double)all / (double)some;
    }
    return sum / FILTERED_EDGES;
}

/* Returns how many groups of a small row are compared with the row of the edge that has number
 * `edge` in it. */
static double groups_compared(const sampled_row *row, uint64_t edge)
{
    const uint64_t all = (row->from_count + GROUP - 1) / GROUP;
    const uint64_t up_to = (edge + GROUP - 1) / GROUP; /* the groups up to the edge's own id */
    if (row->from_count <= HALF_GROUP) return 1. / 2;
    return (double)(tg_task_is_whole(row->task) && up_to < all ? up_to : all);
}

/* Adds the steps that tg_kernels.stream takes for this row. */
static void add_stream(const sampled_row *row, tg_features *sums)
{
    const tg_rows *edges = &row->task->edges, *into = &row->task->into;
    const uint64_t count = row->from_count, begin = edges->offsets[row->u];
    const bool marks = tg_stream_marks(row->task), whole = tg_task_is_whole(row->task);
    const uint64_t next = row->u + 1 < edges->count ? tg_row_length(edges, row->u + 1) : 0;
    uint64_t groups = 0;
    sums->changed += row->weight * (double)(tg_row_length(edges, row->u) > whole && next != count);
    if (marks && count > MOST_GROUPS * GROUP) sums->marking += row->weight * (double)tg_row_length(edges, row->u);
    /* In a whole graph no triangle is counted at the first edge of a row. */
    for (uint64_t e = begin + whole; e < edges->offsets[row->u + 1]; e++) {
        const uint64_t others = tg_row_length(into, edges->ids[e]);
        sums->far += row->weight * is_beyond(row, edges->ids[e], CACHED_BYTES);
        sums->apart += row->weight * is_beyond(row, edges->ids[e], FIRST_CACHE_BYTES);
        sums->shared += row->weight * (double)others;
        sums->turned += row->weight * (groups > 0 && others / GROUP + 1 != groups && count <= MOST_GROUPS * GROUP);
        groups = others / GROUP + 1;
        if (count <= MOST_GROUPS * GROUP)
            sums->compared += row->weight * (double)(others / GROUP + 1) * groups_compared(row, e - begin);
        else if (marks)
            sums->marked += row->weight * (double)others;
        else if (count <= LONG_ROW)
            sums->filtered += row->weight * (double)others;
        else
            sums->merged += row->weight * (double)(count + others);
    }
    if (count > MOST_GROUPS * GROUP && count <= LONG_ROW && !marks)
        sums->passed += row->weight * (double)tg_row_length(edges, row->u) * filter_hits(row);
}

/* Sums over the first edges of a row. */
typedef struct row_sums {
    double blocks, lines;
    double edges, tests;
} row_sums;

/* Adds a row's steps for one number of hubs: `hubs` are the sums over its edges to hubs, which
 * the matrix counts; `all` are the sums over all its edges, of which lists count the rest. */
static void add_choice(const sampled_row *row, const row_sums *hubs, const row_sums *all, tg_hub_features *choice)
{
    choice->blocks += row->weight * hubs->blocks;
    choice->lines += row->weight * hubs->lines;
    choice->edges += row->weight * (all->edges - hubs->edges);
    choice->tests += row->weight * (all->tests - hubs->tests);
}

/* Adds the steps of cpu/hub_matrix.h and cpu/reverse_lists.h for this row, for each number of hubs. */
static void add_hubs(const sampled_row *row, tg_features *features)
{
    const tg_rows *edges = &row->task->edges;
    const uint64_t lead = row->task->lead;
    row_sums sums = {0}, hubs[TG_HUB_CHOICES];
    /* how many ids of the row are below v, and how many blocks contain such ids */
    uint64_t below = 0, blocks = 0;
    uint32_t choice = 0, block = UINT32_MAX;

    for (uint64_t e = edges->offsets[row->u]; e < edges->offsets[row->u + 1]; e++) {
        const uint32_t v = edges->ids[e];
        while (choice < features->hub_choices && features->hub[choice].hubs <= v) hubs[choice++] = sums;
        for (; below < row->from_count && row->from[below] < v + lead; below++) {
            blocks += row->from[below] >> TG_BLOCK_BITS != block;
            block = row->from[below] >> TG_BLOCK_BITS;
        }
        sums.blocks = (double)blocks;
        sums.lines += (double)blocks;
        sums.edges += below > 0;
        sums.tests += (double)below;
    }
    while (choice < features->hub_choices) hubs[choice++] = sums;
    for (uint32_t c = 0; c < choice; c++) add_choice(row, &hubs[c], &sums, &features->hub[c]);
}

/* ---- all ---- */

bool tg_rows_descend(const tricorn_context *context, const tg_rows *rows)
{
    /* how many rows have a last id, the largest one, above their own number */
    uint32_t above = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : above)
    for (uint32_t v = 0; v < rows->count; v++)
        above += tg_row_length(rows, v) > 0 && rows->ids[rows->offsets[v + 1] - 1] > v;
    return above == 0;
}

/* Lists the numbers of hubs to choose from. A task with a lead has no matrix, because its first
 * ids have no rows: for it, 0 is the only choice. */
static void choose_hub_sizes(tg_features *features, uint32_t lead)
{
    const uint32_t choices = lead > 0 ? 1 : TG_HUB_CHOICES;
    for (uint32_t c = 0; c < choices; c++) {
        const bool all = hub_choices[c] >= features->into_rows;
        features->hub[c].hubs = all ? (uint32_t)features->into_rows : hub_choices[c];
        features->hub_choices = c + 1;
        if (all) return;
    }
}

/* A function that adds the steps of a sampled row to the sums. */
typedef void (*add_row)(const sampled_row *row, tg_features *sums);

static void sample_row(tg_features *sums, const tg_task *task, uint64_t sample, uint64_t samples, add_row add)
{
    /* The sample is the middle edge of its range. Dividing first avoids an overflow of the product. */
    const uint64_t at = sums->edges / samples * sample + sums->edges / samples / 2;
    const uint32_t u = tg_chunk_at(task, 1, at).first_row;
    const sampled_row row = {.task = task,
      .u = u,
      .from = task->from.ids + task->from.offsets[u],
      .from_count = tg_row_length(&task->from, u),
      .weight = 1 / ((double)tg_row_length(&task->edges, u) * (double)samples)};
    add(&row, sums);
}

static void add_features(tg_features *sums, const tg_features *part)
{
    sums->changed += part->changed;
    sums->turned += part->turned;
    sums->far += part->far;
    sums->apart += part->apart;
    sums->compared += part->compared;
    sums->marking += part->marking;
    sums->marked += part->marked;
    sums->filtered += part->filtered;
    sums->passed += part->passed;
    sums->merged += part->merged;
    sums->shared += part->shared;
    for (uint32_t c = 0; c < sums->hub_choices; c++) {
        sums->hub[c].blocks += part->hub[c].blocks;
        sums->hub[c].lines += part->hub[c].lines;
        sums->hub[c].edges += part->hub[c].edges;
        sums->hub[c].tests += part->hub[c].tests;
    }
}

/* Adds the steps of all samples to the sums. */
static void measure(tricorn_context *context, const tg_task *task, add_row add, tg_features *sums)
{
    tg_features parts[PARTS];
    const tg_features before = *sums;
    uint64_t samples = sums->edges / EDGES_A_SAMPLE + 1;

    if (samples > MOST_SAMPLES) samples = MOST_SAMPLES;
    if (sums->edges == 0) samples = 0;
        /* The number of parts is fixed, so that sums are rounded in the same way for any number of threads. */
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (unsigned p = 0; p < PARTS; p++) {
        parts[p] = before;
        for (uint64_t s = p * samples / PARTS; s < (p + 1) * samples / PARTS; s++)
            sample_row(&parts[p], task, s, samples, add);
    }
    for (unsigned p = 0; p < PARTS; p++) add_features(sums, &parts[p]);
}

void tg_features_measure_stream(tricorn_context *context, const tg_task *task, tg_features *features)
{
    tg_features sums = {.counts = task->counts,
      .edges = tg_task_edges(task),
      .rows = task->last_row - task->first_row,
      .into_rows = task->into.count};
    measure(context, task, add_stream, &sums);
    *features = sums;
}

void tg_features_measure_hubs(tricorn_context *context, const tg_task *task, tg_features *features)
{
    tg_features sums = {.edges = features->edges, .into_rows = features->into_rows};
    features->descending = task->reach != TG_REACH_ANY || tg_rows_descend(context, &task->into);
    if (!features->descending) return;
    choose_hub_sizes(&sums, task->lead);
    measure(context, task, add_hubs, &sums);
    features->hub_choices = sums.hub_choices;
    memcpy(features->hub, sums.hub, sizeof features->hub);
}

void tg_features_measure(tricorn_context *context, const tg_task *task, tg_features *features)
{
    tg_features_measure_stream(context, task, features);
    tg_features_measure_hubs(context, task, features);
}
