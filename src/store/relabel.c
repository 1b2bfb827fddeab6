/* relabel.c - numbers labels by degrees that passes over the rows find, or by the rows in an
 * order of their own; collects rows in the order of their numbers. */
#include "store/relabel.h"

#include "base/memory.h"
#include "prepare/reorder.h"
#include "store/files/limits.h"
#include "store/stream.h"

/* ---- rows in another order ---- */

/* An order of rows, and the rows that are collected: those of the places `first` to `last` - 1.
 */
typedef struct collecting {
    const uint32_t *places, *lengths; /* the place of each label's row; its length, by place */
    const uint32_t *numbers; /* what replaces each id; NULL: ids stay as they are */
    uint32_t count, first, last;
    uint64_t *offsets;
    uint32_t *ids;
} collecting;

static tricorn_status collect(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const collecting *to = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint32_t place = to->places[u];
        const uint64_t *row = rows->offsets + (u - rows->first);
        if (place < to->first || place >= to->last) continue;
        uint32_t *ids = to->ids + to->offsets[place - to->first];
        for (uint64_t e = row[0]; e < row[1]; e++) *ids++ = to->numbers ? to->numbers[rows->ids[e]] : rows->ids[e];
    }
    return TRICORN_OK;
}

/* Sets the end of the next rows: as many as fit in the memory with what the receiver makes of
 * them, at least one. Returns how many ids they have. */
static uint64_t find_end(const tricorn_context *context, collecting *to)
{
    enum { SHARE = 6 };
    const uint64_t most = tg_store_limits_set.collected_ids;
    const uint64_t room = tg_memory_room(context->memory) / SHARE;
    uint64_t ids = 0;
    for (to->last = to->first; to->last < to->count; to->last++) {
        const uint64_t more = ids + to->lengths[to->last], rows = to->last - to->first;
        const uint64_t bytes = sizeof(uint32_t) * more + sizeof(uint64_t) * rows;
        if (rows > 0 && (bytes > room || (most > 0 && more > most))) break;
        ids = more;
    }
    return ids;
}

/* Collects the next rows, and passes them on. */
static tricorn_status take_next(
  tricorn_context *context, tg_store *store, collecting *to, tg_take_rows *take, void *user)
{
    const uint64_t ids = find_end(context, to);
    const uint32_t count = to->last - to->first;
    tricorn_status status = TRICORN_OK;

    TG_TRY(TG_ALLOC(context, (uint64_t)count + 1, &to->offsets));
    TG_TRY(TG_ALLOC(context, ids + 1, &to->ids));
    to->offsets[0] = 0;
    for (uint32_t r = 0; r < count; r++) to->offsets[r + 1] = to->offsets[r] + to->lengths[to->first + r];
    TG_TRY(tg_store_each_row(context, store, "relabelling", collect, to));
    if (to->numbers) tg_rows_sort(context, count, to->offsets, to->ids);
    TG_TRY(take(context, user, &(tg_rows){count, to->offsets, to->ids}, to->first));
cleanup:
    tg_free(to->offsets);
    tg_free(to->ids);
    to->offsets = NULL; /* an array that cannot be allocated stays as it was */
    to->ids = NULL;
    return status;
}

static tricorn_status each_row(
  tricorn_context *context, tg_store *store, const collecting *of, tg_take_rows *take, void *user)
{
    collecting to = *of;
    for (; to.first < to.count; to.first = to.last) TG_DO(take_next(context, store, &to, take, user));
    return TRICORN_OK;
}

/* ---- numbers ---- */

typedef struct numbering {
    uint32_t count;
    uint32_t *out_degrees, *in_degrees; /* of labels */
    uint64_t *sums; /* of the out-degrees of a row's ids; or NULL */
} numbering;

/* Counts degrees or, if these are known, adds them up. */
static tricorn_status see_rows(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const numbering *of = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        if (of->sums == NULL) of->out_degrees[u] = (uint32_t)(row[1] - row[0]);
        for (uint64_t e = row[0]; e < row[1]; e++)
            if (of->sums)
                of->sums[u] += of->out_degrees[rows->ids[e]];
            else
                __atomic_fetch_add(&of->in_degrees[rows->ids[e]], 1, __ATOMIC_RELAXED);
    }
    return TRICORN_OK;
}

