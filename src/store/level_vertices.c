/* level_vertices.c - counts the triangles of each vertex: adds up the supports of its edges, for
 * one interval of vertices after another, and halves the sum. */
#include "store/level_vertices.h"

#include "base/memory.h"
#include "base/parallel.h"

enum {
    /* Sums may use a quarter of the memory; rows and the id table need the rest. */
    MEMORY_SHARE = 4,
    LEAST_NUMBERS = 1 << 14, /* the least number of vertices in an interval */
    VERTICES_AT_ONCE = 1 << 14, /* how many vertices are passed to the caller at a time */
    ROWS_AT_ONCE = 1024
};

/* The sums for the vertices whose numbers in the input are `first` to first + count - 1. */
typedef struct interval {
    const tg_store *store;
    uint64_t numbers; /* those of all intervals are below this one */
    uint64_t first, count;
    uint64_t *sums; /* for each vertex, the sum of the supports of its edges */
    uint32_t *degrees;
} interval;

/* ---- adding up ---- */

/* Adds `edges` edges, and the sum of their supports, to the vertex with a label, if it is in the interval. */
static void add(const interval *to, uint32_t label, uint64_t support, uint32_t edges)
{
    const uint64_t at = tg_label_id(&to->store->labels, label) - to->first;
    if (at >= to->count) return;
    if (support > 0) __atomic_fetch_add(&to->sums[at], support, __ATOMIC_RELAXED);
    __atomic_fetch_add(&to->degrees[at], edges, __ATOMIC_RELAXED);
}

static tricorn_status add_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support)
{
    const interval *to = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        uint64_t own = 0;
        for (uint64_t e = row[0]; e < row[1]; e++) {
            own += support[e];
            add(to, rows->ids[e], support[e], 1);
        }
        if (row[1] > row[0]) add(to, u, own, (uint32_t)(row[1] - row[0]));
    }
    return TRICORN_OK;
}

/* ---- giving ---- */

/* Whether a number in the input belongs to a vertex; if so, *vertex receives it. */
static bool find_vertex(const tg_store *store, uint32_t number, uint32_t *vertex)
{
    const uint32_t label = tg_label_of(&store->labels, number);
    const uint64_t active = store->active.count;
    if (tg_vertex_bitmap_has(&store->active, label))
        *vertex = tg_store_vertex(store, label);
    else if (tg_vertex_bitmap_has(&store->idle, label))
        *vertex = (uint32_t)(active + tg_vertex_bitmap_rank(&store->idle, label));
    else if (label - store->tail_first < store->tail_count)
        *vertex = (uint32_t)(active + store->idle.count + (label - store->tail_first));
    else
        return false;
    return true;
}

/* The vertices that are passed to the caller together. */
typedef struct giving {
    tg_take_vertices *take;
    void *user;
    uint32_t *vertices;
    uint64_t *triangles, *degrees;
} giving;

static tricorn_status give(tricorn_context *context, const interval *from, giving *to)
{
    tg_vertex_counts some = {to->vertices, to->triangles, to->degrees, 0};
    for (uint64_t i = 0; i < from->count; i++) {
        if (find_vertex(from->store, (uint32_t)(from->first + i), &to->vertices[some.count])) {
            to->degrees[some.count] = from->degrees[i];
            to->triangles[some.count++] = from->sums[i] / 2;
        }
        if (some.count < VERTICES_AT_ONCE && i + 1 < from->count) continue;
        TG_DO(to->take(context, to->user, &some));
        some.count = 0;
    }
    return TRICORN_OK;
}

/* Adds up the supports for one interval after another, each of at most `most` numbers, and
 * passes the vertices of each interval to the caller. */
static tricorn_status give_all(
  tricorn_context *context, interval *at, uint64_t most, tg_level_support *support, giving *to)
{
    for (; at->first < at->numbers; at->first += at->count) {
        const uint64_t left = at->numbers - at->first;
        at->count = left < most ? left : most;
        for (uint64_t i = 0; i < at->count; i++) at->sums[i] = at->degrees[i] = 0;
        TG_DO(tg_level_support_each(context, support, add_rows, at));
        TG_DO(give(context, at, to));
        if (tg_work_add(context, at->count)) TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}

/* Calls to.take for the vertices whose numbers in the input are from at.first to below at.numbers. */
static tricorn_status give_below(tricorn_context *context, interval at, tg_level_support *support, giving to)
{
    tricorn_status status = TRICORN_OK;

    tg_memory_trim(context->memory);
    uint64_t most = tg_memory_room(context->memory) / MEMORY_SHARE / (sizeof *at.sums + sizeof *at.degrees);
    if (most < LEAST_NUMBERS) most = LEAST_NUMBERS;
    if (most > at.numbers - at.first) most = at.numbers - at.first;
    TG_TRY(TG_ALLOC(context, most + 1, &at.sums));
    TG_TRY(TG_ALLOC(context, most + 1, &at.degrees));
    TG_TRY(TG_ALLOC(context, VERTICES_AT_ONCE, &to.vertices));
    TG_TRY(TG_ALLOC(context, VERTICES_AT_ONCE, &to.triangles));
    TG_TRY(TG_ALLOC(context, VERTICES_AT_ONCE, &to.degrees));
    tg_work_begin(context, "adding up", at.numbers - at.first);
    TG_TRY(give_all(context, &at, most, support, &to));
cleanup:
    tg_free(at.sums);
    tg_free(at.degrees);
    tg_free(to.vertices);
    tg_free(to.triangles);
    tg_free(to.degrees);
    return status;
}

tricorn_status tg_level_vertices_each(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, const tg_vertex_listing *to)
{
    interval wanted = {.store = graph->store, .numbers = tg_store_input_numbers(graph->store)};
    if (to->shares > 0) {
        const uint64_t all = wanted.numbers;
        wanted.first = tg_first_of_part(all, to->shares, to->share);
        wanted.numbers = tg_first_of_part(all, to->shares, to->share + UINT64_C(1));
    }
    return give_below(context, wanted, support, (giving){.take = to->take, .user = to->user});
}

tricorn_status tg_level_active_each(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, tg_take_vertices *take, void *user)
{
    const interval active = {.store = graph->store, .numbers = tg_store_active_numbers(graph->store)};
    return give_below(context, active, support, (giving){.take = take, .user = user});
}

/* ---- as a sink ---- */

static tricorn_status put_vertices(tricorn_context *context, void *user, const tg_vertex_counts *some)
{
    uint64_t *triangles = user;
    (void)context;
    for (uint64_t i = 0; i < some->count; i++) triangles[some->vertices[i]] += some->triangles[i];
    return TRICORN_OK;
}

tricorn_status tg_level_vertices_add(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, uint64_t *triangles)
{
    return tg_level_vertices_each(
      context, graph, support, &(tg_vertex_listing){.take = put_vertices, .user = triangles});
}
