/* arrays.c - see arrays.h.
 *
 * Numbers of any type are read in blocks, by all threads, into the memory of edges: the caller's arrays are not
 * copied otherwise. An error names the first number that is wrong, which a second reading finds.
 */
#include "load/arrays.h"

#include <float.h>
#include <math.h>

#include "base/copy.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "graph/integers.h"
#include "io/text/dialect/where.h"
#include "load/place.h"
#include "prepare/cpu/compact_ids.h"
#include "prepare/prepare.h"

enum { BLOCK = 4096 }; /* numbers that are read at once: 32 KB, which the cache has room for */

static uint64_t smaller_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* One more than the largest number; 0 for an empty array. */
static uint64_t numbers_in(const tricorn_context *context, const uint32_t *ids, uint64_t count)
{
    return count ? (uint64_t)tg_most_parallel(context, ids, count) + 1 : 0;
}

/* Gives the edges of the one part the caller's weights. */
static tricorn_status take_weights(tricorn_context *context, const tricorn_load_graph *how, tg_edge_part *part)
{
    const double *weights = how->edge_weights, least = how->weights == TRICORN_SIGNED ? -DBL_MAX : 0;
    TG_DO(TG_ALLOC(context, part->count + 1, &part->weights));
    for (uint64_t i = 0; i < part->count; i++) {
        if (!(weights[i] >= least && weights[i] <= DBL_MAX))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "edge_weights[%llu] is %g: a weight is finite%s",
              (unsigned long long)i, weights[i], least < 0 ? "" : " and not negative");
        part->weights[i] = weights[i] + 0.0; /* no -0 */
    }
    return TRICORN_OK;
}

static tricorn_status take_times(tricorn_context *context, const tricorn_load_options *options, tg_edge_part *part)
{
    if (options->times)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "times are read from files: for arrays give edge_times");
    if (options->edge_times == NULL) return TRICORN_OK;
    TG_DO(TG_ALLOC(context, part->count + 1, &part->times));
    tg_copy_parallel(context, part->times, options->edge_times, part->count * sizeof *part->times);
    return TRICORN_OK;
}

static tricorn_status build(tricorn_context *context, tg_placement *placement, tg_edges *edges,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    const tg_prepare_options prepare = {.strict = options->graph.strict != 0};

    const bool is_signed = options->graph.edge_weights && options->graph.weights == TRICORN_SIGNED;

    if (options->graph.weights && !is_signed)
        TG_DO(tg_fail(context, TRICORN_INVALID_ARGUMENT, "weights are read from files: for arrays give edge_weights"));
    if (options->graph.edge_weights) TG_DO(take_weights(context, &options->graph, edges->parts));
    TG_DO(take_times(context, options, edges->parts));
    return tg_build(context, placement, edges, &prepare, graph);
}

static tricorn_status from_edges(
  tricorn_context *context, tg_edges *edges, const tricorn_load_options *options, tricorn_graph **graph)
{
    const tg_workload workload = {.edges = tg_edges_count(edges)};
    tg_placement placement = {0};
    TG_DO(tg_refuse_where(context, options, "arrays"));
    tg_placement_begin(context, options, &workload, NULL, &placement);
    return build(context, &placement, edges, options, graph);
}

/* Refuses an array that is NULL although it has entries, or has more entries than fit in memory.
 */
static tricorn_status require_array(
  tricorn_context *context, const void *array, uint64_t count, size_t entry_bytes, const char *name)
{
    if (count > PTRDIFF_MAX / entry_bytes)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: no array has %llu entries of %zu bytes", name,
          (unsigned long long)count, entry_bytes);
    if (count == 0 || array) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is NULL", name);
}

/* Makes one edge part that has room for the edges of an array. */
static tricorn_status begin_array(tricorn_context *context, uint64_t count, size_t edge_bytes, tg_edges *edges)
{
    TG_DO(tg_edges_create(context, 1, edges));
    TG_DO(tg_edge_part_reserve(context, &edges->parts[0], count, edge_bytes));
    edges->parts[0].count = count;
    return TRICORN_OK;
}

