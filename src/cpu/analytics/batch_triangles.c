/* batch_triangles.c - counts the triangles that contain an edge of a batch: for each edge of the
 * batch, finds the common neighbours of its ends.
 *
 * - A triangle with several edges of the batch is counted at the least of these edges, so once.
 * - The edges of one vertex are counted one after another. Each edge is counted at its end of
 *   higher degree.
 * - Common neighbours that are hubs are the common bits of both rows, if both are stored as bits.
 *   For other ids, the neighbours of the end of higher degree are set in a bitmap if that end has
 *   many edges in the batch; otherwise the two rows are merged.
 */
#include "cpu/analytics/batch_triangles.h"

#include <omp.h>

#include "base/memory.h"
#include "base/search.h"
#include "cpu/common/bitmap.h"
#include "cpu/intersect/intersect.h"

enum {
    MASK_IDS = 64,
    HUBS = 1 << 14,
    ARCS_AT_ONCE = 64,
    MERGED_AT_ONCE = 512,
    FAR_LONGER = 32 /* a row that is more than this many times as long is searched, not merged */
};

/* CPU cycles to set an id in a bitmap and clear it again, to look an id up, and to pass an id in a merge. */
static const double MARK_CYCLES = 4, LOOK_CYCLES = 2.5, MERGE_CYCLES = 2;

tricorn_status tg_batch_bits_make(tricorn_context *context, const tg_changing_rows *rows, tg_batch_bits *bits)
{
    tricorn_status status = TRICORN_OK;
    tg_batch_bits made = {.bitmap_words = rows->room / 64 + 1, .threads = context->threads};

    if (bits->words && bits->threads >= context->threads) return TRICORN_OK;
    made.words_each = 2 * made.bitmap_words + HUBS;
    /* Each thread has an array of the numbers of all blocks of columns, and then a buffer for common ids. */
    made.ids_each = rows->columns / TG_BLOCK_IDS + rows->columns + TG_IDS_SPARE;
    TG_TRY(TG_ALLOC(context, made.ids_each * context->threads, &made.ids));
    TG_TRY(TG_ALLOC_ZERO(context, made.words_each * context->threads, &made.words));
    TG_TRY(TG_ALLOC_ZERO(context, rows->room + 1, &made.spans));
    tg_batch_bits_free(bits);
    *bits = made;
    made = (tg_batch_bits){0};
cleanup:
    tg_batch_bits_free(&made);
    return status;
}

void tg_batch_bits_free(tg_batch_bits *bits)
{
    tg_free(bits->words);
    tg_free(bits->ids);
    tg_free(bits->spans);
    *bits = (tg_batch_bits){0};
}

typedef struct counting {
    const tg_kernels *kernels;
    const tg_changing_rows *rows;
    const tg_arcs *batch;
    tg_arc_span *spans;
    uint64_t *vertices;
    uint64_t one; /* the value that is added per triangle: 1, or 2^64 - 1 to subtract 1 */
    uint32_t hubs; /* each thread has its own counters of this many first vertices */
} counting;

/* Returns for how many vertices each thread has its own counters: at most as many as the batch has arcs, because
 * adding up one vertex's counters of all threads takes about as long as one addition to a shared counter. */
static uint32_t hubs_for(const tg_changing_rows *rows, const tg_arcs *batch)
{
    const uint64_t most = rows->vertices < HUBS ? rows->vertices : HUBS;
    return (uint32_t)(batch->count < most ? batch->count : most);
}

static bool is_at_larger_end(const counting *job, uint64_t arc)
{
    const uint32_t u = tg_arc_from(arc), v = (uint32_t)arc;
    const uint32_t a = job->rows->rows[u].length, b = job->rows->rows[v].length;
    return a > b || (a == b && u < v);
}

/* A vertex u of the batch, and arrays of the thread that counts its edges. A hub has many arcs in the batch, but most
 * third vertices are not ends of them: one bit of `batch` shows this without a search. */
typedef struct marked {
    uint32_t vertex;
    tg_arc_span arcs;
    uint32_t above; /* how many ids of its row are below `columns` */
    const uint64_t *bits;
    uint64_t *batch; /* bits of the neighbours that edges of the batch lead to */
    uint64_t *hubs;
    const uint32_t *blocks;
    uint32_t *common; /* a buffer for common ids */
} marked;

