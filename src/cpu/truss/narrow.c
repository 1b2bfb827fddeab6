/* narrow.c - peels in little memory: finds the triangles of the edges that leave in a round.
 *
 * A triangle u > v > x is found at row u, if
 * - the edge u-v leaves: all ids of row v are looked up in row u,
 * - or an edge v-x leaves: only such ids of row v are,
 * - or only the edge u-x leaves: x is searched in row v.
 */
#include "cpu/truss/narrow.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    WORD_BITS = 64,
    EDGE_BYTES = sizeof(uint32_t) + sizeof(uint16_t), /* an id and a support */
    WORDS_AT_ONCE = 1024,
    ROWS_AT_ONCE = 64,
    SEARCH_COST = 8 /* a search takes as long as looking so many ids up in the present row */
};

static inline bool is_set(const uint64_t *bits, uint64_t i)
{
    return bits[i / WORD_BITS] >> i % WORD_BITS & 1;
}

static uint64_t words_of(uint64_t bits)
{
    return bits / WORD_BITS + 1;
}

/* ---- memory ---- */

/* Returns how many threads peel: their places take at most half as much as ids and supports. */
static uint32_t threads_of(const tricorn_context *context, uint64_t edges, uint64_t vertices)
{
    const uint64_t most = edges * EDGE_BYTES / 2 / (sizeof(uint32_t) * (vertices + 1)) + 1;
    return most < context->threads ? (uint32_t)most : context->threads;
}

uint64_t tg_narrow_bytes(const tricorn_context *context, uint64_t edges, uint64_t vertices,
                         uint64_t wide)
{
    const uint64_t threads = threads_of(context, edges, vertices),
                   of_vertex = sizeof(uint64_t) + (1 + threads) * sizeof(uint32_t);
    return edges * EDGE_BYTES + wide * TG_WIDE_BYTES + vertices * of_vertex +
           sizeof(uint64_t) * (2 * words_of(edges) + words_of(vertices));
}

tricorn_status tg_narrow_create(tricorn_context *context, uint64_t wide, tg_narrow *own)
{
    tricorn_status status = TRICORN_OK;
    own->edges_left = own->edges;
    own->threads = threads_of(context, own->edges, own->vertices);
    TG_TRY(TG_ALLOC(context, (uint64_t)own->vertices + 1, &own->offsets));
    TG_TRY(TG_ALLOC(context, own->edges + 1, &own->ids));
    TG_TRY(TG_ALLOC(context, (uint64_t)own->vertices + 1, &own->labels));
    TG_TRY(tg_narrow_support_create(context, own->edges, wide, &own->support));
    TG_TRY(TG_ALLOC(context, words_of(own->edges), &own->left));
    TG_TRY(TG_ALLOC_ZERO(context, words_of(own->edges), &own->leaving));
    TG_TRY(TG_ALLOC_ZERO(context, words_of(own->vertices), &own->rows_leaving));
    TG_TRY(TG_ALLOC_ZERO(context, own->threads, &own->places));
    for (uint32_t t = 0; t < own->threads; t++)
        TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)own->vertices + 1, &own->places[t]));
    memset(own->left, -1, words_of(own->edges) * sizeof *own->left);
cleanup:
    return status;
}

void tg_narrow_free(tg_narrow *own)
{
    for (uint32_t t = 0; own->places && t < own->threads; t++) tg_free(own->places[t]);
    tg_free(own->places);
    tg_free(own->rows_leaving);
    tg_free(own->leaving);
    tg_free(own->left);
    tg_narrow_support_free(&own->support);
    tg_free(own->labels);
    tg_free(own->ids);
    tg_free(own->offsets);
}

/* ---- the edges of a round ---- */

/* Whether one of 64 supports is at most `limit`. */
static bool any_low(const uint16_t *of, uint16_t limit)
{
    uint16_t low = 0;
    for (uint32_t i = 0; i < WORD_BITS; i++) low |= of[i] <= limit;
    return low > 0;
}

/* Returns the bits of those of up to 64 edges that are in at most `limit` triangles. */
static uint64_t low_edges(const tg_narrow_support *support, uint64_t first, uint64_t count,
                          uint32_t limit)
{
    const uint16_t *of = support->of + first;
    uint64_t bits = 0;
    if (limit < support->most && count == WORD_BITS && !any_low(of, (uint16_t)limit)) return 0;
    for (uint64_t i = 0; i < count; i++) bits |= (uint64_t)(of[i] <= limit) << i;
    if (limit < support->most) return bits;
    for (uint64_t i = 0; i < count; i++)
        if (tg_narrow_support_get(support, first + i) > limit) bits &= ~(UINT64_C(1) << i);
    return bits;
}

