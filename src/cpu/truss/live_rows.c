/* live_rows.c - makes rows that contain each edge at both ends, with ascending ids, on any number of threads.
 *
 * The rows of the graph are cut into parts, which are counted and then written separately. Each part writes to its
 * own places, so no addition is atomic and no row has to be sorted.
 */
#include "cpu/truss/live_rows.h"

#include "base/memory.h"
#include "base/parallel.h"

enum { MOST_PARTS = 16, CHUNKS_OF_THREAD = 16 };

/* The rows of the graph, cut into parts that have about the same number of edges. */
typedef struct parts {
    const tg_rows *rows;
    const uint32_t *support;
    uint32_t count;
    /* for each part and vertex: first how many of the vertex's ids above it come from this part,
     * then where the next one is written */
    uint64_t *cursors;
} parts;

static uint64_t *cursors_of(const parts *all, uint32_t part)
{
    return all->cursors + (uint64_t)part * all->rows->count;
}

static uint32_t parts_of(const tricorn_context *context)
{
    return context->threads < MOST_PARTS ? context->threads : MOST_PARTS;
}

uint64_t tg_live_rows_bytes(const tricorn_context *context, uint64_t vertices, uint64_t edges)
{
    const uint64_t of_edge = 2 * (sizeof(uint32_t) + sizeof(uint32_t)) + sizeof(uint32_t) + 1;
    const uint64_t of_vertex = (parts_of(context) + 1) * sizeof(uint64_t) + sizeof(uint32_t);
    return edges * of_edge + vertices * of_vertex;
}

/* Counts the ids that a part will write. Ids below their row's number are counted in `lengths`,
 * to which no other part adds. */
static void count_part(const parts *all, uint32_t part, tg_live_rows *live)
{
    const tg_rows *rows = all->rows;
    const uint32_t last = tg_first_row_of_part(rows, part + 1, all->count);
    uint64_t *cursors = cursors_of(all, part);
    for (uint32_t u = tg_first_row_of_part(rows, part, all->count); u < last; u++)
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const bool kept = all->support[e] > 0;
            live->states[e] = kept ? TG_EDGE_LIVE : TG_EDGE_REMOVED;
            live->from[e] = u;
            live->lengths[u] += kept;
            cursors[rows->ids[e]] += kept;
        }
}

/* Chooses the places of ids: in each row, the ids below the vertex come first, then those of each
 * part, in the order of the parts. */
static void place_rows(tricorn_context *context, const parts *all, tg_live_rows *live)
{
    const uint32_t vertices = live->vertices;
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t v = 0; v < vertices; v++) {
        uint64_t length = live->lengths[v];
        for (uint32_t p = 0; p < all->count; p++) length += cursors_of(all, p)[v];
        live->begins[v] = length;
    }
    tg_prefix_sum(context, live->begins, vertices);
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t v = 0; v < vertices; v++) {
        uint64_t place = live->begins[v] + live->lengths[v];
        for (uint32_t p = 0; p < all->count; p++) {
            uint64_t *cursor = cursors_of(all, p) + v;
            const uint64_t of_part = *cursor;
            *cursor = place;
            place += of_part;
        }
        live->lengths[v] = (uint32_t)(place - live->begins[v]);
    }
}

static void fill_part(const parts *all, uint32_t part, tg_live_rows *live)
{
    const tg_rows *rows = all->rows;
    const uint32_t last = tg_first_row_of_part(rows, part + 1, all->count);
    uint64_t *cursors = cursors_of(all, part);
    for (uint32_t u = tg_first_row_of_part(rows, part, all->count); u < last; u++) {
        uint64_t below = live->begins[u];
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            if (live->states[e] == TG_EDGE_REMOVED) continue;
            const uint64_t above = cursors[rows->ids[e]]++;
            live->ids[below] = rows->ids[e];
            live->edges[below++] = (uint32_t)e;
            live->ids[above] = u;
            live->edges[above] = (uint32_t)e;
        }
    }
}

tricorn_status tg_live_rows_create(
  tricorn_context *context, const tg_rows *rows, const uint32_t *support, tg_live_rows *live)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = rows->offsets[rows->count];
    parts all = {.rows = rows, .support = support, .count = parts_of(context)};
    tg_live_rows made = {.vertices = rows->count};

    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)all.count * rows->count, &all.cursors));
    TG_TRY(TG_ALLOC(context, (uint64_t)rows->count + 1, &made.begins));
    TG_TRY(TG_ALLOC_ZERO(context, rows->count, &made.lengths));
    TG_TRY(TG_ALLOC(context, edges, &made.states));
    TG_TRY(TG_ALLOC(context, edges, &made.from));
#pragma omp parallel for num_threads((int)context->threads) schedule(static, 1)
    for (uint32_t p = 0; p < all.count; p++) count_part(&all, p, &made);
    place_rows(context, &all, &made);
    TG_TRY(TG_ALLOC(context, made.begins[rows->count], &made.ids));
    TG_TRY(TG_ALLOC(context, made.begins[rows->count], &made.edges));
#pragma omp parallel for num_threads((int)context->threads) schedule(static, 1)
    for (uint32_t p = 0; p < all.count; p++) fill_part(&all, p, &made);
    *live = made;
    made = (tg_live_rows){0};
cleanup:
    tg_free(all.cursors);
    tg_live_rows_free(&made);
    return status;
}

void tg_live_rows_free(tg_live_rows *live)
{
    tg_free(live->begins);
    tg_free(live->lengths);
    tg_free(live->ids);
    tg_free(live->edges);
    tg_free(live->states);
    tg_free(live->from);
    *live = (tg_live_rows){0};
}

static void compact_row(const tg_live_rows *live, uint32_t v)
{
    uint32_t *ids = live->ids + live->begins[v], *edges = live->edges + live->begins[v];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < live->lengths[v]; i++) {
        ids[kept] = ids[i];
        edges[kept] = edges[i];
        kept += live->states[edges[i]] != TG_EDGE_REMOVED;
    }
    live->lengths[v] = kept;
}

/* Hubs are the first rows, so threads get chunks with equally many edges, not rows. */
void tg_live_rows_compact(const tricorn_context *context, const tg_live_rows *live)
{
    const tg_rows rows = {.count = live->vertices, .offsets = live->begins};
    const uint32_t chunks = context->threads * CHUNKS_OF_THREAD;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t p = 0; p < chunks; p++) {
        const uint32_t last = tg_first_row_of_part(&rows, p + 1, chunks);
        for (uint32_t v = tg_first_row_of_part(&rows, p, chunks); v < last; v++) compact_row(live, v);
    }
}
