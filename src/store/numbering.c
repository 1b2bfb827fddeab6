/* numbering.c - numbers the vertices of edges on disk.
 *
 * - Edges (u, v) are distributed to buckets by a hash of u. Each bucket in turn is read: its
 *   ids u are looked up in a map in memory, an id that is not in it gets the next number, and
 *   (v, number of u) is written to the bucket of v.  Then each v is replaced in the same way,
 *   and the edges are written to the new spill.
 * - The ids of each bucket are also written to disk with their numbers, since both steps need
 *   them.  Hubs are numbered first, so that they have the smallest numbers.
 * - If the ids stand for words, or an id table is made, all ids are numbered before the edges
 *   are read: words by the word table, other ids by sorting.  For sorting, the ends v are also
 *   distributed to separate buckets, a map removes repetitions from each bucket, and an id's
 *   number is its rank among all ids.
 * - A full map accepts no more ids: a record whose id is not in the map is appended to its
 *   bucket again, and the next map takes it.  So no bucket is too large.
 */
#include "store/numbering.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/cpu/compact_ids.h"
#include "store/id_map.h"
#include "store/files/limits.h"
#include "store/files/triples.h"

enum {
    BUFFERS_SHARE = 8, /* the pages of buckets use an eighth of the memory */
    MAPS_SHARE = 4,
    SORT_SHARE = 8, /* ids that are sorted use an eighth of the memory */
    BUCKETS_MOST = 1 << 12,
    BATCH = 1 << 12 /* how many edges are added to the spill at a time */
};

typedef struct numbering {
    tricorn_context *context;
    uint64_t memory_bytes;
    uint32_t threads;
    tg_spill *from, *into;
    size_t id_bytes; /* the size of an id in records: 4 or 8 */
    bool words; /* the ids stand for words */
    bool complete; /* all ids are numbered before the edges are read */
    tg_numbering_ids wanted;
    tg_id_table *ids; /* NULL: no id table is made */
    uint64_t seed, map_slots;
    uint32_t buckets, page_bytes;
    unsigned shift; /* an id is in bucket hash >> shift; 64: all ids are in the only bucket */
    tg_buckets *edges; /* pairs (u, v), in buckets by u */
    tg_buckets *ends; /* the ends v, in buckets by v, if ids are sorted; otherwise NULL */
    pthread_mutex_t lock; /* protects `sorted` */
    tg_triples *sorted;
    tg_buckets *halves; /* pairs (v, number of u), in buckets by v */
    tg_buckets *known; /* ids with their numbers, in buckets by id */
    uint32_t *hub_numbers;
    _Atomic uint64_t next; /* the number that the next new id gets */
    _Atomic int failure;
} numbering;

/* ---- records ---- */

static uint64_t hash_of(const numbering *job, uint64_t id)
{
    return tg_hash_id(job->seed, id);
}

static uint32_t bucket_of(const numbering *job, uint64_t hash)
{
    return job->shift < 64 ? (uint32_t)(hash >> job->shift) : 0;
}

static char *store_id(const numbering *job, char *at, uint64_t id)
{
    const uint32_t narrow = (uint32_t)id;
    if (job->id_bytes == sizeof narrow)
        memcpy(at, &narrow, sizeof narrow);
    else
        memcpy(at, &id, sizeof id);
    return at + job->id_bytes;
}

static uint64_t load_id(const numbering *job, const char *at)
{
    uint32_t narrow;
    uint64_t id;
    if (job->id_bytes == sizeof narrow) {
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    }
    memcpy(&id, at, sizeof id);
    return id;
}

static tricorn_status put_known(const numbering *job, tg_bucket_writer *writer, uint64_t id, uint32_t number)
{
    char *record;
    TG_DO(tg_bucket_put(
      job->context, writer, bucket_of(job, hash_of(job, id)), (uint32_t)(job->id_bytes + sizeof number), &record));
    memcpy(store_id(job, record, id), &number, sizeof number);
    return TRICORN_OK;
}

/* ---- edges by their first ends ---- */

