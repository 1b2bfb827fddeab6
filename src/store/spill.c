/* spill.c - writes edges that do not fit in memory to disk, by intervals of their larger labels.
 *
 * - Each part of the edges in memory has its own buffers, so threads spill without waiting for
 *   each other.  They share one lock, which is held only while a page of some kilobytes is added
 *   to the list.
 * - If a part meets a label beyond its last interval, it writes its buffers and doubles the size
 *   of its intervals; pages that are already written do not change.
 */
#include "store/spill.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "io/bytes/checksum.h"
#include "store/files/limits.h"
#include "store/files/sort_keys.h"

enum {
    /* Fractions of the process's memory: 8 means one eighth. */
    BUFFERS_SHARE = 8,
    /* The most for a sample of the whole file, from which hubs are chosen. */
    FILE_SAMPLE_SHARE = 2,
    LEFT_SHARE = 2, /* the most of the memory that is still free, also for that sample */
    HUBS_SHARE = 16,
    SAMPLE_SHARE = 16, /* for a sample of the edges in memory, from which hubs are chosen */
    WORDS_SHARE = 4, /* for words, and for a reader's tables, before they spill */
    SAMPLE_BYTES = 32, /* the memory that a sampled edge needs: both its ends, twice */
    SAMPLE_LEAST = 1 << 10, /* a sample with fewer edges says nothing */
    PAGE_EDGES_LEAST = 1 << 9, /* the smallest page has 4 KiB */
    PAGE_EDGES_USUAL = 1 << 10,
    PAGE_EDGES_MOST = 1 << 15,
    /* How many pages a thread reads ahead: with 48 intervals or more, these need at most a twelfth of the memory. */
    PAGES_AHEAD = 32,
    INTERVALS_LEAST = 32,
    INTERVALS_MOST = 512,
    LEAST_SHIFT = 6,
    ROW_ENTRY_BYTES = 2, /* about how many bytes an id of a row takes on disk */
    /* How many quarters of the predicted number of edges the disk must have room for. The
     * number may be too large, because later lines of the input may be longer. */
    FORETOLD_QUARTERS = 3,
    WIDE_SAMPLE_LEAST = 1 << 10,
    /* The memory that a sampled edge needs: both its ends, twice, and their ranks. */
    WIDE_SAMPLE_BYTES = 40
};

struct tg_spill_slot {
    tg_edge *edges; /* page_edges edges for each interval */
    uint32_t *counts;
    uint32_t shift; /* its intervals have 2^shift labels; it is at most spill->shift */
    tg_bucket_writer far;
};

/* Whether the id is small enough for a label. */
static bool has_label(uint64_t id)
{
    return id < UINT32_MAX - TG_HUBS_MOST;
}

/* ---- beginning ---- */

static uint32_t larger_of(const tg_labels *labels, tg_edge edge)
{
    const uint32_t u = tg_label_of(labels, edge.u), v = tg_label_of(labels, edge.v);
    return u > v ? u : v;
}

/* Chooses the size of pages and the number of intervals. The labels that are no hubs have a
 * power of two of intervals. */
static void choose_sizes(tg_spill *spill)
{
    const uint64_t edges = spill->memory_bytes / BUFFERS_SHARE / sizeof(tg_edge) / spill->slot_count;
    uint32_t others = spill->given_intervals ? spill->given_intervals : INTERVALS_LEAST;
    while (!spill->given_intervals && others < INTERVALS_MOST && (uint64_t)others * 3 * PAGE_EDGES_USUAL <= edges)
        others *= 2;
    if (tg_store_limits_set.intervals) others = tg_store_limits_set.intervals;
    spill->hub_intervals = spill->labels.hubs > 0 ? others / 2 : 0;
    spill->intervals = spill->hub_intervals + others;
    spill->page_edges = PAGE_EDGES_LEAST;
    while (spill->page_edges < PAGE_EDGES_MOST && (uint64_t)spill->page_edges * 2 * spill->intervals <= edges)
        spill->page_edges *= 2;
    if (tg_store_limits_set.page_edges) spill->page_edges = tg_store_limits_set.page_edges;
}