/* Sorts the labels in the order of the input, by in-degree or by the out-degrees of the ids in their rows. */
static tricorn_status sort_labels(
  tricorn_context *context, tg_store *store, tg_order_by by, numbering *of, uint64_t **sorted)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *keys = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, of->count, &of->in_degrees));
    TG_TRY(tg_store_each_row(context, store, "relabelling", see_rows, of));
    TG_TRY(TG_ALLOC_ZERO(context, of->count, &keys));
    for (uint32_t label = 0; label < of->count; label++)
        keys[label] = by == TG_BY_INPUT       ? tg_label_id(&store->labels, label)
                      : by == TG_BY_IN_DEGREE ? UINT32_MAX - of->in_degrees[label]
                                              : 0;
    if (by != TG_BY_INPUT && by != TG_BY_IN_DEGREE) {
        of->sums = keys;
        TG_TRY(tg_store_each_row(context, store, "relabelling", see_rows, of));
        for (uint32_t label = 0; label < of->count; label++) keys[label] = ~keys[label];
    }
    TG_TRY(tg_sort_by_keys(context, keys, of->count, sorted));
cleanup:
    tg_free(of->in_degrees);
    tg_free(keys);
    return status;
}

static tricorn_status place_ids(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    (void)context, (void)first;
    tg_place_collectively(user, rows->ids, rows->offsets[rows->count]);
    return TRICORN_OK;
}

/* Numbers the labels as they come in the rows, which are read in the order of their places. */
static tricorn_status number_collectively(
  tricorn_context *context, tg_store *store, const collecting *rows, tg_collective *to, const uint64_t *sorted)
{
    TG_DO(each_row(context, store, rows, place_ids, to));
    for (uint32_t i = 0; i < rows->count; i++) {
        const uint32_t label = (uint32_t)sorted[i];
        tg_place_collectively(to, &label, 1);
    }
    return TRICORN_OK;
}

/* Sets lengths[places[u]] to the length of row u. */
static void place_lengths(const numbering *of, const uint32_t *places, uint32_t *lengths)
{
    for (uint32_t u = 0; u < of->count; u++) lengths[places[u]] = of->out_degrees[u];
}

static tricorn_status make_numbers(tricorn_context *context, tg_store *store, tg_relabelling *made)
{
    const tg_order_by by = tg_find_order(made->names);
    numbering of = {.count = (uint32_t)store->label_count};
    tricorn_status status = TRICORN_OK;
    uint64_t *sorted = NULL;
    uint32_t *places = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, of.count, &of.out_degrees));
    TG_TRY(sort_labels(context, store, by, &of, &sorted));
    TG_TRY(TG_ALLOC(context, of.count, &places));
    TG_TRY(TG_ALLOC(context, of.count, &made->lengths));
    for (uint32_t i = 0; i < of.count; i++) places[(uint32_t)sorted[i]] = i;
    place_lengths(&of, places, made->lengths);
    if (by == TG_BY_COLLECTIVE || by == TG_BY_COLLECTIVE_DEGREE) {
        const collecting rows = {.places = places, .lengths = made->lengths, .count = of.count};
        tg_collective to;
        TG_TRY(TG_ALLOC(context, of.count, &made->numbers));
        tg_collective_begin(&to, by, of.out_degrees, of.count, made->numbers);
        TG_TRY(number_collectively(context, store, &rows, &to, sorted));
        place_lengths(&of, made->numbers, made->lengths);
    } else {
        made->numbers = places;
        places = NULL;
    }
cleanup:
    tg_free(of.out_degrees);
    tg_free(sorted);
    tg_free(places);
    if (status != TRICORN_OK) tg_relabelling_drop(made);
    return status;
}

/* ---- the whole ---- */

void tg_relabelling_drop(tg_relabelling *by)
{
    if (by == NULL) return;
    tg_free(by->numbers);
    tg_free(by->lengths);
    by->numbers = by->lengths = NULL;
}

tricorn_status tg_store_each_relabelled(
  tricorn_context *context, tg_store *store, tg_relabelling *by, tg_take_rows *take, void *user)
{
    if (by->numbers == NULL) TG_DO(make_numbers(context, store, by));
    const collecting rows = {
      .places = by->numbers, .lengths = by->lengths, .numbers = by->numbers, .count = (uint32_t)store->label_count};
    return each_row(context, store, &rows, take, user);
}
