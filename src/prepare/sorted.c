/* sorted.c - see sorted.h.
 *
 * Edges that ascend, by their smaller end and then by the larger, are rows already: the larger
 * ends of those with the same smaller end, one behind the other.  Numbered from the last to the
 * first, larger ends become smaller ids, and rows as a graph has them (graph/graph.h): nothing is
 * moved but from one stream to another.
 *
 * Threads take ranges of smaller ends from all parts.  The first reading sees whether edges
 * ascend, finds where rows end and counts how often each vertex is a larger end.  So the degrees
 * are known, and how much there would be to test in this order, before anything is written.  The
 * second reading writes the rows.  What was read goes back to the system meanwhile, for most of
 * the time on large graphs is first touches of memory, and comes again as rows and at last as
 * their offsets and the vertices' ids.
 */
#include "prepare/sorted.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/sorted_runs.h"

enum {
    MOST_THREADS = 16,     /* each has a table; and so many read as fast as memory goes */
    SPARSE_VERTICES = 4,   /* tables of more vertices than so many times the edges do not pay */
    SPARE_TABLES = 7,      /* for so many threads there is room beside what other ways take */
    SAMPLES = 64,          /* looked at before the first reading */
    SMALL_EDGES = 1 << 21, /* of so many the rows are in a cache, in any order */
    MOST_TESTS = 16,       /* an edge in this order, where hubs are not first: see is_cheap */
    STEP_EDGES = 1 << 12,  /* between two looks at progress, cancel and counts */
    GIVEN_EDGES = 1 << 18, /* go back to the system at once: 2 MiB */
    CACHED_VERTICES = 1 << 20, /* counts of so many are near enough to need no fetching ahead */
    BLOCK = TG_RUN_BLOCK
};

/* What a thread reads, and what was in it. */
typedef struct share {
    tg_bounds bounds;
    uint64_t first;  /* edges of the threads before */
    uint64_t before; /* those of them that were kept */
    uint64_t kept, loops, both_directions;
} share;

typedef struct sorted {
    tg_preparation *preparation;
    uint64_t vertices, blocks;
    uint32_t threads;
    tg_source *sources; /* of each thread, of each part */
    share *shares;      /* of each thread */
    uint16_t *counts;   /* of each thread, by number in the input: edges whose larger end it is */
    uint32_t *ends; /* by number, in whole blocks: edges up to the last whose smaller end it is */
    uint64_t *loops;    /* one bit for each number, whether it has a loop */
    atomic_bool failed; /* the edges do not ascend */
    uint64_t lowest, highest; /* number with an edge, once they are known; if there is one */
} sorted;

/* ---- a look ahead ------------------------------------------------------------------------- */

/* Whether samples of each part ascend. */
static bool looks_sorted(const tg_preparation *preparation)
{
    const tg_edges *edges = preparation->edges;
    const uint64_t count = preparation->input_edges, step = count / SAMPLES + 1;
    if (count == 0 || count > TG_DEGREE_MASK || edges->vertices / SPARSE_VERTICES > count)
        return false;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        const tg_edge *at = part->edges;
        uint64_t least = 0;
        for (uint64_t i = 0; i < part->count; i += step) {
            const uint64_t key = tg_key_of(at[i]),
                           next = tg_key_of(at[i + (i + 1 < part->count)]);
            if (key < least || next < key) return false;
            least = key;
        }
    }
    return true;
}

/* Each has a table of two bytes a vertex: not more of them than have room in what preparation may
 * take (prepare/prepare.h), 24 bytes a vertex and 4 an edge that the others leave. */
static uint32_t threads_for(const trigon_context *context, const tg_preparation *preparation)
{
    const uint64_t vertices = preparation->edges->vertices + 1;
    const uint64_t room = SPARE_TABLES + 2 * preparation->input_edges / vertices;
    const uint64_t most = room < MOST_THREADS ? room : MOST_THREADS;
    return context->threads < most ? context->threads : (uint32_t)most;
}

/* ---- merging ------------------------------------------------------------------------------ */