/* Cuts the labels of hubs into intervals that have about equally many of the sampled edges. */
static tricorn_status cut_hubs(tricorn_context *context, tg_spill *spill, const tg_edge *edges, uint64_t count)
{
    const uint32_t hubs = spill->labels.hubs;
    tricorn_status status = TRICORN_OK;
    uint64_t *rows = NULL, all = 0, sum = 0;
    uint32_t interval = 0;

    TG_TRY(TG_ALLOC_ZERO(context, hubs, &rows));
    TG_TRY(TG_ALLOC(context, hubs, &spill->interval_of_hub));
    TG_TRY(TG_ALLOC_ZERO(context, spill->hub_intervals, &spill->first_of_hub_interval));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t row = larger_of(&spill->labels, edges[i]);
        if (row >= hubs) continue;
        rows[row]++;
        all++;
    }
    for (uint32_t label = 0; label < hubs; label++) {
        const uint32_t due = all ? (uint32_t)(sum * spill->hub_intervals / all) : 0;
        if (due > interval && label > 0 && interval + 1 < spill->hub_intervals)
            spill->first_of_hub_interval[++interval] = label;
        spill->interval_of_hub[label] = (uint16_t)interval;
        sum += rows[label];
    }
    spill->hub_intervals = interval + 1;
cleanup:
    tg_free(rows);
    return status;
}

static void free_beginning(tg_spill *spill)
{
    tg_labels_free(&spill->labels);
    tg_id_table_free(spill->id_table);
    tg_free(spill->hub_ids);
    tg_free(spill->interval_of_hub);
    tg_free(spill->first_of_hub_interval);
    spill->hub_ids = NULL;
    spill->interval_of_hub = NULL;
    spill->first_of_hub_interval = NULL;
}

/* Creates the file, once the intervals of hubs are known. `others` more intervals are for the
 * ids that are no hubs, up to about `most`. */
static tricorn_status open_file(tricorn_context *context, tg_spill *spill, uint32_t others, uint64_t most)
{
    spill->intervals = spill->hub_intervals + others;
    spill->shift = LEAST_SHIFT;
    while (most >> spill->shift >= others) spill->shift++;
    const tricorn_status status = tg_disk_create(context, spill->folder, TG_SPILL_EDGES, &spill->file);
    spill->begun = status == TRICORN_OK;
    return status;
}

/* Chooses the labels by a sample of the edges; the search for hubs may use room_bytes of memory. */
static tricorn_status begin(
  tricorn_context *context, tg_spill *spill, const tg_edge *edges, uint64_t count, uint64_t room_bytes)
{
    tricorn_status status = TRICORN_OK;
    uint32_t most = 0;

    const uint64_t hubs = spill->memory_bytes / HUBS_SHARE / TG_HUB_BYTES;
    const tg_hub_limits limits = {room_bytes, hubs < TG_HUBS_MOST ? (uint32_t)hubs : TG_HUBS_MOST};
    TG_TRY(tg_labels_choose(context, edges, count, &limits, &spill->labels));
    choose_sizes(spill);
    const uint32_t others = spill->intervals - spill->hub_intervals;
    if (spill->labels.hubs > 0) TG_TRY(cut_hubs(context, spill, edges, count));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t larger = edges[i].u > edges[i].v ? edges[i].u : edges[i].v;
        if (larger > most) most = larger;
    }
    TG_TRY(open_file(context, spill, others, most));
cleanup:
    if (status != TRICORN_OK) free_beginning(spill);
    return status;
}

static uint32_t rank_of(const uint64_t *ids, uint64_t count, uint64_t id)
{
    return (uint32_t)tg_lower_bound_64(ids, count, id);
}

/* Removes repetitions from sorted ids; returns the number of distinct ids. */
static uint64_t distinct_ids(uint64_t *ids, uint64_t count)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++)
        if (kept == 0 || ids[kept - 1] != ids[i]) ids[kept++] = ids[i];
    return kept;
}

