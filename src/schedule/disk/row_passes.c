/* row_passes.c - runs passes over rows in host memory. Binary searches in the offsets find the
 * ends of passes and batches; binary searches in a row find the ids of a pass. */
#include "schedule/disk/row_passes.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"

/* Fewer rows than this are copied by one thread, before other threads would have started. */
enum { FEW_ROWS = 1 << 12 };

/* Copies of those ids that a task needs, for the rows of a batch. */
typedef struct row_copies {
    uint64_t *offsets;
    uint32_t *ids;
    uint64_t offset_room, id_room;
} row_copies;

typedef struct walk {
    tricorn_context *context;
    const tg_rows *rows;
    const tg_pass_limits *limits;
    const tg_pass_visitor *visitor;
    uint32_t first, last; /* the pass has the rows `first` to `last` - 1 */
    row_copies from; /* the ids below `last` of the rows of a batch */
    row_copies edges; /* their ids in the pass, each minus `first` */
} walk;

/* ---- sizes ---- */

static uint64_t ids_between(const tg_rows *rows, uint32_t first, uint32_t last)
{
    return rows->offsets[last] - rows->offsets[first];
}

/* How many bytes a row and an id need, and how many bytes are available for all of them. */
typedef struct row_budget {
    uint64_t of_row, of_id, bytes;
} row_budget;

/* Returns the end of the rows from `first` on, at most `end`, that fit in the budget; it has at least one row. */
static uint32_t end_of_rows(const tg_rows *rows, uint32_t first, uint32_t end, const row_budget *budget)
{
    tg_search in = {first + UINT64_C(2), end - first - UINT64_C(1)};
    while (in.left > 0) {
        const uint32_t last = (uint32_t)tg_search_at(&in);
        const uint64_t taken =
          (last - first + UINT64_C(1)) * budget->of_row + ids_between(rows, first, last) * budget->of_id;
        tg_search_step(&in, taken <= budget->bytes);
    }
    return (uint32_t)in.first - 1;
}

static uint32_t end_of_pass(const walk *all, uint32_t first)
{
    const row_budget on_gpu = {sizeof(uint32_t), sizeof(uint32_t), all->limits->kept_bytes};
    return end_of_rows(all->rows, first, all->rows->count, &on_gpu);
}

/* Returns the end of the batch that begins with row `first`, which is in the pass or after it. */
static uint32_t end_of_batch(const walk *all, uint32_t first)
{
    const uint32_t end = first < all->last ? all->last : all->rows->count;
    const unsigned sets = all->first > 0 ? 2 : 1;
    const row_budget on_host = {sets * sizeof(uint64_t), sets * sizeof(uint32_t), all->limits->batch_bytes};
    return end_of_rows(all->rows, first, end, &on_host);
}

/* ---- copies ---- */

static void drop_copies(row_copies *copies)
{
    tg_free(copies->offsets);
    tg_free(copies->ids);
    *copies = (row_copies){.offset_room = 0};
}

static tricorn_status make_room(tricorn_context *context, uint64_t offsets, uint64_t ids, row_copies *made)
{
    if (made->offset_room >= offsets && made->id_room >= ids) return TRICORN_OK;
    drop_copies(made);
    TG_DO(TG_ALLOC(context, offsets, &made->offsets));
    TG_DO(TG_ALLOC(context, ids, &made->ids));
    made->offset_room = offsets;
    made->id_room = ids;
    return TRICORN_OK;
}

/* Returns the number of ids of a row below a bound. */
static uint64_t ids_below(const tg_rows *rows, uint32_t row, uint32_t bound)
{
    return tg_row_position(rows, row, bound) - rows->offsets[row];
}

/* An interval of rows or of ids: `first` to `last` - 1. */
typedef struct interval {
    uint32_t first, last;
} interval;