/* The first edge of [first, last) with a key above `bound`. */
static uint64_t upper_bound(const tg_edge *edges, uint64_t first, uint64_t last, uint64_t bound)
{
    while (first < last) {
        const uint64_t middle = first + (last - first) / 2;
        if (tg_key_of(edges[middle]) <= bound)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/* As tg_next_run, by both ends: the same edge of several parts comes one after the other. */
static tg_source *next_run(tg_source *sources, uint32_t count, uint64_t *run)
{
    tg_source *next = NULL;
    uint64_t least = UINT64_MAX, bound = UINT64_MAX; /* the smallest heads */
    for (uint32_t p = 0; p < count; p++) {
        tg_source *here = &sources[p];
        if (here->at == here->last) continue;
        const uint64_t key = tg_key_of(here->edges[here->at]);
        if (next == NULL || key < least) {
            bound = next == NULL ? bound : least;
            least = key;
            next = here;
        } else if (key < bound) {
            bound = key;
        }
    }
    if (next == NULL) return NULL;
    const uint64_t left = next->last - next->at, step = left < STEP_EDGES ? left : STEP_EDGES;
    *run = upper_bound(next->edges, next->at, next->at + step, bound) - next->at;
    return next;
}

static tg_source *sources_of(const sorted *job, uint32_t thread)
{
    return job->sources + (uint64_t)thread * job->preparation->edges->part_count;
}

/* ---- the first reading -------------------------------------------------------------------- */

/* Where a thread is in its edges. */
typedef struct counter {
    sorted *job;
    share *share;
    tg_run_counts counts;
    tg_edge before;
    uint64_t both_key; /* of the last edge that is known to have come in both directions */
} counter;

/* An edge that is not kept; false if it is less than the one before, or another thread's. */
static bool count_other(counter *at, tg_edge edge)
{
    const uint64_t key = tg_key_of(edge);
    if (key < at->counts.key || key >= at->counts.bound) return false;
    if (edge.u == edge.v) {
        __atomic_fetch_or(&at->job->loops[edge.u / 64], UINT64_C(1) << edge.u % 64,
                          __ATOMIC_RELAXED);
        at->share->loops++;
        at->counts.key = key;
    } else if (key != at->both_key && edge.u != at->before.u) {
        at->share->both_directions++;
        at->both_key = key;
    }
    return true;
}

/* Whether the edges ascend, from the one before on, and are the thread's. */
static bool count_run(counter *at, const tg_edge *edges, uint64_t count)
{
    const tg_sorted_runs *runs = tg_sorted_runs_best();
    for (uint64_t i = 0;; i++) {
        i += runs->count(&at->counts, edges + i, count - i);
        if (i > 0) at->before = edges[i - 1];
        if (i == count) return true;
        if (!count_other(at, edges[i])) return false;
    }
}

static bool count_edges(trigon_context *context, sorted *job, uint32_t thread)
{
    const uint32_t parts = job->preparation->edges->part_count;
    tg_source *sources = sources_of(job, thread);
    share *own = &job->shares[thread];
    counter at = {.job = job,
                  .share = own,
                  .counts = {.ends = job->ends,
                             .counts = job->counts + thread * job->vertices,
                             .key = own->bounds.low << 32, /* no edge but a loop at 0 has it */
                             .bound = own->bounds.high > UINT32_MAX ? UINT64_MAX
                                                                    : own->bounds.high << 32,
                             .fetched = job->vertices > CACHED_VERTICES},
                  .both_key = UINT64_MAX};
    uint64_t run;
    for (uint32_t p = 0; p < parts; p++) at.counts.kept += (uint32_t)sources[p].first;
    own->first = at.counts.kept;
    for (tg_source *from; (from = next_run(sources, parts, &run)) != NULL;) {
        if (!count_run(&at, from->edges + from->at, run)) return false;
        from->at += run;
        if (tg_work_add(context, run)) return true;
        if (atomic_load_explicit(&job->failed, memory_order_relaxed)) return true;
    }
    own->kept = at.counts.kept - own->first;
    return true;
}

static void count_share(trigon_context *context, sorted *job, uint32_t thread)
{
    job->shares[thread].bounds =
        tg_ascending_sources(job->preparation, thread, job->threads, sources_of(job, thread));
    if (!count_edges(context, job, thread))
        atomic_store_explicit(&job->failed, true, memory_order_relaxed);
}

static void sum_shares(sorted *job)
{
    trigon_graph *graph = job->preparation->graph;
    uint64_t loops = 0;
    for (uint32_t t = 0; t < job->threads; t++) {
        job->shares[t].before = graph->edges;
        graph->edges += job->shares[t].kept;
        graph->both_directions += job->shares[t].both_directions;
        loops += job->shares[t].loops;
    }
    job->preparation->self_loops = loops;
}

/* Ends count what was not kept of the threads before; no longer. */
static void lower_ends(const sorted *job)
{
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) {
        const share *own = &job->shares[t];
        const uint32_t less = (uint32_t)(own->first - own->before);
        const uint64_t high = own->bounds.high < job->vertices ? own->bounds.high : job->vertices;
        for (uint64_t x = own->bounds.low; less > 0 && x < high; x++)
            if (job->ends[x] > 0) job->ends[x] -= less;
    }
}

/* ---- degrees ------------------------------------------------------------------------------ */

/* What slices of the vertices add up to. */
typedef struct sums {
    tg_degree_sums degrees;
    uint64_t tests;  /* edges of one side times those of the other: ids that edges lead to */
    uint64_t larger; /* edges, by their larger ends */
} sums;

static uint64_t rows_in_block(uint64_t vertices, uint64_t block)
{
    const uint64_t left = vertices - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

/* Blocks of vertices, and how many edges have their smaller end before them. */
typedef struct slice {
    uint64_t first, last;
    uint32_t edges;
    sums sums;
    uint64_t idle; /* vertices without an edge */
    uint64_t lowest, highest; /* with an edge, if one has some */
} slice;

static bool is_zero(const uint32_t *ends)
{
    uint32_t any = 0;
    for (uint64_t i = 0; i < BLOCK; i++) any |= ends[i];
    return any == 0;
}

/* Of a slice, as the first reading left it: the ends of rows without edges are 0. */
static uint32_t last_end(const sorted *job, const slice *from, uint32_t otherwise)
{
    uint64_t block = from->last;
    uint32_t end = otherwise;
    while (block > from->first && is_zero(job->ends + (block - 1) * BLOCK)) block--;
    if (block == from->first) return otherwise;
    for (uint64_t i = 0; i < BLOCK; i++) {
        const uint32_t here = job->ends[(block - 1) * BLOCK + i];
        end = here > end ? here : end;
    }
    return end;
}

static void cut_slices(const sorted *job, slice *slices)
{
    uint32_t edges = 0;
    for (uint32_t t = 0; t < job->threads; t++) {
        const tg_slice blocks = tg_slice_of(job->blocks, t, job->threads);
        slices[t] = (slice){.first = blocks.first, .last = blocks.last, .edges = edges};
        edges = last_end(job, &slices[t], edges);
    }
}

/* In how many edges each vertex of the block is the larger end. */
static inline __attribute__((always_inline)) void add_counts(const sorted *job, uint64_t block,
                                                             uint64_t count, uint32_t *larger)
{
    for (uint32_t t = 0; t < job->threads; t++) {
        const uint16_t *own = job->counts + t * job->vertices + block * BLOCK;
        for (uint64_t i = 0; i < count; i++) larger[i] += own[i];
    }
}

/* Ends become those of all vertices; sums are added up, and the bits of those with an edge set.
 */
static void sum_slice(const sorted *job, slice *own)
{
    const tg_sorted_runs *runs = tg_sorted_runs_best();
    const bool declared = job->preparation->edges->declared;
    uint32_t before = own->edges;
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint64_t count = rows_in_block(job->vertices, b);
        const uint64_t all = count == BLOCK ? UINT64_MAX : (UINT64_C(1) << count) - 1;
        uint32_t larger[BLOCK] = {0};
        if (count == BLOCK) /* known ahead, the loop is vectors alone */
            add_counts(job, b, BLOCK, larger);
        else
            add_counts(job, b, count, larger);
        const tg_block_sums block = runs->sum(job->ends + b * BLOCK, before, larger);
        before = job->ends[b * BLOCK + BLOCK - 1];
        own->sums.tests += block.tests;
        own->sums.larger += block.larger;
        own->sums.degrees.squares += block.squares;
        own->sums.degrees.active += (uint64_t)__builtin_popcountll(block.bits);
        if (block.most > own->sums.degrees.most) own->sums.degrees.most = block.most;
        job->preparation->ranks[b].bits = block.bits;
        if (block.bits != 0) {
            if (own->sums.degrees.active == (uint64_t)__builtin_popcountll(block.bits))
                own->lowest = b * BLOCK + (uint64_t)__builtin_ctzll(block.bits);
            own->highest = b * BLOCK + BLOCK - 1 - (uint64_t)__builtin_clzll(block.bits);
        }
        own->idle +=
            (uint64_t)__builtin_popcountll((declared ? all : job->loops[b]) & ~block.bits);
    }
}

static sums sum_degrees(sorted *job, slice *slices)
{
    trigon_graph *graph = job->preparation->graph;
    sums all = {0};
    uint64_t idle = 0;
    if (graph->edges < job->preparation->input_edges) lower_ends(job);
    cut_slices(job, slices);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) sum_slice(job, &slices[t]);
    for (uint32_t t = 0; t < job->threads; t++) {
        const tg_degree_sums *own = &slices[t].sums.degrees;
        all.degrees.active += own->active;
        all.degrees.squares += own->squares;
        if (own->most > all.degrees.most) all.degrees.most = own->most;
        all.tests += slices[t].sums.tests;
        all.larger += slices[t].sums.larger;
        idle += slices[t].idle;
    }
    graph->active = (uint32_t)all.degrees.active;
    graph->vertices = (uint32_t)(all.degrees.active + idle);
    return all;
}

