/* tri.c - writes a graph on disk as a .tri file.
 *
 * - The header has the sizes of all chunks. So all threads first encode the rows to a file of
 *   the store's folder, and the file is then copied to the place after the header.
 * - Vertices keep the order of their labels, so no row has to be sorted.
 */
#include "store/tri.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/formats/tri/tri.h"
#include "store/stream.h"

typedef struct writing {
    tg_store *store;
    tg_disk_file targets; /* the file with the encoded chunks */
    tg_tri_chunk *chunks; /* the chunks of the rows so far, and an entry for the end */
    uint64_t count, room; /* chunks without the end: how many are stored, and how many fit */
} writing;

/* ---- rows of vertices ---- */

/* Replaces the labels of the stored rows by vertices, in place. *rows receives the rows of
 * these vertices; their offsets are allocated anew. */
static tricorn_status number_rows(
  tricorn_context *context, const tg_store *store, const tg_stored_rows *stored, uint64_t **offsets, tg_rows *rows)
{
    const uint64_t edges = tg_stored_edges_of(stored);
    uint32_t count = 0;
    TG_DO(TG_ALLOC(context, (uint64_t)(stored->last - stored->first) + 1, offsets));
    for (uint32_t label = stored->first; label < stored->last; label++)
        if (tg_vertex_bitmap_has(&store->active, label)) (*offsets)[count++] = stored->offsets[label - stored->first];
    (*offsets)[count] = edges;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t e = 0; e < edges; e++) stored->ids[e] = tg_store_vertex(store, stored->ids[e]);
    *rows = (tg_rows){count, *offsets, stored->ids};
    return TRICORN_OK;
}

/* ---- chunks ---- */

static tricorn_status make_room(tricorn_context *context, writing *job, uint64_t more)
{
    const uint64_t need = job->count + more + 1;
    if (need <= job->room) return TRICORN_OK;
    const uint64_t room = need > 2 * job->room ? need : 2 * job->room;
    const tricorn_status status = TG_REALLOC(context, room, &job->chunks);
    if (status == TRICORN_OK) job->room = room;
    return status;
}

/* Appends the entries of chunks; their rows and edges are counted from the end of the earlier chunks. */
static tricorn_status append_chunks(
  tricorn_context *context, writing *job, const tg_tri_chunk *chunks, uint64_t count, unsigned char *const *encoded)
{
    const tg_tri_chunk before = job->chunks[job->count];
    for (uint64_t c = 0; c < count; c++) {
        tg_tri_chunk *at = &job->chunks[job->count];
        uint64_t offset;
        TG_DO(tg_disk_append(context, &job->targets, encoded[c], chunks[c].first_byte, &offset));
        at[1].first_row = before.first_row + chunks[c + 1].first_row;
        at[1].first_edge = before.first_edge + chunks[c + 1].first_edge;
        at[1].first_byte = at[0].first_byte + chunks[c].first_byte;
        job->count++;
    }
    return TRICORN_OK;
}

static tricorn_status encode_rows(tricorn_context *context, writing *job, const tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = tg_tri_cut_chunks(rows, NULL);
    _Atomic int failure = TRICORN_OK;
    tg_tri_chunk *chunks = NULL;
    unsigned char **encoded = NULL;

    TG_TRY(TG_ALLOC(context, count + 1, &chunks));
    TG_TRY(TG_ALLOC_ZERO(context, count, &encoded));
    TG_TRY(make_room(context, job, count));
    tg_tri_cut_chunks(rows, chunks);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t c = 0; c < count; c++)
        if (atomic_load(&failure) == TRICORN_OK)
            tg_keep_failure(
              &failure, tg_tri_encode_chunk(context, rows, &chunks[c], &encoded[c], &chunks[c].first_byte));
    TG_TRY((tricorn_status)atomic_load(&failure));
    TG_TRY(append_chunks(context, job, chunks, count, encoded));
cleanup:
    for (uint64_t c = 0; encoded && c < count; c++) tg_free(encoded[c]);
    tg_free(encoded);
    tg_free(chunks);
    return status;
}

static tricorn_status take_rows(tricorn_context *context, void *user, const tg_stored_rows *stored)
{
    writing *job = user;
    tricorn_status status = TRICORN_OK;
    uint64_t *offsets = NULL;
    tg_rows rows;

    TG_TRY(number_rows(context, job->store, stored, &offsets, &rows));
    TG_TRY(encode_rows(context, job, &rows));
cleanup:
    tg_free(offsets);
    return status;
}

