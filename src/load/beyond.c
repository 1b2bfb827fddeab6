/* beyond.c - graphs larger than memory. */
#include "load/beyond.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/limits.h"

enum {
    PARTS_MOST_FACTOR = 2, /* readers have a part for each thread; some have one more */
    HELD_EIGHTHS = 3,      /* edges in memory, before they are prepared */
    EIGHTHS = 8,
    EDGE_BYTES = 16, /* at the peak of preparing in memory */
    VERTEX_BYTES = 24
};

tricorn_status tg_beyond_begin(tricorn_context *context, const tricorn_load_options *options,
                               tg_edges *edges, tg_beyond *beyond)
{
    tricorn_status status = TRICORN_OK;
    *beyond = (tg_beyond){.memory_bytes = tg_memory_room(context->memory)};
    if (options->scratch == NULL || options->strict) return TRICORN_OK; /* strict: by lines */
    TG_TRY(TG_ALLOC_ZERO(context, 1, &beyond->store));
    TG_TRY(tg_disk_folder_open(context, options->scratch, true, &beyond->store->folder));
    TG_TRY(tg_spill_create(context, &beyond->store->folder, beyond->memory_bytes,
                           beyond->memory_bytes / EIGHTHS * HELD_EIGHTHS,
                           PARTS_MOST_FACTOR * context->threads, &beyond->spill));
    edges->spill = &beyond->spill->base;
cleanup:
    return status;
}

bool tg_beyond_needed(const tg_beyond *beyond, const tg_edges *edges)
{
    if (edges->spill == NULL) return false;
    if (tg_edges_spilled(edges) || tg_store_limits_set.always) return true;
    const uint64_t bytes = tg_edges_count(edges) * EDGE_BYTES + edges->vertices * VERTEX_BYTES;
    return !edges->wide && bytes > beyond->memory_bytes;
}

tricorn_status tg_beyond_prepare(tricorn_context *context, tg_beyond *beyond, tg_edges *edges,
                                 tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    const double start = tg_clock_now();

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_spill_finish(context, beyond->spill, edges));
    TG_TRY(tg_store_make(context, beyond->spill, beyond->memory_bytes, beyond->store, made));
    if (edges->declared) made->vertices = (uint32_t)edges->vertices;
    made->order = TG_ORDER_OTHER;
    made->ids = edges->ids;
    edges->ids = (tg_ids){0};
    made->prepare_seconds = tg_clock_now() - start;
    made->store = beyond->store;
    made->free_store = tg_store_free;
    beyond->store = NULL;
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_edges_free(edges);
    return status;
}

void tg_beyond_end(tg_beyond *beyond)
{
    tg_spill_free(beyond->spill);
    tg_store_free(beyond->store);
}
