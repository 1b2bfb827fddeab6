/* truss_left.c - loads the edges that are left of a graph on disk, and peels them in memory. */
#include "analysis/truss/truss_left.h"

#include "base/memory.h"
#include "cpu/common/bitmap.h"
#include "store/files/limits.h"

typedef struct peeling {
    tg_truss_left *left;
    tg_narrow narrow;
    uint32_t rows; /* how many rows were loaded */
    uint64_t filled; /* and how many ids */
    uint32_t k;
} peeling;

/* ---- measuring ---- */

static uint16_t most_narrow(void)
{
    return tg_store_limits_set.narrow_most ? tg_store_limits_set.narrow_most : UINT16_MAX;
}

static tricorn_status measure_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support)
{
    tg_truss_left *left = user;
    const uint16_t most = most_narrow();
    uint64_t e = 0;
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t before = left->edges;
        for (; e < rows->offsets[u + 1 - rows->first]; e++) {
            if (support[e] == 0) {
                TG_DO(left->take(context, left->user, (tg_triple){{u, rows->ids[e], left->k}}));
                continue;
            }
            tg_bits_set(left->active.bits, &rows->ids[e], 1);
            left->edges++;
            left->wide += support[e] >= most;
        }
        if (left->edges > before) tg_bits_set(left->active.bits, &u, 1);
    }
    return TRICORN_OK;
}

tricorn_status tg_truss_left_measure(tricorn_context *context, tg_truss_left *left)
{
    enum { WORD_BITS = 64 };
    left->active.words = left->job->plan->graph->store->label_count / WORD_BITS + 1;
    TG_DO(TG_ALLOC_ZERO(context, left->active.words, &left->active.bits));
    TG_DO(tg_level_support_each(context, left->support, measure_rows, left));
    return tg_vertex_bitmap_number(context, &left->active);
}

void tg_truss_left_free(tg_truss_left *left)
{
    tg_vertex_bitmap_free(&left->active);
}

/* Whether the edges probably fit in memory. */
static bool fits(const tricorn_context *context, const tg_truss_left *left)
{
    enum { OTHER_SHARE = 16 }; /* for the edges that leave, and for rows that are read */
    const uint64_t vertices = left->active.count, most = tg_memory_most(context->memory);
    if (tg_store_limits_set.left_edges) return left->edges < tg_store_limits_set.left_edges;
    return tg_memory_bytes(context->memory) + tg_narrow_bytes(context, left->edges, vertices, left->wide) <
           most - most / OTHER_SHARE;
}

/* ---- loading ---- */

/* Appends the edges of these rows that are in triangles. */
static tricorn_status load_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support)
{
    peeling *own = user;
    const tg_truss_left *left = own->left;
    const uint64_t before = own->filled;
    uint32_t *ids = own->narrow.ids;
    uint64_t e = 0;
    for (uint32_t u = rows->first; u < rows->last; u++) {
        for (; e < rows->offsets[u + 1 - rows->first]; e++) {
            if (support[e] == 0) continue;
            tg_narrow_support_put(&own->narrow.support, own->filled, support[e]);
            ids[own->filled++] = rows->ids[e];
        }
        if (tg_vertex_bitmap_has(&left->active, u)) own->narrow.offsets[++own->rows] = own->filled;
    }
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = before; i < own->filled; i++) ids[i] = tg_vertex_bitmap_rank(&left->active, ids[i]);
    return TRICORN_OK;
}

static tricorn_status load(tricorn_context *context, peeling *own)
{
    tg_narrow *narrow = &own->narrow;
    tg_truss_left *left = own->left;

    narrow->vertices = left->active.count;
    narrow->edges = left->edges;
    narrow->support.most = most_narrow();
    TG_DO(tg_narrow_create(context, left->wide, narrow));
    tg_vertex_bitmap_members(&left->active, 0, narrow->vertices, narrow->labels);
    narrow->offsets[0] = 0;
    TG_DO(tg_level_support_each(context, left->support, load_rows, own));
    tg_vertex_bitmap_free(&left->active);
    return TRICORN_OK;
}

/* ---- peeling ---- */

/* Passes on an edge of row u. */
static tricorn_status give(tricorn_context *context, const peeling *own, uint32_t u, uint64_t edge, uint32_t trussness)
{
    const uint32_t *labels = own->narrow.labels;
    const tg_triple triple = {{labels[u], labels[own->narrow.ids[edge]], trussness}};
    return own->left->take(context, own->left->user, triple);
}

