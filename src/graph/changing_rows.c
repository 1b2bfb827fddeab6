/* changing_rows.c - rows with spare room, in large blocks of memory that only grow.
 *
 * - Memory is allocated in blocks that hold at least an eighth of all ids, so allocations are
 *   rare.
 * - A row that outgrows its room moves to the newest block; its former memory stays unused until
 *   all rows are freed.
 * - One pass over a row inserts or removes all ids of a batch.
 * - Long rows have bits for their hubs, which a lookup tests without a search.
 */
#include "graph/changing_rows.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "graph/transpose.h"

enum {
    SHARE_OF_BLOCK = 8,
    LEAST_BLOCK = 1 << 12,
    SPARE_SHARE = 4,
    SPARE = 4,
    ARCS_AT_ONCE = 64,
    /* The bits of a row cover the ids below COLUMNS, so that they fit in the first level cache;
     * in a graph with fewer vertices, whose rows are shorter, fewer ids. A row gets bits if they
     * take at most twice the memory of its ids. */
    COLUMNS = 1 << 15,
    FEW_COLUMNS = 1 << 13,
    FEW_VERTICES = 1 << 18,
    COLUMNS_EACH = 64
};

struct tg_row_memory {
    tg_row_memory *before;
    _Alignas(64) uint32_t ids[];
};

/* ---- memory ---- */

static tricorn_status add_block(tricorn_context *context, tg_changing_rows *changing, uint64_t ids)
{
    tg_row_memory *block = NULL;
    const uint64_t words = sizeof *block / sizeof(uint32_t) + ids;
    TG_DO(tg_alloc(context, words, sizeof(uint32_t), (void **)&block));
    block->before = changing->memory;
    changing->memory = block;
    changing->free_ids = ids;
    return TRICORN_OK;
}

/* Reserves room for `ids` ids at the end of the newest block, which must have that much room. */
static uint32_t *take_ids(tg_changing_rows *changing, uint64_t ids)
{
    changing->free_ids -= ids;
    return changing->memory->ids + changing->free_ids;
}

/* Returns the words of memory for a row with room for `room` ids, and for their supports if the
 * graph has supports. */
static uint64_t words_of(const tg_changing_rows *changing, uint64_t room)
{
    return changing->supported ? 2 * room : room;
}

static void move_row(tg_changing_rows *changing, tg_changing_row *row, uint32_t room)
{
    const tg_changing_row moved = {
      take_ids(changing, words_of(changing, room)), row->length, room, row->bits, row->hubs};
    if (row->length > 0) memcpy(moved.ids, row->ids, row->length * sizeof *row->ids);
    if (row->length > 0 && changing->supported)
        memcpy(tg_changing_supports(&moved), tg_changing_supports(row), row->length * sizeof *row->ids);
    *row = moved;
}

static bool is_first_arc(const tg_arcs *arcs, uint64_t i)
{
    return i == 0 || tg_arc_from(arcs->keys[i - 1]) != tg_arc_from(arcs->keys[i]);
}

/* Whether any row lacks room for its arcs. All threads check, because most rows are not in a cache. */
static bool are_too_small(const tricorn_context *context, const tg_changing_rows *changing, const tg_arcs *arcs)
{
    bool any = false;
    if (arcs->count == 0) return false;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(|| : any)
    for (uint64_t i = 0; i < arcs->count; i++) {
        const tg_changing_row *row = &changing->rows[tg_arc_from(arcs->keys[i])];
        any = any || (is_first_arc(arcs, i) && row->length + (tg_arcs_end(arcs, i) - i) > row->room);
    }
    return any;
}

tricorn_status tg_changing_rows_reserve(tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs)
{
    if (!are_too_small(context, changing, arcs)) return TRICORN_OK;
    for (uint64_t first = 0, end; first < arcs->count; first = end) {
        end = tg_arcs_end(arcs, first);
        tg_changing_row *row = &changing->rows[tg_arc_from(arcs->keys[first])];
        const uint64_t wanted = row->length + (end - first);
        if (wanted <= row->room) continue;
        uint64_t room = wanted + wanted / SPARE_SHARE + SPARE;
        if (room > UINT32_MAX) room = UINT32_MAX;
        const uint64_t words = words_of(changing, room);
        if (words > changing->free_ids) {
            const uint64_t share = words_of(changing, changing->ids / SHARE_OF_BLOCK) + LEAST_BLOCK;
            TG_DO(add_block(context, changing, words > share ? words : share));
        }
        move_row(changing, row, (uint32_t)room);
    }
    return TRICORN_OK;
}

