/* batch_triangles.c - for each edge of the batch, the neighbours that its ends share.  A triangle
 * with several edges of the batch belongs to the least of them.
 *
 * The edges of a vertex go together, each at its end of higher degree: the neighbours of that end
 * are marked in a bitmap if there is enough to look up, or else searched. */
#include "cpu/batch_triangles.h"

#include <omp.h>

#include "base/memory.h"
#include "cpu/bitmap.h"

enum { MASK_IDS = 64, MARKED_PER_LOOK = 4, HUBS = 1 << 12, ARCS_AT_ONCE = 64 };

tricorn_status tg_batch_bits_create(tricorn_context *context, uint64_t vertices,
                                    tg_batch_bits *bits)
{
    bits->bitmap_words = vertices / 64 + 1;
    bits->words_each = 2 * bits->bitmap_words + HUBS;
    return TG_ALLOC_ZERO(context, bits->words_each * context->threads, &bits->words);
}

void tg_batch_bits_free(tg_batch_bits *bits)
{
    tg_free(bits->words);
}

typedef struct counting {
    const tg_changing_rows *rows;
    const tg_arcs *batch;
    uint64_t *vertices;
    uint64_t one; /* 1, or -1 modulo 2^64 */
} counting;

static bool is_at_larger_end(const counting *job, uint64_t arc)
{
    const uint32_t u = tg_arc_from(arc), v = (uint32_t)arc;
    const uint32_t a = job->rows->rows[u].length, b = job->rows->rows[v].length;
    return a > b || (a == b && u < v);
}

/* An edge's place in the order of the batch: by its ends. */
static uint64_t edge_of(uint32_t u, uint32_t v)
{
    return u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
}

/* The arcs of one vertex. */
typedef struct arcs_of {
    uint64_t first, end;
} arcs_of;

static arcs_of find_arcs(const counting *job, uint32_t v)
{
    const uint64_t first = tg_arcs_find(job->batch, 0, (uint64_t)v << 32);
    return (arcs_of){first, tg_arcs_find(job->batch, first, ((uint64_t)v + 1) << 32)};
}

/* Whether v-w is in the batch before edge `than`.  A vertex has an arc for that edge itself. */
static bool is_before(const counting *job, const arcs_of *arcs, uint32_t v, uint32_t w,
                      uint64_t than)
{
    if (arcs->end - arcs->first == 1 || edge_of(v, w) >= than) return false;
    const tg_arcs some = {job->batch->keys, arcs->end};
    const uint64_t key = (uint64_t)v << 32 | w, at = tg_arcs_find(&some, arcs->first, key);
    return at < arcs->end && some.keys[at] == key;
}

/* A vertex of the batch, its arcs there, its neighbours as bits, or NULL, and the thread's
 * counts. Most third vertices are not among the arcs of a hub, which has many: a bit says so. */
typedef struct marked {
    uint32_t vertex;
    arcs_of arcs;
    const uint64_t *bits;
    uint64_t *batch; /* its neighbours by edges of the batch, as bits */
    uint64_t *hubs;
} marked;

/* Vertices of small numbers, mostly hubs, are the third one of many triangles: each thread counts
 * them apart, so that none waits for another. */
static void add(const counting *job, uint64_t *hubs, uint32_t vertex, uint64_t count)
{
    if (vertex < HUBS)
        hubs[vertex] += count;
    else if (count > 0)
        __atomic_fetch_add(&job->vertices[vertex], count * job->one, __ATOMIC_RELAXED);
}

static void add_hubs(const counting *job, uint64_t *hubs)
{
    for (uint32_t v = 0; v < HUBS; v++) {
        if (hubs[v] > 0)
            __atomic_fetch_add(&job->vertices[v], hubs[v] * job->one, __ATOMIC_RELAXED);
        hubs[v] = 0;
    }
}

/* Adds to the support of an edge that is there, if supports are kept. */
static void add_to_edge(const counting *job, uint32_t u, uint32_t v, uint64_t count)
{
    if (job->rows->supported && count > 0)
        __atomic_fetch_add(tg_changing_rows_support(job->rows, u, v),
                           (uint32_t)(count * job->one), __ATOMIC_RELAXED);
}

/* The first place from `at` on whose id is not below `id`: in steps that double, then by halves,
 * as what is looked for ascends and is near. */
static uint32_t find_from(const tg_changing_row *row, uint32_t at, uint32_t id)
{
    uint32_t low = at, high = at, step = 1;
    while (high < row->length && row->ids[high] < id) {
        low = high + 1;
        high = row->length - high > step ? high + step : row->length;
        step *= 2;
    }
    return tg_changing_row_find(row, low, high, id);
}