/* Chooses the labels by a sample of edges whose ids may be of any size: hubs are found among the
 * ranks of the ids in the sample. */
static tricorn_status begin_wide(
  tricorn_context *context, tg_spill *spill, const tg_wide_edge *edges, uint64_t count, uint64_t room_bytes)
{
    tricorn_status status = TRICORN_OK;
    uint64_t taken = room_bytes / WIDE_SAMPLE_BYTES;
    uint64_t *ids = NULL, *spare = NULL;
    tg_edge *sample = NULL;

    if (taken < WIDE_SAMPLE_LEAST) taken = WIDE_SAMPLE_LEAST;
    if (taken > count) taken = count;
    TG_TRY(TG_ALLOC(context, 2 * taken, &ids));
    TG_TRY(TG_ALLOC(context, 2 * taken, &spare));
    TG_TRY(TG_ALLOC(context, taken, &sample));
    for (uint64_t i = 0; i < taken; i++) {
        const tg_wide_edge *edge = &edges[(uint64_t)((unsigned __int128)i * count / taken)];
        ids[2 * i] = edge->u;
        ids[2 * i + 1] = edge->v;
    }
    uint64_t *sorted = tg_sort_keys(ids, spare, 2 * taken, 0, 64);
    const uint64_t vertices = distinct_ids(sorted, 2 * taken);
    for (uint64_t i = 0; i < taken; i++) {
        const tg_wide_edge *edge = &edges[(uint64_t)((unsigned __int128)i * count / taken)];
        sample[i] = (tg_edge){rank_of(sorted, vertices, edge->u), rank_of(sorted, vertices, edge->v)};
    }
    TG_TRY(begin(context, spill, sample, taken, room_bytes));
    TG_TRY(TG_ALLOC(context, (uint64_t)spill->labels.hubs + 1, &spill->hub_ids));
    for (uint32_t hub = 0; hub < spill->labels.hubs; hub++) spill->hub_ids[hub] = sorted[spill->labels.ids[hub]];
cleanup:
    tg_free(ids);
    tg_free(spare);
    tg_free(sample);
    return status;
}

tricorn_status tg_spill_begin_numbered(
  tricorn_context *context, tg_spill *spill, const tg_spill *sampled, const uint32_t *hub_numbers, uint64_t numbers)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t hubs = sampled->labels.hubs;
    TG_TRY(tg_labels_of_hubs(context, hub_numbers, hubs, &spill->labels));
    choose_sizes(spill);
    const uint32_t others = spill->intervals - spill->hub_intervals;
    spill->hub_intervals = sampled->hub_intervals;
    if (hubs > 0) {
        TG_TRY(TG_ALLOC(context, hubs, &spill->interval_of_hub));
        TG_TRY(TG_ALLOC(context, spill->hub_intervals, &spill->first_of_hub_interval));
        memcpy(spill->interval_of_hub, sampled->interval_of_hub, hubs * sizeof *spill->interval_of_hub);
        memcpy(spill->first_of_hub_interval, sampled->first_of_hub_interval,
          spill->hub_intervals * sizeof *spill->first_of_hub_interval);
    }
    TG_TRY(open_file(context, spill, others, numbers));
cleanup:
    if (status != TRICORN_OK) free_beginning(spill);
    return status;
}

static tricorn_status create_slot(tricorn_context *context, const tg_spill *spill, tg_spill_slot *slot)
{
    slot->shift = __atomic_load_n(&spill->shift, __ATOMIC_RELAXED);
    TG_DO(TG_ALLOC_ZERO(context, spill->intervals, &slot->counts));
    return TG_ALLOC(context, (uint64_t)spill->intervals * spill->page_edges, &slot->edges);
}

/* ---- pages ---- */

static uint32_t first_of(const tg_spill *spill, const tg_spill_slot *slot, uint32_t interval)
{
    if (interval < spill->hub_intervals) return spill->first_of_hub_interval[interval];
    return spill->labels.hubs + ((interval - spill->hub_intervals) << slot->shift);
}

