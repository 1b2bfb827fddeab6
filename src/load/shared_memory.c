/* shared_memory.c - a graph as a file in memory: a head with what is no array, then the arrays.
 */
#include "load/shared_memory.h"

#include <string.h>
#include <unistd.h>

#include "base/mapping.h"
#include "base/memory.h"
#include "base/options.h"
#include "io/format.h"

/* Shared in place of a descriptor: NOTHING if no graph is shared, or NOTHING - s for the status s of a failure. */
enum { NOTHING = -1 };

enum { HEAD, OFFSETS, TARGETS, INPUT_IDS, NUMBERS, STARTS, TEXT, PARTS };

enum { NAME_BYTES = 64 };

/* All workers are the same program, as the version and the size show. */
typedef struct head {
    char version[NAME_BYTES];
    char format[NAME_BYTES];
    uint64_t bytes[PARTS];
    tricorn_graph graph; /* without pointers */
} head;

tricorn_status tg_shared_memory_read(
  tricorn_context *context, const tricorn_load_options *options, tricorn_transport *node)
{
    *node = (tricorn_transport){0};
    if (options->count == NULL || options->disk.work != NULL || options->count->transport == NULL) return TRICORN_OK;
    TG_DO(TG_READ_STRUCT(context, node, options->count->transport, TRICORN_TRANSPORT_INIT));
    if (node->node_size <= 1) *node = (tricorn_transport){0};
    if (node->node_size == 0 || (node->share && node->node_rank < node->node_size)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "the transport cannot share, or its node_rank %u is not below its node_size %u", node->node_rank,
      node->node_size);
}

bool tg_shared_memory_waits(const tricorn_transport *node)
{
    return node->node_size > 0 && node->node_rank > 0;
}

static tricorn_status share(tricorn_context *context, const tricorn_transport *node, int *descriptor)
{
    if (node->share(node->user, descriptor) == 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR, "the other workers of this machine cannot be reached");
}

/* ---- giving ---- */

static uint64_t bytes_of(const void *array, uint64_t count, size_t size)
{
    return array ? count * size : 0;
}

static void fill_head(const tricorn_graph *graph, head *made)
{
    const uint64_t numbers = tg_graph_input_numbers(graph);
    const tg_ids *ids = &graph->ids;
    *made = (head){.graph = {.active = graph->active,
                     .vertices = graph->vertices,
                     .edges = graph->edges,
                     .order = graph->order,
                     .ids = {.first = ids->first},
                     .input_edges = graph->input_edges,
                     .self_loops = graph->self_loops,
                     .duplicates = graph->duplicates,
                     .both_directions = graph->both_directions,
                     .missing = graph->missing,
                     .excluded = graph->excluded,
                     .read_seconds = graph->read_seconds,
                     .prepare_seconds = graph->prepare_seconds,
                     .shared = true,
                     .shared_for_gpu = graph->shared_for_gpu}};
    strncpy(made->version, tricorn_version(), NAME_BYTES - 1);
    strncpy(made->format, graph->source, NAME_BYTES - 1);
    memcpy(made->graph.dialect, graph->dialect, sizeof graph->dialect);
    made->bytes[HEAD] = sizeof *made;
    made->bytes[OFFSETS] = (graph->active + UINT64_C(1)) * sizeof(uint64_t);
    made->bytes[TARGETS] = graph->edges * sizeof(uint32_t);
    made->bytes[INPUT_IDS] = bytes_of(graph->input_ids, graph->vertices, sizeof(uint32_t));
    made->bytes[NUMBERS] = bytes_of(ids->numbers, numbers, sizeof(uint64_t));
    made->bytes[STARTS] = bytes_of(ids->starts, numbers, sizeof(uint64_t));
    made->bytes[TEXT] = tg_ids_text_bytes(ids, numbers);
}

