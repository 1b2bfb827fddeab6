/* keep.c - the index of a graph in a work folder: one file, which is there as a whole or not. */
#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/format.h"
#include "io/checksum.h"
#include "store/store.h"

enum { MAGIC_BYTES = 8, VERSION = 2, SECTIONS = 10 };
static const char magic[MAGIC_BYTES] = {'T', 'R', 'I', 'W', 'O', 'R', 'K', '\n'};

/* The arrays follow: hubs, cuts, pieces, blocks, cells, sets of vertices, ids; then a checksum of
 * all bytes before. */
typedef struct head {
    char magic[MAGIC_BYTES];
    uint32_t version, declared;
    uint64_t fingerprint, bytes, rows_bytes;
    uint64_t label_count, first_id;
    uint64_t active, vertices, edges, input_edges, self_loops, duplicates, both_directions;
    uint64_t longest_row, wedges;
    uint64_t blocks, cells;
    uint64_t active_words, idle_words;
    uint64_t numbers, starts, text_bytes; /* of the user's ids */
    uint32_t hubs, ranges, pieces, reserved;
    char format[64], dialect[TG_DIALECT_BYTES];
} head;

typedef struct section {
    void **array;
    uint64_t count;
    size_t size;
} section;

/* The arrays of a store and of ids with the counts of the head. */
static void list_sections(tg_store *store, tg_ids *ids, const head *of,
                          section sections[SECTIONS])
{
    tg_levels *levels = &store->levels;
    const section all[SECTIONS] = {
        {(void **)&store->labels.ids, of->hubs, sizeof *store->labels.ids},
        {(void **)&levels->cuts, (uint64_t)of->ranges + 1, sizeof *levels->cuts},
        {(void **)&levels->piece, of->pieces, sizeof *levels->piece},
        {(void **)&levels->block, of->blocks, sizeof *levels->block},
        {(void **)&levels->cell, of->cells, sizeof *levels->cell},
        {(void **)&store->active.bits, of->active_words, sizeof *store->active.bits},
        {(void **)&store->idle.bits, of->idle_words, sizeof *store->idle.bits},
        {(void **)&ids->numbers, of->numbers, sizeof *ids->numbers},
        {(void **)&ids->starts, of->starts, sizeof *ids->starts},
        {(void **)&ids->text, of->text_bytes, 1}};
    memcpy(sections, all, sizeof all);
}

static uint64_t bytes_of(const section sections[SECTIONS])
{
    uint64_t bytes = sizeof(head) + sizeof(uint64_t);
    for (unsigned s = 0; s < SECTIONS; s++) bytes += sections[s].count * sections[s].size;
    return bytes;
}

/* ---- keeping ------------------------------------------------------------------------------ */

static head head_of(uint64_t fingerprint, const tg_store *store, const tricorn_graph *graph)
{
    const tg_levels *levels = &store->levels;
    const uint64_t numbers = tg_store_input_numbers(store);
    head made = {.version = VERSION,
                 .fingerprint = fingerprint,
                 .rows_bytes = store->rows.end,
                 .label_count = store->label_count,
                 .first_id = graph->ids.first,
                 .active = graph->active,
                 .vertices = graph->vertices,
                 .edges = graph->edges,
                 .input_edges = graph->input_edges,
                 .self_loops = graph->self_loops,
                 .duplicates = graph->duplicates,
                 .both_directions = graph->both_directions,
                 .longest_row = graph->longest_row,
                 .wedges = graph->wedges,
                 .blocks = levels->blocks,
                 .cells = levels->cells,
                 .active_words = store->active.words,
                 .idle_words = store->idle.words,
                 .numbers = graph->ids.numbers ? numbers : 0,
                 .starts = graph->ids.text ? numbers : 0,
                 .text_bytes = tg_ids_text_bytes(&graph->ids, numbers),
                 .hubs = store->labels.hubs,
                 .ranges = levels->ranges,
                 .pieces = levels->pieces};
    memcpy(made.magic, magic, sizeof magic);
    strncpy(made.format, graph->source, sizeof made.format - 1);
    memcpy(made.dialect, graph->dialect, sizeof made.dialect);
    return made;
}

tricorn_status tg_store_keep(tricorn_context *context, uint64_t fingerprint, tg_store *store,
                             const tricorn_graph *graph, uint64_t *identity)
{
    tricorn_status status = TRICORN_OK;
    head made = head_of(fingerprint, store, graph);
    section sections[SECTIONS];
    tg_ids ids = graph->ids;
    char *bytes = NULL;

    list_sections(store, &ids, &made, sections);
    made.bytes = bytes_of(sections);
    TG_TRY(TG_ALLOC(context, made.bytes, &bytes));
    memcpy(bytes, &made, sizeof made);
    uint64_t at = sizeof made;
    for (unsigned s = 0; s < SECTIONS; s++) {
        const uint64_t more = sections[s].count * sections[s].size;
        if (more > 0) memcpy(bytes + at, *sections[s].array, more);
        at += more;
    }
    const uint64_t checksum = tg_checksum(bytes, at);
    memcpy(bytes + at, &checksum, sizeof checksum);
    *identity = checksum;
    TG_TRY(tg_disk_sync(context, &store->rows));
    TG_TRY(tg_disk_replace(context, &store->folder, TG_STORE_GRAPH, bytes, made.bytes));
cleanup:
    tg_free(bytes);
    return status;
}

/* ---- opening ------------------------------------------------------------------------------ */

static tricorn_status refuse(tricorn_context *context, const tg_store *store, const char *name,
                             const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
                   "%s/%s: %s; name another work folder, or remove the file to prepare again",
                   store->folder.path, name, what);
}