/* Another order would leave less to test where there are hubs, but has to be made: which takes
 * longer than a few tests an edge, as long as a cache has all rows. */
static bool is_cheap(const sorted *job, const sums *all)
{
    const tg_preparation *preparation = job->preparation;
    if (preparation->input_edges <= SMALL_EDGES &&
        all->tests <= MOST_TESTS * preparation->graph->edges)
        return true;
    return tg_choose_order(preparation, &all->degrees) == TG_ORDER_INPUT;
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* How many vertices with an edge are before each block. */
static void rank_slice(const sorted *job, const slice *own, uint32_t before)
{
    for (uint64_t b = own->first; b < own->last; b++) {
        job->preparation->ranks[b].before = before;
        before += (uint32_t)__builtin_popcountll(job->preparation->ranks[b].bits);
    }
}

static void rank_vertices(sorted *job, const slice *slices)
{
    uint32_t before = 0;
    for (uint32_t t = 0; t < job->threads; t++) {
        if (slices[t].sums.degrees.active == 0) continue;
        if (before == 0) job->lowest = slices[t].lowest;
        job->highest = slices[t].highest;
        rank_slice(job, &slices[t], before);
        before += (uint32_t)slices[t].sums.degrees.active;
    }
}

/* ---- the second reading ------------------------------------------------------------------- */

typedef struct writer {
    const tg_preparation *preparation;
    bool shifted; /* new ids are as far from the last one's as the numbers are */
    uint32_t highest;
    bool whole;   /* the thread keeps each edge that it reads */
    uint32_t *to; /* behind where the next id goes */
    uint64_t key; /* of the edge before */
} writer;

static void write_kept(writer *at, const tg_edge *edges, uint64_t count)
{
    const tg_sorted_runs *runs = tg_sorted_runs_best();
    if (at->shifted)
        runs->write(edges, count, at->highest, at->to);
    else
        runs->write_ranked(edges, count, at->preparation->ranks,
                           at->preparation->graph->active - 1, at->to);
    at->to -= count;
}

/* But for loops and what stood before. */
static void write_run(writer *at, const tg_edge *edges, uint64_t count)
{
    uint64_t first = 0;
    for (uint64_t i = 0; !at->whole && i < count; i++) {
        const uint64_t key = tg_key_of(edges[i]);
        if (key != at->key && edges[i].u != edges[i].v) {
            at->key = key;
            continue;
        }
        write_kept(at, edges + first, i - first);
        first = i + 1;
    }
    write_kept(at, edges + first, count - first);
}

static void write_share(trigon_context *context, const sorted *job, bool shifted, uint32_t thread)
{
    const tg_preparation *preparation = job->preparation;
    const uint32_t parts = preparation->edges->part_count;
    const trigon_graph *graph = preparation->graph;
    const share *own = &job->shares[thread];
    tg_source *sources = sources_of(job, thread);
    uint64_t read = 0, run;
    for (uint32_t p = 0; p < parts; p++) {
        read += sources[p].at - sources[p].first;
        sources[p].at = sources[p].first;
    }
    writer at = {.preparation = preparation,
                 .shifted = shifted,
                 .highest = (uint32_t)job->highest,
                 .whole = read == own->kept,
                 .to = graph->targets + (graph->edges - own->before),
                 .key = UINT64_MAX};
    for (tg_source *from; (from = next_run(sources, parts, &run));) {
        write_run(&at, from->edges + from->at, run);
        from->at += run;
        if (from->at - from->given >= GIVEN_EDGES)
            from->given = tg_give_back(from->edges, from->given * sizeof *from->edges,
                                       from->at * sizeof *from->edges) /
                          sizeof *from->edges;
        if (tg_work_add(context, run)) return;
    }
}

static trigon_status write_rows(trigon_context *context, const sorted *job)
{
    trigon_graph *graph = job->preparation->graph;
    const uint32_t active = graph->active;
    const trigon_status status = TG_ALLOC(context, graph->edges, &graph->targets);
    if (status != TRIGON_OK) return status;
    /* All numbers between the first and the last that have edges have some. */
    const bool shifted =
        active > 0 && job->highest - job->lowest == active - 1;
    tg_work_begin(context, "filling rows", job->preparation->input_edges);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) write_share(context, job, shifted, t);
    return tg_check_cancelled(context);
}