/* For the rows in `from`, copies the ids in an interval, each minus the first id of the interval. */
static tricorn_status copy_rows(const walk *all, interval from, interval ids, row_copies *to)
{
    const tg_rows *rows = all->rows;
    const uint32_t count = from.last - from.first, least = ids.first;

    TG_DO(make_room(all->context, count + UINT64_C(1), ids_between(rows, from.first, from.last), to));
    to->offsets[0] = 0;
#pragma omp parallel for num_threads((int)all->context->threads) schedule(static) if (count > FEW_ROWS)
    for (uint32_t r = 0; r < count; r++)
        to->offsets[r + UINT64_C(1)] =
          ids_below(rows, from.first + r, ids.last) - ids_below(rows, from.first + r, least);
    for (uint32_t r = 0; r < count; r++) to->offsets[r + UINT64_C(1)] += to->offsets[r];
#pragma omp parallel for num_threads((int)all->context->threads) schedule(dynamic, 1024) if (count > FEW_ROWS)
    for (uint32_t r = 0; r < count; r++) {
        const uint32_t *row = rows->ids + rows->offsets[from.first + r];
        const uint64_t skipped = ids_below(rows, from.first + r, least);
        for (uint64_t i = to->offsets[r]; i < to->offsets[r + UINT64_C(1)]; i++)
            to->ids[i] = row[skipped + (i - to->offsets[r])] - least;
    }
    return TRICORN_OK;
}

static tg_rows rows_of(const row_copies *copies, uint32_t count)
{
    return (tg_rows){count, copies->offsets, copies->ids};
}

/* ---- parts ---- */

static tg_part_key part_of(const walk *all, uint32_t first, uint32_t last)
{
    return (tg_part_key){all->first, all->last - 1, first, last - 1};
}

/* Makes the rows of a batch with their ids up to the end of the pass. Rows of the pass have no
 * other ids, so these are not copied. */
static tricorn_status rows_of_batch(walk *all, uint32_t first, uint32_t last, tg_rows *from)
{
    if (first < all->last) {
        *from = (tg_rows){last - first, all->rows->offsets + first, all->rows->ids};
        return TRICORN_OK;
    }
    const tricorn_status status = copy_rows(all, (interval){first, last}, (interval){0, all->last}, &all->from);
    *from = rows_of(&all->from, last - first);
    return status;
}

static tricorn_status visit(walk *all, uint32_t first, uint32_t last, const tg_rows *from)
{
    const tg_pass_visitor *visitor = all->visitor;
    const bool own = first < all->last;
    const tg_part_key part = part_of(all, first, last);
    const tg_rows kept = {(own ? last : all->last) - all->first, NULL, NULL};
    tg_task task = {.edges = *from,
      .from = *from,
      .into = own && first == all->first ? *from : kept,
      .last_row = last - first,
      .reach = TG_REACH_BELOW,
      .lead = all->first,
      .u = {first, 1},
      .v = {all->first, 1},
      .w = {0, 1}};
    if (all->first > 0) {
        const interval own_ids = {all->first, all->last};
        TG_DO(copy_rows(all, (interval){first, last}, own_ids, &all->edges));
        task.edges = rows_of(&all->edges, last - first);
    }
    return (own ? visitor->take_kept : visitor->take)(all->context, visitor->user, &part, &task);
}

static tricorn_status visit_pass(walk *all)
{
    const tg_pass_visitor *visitor = all->visitor;
    TG_DO(visitor->begin(
      all->context, visitor->user, all->last - all->first, ids_between(all->rows, all->first, all->last)));
    for (uint32_t row = all->first, end; row < all->rows->count; row = end) {
        tg_rows from;
        end = end_of_batch(all, row);
        TG_DO(rows_of_batch(all, row, end, &from));
        if (row < all->last) TG_DO(visitor->keep(all->context, visitor->user, &from));
        TG_DO(visit(all, row, end, &from));
    }
    return TRICORN_OK;
}

tricorn_status tg_rows_each_task(
  tricorn_context *context, const tg_rows *rows, const tg_pass_limits *limits, const tg_pass_visitor *visitor)
{
    walk all = {.context = context, .rows = rows, .limits = limits, .visitor = visitor};
    tricorn_status status = TRICORN_OK;
    for (uint32_t row = 0; row < rows->count; row = all.last) {
        all.first = row;
        all.last = end_of_pass(&all, row);
        TG_TRY(visit_pass(&all));
    }
cleanup:
    drop_copies(&all.from);
    drop_copies(&all.edges);
    return status;
}