/* What a thread needs to distribute edges to buckets. */
typedef struct distributor {
    tg_bucket_writer edges, ends;
} distributor;

static tricorn_status put_edge(const numbering *job, distributor *own, uint64_t u, uint64_t v)
{
    char *record;
    TG_DO(tg_bucket_put(
      job->context, &own->edges, bucket_of(job, hash_of(job, u)), (uint32_t)(2 * job->id_bytes), &record));
    store_id(job, store_id(job, record, u), v);
    if (job->ends == NULL || u == v) return TRICORN_OK;
    TG_DO(tg_bucket_put(job->context, &own->ends, bucket_of(job, hash_of(job, v)), (uint32_t)job->id_bytes, &record));
    store_id(job, record, v);
    return TRICORN_OK;
}

/* Distributes the edges that have labels to buckets. Each thread takes every `threads`-th page. */
static tricorn_status distribute_pages(const numbering *job, distributor *own, uint32_t thread)
{
    tg_spill *from = job->from;
    tricorn_status status = TRICORN_OK;
    tg_edge *edges = NULL;

    TG_TRY(TG_ALLOC(job->context, from->page_edges, &edges));
    uint64_t said = thread;
    for (uint64_t p = thread; p < from->page_count; p += job->threads) {
        const tg_spill_page *page = &from->pages[p];
        tg_spill_fetch(from, p, job->threads, from->page_count, &said);
        TG_TRY(tg_spill_read(job->context, from, page, edges));
        for (uint32_t i = 0; i < page->count; i++)
            TG_TRY(put_edge(job, own, tg_label_id(&from->labels, edges[i].u), tg_label_id(&from->labels, edges[i].v)));
        if (tg_work_add(job->context, page->count)) TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    tg_free(edges);
    return status;
}

/* Distributes the edges whose ids are too large for labels to buckets. Each thread takes every
 * `threads`-th page. */
static tricorn_status distribute_far(const numbering *job, distributor *own, uint32_t thread)
{
    tg_buckets *far = job->from->far;
    tricorn_status status = TRICORN_OK;
    char *room = NULL;

    if (far == NULL) return TRICORN_OK;
    TG_TRY(TG_ALLOC(job->context, far->largest_page, &room));
    for (uint64_t p = thread; p < far->page_count; p += job->threads) {
        const uint32_t bytes = far->pages[p].bytes;
        TG_TRY(tg_bucket_read_page(job->context, far, (uint32_t)p, room));
        for (uint32_t at = 0; at < bytes; at += sizeof(tg_wide_edge)) {
            tg_wide_edge edge;
            memcpy(&edge, room + at, sizeof edge);
            TG_TRY(put_edge(job, own, edge.u, edge.v));
        }
        if (tg_work_add(job->context, bytes / sizeof(tg_wide_edge))) TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    tg_free(room);
    return status;
}

static tricorn_status distribute_of_thread(numbering *job, uint32_t thread)
{
    tricorn_status status = TRICORN_OK;
    distributor own = {0};
    TG_TRY(tg_bucket_writer_create(job->context, job->edges, &own.edges));
    if (job->ends) TG_TRY(tg_bucket_writer_create(job->context, job->ends, &own.ends));
    TG_TRY(distribute_pages(job, &own, thread));
    TG_TRY(distribute_far(job, &own, thread));
    TG_TRY(tg_bucket_end_all(job->context, &own.edges));
    TG_TRY(tg_bucket_end_all(job->context, &own.ends));
cleanup:
    tg_bucket_writer_free(&own.edges);
    tg_bucket_writer_free(&own.ends);
    return status;
}

/* ---- different ids ---- */

/* What a thread needs to collect distinct ids. */
typedef struct collector {
    numbering *job;
    tg_id_map map;
    uint64_t *batch; /* BATCH distinct ids, which are sorted later */
    uint32_t batched;
} collector;

static tricorn_status sort_batch(collector *own)
{
    numbering *job = own->job;
    tricorn_status status = TRICORN_OK;
    pthread_mutex_lock(&job->lock);
    for (uint32_t i = 0; i < own->batched && status == TRICORN_OK; i++) {
        const tg_triple id = {{(uint32_t)(own->batch[i] >> 32), (uint32_t)own->batch[i], 0}};
        status = tg_triples_put(job->context, job->sorted, id);
    }
    pthread_mutex_unlock(&job->lock);
    own->batched = 0;
    return status;
}

/* Collects the first id of each record of a bucket, each id once. A full map is cleared, so an
 * id may be collected again later. */
static tricorn_status collect_ids(collector *own, tg_buckets *from, uint32_t bucket, size_t record_bytes)
{
    numbering *job = own->job;
    tricorn_status status = TRICORN_OK;
    tg_bucket_reader reader = {0};
    const uint32_t last = tg_bucket_last(from, bucket);
    uint64_t done = 0;

    TG_TRY(tg_bucket_reader_create(job->context, from, &reader));
    tg_bucket_reader_start(&reader, bucket);
    for (bool more = true;; done++) {
        TG_TRY(tg_bucket_more(job->context, &reader, last, &more));
        if (!more) break;
        const uint64_t id = load_id(job, reader.room + reader.at);
        uint64_t slot = tg_id_map_find(&own->map, id, hash_of(job, id));
        reader.at += (uint32_t)record_bytes;
        if (own->map.numbers[slot] != UINT32_MAX) continue;
        if (tg_id_map_is_full(&own->map)) {
            tg_id_map_clear(&own->map, UINT64_MAX);
            slot = tg_id_map_find(&own->map, id, hash_of(job, id));
        }
        tg_id_map_set(&own->map, slot, id, 0);
        own->batch[own->batched++] = id;
        if (own->batched == BATCH) TG_TRY(sort_batch(own));
    }
    if (tg_work_add(job->context, done)) TG_TRY(tg_check_cancelled(job->context));
cleanup:
    tg_bucket_reader_free(&reader);
    return status;
}

static tricorn_status collect_of_thread(numbering *job, uint32_t thread)
{
    tricorn_status status = TRICORN_OK;
    collector own = {.job = job};
    TG_TRY(tg_id_map_create(job->context, job->map_slots, &own.map));
    TG_TRY(TG_ALLOC(job->context, BATCH, &own.batch));
    for (uint32_t b = thread; b < job->buckets; b += job->threads) {
        const uint64_t bytes = job->edges->bytes[b] / 2 + job->ends->bytes[b];
        tg_id_map_clear(&own.map, bytes / job->id_bytes + 1);
        TG_TRY(collect_ids(&own, job->edges, b, 2 * job->id_bytes));
        TG_TRY(collect_ids(&own, job->ends, b, job->id_bytes));
    }
    TG_TRY(sort_batch(&own));
cleanup:
    tg_id_map_free(&own.map);
    tg_free(own.batch);
    return status;
}

/* ---- replacing one end of each edge ---- */

/* What a thread needs to replace an end of each edge by its number. After the first end it
 * writes a half edge with `out`; after the second one it adds the edge to the spill. */
typedef struct worker {
    numbering *job;
    bool second;
    uint32_t thread, bucket;
    bool open; /* an id that is not in the map gets a number */
    tg_id_map map;
    tg_bucket_reader records, known;
    tg_bucket_writer waiting, numbered, out;
    tg_edge *batch;
    uint32_t batched;
} worker;

static size_t record_bytes(const worker *own)
{
    return own->job->id_bytes + (own->second ? sizeof(uint32_t) : own->job->id_bytes);
}

static tricorn_status spill_batch(worker *own)
{
    tg_edge_spill *into = &own->job->into->base;
    const tg_edge_part part = {.edges = own->batch, .count = own->batched, .number = own->thread};
    own->batched = 0;
    if (part.count == 0) return TRICORN_OK;
    return into->take(own->job->context, into, &part, sizeof(tg_edge));
}

/* Uses the number of a record's first id: writes a half edge, or adds the edge to the spill. */
static tricorn_status replace(worker *own, const char *record, uint32_t number)
{
    const numbering *job = own->job;
    char *half;
    if (own->second) {
        tg_edge *edge = &own->batch[own->batched++];
        memcpy(&edge->u, record + job->id_bytes, sizeof edge->u);
        edge->v = number;
        return own->batched < BATCH ? TRICORN_OK : spill_batch(own);
    }
    const uint64_t other = load_id(job, record + job->id_bytes);
    TG_DO(tg_bucket_put(
      job->context, &own->out, bucket_of(job, hash_of(job, other)), (uint32_t)(job->id_bytes + sizeof number), &half));
    memcpy(store_id(job, half, other), &number, sizeof number);
    return TRICORN_OK;
}

static tricorn_status too_many(tricorn_context *context)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "there are more than %" PRIu32 " different vertices, and a graph on disk can have no more",
      UINT32_MAX - TG_HUBS_MOST);
}