/* Copies the pairs, for the CPU. */
static tricorn_status copy_pairs(tricorn_context *context, const uint32_t *pairs, uint64_t count, tg_edges *edges)
{
    TG_DO(begin_array(context, count, sizeof(tg_wide_edge), edges));
    edges->vertices = numbers_in(context, pairs, 2 * count);
    tg_copy_parallel(context, edges->parts[0].edges, pairs, count * sizeof(tg_edge));
    if (edges->vertices > UINT32_MAX) { /* the id 2^32 - 1 is no number inside */
        TG_DO(tg_edge_part_widen(context, &edges->parts[0]));
        edges->wide = true;
    }
    return TRICORN_OK;
}

/* Where a GPU prepares, it takes the edges from the caller's array. */
tricorn_status tg_load_pairs(tricorn_context *context, const uint32_t *pairs, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const tg_workload workload = {.edges = count};
    tg_placement placement = {0};
    tg_edges edges = {0};
    tricorn_graph *made = NULL;

    TG_TRY(require_array(context, pairs, count, sizeof(tg_edge), "the array of edges"));
    TG_TRY(tg_refuse_where(context, options, "arrays"));
    tg_placement_begin(context, options, &workload, NULL, &placement);
    if (!options->graph.strict && !placement.keeps_edges)
        TG_TRY(tg_placement_pairs(context, &placement, pairs, count, &made));
    if (made == NULL) {
        TG_TRY(copy_pairs(context, pairs, count, &edges));
        TG_TRY(build(context, &placement, &edges, options, &made));
    }
    *graph = made;
cleanup:
    tg_edges_free(&edges);
    return status;
}

/* ---- columns ---- */

/* A chunk whose edges are written to the part from `at` on. */
typedef struct filling {
    const tricorn_edge_columns *chunk;
    tg_edge_part *part;
    uint64_t at;
    bool wide;
    _Atomic uint64_t most; /* the largest id */
    _Atomic bool negative;
} filling;

static void fill_block(filling *job, uint64_t first, uint64_t count)
{
    uint64_t sources[BLOCK], targets[BLOCK];
    const bool right = tg_integers_read(&job->chunk->sources, first, count, sources) &&
                       tg_integers_read(&job->chunk->targets, first, count, targets);
    if (!right) {
        atomic_store(&job->negative, true);
        return;
    }
    const uint64_t most_source = tg_integers_most(sources, count);
    const uint64_t most_target = tg_integers_most(targets, count);
    tg_keep_largest(&job->most, most_source > most_target ? most_source : most_target);
    if (job->wide) {
        tg_wide_edge *out = (tg_wide_edge *)job->part->edges + job->at + first;
        for (uint64_t i = 0; i < count; i++) out[i] = (tg_wide_edge){sources[i], targets[i]};
    } else {
        tg_edge *out = (tg_edge *)job->part->edges + job->at + first;
        for (uint64_t i = 0; i < count; i++) out[i] = (tg_edge){(uint32_t)sources[i], (uint32_t)targets[i]};
    }
}

/* A column of `count` numbers; in messages it is called `name`, and its first number is number `first`. */
typedef struct named_column {
    const tricorn_integers *column;
    const char *name;
    uint64_t count, first;
} named_column;

/* Reports the first number of a column that is negative. */
static tricorn_status name_negative(tricorn_context *context, named_column of)
{
    uint64_t value;
    for (uint64_t i = 0; i < of.count; i++)
        if (!tg_integers_read(of.column, i, 1, &value))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "%s[%llu] is %lld, and may not be negative: give such ids as words", of.name,
              (unsigned long long)(of.first + i), (long long)value);
    return TRICORN_OK;
}

/* Reads one chunk behind the others, and raises *most to its largest id. */
static tricorn_status fill_chunk(tricorn_context *context, filling *job, uint64_t *most)
{
    const tricorn_edge_columns *chunk = job->chunk;
    const uint64_t blocks = chunk->edges / BLOCK + (chunk->edges % BLOCK != 0);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 4)
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t first = b * BLOCK, count = smaller_of(BLOCK, chunk->edges - first);
        if (tg_cancelled(context)) continue;
        fill_block(job, first, count);
        tg_work_add(context, count);
    }
    TG_DO(tg_check_cancelled(context));
    if (job->negative) {
        TG_DO(name_negative(context, (named_column){&chunk->sources, "sources", chunk->edges, job->at}));
        TG_DO(name_negative(context, (named_column){&chunk->targets, "targets", chunk->edges, job->at}));
    }
    const uint64_t found = atomic_load(&job->most);
    *most = found > *most ? found : *most;
    return TRICORN_OK;
}

