/* index_file.c - writes and opens the index of a graph in a work folder.
 *
 * - The index is one array file, written after the rows are on the disk. So a folder with an
 *   index has a complete graph, no matter when a process was killed.
 * - A fingerprint in the index identifies the input and how it was read, so that only the graph
 *   of the same input is used again.
 * - Of the processes that share the folder, one holds the lease for preparing the graph. If
 *   that process dies, another one takes the lease of the next generation.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/format.h"
#include "store/files/array_file.h"
#include "store/store.h"

enum { ARRAYS = 12, LEASE_BYTES = 40 };

/* The head of the file. Its arrays follow: hubs, cuts, segments, blocks, column ranges, bitmaps
 * of vertices, ids, and the checksums of the id table. */
typedef struct head {
    tg_array_file_head common;
    uint64_t rows_bytes, label_count, first_id;
    uint64_t active, vertices, edges, input_edges, self_loops, duplicates, both_directions;
    uint64_t missing, excluded;
    uint64_t longest_row, wedges;
    uint64_t blocks, column_ranges;
    uint64_t active_words, idle_words, tail_first, tail_count;
    /* The sizes of the caller's ids if these are in memory. */
    uint64_t numbers, starts, text_bytes;
    tg_id_table_head id_table; /* the sizes of the id table if the ids are on disk */
    uint32_t ranges, segments, unnamed, reserved;
    char format[64], dialect[TG_DIALECT_BYTES];
} head;

/* The objects whose arrays the index stores. */
typedef struct indexed {
    tg_store *store;
    tg_id_table *table;
    tg_ids *ids;
} indexed;

/* Lists the arrays of the index; their lengths are those that the head states. */
static void list_arrays(const indexed *from, const head *of, tg_array arrays[ARRAYS])
{
    tg_store *store = from->store;
    tg_ids *ids = from->ids;
    tg_disk_rows *disk = &store->disk_rows;
    const tg_array all[ARRAYS] = {{(void **)&store->labels.ids, of->common.hubs, sizeof *store->labels.ids},
      {(void **)&disk->cuts, (uint64_t)of->ranges + 1, sizeof *disk->cuts},
      {(void **)&disk->segment, of->segments, sizeof *disk->segment},
      {(void **)&disk->block, of->blocks, sizeof *disk->block},
      {(void **)&disk->column_range, of->column_ranges, sizeof *disk->column_range},
      {(void **)&store->active.bits, of->active_words, sizeof *store->active.bits},
      {(void **)&store->idle.bits, of->idle_words, sizeof *store->idle.bits},
      {(void **)&ids->numbers, of->numbers, sizeof *ids->numbers},
      {(void **)&ids->starts, of->starts, sizeof *ids->starts}, {(void **)&ids->text, of->text_bytes, 1},
      tg_checked_array(&from->table->ids, of->id_table.id_bytes),
      tg_checked_array(&from->table->text, of->id_table.text_bytes)};
    memcpy(arrays, all, sizeof all);
}

static const tg_array_file_kind kind = {.name = TG_STORE_GRAPH,
  .magic = {'T', 'R', 'I', 'W', 'O', 'R', 'K', '\n'},
  .version = 7,
  .head_bytes = sizeof(head),
  .count = ARRAYS};

/* ---- writing ---- */

static head head_of(const tg_store *store, const tricorn_graph *graph)
{
    const tg_disk_rows *disk = &store->disk_rows;
    const uint64_t numbers = tg_store_input_numbers(store);
    head made = {.common = {.hubs = store->labels.hubs, .fingerprint = store->fingerprint},
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
      .missing = graph->missing,
      .excluded = graph->excluded,
      .longest_row = graph->longest_row,
      .wedges = graph->wedges,
      .blocks = disk->blocks,
      .column_ranges = disk->column_ranges,
      .active_words = store->active.words,
      .idle_words = store->idle.words,
      .tail_first = store->tail_first,
      .tail_count = store->tail_count,
      .numbers = graph->ids.numbers ? numbers : 0,
      .starts = graph->ids.text ? numbers : 0,
      .text_bytes = tg_ids_text_bytes(&graph->ids, numbers),
      .id_table = tg_id_table_head_of(store->id_table),
      .ranges = disk->ranges,
      .segments = disk->segments,
      .unnamed = graph->unnamed};
    strncpy(made.format, graph->source, sizeof made.format - 1);
    memcpy(made.dialect, graph->dialect, sizeof made.dialect);
    return made;
}