/* ---- bits ---- */

static bool wants_bits(const tg_changing_rows *changing, uint32_t v)
{
    const tg_changing_row *row = &changing->rows[v];
    return row->bits == NULL && row->length >= changing->columns / COLUMNS_EACH;
}

static void fill_bits(tg_changing_row *row, uint32_t columns)
{
    memset(row->bits, 0, columns / 8);
    row->hubs = (uint32_t)tg_lower_bound(row->ids, row->length, columns);
    for (uint32_t i = 0; i < row->hubs; i++) row->bits[row->ids[i] / 64] |= UINT64_C(1) << row->ids[i] % 64;
}

/* Allocates and fills the bits of these rows, whose vertices `rows` lists. */
static tricorn_status make_bits(
  tricorn_context *context, tg_changing_rows *changing, const uint32_t *rows, uint64_t count)
{
    const uint64_t words = changing->columns / 32; /* words of 32 bits per row */
    tg_row_memory *block = NULL;
    if (count == 0) return TRICORN_OK;
    TG_DO(tg_alloc(context, sizeof *block / sizeof(uint32_t) + count * words, sizeof(uint32_t), (void **)&block));
    block->before = changing->bits_memory;
    changing->bits_memory = block;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) {
        tg_changing_row *row = &changing->rows[rows[i]];
        row->bits = (uint64_t *)(void *)(block->ids + i * words);
        fill_bits(row, changing->columns);
    }
    return TRICORN_OK;
}

tricorn_status tg_changing_rows_make_bits(tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *rows = NULL;
    uint64_t count = 0;

    if (arcs->count == 0) return TRICORN_OK;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(+ : count)
    for (uint64_t i = 0; i < arcs->count; i++)
        count += is_first_arc(arcs, i) && wants_bits(changing, tg_arc_from(arcs->keys[i]));
    if (count == 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, count, &rows));
    count = 0;
    for (uint64_t first = 0; first < arcs->count; first = tg_arcs_end(arcs, first)) {
        const uint32_t v = tg_arc_from(arcs->keys[first]);
        if (wants_bits(changing, v)) rows[count++] = v;
    }
    TG_TRY(make_bits(context, changing, rows, count));
cleanup:
    tg_free(rows);
    return status;
}

/* Allocates and fills the bits of all rows that are long enough for them. */
static tricorn_status make_all_bits(tricorn_context *context, tg_changing_rows *changing)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *rows = NULL;
    uint64_t count = 0;

    for (uint64_t v = 0; v < changing->vertices; v++) count += wants_bits(changing, (uint32_t)v);
    if (count == 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, count, &rows));
    count = 0;
    for (uint64_t v = 0; v < changing->vertices; v++)
        if (wants_bits(changing, (uint32_t)v)) rows[count++] = (uint32_t)v;
    TG_TRY(make_bits(context, changing, rows, count));
cleanup:
    tg_free(rows);
    return status;
}

/* Flips the bits of ids that a batch inserts or removes. */
static void change_bits(const tg_changing_rows *changing, tg_changing_row *row, const uint64_t *keys, uint64_t count)
{
    for (uint64_t k = 0; k < count && (uint32_t)keys[k] < changing->columns; k++) {
        uint64_t *word = &row->bits[(uint32_t)keys[k] / 64];
        const uint64_t bit = UINT64_C(1) << keys[k] % 64;
        row->hubs += *word & bit ? UINT32_MAX : 1;
        *word ^= bit;
    }
}

/* ---- making and freeing ---- */

static uint64_t wedges_of(const tg_changing_row *row)
{
    return row->length * (row->length - UINT64_C(1)) / 2; /* 0 for no id: 0 times 2^64 - 1 */
}

static void copy_row(const tg_rows *below, const tg_rows *above, uint32_t v, tg_changing_row *to)
{
    const uint64_t low = below->offsets[v + 1] - below->offsets[v];
    const uint64_t high = above->offsets[v + 1] - above->offsets[v];
    /* The lower row contains the neighbours below v, the upper row those above v. */
    if (low > 0) memcpy(to->ids, below->ids + below->offsets[v], low * sizeof *to->ids);
    if (high > 0) memcpy(to->ids + low, above->ids + above->offsets[v], high * sizeof *to->ids);
    to->length = to->room = (uint32_t)(low + high);
}

