/* scatter.c - scatters edges to buckets in one reading, with all threads and in place.
 *
 * - Each thread reads its share of the edges once. An edge goes directly to the last page of its
 *   bucket.  The pages that were read last are the first to be written again, so they are still
 *   cached.
 * - If the smaller ends ascend in each part (sorted files, read by any number of threads), each
 *   thread reads the edges of all parts whose smaller ends are in its range, and merges them:
 *   each bucket then gets its edges in the order of their smaller ends.  Other edges are read
 *   part by part.
 */
#include "prepare/cpu/scatter.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/cpu/pages.h"

enum {
    /* edges of a bucket: they and the memory for sorting them take 256 KiB each, within a core's L2 */
    BUCKET_EDGES = 1 << 15,
    /* fewer edges in buckets of small graphs, so that every thread has buckets */
    SMALL_BUCKET_EDGES = 1 << 11,
    /* buckets for each thread: many, so that no thread waits long for the last bucket */
    BUCKETS_EACH = 16,
    /* few enough that the cache line that is being written in each bucket stays in the L2 */
    MOST_BUCKETS = 1 << 12,
    /* about the most rows of a bucket, so that the data for its rows stays in the L2, too */
    BUCKET_ROWS = 1 << 16,
    MOST_BINS = 1 << 15, /* equal ranges of rows, of which buckets are made */
    /* a thread reads this many edges between two checks of progress, cancelling and finished pages */
    STEP_EDGES = 1 << 13,
    BUCKET_SAMPLES = 16 /* this many edges per bucket are sampled to find the buckets' borders */
};

#define NO_PAGE UINT32_MAX

typedef struct scattering {
    const tg_preparation *preparation;
    tg_scatter *scatter;
    uint32_t bin_shift, bins;
    uint16_t *bucket_of; /* the bucket of each bin */
    tg_source *sources; /* an entry for each thread and part */
} scattering;

/* The data of a thread that writes its pages. */
typedef struct writer {
    tricorn_context *context;
    const scattering *job;
    tg_source *sources; /* an entry for each part */
    tg_edge **places; /* for each bucket: where its last page is */
    uint32_t *tails; /* for each bucket: the number of its last page */
    uint32_t *heads;
    uint64_t *counts;
    tg_page_allocator pages;
} writer;

/* ---- pages ---- */

static void begin_page(writer *to, uint32_t bucket)
{
    const tg_scatter *scatter = to->job->scatter;
    const uint32_t page = tg_pages_take(&to->pages, bucket);
    if (to->tails[bucket] == NO_PAGE)
        to->heads[bucket] = page;
    else
        scatter->next_pages[to->tails[bucket]] = page;
    scatter->next_pages[page] = NO_PAGE;
    to->tails[bucket] = page;
    to->places[bucket] = scatter->pages[page];
}

/* ---- edges ---- */

typedef enum naming { AS_BEFORE, BY_TABLE, BY_RANK } naming;

static inline uint32_t new_id(const tg_preparation *preparation, naming how, uint32_t x)
{
    return how == AS_BEFORE ? x : how == BY_TABLE ? preparation->new_ids[x] : tg_rank(preparation->ranks, x);
}

/* Prefetches the new id of the second end of the edge TG_AHEAD later. First ends seldom change
 * in sorted edges, so their new ids are cached. */
static inline void fetch_name(const tg_preparation *preparation, naming how, const tg_edge *edges, uint64_t left)
{
    const uint32_t x = edges[left > TG_AHEAD ? TG_AHEAD : 0].v;
    if (how == BY_TABLE) __builtin_prefetch(&preparation->new_ids[x]);
    if (how == BY_RANK) __builtin_prefetch(&preparation->ranks[x / 64]);
}

static inline void put_edge(writer *to, tg_edge edge, uint32_t bucket, uint32_t in_page)
{
    const uint64_t at = to->counts[bucket]++ & in_page;
    if (at == 0) begin_page(to, bucket);
    to->places[bucket][at] = edge;
}

