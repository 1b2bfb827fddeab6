/* truss_shrink.c - copies the edges that have enough triangles to rows of the remaining
 * vertices, with all threads. */
#include "analysis/truss/truss_shrink.h"

#include "base/memory.h"
#include "base/parallel.h"

enum { ROWS_AT_ONCE = 1024, WORD_BITS = 64 };

void tg_shrunk_free(tg_shrunk *left)
{
    if (!left->borrowed) {
        tg_rows_free(&left->rows);
        tg_free(left->support);
    }
    tg_free(left->origins);
    *left = (tg_shrunk){0};
}

uint64_t tg_edges_below(const tricorn_context *context, const tg_shrunk *left, uint32_t least)
{
    const uint64_t edges = tg_shrunk_edges(left);
    uint64_t below = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : below)
    for (uint64_t e = 0; e < edges; e++) below += left->support[e] < least;
    return below;
}

/* ---- remaining rows ---- */

/* Where the remaining edges and vertices are after shrinking. */
typedef struct placing {
    const tg_shrunk *from;
    uint32_t least;
    /* For each row, first how many of its edges remain, then how many remain in all earlier rows. */
    uint64_t *places;
    /* For each vertex, first whether it remains, then how many earlier vertices remain. */
    uint32_t *numbers;
    tg_shrunk to;
} placing;

static void mark(uint32_t *numbers, uint32_t v)
{
    __atomic_store_n(numbers + v, 1, __ATOMIC_RELAXED);
}

static void mark_row(const placing *all, uint32_t u)
{
    const tg_rows *rows = &all->from->rows;
    uint64_t kept = 0;
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++)
        if (all->from->support[e] >= all->least) {
            mark(all->numbers, rows->ids[e]);
            kept++;
        }
    all->places[u] = kept;
    if (kept > 0) mark(all->numbers, u);
}

static uint32_t number_vertices(const placing *all)
{
    uint32_t kept = 0;
    for (uint32_t v = 0; v < all->from->rows.count; v++) {
        const uint32_t is_kept = all->numbers[v];
        all->numbers[v] = kept;
        kept += is_kept;
    }
    all->numbers[all->from->rows.count] = kept;
    return kept;
}

static void move_row(const placing *all, uint32_t u, uint64_t *offsets, uint32_t *ids)
{
    const tg_shrunk *from = all->from;
    uint64_t place = all->places[u];
    if (all->numbers[u + 1] == all->numbers[u]) return;
    offsets[all->numbers[u]] = place;
    for (uint64_t e = from->rows.offsets[u]; e < from->rows.offsets[u + 1]; e++)
        if (from->support[e] >= all->least) {
            ids[place] = all->numbers[from->rows.ids[e]];
            all->to.origins[place++] = from->origins ? from->origins[e] : (uint32_t)e;
        }
}

static tricorn_status move_rows(tricorn_context *context, placing *all)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = all->from->rows.count, kept = number_vertices(all);
    const uint64_t edges = tg_prefix_sum(context, all->places, count);
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    TG_TRY(TG_ALLOC(context, (uint64_t)kept + 1, &offsets));
    TG_TRY(TG_ALLOC(context, edges + 1, &ids));
    TG_TRY(TG_ALLOC(context, edges + 1, &all->to.origins));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = 0; u < count; u++) move_row(all, u, offsets, ids);
    offsets[kept] = edges;
    all->to.rows = (tg_rows){kept, offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

tricorn_status tg_shrink(tricorn_context *context, const tg_shrunk *left, uint32_t least, tg_shrunk *above)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = left->rows.count;
    placing all = {.from = left, .least = least};

    TG_TRY(TG_ALLOC(context, (uint64_t)count + 1, &all.places));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)count + 1, &all.numbers));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = 0; u < count; u++) mark_row(&all, u);
    TG_TRY(move_rows(context, &all));
    *above = all.to;
    all.to = (tg_shrunk){0};
cleanup:
    tg_free(all.places);
    tg_free(all.numbers);
    tg_shrunk_free(&all.to);
    return status;
}

/* ---- remaining edges ---- */

void tg_shrunk_bits(const tricorn_context *context, const tg_shrunk *left, uint32_t least, uint64_t *bits)
{
    const uint64_t edges = tg_shrunk_edges(left);
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t e = 0; e < edges; e++) {
        const uint64_t origin = left->origins ? left->origins[e] : e;
        if (left->support[e] >= least)
            __atomic_fetch_or(bits + origin / WORD_BITS, UINT64_C(1) << origin % WORD_BITS, __ATOMIC_RELAXED);
    }
}