/* Raises the narrow supports of edges that leave, so that any_low() does not find them again. */
static void raise(const tg_narrow_support *support, uint64_t first, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        uint16_t *of = support->of + first + (uint64_t)__builtin_ctzll(bits);
        if (*of < support->most) *of = (uint16_t)(support->most - 1);
    }
}

static void mark_rows(const tg_narrow *own)
{
    const uint64_t words = words_of(own->vertices);
#pragma omp parallel for num_threads((int)own->threads) schedule(static, WORDS_AT_ONCE / 64)
    for (uint64_t word = 0; word < words; word++) {
        const uint64_t first = word * WORD_BITS;
        uint64_t bits = 0;
        for (uint64_t u = first; u < first + WORD_BITS && u < own->vertices; u++) {
            const uint64_t end = own->offsets[u + 1];
            const bool leaves = tg_next_bit(own->leaving, own->offsets[u], end) < end;
            bits |= (uint64_t)leaves << (u - first);
        }
        own->rows_leaving[word] = bits;
    }
}

uint64_t tg_narrow_select(tg_narrow *own, uint32_t limit)
{
    const uint64_t words = words_of(own->edges);
    uint64_t selected = 0;
#pragma omp parallel for num_threads((int)own->threads) reduction(+ : selected)              \
    schedule(static, WORDS_AT_ONCE)
    for (uint64_t word = 0; word < words; word++) {
        const uint64_t first = word * WORD_BITS, left = own->edges - first;
        const uint64_t bits =
            low_edges(&own->support, first, left < WORD_BITS ? left : WORD_BITS, limit) &
            own->left[word];
        own->leaving[word] = bits;
        raise(&own->support, first, bits);
        selected += (uint64_t)__builtin_popcountll(bits);
    }
    if (selected > 0) mark_rows(own);
    return selected;
}

/* ---- triangles ---- */

/* Row u; places[id] is 1 + the place of an id that is left in it. */
typedef struct row {
    const tg_narrow *own;
    uint64_t begin, end;
    const uint32_t *places;
} row;

/* Removes a triangle of edges that are left, if one of them leaves. */
static inline void remove_triangle(const tg_narrow *own, uint64_t uv, uint64_t ux, uint64_t vx)
{
    const bool a = is_set(own->leaving, uv), b = is_set(own->leaving, ux),
               c = is_set(own->leaving, vx);
    if (!a && !b && !c) return;
    if (!a) tg_narrow_support_lower(&own->support, uv);
    if (!b) tg_narrow_support_lower(&own->support, ux);
    if (!c) tg_narrow_support_lower(&own->support, vx);
}

/* Finds all triangles u > v > x of an edge u-v. */
static void find_all(const row *of, uint64_t uv)
{
    const tg_narrow *own = of->own;
    const uint64_t *row_v = own->offsets + own->ids[uv];
    for (uint64_t vx = row_v[0]; vx < row_v[1]; vx++) {
        const uint32_t place = of->places[own->ids[vx]];
        if (place > 0 && is_set(own->left, vx))
            remove_triangle(own, uv, of->begin + place - 1, vx);
    }
}

/* Finds those whose edge v-x leaves. */
static void find_by_row_v(const row *of, uint64_t uv)
{
    const tg_narrow *own = of->own;
    const uint64_t *row_v = own->offsets + own->ids[uv];
    for (uint64_t vx = tg_next_bit(own->leaving, row_v[0], row_v[1]); vx < row_v[1];
         vx = tg_next_bit(own->leaving, vx + 1, row_v[1])) {
        const uint32_t place = of->places[own->ids[vx]];
        if (place > 0) remove_triangle(own, uv, of->begin + place - 1, vx);
    }
}

/* Finds those of whose edges only u-x leaves. */
static void find_by_row_u(const row *of, uint64_t uv)
{
    const tg_narrow *own = of->own;
    const uint64_t *row_v = own->offsets + own->ids[uv];
    const uint64_t length = row_v[1] - row_v[0];
    for (uint64_t ux = tg_next_bit(own->leaving, of->begin, uv); ux < uv;
         ux = tg_next_bit(own->leaving, ux + 1, uv)) {
        const uint32_t x = own->ids[ux];
        const uint64_t vx = row_v[0] + tg_lower_bound(own->ids + row_v[0], length, x);
        if (vx < row_v[1] && own->ids[vx] == x && is_set(own->left, vx) &&
            !is_set(own->leaving, vx))
            remove_triangle(own, uv, ux, vx);
    }
}

