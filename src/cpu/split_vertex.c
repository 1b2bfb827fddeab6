/* split_vertex.c - counts a task whose ids are split into hubs and others.
 *
 * - Triangles with two or three hubs are found by looking up pairs of a vertex's hubs in a
 *   triangular bit matrix of all hubs.
 * - Triangles with one hub are found by merging lists of hubs, whose ids have 16 bits; triangles
 *   without hubs are found by merging the other ids.  So each part reads little memory.
 * - Tasks whose rows have ids above their own number are streamed.
 *
 * Source: Koohi Esfahani, Kilpatrick, Vandierendonck, "LOTUS: Locality Optimizing Triangle Counting", PPoPP 2022.
 * LOTUS relabels all vertices to put hubs first; here they come first already.
 */
#include "base/memory.h"
#include "cpu/features.h"
#include "cpu/hubs.h"
#include "cpu/intersect/merge.h"
#include "cpu/stream_edge.h"
#include "task/algorithm.h"

enum {
    MOST_HUBS = 1 << 16, /* their ids have 16 bits */
    ROWS_AT_ONCE = 64 /* rows that a thread claims at a time */
};

/* Rows, with copies of the ids of hubs, which come first in each row, in 16 bits. */
typedef struct split_rows {
    tg_rows rows;
    uint32_t *hub_counts; /* how many hubs each row has */
    uint16_t *hub_ids; /* hub_ids[i] is rows.ids[i], if that is a hub */
} split_rows;

typedef struct hub_split {
    uint32_t hubs;
    uint64_t *bits; /* bit v(v + 1)/2 + w tells whether row v has hub w */
    split_rows from, into;
} hub_split;

static uint64_t bit_of(uint64_t v, uint64_t w)
{
    return v * (v + 1) / 2 + w;
}

/* ---- making ---- */

static void free_rows(split_rows *rows)
{
    tg_free(rows->hub_counts);
    tg_free(rows->hub_ids);
}

static tricorn_status split_ids(tricorn_context *context, const tg_rows *rows, uint32_t hubs, split_rows *made)
{
    made->rows = *rows;
    TG_DO(TG_ALLOC(context, rows->count, &made->hub_counts));
    TG_DO(TG_ALLOC(context, rows->offsets[rows->count], &made->hub_ids));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = 0; u < rows->count; u++) {
        uint64_t i = rows->offsets[u];
        for (; i < rows->offsets[u + 1] && rows->ids[i] < hubs; i++) made->hub_ids[i] = (uint16_t)rows->ids[i];
        made->hub_counts[u] = (uint32_t)(i - rows->offsets[u]);
    }
    return TRICORN_OK;
}

static void free_split(const tg_task *task, hub_split *made)
{
    tg_free(made->bits);
    free_rows(&made->from);
    if (!tg_task_is_whole(task)) free_rows(&made->into); /* in a whole graph these are the arrays of `from` */
}