/* Adds to a vertex's triangles. The first vertices, mostly hubs, are in many triangles: each
 * thread has its own counters of them, so that no thread waits for another. */
static void add(const counting *job, uint64_t *hubs, uint32_t vertex, uint64_t count)
{
    if (vertex < job->hubs)
        hubs[vertex] += count;
    else if (count > 0)
        __atomic_fetch_add(&job->vertices[vertex], count * job->one, __ATOMIC_RELAXED);
}

/* Adds the counters of a hub from all threads to its triangles, and clears them. */
static void add_hub(const counting *job, const tg_batch_bits *bits, uint32_t v)
{
    uint64_t sum = 0;
    for (uint32_t t = 0; t < bits->threads; t++) {
        uint64_t *own = bits->words + bits->words_each * t + 2 * bits->bitmap_words + v;
        sum += *own;
        *own = 0;
    }
    job->vertices[v] += sum * job->one;
}

/* Adds to the support of an edge, if the rows store supports. */
static void add_to_edge(const counting *job, uint32_t u, uint32_t v, uint64_t count)
{
    if (job->rows->supported && count > 0)
        __atomic_fetch_add(tg_changing_rows_support(job->rows, u, v), (uint32_t)(count * job->one), __ATOMIC_RELAXED);
}

/* Returns the first position from `at` on whose id is not below `id`. Callers pass ascending ids. */
static uint32_t find_from(const tg_changing_row *row, uint32_t at, uint32_t id)
{
    return (uint32_t)tg_lower_bound_near(row->ids, at, row->length, id);
}

/* An edge u-v of the batch; u is its end of higher degree. */
typedef struct edge_count {
    const counting *job;
    const marked *u;
    uint32_t v;
    uint32_t arc, last_arc; /* the arcs of v in the batch that has_arc() has not passed yet */
    /* whether it is the only edge of both ends in the batch, and rows have no supports */
    bool alone;
    uint64_t found;
} edge_count;

/* Whether the edge v-w is in the batch. Callers pass ascending w. */
static bool has_arc(edge_count *edge, uint32_t w)
{
    const uint64_t *keys = edge->job->batch->keys;
    while (edge->arc < edge->last_arc && (uint32_t)keys[edge->arc] < w) edge->arc++;
    return edge->arc < edge->last_arc && (uint32_t)keys[edge->arc] == w;
}

/* Counts the triangles of the edge with these common ids w, which ascend from call to call, except those that are
 * counted at another edge of the batch. Of two edges of one vertex, the edge to the smaller id counts them. */
static void count_ids(edge_count *edge, const uint32_t *ids, uint64_t count)
{
    const counting *job = edge->job;
    const marked *u = edge->u;
    if (edge->alone) {
        for (uint64_t i = 0; i < count; i++) add(job, u->hubs, ids[i], 1);
        edge->found += count;
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t w = ids[i];
        if ((w < edge->v && tg_bits_get(u->batch, w)) || (w < u->vertex && has_arc(edge, w))) continue;
        add(job, u->hubs, w, 1);
        add_to_edge(job, u->vertex, w, 1);
        add_to_edge(job, edge->v, w, 1);
        edge->found++;
    }
}

/* Looks ids up in a bitmap, and counts the triangles with those that are set. */
static void count_set(edge_count *edge, const uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    for (uint64_t first = 0; first < count; first += MASK_IDS) {
        const uint64_t left = count - first;
        uint64_t common = tg_bits_mask(bits, ids + first, left < MASK_IDS ? left : MASK_IDS);
        uint64_t here = 0;
        for (; common; common &= common - 1) edge->u->common[here++] = ids[first + (uint64_t)__builtin_ctzll(common)];
        count_ids(edge, edge->u->common, here);
    }
}

/* Returns how many ids of row v are below `columns`. They are the first ids of the row. */
static uint32_t hubs_of(const tg_changing_rows *rows, uint32_t v)
{
    const tg_changing_row *row = &rows->rows[v];
    return row->bits ? row->hubs : tg_changing_rows_below(rows, v, rows->columns);
}

