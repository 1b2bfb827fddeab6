/* signed_triangles.c - counts triangles by their negative edges, with a table of positions.
 *
 * The positions of the edges of row u are written to a table, indexed by id. For each id w of the rows v of its
 * neighbours, one load then tells whether u, v and w form a triangle, and which edge u-w is.
 */
#include "cpu/analytics/signed_triangles.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum { ROWS_AT_ONCE = 64 };

typedef struct signed_job {
    tricorn_context *context;
    const tg_rows *rows;
    tg_signed *counts;
    _Atomic uint64_t next;
    _Atomic int failure;
} signed_job;

/* What a thread has of row u. */
typedef struct signed_row {
    uint64_t first; /* the position of its first edge */
    uint32_t *places; /* of each vertex that its row has: its place in the row, from 1; otherwise 0 */
    uint64_t *edges; /* the triangles by signs of each place, as edge u-w; NULL: not counted */
    uint64_t triangles[TRICORN_SIGNS];
} signed_row;

static void add(uint64_t *to, uint64_t count)
{
    if (count > 0) __atomic_fetch_add(to, count, __ATOMIC_RELAXED);
}

/* Adds triangles by signs to entry i of each array, unless these are not wanted. */
static void add_all(uint64_t *const to[TRICORN_SIGNS], uint64_t i, const uint64_t more[TRICORN_SIGNS])
{
    for (int k = 0; k < TRICORN_SIGNS && to[k]; k++) add(&to[k][i], more[k]);
}

/* Counts the triangles of the edge u-v at position e. */
static void count_edge(const signed_job *job, uint64_t e, signed_row *u)
{
    const tg_rows *rows = job->rows;
    const tg_signed *to = job->counts;
    const uint32_t v = rows->ids[e];
    uint64_t of_v[TRICORN_SIGNS] = {0};

    for (uint64_t f = rows->offsets[v]; f < rows->offsets[v + 1]; f++) {
        const uint32_t w = rows->ids[f], place = u->places[w];
        if (place == 0) continue;
        const int k = to->negative[e] + to->negative[f] + to->negative[u->first + place - 1];
        of_v[k]++;
        if (to->vertices[k]) add(&to->vertices[k][w], 1);
        if (u->edges == NULL) continue;
        add(&to->edges[k][f], 1);
        u->edges[(uint64_t)TRICORN_SIGNS * (place - 1) + (unsigned)k]++;
    }
    for (int k = 0; k < TRICORN_SIGNS; k++) u->triangles[k] += of_v[k];
    add_all(to->vertices, v, of_v);
    add_all(to->edges, e, of_v);
}

static void count_row(const signed_job *job, uint32_t v, signed_row *u)
{
    const tg_rows *rows = job->rows;
    const uint64_t first = rows->offsets[v], length = rows->offsets[v + 1] - first;

    for (int k = 0; k < TRICORN_SIGNS; k++) u->triangles[k] = 0;
    if (length < 2) return;
    u->first = first;
    for (uint64_t i = 0; i < length; i++) u->places[rows->ids[first + i]] = (uint32_t)i + 1;
    for (uint64_t i = 0; i < length; i++) count_edge(job, first + i, u);
    for (uint64_t i = 0; i < length; i++) u->places[rows->ids[first + i]] = 0;
    add_all(job->counts->vertices, v, u->triangles);
    for (uint64_t i = 0; u->edges && i < length; i++) {
        uint64_t *of = u->edges + TRICORN_SIGNS * i;
        add_all(job->counts->edges, first + i, of);
        for (int k = 0; k < TRICORN_SIGNS; k++) of[k] = 0;
    }
}

static tricorn_status work(signed_job *job, uint64_t longest)
{
    const uint64_t rows = job->rows->count;
    tricorn_status status = TRICORN_OK;
    signed_row own = {0};
    uint64_t all[TRICORN_SIGNS] = {0};

    TG_TRY(TG_ALLOC_ZERO(job->context, rows + 1, &own.places));
    if (job->counts->edges[0]) TG_TRY(TG_ALLOC_ZERO(job->context, TRICORN_SIGNS * longest + 1, &own.edges));
    for (;;) {
        const uint64_t first = atomic_fetch_add(&job->next, ROWS_AT_ONCE);
        if (first >= rows || tg_work_add(job->context, ROWS_AT_ONCE)) break;
        for (uint64_t u = first; u < first + ROWS_AT_ONCE && u < rows; u++) {
            count_row(job, (uint32_t)u, &own);
            for (int k = 0; k < TRICORN_SIGNS; k++) all[k] += own.triangles[k];
        }
    }
    for (int k = 0; k < TRICORN_SIGNS; k++) add(&job->counts->total[k], all[k]);
cleanup:
    tg_free(own.places);
    tg_free(own.edges);
    return status;
}

tricorn_status tg_signed_count(tricorn_context *context, const tg_rows *rows, tg_signed *counts)
{
    signed_job job = {.context = context, .rows = rows, .counts = counts};
    const uint64_t longest = tg_rows_measures(context, rows).longest;

    tg_work_begin(context, "counting", rows->count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job, longest));
    return job.failure != TRICORN_OK ? (tricorn_status)job.failure : tg_check_cancelled(context);
}
