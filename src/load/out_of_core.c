/* out_of_core.c - graphs larger than memory. */
#include "load/out_of_core.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "io/bytes/checksum.h"
#include "io/text/dialect/where.h"
#include "prepare/cpu/compact_ids.h"
#include "prepare/prepare.h"
#include "store/files/limits.h"
#include "store/numbering.h"
#include "store/files/staging.h"

enum {
    PARTS_MOST_FACTOR = 2, /* readers have an edge part for each thread, and some have one more */
    HELD_EIGHTHS = 3, /* of the memory: edges spill when they take more */
    EIGHTHS = 8,
    EDGE_BYTES = 16, /* of memory for an edge, at the peak of preparing */
    WIDE_EDGE_BYTES = 24,
    VERTEX_BYTES = 24,
    RANKED_BYTES = 128 /* of a vertex whose ids are numbered by rank */
};

/* Sets *fingerprint to a checksum of the file's size, time and first bytes, and of the options
 * that give it its meaning; 0: the input is no file, so it cannot be known again. */
static tricorn_status find_fingerprint(tricorn_context *context, const tg_reader *reader, uint64_t *fingerprint)
{
    tg_input *input = reader->input;
    const tricorn_load_options *options = reader->options;
    const tricorn_columns *columns = &options->text.columns;
    const char *texts[] = {options->input.format, options->text.separator, columns->source, columns->target,
      options->text.header, options->text.comment, options->text.missing, columns->weight, columns->time,
      columns->label};
    const char *bytes = NULL;
    size_t count = 0;
    enum { TEXTS = sizeof texts / sizeof *texts, FIRST = 4 };
    uint64_t parts[FIRST + TEXTS + TG_CONDITIONS_MOST] = {
      tg_input_size(input), tg_input_changed(input), options->input.ids};
    *fingerprint = 0;
    if (!tg_input_is_regular(input)) return TRICORN_OK;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    parts[3] = tg_checksum(bytes, count);
    for (size_t t = 0; t < TEXTS; t++) parts[FIRST + t] = texts[t] ? tg_checksum(texts[t], strlen(texts[t])) : 0;
    for (uint64_t c = 0; c < options->where_count; c++)
        parts[FIRST + TEXTS + c] = tg_checksum(options->where[c], strlen(options->where[c]));
    *fingerprint = tg_checksum(parts, sizeof parts);
    return TRICORN_OK;
}

static double lease_seconds_of(const tricorn_load_options *options)
{
    return options->disk.lease_seconds ? options->disk.lease_seconds : TG_LEASE_SECONDS;
}

/* Removes what was needed only to make the graph, which the folder has now. */
static void forget_preparation(const tg_out_of_core *out_of_core, const tg_disk_folder *folder)
{
    tg_spill_remove_index(folder);
    tg_staging_folder_remove(folder, out_of_core->fingerprint);
}

/* Finds the graph, or prepares it with others until this process is the one to finish it. */
static tricorn_status join_folder(
  tricorn_context *context, const tg_reader *reader, tg_out_of_core *out_of_core, tricorn_graph *graph, bool *found)
{
    tricorn_status status = TRICORN_OK;
    tg_store *store = out_of_core->store;
    store->lease_seconds = lease_seconds_of(reader->options);
    TG_TRY(tg_store_join(context, reader->options->disk.work, store, graph, found));
    if (*found) return TRICORN_OK;
    status = tg_build_shared_prepare(context, reader, store, out_of_core->memory_bytes, &out_of_core->build_shared);
    /* A process that comes late fails where others have removed the staging folder already. */
    if (status != TRICORN_OK && status != TRICORN_CANCELLED && tg_store_is_there(context, store)) status = TRICORN_OK;
    TG_TRY(status);
    TG_TRY(tg_store_wait(context, store, graph, found));
cleanup:
    return status;
}