static void find_triangles(const row *of)
{
    const tg_narrow *own = of->own;
    uint64_t below = 0; /* the edges u-x that leave, of ids x below v */
    for (uint64_t uv = of->begin; uv < of->end; uv++) {
        const uint32_t v = own->ids[uv];
        if (!is_set(own->left, uv)) continue;
        const bool leaves = is_set(own->leaving, uv);
        if (leaves || below * SEARCH_COST > own->offsets[v + 1] - own->offsets[v]) {
            find_all(of, uv);
        } else {
            if (is_set(own->rows_leaving, v)) find_by_row_v(of, uv);
            if (below > 0) find_by_row_u(of, uv);
        }
        below += leaves;
    }
}

/* Whether an edge leaves that row u has, or the row of an id of row u. */
static bool has_leaving(const tg_narrow *own, uint32_t u)
{
    if (is_set(own->rows_leaving, u)) return true;
    for (uint64_t e = own->offsets[u]; e < own->offsets[u + 1]; e++)
        if (is_set(own->rows_leaving, own->ids[e])) return true;
    return false;
}

static void visit_row(const tg_narrow *own, uint32_t u, uint32_t *places)
{
    const row of = {own, own->offsets[u], own->offsets[u + 1], places};
    if (of.end - of.begin < 2 || !has_leaving(own, u)) return;
    for (uint64_t e = of.begin; e < of.end; e++)
        if (is_set(own->left, e)) places[own->ids[e]] = (uint32_t)(e - of.begin) + 1;
    find_triangles(&of);
    for (uint64_t e = of.begin; e < of.end; e++) places[own->ids[e]] = 0;
}

tricorn_status tg_narrow_remove(tricorn_context *context, tg_narrow *own, uint64_t selected)
{
#pragma omp parallel num_threads((int)own->threads)
    {
        uint32_t *places = own->places[omp_get_thread_num()];
#pragma omp for schedule(dynamic, ROWS_AT_ONCE) nowait
        for (uint32_t u = 0; u < own->vertices; u++)
            if (!tg_cancelled(context)) visit_row(own, u, places);
        tg_work_add(context, 0);
    }
    if (tg_cancelled(context)) return tg_check_cancelled(context);
    for (uint64_t word = 0; word < words_of(own->edges); word++)
        own->left[word] &= ~own->leaving[word];
    tg_narrow_support_settle(&own->support);
    own->edges_left -= selected;
    return tg_work_add(context, selected) ? tg_check_cancelled(context) : TRICORN_OK;
}

/* ---- compacting ---- */

/* Frees the end of a block.  If the block cannot shrink, it stays as it is. */
#define SHRINK(context, count, block)                                                            \
    if (TG_REALLOC(context, count, block) != TRICORN_OK) (context)->limit_reached = false

/* Numbers the vertices that have an edge anew: sets numbers[v] to 1 + the number of vertex v, and
 * to 0 for the others.  All are 0 before. */
static void number_vertices(tg_narrow *own, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t u = 0; u < own->vertices; u++)
        for (uint64_t e = own->offsets[u]; e < own->offsets[u + 1]; e++)
            if (is_set(own->left, e)) numbers[u] = numbers[own->ids[e]] = 1;
    for (uint32_t v = 0; v < own->vertices; v++) {
        if (numbers[v] == 0) continue;
        own->labels[count] = own->labels[v];
        numbers[v] = ++count;
    }
}

void tg_narrow_compact(tricorn_context *context, tg_narrow *own)
{
    uint32_t *numbers = own->places[0], last = 0;
    uint64_t to = 0, from = 0;
    number_vertices(own, numbers);
    tg_narrow_support_compact(&own->support, own->left, own->edges);
    for (uint32_t u = 0; u < own->vertices; u++) {
        const uint64_t end = own->offsets[u + 1];
        for (; from < end; from++) {
            own->ids[to] = numbers[own->ids[from]] - 1;
            to += is_set(own->left, from);
        }
        if (numbers[u] > 0) own->offsets[last = numbers[u]] = to;
    }
    memset(numbers, 0, own->vertices * sizeof *numbers);
    memset(own->left, -1, words_of(to) * sizeof *own->left);
    own->edges = to;
    own->vertices = last;
    SHRINK(context, to + 1, &own->ids);
    SHRINK(context, to + 1, &own->support.of);
    SHRINK(context, words_of(to), &own->left);
    SHRINK(context, words_of(to), &own->leaving);
    SHRINK(context, (uint64_t)last + 1, &own->offsets);
    SHRINK(context, (uint64_t)last + 1, &own->labels);
    for (uint32_t t = 0; t < own->threads; t++)
        SHRINK(context, (uint64_t)last + 1, &own->places[t]);
}