static inline __attribute__((always_inline)) void put_named(
  writer *to, const tg_edge *edges, uint64_t count, naming how)
{
    const scattering *job = to->job;
    const uint32_t in_page = job->scatter->page_edges - 1; /* page_edges is a power of two */
    const tg_preparation *preparation = job->preparation;
    const uint16_t *const bucket_of = job->bucket_of;
    const uint32_t bin_shift = job->bin_shift;

    for (uint64_t i = 0; i < count; i++) {
        const tg_edge old = edges[i];
        fetch_name(preparation, how, edges + i, count - i);
        if (old.u == old.v) continue;
        /* Sorted edges often have the same first end as the edge before. Looking up its new id
         * again costs less than a branch that is mispredicted at the next first end. */
        const tg_edge edge = {new_id(preparation, how, old.u), new_id(preparation, how, old.v)};
        const uint32_t bucket = bucket_of[tg_larger_end(edge) >> bin_shift];
        put_edge(to, edge, bucket, in_page);
    }
}

static naming naming_of(const tg_preparation *preparation)
{
    return preparation->new_ids ? BY_TABLE : preparation->ranks ? BY_RANK : AS_BEFORE;
}

/* Puts the next `count` edges of a source into buckets; returns false if the thread must stop. */
static bool put(writer *to, tg_source *from, uint64_t count)
{
    const tg_edge *edges = from->edges + from->at;
    switch (naming_of(to->job->preparation)) {
    case AS_BEFORE: put_named(to, edges, count, AS_BEFORE); break;
    case BY_TABLE: put_named(to, edges, count, BY_TABLE); break;
    case BY_RANK: put_named(to, edges, count, BY_RANK); break;
    }
    from->at += count;
    tg_pages_free_read(&to->pages, from);
    return !tg_work_add(to->context, count);
}

/* ---- what each thread reads ---- */

static void set_sources(const scattering *job, uint32_t thread)
{
    const tg_edges *edges = job->preparation->edges;
    const uint32_t threads = job->scatter->threads;
    const tg_slice all = tg_slice_of(job->preparation->input_edges, thread, threads);
    tg_source *sources = job->sources + (uint64_t)thread * edges->part_count;
    uint64_t start = 0;
    if (job->scatter->ascending) tg_ascending_sources(job->preparation, thread, threads, sources);
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++) {
        const tg_edge_part *part = &edges->parts[p];
        tg_source *from = &sources[p];
        if (!job->scatter->ascending) {
            const tg_slice_edges some = tg_slice_in(part, start, all);
            from->edges = part->edges;
            from->at = some.count ? (uint64_t)(some.edges - from->edges) : 0;
            from->last = from->at + some.count;
        }
    }
}

static void read_sources(writer *to)
{
    const uint32_t parts = to->job->preparation->edges->part_count;
    if (to->job->scatter->ascending) {
        uint64_t run = 0;
        for (tg_source *from; (from = tg_next_run(to->sources, parts, STEP_EDGES, &run)) != NULL;)
            if (!put(to, from, run)) return;
        return;
    }
    for (uint32_t p = 0; p < parts; p++)
        for (tg_source *from = &to->sources[p]; from->at < from->last;) {
            const uint64_t left = from->last - from->at;
            if (!put(to, from, left < STEP_EDGES ? left : STEP_EDGES)) return;
        }
}

static tricorn_status scatter_share(tricorn_context *context, const scattering *job, uint32_t thread)
{
    tricorn_status status = TRICORN_OK;
    const tg_scatter *scatter = job->scatter;
    const uint32_t buckets = scatter->buckets, parts = job->preparation->edges->part_count;
    writer to = {.context = context,
      .job = job,
      .sources = job->sources + (uint64_t)thread * parts,
      .heads = scatter->heads + (uint64_t)thread * buckets,
      .counts = scatter->counts + (uint64_t)thread * buckets};

    TG_TRY(tg_page_allocator_create(context, job->scatter, thread, &to.pages));
    for (uint32_t p = 0; p < parts; p++) tg_pages_begin(scatter, p, &to.sources[p]);
    TG_TRY(TG_ALLOC(context, buckets, &to.places));
    TG_TRY(TG_ALLOC(context, buckets, &to.tails));
    for (uint32_t b = 0; b < buckets; b++) to.tails[b] = NO_PAGE;
    read_sources(&to);

cleanup:
    tg_free(to.places);
    tg_free(to.tails);
    tg_page_allocator_free(&to.pages);
    return status;
}