static tricorn_status make_split(tricorn_context *context, const tg_task *task, hub_split *made)
{
    const tg_rows *into = &task->into;

    TG_DO(TG_ALLOC_ZERO(context, bit_of(made->hubs, 0) / 64 + 1, &made->bits));
    TG_DO(split_ids(context, &task->from, made->hubs, &made->from));
    if (tg_task_is_whole(task))
        made->into = made->from;
    else
        TG_DO(split_ids(context, into, made->hubs, &made->into));
    /* One thread sets all bits, because rows share words. The row of a hub contains only hubs. */
    for (uint32_t v = 0; v < made->hubs; v++)
        for (uint64_t i = into->offsets[v]; i < into->offsets[v + 1]; i++) {
            const uint64_t bit = bit_of(v, into->ids[i]);
            made->bits[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    return TRICORN_OK;
}

/* Chooses the number of hubs: as many as memory holds, and at most as many as 16 bits can number. */
static uint32_t choose_hubs(const tricorn_context *context, const tg_task *task)
{
    const uint64_t ids =
      task->from.offsets[task->from.count] + (tg_task_is_whole(task) ? 0 : task->into.offsets[task->into.count]);
    const uint64_t rows = (uint64_t)task->from.count + (tg_task_is_whole(task) ? 0 : task->into.count);
    const uint64_t needed = ids * sizeof(uint16_t) + rows * sizeof(uint32_t);
    const uint64_t room = tg_hubs_room(context, task);
    uint32_t hubs = task->into.count < MOST_HUBS ? task->into.count : MOST_HUBS;
    if (needed >= room) return 0;
    while (bit_of(hubs, 0) / 8 > room - needed) hubs /= 2;
    return hubs;
}

/* ---- counting ---- */

/* Returns the number of common ids of two rows of hubs. */
static uint64_t merge_hubs(const uint16_t *a, uint64_t a_count, const uint16_t *b, uint64_t b_count)
{
    uint64_t i = 0, j = 0, found = 0;
    while (i < a_count && j < b_count) {
        const uint16_t x = a[i], y = b[j];
        found += x == y;
        i += x <= y;
        j += y <= x;
    }
    return found;
}

/* Counts the triangles of an edge to hub v: how many of the row's hubs before v are in row v. */
static uint64_t test_pairs(const hub_split *split, uint32_t v, const uint16_t *hubs, uint64_t count)
{
    const uint64_t row = bit_of(v, 0);
    uint64_t found = 0;
    for (uint64_t i = 0; i < count && hubs[i] <= v; i++)
        found += split->bits[(row + hubs[i]) / 64] >> (row + hubs[i]) % 64 & 1;
    return found;
}

static uint64_t merge_parts(const hub_split *split, uint32_t u, uint32_t v)
{
    const uint64_t *a = split->from.rows.offsets + u, *b = split->into.rows.offsets + v;
    const uint64_t a_hubs = split->from.hub_counts[u], b_hubs = split->into.hub_counts[v];
    return merge_hubs(split->from.hub_ids + a[0], a_hubs, split->into.hub_ids + b[0], b_hubs) +
           tg_merge(split->from.rows.ids + a[0] + a_hubs, a[1] - a[0] - a_hubs, split->into.rows.ids + b[0] + b_hubs,
             b[1] - b[0] - b_hubs);
}

static uint64_t count_row(const tg_task *task, const hub_split *split, uint32_t u)
{
    const uint16_t *hubs = split->from.hub_ids + task->from.offsets[u];
    uint64_t found = 0;
    for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++) {
        const uint32_t v = task->edges.ids[e];
        found += v < split->hubs ? test_pairs(split, v, hubs, split->from.hub_counts[u]) : merge_parts(split, u, v);
    }
    return found;
}

static uint64_t count_rows(tricorn_context *context, const tg_task *task, const hub_split *split)
{
    const uint64_t *offsets = task->edges.offsets;
    uint64_t found = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t first = task->first_row; first < task->last_row; first += ROWS_AT_ONCE) {
        const uint64_t left = task->last_row - first;
        const uint64_t last = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
        if (tg_cancelled(context)) continue;
        for (uint64_t u = first; u < last; u++) found += count_row(task, split, (uint32_t)u);
        tg_work_add(context, offsets[last] - offsets[first]);
    }
    return found;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    (void)nothing;
    tricorn_status status = TRICORN_OK;
    hub_split made = {.hubs = choose_hubs(context, task)};

    if (made.hubs == 0 || task->lead > 0 || (task->reach == TG_REACH_ANY && !tg_rows_descend(context, &task->into)))
        return tg_stream_count(context, task, TG_STREAM_AHEAD, triangles);
    TG_TRY(make_split(context, task, &made));
    tg_work_begin(context, "counting", tg_task_edges(task));
    const uint64_t found = count_rows(context, task, &made);
    TG_TRY(tg_check_cancelled(context));
    *triangles = found;
cleanup:
    free_split(task, &made);
    return status;
}

static const tg_cpu_methods methods = {.count = count};

TG_DEFINE_ALGORITHM(cpu_split_vertex) = {
  .description =
    {
      .name = "cpu-split-vertex",
      .alias = "lotus",
      .summary = "for each vertex, test pairs of hubs in a bit triangle, merge the others",
      .device = "cpu",
      .source = "Koohi Esfahani, Kilpatrick and Vandierendonck 2022 (LOTUS)",
      .year = 2022,
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "coarse",
    },
  .lookup = TG_LOOKUP_BITMAP,
  .cpu = &methods,
};
