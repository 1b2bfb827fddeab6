/* bitruss.c - removes edges in the order of their butterflies, by an index of these (BiT-BU++).
 *
 * A bloom is all paths v-u-x of two edges from v to x, two or more, if v comes first of the three with hubs
 * first. Each two of them are a butterfly; so an edge is in n - 1 butterflies of a bloom of n paths. A round
 * removes all edges in at most k butterflies. A bloom that loses r of n paths is visited once: the edges of
 * its other paths lose r butterflies each, and the other edge of a path that is lost loses n - 1.
 */
#include "analysis/subgraphs/butterflies.h"
#include "analysis/subgraphs/hubs_first.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

#define NOTHING UINT32_MAX /* the node behind the last one of a list */

/* The edges v-u and u-x, by their positions in the rows. */
typedef struct path {
    uint32_t edges[2];
} path;

/* A bloom that an edge is in, and the other edge of its path. */
typedef struct entry {
    uint32_t bloom, other;
} entry;

typedef struct edge {
    uint32_t butterflies; /* of a removed edge its number */
    enum { STAYS, LOSES, LEAVES, REMOVED } state;
} edge;

typedef struct bloom {
    uint64_t first; /* of its paths */
    uint32_t size, lost; /* paths when the round began, and how many it removes */
} bloom;

typedef struct bitruss_job {
    tricorn_context *context;
    tg_rows below, above;
    uint64_t edge_count, bloom_count, path_count;
    uint32_t *edge_of; /* the position in `below` of each edge, by that in `above` */
    uint32_t *counts; /* of the paths from a vertex to each end */
    uint64_t *places; /* where the next of them is, and one more; 0: its bloom has not begun */
    bloom *blooms; /* NULL while they are counted */
    path *paths;
    uint64_t *offsets; /* of each edge, and the end: its entries */
    entry *entries;
    edge *edges;
    uint32_t *round, *visited, *losers; /* edges that leave; their blooms; edges that lose butterflies */
    uint64_t leaving, visits, losses; /* how many these are */
    /* Lists of edges by their butterflies, k at least: node e is an edge, edge_count + k the head of list k. */
    uint32_t *after, *before;
} bitruss_job;

/* ---- the index ---- */

typedef enum step { COUNT, WRITE, CLEAR } step;

static inline void take_path(bitruss_job *job, uint32_t x, path taken, step what)
{
    if (what == CLEAR) {
        job->counts[x] = 0;
        job->places[x] = 0;
    } else if (what == COUNT) {
        job->counts[x]++;
    } else if (job->counts[x] > 1) {
        if (job->places[x] == 0) {
            if (job->blooms) job->blooms[job->bloom_count] = (bloom){job->path_count, job->counts[x], 0};
            job->bloom_count++;
            job->places[x] = job->path_count + 1;
            job->path_count += job->counts[x];
        }
        if (job->blooms == NULL) return;
        job->paths[job->places[x]++ - 1] = taken;
        for (int e = 0; e < 2; e++) job->offsets[taken.edges[e] + UINT64_C(1)]++;
    }
}

/* Takes each path from v over and to later vertices. */
static void each_path(bitruss_job *job, uint32_t v, step what)
{
    const tg_rows *below = &job->below, *above = &job->above;
    for (uint64_t a = above->offsets[v]; a < above->offsets[v + 1]; a++) {
        const uint32_t u = above->ids[a], first = job->edge_of[a];
        for (uint64_t e = first + UINT64_C(1); e < below->offsets[u + 1]; e++)
            take_path(job, below->ids[e], (path){{first, (uint32_t)e}}, what);
        for (uint64_t e = above->offsets[u]; e < above->offsets[u + 1]; e++)
            take_path(job, above->ids[e], (path){{first, job->edge_of[e]}}, what);
    }
}

/* Counts blooms and paths or, where they have memory, writes them. */
static tricorn_status visit_all(bitruss_job *job)
{
    job->bloom_count = job->path_count = 0;
    for (uint32_t v = 0; v < job->below.count; v++) {
        each_path(job, v, COUNT);
        each_path(job, v, WRITE);
        each_path(job, v, CLEAR);
        if (tg_work_add(job->context, 1)) TG_DO(tg_check_cancelled(job->context));
    }
    return TRICORN_OK;
}

