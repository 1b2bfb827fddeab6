/* bitmap_vertex.c - counts a task vertex by vertex, with a bitmap of the vertex's row.
 *
 * - The ids of a vertex's row are set in a bitmap of all ids. Each id of the neighbours' rows is
 *   then looked up by one load and one test.
 * - The size of the bitmap is limited; larger ids are found by merging rows.
 * - After a row, only the words that hold one of its ids are cleared, so that a short row costs
 *   little.
 *
 * Source: Latapy, "Main-memory Triangle Computations for Very Large (Sparse (Power-Law)) Graphs", TCS 2008
 * (new-vertex-listing); Bisson and Fatica, "High Performance Exact Triangle Counting on GPUs", TPDS 2017.
 */

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "cpu/common/bitmap.h"
#include "cpu/intersect/merge.h"
#include "cpu/sink_rows.h"
#include "task/algorithm.h"

enum {
    ROWS_AT_ONCE = 64, /* rows that a thread claims at a time */
    SMALL_BITMAP = 1 << 23, /* bits: 1 MB, which every task may use */
    BITS_AN_ID = 8 /* further bits per id of `into`: an eighth of the memory of the rows */
};

typedef struct bitmap {
    uint64_t *bits; /* a bit for each id below `bound` */
    uint64_t bound;
} bitmap;

static uint64_t count_row(const tg_task *task, uint32_t u, const bitmap *marked)
{
    const uint64_t *edges = task->edges.offsets + u, *offsets = task->from.offsets + u;
    uint64_t found = 0;
    if (edges[0] == edges[1] || offsets[0] == offsets[1]) return 0;
    const uint32_t *from = task->from.ids + offsets[0];
    const uint64_t count = offsets[1] - offsets[0];
    const uint64_t small =
      marked->bound > from[count - 1] ? count : tg_lower_bound(from, count, (uint32_t)marked->bound);

    tg_bits_set(marked->bits, from, small);
    for (uint64_t e = edges[0]; e < edges[1]; e++) {
        const uint64_t *into = task->into.offsets + task->edges.ids[e];
        if (into[0] == into[1]) continue;
        const uint32_t *ids = task->into.ids + into[0];
        const uint64_t ids_count = into[1] - into[0];
        const uint64_t tested =
          marked->bound > ids[ids_count - 1] ? ids_count : tg_lower_bound(ids, ids_count, (uint32_t)marked->bound);
        found += tg_bits_count(marked->bits, ids, tested);
        found += tg_merge(from + small, count - small, ids + tested, ids_count - tested);
    }
    tg_bits_clear(marked->bits, from, small);
    return found;
}

/* Claims rows and counts their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status count_some(
  tricorn_context *context, const tg_task *task, uint64_t bound, _Atomic uint64_t *next, uint64_t *found)
{
    bitmap marked = {.bound = bound};
    TG_DO(TG_ALLOC_ZERO(context, bound / 64 + 1, &marked.bits));
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < task->last_row;) {
        const uint64_t left = task->last_row - first;
        const uint32_t rows = left < ROWS_AT_ONCE ? (uint32_t)left : ROWS_AT_ONCE;
        for (uint32_t i = 0; i < rows; i++) *found += count_row(task, (uint32_t)first + i, &marked);
        if (tg_work_add(context, task->edges.offsets[first + rows] - task->edges.offsets[first])) break;
    }
    tg_free(marked.bits);
    return TRICORN_OK;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    (void)nothing;
    const uint64_t most = SMALL_BITMAP + BITS_AN_ID * (uint64_t)task->into.offsets[task->into.count];
    uint64_t bound = tg_rows_id_bound(&task->from, task->first_row, task->last_row);
    _Atomic uint64_t next = task->first_row;
    _Atomic int failure = TRICORN_OK;
    uint64_t found = 0;

    if (bound > most) bound = most;
    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    tg_keep_failure(&failure, count_some(context, task, bound, &next, &found));
    TG_DO((tricorn_status)failure);
    TG_DO(tg_check_cancelled(context));
    *triangles = found;
    return TRICORN_OK;
}

static const tg_cpu_methods methods = {.count = count, .count_sink = tg_sink_rows_count};

TG_DEFINE_ALGORITHM(cpu_bitmap_vertex) = {
  .description =
    {
      .name = "cpu-bitmap-vertex",
      .summary = "for each vertex, a bitmap of its row, asked for its neighbours' rows",
      .device = "cpu",
      .source = "Latapy 2008; Bisson and Fatica 2017, on the CPU",
      .year = 2008,
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "coarse",
      .vertices = 1,
      .edges = 1,
      .lists = 1,
    },
  .lookup = TG_LOOKUP_BITMAP,
  .cpu = &methods,
};
