/* hub_pairs.c - counts supports by pairs of bit rows, slab by slab, and tile by tile within a slab.
 *
 * - A tile is as many bit rows as fill the second level cache. All rows of hubs are paired with
 *   the rows of one tile before those of the next.
 * - The positions at which each row's ids in each tile begin are found once, so that no pair
 *   needs a search.
 */
#include "cpu/hub_pairs.h"

#include <string.h>

#include "base/memory.h"
#include "cpu/intersect/intersect.h"

enum {
    /* rows of a tile: 1 MB of bits, which fit into a second level cache */
    TILE_ROWS = TG_SLAB_IDS / 2,
    SLAB_TILES = TG_SLAB_IDS / TILE_ROWS,
    ROWS_AT_ONCE = 64, /* rows that a thread claims at a time */
    ROWS_AHEAD = 4, /* rows between prefetching a row and using it */
    IDS_AHEAD = 64, /* ids of a row that are prefetched; the CPU itself prefetches later ones */
    CACHE_LINE = 64,
    WORD_BITS = 64
};

typedef struct pairing {
    tricorn_context *context;
    const tg_task *task;
    const tg_kernels *kernels;
    uint32_t hubs, last_row, tiles;
    bool own; /* whether the task's rows include those of the hubs */
    uint32_t first; /* the first row of the task that belongs to no hub */
    uint64_t *slab; /* TG_SLAB_WORDS words for each hub */
    /* tiles + 1 entries for each row: the position of its first id in each tile or after it */
    uint32_t *bounds;
    uint32_t *support;
} pairing;

static uint32_t tiles_of(uint32_t hubs)
{
    return (uint32_t)tg_slabs_of(hubs) * SLAB_TILES;
}

uint64_t tg_hub_pairs_bytes(uint32_t hubs, uint32_t last_row)
{
    return hubs * (uint64_t)TG_SLAB_WORDS * sizeof(uint64_t) +
           last_row * (tiles_of(hubs) + UINT64_C(1)) * sizeof(uint32_t);
}

/* Returns the position of the row's first id that is in the tile or after it. */
static inline uint64_t bound(const pairing *job, uint32_t tile, uint32_t row)
{
    return job->bounds[(uint64_t)tile * job->last_row + row];
}

static void find_bounds(const pairing *job)
{
    const tg_rows *rows = &job->task->into;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t row = 0; row < job->last_row; row++) {
        uint64_t i = rows->offsets[row];
        if (row >= job->hubs && row < job->first) continue;
        for (uint32_t t = 0; t <= job->tiles; t++) {
            job->bounds[(uint64_t)t * job->last_row + row] = (uint32_t)i;
            while (i < rows->offsets[row + 1] && rows->ids[i] < job->hubs && rows->ids[i] / TILE_ROWS == t) i++;
        }
    }
}

/* ---- slabs ---- */

/* Sets the bits of those ids of the row that are columns of slab number `slab`; ids are below the
 * row's own number. */
static inline void set_lower(const pairing *job, uint32_t slab, uint32_t row, uint64_t *words)
{
    const uint32_t *ids = job->task->into.ids;
    const uint64_t end = bound(job, (slab + 1) * SLAB_TILES, row);
    for (uint64_t i = bound(job, slab * SLAB_TILES, row); i < end; i++)
        words[ids[i] % TG_SLAB_IDS / WORD_BITS] |= UINT64_C(1) << ids[i] % WORD_BITS;
}

/* Sets column `column` of the slab, which belongs to vertex x, in the rows of those neighbours of x that are hubs. */
static void set_upper(const pairing *job, uint32_t x, uint32_t column)
{
    const tg_rows *rows = &job->task->into;
    uint64_t *words = job->slab + column / WORD_BITS;
    const uint64_t end = bound(job, job->tiles, x);
    for (uint64_t i = rows->offsets[x]; i < end; i++)
        words[(uint64_t)rows->ids[i] * TG_SLAB_WORDS] |= UINT64_C(1) << column % WORD_BITS;
}

/* Fills the slab with the columns of vertices `first` to last - 1. */
static void fill_slab(const pairing *job, uint32_t first, uint32_t last)
{
    const int threads = (int)job->context->threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t row = 0; row < job->hubs; row++) {
        uint64_t *words = job->slab + (uint64_t)row * TG_SLAB_WORDS;
        memset(words, 0, TG_SLAB_WORDS * sizeof *words);
        if (first < job->hubs) set_lower(job, first / TG_SLAB_IDS, row, words);
    }
    /* A thread handles the columns of a whole word, so that no two threads write to the same word. */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t word = first; word < last; word += WORD_BITS)
        for (uint32_t x = word; x < last && x < word + WORD_BITS; x++) set_upper(job, x, x - first);
}

/* ---- counting ---- */

/* Prefetches ids and supports of edges. Always inlined: compilers drop calls of a function without an effect. */
static inline __attribute__((always_inline)) void fetch_edges(const pairing *job, uint64_t begin, uint64_t end)
{
    for (uint64_t i = begin; i < end && i < begin + IDS_AHEAD; i += CACHE_LINE / sizeof(uint32_t)) {
        __builtin_prefetch(job->task->into.ids + i);
        __builtin_prefetch(job->support + i, 1);
    }
}