/* Assigns the next number to an id that has none, and stores it in the map. */
static tricorn_status give_number(worker *own, uint64_t id, uint64_t slot)
{
    numbering *job = own->job;
    const uint64_t number = atomic_fetch_add(&job->next, 1);
    if (number >= UINT32_MAX - TG_HUBS_MOST) return too_many(job->context);
    tg_id_map_set(&own->map, slot, id, (uint32_t)number);
    return own->second ? TRICORN_OK : put_known(job, &own->numbered, id, (uint32_t)number);
}

/* Appends a record to its bucket again, so that the next map takes it. */
static tricorn_status postpone(worker *own, const char *record)
{
    char *copy;
    const uint32_t bytes = (uint32_t)record_bytes(own);
    const tricorn_status status = tg_bucket_put(own->job->context, &own->waiting, own->bucket, bytes, &copy);
    if (status == TRICORN_OK) memcpy(copy, record, bytes);
    return status;
}

/* Handles each record of a page: replaces its id by the number, or postpones the record. */
static tricorn_status number_page(worker *own)
{
    tg_bucket_reader *reader = &own->records;
    const uint32_t bytes = (uint32_t)record_bytes(own);
    uint64_t done = 0;
    for (; reader->at < reader->bytes; reader->at += bytes) {
        const char *record = reader->room + reader->at;
        const uint64_t id = load_id(own->job, record);
        const uint64_t slot = tg_id_map_find(&own->map, id, hash_of(own->job, id));
        if (own->map.numbers[slot] == UINT32_MAX) {
            if (!own->open || tg_id_map_is_full(&own->map)) {
                TG_DO(postpone(own, record));
                continue;
            }
            TG_DO(give_number(own, id, slot));
        }
        TG_DO(replace(own, record, own->map.numbers[slot]));
        done++;
    }
    if (tg_work_add(own->job->context, done)) TG_DO(tg_check_cancelled(own->job->context));
    return TRICORN_OK;
}

