/* rows.c - peels with live rows, which contain each edge at both ends.
 *
 * - The triangles of an edge are found once, when it is removed, by comparing the rows of its
 *   ends.
 * - The data of different edges are far apart in memory, so they are prefetched for later edges
 *   of the round.
 * - Rows are compacted when many of their edges are removed; the longest rows are also stored as
 *   bits.  The last, dense part of a graph is peeled by bits only (bits.h).
 */
#include "base/memory.h"
#include "cpu/truss/bits.h"
#include "cpu/truss/hubs.h"
#include "cpu/truss/live_rows.h"
#include "cpu/truss/common.h"
#include "cpu/truss/rounds.h"

enum {
    COMPACT_SHARE = 8, /* rows are compacted when 1/COMPACT_SHARE of their edges are removed */
    /* one thread removes a round of at most this many edges; each takes about 0.3 microseconds */
    FEW_EDGES = 64,
    /* if a row is at least this many times as long, ids are looked up in its bits */
    FAR_LONGER = 2,
    LINE_IDS = 16, /* ids in a cache line */
    AHEAD = TG_ROUND_AHEAD
};

typedef struct peeling {
    tg_rounds rounds;
    tg_live_rows live;
    tg_truss_hubs hubs;
    const tg_common_variant *variant;
    const uint32_t *targets; /* for each edge: its lower end */
    uint64_t compacted; /* how many edges the rows had when they were last compacted */
} peeling;

/* ---- the triangles of edges ---- */

/* Triangles to remove; edges[i] is the edge of the round in triangle i. */
typedef struct triangles {
    tg_common_edges common;
    uint32_t edges[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE];
} triangles;

/* Removes the triangles. Their edges are far apart in memory. So all of them are read, and
 * their states are prefetched, before the first triangle is removed. */
static void remove_triangles(const peeling *own, triangles *all, tg_remover *to)
{
    uint32_t a[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE], b[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE];
    const uint32_t count = all->common.count;
    for (uint32_t i = 0; i < count; i++) {
        a[i] = *all->common.of_few[i];
        b[i] = *all->common.of_many[i];
        __builtin_prefetch(own->rounds.states + a[i]);
        __builtin_prefetch(own->rounds.states + b[i]);
    }
    for (uint32_t i = 0; i < count; i++) tg_remove_triangle(&own->rounds, all->edges[i], a[i], b[i], to);
    all->common.count = 0;
}

static inline tg_edge_row row_of(const tg_live_rows *live, uint32_t v)
{
    const uint64_t begin = live->begins[v];
    return (tg_edge_row){live->ids + begin, live->edges + begin, live->lengths[v]};
}

/* Lists the triangles of an edge. Whenever the list is full, removes the triangles in it. */
static void remove_edge(const peeling *own, uint32_t edge, triangles *all, tg_remover *to)
{
    if (own->rounds.support[edge] == 0) return;
    const uint32_t u = own->live.from[edge], v = own->targets[edge];
    const bool is_longer = own->live.lengths[u] > own->live.lengths[v];
    const uint32_t few = is_longer ? v : u, many = is_longer ? u : v;
    tg_common common = {row_of(&own->live, few), row_of(&own->live, many), &all->common};
    const uint16_t hub = common.many.count / FAR_LONGER < common.few.count ? TG_HUB_NONE : own->hubs.number_of[many];
    const tg_edge_bits bits = tg_truss_hub(&own->hubs, hub == TG_HUB_NONE ? 0 : hub);
    while (common.few.count > 0 && common.many.count > 0) {
        uint32_t before = all->common.count;
        if (hub == TG_HUB_NONE)
            tg_common_of_rows(own->variant, &common);
        else
            own->variant->bits(&common, &bits);
        while (before < all->common.count) all->edges[before++] = edge;
        if (before >= TG_COMMON_EDGES_MOST) remove_triangles(own, all, to);
    }
}

/* Prefetches the first ids of a row; the CPU itself prefetches later ones. */
static inline __attribute__((always_inline)) void fetch_row(const tg_live_rows *live, uint32_t v)
{
    const uint32_t *ids = live->ids + live->begins[v];
    __builtin_prefetch(ids);
    __builtin_prefetch(ids + LINE_IDS);
    __builtin_prefetch(ids + 2 * LINE_IDS);
}

/* Prefetches memory for later edges: the ends of edge i + 4 * AHEAD, where the rows of edge i + 2
 * * AHEAD begin, and the rows of edge i + AHEAD. */
