/* lists.c - lists the triangles of each edge. The thread that claims row u finds its triangles u
 * > v > w.
 *
 * That thread fills the lists of u-v and u-w from their beginnings, without atomics. The list of
 * v-w may be filled by any thread, from its end, with an atomic subtraction.
 */
#include "cpu/truss/lists.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "cpu/intersect/intersect.h"
#include "cpu/stream_edge.h"

enum { ROWS_AT_ONCE = 128, WORD_BITS = 64 };

typedef struct filling {
    tricorn_context *context;
    const tg_rows *rows;
    const tg_kernels *kernels;
    tg_truss_lists lists;
    uint32_t *ends; /* for each list: where the entries from other rows begin */
} filling;

/* The state of a thread. */
typedef struct filler {
    tg_matches matches;
    uint64_t *bits; /* the bitmap of a long row; zero between rows */
    uint32_t *before;
    uint32_t *begins; /* for each edge of the row: where its next pair is written */
} filler;

bool tg_truss_lists_entries(const tricorn_context *context, const tg_peel *job, uint64_t *entries)
{
    const uint64_t edges = job->rows->offsets[job->rows->count];
    uint64_t all = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : all)
    for (uint64_t e = 0; e < edges; e++) all += job->support[e];
    *entries = all;
    return edges < UINT32_MAX && all < UINT32_MAX;
}

static uint64_t words_of(const tg_rows *rows)
{
    return rows->count / WORD_BITS + 1;
}

static uint64_t longest_row(const tg_rows *rows)
{
    uint64_t longest = 0;
    for (uint32_t u = 0; u < rows->count; u++) {
        const uint64_t length = rows->offsets[u + 1] - rows->offsets[u];
        longest = length > longest ? length : longest;
    }
    return longest;
}

uint64_t tg_truss_lists_bytes(const tricorn_context *context, const tg_rows *rows, uint64_t entries)
{
    const uint64_t of_thread =
      sizeof(filler) + longest_row(rows) * sizeof(uint32_t) + words_of(rows) * (sizeof(uint64_t) + sizeof(uint32_t));
    return entries * sizeof(tg_edge_pair) + context->threads * of_thread +
           (2 * rows->offsets[rows->count] + 1) * sizeof(uint32_t);
}

/* ---- triangles of a row ---- */

/* Lists a triangle of row u, which begins at position `row`. Its vertices are the neighbours
 * number triangle[0] and triangle[1] of u; the edge between them is at position triangle[2]. */
static inline void list_triangle(const filling *own, const filler *mine, uint64_t row, const uint32_t triangle[3])
{
    const uint32_t second = triangle[0], place = triangle[1], vw = triangle[2];
    const uint32_t uv = (uint32_t)row + second, uw = (uint32_t)row + place;
    const uint32_t at = __atomic_sub_fetch(&own->ends[vw], 1, __ATOMIC_RELAXED);
    own->lists.pairs[mine->begins[second]++] = (tg_edge_pair){uw, vw};
    own->lists.pairs[mine->begins[place]++] = (tg_edge_pair){uv, vw};
    own->lists.pairs[at] = (tg_edge_pair){uv, uw};
}

static void list_short_row(const filling *own, filler *mine, uint64_t begin, uint64_t end)
{
    const tg_match_row row = {.rows = own->rows, .begin = begin, .end = end, .ahead = TG_STREAM_AHEAD, .placed = true};
    const uint64_t found = own->kernels->row_matches(&row, &mine->matches);
    for (uint64_t k = 0; k < found; k++)
        list_triangle(
          own, mine, begin, (uint32_t[]){mine->matches.seconds[k], mine->matches.places[k], mine->matches.thirds[k]});
}

static void list_long_row(const filling *own, filler *mine, uint64_t begin, uint64_t end)
{
    const uint32_t *ids = own->rows->ids;
    const uint64_t *offsets = own->rows->offsets;
    tg_bits_set_ranked(mine->bits, mine->before, ids + begin, end - begin);
    for (uint64_t e = begin + 1; e < end; e++) /* no triangle is counted at the first edge */
        for (uint64_t vw = offsets[ids[e]]; vw < offsets[ids[e] + 1]; vw++) {
            if (!tg_bits_get(mine->bits, ids[vw])) continue;
            const uint32_t place = (uint32_t)tg_bits_rank(mine->bits, mine->before, ids[vw]);
            list_triangle(own, mine, begin, (uint32_t[]){(uint32_t)(e - begin), place, (uint32_t)vw});
        }
    tg_bits_clear(mine->bits, ids + begin, end - begin);
}