static void free_edges(tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_free(edges->parts[p].edges);
        edges->parts[p] = (tg_edge_part){0};
    }
}

/* A row begins where the next smaller vertex's ends. */
static void offset_slice(const sorted *job, const slice *own, uint64_t before)
{
    const tg_preparation *preparation = job->preparation;
    const uint64_t edges = preparation->graph->edges;
    uint64_t *next = preparation->graph->offsets + (preparation->graph->active - before);
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint32_t *ends = job->ends + b * BLOCK;
        uint64_t bits = preparation->ranks[b].bits;
        if (bits == UINT64_MAX)
            for (uint64_t i = 0; i < BLOCK; i++) *--next = edges - ends[i];
        else
            for (; bits; bits &= bits - 1) *--next = edges - ends[__builtin_ctzll(bits)];
    }
}

/* Before slice t: vertices with edges, and without. */
typedef struct passed {
    uint64_t active, idle;
} passed;

static passed before_slice(const slice *slices, uint32_t t)
{
    passed before = {0, 0};
    for (uint32_t s = 0; s < t; s++) {
        before.active += slices[s].sums.degrees.active;
        before.idle += slices[s].idle;
    }
    return before;
}

static trigon_status make_offsets(trigon_context *context, const sorted *job,
                                  const slice *slices)
{
    trigon_graph *graph = job->preparation->graph;
    const trigon_status status = TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->offsets);
    if (status != TRIGON_OK) return status;
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++)
        offset_slice(job, &slices[t], before_slice(slices, t).active);
    graph->offsets[graph->active] = graph->edges;
    return TRIGON_OK;
}