tricorn_status tg_store_write_index(tricorn_context *context, tg_store *store, const tricorn_graph *graph)
{
    head made = head_of(store, graph);
    tg_array arrays[ARRAYS];
    tg_ids ids = graph->ids;
    tg_id_table none = {.words = false};
    const indexed from = {store, store->id_table ? store->id_table : &none, &ids};

    list_arrays(&from, &made, arrays);
    TG_DO(tg_disk_sync(context, &store->rows));
    if (store->id_table) TG_DO(tg_id_table_sync(context, store->id_table));
    const tg_array_file_content content = {&made, arrays};
    return tg_array_file_write(context, &store->folder, &kind, &content, &store->identity);
}

/* ---- opening ---- */

static tricorn_status refuse(tricorn_context *context, const tg_store *store)
{
    return tg_array_file_refuse(context, &store->folder, TG_STORE_GRAPH, "was changed or damaged");
}

/* Whether the ids that are in memory have the lengths that the head states, and each word ends within the text. */
static bool ids_are_sound(const head *found, const tg_store *store, const tg_ids *ids)
{
    const uint64_t numbers = tg_store_input_numbers(store);
    if ((store->id_table && numbers > tg_id_table_count(store->id_table)) ||
        (found->numbers > 0 && found->numbers != numbers) ||
        (found->starts > 0 &&
          (found->starts != numbers || found->text_bytes == 0 || ids->text[found->text_bytes - 1] != '\0')))
        return false;
    for (uint64_t x = 0; x < found->starts; x++)
        if (ids->starts[x] >= found->text_bytes) return false;
    return true;
}

/* Whether the head, the arrays and the rows agree, so that none of their numbers leads to a place
 * outside of the arrays. */
static bool is_sound(const head *found, const tg_store *store, const tg_ids *ids)
{
    enum { IDLE_WORDS_MOST = 1 << 26 }; /* have a bit for each label */
    const uint64_t end = store->tail_first + store->tail_count;
    return tg_store_is_sound(store) && found->active == store->active.count && store->idle.words <= IDLE_WORDS_MOST &&
           store->tail_count <= UINT32_MAX &&
           (store->tail_count == 0 ||
             (store->tail_first >= store->labels.hubs && store->tail_first <= UINT32_MAX && end <= UINT32_MAX)) &&
           found->vertices == (uint64_t)store->active.count + store->idle.count + store->tail_count &&
           found->vertices < UINT32_MAX && ids_are_sound(found, store, ids);
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
    graph->missing = found->missing;
    graph->excluded = found->excluded;
    graph->longest_row = found->longest_row;
    graph->wedges = found->wedges;
    graph->ids.first = found->first_id;
    graph->unnamed = found->unnamed != 0;
    snprintf(graph->dialect, sizeof graph->dialect, "%s", found->dialect);
    const tg_format *format = tg_format_find(found->format);
    graph->source = format ? format->description.name : "work folder";
    graph->order = TG_ORDER_OTHER;
}

/* Copies the arrays to the store, and opens the files of the rows and of the id table. */
static tricorn_status fill_store(
  tricorn_context *context, const head *found, const char *bytes, tg_store *store, tg_ids *ids)
{
    tricorn_status status = TRICORN_OK;
    tg_array arrays[ARRAYS];
    tg_labels labels = {0};
    tg_id_table *table = NULL;

    TG_TRY(tg_id_table_new(context, &table));
    const indexed into = {store, table, ids};
    list_arrays(&into, found, arrays);
    TG_TRY(tg_array_file_copy(context, &store->folder, &kind, bytes, arrays));
    if (found->common.hubs > TG_HUBS_MOST) TG_TRY(refuse(context, store));
    if (found->id_table.known) {
        TG_TRY(tg_id_table_open(context, &store->folder, &found->id_table, table));
        store->id_table = table;
        table = NULL;
    }
    TG_TRY(tg_labels_of_hubs(context, store->labels.ids, found->common.hubs, &labels));
    tg_labels_free(&store->labels);
    store->labels = labels;
    store->disk_rows.ranges = found->ranges;
    store->disk_rows.segments = found->segments;
    store->disk_rows.blocks = found->blocks;
    store->disk_rows.column_ranges = found->column_ranges;
    store->disk_rows.entries = found->edges;
    store->label_count = found->label_count;
    store->active.words = found->active_words;
    store->idle.words = found->idle_words;
    store->tail_first = found->tail_first;
    store->tail_count = found->tail_count;
    TG_TRY(tg_vertex_bitmap_number(context, &store->active));
    TG_TRY(tg_vertex_bitmap_number(context, &store->idle));
    TG_TRY(tg_disk_open(context, &store->folder, TG_STORE_ROWS, &store->rows));
    if (store->rows.end != found->rows_bytes)
        TG_TRY(tg_array_file_refuse(context, &store->folder, TG_STORE_ROWS, "was changed or cut"));
    if (!is_sound(found, store, ids)) TG_TRY(refuse(context, store));
cleanup:
    tg_id_table_free(table);
    return status;
}

