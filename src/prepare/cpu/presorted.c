/* presorted.c - makes the rows of sorted edges in two readings, by copying instead of sorting.
 *
 * - Edges that ascend by their smaller end, and then by the larger, already form rows: the larger
 *   ends of consecutive edges with the same smaller end.  If vertices are numbered from the last
 *   to the first, larger ends become smaller ids, and these are the rows of a graph
 *   (graph/graph.h).
 * - Each thread reads the edges of all parts whose smaller ends are in its range.
 * - The first reading checks whether edges ascend, finds where rows end and counts how often each
 *   vertex is a larger end.  So the degrees, and the number of tests that counting triangles in
 *   this order would need, are known before anything is written.
 * - The second reading writes the rows. Memory that was read returns to the system, which
 *   supplies it again for the rows, their offsets and the vertices' ids: on large graphs most of
 *   the time is spent on the first touches of new memory.
 */
#include "prepare/cpu/presorted.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "prepare/cpu/sorted_runs.h"
#include "prepare/cpu/sorted_vertices.h"

enum {
    /* tables of vertices do not pay off with more than 4 vertices per edge */
    SPARSE_VERTICES = 4,
    SPARE_TABLES = 7, /* this many tables always fit in the memory that other methods would use */
    SAMPLES = 64, /* this many edges are checked before the first reading */
    SMALL_EDGES = 1 << 21, /* the rows of this many edges fit in a cache, in any order */
    /* the most tests per edge with which is_cheap() accepts this order without looking further */
    MOST_TESTS = 16,
    /* a thread reads this many edges between two checks of progress and cancelling */
    STEP_EDGES = 1 << 12,
    /* the memory of this many edges, 2 MiB, returns to the system at a time */
    GIVEN_EDGES = 1 << 18,
    /* counts of up to this many vertices are in caches, and not prefetched */
    CACHED_VERTICES = 1 << 20
};

/* The edges that a thread reads, and what it counted in them. */
typedef struct share {
    tg_bounds bounds;
    uint64_t first; /* how many edges all earlier threads read */
    uint64_t before; /* how many of those edges are in rows: not loops or repetitions */
    uint64_t kept, loops, both_directions;
} share;

typedef struct sorted {
    tg_preparation *preparation;
    const tg_sorted_runs *runs;
    uint32_t threads;
    tg_sorted_vertices vertices;
    tg_source *sources; /* an entry for each thread and part */
    share *shares; /* an entry for each thread */
    atomic_bool failed; /* set if the edges do not ascend */
} sorted;

/* ---- a sample ---- */

/* Whether some edges of each part, at equal distances, ascend. */
static bool looks_sorted(const tg_preparation *preparation)
{
    const tg_edges *edges = preparation->edges;
    const uint64_t count = preparation->input_edges, step = count / SAMPLES + 1;
    if (count == 0 || count > TG_DEGREE_MASK || edges->vertices / SPARSE_VERTICES > count) return false;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        const tg_edge *at = part->edges;
        uint64_t least = 0;
        for (uint64_t i = 0; i < part->count; i += step) {
            const uint64_t key = tg_key_of(at[i]), next = tg_key_of(at[i + (i + 1 < part->count)]);
            if (key < least || next < key) return false;
            least = key;
        }
    }
    return true;
}

/* Limits the threads, since each has a table of two bytes per vertex: all tables must fit in the
 * memory that preparing may use (prepare/prepare.h) and that other tables do not need. */
static uint32_t threads_for(const tricorn_context *context, const tg_preparation *preparation)
{
    const uint64_t vertices = preparation->edges->vertices + 1;
    const uint64_t room = SPARE_TABLES + 2 * preparation->input_edges / vertices;
    const uint64_t most = room < TG_SORTED_THREADS ? room : TG_SORTED_THREADS;
    return context->threads < most ? context->threads : (uint32_t)most;
}

/* ---- merging ---- */

/* Returns the position, among edges `first` to `last` - 1, of the first one whose key is above
 * `bound`. */
static uint64_t upper_bound(const tg_edge *edges, uint64_t first, uint64_t last, uint64_t bound)
{
    tg_search in = {first, last - first};
    while (in.left > 0) tg_search_step(&in, tg_key_of(edges[tg_search_at(&in)]) <= bound);
    return in.first;
}

/* Returns the source with the next edge, and in *run how many edges come from it before the next edge of another
 * source. It compares both ends, so that equal edges of several parts are consecutive. */
