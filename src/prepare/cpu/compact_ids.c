/* compact_ids.c - replaces the user's ids by numbers 0, 1, 2, ...
 *
 * - Ids that nearly fill their range stay as they are, or the smallest id is subtracted from all.
 * - All others are numbered by rank: all threads put the ids into one hash table without locks,
 *   the distinct ids are sorted, each slot of the table gets its id's rank, and the edges are
 *   rewritten in place.
 * - Slots are prefetched in batches, which hides the latency of memory.
 * - The numbers are the same for any number of threads.
 */
#include "prepare/cpu/compact_ids.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/prepare.h"
#include "prepare/cpu/radix_sort.h"
#include "prepare/steps.h"

enum {
    /* Ids stay as they are if their range is at most this many times the edges: numbering them by
     * rank would cost more than the smaller arrays of vertices save. */
    DENSE_FACTOR = 4,
    DENSE_ALWAYS = 1 << 16, /* ids with a range up to this stay as they are */

    BATCH = 64, /* how many slots are prefetched together: enough to hide the latency */
    /* edges between two tests of progress, cancelling and whether the table is full */
    STEP = 1 << 13,
    /* the first table has one slot per this many edges, since graphs have fewer vertices than edges */
    SLOTS_SHARE = 8,
    FIRST_SLOTS = 1 << 12,
    /* one thread rewrites this many edges of a part before all threads share the rest */
    FIRST_ROUND = 1 << 16
};

/* Marks an empty slot; whether the input contains this id is stored in no_id_met. */
#define NO_ID UINT64_MAX

typedef struct slot {
    _Atomic uint64_t id;
    uint64_t rank;
} slot;

typedef struct numbering {
    tricorn_context *context;
    tg_edges *edges;
    uint64_t count; /* the number of edges */
    uint64_t most; /* the most vertices that are allowed */
    uint64_t smallest, largest;

    /* Used if the smallest id is subtracted: */
    uint64_t base;

    /* Used if ids are numbered by rank: */
    bool ranked;
    slot *slots;
    uint64_t slot_count; /* the number of slots, a power of two */
    unsigned shift; /* the search for an id begins at slot hash >> shift */
    uint64_t seed;
    _Atomic uint64_t used;
    atomic_bool no_id_met;
    uint64_t *next; /* for each slice: the next edge whose ids go into the table */
    uint64_t *numbers; /* the distinct ids, ascending */
    uint64_t distinct;
} numbering;

/* ---- ids of parts ---- */

/* Copies the ids of edges `first` to first + count - 1 of a part, as u, v, u, v, ... */
static void load_ids(const tg_edge_part *part, bool wide, uint64_t first, uint64_t count, uint64_t *ids)
{
    if (wide) {
        memcpy(ids, (const tg_wide_edge *)part->edges + first, count * sizeof(tg_wide_edge));
        return;
    }
    const tg_edge *edges = (const tg_edge *)part->edges + first;
    for (uint64_t i = 0; i < count; i++) {
        ids[2 * i] = edges[i].u;
        ids[2 * i + 1] = edges[i].v;
    }
}

/* Finds the smallest and the largest id of all edges. */
static void find_range(numbering *job)
{
    const tg_edges *edges = job->edges;
    const uint64_t slices = job->context->threads;
    uint64_t smallest = UINT64_MAX, largest = 0;
#pragma omp parallel for num_threads((int)slices) schedule(static, 1) reduction(min : smallest) reduction(max : largest)
    for (uint64_t s = 0; s < slices; s++) {
        for (uint32_t p = 0; p < edges->part_count; p++) {
            const tg_slice slice = tg_slice_of(edges->parts[p].count, s, slices);
            for (uint64_t i = slice.first; i < slice.last; i++) {
                uint64_t ids[2];
                load_ids(&edges->parts[p], edges->wide, i, 1, ids);
                for (unsigned e = 0; e < 2; e++) {
                    smallest = ids[e] < smallest ? ids[e] : smallest;
                    largest = ids[e] > largest ? ids[e] : largest;
                }
            }
        }
    }
    job->smallest = smallest;
    job->largest = largest;
}

/* ---- the table ---- */

static uint64_t slot_of(const numbering *job, uint64_t id)
{
    return tg_hash_id(job->seed, id) >> job->shift;
}

