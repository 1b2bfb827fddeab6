/* list_rows.c - threads list shares of edges into buffers; the caller's thread hands them on.
 *
 * The shares are cut so that none can have more triangles than a buffer holds, by the lengths of
 * rows alone.  Rounds of shares are listed by all threads, then handed on in their order: so the
 * order is that of the edges.
 */
#include "cpu/list_rows.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/bitmap.h"
#include "cpu/intersect/merge.h"

enum {
    SHARE_TRIANGLES = 1 << 16, /* bound of a share with several edges: 768 KB of ids */
    SHARES_A_THREAD = 4,       /* in one round: shares differ in their work */
    FAR_LONGER = 32            /* then each id of the short row is searched for in the long one */
};

/* Edges of rows, one after the other, and what they found. */
typedef struct share {
    uint32_t first_row;
    uint64_t first_edge, last_edge;
    uint64_t bound; /* of its triangles */
    uint32_t *triangles;
    uint64_t room, count;
} share;

typedef struct listing {
    trigon_context *context;
    const tg_rows *rows;
    share *shares;
    uint32_t share_count;
    uint64_t **bits; /* of each thread: ids of a row */
    /* Where cutting goes on: */
    uint32_t row;
    uint64_t edge;
} listing;

/* The ids of row x that may be the third: with ids below their row those before y, else those
 * behind it. */
static inline void thirds_of(const tg_rows *rows, uint32_t x, uint64_t e, uint64_t *begin,
                             uint64_t *end)
{
    const bool below = rows->ids[e] < x;
    *begin = below ? rows->offsets[x] : e + 1;
    *end = below ? e : rows->offsets[x + 1];
}

/* ---- cutting ------------------------------------------------------------------------------ */

static uint64_t bound_of(const tg_rows *rows, uint32_t x, uint64_t e)
{
    const uint64_t *other = rows->offsets + rows->ids[e];
    uint64_t begin, end;
    thirds_of(rows, x, e, &begin, &end);
    return end - begin < other[1] - other[0] ? end - begin : other[1] - other[0];
}

/* The next share: edges up to the bound of a buffer, but one at least. */
static void cut_share(listing *job, share *cut)
{
    const tg_rows *rows = job->rows;
    const uint64_t edges = rows->offsets[rows->count];
    uint64_t e = job->edge, bound = 0;
    uint32_t x = job->row;

    while (e < edges && rows->offsets[x + 1] <= e) x++;
    cut->first_row = x;
    cut->first_edge = e;
    for (; e < edges; e++) {
        while (rows->offsets[x + 1] <= e) x++;
        const uint64_t more = bound_of(rows, x, e);
        if (e > cut->first_edge && bound + more > SHARE_TRIANGLES) break;
        bound += more;
    }
    cut->last_edge = e;
    cut->bound = bound;
    job->row = x;
    job->edge = e;
}

static uint32_t cut_round(listing *job)
{
    const uint64_t edges = job->rows->offsets[job->rows->count];
    uint32_t count = 0;
    while (count < job->share_count && job->edge < edges) cut_share(job, &job->shares[count++]);
    return count;
}

/* ---- listing ------------------------------------------------------------------------------ */