static tg_source *next_run(tg_source *sources, uint32_t count, uint64_t *run)
{
    tg_source *next = NULL;
    /* the least and the second least of the next keys */
    uint64_t least = UINT64_MAX, bound = UINT64_MAX;
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

/* ---- the first reading ---- */

/* The state of a thread while it reads its edges. */
typedef struct counter {
    sorted *job;
    share *share;
    tg_run_counts counts;
    tg_edge before;
    /* the key of the last edge that was counted as listed in both directions */
    uint64_t both_key;
} counter;

/* Counts an edge that is a loop or equals the edge before; returns false if it is less than the
 * edge before, or belongs to another thread. */
static bool count_other(counter *at, tg_edge edge)
{
    const uint64_t key = tg_key_of(edge);
    if (key < at->counts.key || key >= at->counts.bound) return false;
    if (edge.u == edge.v) {
        __atomic_fetch_or(&at->job->vertices.loops[edge.u / 64], UINT64_C(1) << edge.u % 64, __ATOMIC_RELAXED);
        at->share->loops++;
        at->counts.key = key;
    } else if (key != at->both_key && edge.u != at->before.u) {
        at->share->both_directions++;
        at->both_key = key;
    }
    return true;
}

/* Counts edges; returns false if one is less than the edge before, or belongs to another thread. */
static bool count_run(counter *at, const tg_edge *edges, uint64_t count)
{
    for (uint64_t i = 0;; i++) {
        i += at->job->runs->count(&at->counts, edges + i, count - i);
        if (i > 0) at->before = edges[i - 1];
        if (i == count) return true;
        if (!count_other(at, edges[i])) return false;
    }
}

static bool count_edges(tricorn_context *context, sorted *job, uint32_t thread)
{
    const uint32_t parts = job->preparation->edges->part_count;
    tg_source *sources = sources_of(job, thread);
    share *own = &job->shares[thread];
    counter at = {.job = job,
      .share = own,
      .counts = {.ends = job->vertices.ends,
        .counts = job->vertices.counts + thread * job->vertices.count,
        /* no edge has this key except a loop at vertex 0 */
        .key = own->bounds.low << 32,
        .bound = own->bounds.high > UINT32_MAX ? UINT64_MAX : own->bounds.high << 32,
        .fetched = job->vertices.count > CACHED_VERTICES},
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

static void count_share(tricorn_context *context, sorted *job, uint32_t thread)
{
    job->shares[thread].bounds = tg_ascending_sources(job->preparation, thread, job->threads, sources_of(job, thread));
    if (!count_edges(context, job, thread)) atomic_store_explicit(&job->failed, true, memory_order_relaxed);
}

static void sum_shares(sorted *job)
{
    tricorn_graph *graph = job->preparation->graph;
    uint64_t loops = 0;
    for (uint32_t t = 0; t < job->threads; t++) {
        job->shares[t].before = graph->edges;
        graph->edges += job->shares[t].kept;
        graph->both_directions += job->shares[t].both_directions;
        loops += job->shares[t].loops;
    }
    job->preparation->self_loops = loops;
}

/* Subtracts from the ends of each thread's rows the edges of earlier threads that are not in rows. */
static void lower_ends(const sorted *job)
{
    const uint64_t vertices = job->vertices.count;
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) {
        const share *own = &job->shares[t];
        uint32_t *ends = job->vertices.ends;
        const uint32_t less = (uint32_t)(own->first - own->before);
        const uint64_t high = own->bounds.high < vertices ? own->bounds.high : vertices;
        for (uint64_t x = own->bounds.low; less > 0 && x < high; x++)
            if (ends[x] > 0) ends[x] -= less;
    }
}

/* Whether this order is good enough. In a graph with hubs another order would need fewer tests, but making that order
 * takes longer than a few tests per edge, as long as all rows fit in a cache. */
static bool is_cheap(const tg_preparation *preparation, const tg_sorted_sums *all)
{
    const uint64_t edges = preparation->graph->edges;
    if (preparation->input_edges <= SMALL_EDGES && all->tests <= MOST_TESTS * edges &&
        !tg_is_long_row(all->longest, edges))
        return true;
    return tg_choose_order(preparation, &all->degrees) == TG_ORDER_INPUT;
}

/* ---- the second reading ---- */

typedef struct writer {
    const tg_preparation *preparation;
    const tg_sorted_runs *runs;
    /* whether the new id of x is last - x; otherwise it is computed from the ranks */
    bool shifted;
    uint32_t last; /* the largest number in the input that has an edge */
    bool whole; /* whether all edges that the thread reads are in rows */
    uint32_t *to; /* ids are written downwards: the next one goes before this position */
    uint64_t key; /* the key of the edge before */
} writer;

static void write_kept(writer *at, const tg_edge *edges, uint64_t count)
{
    if (at->shifted)
        at->runs->write(edges, count, at->last, at->to);
    else
        at->runs->write_ranked(edges, count, at->preparation->ranks, at->preparation->graph->active - 1, at->to);
    at->to -= count;
}

/* Writes the larger ends of a run of edges, except those of loops and repetitions. */
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

static void write_share(tricorn_context *context, const sorted *job, const writer *shape, uint32_t thread)
{
    const uint32_t parts = job->preparation->edges->part_count;
    const tricorn_graph *graph = job->preparation->graph;
    const share *own = &job->shares[thread];
    tg_source *sources = sources_of(job, thread);
    writer at = *shape;
    uint64_t read = 0, run;
    for (uint32_t p = 0; p < parts; p++) {
        read += sources[p].at - sources[p].first;
        sources[p].at = sources[p].first;
    }
    at.whole = read == own->kept;
    at.to = graph->host.targets + (graph->edges - own->before);
    for (tg_source *from; (from = next_run(sources, parts, &run));) {
        write_run(&at, from->edges + from->at, run);
        from->at += run;
        if (from->at - from->given >= GIVEN_EDGES)
            from->given = tg_give_back(from->edges, from->given * sizeof *from->edges, from->at * sizeof *from->edges) /
                          sizeof *from->edges;
        if (tg_work_add(context, run)) return;
    }
}

static tricorn_status write_rows(tricorn_context *context, const sorted *job)
{
    tricorn_graph *graph = job->preparation->graph;
    writer shape = {.preparation = job->preparation, .runs = job->runs, .key = UINT64_MAX};
    TG_DO(TG_ALLOC(context, graph->edges, &graph->host.targets));
    shape.shifted = tg_sorted_vertices_dense(&job->vertices, &shape.last);
    tg_work_begin(context, "filling rows", job->preparation->input_edges);
#pragma omp parallel for num_threads((int)job->threads) schedule(static, 1)
    for (uint32_t t = 0; t < job->threads; t++) write_share(context, job, &shape, t);
    return tg_check_cancelled(context);
}

static void free_edges(tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_free(edges->parts[p].edges);
        edges->parts[p] = (tg_edge_part){0};
    }
}

/* ---- all ---- */

static tricorn_status make_tables(tricorn_context *context, sorted *job)
{
    const uint64_t parts = job->preparation->edges->part_count;
    TG_DO(TG_ALLOC_ZERO(context, job->threads * parts, &job->sources));
    TG_DO(TG_ALLOC_ZERO(context, job->threads, &job->shares));
    return tg_sorted_vertices_create(context, job->preparation, job->threads, &job->vertices);
}

/* Resets the graph and frees the ranks, so that the other steps of preparation can run. */
static void leave(tg_preparation *preparation)
{
    tricorn_graph *graph = preparation->graph;
    graph->edges = graph->both_directions = 0;
    graph->active = graph->vertices = 0;
    if (preparation->degrees == NULL) preparation->self_loops = 0;
    tg_free(preparation->ranks);
    preparation->ranks = NULL;
}

tricorn_status tg_make_presorted_rows(tricorn_context *context, tg_preparation *preparation, bool *made)
{
    tricorn_status status = TRICORN_OK;
    sorted job = {.preparation = preparation,
      .runs = tg_sorted_runs_of(context->isa),
      .threads = threads_for(context, preparation)};

    *made = false;
    if (!looks_sorted(preparation)) return TRICORN_OK;
    TG_TRY(make_tables(context, &job));
    tg_work_begin(context, "counting degrees", preparation->input_edges);
#pragma omp parallel for num_threads((int)job.threads) schedule(static, 1)
    for (uint32_t t = 0; t < job.threads; t++) count_share(context, &job, t);
    TG_TRY(tg_check_cancelled(context));
    if (atomic_load(&job.failed)) goto cleanup;
    sum_shares(&job);
    if (preparation->graph->edges < preparation->input_edges) lower_ends(&job);
    const tg_sorted_sums all = tg_sorted_vertices_sum(&job.vertices);
    /* some 16-bit counts have wrapped */
    if (all.larger < preparation->graph->edges) goto cleanup;
    if (!is_cheap(preparation, &all)) {
        if (preparation->graph->edges + preparation->self_loops == preparation->input_edges)
            status = tg_sorted_vertices_keep_degrees(context, &job.vertices, &all.degrees);
        goto cleanup;
    }
    tg_sorted_vertices_rank(&job.vertices);
    tg_free(job.vertices.counts); /* gives their memory back, so that the rows can use it */
    job.vertices.counts = NULL;
    TG_TRY(write_rows(context, &job));
    free_edges(preparation->edges);
    TG_TRY(tg_sorted_vertices_offsets(context, &job.vertices));
    TG_TRY(tg_sorted_vertices_number(context, &job.vertices));
    preparation->graph->order = TG_ORDER_REVERSED;
    preparation->graph->duplicates = preparation->input_edges - preparation->self_loops - preparation->graph->edges;
    *made = true;

cleanup:
    if (!*made) leave(preparation);
    tg_free(job.sources);
    tg_free(job.shares);
    tg_sorted_vertices_free(&job.vertices);
    return status;
}