/* Fills the map with ids that already have numbers, beginning where the last map ended. */
static tricorn_status fill_map(worker *own, uint32_t last_known)
{
    const numbering *job = own->job;
    const uint32_t bytes = (uint32_t)(job->id_bytes + sizeof(uint32_t));
    tg_bucket_reader *reader = &own->known;
    bool more = true;

    tg_id_map_clear(&own->map, (job->known->bytes[own->bucket] + own->records.from->bytes[own->bucket]) / bytes + 1);
    while (!tg_id_map_is_full(&own->map)) {
        uint32_t number;
        TG_DO(tg_bucket_more(job->context, reader, last_known, &more));
        if (!more) break;
        const uint64_t id = load_id(job, reader->room + reader->at);
        memcpy(&number, reader->room + reader->at + job->id_bytes, sizeof number);
        reader->at += bytes;
        const uint64_t slot = tg_id_map_find(&own->map, id, hash_of(job, id));
        if (own->map.numbers[slot] == UINT32_MAX) tg_id_map_set(&own->map, slot, id, number);
    }
    own->open = !more && !job->complete;
    if (own->map.count == 0 && !own->open)
        return tg_fail(job->context, TRICORN_IO_ERROR,
          "%s/%s: a vertex that was written to it is missing: is the disk damaged? "
          "Name another folder by " TG_OPTION("work") " or " TG_OPTION("scratch"),
          job->from->folder->path, job->known->file.name);
    return TRICORN_OK;
}