static tricorn_status add_page(tricorn_context *context, tg_spill *spill, tg_spill_page page)
{
    tricorn_status status = TRICORN_OK;
    pthread_mutex_lock(&spill->lock);
    if (spill->page_count == spill->page_room) {
        const uint64_t room = spill->page_room ? 2 * spill->page_room : 1024;
        status = TG_REALLOC(context, room, &spill->pages);
        if (status == TRICORN_OK) spill->page_room = room;
    }
    if (status == TRICORN_OK) spill->pages[spill->page_count++] = page;
    pthread_mutex_unlock(&spill->lock);
    return status;
}

static tricorn_status flush(tricorn_context *context, tg_spill *spill, tg_spill_slot *slot, uint32_t interval)
{
    const tg_edge *edges = slot->edges + (uint64_t)interval * spill->page_edges;
    const size_t bytes = slot->counts[interval] * sizeof *edges;
    tg_spill_page page = {
      .first = first_of(spill, slot, interval), .count = slot->counts[interval], .checksum = tg_checksum(edges, bytes)};
    slot->counts[interval] = 0;
    if (page.count == 0) return TRICORN_OK;
    TG_DO(tg_disk_append(context, &spill->file, edges, bytes, &page.offset));
    return add_page(context, spill, page);
}

static tricorn_status flush_all(tricorn_context *context, tg_spill *spill, tg_spill_slot *slot)
{
    for (uint32_t i = 0; slot->counts && i < spill->intervals; i++) {
        TG_DO(flush(context, spill, slot, i));
    }
    return TRICORN_OK;
}