/* ---- borders of the buckets ---- */

static tg_edge edge_at(const tg_edges *edges, uint64_t place)
{
    uint32_t p = 0;
    for (; place >= edges->parts[p].count; p++) place -= edges->parts[p].count;
    return ((const tg_edge *)edges->parts[p].edges)[place];
}

/* Counts the sampled edges in each bin: one random edge from each of `samples` equal shares of all edges. */
static void sample_bins(const scattering *job, uint64_t samples, uint32_t *bins)
{
    const tg_preparation *preparation = job->preparation;
    const naming how = naming_of(preparation);
#pragma omp parallel for num_threads((int)job->scatter->threads) schedule(static)
    for (uint64_t s = 0; s < samples; s++) {
        const tg_slice share = tg_slice_of(preparation->input_edges, s, samples);
        const uint64_t place = share.first + tg_hash_mix(s + 1, TG_HASH_GOLDEN) % (share.last - share.first);
        const tg_edge edge = edge_at(preparation->edges, place);
        if (edge.u == edge.v) continue;
        const tg_edge named = {new_id(preparation, how, edge.u), new_id(preparation, how, edge.v)};
        __atomic_fetch_add(&bins[tg_larger_end(named) >> job->bin_shift], 1, __ATOMIC_RELAXED);
    }
}

/* Makes buckets of about `wanted` samples from consecutive bins. */
static void join_bins(scattering *job, const uint32_t *bins, uint64_t wanted)
{
    tg_scatter *scatter = job->scatter;
    const uint32_t active = job->preparation->graph->active;
    const uint32_t even = active / (MOST_BUCKETS / 2);
    const uint32_t most_rows = even > BUCKET_ROWS ? even : BUCKET_ROWS;
    uint64_t in_bucket = 0;
    uint32_t bucket = 0;
    scatter->first_rows[0] = 0;
    for (uint32_t bin = 0; bin < job->bins; bin++) {
        const uint32_t row = bin << job->bin_shift;
        const bool full = in_bucket > 0 && in_bucket + bins[bin] > wanted;
        if ((full || row - scatter->first_rows[bucket] >= most_rows) && bucket < MOST_BUCKETS - 1) {
            scatter->first_rows[++bucket] = row;
            in_bucket = 0;
        }
        job->bucket_of[bin] = (uint16_t)bucket;
        in_bucket += bins[bin];
    }
    scatter->buckets = bucket + 1;
    scatter->first_rows[scatter->buckets] = active;
}

/* Returns how many edges a bucket should have. */
static uint64_t edges_wanted(uint64_t edges, uint32_t threads)
{
    const uint64_t even = edges / (MOST_BUCKETS / 2), share = edges / threads / BUCKETS_EACH;
    if (even > BUCKET_EDGES) return even;
    return share > BUCKET_EDGES ? BUCKET_EDGES : share > SMALL_BUCKET_EDGES ? share : SMALL_BUCKET_EDGES;
}

static tricorn_status choose_buckets(tricorn_context *context, scattering *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = job->preparation->input_edges;
    const uint32_t active = job->preparation->graph->active;
    const uint64_t wanted = edges_wanted(edges, job->scatter->threads);
    uint64_t samples = (edges / wanted + 1) * BUCKET_SAMPLES;
    uint32_t *bins = NULL;

    if (samples > edges) samples = edges;
    while (active >> job->bin_shift >= MOST_BINS) job->bin_shift++;
    job->bins = (active >> job->bin_shift) + 1;
    TG_TRY(TG_ALLOC(context, job->bins, &job->bucket_of));
    TG_TRY(TG_ALLOC_ZERO(context, job->bins, &bins));
    TG_TRY(TG_ALLOC(context, MOST_BUCKETS + 1, &job->scatter->first_rows));
    sample_bins(job, samples, bins);
    join_bins(job, bins, BUCKET_SAMPLES);
cleanup:
    tg_free(bins);
    return status;
}