static tricorn_status number_bucket(worker *own, uint32_t bucket)
{
    numbering *job = own->job;
    tg_buckets *records = own->records.from;
    const uint32_t last_known = tg_bucket_last(job->known, bucket);
    uint32_t last = tg_bucket_last(records, bucket), ended;
    bool more;

    own->bucket = bucket;
    tg_bucket_reader_start(&own->records, bucket);
    tg_bucket_reader_start(&own->known, bucket);
    if (last == TG_NO_PAGE) return TRICORN_OK;
    do {
        TG_DO(fill_map(own, last_known));
        for (;;) {
            TG_DO(tg_bucket_more(job->context, &own->records, last, &more));
            if (!more) break;
            TG_DO(number_page(own));
        }
        TG_DO(tg_bucket_end(job->context, &own->waiting, bucket));
        TG_DO(tg_bucket_end(job->context, &own->numbered, bucket));
        ended = last;
        last = tg_bucket_last(records, bucket);
    } while (last != ended);
    return TRICORN_OK;
}

static void free_worker(worker *own)
{
    tg_id_map_free(&own->map);
    tg_bucket_reader_free(&own->records);
    tg_bucket_reader_free(&own->known);
    tg_bucket_writer_free(&own->waiting);
    tg_bucket_writer_free(&own->numbered);
    tg_bucket_writer_free(&own->out);
    tg_free(own->batch);
}

static tricorn_status create_worker(numbering *job, bool second, uint32_t thread, worker *own)
{
    tg_buckets *records = second ? job->halves : job->edges;
    *own = (worker){.job = job, .second = second, .thread = thread};
    TG_DO(tg_id_map_create(job->context, job->map_slots, &own->map));
    TG_DO(tg_bucket_reader_create(job->context, records, &own->records));
    TG_DO(tg_bucket_reader_create(job->context, job->known, &own->known));
    TG_DO(tg_bucket_writer_create(job->context, records, &own->waiting));
    TG_DO(tg_bucket_writer_create(job->context, job->known, &own->numbered));
    if (second)
        TG_DO(TG_ALLOC(job->context, BATCH, &own->batch));
    else
        TG_DO(tg_bucket_writer_create(job->context, job->halves, &own->out));
    return TRICORN_OK;
}

static tricorn_status replace_of_thread(numbering *job, bool second, uint32_t thread)
{
    tricorn_status status = TRICORN_OK;
    worker own;
    TG_TRY(create_worker(job, second, thread, &own));
    for (uint32_t b = thread; b < job->buckets; b += job->threads) TG_TRY(number_bucket(&own, b));
    if (second)
        TG_TRY(spill_batch(&own));
    else
        TG_TRY(tg_bucket_end_all(job->context, &own.out));
cleanup:
    free_worker(&own);
    return status;
}

/* ---- numbers before the edges are read ---- */

/* A hub's id, and its place in the list of hubs. */
typedef struct hub {
    uint64_t id;
    uint32_t place;
} hub;

typedef struct listing {
    numbering *job;
    tg_bucket_writer writer;
    hub *hubs; /* the hubs, sorted by id */
    uint32_t hub_count;
} listing;

static int by_id(const void *a, const void *b)
{
    const hub *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Writes an id with its number to the id's bucket, and also stores the number if the id is a hub's. */
static tricorn_status list_id(void *user, uint64_t id, uint64_t number)
{
    listing *all = user;
    numbering *job = all->job;
    const hub wanted = {.id = id};
    if (number >= UINT32_MAX - TG_HUBS_MOST) return too_many(job->context);
    const hub *found = all->hub_count ? bsearch(&wanted, all->hubs, all->hub_count, sizeof wanted, by_id) : NULL;
    if (found) job->hub_numbers[found->place] = (uint32_t)number;
    if (number >= atomic_load(&job->next)) atomic_store(&job->next, number + 1);
    return put_known(job, &all->writer, id, (uint32_t)number);
}

/* What is needed to number sorted ids by their ranks. */
typedef struct ranking {
    listing *all;
    uint64_t last, count;
} ranking;

static tricorn_status rank_ids(tricorn_context *context, void *user, const tg_triple *ids, uint64_t count)
{
    ranking *to = user;
    const numbering *job = to->all->job;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t id = (uint64_t)ids[i].of[0] << 32 | ids[i].of[1];
        if (to->count > 0 && id == to->last) continue;
        TG_DO(tg_id_table_put(context, job->ids, id + job->wanted.first));
        TG_DO(list_id(to->all, id, to->count++));
        to->last = id;
    }
    if (tg_work_add(context, 0)) TG_DO(tg_check_cancelled(context));
    return TRICORN_OK;
}