/* The last vertex with an edge is number 0; those without one follow the first. */
static void number_slice(const sorted *job, const slice *own, passed before)
{
    const tg_preparation *preparation = job->preparation;
    uint32_t *const input_ids = preparation->graph->input_ids;
    uint32_t *next = input_ids + (preparation->graph->active - before.active); /* one further */
    uint32_t *idle = input_ids + preparation->graph->active + before.idle;
    for (uint64_t b = own->first; b < own->last; b++) {
        const uint64_t count = rows_in_block(job->vertices, b);
        const uint64_t all = count == BLOCK ? UINT64_MAX : (UINT64_C(1) << count) - 1;
        const uint64_t with_edges = preparation->ranks[b].bits;
        uint64_t bits = (preparation->edges->declared ? all : job->loops[b]) & ~with_edges;
        for (; bits; bits &= bits - 1)
            *idle++ = (uint32_t)(b * BLOCK + (uint64_t)__builtin_ctzll(bits));
        if (with_edges == UINT64_MAX)
            for (uint64_t i = 0; i < BLOCK; i++) *--next = (uint32_t)(b * BLOCK + i);
        else
            for (bits = with_edges; bits; bits &= bits - 1)
                *--next = (uint32_t)(b * BLOCK + (uint64_t)__builtin_ctzll(bits));
    }
}

/* In place of the ends, which nobody needs any more. */
static trigon_status number_vertices(trigon_context *context, sorted *job, const slice *slices)
{
    trigon_graph *graph = job->preparation->graph;
    const trigon_status status = TG_REALLOC(context, graph->vertices, &job->ends);
    if (status != TRIGON_OK) return status;
    graph->input_ids = job->ends;
    job->ends = NULL;
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++)
        number_slice(job, &slices[t], before_slice(slices, t));
    return TRIGON_OK;
}