static void list_row(const filling *own, filler *mine, uint32_t u)
{
    const uint64_t begin = own->rows->offsets[u], end = own->rows->offsets[u + 1];
    if (end - begin < 2) return;
    for (uint64_t e = begin; e < end; e++) mine->begins[e - begin] = own->lists.offsets[e];
    if (end - begin <= TG_MATCH_ROW)
        list_short_row(own, mine, begin, end);
    else
        list_long_row(own, mine, begin, end);
}

/* ---- all ---- */

static void free_filler(filler *mine)
{
    if (mine == NULL) return;
    tg_free(mine->bits);
    tg_free(mine->before);
    tg_free(mine->begins);
    tg_free(mine);
}

static tricorn_status create_filler(tricorn_context *context, const tg_rows *rows, filler **created)
{
    tricorn_status status = TRICORN_OK;
    filler *mine = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &mine));
    TG_TRY(TG_ALLOC_ZERO(context, words_of(rows), &mine->bits));
    TG_TRY(TG_ALLOC(context, words_of(rows), &mine->before));
    TG_TRY(TG_ALLOC(context, longest_row(rows), &mine->begins));
    *created = mine;
    mine = NULL;
cleanup:
    free_filler(mine);
    return status;
}

/* Claims rows and lists their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status list_some(const filling *own, _Atomic uint64_t *next)
{
    tricorn_status status = TRICORN_OK;
    filler *mine = NULL;
    const tg_rows *rows = own->rows;
    TG_TRY(create_filler(own->context, rows, &mine));
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < rows->count;) {
        const uint64_t left = rows->count - first;
        const uint64_t last = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
        for (uint64_t u = first; u < last; u++) list_row(own, mine, (uint32_t)u);
        if (tg_cancelled(own->context)) break;
    }
cleanup:
    free_filler(mine);
    return status;
}

/* Sets where each list begins and ends. Its length is the support of its edge. */
static tricorn_status place_lists(const filling *own, const uint32_t *support)
{
    const uint64_t edges = own->rows->offsets[own->rows->count], parts = own->context->threads;
    uint64_t *places; /* where the lists of each part begin */
    TG_DO(TG_ALLOC(own->context, parts + 1, &places));
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
    for (uint64_t p = 0; p < parts; p++) {
        const uint64_t last = tg_first_of_part(edges, parts, p + 1);
        uint64_t sum = 0;
        for (uint64_t e = tg_first_of_part(edges, parts, p); e < last; e++) sum += support[e];
        places[p] = sum;
    }
    tg_prefix_sum(own->context, places, parts);
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
    for (uint64_t p = 0; p < parts; p++) {
        const uint64_t last = tg_first_of_part(edges, parts, p + 1);
        uint32_t place = (uint32_t)places[p];
        for (uint64_t e = tg_first_of_part(edges, parts, p); e < last; e++) {
            own->lists.offsets[e] = place;
            own->ends[e] = place += support[e];
        }
    }
    own->lists.offsets[edges] = (uint32_t)places[parts];
    tg_free(places);
    return TRICORN_OK;
}

tricorn_status tg_truss_lists_create(tricorn_context *context, const tg_peel *job, tg_truss_lists *lists)
{
    tricorn_status status = TRICORN_OK;
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count];
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    filling own = {.context = context, .rows = rows, .kernels = tg_kernels_of(context->isa)};

    TG_TRY(TG_ALLOC(context, edges + 1, &own.lists.offsets));
    TG_TRY(TG_ALLOC(context, edges, &own.ends));
    TG_TRY(place_lists(&own, job->support));
    TG_TRY(TG_ALLOC(context, own.lists.offsets[edges], &own.lists.pairs));
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&failure, list_some(&own, &next));
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *lists = own.lists;
    own.lists = (tg_truss_lists){0};
cleanup:
    tg_free(own.ends);
    tg_truss_lists_free(&own.lists);
    return status;
}

void tg_truss_lists_free(tg_truss_lists *lists)
{
    tg_free(lists->offsets);
    tg_free(lists->pairs);
    *lists = (tg_truss_lists){0};
}
