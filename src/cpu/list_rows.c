/* list_rows.c - lists the triangles of oriented rows.
 *
 * - The ids of row x are set in a bitmap. If hubs come first, their rows y are stored as bits
 *   too, which are ANDed with those of x block by block.  For other rows y, each id is tested.
 * - If one row is far longer, the ids of the shorter one are searched in it instead.
 */
#include "cpu/list_rows.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/common/bitmap.h"
#include "cpu/cost.h"
#include "cpu/hub_bit_rows.h"
#include "cpu/hubs.h"
#include "cpu/intersect/intersect.h"
#include "cpu/list_chunks.h"

enum {
    CHUNK_TRIANGLES = 1 << 16, /* of 768 KB */
    AHEAD = 8, /* edges between prefetching a row and using it */
    /* bytes of a row that are prefetched; the CPU itself prefetches later ones */
    FETCHED_BYTES = 512,
    CACHE_LINE = 64,
    WORD_BITS = 64
};

/* The state of one thread. It is in its own cache lines, because it changes with every row. */
typedef struct worker {
    _Alignas(CACHE_LINE) uint64_t *bits; /* the bitmap of row x; zero between rows */
    uint32_t *common;
    uint32_t blocks[TG_MOST_BLOCKS]; /* the blocks that contain hubs of row x */
    uint64_t block_count;
    uint64_t below; /* how many of these blocks are not above that of y */
} worker;

typedef struct listing {
    tricorn_context *context;
    const tg_rows *rows;
    const tg_kernels *kernels;
    tg_hub_bit_rows bit_rows;
    worker *workers;
} listing;

/* Finds the ids of row x that can be third vertices with the edge at position e, to y: the ids
 * before y if ids are below their row's number, the ids after y otherwise. */
static inline void thirds_of(const tg_rows *rows, uint32_t x, uint64_t e, uint64_t *begin, uint64_t *end)
{
    const bool below = rows->ids[e] < x;
    *begin = below ? rows->offsets[x] : e + 1;
    *end = below ? e : rows->offsets[x + 1];
}

/* ---- cutting ---- */

static inline uint64_t bound_of(const void *of, uint32_t x, uint64_t e)
{
    const tg_rows *rows = of;
    const uint64_t *other = rows->offsets + rows->ids[e];
    uint64_t begin, end;
    thirds_of(rows, x, e, &begin, &end);
    return end - begin < other[1] - other[0] ? end - begin : other[1] - other[0];
}

static void cut_chunk(void *job, tg_uncut_edges *from, tg_list_chunk *cut)
{
    const listing *own = job;
    tg_list_cut(from, cut, bound_of, own->rows);
}

/* ---- listing ---- */

/* Lists those of the ids whose bits are set. */
static void list_tested(const uint64_t *bits, const uint32_t *ids, uint64_t count, tg_listed_edge edge)
{
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t common = tg_bits_mask(bits, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; common; common &= common - 1) tg_list_put(edge, ids[i + (uint64_t)__builtin_ctzll(common)]);
    }
}

/* Lists the common ids of row x, which is in the bitmap, and the row of hub y. */
static void list_hub(const listing *job, worker *own, tg_listed_edge edge)
{
    const uint32_t y = edge.y;
    while (own->below < own->block_count && own->blocks[own->below] <= y >> TG_BLOCK_BITS) own->below++;
    const tg_bit_blocks sets = {own->bits, tg_hub_bit_rows_of(&job->bit_rows, y), own->blocks, own->below};
    const uint64_t found = job->kernels->common_bits(&sets, own->common);
    for (uint64_t i = 0; i < found; i++) tg_list_put(edge, own->common[i]);
}

/* Lists the triangles of the edge at position e. `own` is NULL if row x is not in a bitmap. */
static void list_edge(const listing *job, worker *own, uint32_t x, uint64_t e, tg_list_chunk *out)
{
    const tg_rows *rows = job->rows;
    const uint32_t y = rows->ids[e];
    const tg_listed_edge edge = {x, y, out};
    uint64_t begin, end;
    thirds_of(rows, x, e, &begin, &end);
    const uint32_t *thirds = rows->ids + begin, *thirds_end = rows->ids + end;
    const uint32_t *ids = rows->ids + rows->offsets[y], *ids_end = rows->ids + rows->offsets[y + 1];
    const uint64_t few = end - begin, others = (uint64_t)(ids_end - ids);

    if (few == 0 || others == 0) return;
    if (own && y < job->bit_rows.hubs)
        list_hub(job, own, edge);
    else if (others / TG_FAR_LONGER > few)
        tg_list_searched(thirds, thirds_end, ids, ids_end, edge);
    else if (own == NULL)
        tg_list_searched(ids, ids_end, thirds, thirds_end, edge);
    else
        list_tested(own->bits, ids, others, edge);
}

/* Sets ids in the bitmap, and stores which blocks contain hubs among them. */
static void mark(const listing *job, worker *own, const uint32_t *ids, uint64_t count)
{
    uint64_t blocks = 0;
    tg_bits_set(own->bits, ids, count);
    for (uint64_t i = 0; i < count && ids[i] < job->bit_rows.hubs; i++) {
        own->blocks[blocks] = ids[i] >> TG_BLOCK_BITS;
        blocks += i + 1 == count || ids[i + 1] >> TG_BLOCK_BITS != ids[i] >> TG_BLOCK_BITS;
    }
    own->block_count = blocks;
    own->below = 0;
}