/* Opens the folder. *graph is the graph of the input, if a work folder has it, or NULL. */
static tricorn_status open_folder(
  tricorn_context *context, const tg_reader *reader, tg_out_of_core *out_of_core, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const tricorn_load_options *options = reader->options;
    tricorn_graph *found = NULL;
    bool has = false;

    if (options->disk.work == NULL)
        return tg_disk_folder_open(context, options->disk.scratch, true, &out_of_core->store->folder);
    TG_TRY(TG_ALLOC_ZERO(context, 1, &found));
    TG_TRY(find_fingerprint(context, reader, &out_of_core->fingerprint));
    out_of_core->store->fingerprint = out_of_core->fingerprint;
    TG_TRY(options->disk.join ? join_folder(context, reader, out_of_core, found, &has)
                              : tg_store_open(context, options->disk.work, out_of_core->store, found, &has));
    out_of_core->keep = true;
    if (!has) goto cleanup;
    tg_build_shared_free(out_of_core->build_shared); /* which has files of the preparation open */
    out_of_core->build_shared = NULL;
    forget_preparation(out_of_core, &out_of_core->store->folder);
    tg_store_give(out_of_core->store, found);
    out_of_core->store = NULL;
    *graph = found;
    found = NULL;
cleanup:
    tricorn_graph_free(found);
    return status;
}

/* Takes over edges that are on disk already: several processes have read them together, or a
 * preparation that was killed has. */
static tricorn_status resume(tricorn_context *context, tg_out_of_core *out_of_core, tg_edges *edges)
{
    const tg_spill_input *input = &out_of_core->input;
    tricorn_status status = TRICORN_OK;
    if (out_of_core->build_shared)
        out_of_core->read = true;
    else
        status = tg_spill_resume(
          context, out_of_core->spill, out_of_core->fingerprint, &out_of_core->input, &out_of_core->read);
    if (status != TRICORN_OK || !out_of_core->read) return status;
    edges->declared = input->declared;
    edges->vertices = input->vertices;
    edges->declarations = input->declarations;
    edges->missing = input->missing;
    edges->excluded = input->excluded;
    edges->ids.first = input->first_id;
    memcpy(edges->dialect, input->dialect, sizeof edges->dialect);
    return TRICORN_OK;
}

/* Keeps the edges in the work folder, so that another preparation need not read them, unless they
 * have tables of ids in memory, which are not kept. */
static tricorn_status keep_edges(
  tricorn_context *context, tg_out_of_core *out_of_core, const tg_edges *edges, bool unnamed)
{
    tg_spill_input *input = &out_of_core->input;
    if (!out_of_core->keep || out_of_core->read || !out_of_core->spill->begun || out_of_core->fingerprint == 0 ||
        edges->ids.numbers || edges->ids.text || edges->cleaned.known)
        return TRICORN_OK;
    *input = (tg_spill_input){.fingerprint = out_of_core->fingerprint,
      .first_id = edges->ids.first,
      .vertices = edges->vertices,
      .declarations = edges->declarations,
      .missing = edges->missing,
      .excluded = edges->excluded,
      .declared = edges->declared,
      .unnamed = unnamed};
    strncpy(input->format, out_of_core->format, sizeof input->format - 1);
    memcpy(input->dialect, edges->dialect, sizeof input->dialect);
    return tg_spill_write_index(context, out_of_core->spill, input);
}

/* Whether the options ask for something that only graphs in memory have. */
static bool must_stay_in_memory(const tricorn_load_options *options)
{
    return options->graph.strict || !tg_is_auto(options->graph.order) || !tg_is_auto(options->graph.prepare);
}

bool tg_out_of_core_takes(const tricorn_context *context, const tricorn_load_options *options, uint64_t bytes)
{
    if ((options->disk.scratch == NULL && options->disk.work == NULL) || must_stay_in_memory(options)) return false;
    return bytes > tg_memory_room(context->memory) || (bytes > 0 && (tg_store_limits_set.always || options->disk.join));
}

/* Refuses options that need the graph in memory together with options that need it on disk. */
static tricorn_status check_options(
  tricorn_context *context, const tricorn_load_options *options, const tg_partition_kind *partition, bool in_memory)
{
    const bool on_disk = partition != NULL && partition->on_disk;
    if (in_memory && (options->disk.work != NULL || on_disk))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "strict reading, and an order or preparation that is named, need the graph "
          "in memory: leave them out, or the work folder and the partition of graphs on disk");
    return TRICORN_OK;
}

static tricorn_status create_spill(tricorn_context *context, tg_out_of_core *out_of_core)
{
    const tg_spill_sizes sizes = {.memory_bytes = out_of_core->memory_bytes,
      .room_bytes = out_of_core->memory_bytes / EIGHTHS * HELD_EIGHTHS,
      .parts = PARTS_MOST_FACTOR * context->threads};
    return tg_spill_create(context, &out_of_core->store->folder, &sizes, &out_of_core->spill);
}