/* ---- all ---- */

/* Sets the sources of all threads. This must be done before the first edge moves, because it
 * searches all edges. Returns the largest number of parts that a thread reads. */
static uint32_t set_all_sources(const scattering *job)
{
    const uint32_t threads = job->scatter->threads, parts = job->preparation->edges->part_count;
    uint32_t most = 0;
#pragma omp parallel for num_threads((int)threads) schedule(static, 1) reduction(max : most)
    for (uint32_t thread = 0; thread < threads; thread++) {
        const tg_source *sources = job->sources + (uint64_t)thread * parts;
        uint32_t read = 0;
        set_sources(job, thread);
        for (uint32_t p = 0; p < parts; p++) read += sources[p].at < sources[p].last;
        if (read > most) most = read;
    }
    return most;
}

static void sum_buckets(tg_scatter *scatter)
{
    uint64_t sum = 0;
    for (uint32_t b = 0; b < scatter->buckets; b++) {
        scatter->starts[b] = sum;
        for (uint32_t t = 0; t < scatter->threads; t++) sum += scatter->counts[(uint64_t)t * scatter->buckets + b];
        if (sum - scatter->starts[b] > scatter->largest) scatter->largest = sum - scatter->starts[b];
    }
    scatter->starts[scatter->buckets] = sum;
}

tricorn_status tg_scatter_edges(tricorn_context *context, tg_preparation *preparation, tg_scatter *scatter)
{
    tricorn_status status = TRICORN_OK;
    _Atomic int failure = TRICORN_OK;
    tg_scatter made = {
      .threads = context->threads, .ascending = preparation->ascending && preparation->graph->order == TG_ORDER_INPUT};
    scattering job = {.preparation = preparation, .scatter = &made};

    TG_TRY(choose_buckets(context, &job));
    const uint64_t lists = (uint64_t)made.threads * made.buckets;
    TG_TRY(TG_ALLOC(context, lists, &made.heads));
    TG_TRY(TG_ALLOC_ZERO(context, lists, &made.counts));
    TG_TRY(TG_ALLOC(context, (uint64_t)made.buckets + 1, &made.starts));
    TG_TRY(TG_ALLOC(context, (uint64_t)made.threads * preparation->edges->part_count, &job.sources));
    TG_TRY(tg_pages_make(context, preparation, set_all_sources(&job), STEP_EDGES, &made));
    tg_work_begin(context, "scattering", preparation->input_edges);
#pragma omp parallel for num_threads((int)made.threads) schedule(static, 1)
    for (uint32_t thread = 0; thread < made.threads; thread++)
        tg_keep_failure(&failure, scatter_share(context, &job, thread));
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    sum_buckets(&made);
    *scatter = made;
    made = (tg_scatter){0};

cleanup:
    tg_free(job.bucket_of);
    tg_free(job.sources);
    tg_scatter_free(&made);
    return status;
}

void tg_scatter_free(tg_scatter *scatter)
{
    tg_free(scatter->first_rows);
    tg_free(scatter->starts);
    tg_free(scatter->pages);
    tg_free(scatter->next_pages);
    tg_free(scatter->next_slabs);
    tg_free(scatter->group_slabs);
    tg_free(scatter->first_slabs);
    tg_free(scatter->heads);
    tg_free(scatter->counts);
    tg_free(scatter->pool);
    *scatter = (tg_scatter){0};
}

void tg_scatter_gather(
  const tricorn_context *context, const tg_scatter *scatter, uint32_t first, uint32_t end, tg_edge *out)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t b = first; b < end; b++) {
        tg_edge *place = out + (scatter->starts[b] - scatter->starts[first]);
        for (tg_scatter_walk walk = {.bucket = b}; tg_scatter_next(scatter, &walk); place += walk.count)
            memcpy(place, walk.edges, walk.count * sizeof *place);
    }
}