tricorn_status tg_changing_rows_create(tricorn_context *context, const tg_rows *rows, uint64_t vertices,
  const uint32_t *supports, tg_changing_rows *changing)
{
    tricorn_status status = TRICORN_OK;
    tg_changing_rows made = {.vertices = vertices,
      .room = vertices,
      .supported = supports != NULL,
      .columns = vertices < FEW_VERTICES ? FEW_COLUMNS : COLUMNS,
      .ids = rows->count ? 2 * rows->offsets[rows->count] : 0};
    tg_rows above = {0};

    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(TG_ALLOC_ZERO(context, vertices + 1, &made.rows));
    TG_TRY(add_block(context, &made, words_of(&made, made.ids)));
    made.free_ids = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t v = 0; v < rows->count; v++) {
        made.rows[v].ids = made.memory->ids + words_of(&made, rows->offsets[v] + above.offsets[v]);
        copy_row(rows, &above, v, &made.rows[v]);
        if (supports && made.rows[v].length > 0)
            memcpy(tg_changing_supports(&made.rows[v]), supports + rows->offsets[v],
              (rows->offsets[v + 1] - rows->offsets[v]) * sizeof *supports);
    }
    for (uint64_t v = 0; v < vertices; v++) made.wedges += wedges_of(&made.rows[v]);
    TG_TRY(make_all_bits(context, &made));
    *changing = made;
    made = (tg_changing_rows){0};
cleanup:
    tg_rows_free(&above);
    tg_changing_rows_free(&made);
    return status;
}

static void free_blocks(tg_row_memory *newest)
{
    while (newest) {
        tg_row_memory *before = newest->before;
        tg_free(newest);
        newest = before;
    }
}

void tg_changing_rows_free(tg_changing_rows *changing)
{
    free_blocks(changing->memory);
    free_blocks(changing->bits_memory);
    tg_free(changing->rows);
    *changing = (tg_changing_rows){0};
}

/* ---- changes ---- */

/* Moves `count` ids of a row, and their supports unless `supports` is NULL. */
static void move_ids(tg_changing_row *row, uint32_t *supports, uint64_t to, uint64_t from, uint64_t count)
{
    if (count == 0 || to == from) return;
    memmove(row->ids + to, row->ids + from, count * sizeof *row->ids);
    if (supports) memmove(supports + to, supports + from, count * sizeof *supports);
}

/* The arcs that a row gains or loses. `places` are the places in the row of the first `known`
 * arcs; the others are searched. */
typedef struct row_change {
    const uint64_t *keys;
    const uint32_t *places;
    uint64_t count, known;
} row_change;

static uint32_t place_of(const tg_changing_row *row, const row_change *of, uint64_t k)
{
    return k < of->known ? of->places[k] : (uint32_t)tg_lower_bound(row->ids, row->length, (uint32_t)of->keys[k]);
}

/* Removes arcs from a row: each run of ids between two removed ones moves by one call.
 * `supports` are the row's, or NULL. */
static void remove_from_row(tg_changing_row *row, uint32_t *supports, const row_change *gone)
{
    uint32_t at = place_of(row, gone, 0), kept = at;
    for (uint64_t k = 0; k < gone->count; k++) {
        const uint32_t from = at + 1;
        at = k + 1 < gone->count ? place_of(row, gone, k + 1) : row->length;
        move_ids(row, supports, kept, from, at - from);
        kept += at - from;
    }
    row->length = kept;
}

/* Inserts arcs into a row, the last one first, so that no id is overwritten before it has moved. */
static void insert_into_row(tg_changing_row *row, uint32_t *supports, const row_change *come)
{
    uint32_t end = row->length;
    for (uint64_t k = come->count; k > 0; k--) {
        const uint32_t id = (uint32_t)come->keys[k - 1];
        const uint32_t at = k <= come->known ? come->places[k - 1] : (uint32_t)tg_lower_bound(row->ids, end, id);
        move_ids(row, supports, at + k, at, end - at);
        row->ids[at + k - 1] = id;
        if (supports) supports[at + k - 1] = 0;
        end = at;
    }
    row->length += (uint32_t)come->count;
}