static tricorn_status enter(tricorn_context *context, tg_store *store, bool shared, double seconds)
{
    const bool locked = flock(store->folder.descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
    if (!locked && errno == EWOULDBLOCK) return tg_users_refuse(context, &store->folder);
    const tg_use use = {shared, locked, seconds};
    return tg_users_enter(context, &store->folder, &use, &store->users);
}

/* Opens the graph with the store's fingerprint if the folder has it, and sets *found. *other:
 * the folder has the graph of another input. */
static tricorn_status find(tricorn_context *context, tg_store *store, tricorn_graph *graph, bool *found, bool *other)
{
    tricorn_status status = TRICORN_OK;
    char *bytes = NULL;
    head known;

    *found = *other = false;
    TG_TRY(tg_array_file_read(context, &store->folder, &kind, &bytes, &store->identity));
    if (bytes == NULL) return TRICORN_OK;
    memcpy(&known, bytes, sizeof known);
    known.format[sizeof known.format - 1] = known.dialect[sizeof known.dialect - 1] = '\0';
    *found = known.common.fingerprint == store->fingerprint && store->fingerprint != 0;
    *other = !*found;
    if (!*found) store->identity = 0;
    if (!*found) goto cleanup;
    TG_TRY(fill_store(context, &known, bytes, store, &graph->ids));
    fill_graph(&known, graph);
cleanup:
    tg_free(bytes);
    return status;
}

tricorn_status tg_store_glance(tricorn_context *context, const tg_disk_folder *folder, tricorn_graph_description *graph)
{
    head known;
    const tricorn_status status = tg_array_file_read_head(context, folder, &kind, &known);
    graph->dialect = "";
    if (status != TRICORN_OK || known.common.bytes == 0) return status;
    known.format[sizeof known.format - 1] = '\0';
    const tg_format *format = tg_format_find(known.format);
    graph->format = format ? format->description.name : "work folder";
    graph->vertices = known.active;
    graph->isolated = known.vertices - known.active;
    graph->edges = known.edges;
    graph->input_edges = known.input_edges;
    graph->self_loops = known.self_loops;
    graph->duplicates = known.duplicates;
    graph->both_directions = known.both_directions;
    graph->max_out_degree = known.longest_row;
    graph->oriented_wedges = known.wedges;
    graph->missing = known.missing;
    graph->excluded = known.excluded;
    graph->stored_bytes = known.common.bytes + known.rows_bytes + known.id_table.id_bytes + known.id_table.text_bytes;
    return TRICORN_OK;
}

tricorn_status tg_store_open(
  tricorn_context *context, const char *path, tg_store *store, tricorn_graph *graph, bool *found)
{
    bool other;
    *found = false;
    TG_DO(tg_disk_folder_open(context, path, false, &store->folder));
    TG_DO(enter(context, store, false, TG_LEASE_SECONDS));
    return find(context, store, graph, found, &other);
}

/* ---- shared with other processes ---- */

static void name_lease(char name[LEASE_BYTES], uint32_t generation)
{
    snprintf(name, LEASE_BYTES, "tricorn-preparing-%" PRIu32, generation);
}

/* Opens the graph in a shared folder, if the folder has one. The graph of another input is an error. */
static tricorn_status find_shared(tricorn_context *context, tg_store *store, tricorn_graph *graph, bool *found)
{
    bool other;
    const tricorn_status status = find(context, store, graph, found, &other);
    if (status != TRICORN_OK || !other) return status;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "%s: the folder has the graph of another input: all that join read the same "
      "file, with the same size and time of change, in the same way; name another "
      "work folder for another one",
      store->folder.path);
}