/* Writes the entries of all edges, each number of which is in the offset behind. */
static tricorn_status write_entries(bitruss_job *job)
{
    tg_prefix_sum(job->context, job->offsets, job->edge_count + 1);
    TG_DO(TG_ALLOC(job->context, 2 * job->path_count + 1, &job->entries));
    for (uint64_t b = 0; b < job->bloom_count; b++)
        for (uint64_t p = job->blooms[b].first, end = p + job->blooms[b].size; p < end; p++)
            for (int e = 0; e < 2; e++) {
                const uint32_t *ends = job->paths[p].edges;
                job->entries[job->offsets[ends[e] + UINT64_C(1)]++] = (entry){(uint32_t)b, ends[!e]};
            }
    return TRICORN_OK;
}

static tricorn_status make_index(bitruss_job *job)
{
    tricorn_context *context = job->context;
    const uint64_t vertices = job->below.count;

    TG_DO(TG_ALLOC(context, job->edge_count + 1, &job->edge_of));
    TG_DO(TG_ALLOC_ZERO(context, vertices + 1, &job->counts));
    TG_DO(TG_ALLOC_ZERO(context, vertices + 1, &job->places));
    for (uint32_t u = 0; u < vertices; u++)
        for (uint64_t e = job->below.offsets[u]; e < job->below.offsets[u + 1]; e++)
            job->edge_of[tg_row_position(&job->above, job->below.ids[e], u)] = (uint32_t)e;
    tg_work_begin(context, "indexing butterflies", 2 * vertices);
    TG_DO(visit_all(job));
    if (job->bloom_count > UINT32_MAX)
        return tg_fail(context, TRICORN_UNSUPPORTED, "the graph has too many butterflies for their index");
    TG_DO(TG_ALLOC(context, job->bloom_count + 1, &job->blooms));
    TG_DO(TG_ALLOC(context, job->path_count + 1, &job->paths));
    TG_DO(TG_ALLOC_ZERO(context, job->edge_count + 2, &job->offsets));
    TG_DO(visit_all(job));
    return write_entries(job);
}

/* ---- rounds ---- */

static inline void lose(bitruss_job *job, uint32_t e, uint32_t butterflies)
{
    edge *of = &job->edges[e];
    of->butterflies -= butterflies;
    if (of->state == LOSES) return;
    of->state = LOSES;
    job->losers[job->losses++] = e;
}

/* Takes the paths of an edge from their blooms, unless their other edge did so before. */
static void leave(bitruss_job *job, uint32_t e)
{
    for (uint64_t i = job->offsets[e]; i < job->offsets[e + UINT64_C(1)]; i++) {
        const entry of = job->entries[i];
        const edge *other = &job->edges[of.other];
        bloom *in = &job->blooms[of.bloom];
        if (other->state == REMOVED) continue;
        if (in->lost++ == 0) job->visited[job->visits++] = of.bloom;
        if (other->state != LEAVES) lose(job, of.other, in->size - 1);
    }
    job->edges[e].state = REMOVED;
}

/* Retains the paths whose edges both stay, which lose as many butterflies as the bloom has lost paths. */
static void shrink(bitruss_job *job, bloom *of)
{
    path *paths = job->paths + of->first;
    const edge *edges = job->edges;

    of->size -= of->lost;
    for (uint32_t p = 0, kept = 0; kept < of->size; p++) {
        const path taken = paths[p];
        if (edges[taken.edges[0]].state == REMOVED || edges[taken.edges[1]].state == REMOVED) continue;
        paths[kept++] = taken;
        for (int e = 0; e < 2; e++) lose(job, taken.edges[e], of->lost);
    }
    of->lost = 0;
}

static void move(bitruss_job *job, uint32_t e, uint64_t list)
{
    const uint32_t head = (uint32_t)(job->edge_count + list), next = job->after[e];
    job->after[job->before[e]] = next;
    if (next != NOTHING) job->before[next] = job->before[e];
    job->before[e] = head;
    job->after[e] = job->after[head];
    job->after[head] = e;
    if (job->after[e] != NOTHING) job->before[job->after[e]] = e;
}