/* Counts the triangles whose third vertices are below `columns`. The first `hubs` ids of row v are below it. */
static void count_hubs(edge_count *edge, uint32_t hubs)
{
    const tg_changing_rows *rows = edge->job->rows;
    const uint64_t *own = rows->rows[edge->u->vertex].bits;
    const tg_changing_row *row = &rows->rows[edge->v];
    if (row->bits) {
        const tg_bit_blocks sets = {own, row->bits, edge->u->blocks, rows->columns / TG_BLOCK_IDS};
        count_ids(edge, edge->u->common, edge->job->kernels->common_bits(&sets, edge->u->common));
    } else {
        count_set(edge, own, row->ids, hubs);
    }
}

/* Counts the triangles with the common ids of row v from position `first` on and of row u from
 * position `at` on. Merges both rows, or searches in row u if that is far longer. */
static void merge_rows(edge_count *edge, uint32_t first, uint32_t at)
{
    const tg_changing_row *longer = &edge->job->rows->rows[edge->u->vertex];
    const tg_changing_row *row = &edge->job->rows->rows[edge->v];
    uint32_t *common = edge->u->common;
    while (first < row->length && at < longer->length) {
        const uint32_t left = row->length - first;
        const uint32_t count = left < MERGED_AT_ONCE ? left : MERGED_AT_ONCE;
        uint64_t found = 0;
        if ((longer->length - at) / FAR_LONGER > left) {
            for (uint32_t i = 0; i < count && at < longer->length; i++) {
                at = find_from(longer, at, row->ids[first + i]);
                if (at < longer->length && longer->ids[at] == row->ids[first + i])
                    common[found++] = row->ids[first + i];
            }
        } else {
            const uint32_t end = left == count ? longer->length : find_from(longer, at, row->ids[first + count]);
            found = edge->job->kernels->common(row->ids + first, count, longer->ids + at, end - at, common);
            at = end;
        }
        count_ids(edge, common, found);
        first += count;
    }
}

static uint64_t count_edge(const counting *job, const marked *u, uint32_t v)
{
    const tg_changing_row *row = &job->rows->rows[v];
    const tg_arc_span arcs = job->spans[v];
    edge_count edge = {.job = job, .u = u, .v = v, .arc = arcs.first, .last_arc = arcs.end};
    const bool has_bits = job->rows->rows[u->vertex].bits != NULL;
    const uint32_t hubs = has_bits ? hubs_of(job->rows, v) : 0;

    edge.alone = !job->rows->supported && arcs.end - arcs.first == 1 && u->arcs.end - u->arcs.first == 1;
    if (has_bits) count_hubs(&edge, hubs);
    if (u->bits)
        count_set(&edge, u->bits, row->ids + hubs, row->length - hubs);
    else
        merge_rows(&edge, hubs, u->above);
    add(job, u->hubs, v, edge.found);
    add_to_edge(job, u->vertex, v, edge.found);
    return edge.found;
}

static void mark_arc(uint64_t *batch, uint32_t id, bool set)
{
    const uint64_t bit = UINT64_C(1) << id % 64;
    batch[id / 64] = set ? batch[id / 64] | bit : batch[id / 64] & ~bit;
}

/* Prefetches memory for arcs after this one: the rows of later arcs, and the first ids of the rows of nearer ones. */
static void fetch_ahead(const counting *job, uint64_t arc)
{
    enum { ROWS_AHEAD = 24, IDS_AHEAD = 12 };
    const tg_arcs *batch = job->batch;
    if (arc + ROWS_AHEAD < batch->count) {
        __builtin_prefetch(&job->rows->rows[(uint32_t)batch->keys[arc + ROWS_AHEAD]]);
        __builtin_prefetch(&job->spans[(uint32_t)batch->keys[arc + ROWS_AHEAD]]);
    }
    if (arc + IDS_AHEAD < batch->count) {
        const tg_changing_row *row = &job->rows->rows[(uint32_t)batch->keys[arc + IDS_AHEAD]];
        __builtin_prefetch(row->ids);
        __builtin_prefetch(row->ids + 16);
        if (row->bits) __builtin_prefetch(row->bits);
    }
}

/* Whether a bitmap of `ids` ids is faster than merging, for this number of edges whose other ends
 * have rows of `looks` ids in total. */