static tricorn_status make_targets(tricorn_context *context, writing *job)
{
    TG_DO(make_room(context, job, 0));
    job->chunks[0] = (tg_tri_chunk){0};
    TG_DO(tg_disk_create_nameless(context, &job->store->folder, "tricorn-targets", &job->targets));
    return tg_store_each_row(context, job->store, "encoding", take_rows, job);
}

/* ---- sections ---- */

static tricorn_status read_targets(tricorn_context *context, void *user, uint64_t offset, void *to, uint64_t count)
{
    writing *job = user;
    return tg_disk_read(context, &job->targets, offset, to, count);
}

/* Stores the numbers that vertices have in the input, as bytes `offset` to `offset` +
 * `count` - 1 of their list; both are multiples of a number's size. */
static tricorn_status read_input_ids(tricorn_context *context, void *user, uint64_t offset, void *to, uint64_t count)
{
    const tg_store *store = ((writing *)user)->store;
    const uint64_t first = offset / sizeof(uint32_t), last = first + count / sizeof(uint32_t);
    const uint64_t active = store->active.count;
    uint32_t *ids = to;
    (void)context;
    if (first < active)
        tg_vertex_bitmap_members(&store->active, (uint32_t)first, (last < active ? last : active) - first, ids);
    if (last > active) {
        const uint64_t from = first > active ? first : active;
        tg_store_idle_labels(store, from - active, last - from, ids + (from - first));
    }
    for (uint64_t i = 0; i < last - first; i++) ids[i] = tg_label_id(&store->labels, ids[i]);
    return TRICORN_OK;
}

/* Reads bytes from a file of the id table. */
static tricorn_status read_names(tricorn_context *context, void *user, uint64_t offset, void *to, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    TG_TRY(tg_checked_reader_open(context, user, &reader));
    TG_TRY(tg_checked_read(context, &reader, offset, to, count));
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

static void set_section(
  tg_tri_header *header, tg_tri_source *sources, tg_tri_section section, uint64_t bytes, tg_tri_source source)
{
    header->sections[section].bytes = bytes;
    sources[section] = source;
}

/* Sets the sections of the header that have the ids, and whether these come from memory or from disk. */
static void set_ids(const tricorn_graph *graph, tg_tri_header *header, tg_tri_source *sources)
{
    const tg_ids *ids = &graph->ids;
    const uint64_t numbers = tg_store_input_numbers(graph->store);
    tg_id_table *names = graph->store->id_table;
    if (names)
        set_section(header, sources, names->words ? TG_TRI_STARTS : TG_TRI_NUMBERS, names->ids.bytes,
          (tg_tri_source){.read = read_names, .user = &names->ids});
    if (names && names->words)
        set_section(
          header, sources, TG_TRI_TEXT, names->text.bytes, (tg_tri_source){.read = read_names, .user = &names->text});
    if (ids->numbers)
        set_section(
          header, sources, TG_TRI_NUMBERS, numbers * sizeof *ids->numbers, (tg_tri_source){.bytes = ids->numbers});
    if (ids->text == NULL) return;
    set_section(header, sources, TG_TRI_STARTS, numbers * sizeof *ids->starts, (tg_tri_source){.bytes = ids->starts});
    set_section(header, sources, TG_TRI_TEXT, tg_ids_text_bytes(ids, numbers), (tg_tri_source){.bytes = ids->text});
}

tricorn_status tg_store_write_tri(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.store = graph->store, .targets = {.descriptor = -1}};
    tg_tri_header header = tg_tri_header_of(graph);
    tg_tri_source sources[TG_TRI_CHECKSUMS] = {{0}};

    TG_TRY(make_targets(context, &job));
    header.encoding = TG_TRI_GAPS;
    set_section(
      &header, sources, TG_TRI_ROWS, (job.count + 1) * sizeof *job.chunks, (tg_tri_source){.bytes = job.chunks});
    set_section(&header, sources, TG_TRI_TARGETS, job.targets.end, (tg_tri_source){.read = read_targets, .user = &job});
    set_section(&header, sources, TG_TRI_INPUT_IDS, graph->vertices * sizeof(uint32_t),
      (tg_tri_source){.read = read_input_ids, .user = &job});
    set_ids(graph, &header, sources);
    TG_TRY(tg_tri_write_sections(context, &header, sources, output));
cleanup:
    tg_disk_close(&job.targets);
    tg_free(job.chunks);
    return status;
}