tricorn_status tg_out_of_core_begin(tricorn_context *context, const tg_reader *reader, tg_edges *edges,
  tg_out_of_core *out_of_core, tricorn_graph **graph)
{
    const tricorn_load_options *options = reader->options;
    *out_of_core = (tg_out_of_core){.memory_bytes = tg_memory_room(context->memory),
      .format = reader->format->description.name,
      .partition = options->count ? tg_partition_find(options->count->partition) : NULL,
      .totals_only = options->graph.totals_only && options->disk.work == NULL};
    *graph = NULL;
    const bool in_memory = must_stay_in_memory(options);
    TG_DO(check_options(context, options, out_of_core->partition, in_memory));
    if ((options->disk.scratch == NULL && options->disk.work == NULL) || in_memory) return TRICORN_OK;
    TG_DO(TG_ALLOC_ZERO(context, 1, &out_of_core->store));
    TG_DO(open_folder(context, reader, out_of_core, graph));
    if (*graph) return TRICORN_OK;
    if (out_of_core->build_shared)
        out_of_core->spill = tg_build_shared_take(out_of_core->build_shared, &out_of_core->input);
    else
        TG_DO(create_spill(context, out_of_core));
    edges->spill = &out_of_core->spill->base;
    if (out_of_core->keep) TG_DO(resume(context, out_of_core, edges));
    return TRICORN_OK;
}

/* Of a step of preparation that failed, a lost lease may be the cause: another process has then
 * removed files of this one. Returns what is to be told. */
static tricorn_status blame_lease(tricorn_context *context, const tg_store *store, tricorn_status status)
{
    if (status != TRICORN_IO_ERROR && status != TRICORN_BAD_FORMAT) return status;
    const tricorn_status lost = tg_store_check_lease(context, store);
    return lost != TRICORN_OK ? lost : status;
}

tricorn_status tg_out_of_core_keep(
  tricorn_context *context, const tg_out_of_core *out_of_core, const tricorn_graph *graph)
{
    tg_store *store = graph->store;
    tricorn_status status = TRICORN_OK;
    if (store == NULL || !out_of_core->keep) return TRICORN_OK;
    TG_TRY(tg_store_check_lease(context, store));
    status = tg_store_write_index(context, store, graph);
    if (status != TRICORN_OK) return blame_lease(context, store, status);
    forget_preparation(out_of_core, &store->folder);
    tg_store_end_lease(store);
cleanup:
    return status;
}

bool tg_out_of_core_expected(
  const tricorn_context *context, const tricorn_load_options *options, uint64_t edges, double memory_bytes)
{
    const double room = (double)tg_memory_room(context->memory);
    if (must_stay_in_memory(options)) return false;
    if (options->disk.work) return true;
    if (options->disk.scratch == NULL) return false;
    return (double)edges * sizeof(tg_edge) > room / EIGHTHS * HELD_EIGHTHS || memory_bytes > room;
}

double tg_out_of_core_memory_bytes(uint64_t edges, uint64_t vertices)
{
    return (double)edges * EDGE_BYTES + (double)vertices * VERTEX_BYTES;
}

uint64_t tg_out_of_core_disk_bytes(uint64_t edges, uint64_t range, bool numbered, uint64_t text_bytes)
{
    /* Numbering writes 3 ids and a number for each edge, an id and a number for each vertex, of which two are counted
     * for each edge, and both spills (store/numbering.h); and words with their numbers. */
    enum { NUMBERED = 16 + 3 * 8 + 4 + 2 * (8 + 4), WORDS = 2 * 16 };
    const double more = numbered ? NUMBERED + (text_bytes ? WORDS : 0) : 0;
    /* A number of the rows takes as many bytes as the largest id and two bits; each id has one
     * and a bit, each row, in a list, another one, and a bit for each range up to its last. */
    const double number = numbered || range > 1 << 24 ? 4 : range > 1 << 16 ? 3 : range > 1 << 8 ? 2 : 1;
    const double rows = (double)edges < (double)range || numbered ? (double)edges : (double)range;
    const double bytes =
      (double)edges * (sizeof(tg_edge) + more + number + 0.5) + rows * (number + 2.5) + (double)text_bytes;
    return bytes < (double)UINT64_MAX / 2 ? (uint64_t)bytes : UINT64_MAX;
}