static tricorn_status create_table(numbering *job, uint64_t slot_count)
{
    slot *slots = NULL;
    TG_DO(TG_ALLOC(job->context, slot_count, &slots));
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint64_t s = 0; s < slot_count; s++) atomic_init(&slots[s].id, NO_ID);
    job->slots = slots;
    job->slot_count = slot_count;
    job->shift = 64 - (unsigned)__builtin_ctzll(slot_count);
    return TRICORN_OK;
}

/* Puts an id into the table, from slot `at` on; returns whether it is new. */
static bool enter(numbering *job, uint64_t id, uint64_t at)
{
    for (;; at = (at + 1) & (job->slot_count - 1)) {
        uint64_t there = atomic_load_explicit(&job->slots[at].id, memory_order_relaxed);
        if (there == id) return false;
        if (there != NO_ID) continue;
        if (atomic_compare_exchange_strong(&job->slots[at].id, &there, id)) return true;
        if (there == id) return false;
    }
}

static slot *find(const numbering *job, uint64_t id, uint64_t at)
{
    while (atomic_load_explicit(&job->slots[at].id, memory_order_relaxed) != id) at = (at + 1) & (job->slot_count - 1);
    return &job->slots[at];
}

/* Sets at[i] to the slot where the search for ids[i] begins, and prefetches it. */
static void fetch_slots(const numbering *job, const uint64_t *ids, uint64_t count, uint64_t *at)
{
    for (uint64_t i = 0; i < count; i++) {
        at[i] = slot_of(job, ids[i]);
        __builtin_prefetch(&job->slots[at[i]], 1);
    }
}

/* Puts the ids of some edges into the table; returns how many were new. */
static uint64_t enter_edges(numbering *job, const tg_edge_part *part, uint64_t first, uint64_t last)
{
    uint64_t ids[BATCH], at[BATCH], entered = 0;
    for (uint64_t count; first < last; first += count) {
        count = last - first < BATCH / 2 ? last - first : BATCH / 2;
        load_ids(part, job->edges->wide, first, count, ids);
        fetch_slots(job, ids, 2 * count, at);
        for (uint64_t i = 0; i < 2 * count; i++) {
            if (ids[i] == NO_ID)
                atomic_store_explicit(&job->no_id_met, true, memory_order_relaxed);
            else
                entered += enter(job, ids[i], at[i]);
        }
    }
    return entered;
}

/* The table is filled to one half, and a little further until all threads notice that (see
 * first_slots): so searches are short and always end. */
static bool is_full(const numbering *job)
{
    return atomic_load_explicit(&job->used, memory_order_relaxed) >= job->slot_count / 2;
}

static uint64_t first_slots(const numbering *job)
{
    /* In one step each thread adds at most 2 * STEP ids; the first bound makes that, for all
     * threads, at most a quarter of the table. The second bound suffices, too: a table with four
     * slots for each edge is never more than half full. */
    const uint64_t one_step = (uint64_t)job->context->threads * 2 * STEP * 4;
    const uint64_t enough = job->count * 4;
    const uint64_t least = one_step < enough ? one_step : enough;
    uint64_t slots = FIRST_SLOTS;
    while (slots < least || slots < job->count / SLOTS_SHARE) slots *= 2;
    return slots;
}

/* Puts the ids of a slice into the table until all are in it or it is full. */
static void enter_slice(numbering *job, uint64_t slice, uint64_t slices)
{
    const tg_edges *edges = job->edges;
    const uint64_t last = tg_slice_of(job->count, slice, slices).last;
    uint64_t next = job->next[slice], start = 0;
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++) {
        const uint64_t part_end = start + edges->parts[p].count;
        const uint64_t end = last < part_end ? last : part_end;
        while (next < end && !is_full(job)) {
            const uint64_t step = end - next < STEP ? end - next : STEP;
            const uint64_t entered = enter_edges(job, &edges->parts[p], next - start, next - start + step);
            atomic_fetch_add(&job->used, entered);
            next += step;
            if (tg_work_add(job->context, step)) return;
        }
    }
    job->next[slice] = next;
}

/* Doubles the number of slots. */
static tricorn_status grow_table(numbering *job)
{
    slot *before = job->slots;
    const uint64_t count = job->slot_count;
    TG_DO(create_table(job, count * 2));
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint64_t s = 0; s < count; s++) {
        const uint64_t id = atomic_load_explicit(&before[s].id, memory_order_relaxed);
        if (id != NO_ID) enter(job, id, slot_of(job, id));
    }
    tg_free(before);
    return TRICORN_OK;
}