/* Passes on the edges that leave, with trussness k. */
static tricorn_status give_leaving(tricorn_context *context, const peeling *own)
{
    const tg_narrow *narrow = &own->narrow;
    const uint64_t rows = narrow->vertices;
    for (uint64_t u = tg_next_bit(narrow->round.rows_leaving, 0, rows); u < rows;
         u = tg_next_bit(narrow->round.rows_leaving, u + 1, rows)) {
        const uint64_t end = narrow->offsets[u + 1];
        for (uint64_t e = tg_next_bit(narrow->round.leaving, narrow->offsets[u], end); e < end;
             e = tg_next_bit(narrow->round.leaving, e + 1, end))
            TG_DO(give(context, own, (uint32_t)u, e, own->k));
    }
    return TRICORN_OK;
}

/* Passes on all edges, with the supports that peeling has left. Those with a smaller trussness
 * than k in what is left have k, as edges of the same trussness have left before them. */
static tricorn_status give_all(tricorn_context *context, const peeling *own, const uint32_t *support)
{
    const tg_narrow *narrow = &own->narrow;
    for (uint32_t u = 0; u < narrow->vertices; u++)
        for (uint64_t e = narrow->offsets[u]; e < narrow->offsets[u + 1]; e++)
            TG_DO(give(context, own, u, e, support[e] + 2 > own->k ? support[e] + 2 : own->k));
    return TRICORN_OK;
}

/* Whether an ordinary method may peel what is left, of which no edge is in the round. */
static bool may_widen(const tricorn_context *context, const peeling *own)
{
    if (tg_store_limits_set.wide_edges) return own->narrow.edges < tg_store_limits_set.wide_edges;
    return sizeof(uint32_t) * own->narrow.edges < tg_memory_room(context->memory);
}

/* Peels what is left by an ordinary method, if one fits in memory; then no edge is left. If it
 * runs out of memory nevertheless, narrow supports are still as they were. */
static tricorn_status peel_wide(tricorn_context *context, peeling *own)
{
    tg_narrow *narrow = &own->narrow;
    const tg_rows rows = {narrow->vertices, narrow->offsets, narrow->ids};
    tg_peel peel = {.rows = &rows};
    tricorn_status status = TRICORN_OK;
    const tg_truss_method *method;

    if (!may_widen(context, own)) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, narrow->edges + 1, &peel.support));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t e = 0; e < narrow->edges; e++) peel.support[e] = tg_narrow_support_get(&narrow->support, e);
    TG_TRY(tg_truss_choose(context, own->left->job->plan, &peel, &method));
    if (method == &tg_truss_trix) goto cleanup; /* it takes longer, and more memory */
    status = method->peel(context, &peel);
    if (status == TRICORN_OUT_OF_MEMORY || status == TRICORN_OUT_OF_DEVICE_MEMORY) {
        context->limit_reached = false;
        status = TRICORN_OK;
        goto cleanup;
    }
    TG_TRY(status);
    own->left->rounds += peel.peeled.rounds;
    TG_TRY(give_all(context, own, peel.support));
    narrow->edges_left = 0;
cleanup:
    tg_free(peel.support);
    return status;
}

/* Compacts the rows if many edges have left, or before the first round, and tries an ordinary method. */
static tricorn_status compact(tricorn_context *context, peeling *own, bool first)
{
    enum { OF = 4 }; /* a quarter of the edges */
    tg_narrow *narrow = &own->narrow;
    if (!first && narrow->edges_left > narrow->edges - narrow->edges / OF) return TRICORN_OK;
    if (!first) tg_narrow_compact(context, narrow);
    return peel_wide(context, own);
}

static tricorn_status peel_levels(tricorn_context *context, peeling *own)
{
    tg_narrow *narrow = &own->narrow;
    for (own->k = own->left->k; narrow->edges_left > 0; own->k++) {
        TG_DO(compact(context, own, own->k == own->left->k));
        while (narrow->edges_left > 0) {
            const uint64_t selected = tg_narrow_select(narrow, own->k - 2);
            if (selected == 0) break;
            TG_DO(give_leaving(context, own));
            TG_DO(tg_narrow_remove(context, narrow, selected));
            own->left->rounds++;
        }
    }
    return TRICORN_OK;
}

tricorn_status tg_truss_left_peel(tricorn_context *context, tg_truss_left *left, bool *peeled)
{
    tricorn_status status = TRICORN_OK;
    peeling own = {.left = left};
    *peeled = false;
    if (!fits(context, left)) return TRICORN_OK;
    status = load(context, &own);
    if (status == TRICORN_OUT_OF_MEMORY && context->limit_reached) {
        context->limit_reached = false;
        status = TRICORN_OK;
        goto cleanup;
    }
    TG_TRY(status);
    tg_memory_trim(context->memory);
    tg_work_begin(context, "peeling", own.narrow.edges);
    TG_TRY(peel_levels(context, &own));
    *peeled = true;
cleanup:
    tg_narrow_free(&own.narrow);
    return status;
}