static inline __attribute__((always_inline)) void fetch_ahead(const peeling *own, const tg_round_part *part, uint64_t i)
{
    const tg_live_rows *live = &own->live;
    if (i + 4 * AHEAD < part->count) {
        const uint32_t edge = part->edges[i + 4 * AHEAD];
        __builtin_prefetch(live->from + edge);
        __builtin_prefetch(own->targets + edge);
        __builtin_prefetch(own->rounds.support + edge);
    }
    if (i + 2 * AHEAD < part->count) {
        const uint32_t edge = part->edges[i + 2 * AHEAD];
        const uint32_t u = live->from[edge], v = own->targets[edge];
        __builtin_prefetch(live->begins + u);
        __builtin_prefetch(live->lengths + u);
        __builtin_prefetch(live->begins + v);
        __builtin_prefetch(live->lengths + v);
    }
    if (i + AHEAD < part->count) {
        const uint32_t edge = part->edges[i + AHEAD];
        fetch_row(live, live->from[edge]);
        fetch_row(live, own->targets[edge]);
    }
}

static void remove_part(const tg_rounds *rounds, const tg_round_part *part, tg_remover *to)
{
    const peeling *own = rounds->user;
    triangles all;
    all.common.count = 0;
    for (uint64_t i = part->first; i < part->last; i++) {
        fetch_ahead(own, part, i);
        remove_edge(own, part->edges[i], &all, to);
    }
    remove_triangles(own, &all, to);
}

/* ---- levels ---- */

/* Peels the rest by bits. Numbers the vertices again whenever few of them have edges left. */
static tricorn_status peel_rest(tricorn_context *context, tg_truss_rest *rest, tg_peeled *peeled)
{
    do {
        TG_DO(tg_truss_bits_peel(context, rest, peeled));
        tg_live_rows_compact(context, rest->live);
    } while (rest->edges > 0 && !rest->only);
    return TRICORN_OK;
}

/* Compacts the rows if that saves time. Returns whether bits are faster for the rest of the peeling. */
static bool compact(peeling *own, uint64_t left, bool first)
{
    const tricorn_context *context = own->rounds.context;
    if (!first && left > own->compacted - own->compacted / COMPACT_SHARE) return false;
    tg_live_rows_compact(context, &own->live);
    own->compacted = left;
    if (tg_truss_bits_pay(context, &own->live, left)) return true;
    tg_truss_hubs_make(context, &own->live, &own->hubs);
    return false;
}

static tricorn_status peel_levels(peeling *own, tg_peel *job)
{
    tg_rounds *rounds = &own->rounds;
    const uint32_t first = job->level ? job->level : 2;
    for (uint32_t k = first; rounds->done < rounds->left; k++) {
        const uint64_t left = rounds->left - rounds->done;
        if (compact(own, left, k == first)) {
            tg_truss_rest rest = {&own->live, job->support, left, k, job->level > 0};
            tg_truss_hubs_free(&own->hubs); /* so that bits use memory that was touched already */
            tg_rounds_free(rounds);
            return peel_rest(rounds->context, &rest, &job->peeled);
        }
        TG_DO(tg_rounds_level(rounds, k, &job->peeled));
        if (job->level) break;
    }
    return TRICORN_OK;
}

/* ---- all ---- */

static tricorn_status create(peeling *own, const tg_rows *rows)
{
    tg_rounds *rounds = &own->rounds;
    TG_DO(tg_live_rows_create(rounds->context, rows, rounds->support, &own->live));
    TG_DO(tg_truss_hubs_create(rounds->context, &own->live, &own->hubs));
    rounds->states = own->live.states;
    rounds->left = own->live.begins[rows->count] / 2;
    return tg_rounds_create(rounds);
}

static bool fits(const tricorn_context *context, const tg_rows *rows)
{
    const uint64_t edges = rows->offsets[rows->count];
    const uint64_t bytes = tg_live_rows_bytes(context, rows->count, edges) + tg_truss_hubs_bytes(rows->count, edges) +
                           tg_rounds_bytes(context, edges);
    return edges < UINT32_MAX && bytes <= tg_memory_room(context->memory);
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = job->rows->offsets[job->rows->count];
    peeling own = {.rounds = {.context = context,
                     .support = job->support,
                     .edges = edges,
                     .few = FEW_EDGES,
                     .user = &own,
                     .remove = remove_part},
      .variant = tg_common_variant_of(context->isa),
      .targets = job->rows->ids};
    tg_work_begin(context, "peeling", edges);
    if (edges == 0) return TRICORN_OK;
    TG_TRY(create(&own, job->rows));
    if (tg_work_add(context, edges - own.rounds.left)) TG_TRY(tg_check_cancelled(context));
    TG_TRY(peel_levels(&own, job));
cleanup:
    tg_rounds_free(&own.rounds);
    tg_truss_hubs_free(&own.hubs);
    tg_live_rows_free(&own.live);
    return status;
}

const tg_truss_method tg_truss_rows = {
  .name = "rows",
  .summary = "looks the triangles of each edge up once, in rows from both ends",
  .fits = fits,
  .peel = peel,
};
