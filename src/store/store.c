/* store.c - makes a graph on disk from spilled edges: sorts the edges into rows, and numbers the
 * labels that are vertices.
 *
 * - A thread sorts one unit at a time (an interval of labels whose keys fit in its memory, or
 *   several) by radix sort.  Each page of the spill is read once.
 * - If an interval does not fit, the upper half of its labels is sorted later, and its pages are
 *   read again: any memory is enough that has room for the longest row.
 * - Loops and repetitions are removed while keys are sorted; vertices are marked in bitmaps.
 */
#include "store/store.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "store/files/journal.h"
#include "store/files/limits.h"
#include "store/build_steps.h"
#include "store/ranges.h"
#include "store/files/sort_keys.h"

tg_store_limits tg_store_limits_set;

/* The memory for a key: its place in both arrays of the radix sort, and what the writer needs. */
enum { KEY_BYTES = 8 + 8 + 24 };

/* A unit: an interval of labels, and the pages that have its edges, which are consecutive. */
struct tg_unit {
    uint64_t first, last; /* the labels from `first` to `last` - 1 */
    uint64_t first_page, last_page, edges;
};

/* The units that the threads sort together. */
typedef struct some_units {
    const tg_build *build;
    tg_built *made;
    _Atomic int failure;
} some_units;

/* Returns the memory that keys may use; hubs, pages and words need the rest. */
static uint64_t room_for_keys(const tricorn_context *context, uint64_t memory_bytes)
{
    const uint64_t room = tg_memory_room(context->memory);
    return (room < memory_bytes ? room : memory_bytes) / 10 * 6;
}

static uint32_t between(uint64_t least, uint64_t wanted, uint64_t most)
{
    return (uint32_t)(wanted < least ? least : wanted > most ? most : wanted);
}

/* Returns the largest block and segment for this memory. A thread decodes one segment at a time, and a batch has
 * whole segments: with these limits a batch of 100 MB has enough segments for many threads, and a column range still
 * has some thousand entries. With less memory a segment has at most the keys that are sorted at once, and fewer rows,
 * since KEY_BYTES includes what the writer needs. */
static tg_row_limits limits_for(uint64_t memory_bytes, uint64_t most_keys)
{
    const tg_store_limits *set = &tg_store_limits_set;
    tg_row_limits limits = {.block_entries = between(1 << 12, memory_bytes / 1024, 1 << 20),
      .segment_entries = between(1 << 12, most_keys, 1 << 18),
      .segment_rows = between(1 << 12, most_keys / 4, 1 << 18)};
    if (set->block_entries) limits.block_entries = set->block_entries;
    if (set->segment_entries) limits.segment_entries = set->segment_entries;
    if (set->segment_rows) limits.segment_rows = set->segment_rows;
    return limits;
}

/* ---- units ---- */

/* Makes the units: each has one interval, or several consecutive small intervals. */
static tricorn_status find_units(tricorn_context *context, tg_build *job)
{
    const tg_spill *spill = job->spill;
    tg_unit *at = NULL;
    uint64_t interval_end = 0;

    TG_DO(TG_ALLOC(context, spill->page_count + 1, &job->units));
    for (uint64_t p = 0; p < spill->page_count; p++) {
        const tg_spill_page *page = &spill->pages[p];
        const bool same = at && page->first < interval_end;
        interval_end = tg_spill_interval_end(spill, page->first);
        if (!same && (at == NULL || at->edges + page->count > job->sizes.unit_keys / 2)) {
            at = &job->units[job->unit_count++];
            *at = (tg_unit){.first = page->first, .first_page = p};
            if (job->unit_count > 1) at[-1].last = page->first;
        }
        at->last = interval_end;
        at->last_page = p + 1;
        at->edges += page->count;
    }
    if (job->unit_count > 0) job->units[0].first = 0;
    if (job->unit_count > 0) job->units[job->unit_count - 1].last = job->store->label_count;
    return TRICORN_OK;
}

/* ---- one unit ---- */

/* What a thread needs to sort units. */
typedef struct sorter {
    tricorn_context *context;
    const tg_build *job;
    tg_built *made;
    tg_row_writer *writer;
    /* Two arrays for `room` keys; each digit of the sort moves the keys to the other. */
    uint64_t *keys, *spare;
    uint64_t count, room;
    uint64_t first, last; /* the labels whose rows are sorted, `first` to `last` - 1 */
    uint64_t both_directions;
} sorter;