static tricorn_status too_many(numbering *job)
{
    return tg_fail(job->context, TRICORN_BAD_FORMAT,
      "there are more than %llu different vertices, and a graph can have no more", (unsigned long long)job->most);
}

static tricorn_status enter_all(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t slices = job->context->threads;

    TG_TRY(TG_ALLOC(job->context, slices, &job->next));
    for (uint64_t s = 0; s < slices; s++) job->next[s] = tg_slice_of(job->count, s, slices).first;
    TG_TRY(create_table(job, first_slots(job)));
    for (bool all = false; !all;) {
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
        for (uint64_t s = 0; s < slices; s++) enter_slice(job, s, slices);
        TG_TRY(tg_check_cancelled(job->context));
        if (atomic_load(&job->used) > job->most) TG_TRY(too_many(job));
        all = true;
        for (uint64_t s = 0; s < slices; s++) all &= job->next[s] == tg_slice_of(job->count, s, slices).last;
        if (!all) TG_TRY(grow_table(job));
    }
    job->distinct = atomic_load(&job->used) + atomic_load(&job->no_id_met);
    if (job->distinct > job->most) TG_TRY(too_many(job));

cleanup:
    tg_free(job->next);
    job->next = NULL;
    return status;
}

/* ---- ranks ---- */

/* Lists the ids in the table, in the order of the slots. */
static tricorn_status list_ids(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t slices = job->context->threads;
    uint64_t *starts = NULL;

    TG_TRY(TG_ALLOC_ZERO(job->context, slices + 1, &starts));
    TG_TRY(TG_ALLOC(job->context, job->distinct, &job->numbers));
    /* the first pass counts the ids, the second one copies them */
    for (unsigned pass = 0; pass < 2; pass++) {
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
        for (uint64_t s = 0; s < slices; s++) {
            const tg_slice slice = tg_slice_of(job->slot_count, s, slices);
            uint64_t at = starts[s];
            for (uint64_t i = slice.first; i < slice.last; i++) {
                const uint64_t id = atomic_load_explicit(&job->slots[i].id, memory_order_relaxed);
                if (id == NO_ID) continue;
                if (pass == 1) job->numbers[at] = id;
                at++;
            }
            if (pass == 0) starts[s] = at;
        }
        if (pass == 0) tg_prefix_sum(job->context, starts, slices);
    }
    if (atomic_load(&job->no_id_met)) job->numbers[job->distinct - 1] = NO_ID;

cleanup:
    tg_free(starts);
    return status;
}

static void set_ranks(numbering *job)
{
    /* The id NO_ID is in no slot; if the input contains it, it is the largest id. */
    const uint64_t ranks = job->distinct - atomic_load(&job->no_id_met);
    const uint64_t batches = (ranks + BATCH - 1) / BATCH;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint64_t b = 0; b < batches; b++) {
        const uint64_t first = b * BATCH, left = ranks - first;
        const uint64_t count = left < BATCH ? left : BATCH;
        uint64_t at[BATCH];
        fetch_slots(job, job->numbers + first, count, at);
        for (uint64_t i = 0; i < count; i++) find(job, job->numbers[first + i], at[i])->rank = first + i;
    }
}

/* ---- rewriting ---- */

/* Finds the new numbers of `count` <= BATCH ids. */
static void number_ids(const numbering *job, const uint64_t *ids, uint64_t count, uint32_t *numbers)
{
    uint64_t at[BATCH];
    if (!job->ranked) {
        for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(ids[i] - job->base);
        return;
    }
    fetch_slots(job, ids, count, at);
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = (uint32_t)(ids[i] == NO_ID ? job->distinct - 1 : find(job, ids[i], at[i])->rank);
}

/* Rewrites the ids of some edges of a part, wide or narrow, as narrow edges: edge i is written as
 * narrow edge i in the same memory. */
static void rewrite_edges(const numbering *job, tg_edge_part *part, uint64_t first, uint64_t last)
{
    uint64_t ids[BATCH];
    for (uint64_t count; first < last; first += count) {
        count = last - first < BATCH / 2 ? last - first : BATCH / 2;
        load_ids(part, job->edges->wide, first, count, ids);
        number_ids(job, ids, 2 * count, (uint32_t *)part->edges + 2 * first);
    }
}