static inline uint64_t count_pairs(const pairing *job, const uint64_t *words, uint64_t begin, uint64_t end)
{
    return begin == end
             ? 0
             : job->kernels->pairs(words, job->slab, job->task->into.ids + begin, end - begin, job->support + begin);
}

/* Counts the edges between hubs, from rows `first` to last - 1 to the rows of the tile. */
static uint64_t count_tile(const pairing *job, uint32_t tile, uint32_t first, uint32_t last)
{
    uint64_t sum = 0;
    for (uint32_t u = first; u < last; u++) {
        if (job->hubs - u > ROWS_AHEAD) {
            const uint32_t next = u + ROWS_AHEAD;
            const char *words = (const char *)(job->slab + (uint64_t)next * TG_SLAB_WORDS);
            fetch_edges(job, bound(job, tile, next), bound(job, tile + 1, next));
            for (uint64_t b = 0; b < TG_SLAB_WORDS * sizeof(uint64_t); b += CACHE_LINE) __builtin_prefetch(words + b);
        }
        sum += count_pairs(job, job->slab + (uint64_t)u * TG_SLAB_WORDS, bound(job, tile, u), bound(job, tile + 1, u));
    }
    return sum;
}

static uint64_t count_hubs(const pairing *job)
{
    uint64_t sum = 0;
    for (uint32_t tile = 0; tile < job->tiles; tile++) {
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, 1) reduction(+ : sum)
        for (uint32_t row = tile * TILE_ROWS; row < job->hubs; row += ROWS_AT_ONCE)
            sum += count_tile(job, tile, row, job->hubs - row < ROWS_AT_ONCE ? job->hubs : row + ROWS_AT_ONCE);
    }
    return sum;
}

/* Counts the edges from vertex u, which is not a hub, to hubs. */
static uint64_t count_other(const pairing *job, uint32_t slab, uint32_t u)
{
    _Alignas(CACHE_LINE) uint64_t words[TG_SLAB_WORDS] = {0};
    const uint64_t begin = bound(job, 0, u), end = bound(job, job->tiles, u);

    if (job->last_row - u > ROWS_AHEAD)
        fetch_edges(job, bound(job, 0, u + ROWS_AHEAD), bound(job, job->tiles, u + ROWS_AHEAD));
    if (end - begin < 2 || bound(job, slab * SLAB_TILES, u) == bound(job, (slab + 1) * SLAB_TILES, u)) return 0;
    set_lower(job, slab, u, words);
    return count_pairs(job, words, begin, end);
}

static uint64_t count_others(const pairing *job, uint32_t slab)
{
    uint64_t sum = 0;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, ROWS_AT_ONCE) reduction(+ : sum)
    for (uint32_t u = job->first; u < job->last_row; u++) sum += count_other(job, slab, u);
    return sum;
}

/* Counts at each edge between hubs the triangles whose third vertex is a column of the slab. If
 * the columns are hubs, also counts them at edges from other vertices to hubs. A task without
 * the rows of hubs has no triangle of three hubs. */
static uint64_t count_slab(const pairing *job, uint32_t first, uint32_t last)
{
    uint64_t sum = 0;
    fill_slab(job, first, last);
    if (job->own || first >= job->hubs) sum += count_hubs(job);
    if (first < job->hubs) sum += count_others(job, first / TG_SLAB_IDS);
    return sum;
}

static tricorn_status count_slabs(const pairing *job, uint64_t *found)
{
    const uint64_t edges = job->task->into.offsets[job->hubs];
    uint64_t sum = 0;

    tg_work_begin(job->context, "counting edges of hubs",
      edges * (tg_slabs_of(job->hubs) + tg_slabs_of(job->last_row - job->hubs)));
    find_bounds(job);
    for (uint32_t first = 0, last; first < job->last_row; first = last == job->hubs ? job->first : last) {
        const uint32_t end = first < job->hubs ? job->hubs : job->last_row;
        last = end - first < TG_SLAB_IDS ? end : first + TG_SLAB_IDS;
        sum += count_slab(job, first, last);
        if (tg_work_add(job->context, edges)) break;
    }
    *found += sum / 3; /* each triangle was counted at its three edges */
    return tg_check_cancelled(job->context);
}

tricorn_status tg_hub_pairs_count(tricorn_context *context, const tg_hub_pairs *pairs, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t hubs = pairs->hubs, first_row = pairs->task->first_row;
    pairing job = {.context = context,
      .task = pairs->task,
      .kernels = tg_kernels_of(context->isa),
      .hubs = hubs,
      .last_row = pairs->last_row,
      .tiles = tiles_of(hubs),
      .own = first_row == 0,
      .first = first_row > hubs ? first_row : hubs,
      .support = pairs->support};

    if (hubs == 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, (uint64_t)hubs * TG_SLAB_WORDS, &job.slab));
    TG_TRY(TG_ALLOC(context, (uint64_t)job.last_row * (job.tiles + 1), &job.bounds));
    TG_TRY(count_slabs(&job, found));
cleanup:
    tg_free(job.slab);
    tg_free(job.bounds);
    return status;
}