/* Whether the ids are numbers of vertices. */
static bool are_numbered(const tg_edges *edges)
{
    if (edges->wide) return false;
    return edges->declared || edges->ids.numbers || edges->ids.text ||
           tg_ids_are_dense(edges->vertices, tg_edges_count(edges));
}

/* Numbers the ids. If memory does not suffice, the edges stay as they are. */
static tricorn_status try_numbering(tricorn_context *context, tg_edges *edges)
{
    const tricorn_status status = tg_compact_ids(context, edges);
    if (status != TRICORN_OUT_OF_MEMORY) return status;
    context->limit_reached = false;
    tg_memory_trim(context->memory);
    return TRICORN_OK;
}

tricorn_status tg_out_of_core_needed(
  tricorn_context *context, const tg_out_of_core *out_of_core, tg_edges *edges, bool *needed)
{
    const uint64_t count = tg_edges_count(edges), most = out_of_core->memory_bytes;
    const uint64_t edge_bytes = edges->wide ? WIDE_EDGE_BYTES : EDGE_BYTES;
    const bool wanted = out_of_core->partition != NULL && out_of_core->partition->on_disk;

    *needed =
      out_of_core->spill && (tg_edges_spilled(edges) || tg_store_limits_set.always || out_of_core->keep || wanted);
    if (out_of_core->spill == NULL || *needed) return TRICORN_OK;
    if (!are_numbered(edges)) {
        if (count <= most / (edge_bytes + 2 * RANKED_BYTES)) return TRICORN_OK;
        TG_DO(try_numbering(context, edges));
    }
    *needed =
      !are_numbered(edges) || count > most / edge_bytes || edges->vertices * VERTEX_BYTES > most - count * edge_bytes;
    return TRICORN_OK;
}

/* Numbers the vertices on disk, if their ids are no numbers of vertices. */
static tricorn_status number_spilled(
  tricorn_context *context, tg_out_of_core *out_of_core, tg_edges *edges, tricorn_graph *graph)
{
    graph->unnamed = out_of_core->read && out_of_core->input.unnamed;
    if (out_of_core->read) return TRICORN_OK;
    tg_disk_remove(&out_of_core->store->folder, TG_STORE_GRAPH); /* the ids in the folder belong to that graph */
    tg_id_table_remove(&out_of_core->store->folder);
    if (!tg_numbering_needed(out_of_core->spill)) return TRICORN_OK;
    /* With declared vertices the ids are not kept, because vertices without an edge get no number. */
    const tg_numbering_ids names = {.kept = !edges->declared && !out_of_core->totals_only, .first = edges->ids.first};
    tg_ids_free(&edges->ids);
    graph->unnamed = !names.kept;
    return tg_numbering_make(context, out_of_core->memory_bytes, &names, &out_of_core->spill);
}

tricorn_status tg_out_of_core_prepare(
  tricorn_context *context, tg_out_of_core *out_of_core, tg_edges *edges, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    const double start = tg_clock_now();

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_spill_finish(context, out_of_core->spill, edges));
    TG_TRY(tg_store_check_lease(context, out_of_core->store));
    TG_TRY(number_spilled(context, out_of_core, edges, made));
    TG_TRY(tg_store_check_lease(context, out_of_core->store));
    TG_TRY(keep_edges(context, out_of_core, edges, made->unnamed));
    TG_TRY(out_of_core->build_shared
             ? tg_build_shared_finish(context, out_of_core->build_shared, made)
             : tg_store_make(context, out_of_core->spill, out_of_core->memory_bytes, out_of_core->store, made));
    tg_spill_free(out_of_core->spill); /* before the graph takes over the folder that has its files */
    out_of_core->spill = NULL;
    if (edges->declared) {
        TG_TRY(tg_store_declare(context, out_of_core->store, edges->vertices));
        made->vertices = (uint32_t)edges->vertices;
    }
    made->order = TG_ORDER_OTHER;
    made->ids = edges->ids;
    edges->ids = (tg_ids){0};
    made->prepare_seconds = tg_clock_now() - start;
    tg_store_give(out_of_core->store, made);
    out_of_core->store = NULL;
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_edges_free(edges);
    return out_of_core->store ? blame_lease(context, out_of_core->store, status) : status;
}

void tg_out_of_core_end(tg_out_of_core *out_of_core)
{
    tg_spill_free(out_of_core->spill);
    tg_build_shared_free(out_of_core->build_shared);
    tg_store_free(out_of_core->store);
}