/* Takes the lease for preparing the graph, unless another process holds it and it has not expired. */
static tricorn_status try_to_prepare(tricorn_context *context, tg_store *store, tg_lease_seen *seen, bool *taken)
{
    char name[LEASE_BYTES];
    tg_lease_state state;

    name_lease(name, store->generation);
    TG_DO(tg_lease_take(context, store->preparing, name, taken));
    if (*taken) return TRICORN_OK;
    TG_DO(tg_lease_look(context, store->preparing, name, seen, &state));
    if (state != TG_LEASE_OVER) return TRICORN_OK;
    store->generation++;
    *seen = (tg_lease_seen){0};
    return TRICORN_OK;
}

/* Waits until the folder has the graph, or until this process holds the lease for preparing it. */
static tricorn_status wait_for_graph(tricorn_context *context, tg_store *store, tricorn_graph *graph, bool *found)
{
    enum { WAIT_MICROSECONDS = 50000 };
    tg_lease_seen seen = {0};
    bool taken = false;

    tg_work_begin(context, "waiting for another process to prepare the graph", 0);
    for (;;) {
        TG_DO(find_shared(context, store, graph, found));
        /* A process with the lease looks for the graph once more, since another process may have
         * completed it just before. */
        if (*found || taken) return TRICORN_OK;
        TG_DO(try_to_prepare(context, store, &seen, &taken));
        if (taken) continue;
        (void)usleep(WAIT_MICROSECONDS);
        (void)tg_work_interrupted(context);
        TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}

tricorn_status tg_store_join(
  tricorn_context *context, const char *path, tg_store *store, tricorn_graph *graph, bool *found)
{
    *found = false;
    if (store->fingerprint == 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the input is no file, so others cannot know that it is the same: write "
          "it to a file, and let all that join read that");
    TG_DO(tg_disk_folder_open(context, path, false, &store->folder));
    store->folder.patience = store->lease_seconds;
    TG_DO(enter(context, store, true, store->lease_seconds));
    return find_shared(context, store, graph, found);
}

bool tg_store_is_there(tricorn_context *context, const tg_store *store)
{
    bool has;
    return tg_disk_has(context, &store->folder, TG_STORE_GRAPH, &has) == TRICORN_OK && has;
}

tricorn_status tg_store_wait(tricorn_context *context, tg_store *store, tricorn_graph *graph, bool *found)
{
    store->generation = 1;
    TG_DO(tg_leases_open(context, &store->folder, store->lease_seconds, &store->preparing));
    TG_DO(wait_for_graph(context, store, graph, found));
    if (*found) tg_store_end_lease(store);
    return TRICORN_OK;
}

void tg_store_end_lease(tg_store *store)
{
    char name[LEASE_BYTES];
    if (store->preparing == NULL) return;
    for (uint32_t generation = 1; generation < store->generation; generation++) {
        name_lease(name, generation);
        tg_disk_remove(&store->folder, name);
    }
    tg_leases_close(store->preparing);
    store->preparing = NULL;
}

tricorn_status tg_store_check_lease(tricorn_context *context, const tg_store *store)
{
    char own[LEASE_BYTES], next[LEASE_BYTES];
    enum { OWN, NEXT, GRAPH, NAMES };
    const char *const names[NAMES] = {own, next, TG_STORE_GRAPH};
    bool has[NAMES];

    TG_DO(tg_users_check(context, store->users));
    if (store->preparing == NULL) return TRICORN_OK;
    name_lease(own, store->generation);
    name_lease(next, store->generation + 1);
    TG_DO(tg_disk_has_names(context, &store->folder, names, NAMES, has));
    /* If the folder could not be synchronised, the graph that is in it now may be this process's own. */
    if (has[OWN] && !has[NEXT] && (store->folder.unsynced || !has[GRAPH])) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s: another process prepares the graph, since this one was stopped for long; "
      "start it again to join",
      store->folder.path);
    return TRICORN_OK;
}