typedef void change_row(tg_changing_row *row, uint32_t *supports, const row_change *by);

/* Changes the rows whose first arc is among the ARCS_AT_ONCE arcs that begin at `begin`. Returns the growth of
 * the wedges. */
static uint64_t change_part(tg_changing_rows *changing, const tg_arcs *arcs, uint64_t begin, change_row *one)
{
    uint64_t wedges = 0;
    const uint64_t left = arcs->count - begin;
    const uint64_t last = begin + (left < ARCS_AT_ONCE ? left : ARCS_AT_ONCE);
    uint32_t places[ARCS_AT_ONCE];
    while (begin < last && !is_first_arc(arcs, begin)) begin++;
    tg_changing_rows_find(changing, arcs->keys + begin, last - begin, places);
    for (uint64_t first = begin, end; first < last; first = end) {
        const uint32_t from = tg_arc_from(arcs->keys[first]);
        end = tg_arcs_end(arcs, first);
        tg_changing_row *row = &changing->rows[from];
        const row_change by = {
          arcs->keys + first, places + (first - begin), end - first, (end < last ? end : last) - first};
        wedges -= wedges_of(row);
        one(row, changing->supported ? tg_changing_supports(row) : NULL, &by);
        wedges += wedges_of(row);
        if (row->bits) change_bits(changing, row, by.keys, by.count);
    }
    return wedges;
}

static void change(const tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs, change_row *one)
{
    const uint64_t parts = (arcs->count + ARCS_AT_ONCE - 1) / ARCS_AT_ONCE;
    uint64_t wedges = 0;
    if (parts == 0) return;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : wedges)
    for (uint64_t p = 0; p < parts; p++) wedges += change_part(changing, arcs, p * ARCS_AT_ONCE, one);
    changing->wedges += wedges;
}

void tg_changing_rows_remove(const tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs)
{
    change(context, changing, arcs, remove_from_row);
    changing->ids -= arcs->count;
}

void tg_changing_rows_insert(const tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs)
{
    change(context, changing, arcs, insert_into_row);
    changing->ids += arcs->count;
}

/* Searches `count` rows at the same time, step by step, so that their waits for memory overlap. */
static void find_some(const tg_changing_rows *changing, const uint64_t *keys, uint32_t count, uint32_t *places)
{
    const uint32_t *ids[TG_SOUGHT];
    tg_search in[TG_SOUGHT];
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const tg_changing_row *row = &changing->rows[tg_arc_from(keys[i])];
        ids[i] = row->ids;
        in[i] = (tg_search){0, row->length};
        if (row->length > most) most = row->length;
    }
    for (; most > 0; most /= 2)
        for (uint32_t i = 0; i < count; i++)
            if (in[i].left > 0) tg_search_step(&in[i], ids[i][tg_search_at(&in[i])] < (uint32_t)keys[i]);
    for (uint32_t i = 0; i < count; i++) places[i] = (uint32_t)in[i].first;
}

void tg_changing_rows_find(const tg_changing_rows *changing, const uint64_t *keys, uint64_t count, uint32_t *places)
{
    for (uint64_t first = 0; first < count; first += TG_SOUGHT) {
        const uint64_t more = count - first;
        find_some(changing, keys + first, more < TG_SOUGHT ? (uint32_t)more : TG_SOUGHT, places + first);
    }
}

uint32_t tg_changing_rows_below(const tg_changing_rows *changing, uint32_t u, uint32_t v)
{
    const tg_changing_row *row = &changing->rows[u];
    return (uint32_t)tg_lower_bound(row->ids, row->length, v);
}

bool tg_changing_rows_have(const tg_changing_rows *changing, uint32_t u, uint32_t v)
{
    const bool shorter = changing->rows[u].length <= changing->rows[v].length;
    const uint32_t in = shorter ? u : v, id = shorter ? v : u;
    const uint32_t at = tg_changing_rows_below(changing, in, id);
    return at < changing->rows[in].length && changing->rows[in].ids[at] == id;
}

uint32_t *tg_changing_rows_support(const tg_changing_rows *changing, uint32_t u, uint32_t v)
{
    const uint32_t large = u > v ? u : v, small = u > v ? v : u;
    return tg_changing_supports(&changing->rows[large]) + tg_changing_rows_below(changing, large, small);
}