static void rewrite_steps(numbering *job, tg_edge_part *part, uint64_t first, uint64_t last)
{
    for (uint64_t end; first < last && !tg_cancelled(job->context); first = end) {
        end = last - first < STEP ? last : first + STEP;
        rewrite_edges(job, part, first, end);
        tg_work_add(job->context, end - first);
    }
}

/* Rewrites one part with all threads, in rounds. Each round has at most as many edges as all
 * earlier rounds together. Narrow edges are half as long as wide ones, so a round writes only
 * memory that earlier rounds have read, and its steps may run in any order. */
static void rewrite_part(numbering *job, tg_edge_part *part)
{
    uint64_t done = part->count < FIRST_ROUND ? part->count : FIRST_ROUND;
    rewrite_steps(job, part, 0, done);
    while (done < part->count && !tg_cancelled(job->context)) {
        const uint64_t end = part->count - done < done ? part->count : 2 * done;
        const uint64_t steps = (end - done + STEP - 1) / STEP;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic)
        for (uint64_t s = 0; s < steps; s++) {
            const uint64_t first = done + s * STEP;
            rewrite_steps(job, part, first, end - first < STEP ? end : first + STEP);
        }
        done = end;
    }
}

static tricorn_status rewrite_all(numbering *job)
{
    tg_edges *edges = job->edges;
    const uint64_t growth = edges->wide ? sizeof(tg_wide_edge) / sizeof(tg_edge) : 1;
    if (edges->part_count < job->context->threads) {
        for (uint32_t p = 0; p < edges->part_count; p++) rewrite_part(job, &edges->parts[p]);
    } else {
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic)
        for (uint32_t p = 0; p < edges->part_count; p++) rewrite_steps(job, &edges->parts[p], 0, edges->parts[p].count);
    }
    TG_DO(tg_check_cancelled(job->context));
    for (uint32_t p = 0; p < edges->part_count; p++) edges->parts[p].room *= growth;
    edges->wide = false;
    edges->declared = false;
    return TRICORN_OK;
}

/* ---- the choice ---- */

static tricorn_status shift_ids(numbering *job, uint64_t base)
{
    job->base = base;
    tg_work_begin(job->context, "numbering vertices", job->count);
    TG_DO(rewrite_all(job));
    job->edges->ids.first += base;
    job->edges->vertices = job->largest - base + 1;
    return TRICORN_OK;
}

static tricorn_status rank_ids(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    job->ranked = true;
    job->seed = tg_hash_seed();
    tg_work_begin(job->context, "numbering vertices", 2 * job->count);
    TG_TRY(enter_all(job));
    TG_TRY(list_ids(job));
    TG_TRY(tg_radix_sort(job->context, job->numbers, job->distinct));
    TG_TRY(tg_check_cancelled(job->context));
    set_ranks(job);
    TG_TRY(rewrite_all(job));
    for (uint64_t i = 0; job->edges->ids.first > 0 && i < job->distinct; i++) job->numbers[i] += job->edges->ids.first;
    job->edges->ids = (tg_ids){.numbers = job->numbers};
    job->edges->vertices = job->distinct;
    job->numbers = NULL;

cleanup:
    tg_free(job->numbers);
    tg_free(job->slots);
    return status;
}

bool tg_ids_are_dense(uint64_t range, uint64_t edges)
{
    return range <= DENSE_ALWAYS || range / DENSE_FACTOR <= edges;
}

tricorn_status tg_compact_ids_at_most(tricorn_context *context, tg_edges *edges, uint64_t most)
{
    numbering job = {.context = context, .edges = edges, .most = most};
    job.count = tg_edges_count(edges);
    const bool named = edges->ids.numbers != NULL || edges->ids.text != NULL;
    if (!edges->wide && (edges->declared || named || tg_ids_are_dense(edges->vertices, job.count))) return TRICORN_OK;
    if (job.count == 0) {
        edges->wide = false;
        edges->vertices = 0;
        return TRICORN_OK;
    }
    find_range(&job);
    if (job.largest < most && tg_ids_are_dense(job.largest, job.count)) return shift_ids(&job, 0);
    const uint64_t span = job.largest - job.smallest;
    if (span < most && tg_ids_are_dense(span, job.count)) return shift_ids(&job, job.smallest);
    return rank_ids(&job);
}

tricorn_status tg_compact_ids(tricorn_context *context, tg_edges *edges)
{
    return tg_compact_ids_at_most(context, edges, UINT32_MAX);
}
