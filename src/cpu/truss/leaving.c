/* leaving.c - finds the triangles of the edges that leave in a round.
 *
 * A triangle u > v > x is found at row u, if
 * - the edge u-v leaves: all ids of row v are looked up in row u,
 * - or an edge v-x leaves: only such ids of row v are,
 * - or only the edge u-x leaves: x is searched in row v.
 */
#include "cpu/truss/leaving.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/search.h"

enum {
    WORD_BITS = 64,
    ROW_WORDS_AT_ONCE = 16,
    ROWS_AT_ONCE = 64,
    SEARCH_COST = 8 /* a search takes as long as 8 look-ups of ids in the present row */
};

uint32_t tg_leaving_threads(const tricorn_context *context, uint64_t bytes, uint64_t vertices)
{
    const uint64_t most = bytes / (sizeof(uint32_t) * (vertices + 1)) + 1;
    return most < context->threads ? (uint32_t)most : context->threads;
}

uint64_t tg_leaving_bytes(uint64_t edges, uint64_t vertices, uint32_t threads)
{
    return sizeof(uint64_t) * (2 * tg_bit_words(edges) + tg_bit_words(vertices)) +
           threads * (vertices + 1) * sizeof(uint32_t);
}

tricorn_status tg_leaving_create(tricorn_context *context, uint64_t edges, uint64_t vertices, tg_leaving *own)
{
    TG_DO(TG_ALLOC(context, tg_bit_words(edges), &own->left));
    TG_DO(TG_ALLOC_ZERO(context, tg_bit_words(edges), &own->leaving));
    TG_DO(TG_ALLOC_ZERO(context, tg_bit_words(vertices), &own->rows_leaving));
    TG_DO(TG_ALLOC_ZERO(context, own->threads, &own->places));
    for (uint32_t t = 0; t < own->threads; t++) TG_DO(TG_ALLOC_ZERO(context, vertices + 1, &own->places[t]));
    memset(own->left, -1, tg_bit_words(edges) * sizeof *own->left);
    return TRICORN_OK;
}

void tg_leaving_free(tg_leaving *own)
{
    for (uint32_t t = 0; own->places && t < own->threads; t++) tg_free(own->places[t]);
    tg_free(own->places);
    tg_free(own->rows_leaving);
    tg_free(own->leaving);
    tg_free(own->left);
}

void tg_leaving_begin(tg_leaving *own)
{
    const uint64_t words = tg_bit_words(own->rows.count);
#pragma omp parallel for num_threads((int)own->threads) schedule(static, ROW_WORDS_AT_ONCE)
    for (uint64_t word = 0; word < words; word++) {
        const uint64_t first = word * WORD_BITS;
        uint64_t bits = 0;
        for (uint64_t u = first; u < first + WORD_BITS && u < own->rows.count; u++) {
            const uint64_t end = own->rows.offsets[u + 1];
            const bool leaves = tg_next_bit(own->leaving, own->rows.offsets[u], end) < end;
            bits |= (uint64_t)leaves << (u - first);
        }
        own->rows_leaving[word] = bits;
    }
}

/* ---- triangles ---- */

/* Row u; places[id] is 1 + the place of an id that is left in it. */
typedef struct row {
    const tg_leaving *own;
    uint64_t begin, end;
    const uint32_t *places;
} row;

/* Removes a triangle of edges that are left, if one of them leaves. */
static inline void remove_triangle(const tg_leaving *own, uint64_t uv, uint64_t ux, uint64_t vx)
{
    const bool a = tg_bit_is_set(own->leaving, uv), b = tg_bit_is_set(own->leaving, ux),
               c = tg_bit_is_set(own->leaving, vx);
    if (!a && !b && !c) return;
    if (!a) own->lower(own->support, uv);
    if (!b) own->lower(own->support, ux);
    if (!c) own->lower(own->support, vx);
}

/* Finds all triangles u > v > x of an edge u-v. */
static void find_all(const row *of, uint64_t uv)
{
    const tg_leaving *own = of->own;
    const uint64_t *row_v = own->rows.offsets + own->rows.ids[uv];
    for (uint64_t vx = row_v[0]; vx < row_v[1]; vx++) {
        const uint32_t place = of->places[own->rows.ids[vx]];
        if (place > 0 && tg_bit_is_set(own->left, vx)) remove_triangle(own, uv, of->begin + place - 1, vx);
    }
}