/* Removes the edges of list k. */
static void remove_list(bitruss_job *job, uint32_t k)
{
    uint32_t *head = &job->after[job->edge_count + k];

    job->leaving = job->visits = job->losses = 0;
    for (uint32_t e = *head; e != NOTHING; e = job->after[e]) {
        job->edges[e] = (edge){k, LEAVES};
        job->round[job->leaving++] = e;
    }
    *head = NOTHING;
    for (uint64_t i = 0; i < job->leaving; i++) leave(job, job->round[i]);
    for (uint64_t i = 0; i < job->visits; i++) shrink(job, &job->blooms[job->visited[i]]);
    for (uint64_t i = 0; i < job->losses; i++) {
        edge *of = &job->edges[job->losers[i]];
        of->state = STAYS;
        move(job, job->losers[i], of->butterflies > k ? of->butterflies : k);
    }
}

/* Puts each edge on the list of its butterflies, which are fewer than edges. */
static tricorn_status make_lists(bitruss_job *job)
{
    const uint64_t edges = job->edge_count;
    tricorn_context *context = job->context;

    TG_DO(TG_ALLOC_ZERO(context, edges + 1, &job->edges));
    TG_DO(TG_ALLOC(context, edges + 1, &job->round));
    TG_DO(TG_ALLOC(context, edges + 1, &job->losers));
    TG_DO(TG_ALLOC(context, job->bloom_count + 1, &job->visited));
    TG_DO(TG_ALLOC(context, edges + 1, &job->before));
    TG_DO(TG_ALLOC(context, 2 * edges + 1, &job->after));
    for (uint64_t i = 0; i < 2 * edges; i++) job->after[i] = NOTHING;
    for (uint64_t e = 0; e < edges; e++) {
        job->before[e] = (uint32_t)e;
        for (uint64_t i = job->offsets[e]; i < job->offsets[e + 1]; i++)
            job->edges[e].butterflies += job->blooms[job->entries[i].bloom].size - 1;
        move(job, (uint32_t)e, job->edges[e].butterflies);
    }
    return TRICORN_OK;
}

static tricorn_status peel(bitruss_job *job, uint64_t *largest)
{
    TG_DO(make_lists(job));
    tg_work_begin(job->context, "removing edges", job->edge_count);
    for (uint64_t k = 0; k < job->edge_count; k++)
        while (job->after[job->edge_count + k] != NOTHING) {
            remove_list(job, (uint32_t)k);
            *largest = k;
            if (tg_work_add(job->context, job->leaving)) TG_DO(tg_check_cancelled(job->context));
        }
    return TRICORN_OK;
}

static void free_job(bitruss_job *job)
{
    void *const blocks[] = {job->edge_of, job->counts, job->places, job->blooms, job->paths, job->offsets, job->entries,
      job->edges, job->round, job->visited, job->losers, job->after, job->before};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) tg_free(blocks[b]);
    tg_rows_free(&job->above);
}

tricorn_status tg_bitruss_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *numbers, uint64_t *largest)
{
    bitruss_job job = {.context = context, .edge_count = graph->edges};
    tricorn_status status = TRICORN_OK;
    tg_hubs_first hubs = {0};
    tg_rows rows;

    if (graph->edges > INT32_MAX)
        return tg_fail(context, TRICORN_UNSUPPORTED, "a graph of 2^31 edges or more is too large for bitruss numbers");
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_rows_transpose(context, &rows, &job.above));
    TG_TRY(tg_hubs_first_create(context, graph, &rows, &job.above, &hubs));
    tg_rows_free(&job.above);
    job.below = hubs.below;
    TG_TRY(tg_rows_transpose(context, &hubs.below, &job.above));
    TG_TRY(make_index(&job));
    TG_TRY(peel(&job, largest));
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
            const uint32_t a = hubs.places[u], b = hubs.places[rows.ids[e]];
            numbers[e] = job.edges[tg_row_position(&job.below, a > b ? a : b, a > b ? b : a)].butterflies;
        }
cleanup:
    free_job(&job);
    tg_hubs_first_free(&hubs);
    return status;
}
