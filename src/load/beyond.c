/* beyond.c - graphs larger than memory. */
#include "load/beyond.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "io/checksum.h"
#include "prepare/number.h"
#include "store/limits.h"

enum {
    PARTS_MOST_FACTOR = 2, /* readers have a part for each thread; some have one more */
    HELD_EIGHTHS = 3,      /* edges in memory, before they are prepared */
    EIGHTHS = 8,
    EDGE_BYTES = 16, /* at the peak of preparing in memory */
    VERTEX_BYTES = 24,
    RANKED_BYTES = 128 /* of a vertex whose ids are numbered by rank */
};

/* Names the content of the file and the options that give it its meaning; 0: it has no name. */
static tricorn_status find_fingerprint(tricorn_context *context, tg_input *input,
                                       const tricorn_load_options *options, uint64_t *fingerprint)
{
    const char *texts[] = {options->format, options->separator, options->columns,
                           options->header, options->comment,   options->order};
    const char *bytes = NULL;
    size_t count = 0;
    uint64_t parts[4 + sizeof texts / sizeof *texts] = {tg_input_size(input),
                                                        tg_input_changed(input), options->ids};
    *fingerprint = 0;
    if (!tg_input_is_regular(input)) return TRICORN_OK;
    const tricorn_status status = tg_input_peek(context, input, &bytes, &count);
    if (status != TRICORN_OK) return status;
    parts[3] = tg_checksum(bytes, count);
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        parts[4 + t] = texts[t] ? tg_checksum(texts[t], strlen(texts[t])) : 0;
    *fingerprint = tg_checksum(parts, sizeof parts);
    return TRICORN_OK;
}

/* Opens the folder; *graph is what a work folder has of the input, or NULL. */
static tricorn_status open_folder(tricorn_context *context, tg_input *input,
                                  const tricorn_load_options *options, tg_beyond *beyond,
                                  tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *found = NULL;
    bool has = false;

    if (options->work == NULL)
        return tg_disk_folder_open(context, options->scratch, true, &beyond->store->folder);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &found));
    TG_TRY(find_fingerprint(context, input, options, &beyond->fingerprint));
    TG_TRY(
        tg_store_open(context, options->work, beyond->fingerprint, beyond->store, found, &has));
    beyond->keep = true;
    if (!has) goto cleanup;
    tg_store_give(beyond->store, found);
    beyond->store = NULL;
    *graph = found;
    found = NULL;
cleanup:
    tricorn_graph_free(found);
    return status;
}

/* What is asked for may need the graph in memory. */
static bool must_stay_in_memory(const tricorn_load_options *options)
{
    return options->strict || !tg_is_auto(options->order) || !tg_is_auto(options->prepare);
}

tricorn_status tg_beyond_begin(tricorn_context *context, tg_input *input,
                               const tricorn_load_options *options, tg_edges *edges,
                               tg_beyond *beyond, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    *beyond = (tg_beyond){.memory_bytes = tg_memory_room(context->memory)};
    *graph = NULL;
    const bool in_memory = must_stay_in_memory(options);
    if (options->work != NULL && in_memory)
        return tg_fail(
            context, TRICORN_INVALID_ARGUMENT,
            "strict reading, and an order or preparation that is named, need the graph "
            "in memory: they go without a work folder");
    if ((options->scratch == NULL && options->work == NULL) || in_memory) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &beyond->store));
    TG_TRY(open_folder(context, input, options, beyond, graph));
    if (*graph) return TRICORN_OK;
    TG_TRY(tg_spill_create(context, &beyond->store->folder, beyond->memory_bytes,
                           beyond->memory_bytes / EIGHTHS * HELD_EIGHTHS,
                           PARTS_MOST_FACTOR * context->threads, &beyond->spill));
    edges->spill = &beyond->spill->base;
cleanup:
    return status;
}

tricorn_status tg_beyond_keep(tricorn_context *context, const tg_beyond *beyond,
                              const tricorn_graph *graph)
{
    if (graph->store == NULL || !beyond->keep) return TRICORN_OK;
    return tg_store_keep(context, beyond->fingerprint, graph->store, graph,
                         &graph->store->identity);
}

/* Bytes at the peak of preparing in memory; more than any number says where it is beyond 2^64. */
static double memory_of(uint64_t edges, uint64_t vertices, bool ranked)
{
    const double vertex =
        ranked ? 2.0 * (double)edges * RANKED_BYTES : (double)vertices * VERTEX_BYTES;
    return (double)edges * EDGE_BYTES + vertex;
}

bool tg_beyond_expected(const tricorn_context *context, const tricorn_load_options *options,
                        uint64_t edges, uint64_t vertices, bool ranked)
{
    const double room = (double)tg_memory_room(context->memory);
    if (must_stay_in_memory(options)) return false;
    if (options->work) return true;
    if (options->scratch == NULL) return false;
    return (double)edges * sizeof(tg_edge) > room / EIGHTHS * HELD_EIGHTHS ||
           memory_of(edges, vertices, ranked) > room;
}

uint64_t tg_beyond_disk_bytes(uint64_t edges, uint64_t range)
{
    /* A number of the rows takes as many bytes as the largest id and two bits; each id has one
     * and a bit, each row, in a list, another one, and a bit for each range up to its last. */
    const double number = range <= 1 << 8 ? 1 : range <= 1 << 16 ? 2 : range <= 1 << 24 ? 3 : 4;
    const double rows = (double)edges < (double)range ? (double)edges : (double)range;
    const double bytes = (double)edges * (sizeof(tg_edge) + number + 0.5) + rows * (number + 2.5);
    return bytes < (double)UINT64_MAX / 2 ? (uint64_t)bytes : UINT64_MAX;
}

bool tg_beyond_needed(const tg_beyond *beyond, const tg_edges *edges)
{
    if (beyond->spill == NULL || edges->wide) return tg_edges_spilled(edges);
    if (tg_edges_spilled(edges) || tg_store_limits_set.always || beyond->keep) return true;
    const uint64_t count = tg_edges_count(edges);
    const bool ranked = !edges->declared && !tg_ids_are_dense(edges->vertices, count);
    return memory_of(count, edges->vertices, ranked) > (double)beyond->memory_bytes;
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
    if (edges->declared) {
        TG_TRY(tg_store_declare(context, beyond->store, edges->vertices));
        made->vertices = (uint32_t)edges->vertices;
    }
    made->order = TG_ORDER_OTHER;
    made->ids = edges->ids;
    edges->ids = (tg_ids){0};
    made->prepare_seconds = tg_clock_now() - start;
    tg_store_give(beyond->store, made);
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