/* All bytes of the file "graph"; *bytes is NULL if there is none. */
static tricorn_status read_graph_file(tricorn_context *context, const tg_store *store,
                                      char **bytes, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    struct stat info;

    if (fstatat(store->folder.descriptor, TG_STORE_GRAPH, &info, 0) != 0 && errno == ENOENT)
        return TRICORN_OK;
    TG_TRY(tg_disk_open(context, &store->folder, TG_STORE_GRAPH, &file));
    if (file.end < sizeof(head) + sizeof(uint64_t))
        TG_TRY(refuse(context, store, TG_STORE_GRAPH, "is not a file of tricorn"));
    TG_TRY(TG_ALLOC(context, file.end, bytes));
    *count = file.end;
    TG_TRY(tg_disk_read(context, &file, 0, *bytes, file.end));
cleanup:
    tg_disk_close(&file);
    return status;
}

static tricorn_status check_bytes(tricorn_context *context, const tg_store *store,
                                  const char *bytes, uint64_t count, head *found)
{
    section sections[SECTIONS];
    tg_store none = {0};
    tg_ids no_ids = {0};
    uint64_t checksum;
    memcpy(found, bytes, sizeof *found);
    if (memcmp(found->magic, magic, sizeof magic) != 0)
        return refuse(context, store, TG_STORE_GRAPH, "is not a file of tricorn");
    if (found->version != VERSION)
        return refuse(context, store, TG_STORE_GRAPH, "is of another version of tricorn");
    memcpy(&checksum, bytes + count - sizeof checksum, sizeof checksum);
    list_sections(&none, &no_ids, found, sections);
    if (found->bytes != count || tg_checksum(bytes, count - sizeof checksum) != checksum ||
        bytes_of(sections) != count)
        return refuse(context, store, TG_STORE_GRAPH, "was changed or damaged");
    return TRICORN_OK;
}

static void fill_graph(const head *found, tricorn_graph *graph)
{
    graph->active = (uint32_t)found->active;
    graph->vertices = (uint32_t)found->vertices;
    graph->edges = found->edges;
    graph->input_edges = found->input_edges;
    graph->self_loops = found->self_loops;
    graph->duplicates = found->duplicates;
    graph->both_directions = found->both_directions;
    graph->longest_row = found->longest_row;
    graph->wedges = found->wedges;
    graph->ids.first = found->first_id;
    memcpy(graph->dialect, found->dialect, sizeof graph->dialect);
    const tg_format *format = tg_format_find(found->format);
    graph->source = format ? format->description.name : "work folder";
    graph->order = TG_ORDER_OTHER;
}

/* Takes the arrays, and opens the rows. */
static tricorn_status fill_store(tricorn_context *context, const head *found, const char *bytes,
                                 tg_store *store, tg_ids *ids)
{
    tricorn_status status = TRICORN_OK;
    section sections[SECTIONS];
    tg_labels labels = {0};
    const char *at = bytes + sizeof *found;

    list_sections(store, ids, found, sections);
    for (unsigned s = 0; s < SECTIONS; s++) {
        const uint64_t more = sections[s].count * sections[s].size;
        TG_TRY(tg_alloc(context, sections[s].count, sections[s].size, sections[s].array));
        if (more > 0) memcpy(*sections[s].array, at, more);
        at += more;
    }
    TG_TRY(tg_labels_of_hubs(context, store->labels.ids, found->hubs, &labels));
    tg_labels_free(&store->labels);
    store->labels = labels;
    store->levels.ranges = found->ranges;
    store->levels.pieces = found->pieces;
    store->levels.blocks = found->blocks;
    store->levels.cells = found->cells;
    store->levels.entries = found->edges;
    store->label_count = found->label_count;
    store->active.words = found->active_words;
    store->idle.words = found->idle_words;
    TG_TRY(tg_label_set_number(context, &store->active));
    TG_TRY(tg_label_set_number(context, &store->idle));
    TG_TRY(tg_disk_open(context, &store->folder, TG_STORE_ROWS, &store->rows));
    if (store->rows.end != found->rows_bytes)
        TG_TRY(refuse(context, store, TG_STORE_ROWS, "was changed or cut"));
cleanup:
    return status;
}

static tricorn_status lock(tricorn_context *context, const tg_store *store)
{
    if (flock(store->folder.descriptor, LOCK_EX | LOCK_NB) == 0) return TRICORN_OK;
    if (errno != EWOULDBLOCK) return TRICORN_OK; /* a file system without locks */
    return tg_fail(context, TRICORN_IO_ERROR,
                   "%s: another process uses the work folder; wait for it, or name another one",
                   store->folder.path);
}

tricorn_status tg_store_open(tricorn_context *context, const char *path, uint64_t fingerprint,
                             tg_store *store, tricorn_graph *graph, bool *found)
{
    tricorn_status status = TRICORN_OK;
    char *bytes = NULL;
    uint64_t count = 0;
    head known;

    *found = false;
    TG_TRY(tg_disk_folder_open(context, path, false, &store->folder));
    TG_TRY(lock(context, store));
    TG_TRY(read_graph_file(context, store, &bytes, &count));
    if (bytes == NULL) return TRICORN_OK;
    TG_TRY(check_bytes(context, store, bytes, count, &known));
    if (known.fingerprint != fingerprint || fingerprint == 0) goto cleanup;
    TG_TRY(fill_store(context, &known, bytes, store, &graph->ids));
    fill_graph(&known, graph);
    memcpy(&store->identity, bytes + count - sizeof store->identity, sizeof store->identity);
    *found = true;
cleanup:
    tg_free(bytes);
    return status;
}