/* Of some neighbours of v, those that it shares with u; *at: where those before were in its row.
 */
static uint64_t shared_mask(const counting *job, const marked *u, const uint32_t *ids,
                            uint64_t count, uint32_t *at)
{
    const tg_changing_row *row = &job->rows->rows[u->vertex];
    uint64_t mask = 0;
    if (u->bits) return tg_bits_met(u->bits, ids, count);
    for (uint64_t i = 0; i < count && *at < row->length; i++) {
        *at = find_from(row, *at, ids[i]);
        mask |= (uint64_t)(*at < row->length && row->ids[*at] == ids[i]) << i;
    }
    return mask;
}

static uint64_t count_edge(const counting *job, const marked *u, uint32_t v)
{
    const tg_changing_row *row = &job->rows->rows[v];
    const arcs_of arcs = find_arcs(job, v);
    const uint64_t edge = edge_of(u->vertex, v);
    uint64_t found = 0;
    uint32_t at = 0;

    for (uint64_t first = 0; first < row->length; first += MASK_IDS) {
        const uint64_t left = row->length - first;
        uint64_t met =
            shared_mask(job, u, row->ids + first, left < MASK_IDS ? left : MASK_IDS, &at);
        for (; met; met &= met - 1) {
            const uint32_t w = row->ids[first + (uint64_t)__builtin_ctzll(met)];
            if ((tg_bits_get(u->batch, w) && is_before(job, &u->arcs, u->vertex, w, edge)) ||
                is_before(job, &arcs, v, w, edge))
                continue;
            add(job, u->hubs, w, 1);
            add_to_edge(job, u->vertex, w, 1);
            add_to_edge(job, v, w, 1);
            found++;
        }
    }
    add(job, u->hubs, v, found);
    add_to_edge(job, u->vertex, v, found);
    return found;
}

static void mark_arc(uint64_t *batch, uint32_t id, bool set)
{
    const uint64_t bit = UINT64_C(1) << id % 64;
    batch[id / 64] = set ? batch[id / 64] | bit : batch[id / 64] & ~bit;
}

/* The edges of the batch whose end of higher degree is u. */
static uint64_t count_vertex(const counting *job, uint64_t *bits, marked *u)
{
    const tg_changing_row *row = &job->rows->rows[u->vertex];
    uint64_t looks = 0, found = 0;

    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++)
        if (is_at_larger_end(job, job->batch->keys[i]))
            looks += job->rows->rows[(uint32_t)job->batch->keys[i]].length;
    if (looks == 0) return 0;
    u->bits = row->length <= looks * MARKED_PER_LOOK ? bits : NULL;
    if (u->bits) tg_bits_set(bits, row->ids, row->length);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++)
        mark_arc(u->batch, (uint32_t)job->batch->keys[i], true);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++)
        if (is_at_larger_end(job, job->batch->keys[i]))
            found += count_edge(job, u, (uint32_t)job->batch->keys[i]);
    if (u->bits) tg_bits_clear(bits, row->ids, row->length);
    for (uint64_t i = u->arcs.first; i < u->arcs.end; i++)
        mark_arc(u->batch, (uint32_t)job->batch->keys[i], false);
    add(job, u->hubs, u->vertex, found);
    return found;
}

void tg_batch_triangles(const tricorn_context *context, const tg_changing_rows *rows,
                        const tg_arcs *batch, const tg_batch_bits *bits, bool go,
                        uint64_t *vertices, uint64_t *total)
{
    const counting job = {rows, batch, vertices, go ? UINT64_MAX : 1};
    const uint64_t parts = (batch->count + ARCS_AT_ONCE - 1) / ARCS_AT_ONCE;
    uint64_t found = 0;

#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    {
        uint64_t *own = bits->words + bits->words_each * (uint64_t)omp_get_thread_num();
        uint64_t *batch_bits = own + bits->bitmap_words, *hubs = batch_bits + bits->bitmap_words;
#pragma omp for schedule(dynamic, 1)
        for (uint64_t p = 0; p < parts; p++) {
            const uint64_t end = (p + 1) * ARCS_AT_ONCE;
            /* Vertices whose first arc is here. */
            for (uint64_t i = p * ARCS_AT_ONCE; i < end && i < batch->count;) {
                const uint32_t from = tg_arc_from(batch->keys[i]);
                marked u = {.vertex = from,
                            .arcs = {i, tg_arcs_end(batch, i)},
                            .batch = batch_bits,
                            .hubs = hubs};
                if (i == 0 || tg_arc_from(batch->keys[i - 1]) != from)
                    found += count_vertex(&job, own, &u);
                i = u.arcs.end;
            }
        }
        if (parts > 0) add_hubs(&job, hubs);
    }
    *total += found * job.one;
}