static unsigned bits_for(uint64_t below)
{
    unsigned bits = 0;
    while (bits < 63 && UINT64_C(1) << bits < below) bits++;
    return bits;
}

/* Sorts the keys, and replaces equal edges by one that has the directions of all. */
static void join_equal(sorter *own)
{
    const unsigned row_bits = bits_for(own->last - own->first);
    uint64_t *sorted = tg_sort_keys(own->keys, own->spare, own->count, TG_KEY_ID_SHIFT, TG_KEY_ROW_SHIFT + row_bits);
    if (sorted != own->keys) own->spare = own->keys;
    own->keys = sorted;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < own->count; i++) {
        if (kept > 0 && (sorted[kept - 1] ^ sorted[i]) >> TG_KEY_ID_SHIFT == 0)
            sorted[kept - 1] |= sorted[i];
        else
            sorted[kept++] = sorted[i];
    }
    own->count = kept;
}

/* Doubles the number of keys that fit, because one row has more. */
static tricorn_status grow(sorter *own)
{
    TG_DO(TG_REALLOC(own->context, 2 * own->room, &own->keys));
    TG_DO(TG_REALLOC(own->context, 2 * own->room, &own->spare));
    own->room *= 2;
    return TRICORN_OK;
}

/* Makes room for more keys: joins equal edges and, if that is not enough, drops the upper half
 * of the labels, which are sorted later. */
static tricorn_status make_room(sorter *own)
{
    join_equal(own);
    if (own->count <= own->room / 4 * 3) return TRICORN_OK;
    const uint64_t row = own->keys[own->count / 2] >> TG_KEY_ROW_SHIFT;
    if (row == 0) return grow(own);
    own->last = own->first + row;
    while (own->count > 0 && own->keys[own->count - 1] >> TG_KEY_ROW_SHIFT >= row) own->count--;
    return TRICORN_OK;
}

/* Adds the edges of a page whose larger label is between own->first and own->last - 1. */
static tricorn_status take_page(sorter *own, const tg_spill_page *page)
{
    while (own->count + page->count > own->room) TG_DO(make_room(own));
    tg_edge *edges = (tg_edge *)(void *)own->spare;
    TG_DO(tg_spill_read(own->context, own->job->spill, page, edges));
    for (uint32_t i = 0; i < page->count; i++) {
        const bool up = edges[i].u < edges[i].v;
        const uint64_t row = up ? edges[i].v : edges[i].u, id = up ? edges[i].u : edges[i].v;
        if (row < own->first || row >= own->last) continue;
        own->keys[own->count++] = (row - own->first) << TG_KEY_ROW_SHIFT | id << TG_KEY_ID_SHIFT | (up ? 1u : 2u);
    }
    return TRICORN_OK;
}