/* Prefetches the row of edge e + AHEAD, and the offsets of the row of edge e + 2 * AHEAD. Always
 * inlined: compilers drop calls of a function without an effect. */
static inline __attribute__((always_inline)) void fetch(const listing *job, uint64_t e)
{
    const tg_rows *rows = job->rows;
    const uint64_t *offsets = rows->offsets;
    if (e + 2 * AHEAD >= offsets[rows->count]) return;
    const uint32_t y = rows->ids[e + AHEAD];
    const bool hub = y < job->bit_rows.hubs;
    const uintptr_t begin =
      hub ? (uintptr_t)tg_hub_bit_rows_of(&job->bit_rows, y) : (uintptr_t)(rows->ids + offsets[y]);
    const uint64_t bytes = hub ? ((y >> TG_BLOCK_BITS) + 1) * TG_BLOCK_WORDS * sizeof(uint64_t)
                               : (offsets[y + UINT64_C(1)] - offsets[y]) * sizeof(uint32_t);
    __builtin_prefetch(&offsets[rows->ids[e + 2 * AHEAD]]);
    for (uint64_t i = 0; i < bytes && i < FETCHED_BYTES; i += CACHE_LINE) __builtin_prefetch((const void *)(begin + i));
}

static void list_chunk(void *of, tg_list_chunk *out)
{
    const listing *job = of;
    const tg_rows *rows = job->rows;
    worker *own = &job->workers[omp_get_thread_num()];
    uint32_t x = out->first_row;

    for (uint64_t e = out->first_edge; e < out->last_edge; x++) {
        const uint64_t begin = rows->offsets[x], end = rows->offsets[x + 1];
        const uint64_t last = end < out->last_edge ? end : out->last_edge;
        /* If few edges of a long row are listed, a bitmap costs more than it saves. */
        const bool marked = end - begin <= TG_FAR_LONGER * (last - e);
        if (marked) mark(job, own, rows->ids + begin, end - begin);
        for (; e < last; e++) {
            fetch(job, e);
            list_edge(job, marked ? own : NULL, x, e, out);
        }
        if (marked) tg_bits_clear(own->bits, rows->ids + begin, end - begin);
    }
    tg_work_add(job->context, out->last_edge - out->first_edge);
}

/* ---- the whole ---- */

/* Whether ids are below their rows' numbers, as in a graph with hubs first. In graphs of another
 * order, hubs may have any number. */
static bool ids_are_below(const tg_rows *rows)
{
    uint32_t x = 0;
    while (x < rows->count && rows->offsets[x] == rows->offsets[x + 1]) x++;
    return x < rows->count && rows->ids[rows->offsets[x]] < x;
}

/* Chooses the number of hubs whose rows are stored as bits, by the cost model for counting. */
static uint32_t choose_hubs(tricorn_context *context, const tg_rows *rows)
{
    const tg_task task = {
      .edges = *rows, .from = *rows, .into = *rows, .last_row = rows->count, .reach = TG_REACH_BELOW};
    tg_features features;
    tg_hub_cost cost;

    tg_features_measure(context, &task, &features);
    if (!tg_cost_of_hubs(&features, context->threads, tg_hubs_room(context, &task), &cost)) return 0;
    return cost.prepare_seconds + cost.count_seconds < tg_cost_of_stream(&features) ? cost.hubs : 0;
}

/* Makes the bit rows of hubs. If memory is too small for them, makes none. */
static tricorn_status make_bit_rows(listing *job)
{
    const uint32_t hubs = ids_are_below(job->rows) ? choose_hubs(job->context, job->rows) : 0;
    const tricorn_status status =
      hubs > 0 ? tg_hub_bit_rows_create(job->context, job->rows, hubs, &job->bit_rows) : TRICORN_OK;
    return status == TRICORN_OUT_OF_MEMORY ? TRICORN_OK : status;
}

static tricorn_status open_listing(tricorn_context *context, const tg_rows *rows, listing *job)
{
    const uint64_t words = (rows->count / TG_BLOCK_IDS + 1) * TG_BLOCK_WORDS;

    *job = (listing){.context = context, .rows = rows, .kernels = tg_kernels_of(context->isa)};
    TG_DO(make_bit_rows(job));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &job->workers));
    for (uint32_t t = 0; t < context->threads; t++) {
        TG_DO(TG_ALLOC_ZERO(context, words, &job->workers[t].bits));
        TG_DO(TG_ALLOC(context, job->bit_rows.hubs + TG_IDS_SPARE, &job->workers[t].common));
    }
    return TRICORN_OK;
}

static void close_listing(listing *job)
{
    for (uint32_t t = 0; job->workers && t < job->context->threads; t++) {
        tg_free(job->workers[t].bits);
        tg_free(job->workers[t].common);
    }
    tg_free(job->workers);
    tg_hub_bit_rows_free(&job->bit_rows);
}

tricorn_status tg_list_rows(
  tricorn_context *context, const tg_rows *rows, tg_take_triangles *take, void *user, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    uint64_t found = 0;
    listing job;
    tg_lister lister = {.edges = {.rows = rows, .last_row = rows->count, .most = CHUNK_TRIANGLES},
      .cut = cut_chunk,
      .list = list_chunk,
      .job = &job};

    TG_TRY(open_listing(context, rows, &job));
    tg_work_begin(context, "listing", rows->offsets[rows->count]);
    TG_TRY(tg_list_all(context, &lister, take, user, &found));
    *triangles = found;
cleanup:
    close_listing(&job);
    return status;
}
