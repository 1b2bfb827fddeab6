/* cores.c - lowers bounds of core numbers, in passes over rows on disk.
 *
 * - The bound of a vertex is at least its core number; at first it is its degree. The core
 * number is below t if fewer than t neighbours have bounds of t or more.
 * - Each pass tries a t for each vertex, which halves what is between its bound and a guess
 * below. When every vertex has enough neighbours for its bound, all bounds are core numbers.
 *
 * Sources: Montresor, De Pellegrini, Miorandi, "Distributed k-Core Decomposition", IEEE TPDS 2013
 * (bounds); Khaouid, Barsky, Srinivasan, Thomo, "K-Core Decomposition of Large Networks on a
 * Single PC", PVLDB 2015 (arrays of vertices in memory, edges on disk).
 */
#include "store/cores.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "store/stream.h"

typedef struct bounding {
    uint32_t *bounds; /* of each label */
    uint32_t *guesses; /* no more than the bounds */
    uint32_t *enough; /* how many neighbours have a bound of at least tried_of() */
} bounding;

static void count(uint32_t *counter)
{
    __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static uint32_t tried_of(const bounding *of, uint64_t v)
{
    return of->guesses[v] + (of->bounds[v] - of->guesses[v] + 1) / 2;
}

static tricorn_status count_degrees(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const bounding *of = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        for (uint64_t e = row[0]; e < row[1]; e++) count(&of->bounds[rows->ids[e]]);
        __atomic_fetch_add(&of->bounds[u], (uint32_t)(row[1] - row[0]), __ATOMIC_RELAXED);
    }
    return TRICORN_OK;
}

static tricorn_status count_enough(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const bounding *of = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        const uint32_t bound = of->bounds[u], tried = tried_of(of, u);
        uint32_t found = 0;
        for (uint64_t e = row[0]; e < row[1]; e++) {
            const uint32_t v = rows->ids[e];
            found += of->bounds[v] >= tried;
            if (bound >= tried_of(of, v)) count(&of->enough[v]);
        }
        __atomic_fetch_add(&of->enough[u], found, __ATOMIC_RELAXED);
    }
    return TRICORN_OK;
}

/* Returns whether a bound or a guess has changed. */
static bool lower(const tricorn_context *context, const bounding *of, uint64_t labels)
{
    bool changed = false;
#pragma omp parallel for num_threads((int)context->threads) reduction(|| : changed)
    for (uint64_t v = 0; v < labels; v++) {
        const uint32_t tried = tried_of(of, v), found = of->enough[v];
        if (found >= tried && tried == of->bounds[v]) continue;
        changed = true;
        if (found < tried) of->bounds[v] = tried - 1;
        of->guesses[v] = found < tried ? found : tried;
    }
    return changed;
}

tricorn_status tg_store_core_numbers(tricorn_context *context, tg_store *store, uint32_t *cores, uint32_t *most)
{
    const uint64_t labels = store->label_count, edges = store->disk_rows.entries;
    bounding of = {.bounds = NULL};
    tricorn_status status = TRICORN_OK;
    uint64_t highest = 0;
    uint32_t v = 0;

    TG_TRY(TG_ALLOC_ZERO(context, labels, &of.bounds));
    TG_TRY(TG_ALLOC_ZERO(context, labels, &of.guesses));
    TG_TRY(TG_ALLOC(context, labels, &of.enough));
    TG_TRY(tg_store_each_row(context, store, "finding cores", count_degrees, &of));
    /* A k-core has at least k + 1 vertices, and so k (k + 1) / 2 edges. */
    while ((highest + 1) * (highest + 2) / 2 <= edges) highest++;
    for (uint64_t l = 0; l < labels; l++)
        if (of.bounds[l] > highest) of.bounds[l] = (uint32_t)highest;
    do {
        tg_zero(context, of.enough, labels * sizeof *of.enough);
        TG_TRY(tg_store_each_row(context, store, "finding cores", count_enough, &of));
    } while (lower(context, &of, labels));
    *most = 0;
    for (uint64_t l = 0; l < labels; l++) {
        if (!tg_vertex_bitmap_has(&store->active, l)) continue;
        if (of.bounds[l] > *most) *most = of.bounds[l];
        cores[v++] = of.bounds[l];
    }
cleanup:
    tg_free(of.bounds);
    tg_free(of.guesses);
    tg_free(of.enough);
    return status;
}