static void see(uint64_t *seen, uint64_t label)
{
    const uint64_t bit = UINT64_C(1) << label % 64;
    if (!(__atomic_load_n(&seen[label / 64], __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(&seen[label / 64], bit, __ATOMIC_RELAXED);
}

/* Marks the labels of edges and of loops in the bitmaps, and removes the loops from the keys. */
static void drop_loops(sorter *own)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < own->count; i++) {
        const uint64_t key = own->keys[i], row = own->first + (key >> TG_KEY_ROW_SHIFT);
        const uint32_t id = (uint32_t)(key >> TG_KEY_ID_SHIFT);
        see(row == id ? own->made->looped : own->made->seen, row);
        if (row == id) continue;
        see(own->made->seen, id);
        own->both_directions += (key & 3) == 3;
        own->keys[kept++] = key;
    }
    own->count = kept;
}

static tricorn_status make_unit(sorter *own, const tg_unit *of)
{
    const tg_spill *spill = own->job->spill;
    for (own->first = of->first; own->first < of->last; own->first = own->last) {
        const uint64_t most = own->first + (UINT64_C(1) << TG_KEY_ROWS_LOG2);
        own->last = of->last < most ? of->last : most;
        own->count = 0;
        uint64_t said = of->first_page;
        for (uint64_t p = of->first_page; p < of->last_page; p++) {
            tg_spill_fetch(spill, p, 1, of->last_page, &said);
            TG_DO(take_page(own, &spill->pages[p]));
        }
        join_equal(own);
        drop_loops(own);
        const tg_row_keys rows = {own->keys, own->count, (uint32_t)own->first, own->last};
        TG_DO(tg_row_writer_put(own->context, own->writer, &rows));
    }
    if (tg_work_add(own->context, of->edges)) TG_DO(tg_check_cancelled(own->context));
    return TRICORN_OK;
}

/* ---- all units ---- */

static tricorn_status create_sorter(tricorn_context *context, const some_units *all, tg_disk_file *file, sorter *own)
{
    const tg_build *build = all->build;
    const uint64_t room = build->sizes.room_keys;
    *own = (sorter){.context = context, .job = build, .made = all->made, .room = room};
    TG_DO(TG_ALLOC(context, room, &own->keys));
    TG_DO(TG_ALLOC(context, room, &own->spare));
    return tg_row_writer_create(context, &build->store->disk_rows, file, build->sizes.limits, &own->writer);
}

static void free_sorter(sorter *own)
{
    tg_free(own->keys);
    tg_free(own->spare);
    tg_row_writer_free(own->writer);
}

tricorn_status tg_build_units(
  tricorn_context *context, const tg_build *build, tg_unit_range range, tg_disk_file *file, tg_built *made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t threads = context->threads;
    sorter *sorters = NULL;
    tg_row_writer **writers = NULL;
    some_units all = {.build = build, .made = made};

    TG_TRY(TG_ALLOC_ZERO(context, build->words, &made->seen));
    TG_TRY(TG_ALLOC_ZERO(context, build->words, &made->looped));
    made->words = build->words;
    TG_TRY(TG_ALLOC_ZERO(context, threads, &sorters));
    TG_TRY(TG_ALLOC_ZERO(context, threads, &writers));
    for (uint32_t t = 0; t < threads; t++) {
        TG_TRY(create_sorter(context, &all, file, &sorters[t]));
        writers[t] = sorters[t].writer;
    }
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t t = 0; t < threads; t++)
        for (uint64_t u = range.first + t; u < range.last; u += threads)
            if (atomic_load(&all.failure) == TRICORN_OK)
                tg_keep_failure(&all.failure, make_unit(&sorters[t], &build->units[u]));
    TG_TRY((tricorn_status)atomic_load(&all.failure));
    for (uint32_t t = 0; t < threads; t++) made->both_directions += sorters[t].both_directions;
    TG_TRY(tg_row_writers_join(context, writers, threads, &made->disk_rows));
cleanup:
    for (uint32_t t = 0; sorters && t < threads; t++) free_sorter(&sorters[t]);
    tg_free(sorters);
    tg_free(writers);
    return status;
}

void tg_built_free(tg_built *made)
{
    tg_disk_rows_free(&made->disk_rows);
    tg_free(made->seen);
    tg_free(made->looped);
    *made = (tg_built){0};
}

/* Numbers the labels that are vertices: those with an edge first, then those without. */
static tricorn_status number_vertices(
  tricorn_context *context, const tg_build *build, tg_built *made, tricorn_graph *graph)
{
    tg_store *store = build->store;
    const uint64_t words = build->words;
    for (uint64_t w = 0; w < words; w++) made->looped[w] &= ~made->seen[w];
    store->active = (tg_vertex_bitmap){.bits = made->seen, .words = words};
    store->idle = (tg_vertex_bitmap){.bits = made->looped, .words = words};
    made->seen = made->looped = NULL;
    TG_DO(tg_vertex_bitmap_number(context, &store->active));
    TG_DO(tg_vertex_bitmap_number(context, &store->idle));
    if (store->idle.count == 0) tg_vertex_bitmap_free(&store->idle);
    graph->active = store->active.count;
    graph->vertices = store->active.count + store->idle.count;
    return TRICORN_OK;
}

/* ---- the whole ---- */

tg_build_sizes tg_build_sizes_of(const tricorn_context *context, const tg_spill *spill, uint64_t memory_bytes)
{
    enum {
        RANGE_SHARE = 6,
        /* With this many units for each thread, all end at about the same time. */
        UNITS_OF_THREAD = 16,
        LEAST_UNIT_KEYS = 1 << 18
    };
    /* After sorting, at most three quarters of the room are full; the rest has room for a page. */
    const uint64_t least = 4 * (uint64_t)spill->page_edges;
    tg_build_sizes sizes = {.range_bytes = memory_bytes / RANGE_SHARE};
    sizes.room_keys = room_for_keys(context, memory_bytes) / context->threads / KEY_BYTES;
    if (tg_store_limits_set.keys) sizes.room_keys = tg_store_limits_set.keys;
    if (sizes.room_keys < least) sizes.room_keys = least;
    const uint64_t even = spill->base.taken / ((uint64_t)context->threads * UNITS_OF_THREAD);
    sizes.unit_keys = even < LEAST_UNIT_KEYS ? LEAST_UNIT_KEYS : even;
    if (sizes.unit_keys > sizes.room_keys) sizes.unit_keys = sizes.room_keys;
    sizes.limits = limits_for(memory_bytes, sizes.room_keys);
    return sizes;
}