static inline void put(share *out, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t *to = out->triangles + 3 * out->count++;
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

/* Ids of the second row that are marked. */
static void list_marked(const uint64_t *bits, const uint32_t *ids, const uint32_t *end,
                        uint32_t x, uint32_t y, share *out)
{
    for (; ids < end; ids++)
        if (tg_bits_get(bits, *ids)) put(out, x, y, *ids);
}

/* Each id of few, searched for in many. */
static void list_searched(const uint32_t *few, const uint32_t *few_end, const uint32_t *many,
                          const uint32_t *many_end, uint32_t x, uint32_t y, share *out)
{
    for (; few < few_end && many < many_end; few++) {
        many += tg_lower_bound(many, (uint64_t)(many_end - many), *few);
        if (many < many_end && *many == *few) put(out, x, y, *few);
    }
}

/* bits: of row x, or NULL where it is not marked. */
static void list_edge(const tg_rows *rows, const uint64_t *bits, uint32_t x, uint64_t e,
                      share *out)
{
    const uint32_t y = rows->ids[e];
    uint64_t begin, end;
    thirds_of(rows, x, e, &begin, &end);
    const uint32_t *thirds = rows->ids + begin, *thirds_end = rows->ids + end;
    const uint32_t *ids = rows->ids + rows->offsets[y],
                   *ids_end = rows->ids + rows->offsets[y + 1];
    const uint64_t own = end - begin, others = (uint64_t)(ids_end - ids);

    if (own == 0 || others == 0) return;
    if (others / FAR_LONGER > own)
        list_searched(thirds, thirds_end, ids, ids_end, x, y, out);
    else if (bits == NULL)
        list_searched(ids, ids_end, thirds, thirds_end, x, y, out);
    else
        list_marked(bits, ids, ids_end, x, y, out);
}

static trigon_status make_room(trigon_context *context, share *out)
{
    out->count = 0;
    if (out->bound <= out->room) return TRIGON_OK;
    const uint64_t room = out->bound > SHARE_TRIANGLES ? out->bound : SHARE_TRIANGLES;
    uint32_t *triangles = NULL;
    if (room > UINT64_MAX / 3)
        return tg_fail(context, TRIGON_OUT_OF_MEMORY, "too many triangles at one edge");
    const trigon_status status = TG_ALLOC(context, 3 * room, &triangles);
    if (status != TRIGON_OK) return status;
    tg_free(out->triangles);
    out->triangles = triangles;
    out->room = room;
    return TRIGON_OK;
}

static trigon_status list_share(const listing *job, share *out)
{
    const tg_rows *rows = job->rows;
    uint64_t *bits = job->bits[omp_get_thread_num()];
    uint32_t x = out->first_row;
    trigon_status status = make_room(job->context, out);
    if (status != TRIGON_OK) return status;

    for (uint64_t e = out->first_edge; e < out->last_edge; x++) {
        const uint64_t begin = rows->offsets[x], end = rows->offsets[x + 1];
        const uint64_t last = end < out->last_edge ? end : out->last_edge;
        /* Marking a long row does not pay for a few edges of it. */
        const bool marked = end - begin <= FAR_LONGER * (last - e);
        if (marked) tg_bits_set(bits, rows->ids + begin, end - begin);
        for (; e < last; e++) list_edge(rows, marked ? bits : NULL, x, e, out);
        if (marked) tg_bits_clear(bits, rows->ids + begin, end - begin);
    }
    tg_work_add(job->context, out->last_edge - out->first_edge);
    return TRIGON_OK;
}

static trigon_status list_round(const listing *job, uint32_t count)
{
    _Atomic int failure = TRIGON_OK;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, 1)
    for (uint32_t s = 0; s < count; s++)
        if (!tg_cancelled(job->context))
            tg_keep_failure(&failure, list_share(job, &job->shares[s]));
    if (failure != TRIGON_OK) return (trigon_status)failure;
    return tg_check_cancelled(job->context);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static trigon_status open_listing(trigon_context *context, const tg_rows *rows, listing *job)
{
    trigon_status status = TRIGON_OK;
    *job = (listing){.context = context, .rows = rows};
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &job->bits));
    for (uint32_t t = 0; t < context->threads; t++)
        TG_TRY(TG_ALLOC_ZERO(context, rows->count / 64 + 1, &job->bits[t]));
    job->share_count = context->threads * SHARES_A_THREAD;
    TG_TRY(TG_ALLOC_ZERO(context, job->share_count, &job->shares));
cleanup:
    return status;
}

static void close_listing(listing *job)
{
    for (uint32_t t = 0; job->bits && t < job->context->threads; t++) tg_free(job->bits[t]);
    tg_free(job->bits);
    for (uint32_t s = 0; job->shares && s < job->share_count; s++)
        tg_free(job->shares[s].triangles);
    tg_free(job->shares);
}

trigon_status tg_list_rows(trigon_context *context, const tg_rows *rows, tg_take_triangles *take,
                           void *user, uint64_t *triangles)
{
    trigon_status status = TRIGON_OK;
    uint64_t found = 0;
    listing job;

    TG_TRY(open_listing(context, rows, &job));
    tg_work_begin(context, "listing", rows->offsets[rows->count]);
    for (uint32_t count; (count = cut_round(&job)) > 0;) {
        TG_TRY(list_round(&job, count));
        for (uint32_t s = 0; s < count; s++) {
            if (job.shares[s].count == 0) continue;
            TG_TRY(take(context, user, job.shares[s].triangles, job.shares[s].count));
            found += job.shares[s].count;
        }
    }
    *triangles = found;
cleanup:
    close_listing(&job);
    return status;
}