static tricorn_status list_sorted(listing *all)
{
    numbering *job = all->job;
    ranking ranks = {.all = all};
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_triples_each(job->context, job->sorted, rank_ids, &ranks));
    TG_TRY(tg_id_table_end(job->context, job->ids));
cleanup:
    tg_triples_free(job->sorted);
    job->sorted = NULL;
    return status;
}

static tricorn_status list_known(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_spill *from = job->from;
    listing all = {.job = job, .hub_count = from->labels.hubs};

    TG_TRY(TG_ALLOC_ZERO(job->context, (uint64_t)all.hub_count + 1, &job->hub_numbers));
    TG_TRY(TG_ALLOC(job->context, (uint64_t)all.hub_count + 1, &all.hubs));
    for (uint32_t h = 0; h < all.hub_count; h++) all.hubs[h] = (hub){.id = tg_spill_hub(from, h), .place = h};
    qsort(all.hubs, all.hub_count, sizeof *all.hubs, by_id);
    TG_TRY(tg_bucket_writer_create(job->context, job->known, &all.writer));
    if (job->words)
        TG_TRY(tg_word_table_number(job->context, from->words, job->ids, list_id, &all));
    else if (job->ids)
        TG_TRY(list_sorted(&all));
    for (uint32_t h = 0; !job->complete && h < all.hub_count; h++) TG_TRY(list_id(&all, tg_spill_hub(from, h), h));
    TG_TRY(tg_bucket_end_all(job->context, &all.writer));
cleanup:
    tg_bucket_writer_free(&all.writer);
    tg_free(all.hubs);
    return status;
}

/* ---- the whole ---- */

bool tg_numbering_needed(const tg_spill *spill)
{
    if (!spill->begun) return false;
    return spill->far || spill->words || tg_store_limits_set.number ||
           !tg_ids_are_dense((uint64_t)spill->largest + 1, spill->base.taken);
}

static void choose_sizes(numbering *job)
{
    const uint64_t share = job->memory_bytes / BUFFERS_SHARE / job->threads;
    const uint64_t ends = 2 * job->from->base.taken; /* at most as many ids as ends */
    job->map_slots = job->memory_bytes / MAPS_SHARE / job->threads / tg_id_map_bytes(1);
    if (tg_store_limits_set.mapped_ids) job->map_slots = tg_store_limits_set.mapped_ids;
    job->buckets = 1;
    while (job->buckets < BUCKETS_MOST && share / 2 / job->buckets >= TG_BUCKET_PAGE_LEAST &&
           ends / job->buckets > job->map_slots / 2)
        job->buckets *= 2;
    if (tg_store_limits_set.id_buckets) job->buckets = tg_store_limits_set.id_buckets;
    job->shift = 64;
    while (UINT64_C(1) << (64 - job->shift) < job->buckets) job->shift--;
    job->page_bytes = tg_bucket_page_bytes(share / job->buckets);
    if (tg_store_limits_set.page_edges)
        job->page_bytes = tg_store_limits_set.page_edges * (uint32_t)sizeof(tg_wide_edge);
}

static tricorn_status create_buckets(const numbering *job, const char *name, tg_buckets **made)
{
    const tg_bucket_sizes sizes = {job->buckets, job->page_bytes};
    return tg_buckets_create(job->context, job->from->folder, name, sizes, made);
}