tricorn_status tg_build_begin(
  tricorn_context *context, tg_spill *spill, tg_store *store, const tg_build_sizes *sizes, tg_build *build)
{
    *build = (tg_build){.spill = spill, .store = store, .sizes = *sizes};
    store->label_count = (uint64_t)spill->largest + 1;
    build->words = store->label_count / 64 + 1;
    TG_DO(find_units(context, build));
    return tg_ranges_cut(context, spill, store->label_count, sizes->range_bytes, &store->disk_rows);
}

void tg_build_end(tg_build *build)
{
    tg_free(build->units);
    build->units = NULL;
}

uint64_t tg_build_edges(const tg_build *build, tg_unit_range range)
{
    uint64_t edges = 0;
    for (uint64_t u = range.first; u < range.last; u++) edges += build->units[u].edges;
    return edges;
}

/* Moves the index from *made to the store's index, which already has the cuts. */
static void move_index(tg_disk_rows *disk, tg_disk_rows *made)
{
    const tg_disk_rows cut = *disk;
    *disk = *made;
    disk->ranges = cut.ranges;
    disk->cuts = cut.cuts;
    *made = (tg_disk_rows){0};
}

tricorn_status tg_build_finish(tricorn_context *context, tg_build *build, tg_built *made, tricorn_graph *graph)
{
    tg_spill *spill = build->spill;
    tg_store *store = build->store;

    move_index(&store->disk_rows, &made->disk_rows);
    store->labels = spill->labels;
    spill->labels = (tg_labels){0};
    store->id_table = spill->id_table;
    spill->id_table = NULL;
    graph->edges = store->disk_rows.entries;
    graph->input_edges = spill->base.taken;
    graph->self_loops = spill->self_loops;
    graph->both_directions = made->both_directions;
    graph->duplicates = graph->input_edges - graph->self_loops - graph->edges;
    graph->longest_row = store->disk_rows.longest;
    graph->wedges = store->disk_rows.wedges;
    return number_vertices(context, build, made, graph);
}

tricorn_status tg_store_make(
  tricorn_context *context, tg_spill *spill, uint64_t memory_bytes, tg_store *store, tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    tg_build build = {0};
    tg_built made = {0};

    tg_memory_trim(context->memory);
    const tg_build_sizes sizes = tg_build_sizes_of(context, spill, memory_bytes);
    TG_TRY(tg_build_begin(context, spill, store, &sizes, &build));
    tg_disk_remove(&store->folder, TG_STORE_GRAPH); /* the index does not fit the new rows */
    TG_TRY(tg_disk_create(context, &store->folder, TG_STORE_ROWS, &store->rows));
    tg_work_begin(context, "sorting", spill->base.taken);
    const tg_unit_range all = {0, build.unit_count};
    TG_TRY(tg_build_units(context, &build, all, &store->rows, &made));
    TG_TRY(tg_build_finish(context, &build, &made, graph));
cleanup:
    tg_build_end(&build);
    tg_built_free(&made);
    return status;
}

/* ---- vertices ---- */

tricorn_status tg_store_declare(tricorn_context *context, tg_store *store, uint64_t vertices)
{
    const tg_labels *labels = &store->labels;
    const uint64_t end = vertices + labels->hubs; /* the label after the last one */
    tg_vertex_bitmap *idle = &store->idle;
    uint64_t used = store->label_count;

    for (uint32_t hub = 0; hub < labels->hubs; hub++)
        if ((uint64_t)labels->hubs + labels->ids[hub] >= used) used = (uint64_t)labels->hubs + labels->ids[hub] + 1;
    tg_vertex_bitmap_free(idle);
    TG_DO(TG_ALLOC_ZERO(context, used / 64 + 1, &idle->bits));
    idle->words = used / 64 + 1;
    for (uint64_t label = 0; label < 64 * idle->words && label < end; label++)
        if (!tg_vertex_bitmap_has(&store->active, label)) idle->bits[label / 64] |= UINT64_C(1) << label % 64;
    /* the labels that follow from the numbers of hubs are not used */
    for (uint32_t hub = 0; hub < labels->hubs; hub++) {
        const uint64_t free_label = (uint64_t)labels->hubs + labels->ids[hub];
        idle->bits[free_label / 64] &= ~(UINT64_C(1) << free_label % 64);
    }
    store->tail_first = 64 * idle->words;
    store->tail_count = end > store->tail_first ? end - store->tail_first : 0;
    TG_DO(tg_vertex_bitmap_number(context, idle));
    if (idle->count == 0) tg_vertex_bitmap_free(idle);
    return TRICORN_OK;
}