static bool bitmap_pays(uint32_t ids, uint64_t edges, uint64_t looks)
{
    return MARK_CYCLES * ids + LOOK_CYCLES * (double)looks < MERGE_CYCLES * ((double)edges * ids + (double)looks);
}

/* Counts the triangles at those edges of the batch whose end of higher degree is u. */
static uint64_t count_vertex(const counting *job, uint64_t *bits, marked *u)
{
    const tg_changing_row *row = &job->rows->rows[u->vertex];
    uint64_t looks = 0, edges = 0, found = 0;

    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++)
        if (is_at_larger_end(job, job->batch->keys[i])) {
            looks += job->rows->rows[(uint32_t)job->batch->keys[i]].length;
            edges++;
        }
    if (looks == 0) return 0;
    u->above = row->bits ? row->hubs : 0;
    const uint32_t *ids = row->ids + u->above, count = row->length - u->above;
    u->bits = bitmap_pays(count, edges, looks) ? bits : NULL;
    if (u->bits) tg_bits_set(bits, ids, count);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++) mark_arc(u->batch, (uint32_t)job->batch->keys[i], true);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++) {
        fetch_ahead(job, i);
        if (is_at_larger_end(job, job->batch->keys[i])) found += count_edge(job, u, (uint32_t)job->batch->keys[i]);
    }
    if (u->bits) tg_bits_clear(bits, ids, count);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++) mark_arc(u->batch, (uint32_t)job->batch->keys[i], false);
    add(job, u->hubs, u->vertex, found);
    return found;
}

/* Stores in `spans` where the arcs of each vertex of the batch are; if `set` is false, empties these spans. */
static void set_spans(const tricorn_context *context, const counting *job, bool set)
{
    const uint64_t count = job->batch->count, *keys = job->batch->keys;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t from = tg_arc_from(keys[i]);
        if (i == 0 || tg_arc_from(keys[i - 1]) != from) job->spans[from].first = set ? (uint32_t)i : 0;
        if (i + 1 == count || tg_arc_from(keys[i + 1]) != from) job->spans[from].end = set ? (uint32_t)(i + 1) : 0;
    }
}

void tg_batch_triangles(const tricorn_context *context, const tg_arc_batch *batch, uint64_t *total)
{
    const tg_changing_rows *rows = batch->rows;
    const tg_arcs *arcs = batch->arcs;
    const tg_batch_bits *bits = batch->bits;
    const counting job = {.kernels = tg_kernels_of(context->isa),
      .rows = rows,
      .batch = arcs,
      .spans = bits->spans,
      .vertices = batch->vertices,
      .one = batch->removed ? UINT64_MAX : 1,
      .hubs = hubs_for(rows, arcs)};
    const uint64_t parts = (arcs->count + ARCS_AT_ONCE - 1) / ARCS_AT_ONCE;
    uint64_t found = 0;

    if (parts == 0) return;
    set_spans(context, &job, true);
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num();
        uint64_t *own = bits->words + bits->words_each * thread;
        uint64_t *batch_bits = own + bits->bitmap_words, *hubs = batch_bits + bits->bitmap_words;
        uint32_t *blocks = bits->ids + bits->ids_each * thread;
        const uint32_t block_count = rows->columns / TG_BLOCK_IDS;
        for (uint32_t b = 0; b < block_count; b++) blocks[b] = b;
#pragma omp for schedule(dynamic, 1) nowait
        for (uint64_t p = 0; p < parts; p++) {
            const uint64_t end = (p + 1) * ARCS_AT_ONCE;
            /* Counts the vertices whose first arc is among the arcs of this part. */
            for (uint64_t i = p * ARCS_AT_ONCE; i < end && i < arcs->count;) {
                const uint32_t from = tg_arc_from(arcs->keys[i]);
                marked u = {.vertex = from,
                  .arcs = job.spans[from],
                  .batch = batch_bits,
                  .hubs = hubs,
                  .blocks = blocks,
                  .common = blocks + block_count};
                if (i == 0 || tg_arc_from(arcs->keys[i - 1]) != from) found += count_vertex(&job, own, &u);
                i = u.arcs.end;
            }
        }
    }
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < job.hubs; v++) add_hub(&job, bits, v);
    set_spans(context, &job, false);
    *total += found * job.one;
}