typedef struct all_chunks {
    const tricorn_edge_columns *chunks;
    uint64_t count, total; /* total: edges of all chunks */
} all_chunks;

/* Reads all chunks into edges of the width that is asked for; *most: the largest id. */
static tricorn_status fill_edges(tricorn_context *context, const all_chunks *all, tg_edges *edges, uint64_t *most)
{
    const size_t bytes = edges->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);
    tg_edge_part *part = &edges->parts[0];
    uint64_t at = 0;
    TG_DO(tg_edge_part_reserve(context, part, all->total, bytes));
    tg_work_begin(context, "reading", all->total);
    for (uint64_t p = 0; p < all->count; p++) {
        filling job = {.chunk = &all->chunks[p], .part = part, .at = at, .wide = edges->wide};
        TG_DO(fill_chunk(context, &job, most));
        at += all->chunks[p].edges;
    }
    part->count = all->total;
    return TRICORN_OK;
}

tricorn_status tg_load_check_integers(
  tricorn_context *context, const tricorn_integers *integers, uint64_t count, const char *name)
{
    if (!tg_integers_are_known(integers))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: the type is %d, which is no tricorn_integer", name,
          (int)integers->type);
    return require_array(context, integers->first, count, tg_integers_bytes(integers), name);
}

/* Sets all->total. */
static tricorn_status check_chunks(tricorn_context *context, all_chunks *all)
{
    all->total = 0;
    for (uint64_t p = 0; p < all->count; p++) {
        const tricorn_edge_columns *chunk = &all->chunks[p];
        TG_DO(tg_load_check_integers(context, &chunk->sources, chunk->edges, "the sources of edges"));
        TG_DO(tg_load_check_integers(context, &chunk->targets, chunk->edges, "the targets of edges"));
        if (__builtin_add_overflow(all->total, chunk->edges, &all->total) ||
            all->total > PTRDIFF_MAX / sizeof(tg_wide_edge))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the chunks have too many edges");
    }
    return TRICORN_OK;
}

/* Ids that are nearly dense stay as they are, in narrow edges; others are read again, as wide ones. */
static tricorn_status read_columns(
  tricorn_context *context, const tricorn_edge_columns *chunks, uint64_t count, tg_edges *edges)
{
    all_chunks all = {chunks, count, 0};
    uint64_t most = 0;
    TG_DO(check_chunks(context, &all));
    TG_DO(tg_edges_create(context, 1, edges));
    TG_DO(fill_edges(context, &all, edges, &most));
    edges->vertices = all.total > 0 ? most + 1 : 0;
    if (most < UINT32_MAX && tg_ids_are_dense(edges->vertices, all.total)) return TRICORN_OK;
    tg_edges_free(edges);
    TG_DO(tg_edges_create(context, 1, edges));
    edges->wide = true;
    return fill_edges(context, &all, edges, &most);
}

tricorn_status tg_load_columns(tricorn_context *context, const tricorn_edge_columns *chunks, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_edges edges = {0};

    TG_TRY(require_array(context, chunks, count, sizeof *chunks, "chunks"));
    TG_TRY(read_columns(context, chunks, count, &edges));
    TG_TRY(from_edges(context, &edges, options, graph));
cleanup:
    tg_edges_free(&edges);
    return status;
}

/* ---- rows ---- */

static tricorn_status check_offsets(tricorn_context *context, uint32_t vertices, const uint64_t *offsets)
{
    if (offsets[0] != 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "offsets[0] is %llu and must be 0: targets begins with the row of vertex 0", (unsigned long long)offsets[0]);
    for (uint32_t u = 0; u < vertices; u++)
        if (offsets[u + 1] < offsets[u])
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "offsets fall from %llu to %llu behind vertex %u",
              (unsigned long long)offsets[u], (unsigned long long)offsets[u + 1], u);
    return TRICORN_OK;
}