/* ---- all ---------------------------------------------------------------------------------- */

static trigon_status make_tables(trigon_context *context, sorted *job)
{
    trigon_status status = TRIGON_OK;
    const uint64_t parts = job->preparation->edges->part_count;
    TG_TRY(TG_ALLOC_ZERO(context, job->threads * parts, &job->sources));
    TG_TRY(TG_ALLOC_ZERO(context, job->threads, &job->shares));
    TG_TRY(TG_ALLOC_ZERO(context, job->threads * job->vertices, &job->counts));
    TG_TRY(TG_ALLOC_ZERO(context, job->blocks * BLOCK, &job->ends));
    TG_TRY(TG_ALLOC_ZERO(context, job->blocks, &job->loops));
    TG_TRY(TG_ALLOC(context, job->blocks, &job->preparation->ranks));
cleanup:
    return status;
}

/* The degrees are known, too, if no edge was repeated: those count elsewhere. */
static trigon_status keep_degrees(trigon_context *context, const sorted *job, const sums *all)
{
    tg_preparation *preparation = job->preparation;
    uint32_t *degrees = NULL;
    const trigon_status status = TG_ALLOC(context, job->vertices, &degrees);
    if (status != TRIGON_OK) return status;
#pragma omp parallel for num_threads((int)job->threads) schedule(static)
    for (uint64_t b = 0; b < job->blocks; b++) {
        const uint64_t first = b * BLOCK, count = rows_in_block(job->vertices, b);
        uint32_t larger[BLOCK] = {0};
        add_counts(job, b, count, larger);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t x = first + i;
            const uint32_t loop = (uint32_t)(job->loops[b] >> i & 1);
            degrees[x] = (larger[i] + job->ends[x] - (x > 0 ? job->ends[x - 1] : 0)) |
                         (loop ? TG_LOOP_SEEN : 0);
        }
    }
    preparation->degrees = degrees;
    preparation->sums = all->degrees;
    preparation->summed = preparation->ascending = true;
    return TRIGON_OK;
}

/* Of the graph nothing is known. */
static void leave(tg_preparation *preparation)
{
    trigon_graph *graph = preparation->graph;
    graph->edges = graph->both_directions = 0;
    graph->active = graph->vertices = 0;
    if (preparation->degrees == NULL) preparation->self_loops = 0;
    tg_free(preparation->ranks);
    preparation->ranks = NULL;
}

trigon_status tg_make_sorted_rows(trigon_context *context, tg_preparation *preparation,
                                  bool *made)
{
    trigon_status status = TRIGON_OK;
    slice slices[MOST_THREADS];
    sorted job = {.preparation = preparation,
                  .vertices = preparation->edges->vertices,
                  .blocks = (preparation->edges->vertices + BLOCK - 1) / BLOCK,
                  .threads = threads_for(context, preparation)};

    *made = false;
    if (!looks_sorted(preparation)) return TRIGON_OK;
    TG_TRY(make_tables(context, &job));
    tg_work_begin(context, "counting degrees", preparation->input_edges);
#pragma omp parallel for num_threads((int)job.threads) schedule(static, 1)
    for (uint32_t t = 0; t < job.threads; t++) count_share(context, &job, t);
    TG_TRY(tg_check_cancelled(context));
    if (atomic_load(&job.failed)) goto cleanup;
    sum_shares(&job);
    const sums all = sum_degrees(&job, slices);
    if (all.larger < preparation->graph->edges) goto cleanup; /* counts were wrapped */
    if (!is_cheap(&job, &all)) {
        if (preparation->graph->edges + preparation->self_loops == preparation->input_edges)
            status = keep_degrees(context, &job, &all);
        goto cleanup;
    }
    rank_vertices(&job, slices);
    tg_free(job.counts); /* the rows' first memory */
    job.counts = NULL;
    TG_TRY(write_rows(context, &job));
    free_edges(preparation->edges);
    TG_TRY(make_offsets(context, &job, slices));
    TG_TRY(number_vertices(context, &job, slices));
    preparation->graph->order = TG_ORDER_REVERSED;
    preparation->graph->duplicates =
        preparation->input_edges - preparation->self_loops - preparation->graph->edges;
    *made = true;

cleanup:
    if (!*made) leave(preparation);
    tg_free(job.sources);
    tg_free(job.shares);
    tg_free(job.counts);
    tg_free(job.ends);
    tg_free(job.loops);
    return status;
}