/* Finds those whose edge v-x leaves. */
static void find_by_row_v(const row *of, uint64_t uv)
{
    const tg_leaving *own = of->own;
    const uint64_t *row_v = own->rows.offsets + own->rows.ids[uv];
    for (uint64_t vx = tg_next_bit(own->leaving, row_v[0], row_v[1]); vx < row_v[1];
         vx = tg_next_bit(own->leaving, vx + 1, row_v[1])) {
        const uint32_t place = of->places[own->rows.ids[vx]];
        if (place > 0) remove_triangle(own, uv, of->begin + place - 1, vx);
    }
}

/* Finds those of whose edges only u-x leaves. */
static void find_by_row_u(const row *of, uint64_t uv)
{
    const tg_leaving *own = of->own;
    const uint64_t *row_v = own->rows.offsets + own->rows.ids[uv];
    const uint64_t length = row_v[1] - row_v[0];
    for (uint64_t ux = tg_next_bit(own->leaving, of->begin, uv); ux < uv; ux = tg_next_bit(own->leaving, ux + 1, uv)) {
        const uint32_t x = own->rows.ids[ux];
        const uint64_t vx = row_v[0] + tg_lower_bound(own->rows.ids + row_v[0], length, x);
        if (vx < row_v[1] && own->rows.ids[vx] == x && tg_bit_is_set(own->left, vx) && !tg_bit_is_set(own->leaving, vx))
            remove_triangle(own, uv, ux, vx);
    }
}

static void find_triangles(const row *of)
{
    const tg_leaving *own = of->own;
    uint64_t below = 0; /* the edges u-x that leave, of ids x below v */
    for (uint64_t uv = of->begin; uv < of->end; uv++) {
        const uint32_t v = own->rows.ids[uv];
        if (!tg_bit_is_set(own->left, uv)) continue;
        const bool leaves = tg_bit_is_set(own->leaving, uv);
        if (leaves || below * SEARCH_COST > own->rows.offsets[v + 1] - own->rows.offsets[v]) {
            find_all(of, uv);
        } else {
            if (tg_bit_is_set(own->rows_leaving, v)) find_by_row_v(of, uv);
            if (below > 0) find_by_row_u(of, uv);
        }
        below += leaves;
    }
}

/* Whether an edge leaves that row u has, or the row of an id of row u. */
static bool has_leaving(const tg_leaving *own, uint32_t u)
{
    if (tg_bit_is_set(own->rows_leaving, u)) return true;
    for (uint64_t e = own->rows.offsets[u]; e < own->rows.offsets[u + 1]; e++)
        if (tg_bit_is_set(own->rows_leaving, own->rows.ids[e])) return true;
    return false;
}

static void visit_row(const tg_leaving *own, uint32_t u, uint32_t *places)
{
    const row of = {own, own->rows.offsets[u], own->rows.offsets[u + 1], places};
    if (of.end - of.begin < 2 || !has_leaving(own, u)) return;
    for (uint64_t e = of.begin; e < of.end; e++)
        if (tg_bit_is_set(own->left, e)) places[own->rows.ids[e]] = (uint32_t)(e - of.begin) + 1;
    find_triangles(&of);
    for (uint64_t e = of.begin; e < of.end; e++) places[own->rows.ids[e]] = 0;
}

tricorn_status tg_leaving_remove(tricorn_context *context, tg_leaving *own, uint64_t selected)
{
    const uint64_t edges = own->rows.offsets[own->rows.count];
#pragma omp parallel num_threads((int)own->threads)
    {
        uint32_t *places = own->places[omp_get_thread_num()];
#pragma omp for schedule(dynamic, ROWS_AT_ONCE) nowait
        for (uint32_t u = 0; u < own->rows.count; u++)
            if (!tg_cancelled(context)) visit_row(own, u, places);
        tg_work_add(context, 0);
    }
    if (tg_cancelled(context)) return tg_check_cancelled(context);
    for (uint64_t word = 0; word < tg_bit_words(edges); word++) own->left[word] &= ~own->leaving[word];
    return tg_work_add(context, selected) ? tg_check_cancelled(context) : TRICORN_OK;
}