/* *offsets: those of the caller, or *own, which the caller of this frees. */
static tricorn_status read_offsets(
  tricorn_context *context, const tricorn_csr *rows, uint64_t **own, const uint64_t **offsets)
{
    const tricorn_integers *given = &rows->offsets;
    const uint64_t count = rows->vertices + 1;
    const bool wide = given->type == TRICORN_INT64 || given->type == TRICORN_UINT64;
    TG_DO(tg_load_check_integers(context, given, count, "offsets"));
    *offsets = given->first;
    if (!wide || given->stride != sizeof(uint64_t) || (uintptr_t)given->first % sizeof(uint64_t)) {
        TG_DO(TG_ALLOC(context, count, own));
        *offsets = *own;
        if (!tg_integers_read(given, 0, count, *own))
            TG_DO(name_negative(context, (named_column){given, "offsets", count, 0}));
    }
    return check_offsets(context, (uint32_t)rows->vertices, *offsets);
}

/* Writes `count` entries from `first` on as edges. False where a target is no vertex. */
static bool expand_block(const tricorn_csr *rows, const uint64_t *offsets, uint64_t first, uint64_t count, tg_edge *out)
{
    uint64_t targets[BLOCK];
    if (!tg_integers_read(&rows->targets, first, count, targets) || tg_integers_most(targets, count) >= rows->vertices)
        return false;
    uint32_t u = (uint32_t)tg_last_at_most(offsets, rows->vertices, first);
    for (uint64_t i = 0; i < count;) {
        const uint64_t end = smaller_of(offsets[u + 1], first + count) - first;
        for (; i < end; i++) out[i] = (tg_edge){u, (uint32_t)targets[i]};
        u++;
    }
    return true;
}

static tricorn_status name_target(tricorn_context *context, const tricorn_csr *rows, uint64_t count)
{
    uint64_t value;
    TG_DO(name_negative(context, (named_column){&rows->targets, "targets", count, 0}));
    for (uint64_t e = 0; e < count; e++) {
        tg_integers_read(&rows->targets, e, 1, &value);
        if (value >= rows->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "targets[%llu] is %llu, but the graph has %llu vertices",
              (unsigned long long)e, (unsigned long long)value, (unsigned long long)rows->vertices);
    }
    return TRICORN_OK;
}

static tricorn_status expand_rows(
  tricorn_context *context, const tricorn_csr *rows, const uint64_t *offsets, tg_edges *edges)
{
    const uint64_t count = offsets[rows->vertices];
    const uint64_t blocks = count / BLOCK + (count % BLOCK != 0);
    tg_edge *out = edges->parts[0].edges;
    _Atomic bool wrong = false;
    tg_work_begin(context, "reading", count);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 4)
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t first = b * BLOCK, some = smaller_of(BLOCK, count - first);
        if (tg_cancelled(context)) continue;
        if (!expand_block(rows, offsets, first, some, out + first)) atomic_store(&wrong, true);
        tg_work_add(context, some);
    }
    TG_DO(tg_check_cancelled(context));
    if (wrong) TG_DO(name_target(context, rows, count));
    return TRICORN_OK;
}

/* The memory for the edges is taken before targets is read, so that a length beyond all memory fails. */
tricorn_status tg_load_rows(
  tricorn_context *context, const tricorn_csr *rows, const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t *offsets;
    uint64_t *own = NULL;
    tg_edges edges = {0};

    if (rows->vertices >= UINT32_MAX) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "vertices is above 2^32 - 2"));
    TG_TRY(read_offsets(context, rows, &own, &offsets));
    const uint64_t count = offsets[rows->vertices];
    TG_TRY(tg_load_check_integers(context, &rows->targets, count, "targets"));
    TG_TRY(begin_array(context, count, sizeof(tg_edge), &edges));
    TG_TRY(expand_rows(context, rows, offsets, &edges));
    edges.vertices = rows->vertices;
    edges.declared = true;
    edges.both_ways = true;
    TG_TRY(from_edges(context, &edges, options, graph));
cleanup:
    tg_free(own);
    tg_edges_free(&edges);
    return status;
}