/* Doubles the size of the slot's intervals until they include a label that is no hub's. */
static tricorn_status widen(tricorn_context *context, tg_spill *spill, tg_spill_slot *slot, uint32_t label)
{
    const uint32_t others = spill->intervals - spill->hub_intervals;
    const tricorn_status status = flush_all(context, spill, slot);
    uint32_t all = __atomic_load_n(&spill->shift, __ATOMIC_RELAXED);
    while ((label - spill->labels.hubs) >> slot->shift >= others) slot->shift++;
    while (all < slot->shift &&
           !__atomic_compare_exchange_n(&spill->shift, &all, slot->shift, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return status;
}

/* ---- edges ---- */

static tricorn_status put(tricorn_context *context, tg_spill *spill, tg_spill_slot *slot, tg_edge labels)
{
    const uint32_t row = labels.u > labels.v ? labels.u : labels.v, hubs = spill->labels.hubs;
    uint32_t interval;
    if (row < hubs) {
        interval = spill->interval_of_hub[row];
    } else {
        if ((row - hubs) >> slot->shift >= spill->intervals - spill->hub_intervals) {
            TG_DO(widen(context, spill, slot, row));
        }
        interval = spill->hub_intervals + ((row - hubs) >> slot->shift);
    }
    slot->edges[(uint64_t)interval * spill->page_edges + slot->counts[interval]] = labels;
    if (++slot->counts[interval] < spill->page_edges) return TRICORN_OK;
    return flush(context, spill, slot, interval);
}

static tricorn_status put_all(
  tricorn_context *context, tg_spill *spill, tg_spill_slot *slot, const tg_edge *edges, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    uint64_t loops = 0;
    uint32_t largest = 0;
    for (uint64_t i = 0; i < count && status == TRICORN_OK; i++) {
        const tg_edge labels = {tg_label_of(&spill->labels, edges[i].u), tg_label_of(&spill->labels, edges[i].v)};
        const uint32_t larger = labels.u > labels.v ? labels.u : labels.v;
        loops += labels.u == labels.v;
        if (larger > largest) largest = larger;
        status = put(context, spill, slot, labels);
    }
    __atomic_fetch_add(&spill->self_loops, loops, __ATOMIC_RELAXED);
    uint32_t before = __atomic_load_n(&spill->largest, __ATOMIC_RELAXED);
    while (before < largest &&
           !__atomic_compare_exchange_n(&spill->largest, &before, largest, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return status;
}

static bool is_far(tg_wide_edge edge)
{
    return !has_label(edge.u) || !has_label(edge.v);
}

/* Moves the edges whose ids can have labels to the front of the chunk, with ids of 32 bits; returns their number. */
static uint64_t narrow_near(const tg_edge_chunk *chunk)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < chunk->count; i++) {
        const tg_wide_edge wide = tg_edge_chunk_at(chunk, i);
        const tg_edge edge = {(uint32_t)wide.u, (uint32_t)wide.v};
        if (!is_far(wide)) memcpy((char *)chunk->edges + kept++ * sizeof edge, &edge, sizeof edge);
    }
    return kept;
}

static uint64_t count_far(const tg_edge_chunk *chunk)
{
    uint64_t far = 0;
    for (uint64_t i = 0; i < chunk->count; i++) far += is_far(tg_edge_chunk_at(chunk, i));
    return far;
}

/* Chooses the labels by edges from the whole input, if the reader can sample enough of them. */
static tricorn_status begin_by_sample(tricorn_context *context, tg_spill *spill)
{
    tricorn_status status = TRICORN_OK;
    tg_edges sampled = {0};
    const uint64_t left = tg_memory_room(context->memory) / LEFT_SHARE;
    const uint64_t share = spill->memory_bytes / FILE_SAMPLE_SHARE;
    const uint64_t room_bytes = share < left ? share : left;
    const uint64_t fit = room_bytes / SAMPLE_BYTES;
    const uint64_t most = fit < TG_LABELS_SAMPLE_MOST ? fit : TG_LABELS_SAMPLE_MOST;
    TG_TRY(spill->base.sample(context, spill->base.reader, most, &sampled));
    spill->base.sample = NULL;
    const size_t bytes = sampled.wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);
    tg_edge_part *part = sampled.parts;
    if (part->count < SAMPLE_LEAST) goto cleanup;
    const tg_edge_chunk chunk = {part->edges, part->count, bytes};
    if (sampled.wide && 2 * count_far(&chunk) > part->count) {
        TG_TRY(begin_wide(context, spill, part->edges, part->count, room_bytes / 2));
    } else {
        const uint64_t kept = narrow_near(&chunk);
        TG_TRY(begin(context, spill, part->edges, kept, room_bytes));
    }
cleanup:
    tg_edges_free(&sampled);
    return status;
}

/* Creates the bucket of the edges whose ids can have no labels, unless it exists. If most of
 * the first edges are of this kind, the labels are chosen by these edges. */
static tricorn_status expect_far(tricorn_context *context, tg_spill *spill, const tg_edge_chunk *chunk, uint64_t far)
{
    enum { PAGE_SHARE = 1 << 10 };
    const uint32_t page = tg_bucket_page_bytes(spill->memory_bytes / PAGE_SHARE / spill->slot_count);
    tricorn_status status = TRICORN_OK;
    pthread_mutex_lock(&spill->lock);
    if (spill->far == NULL)
        TG_TRY(tg_buckets_create(context, spill->folder, "tricorn-far", (tg_bucket_sizes){1, page}, &spill->far));
    if (!spill->begun && chunk->edge_bytes == sizeof(tg_wide_edge) && 2 * far > chunk->count)
        TG_TRY(begin_wide(context, spill, chunk->edges, chunk->count, spill->memory_bytes / SAMPLE_SHARE));
cleanup:
    pthread_mutex_unlock(&spill->lock);
    return status;
}

/* Writes the edges whose ids can have no labels to their bucket. */
static tricorn_status put_far(
  tricorn_context *context, tg_spill *spill, tg_spill_slot *slot, const tg_edge_chunk *chunk)
{
    for (uint64_t i = 0; i < chunk->count; i++) {
        const tg_wide_edge wide = tg_edge_chunk_at(chunk, i);
        char *record;
        if (!is_far(wide)) continue;
        if (slot->far.to == NULL) TG_DO(tg_bucket_writer_create(context, spill->far, &slot->far));
        TG_DO(tg_bucket_put(context, &slot->far, 0, sizeof wide, &record));
        memcpy(record, &wide, sizeof wide);
    }
    return TRICORN_OK;
}

/* Checks that the disk has room for all edges. Their number is predicted from the first `read` ones. */
static tricorn_status expect_all(tricorn_context *context, tg_spill *spill, uint64_t read)
{
    const uint64_t edges = spill->all_edges > 0 ? spill->all_edges : tg_work_foretell(context, read);
    const uint64_t written = __atomic_load_n(&spill->file.end, __ATOMIC_RELAXED);
    const uint64_t least = edges / 4 * FORETOLD_QUARTERS * sizeof(tg_edge);
    return tg_disk_expect(
      context, spill->folder, edges * (sizeof(tg_edge) + ROW_ENTRY_BYTES), least > written ? least - written : 0);
}

static tricorn_status take(tricorn_context *context, tg_edge_spill *base, const tg_edge_part *part, size_t edge_bytes)
{
    tg_spill *spill = (tg_spill *)(void *)base;
    tricorn_status status = TRICORN_OK;
    tg_spill_slot *slot = &spill->slots[part->number];
    const tg_edge_chunk chunk = {part->edges, part->count, edge_bytes};
    const uint64_t read = __atomic_load_n(&base->taken, __ATOMIC_RELAXED) + chunk.count;
    const uint64_t far = count_far(&chunk);
    uint64_t near = chunk.count;

    pthread_mutex_lock(&spill->lock);
    if (!spill->begun && base->sample) status = begin_by_sample(context, spill);
    pthread_mutex_unlock(&spill->lock);
    TG_TRY(status);
    if (far > 0) {
        TG_TRY(expect_far(context, spill, &chunk, far));
        TG_TRY(put_far(context, spill, slot, &chunk));
    }
    if (far > 0 || chunk.edge_bytes == sizeof(tg_wide_edge)) near = narrow_near(&chunk);
    pthread_mutex_lock(&spill->lock);
    if (!spill->begun) status = begin(context, spill, chunk.edges, near, spill->memory_bytes / SAMPLE_SHARE);
    pthread_mutex_unlock(&spill->lock);
    TG_TRY(status);
    TG_TRY(expect_all(context, spill, read));
    if (near > 0 && slot->counts == NULL) TG_TRY(create_slot(context, spill, slot));
    TG_TRY(put_all(context, spill, slot, chunk.edges, near));
cleanup:
    __atomic_fetch_add(&base->taken, chunk.count, __ATOMIC_RELAXED);
    return status;
}

static tricorn_status take_word(
  tricorn_context *context, tg_edge_spill *base, uint64_t number, const char *word, size_t bytes)
{
    tg_spill *spill = (tg_spill *)(void *)base;
    if (spill->words == NULL) TG_DO(tg_word_table_create(context, spill->folder, spill->memory_bytes, &spill->words));
    base->words++;
    return tg_word_table_put(context, spill->words, number, word, bytes);
}

static tricorn_status set_aside(tricorn_context *context, tg_edge_spill *base, const void *bytes, size_t count)
{
    static const char name[] = "tricorn-aside";
    tg_spill *spill = (tg_spill *)(void *)base;
    uint64_t offset;
    if (spill->aside.folder == NULL) TG_DO(tg_disk_create_nameless(context, spill->folder, name, &spill->aside));
    TG_DO(tg_disk_append(context, &spill->aside, bytes, count, &offset));
    base->aside_bytes += count;
    return TRICORN_OK;
}

static tricorn_status read_aside(
  tricorn_context *context, tg_edge_spill *base, uint64_t offset, void *bytes, size_t count)
{
    tg_spill *spill = (tg_spill *)(void *)base;
    return tg_disk_read(context, &spill->aside, offset, bytes, count);
}

/* ---- the whole ---- */

tricorn_status tg_spill_create(
  tricorn_context *context, tg_disk_folder *folder, const tg_spill_sizes *sizes, tg_spill **spill)
{
    tricorn_status status = TRICORN_OK;
    tg_spill *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->base = (tg_edge_spill){.take = take,
      .take_word = take_word,
      .set_aside = set_aside,
      .read_aside = read_aside,
      .room_bytes = sizes->room_bytes,
      .word_bytes = sizes->memory_bytes / WORDS_SHARE,
      .table_bytes = sizes->memory_bytes / WORDS_SHARE};
    if (tg_store_limits_set.room_bytes) made->base.room_bytes = tg_store_limits_set.room_bytes;
    if (tg_store_limits_set.word_bytes) made->base.word_bytes = tg_store_limits_set.word_bytes;
    if (tg_store_limits_set.table_bytes) made->base.table_bytes = tg_store_limits_set.table_bytes;
    made->folder = folder;
    made->memory_bytes = sizes->memory_bytes;
    made->given_intervals = sizes->intervals;
    made->slot_count = sizes->parts;
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(TG_ALLOC_ZERO(context, sizes->parts, &made->slots));
    *spill = made;
    made = NULL;
cleanup:
    tg_spill_free(made);
    return status;
}

static void free_slots(tg_spill *spill)
{
    for (uint32_t i = 0; spill->slots && i < spill->slot_count; i++) {
        tg_free(spill->slots[i].edges);
        tg_free(spill->slots[i].counts);
        tg_bucket_writer_free(&spill->slots[i].far);
    }
    tg_free(spill->slots);
    spill->slots = NULL;
}

void tg_spill_free_edges(tg_spill *spill)
{
    free_slots(spill);
    tg_free(spill->pages);
    spill->pages = NULL;
    spill->page_count = spill->page_room = 0;
    tg_buckets_free(spill->far);
    spill->far = NULL;
    tg_word_table_free(spill->words);
    spill->words = NULL;
    tg_disk_close(&spill->aside);
    if (spill->file.folder && !spill->kept) tg_disk_remove(spill->folder, TG_SPILL_EDGES);
    tg_disk_close(&spill->file);
}

void tg_spill_free(tg_spill *spill)
{
    if (spill == NULL) return;
    tg_spill_free_edges(spill);
    free_beginning(spill);
    for (uint32_t p = 0; p < spill->part_count; p++) tg_spill_free(spill->parts[p]);
    tg_free(spill->parts);
    pthread_mutex_destroy(&spill->lock);
    tg_free(spill);
}

static int by_interval(const void *a, const void *b)
{
    const tg_spill_page *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Spills the edges that a part still has in memory, and frees this memory. */
static tricorn_status take_part(tricorn_context *context, tg_spill *spill, tg_edges *edges, uint32_t number)
{
    tg_edge_part *part = &edges->parts[number];
    if (part->count > 0) TG_DO(take(context, &spill->base, part, edges->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
    tg_free(part->edges);
    *part = (tg_edge_part){0};
    return TRICORN_OK;
}

tricorn_status tg_spill_finish(tricorn_context *context, tg_spill *spill, tg_edges *edges)
{
    _Atomic int failure = TRICORN_OK;
    spill->all_edges = tg_edges_count(edges);
    tg_disk_close(&spill->aside); /* no more bytes are read from it */
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t p = 0; p < edges->part_count; p++)
        if (atomic_load(&failure) == TRICORN_OK) tg_keep_failure(&failure, take_part(context, spill, edges, p));
    TG_DO((tricorn_status)atomic_load(&failure));
    return tg_spill_flush(context, spill);
}

tricorn_status tg_spill_flush(tricorn_context *context, tg_spill *spill)
{
    for (uint32_t s = 0; s < spill->slot_count; s++) {
        tg_spill_slot *slot = &spill->slots[s];
        TG_DO(flush_all(context, spill, slot));
        if (slot->far.to) TG_DO(tg_bucket_end_all(context, &slot->far));
    }
    if (spill->words) TG_DO(tg_word_table_end(context, spill->words));
    free_slots(spill);
    if (spill->page_count > 0) qsort(spill->pages, spill->page_count, sizeof *spill->pages, by_interval);
    if (spill->file.folder) tg_disk_read_apart(&spill->file);
    return TRICORN_OK;
}

static void join_part(tg_spill *spill, uint32_t number)
{
    const tg_spill *part = spill->parts[number];
    for (uint64_t p = 0; p < part->page_count; p++) {
        spill->pages[spill->page_count] = part->pages[p];
        spill->pages[spill->page_count++].part = number;
    }
    spill->base.taken += part->base.taken;
    spill->self_loops += part->self_loops;
    if (part->largest > spill->largest) spill->largest = part->largest;
    if (part->shift > spill->shift) spill->shift = part->shift;
    if (part->page_edges > spill->page_edges) spill->page_edges = part->page_edges;
}

/* Moves the hubs and their intervals from the first spill to the joined one, and checks that all
 * spills have the same ones. */
static tricorn_status take_hubs(tricorn_context *context, tg_spill *spill, tg_spill *first)
{
    for (uint32_t p = 1; p < spill->part_count; p++) {
        const tg_labels *labels = &spill->parts[p]->labels;
        if (labels->hubs != first->labels.hubs ||
            memcmp(labels->ids, first->labels.ids, labels->hubs * sizeof *labels->ids) != 0)
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "%s: was changed or damaged: its hubs are others; name another work "
              "folder",
              spill->parts[p]->folder->path);
    }
    spill->labels = first->labels;
    spill->interval_of_hub = first->interval_of_hub;
    spill->first_of_hub_interval = first->first_of_hub_interval;
    spill->hub_intervals = first->hub_intervals;
    spill->intervals = first->intervals;
    first->labels = (tg_labels){0};
    first->interval_of_hub = NULL;
    first->first_of_hub_interval = NULL;
    return TRICORN_OK;
}

tricorn_status tg_spill_join(tricorn_context *context, tg_spill *spill, tg_spill **parts, uint32_t count)
{
    uint64_t pages = 0;
    spill->parts = parts;
    spill->part_count = count;
    TG_DO(take_hubs(context, spill, parts[0]));
    for (uint32_t p = 0; p < count; p++) pages += parts[p]->page_count;
    TG_DO(TG_ALLOC(context, pages, &spill->pages));
    spill->page_room = pages;
    for (uint32_t p = 0; p < count; p++) {
        join_part(spill, p);
        tg_free(parts[p]->pages);
        parts[p]->pages = NULL;
        parts[p]->page_count = parts[p]->page_room = 0;
    }
    if (pages > 0) qsort(spill->pages, pages, sizeof *spill->pages, by_interval);
    spill->begun = spill->kept = true;
    return TRICORN_OK;
}

uint64_t tg_spill_interval_end(const tg_spill *spill, uint32_t first)
{
    const uint32_t hubs = spill->labels.hubs;
    if (first >= hubs) {
        const uint64_t width = UINT64_C(1) << spill->shift;
        return hubs + ((first - hubs) / width + 1) * width;
    }
    const uint32_t interval = spill->interval_of_hub[first];
    return interval + 1 < spill->hub_intervals ? spill->first_of_hub_interval[interval + 1] : hubs;
}

void tg_spill_fetch(const tg_spill *spill, uint64_t page, uint64_t step, uint64_t last, uint64_t *said)
{
    for (; *said < last && *said / step < page / step + PAGES_AHEAD; *said += step) {
        const tg_spill_page *next = &spill->pages[*said];
        const tg_spill *owner = spill->parts ? spill->parts[next->part] : spill;
        tg_disk_fetch(&owner->file, next->offset, next->count * sizeof(tg_edge));
    }
}

tricorn_status tg_spill_read(tricorn_context *context, tg_spill *spill, const tg_spill_page *page, tg_edge *edges)
{
    const size_t bytes = page->count * sizeof *edges;
    if (spill->parts) spill = spill->parts[page->part];
    TG_DO(tg_disk_read(context, &spill->file, page->offset, edges, bytes));
    if (tg_checksum(edges, bytes) == page->checksum) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s/" TG_SPILL_EDGES ": byte %" PRIu64
      " and those behind it are not as they were written: is the disk damaged? Name "
      "another folder, or remove the file to begin again",
      spill->folder->path, page->offset);
}