/* The steps that the threads do together. */
typedef enum step { DISTRIBUTE, COLLECT, REPLACE_FIRST, REPLACE_SECOND } step;

static tricorn_status step_of_thread(numbering *job, step what, uint32_t thread)
{
    if (what == DISTRIBUTE) return distribute_of_thread(job, thread);
    if (what == COLLECT) return collect_of_thread(job, thread);
    return replace_of_thread(job, what == REPLACE_SECOND, thread);
}

static tricorn_status run_step(numbering *job, step what)
{
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) tg_keep_failure(&job->failure, step_of_thread(job, what, t));
    return (tricorn_status)atomic_load(&job->failure);
}

/* Distributes the edges, and assigns the numbers that must be known before the edges are read. */
static tricorn_status distribute_and_list(numbering *job)
{
    tg_spill *from = job->from;
    const bool sorted = job->wanted.kept && !job->words;

    TG_DO(create_buckets(job, "tricorn-ids", &job->known));
    TG_DO(create_buckets(job, "tricorn-pairs", &job->edges));
    if (sorted) TG_DO(create_buckets(job, "tricorn-ends", &job->ends));
    if (job->words) TG_DO(list_known(job));
    tg_work_begin(job->context, "numbering vertices", (sorted ? 5 : 3) * from->base.taken);
    TG_DO(run_step(job, DISTRIBUTE));
    tg_spill_free_edges(from);
    if (sorted) {
        TG_DO(tg_triples_create(job->context, from->folder, job->memory_bytes / SORT_SHARE, &job->sorted));
        TG_DO(run_step(job, COLLECT));
        tg_buckets_free(job->ends);
        job->ends = NULL;
    }
    if (!job->words) TG_DO(list_known(job));
    return TRICORN_OK;
}

static tricorn_status make(numbering *job)
{
    tg_spill *from = job->from;

    if (job->wanted.kept) TG_DO(tg_id_table_create(job->context, from->folder, job->words, &job->ids));
    TG_DO(distribute_and_list(job));
    TG_DO(create_buckets(job, "tricorn-halves", &job->halves));
    TG_DO(run_step(job, REPLACE_FIRST));
    tg_buckets_free(job->edges);
    job->edges = NULL;
    const tg_spill_sizes sizes = {.memory_bytes = from->memory_bytes, .parts = job->threads};
    TG_DO(tg_spill_create(job->context, from->folder, &sizes, &job->into));
    TG_DO(tg_spill_begin_numbered(job->context, job->into, from, job->hub_numbers, atomic_load(&job->next)));
    job->into->all_edges = from->base.taken;
    TG_DO(run_step(job, REPLACE_SECOND));
    TG_DO(tg_spill_flush(job->context, job->into));
    job->into->id_table = job->ids;
    job->ids = NULL;
    return TRICORN_OK;
}

tricorn_status tg_numbering_make(
  tricorn_context *context, uint64_t memory_bytes, const tg_numbering_ids *wanted, tg_spill **spill)
{
    tricorn_status status = TRICORN_OK;
    tg_spill *from = *spill;
    numbering job = {.context = context,
      .memory_bytes = memory_bytes,
      .threads = context->threads,
      .from = from,
      .words = from->words != NULL,
      .complete = from->words != NULL || wanted->kept,
      .wanted = *wanted,
      .id_bytes = from->far ? sizeof(uint64_t) : sizeof(uint32_t)};

    job.seed = tg_hash_seed();
    pthread_mutex_init(&job.lock, NULL);
    choose_sizes(&job);
    TG_TRY(make(&job));
    tg_spill_free(from);
    *spill = job.into;
    job.into = NULL;
cleanup:
    tg_buckets_free(job.edges);
    tg_buckets_free(job.ends);
    tg_buckets_free(job.halves);
    tg_buckets_free(job.known);
    tg_triples_free(job.sorted);
    tg_id_table_free(job.ids);
    tg_free(job.hub_numbers);
    tg_spill_free(job.into);
    pthread_mutex_destroy(&job.lock);
    return status;
}