void tg_store_idle_labels(const tg_store *store, uint64_t first, uint64_t wanted, uint32_t *labels)
{
    const uint64_t count = store->idle.count;
    const uint64_t members = first >= count ? 0 : wanted < count - first ? wanted : count - first;
    if (members > 0) tg_vertex_bitmap_members(&store->idle, (uint32_t)first, members, labels);
    for (uint64_t i = members; i < wanted; i++) labels[i] = (uint32_t)(store->tail_first + (first + i - count));
}

uint32_t tg_store_input_id(const tg_store *store, uint32_t vertex)
{
    uint32_t label;
    if (vertex < store->active.count)
        label = tg_vertex_bitmap_member(&store->active, vertex);
    else
        tg_store_idle_labels(store, vertex - store->active.count, 1, &label);
    return tg_label_id(&store->labels, label);
}

/* Returns one more than the largest number of a hub, or of a vertex in the set; 0: none. */
static uint64_t numbers_of(const tg_store *store, const tg_vertex_bitmap *set)
{
    const uint32_t hubs = store->labels.hubs;
    uint64_t most = 0;
    if (set->count > 0) {
        const uint32_t last = tg_vertex_bitmap_member(set, set->count - 1);
        if (last >= hubs) most = (uint64_t)(last - hubs) + 1;
    }
    for (uint32_t hub = 0; hub < hubs; hub++)
        if (store->labels.ids[hub] >= most) most = (uint64_t)store->labels.ids[hub] + 1;
    return most;
}

uint64_t tg_store_active_numbers(const tg_store *store)
{
    return numbers_of(store, &store->active);
}

uint64_t tg_store_input_numbers(const tg_store *store)
{
    const uint64_t active = tg_store_active_numbers(store);
    const uint64_t idle = numbers_of(store, &store->idle);
    const uint64_t tail = store->tail_count ? store->tail_first + store->tail_count - store->labels.hubs : 0;
    const uint64_t most = active > idle ? active : idle;
    return most > tail ? most : tail;
}

uint64_t tg_store_index_bytes(const tg_store *store)
{
    const tg_disk_rows *disk = &store->disk_rows;
    const uint64_t words = store->active.words + store->idle.words;
    return disk->segments * sizeof *disk->segment + disk->blocks * sizeof *disk->block +
           disk->column_ranges * sizeof *disk->column_range + words * sizeof(uint64_t) +
           words / TG_VERTEX_BITMAP_LINE * sizeof(uint32_t) + store->labels.hubs * sizeof *store->labels.ids;
}

bool tg_store_is_sound(const tg_store *store)
{
    const tg_vertex_bitmap *active = &store->active;
    return tg_disk_rows_are_sound(&store->disk_rows, store->label_count, store->rows.end) &&
           active->words == store->label_count / 64 + 1 &&
           (active->count == 0 || tg_vertex_bitmap_member(active, active->count - 1) < store->label_count);
}

void tg_store_give(tg_store *store, tricorn_graph *graph)
{
    graph->store = store;
    graph->free_store = tg_store_free;
    graph->stored_input_id = tg_store_input_id;
    graph->ids_on_disk = store->id_table != NULL;
}

void tg_store_free(tg_store *store)
{
    if (store == NULL) return;
    if (store->counted) tg_journal_remove(&store->folder);
    tg_leases_close(store->preparing);
    tg_users_leave(store->users);
    tg_disk_rows_free(&store->disk_rows);
    tg_labels_free(&store->labels);
    tg_id_table_free(store->id_table);
    tg_vertex_bitmap_free(&store->active);
    tg_vertex_bitmap_free(&store->idle);
    tg_disk_close(&store->rows);
    tg_disk_folder_close(&store->folder);
    tg_free(store);
}
