/* grid_collisions.c - makes the tables of all tasks, class of columns by class of columns, and asks
 * only how full they are. */
#include "schedule/grid_collisions.h"

#include <omp.h>

#include "base/memory.h"
#include "prepare/trust_rows.h"

/* Some classes of columns, and what was found. */
typedef struct colliding {
    const tg_grid *grid;
    uint32_t vertices;
    uint32_t first, last; /* the classes */
    uint32_t *degrees; /* the ids of row v in class j, at (j - first) * vertices + v */
    uint32_t most;
    tg_trust_phi phi;
} colliding;

/* What one thread needs for a row. */
typedef struct colliding_row {
    uint32_t *ids; /* of one class, by their numbers in it */
    uint64_t *edges; /* how many ids the row has in each class */
    uint64_t *lookups; /* the degrees of these ids, added up */
    uint32_t counts[TG_TRUST_BLOCK_BUCKETS];
    uint32_t most;
    tg_trust_phi phi;
} colliding_row;

static tricorn_status count_degrees(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    const colliding *of = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t r = 0; r < rows->count; r++)
        for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + 1]; e++) {
            const uint32_t j = rows->ids[e] % of->grid->columns;
            if (j >= of->first && j < of->last) of->degrees[(uint64_t)(j - of->first) * of->vertices + first + r]++;
        }
    return tg_check_cancelled(context);
}

/* Adds the tables that the row's ids of class j are in: one for each class k of its edges. */
static void add_tables(const colliding *of, const tg_rows *rows, uint32_t r, uint32_t j, colliding_row *own)
{
    const uint32_t n = of->grid->columns;
    const uint32_t *degrees = of->degrees + (uint64_t)(j - of->first) * of->vertices;
    const uint64_t length = tg_vertices_select(&of->grid->column_sets[j], rows, r, own->ids);
    uint32_t most[2] = {0, 0}; /* by a warp, by a block */

    if (length == 0) return;
    for (uint32_t k = 0; k < n; k++) own->lookups[k] = 0;
    for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + 1]; e++)
        own->lookups[rows->ids[e] % n] += degrees[rows->ids[e]];
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t buckets = tg_trust_buckets(own->edges[k]);
        uint32_t *here = &most[buckets == TG_TRUST_BLOCK_BUCKETS];
        if (own->edges[k] == 0) continue;
        if (*here == 0) *here = tg_trust_collide(own->ids, length, buckets, own->counts);
        if (length > 1 && *here > own->most) own->most = *here;
        own->phi += (tg_trust_phi)own->lookups[k] * *here;
    }
}

static void add_row(const colliding *of, const tg_rows *rows, uint32_t r, colliding_row *own)
{
    const uint32_t n = of->grid->columns;
    for (uint32_t k = 0; k < n; k++) own->edges[k] = 0;
    for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + 1]; e++) own->edges[rows->ids[e] % n]++;
    for (uint32_t j = of->first; j < of->last; j++) add_tables(of, rows, r, j, own);
}

static void free_rows(colliding_row *rows, uint32_t threads)
{
    for (uint32_t t = 0; rows && t < threads; t++) {
        tg_free(rows[t].ids);
        tg_free(rows[t].edges);
        tg_free(rows[t].lookups);
    }
    tg_free(rows);
}

/* Makes one for each thread, for rows of up to `longest` ids. */
static tricorn_status make_rows(tricorn_context *context, uint64_t longest, uint32_t classes, colliding_row **rows)
{
    const uint32_t threads = context->threads;
    tricorn_status status = TRICORN_OK;
    colliding_row *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, threads, &made));
    for (uint32_t t = 0; t < threads; t++) {
        TG_TRY(TG_ALLOC(context, longest + 1, &made[t].ids));
        TG_TRY(TG_ALLOC(context, classes, &made[t].edges));
        TG_TRY(TG_ALLOC(context, classes, &made[t].lookups));
    }
    *rows = made;
    made = NULL;
cleanup:
    free_rows(made, threads);
    return status;
}

static tricorn_status collide_rows(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    colliding *of = user;
    const uint32_t threads = context->threads;
    tricorn_status status = TRICORN_OK;
    colliding_row *own = NULL;
    uint64_t longest = 0;
    (void)first;

    for (uint32_t r = 0; r < rows->count; r++)
        if (tg_row_length(rows, r) > longest) longest = tg_row_length(rows, r);
    TG_TRY(make_rows(context, longest, of->grid->columns, &own));
#pragma omp parallel for num_threads((int)threads) schedule(dynamic, 64)
    for (uint32_t r = 0; r < rows->count; r++)
        if (tg_row_length(rows, r) > 0 && !tg_cancelled(context)) add_row(of, rows, r, &own[omp_get_thread_num()]);
    for (uint32_t t = 0; t < threads; t++) {
        if (own[t].most > of->most) of->most = own[t].most;
        of->phi += own[t].phi;
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    free_rows(own, threads);
    return status;
}

/* Returns for how many classes the degrees may be in memory at once. */
static uint32_t classes_at_once(const tricorn_context *context, const tg_row_source *source, uint32_t classes)
{
    enum { SHARE = 4 }; /* of the memory that is free; rows need the rest */
    const uint64_t bytes = sizeof(uint32_t) * (uint64_t)source->count + 1;
    const uint64_t most = tg_memory_room(context->memory) / SHARE / bytes;
    return most == 0 ? 1 : most < classes ? (uint32_t)most : classes;
}

tricorn_status tg_grid_collide(
  tricorn_context *context, const tg_row_source *source, const tg_grid *grid, tricorn_partition_sizes *sizes)
{
    const uint32_t at_once = classes_at_once(context, source, grid->columns);
    tricorn_status status = TRICORN_OK;
    colliding of = {.grid = grid, .vertices = source->count};

    for (; of.first < grid->columns; of.first = of.last) {
        of.last = grid->columns - of.first < at_once ? grid->columns : of.first + at_once;
        TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)(of.last - of.first) * of.vertices, &of.degrees));
        TG_TRY(source->each(context, source, count_degrees, &of));
        TG_TRY(source->each(context, source, collide_rows, &of));
        tg_free(of.degrees);
        of.degrees = NULL;
    }
    sizes->block_collisions = of.most;
    sizes->phi = tg_trust_phi_of(of.phi);
cleanup:
    tg_free(of.degrees);
    return status;
}
