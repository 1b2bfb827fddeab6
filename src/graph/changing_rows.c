/* changing_rows.c - memory for rows is taken in pieces, each an eighth of all at least; once a
 * row has moved, what it had is lost until the rows are freed or made anew. */
#include "graph/changing_rows.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

enum {
    SHARE_OF_PIECE = 8,
    LEAST_PIECE = 1 << 12,
    SPARE_SHARE = 4,
    SPARE = 4,
    ARCS_AT_ONCE = 256
};

struct tg_row_memory {
    tg_row_memory *before;
    uint32_t ids[];
};

/* ---- memory -------------------------------------------------------------------------------- */

static tricorn_status add_piece(tricorn_context *context, tg_changing_rows *changing,
                                uint64_t ids)
{
    tg_row_memory *piece = NULL;
    const uint64_t words = (sizeof *piece + sizeof(uint32_t) - 1) / sizeof(uint32_t) + ids;
    const tricorn_status status = tg_alloc(context, words, sizeof(uint32_t), (void **)&piece);
    if (status != TRICORN_OK) return status;
    piece->before = changing->memory;
    changing->memory = piece;
    changing->free_ids = ids;
    return TRICORN_OK;
}

/* Room for so many ids at the end of the newest piece, which has them. */
static uint32_t *take_ids(tg_changing_rows *changing, uint64_t ids)
{
    changing->free_ids -= ids;
    return changing->memory->ids + changing->free_ids;
}

tricorn_status tg_changing_rows_reserve(tricorn_context *context, tg_changing_rows *changing,
                                        const tg_arcs *arcs)
{
    for (uint64_t first = 0, end; first < arcs->count; first = end) {
        end = tg_arcs_end(arcs, first);
        tg_changing_row *row = &changing->rows[tg_arc_from(arcs->keys[first])];
        const uint64_t wanted = row->length + (end - first);
        if (wanted <= row->room) continue;
        const uint64_t room = wanted + wanted / SPARE_SHARE + SPARE;
        if (room > changing->free_ids) {
            const uint64_t share = changing->ids / SHARE_OF_PIECE + LEAST_PIECE;
            const tricorn_status status =
                add_piece(context, changing, room > share ? room : share);
            if (status != TRICORN_OK) return status;
        }
        uint32_t *ids = take_ids(changing, room);
        if (row->length > 0) memcpy(ids, row->ids, row->length * sizeof *ids);
        row->ids = ids;
        row->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
    }
    return TRICORN_OK;
}

/* ---- making and freeing ---------------------------------------------------------------------
 */

static void copy_row(const tg_rows *below, const tg_rows *above, uint32_t v, tg_changing_row *to)
{
    const uint64_t low = below->offsets[v + 1] - below->offsets[v];
    const uint64_t high = above->offsets[v + 1] - above->offsets[v];
    /* All ids of the first are below v, all of the second above. */
    if (low > 0) memcpy(to->ids, below->ids + below->offsets[v], low * sizeof *to->ids);
    if (high > 0) memcpy(to->ids + low, above->ids + above->offsets[v], high * sizeof *to->ids);
    to->length = to->room = (uint32_t)(low + high);
}

tricorn_status tg_changing_rows_create(tricorn_context *context, const tg_rows *rows,
                                       uint64_t vertices, tg_changing_rows *changing)
{
    tricorn_status status = TRICORN_OK;
    tg_changing_rows made = {.vertices = vertices,
                             .ids = rows->count ? 2 * rows->offsets[rows->count] : 0};
    tg_rows above = {0};

    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(TG_ALLOC_ZERO(context, vertices + 1, &made.rows));
    TG_TRY(add_piece(context, &made, made.ids));
    made.free_ids = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t v = 0; v < rows->count; v++) {
        made.rows[v].ids = made.memory->ids + rows->offsets[v] + above.offsets[v];
        copy_row(rows, &above, v, &made.rows[v]);
    }
    *changing = made;
    made = (tg_changing_rows){0};
cleanup:
    tg_rows_free(&above);
    tg_changing_rows_free(&made);
    return status;
}

void tg_changing_rows_free(tg_changing_rows *changing)
{
    while (changing->memory) {
        tg_row_memory *before = changing->memory->before;
        tg_free(changing->memory);
        changing->memory = before;
    }
    tg_free(changing->rows);
    *changing = (tg_changing_rows){0};
}

/* ---- changes --------------------------------------------------------------------------------
 */

static void remove_from_row(tg_changing_row *row, const uint64_t *keys, uint64_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, k = 0; i < row->length; i++) {
        if (k < count && row->ids[i] == (uint32_t)keys[k])
            k++;
        else
            row->ids[kept++] = row->ids[i];
    }
    row->length = kept;
}

/* From the back, so that no id is written over before it has moved. */
static void insert_into_row(tg_changing_row *row, const uint64_t *keys, uint64_t count)
{
    uint64_t from = row->length, to = row->length + count;
    row->length = (uint32_t)to;
    for (uint64_t k = count; k > 0;)
        row->ids[--to] = from > 0 && row->ids[from - 1] > (uint32_t)keys[k - 1]
                             ? row->ids[--from]
                             : (uint32_t)keys[--k];
}

typedef void change_row(tg_changing_row *row, const uint64_t *keys, uint64_t count);

/* A thread changes the rows that begin in its part of the arcs. */
static void change(const tricorn_context *context, tg_changing_rows *changing,
                   const tg_arcs *arcs, change_row *one)
{
    const uint64_t parts = (arcs->count + ARCS_AT_ONCE - 1) / ARCS_AT_ONCE;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t p = 0; p < parts; p++) {
        const uint64_t begin = p * ARCS_AT_ONCE;
        const uint64_t last =
            begin + ARCS_AT_ONCE < arcs->count ? begin + ARCS_AT_ONCE : arcs->count;
        for (uint64_t first = begin, end; first < last; first = end) {
            const uint32_t from = tg_arc_from(arcs->keys[first]);
            end = tg_arcs_end(arcs, first);
            if (first > 0 && tg_arc_from(arcs->keys[first - 1]) == from) continue;
            one(&changing->rows[from], arcs->keys + first, end - first);
        }
    }
}

void tg_changing_rows_remove(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs)
{
    change(context, changing, arcs, remove_from_row);
    changing->ids -= arcs->count;
}

void tg_changing_rows_insert(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs)
{
    change(context, changing, arcs, insert_into_row);
    changing->ids += arcs->count;
}

bool tg_changing_rows_have(const tg_changing_rows *changing, uint32_t u, uint32_t v)
{
    const tg_changing_row *row = &changing->rows[u];
    uint64_t low = 0, high = row->length;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (row->ids[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < row->length && row->ids[low] == v;
}

uint64_t tg_arcs_find(const tg_arcs *arcs, uint64_t first, uint64_t key)
{
    uint64_t low = first, high = arcs->count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (arcs->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