static tricorn_status write_graph(tricorn_context *context, const tricorn_graph *graph, int *descriptor)
{
    tg_rows rows;
    head made;
    TG_DO(tg_graph_rows(context, graph, &rows));
    fill_head(graph, &made);
    const void *const arrays[PARTS] = {
      &made, rows.offsets, rows.ids, graph->input_ids, graph->ids.numbers, graph->ids.starts, graph->ids.text};
    tg_part_bytes parts[PARTS];
    for (int p = 0; p < PARTS; p++) parts[p] = (tg_part_bytes){arrays[p], made.bytes[p]};
    return tg_mapping_write(context, parts, PARTS, descriptor);
}

static bool can_be_given(const tricorn_graph *graph)
{
    return graph->store == NULL && graph->directions == NULL && graph->weights == NULL && graph->temporal == NULL &&
           strlen(graph->source) < NAME_BYTES;
}

tricorn_status tg_shared_memory_give(
  tricorn_context *context, const tricorn_transport *node, tricorn_status loaded, tricorn_graph *graph)
{
    int given = NOTHING;
    if (node->node_size == 0 || node->node_rank > 0) return loaded;
    if (loaded != TRICORN_OK) {
        given = NOTHING - (int)loaded;
        (void)node->share(node->user, &given);
        return loaded;
    }
    if (can_be_given(graph)) {
        graph->shared = true;
        graph->shared_for_gpu = graph->on_gpu != NULL;
        if (write_graph(context, graph, &given) != TRICORN_OK) {
            given = NOTHING;
            graph->shared = false;
        }
    }
    int shared = given;
    const tricorn_status status = share(context, node, &shared);
    if (given >= 0) close(given);
    return status;
}

/* ---- taking ---- */

/* The head, if the file is what this program has written as a whole; else NULL. */
static const head *head_of(const tg_mapping *mapping, uint64_t *places)
{
    uint64_t count;
    const head *found = tg_mapping_bytes(mapping, &count);
    if (count < sizeof *found || found->bytes[HEAD] != sizeof *found ||
        strncmp(found->version, tricorn_version(), NAME_BYTES) != 0)
        return NULL;
    tg_mapping_places(found->bytes, PARTS, places);
    return places[PARTS] == count ? found : NULL;
}

static void *part_of(const head *found, const uint64_t *places, int part)
{
    return found->bytes[part] > 0 ? (void *)((uintptr_t)found + places[part]) : NULL;
}

static void set_arrays(const head *found, const uint64_t *places, tricorn_graph *graph)
{
    const tg_format *format = tg_format_find(found->format);
    *graph = found->graph;
    graph->source = format ? format->description.name : "";
    graph->host.offsets = part_of(found, places, OFFSETS);
    graph->host.targets = part_of(found, places, TARGETS);
    graph->input_ids = part_of(found, places, INPUT_IDS);
    graph->ids.numbers = part_of(found, places, NUMBERS);
    graph->ids.starts = part_of(found, places, STARTS);
    graph->ids.text = part_of(found, places, TEXT);
}

static tricorn_status read_graph(tricorn_context *context, int descriptor, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_mapping *mapping = NULL;
    tricorn_graph *made = NULL;
    uint64_t places[PARTS + 1];

    TG_TRY(tg_mapping_create(context, descriptor, &mapping));
    const head *found = head_of(mapping, places);
    if (found == NULL)
        TG_TRY(
          tg_fail(context, TRICORN_IO_ERROR, "what another worker shares is no graph: all must be the same program"));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    set_arrays(found, places, made);
    made->mapping = mapping;
    mapping = NULL;
    *graph = made;
cleanup:
    tg_mapping_free(mapping);
    return status;
}

tricorn_status tg_shared_memory_take(tricorn_context *context, const tricorn_transport *node, tricorn_graph **graph)
{
    int taken = NOTHING;
    tricorn_status status = share(context, node, &taken);
    *graph = NULL;
    if (status != TRICORN_OK || taken == NOTHING) return status;
    if (taken < NOTHING)
        return tg_fail(
          context, (tricorn_status)(NOTHING - taken), "another worker could not load the graph: see its message");
    status = read_graph(context, taken, graph);
    close(taken);
    return status;
}
