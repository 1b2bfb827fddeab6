/* list_chunks.c - see list_chunks.h. */
#include "cpu/list_chunks.h"

#include "base/memory.h"
#include "base/parallel.h"

/* Chunks per thread in a round: several, because chunks take different times. */
enum { CHUNKS_A_THREAD = 4 };

static tricorn_status list_chunk(tricorn_context *context, const tg_lister *lister, tg_list_chunk *out)
{
    const uint64_t least = lister->edges.most;

    out->count = 0;
    if (out->bound > out->room) {
        const uint64_t room = out->bound > least ? out->bound : least;
        if (room > UINT64_MAX / 3) return tg_fail(context, TRICORN_OUT_OF_MEMORY, "too many triangles at one edge");
        tg_free(out->triangles);
        out->triangles = NULL;
        out->room = 0;
        TG_DO(TG_ALLOC(context, 3 * room, &out->triangles));
        out->room = room;
    }
    lister->list(lister->job, out);
    return TRICORN_OK;
}

static tricorn_status list_round(
  tricorn_context *context, const tg_lister *lister, tg_list_chunk *chunks, uint32_t count)
{
    _Atomic int failure = TRICORN_OK;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t c = 0; c < count; c++)
        if (!tg_cancelled(context)) tg_keep_failure(&failure, list_chunk(context, lister, &chunks[c]));
    if (failure != TRICORN_OK) return (tricorn_status)failure;
    return tg_check_cancelled(context);
}

tricorn_status tg_list_all(
  tricorn_context *context, tg_lister *lister, tg_take_triangles *take, void *user, uint64_t *triangles)
{
    const uint32_t room = context->threads * CHUNKS_A_THREAD;
    tg_uncut_edges *edges = &lister->edges;
    const uint64_t end = edges->rows->offsets[edges->last_row];
    tricorn_status status = TRICORN_OK;
    tg_list_chunk *chunks = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, room, &chunks));
    while (edges->edge < end) {
        uint32_t count = 0;
        while (count < room && edges->edge < end) lister->cut(lister->job, edges, &chunks[count++]);
        TG_TRY(list_round(context, lister, chunks, count));
        for (uint32_t c = 0; c < count; c++) {
            if (chunks[c].count == 0) continue;
            TG_TRY(take(context, user, chunks[c].triangles, chunks[c].count));
            *triangles += chunks[c].count;
        }
    }
cleanup:
    for (uint32_t c = 0; chunks && c < room; c++) tg_free(chunks[c].triangles);
    tg_free(chunks);
    return status;
}
