/* csr.c - reads compressed sparse rows: checks the offsets of rows, then makes an edge from each neighbour in a row.
 *
 * - Threads read chunks of neighbours, and each finds the row of its first neighbour by a binary
 *   search in the offsets.  So no thread needs what another thread has read.
 * - If each edge is in the rows of both its ends, one of the two is dropped. Hashes check that
 *   both were present, without sorting (io/text/mirror.h).
 */
#include "io/binary/csr.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "io/text/mirror.h"

static const char NO_VERTEX[] = "is not a vertex: neighbours are from 0 to one less than the number "
                                "of vertices; is the file damaged, or of another format?";

tricorn_status tg_csr_check_vertices(tricorn_context *context, const char *name, uint64_t vertices)
{
    if (vertices <= UINT32_MAX) return TRICORN_OK;
    if (vertices > INT64_MAX)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its header says %" PRId64 " vertices: it is damaged, or of another "
          "format",
          name, (int64_t)vertices);
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s: %" PRIu64 " vertices are more than tricorn can hold (4294967295)",
      name, vertices);
}

/* ---- offsets ---- */

typedef struct setting {
    tg_csr *csr;
    unsigned width;
} setting;

static tricorn_status put_offsets(tricorn_context *context, void *user, const unsigned char *bytes, uint64_t count)
{
    const setting *job = user;
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; i < count && status == TRICORN_OK; i++, bytes += job->width)
        status = tg_offsets_put(
          context, &job->csr->offsets, job->width == sizeof(uint32_t) ? tg_get32(bytes) : tg_get64(bytes));
    return status;
}

tricorn_status tg_csr_read_offsets(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, tg_csr *csr)
{
    tg_offsets *offsets = &csr->offsets;
    const bool last_missing = wanted->count == csr->vertices;

    offsets->count = csr->vertices + 1;
    if (!tg_offsets_are_many(offsets->spill, offsets->count)) {
        const tg_numbers all = {wanted->what, wanted->count, last_missing, wanted->width};
        TG_DO(tg_numbers_read(context, from, &all, &offsets->all));
        if (last_missing) offsets->all[csr->vertices] = csr->arcs;
        return TRICORN_OK;
    }
    setting job = {csr, wanted->width};
    TG_DO(tg_offsets_begin(context, offsets));
    TG_DO(tg_numbers_each(context, from, wanted, put_offsets, &job));
    if (last_missing) TG_DO(tg_offsets_put(context, offsets, csr->arcs));
    return TRICORN_OK;
}

typedef struct wrong_offset {
    uint64_t index, value;
    uint64_t before; /* the value of the offset before the wrong one */
} wrong_offset;

static tricorn_status refuse_offset(tricorn_context *context, const char *name, const tg_csr *csr, wrong_offset offset)
{
    char where[64];
    const uint64_t wrong = offset.index;
    if (csr->offsets_at == TG_SIZE_UNKNOWN)
        snprintf(where, sizeof where, "offset number %" PRIu64, wrong);
    else
        snprintf(where, sizeof where, "byte %" PRIu64 ": offset number %" PRIu64,
          csr->offsets_at + wrong * csr->offset_bytes, wrong);
    if (wrong == 0)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: %s is %" PRId64 " and not 0", name, where, (int64_t)offset.value);
    if (wrong == csr->vertices)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: %s, the last, is %" PRId64 ", but there are %" PRIu64
          " neighbours: the file is cut, or of another format",
          name, where, (int64_t)offset.value, csr->arcs);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: %s is %" PRId64 " after %" PRIu64 "; offsets never fall and are at most the number of neighbours, %" PRIu64,
      name, where, (int64_t)offset.value, offset.before, csr->arcs);
}

/* Returns the first row in view that ends before it begins, or that ends after the last
 * neighbour; UINT64_MAX: no row does. */
static uint64_t find_wrong(const tricorn_context *context, const tg_offsets_view *view, uint64_t arcs)
{
    const uint64_t *offsets = view->offsets;
    uint64_t wrong = UINT64_MAX;
#pragma omp parallel for num_threads((int)context->threads) reduction(min : wrong)
    for (uint64_t i = 0; i < view->rows; i++)
        if ((offsets[i + 1] < offsets[i] || offsets[i + 1] > arcs) && i < wrong) wrong = i;
    return wrong;
}

tricorn_status tg_csr_check_offsets(tricorn_context *context, const char *name, const tg_csr *csr)
{
    tricorn_status status = TRICORN_OK;
    tg_offsets_view view = {.of = &csr->offsets};
    uint64_t last = 0;

    for (uint64_t row = 0; row == 0 || row < csr->vertices; row += view.rows) {
        TG_TRY(tg_offsets_view_at(context, &view, row));
        if (row == 0 && view.offsets[0] != 0)
            TG_TRY(refuse_offset(context, name, csr, (wrong_offset){0, view.offsets[0], 0}));
        const uint64_t wrong = find_wrong(context, &view, csr->arcs);
        if (wrong != UINT64_MAX)
            TG_TRY(refuse_offset(
              context, name, csr, (wrong_offset){row + wrong + 1, view.offsets[wrong + 1], view.offsets[wrong]}));
        last = view.offsets[view.rows];
        if (view.rows == 0) break;
    }
    if (last != csr->arcs) TG_TRY(refuse_offset(context, name, csr, (wrong_offset){csr->vertices, last, 0}));

cleanup:
    tg_free(view.buffer);
    return status;
}

/* ---- neighbours ---- */

/* A thread's view of the offsets, on cache lines that no other thread uses. */
typedef struct row_view {
    _Alignas(64) tg_offsets_view rows;
} row_view;

typedef struct reading {
    const tg_csr *csr;
    tg_record_edges to;
    row_view *views; /* one for each thread */
    tg_mirror *mirrors; /* one for each thread, if csr->mirrored */
    uint64_t seed;
} reading;

static uint64_t target_at(const tg_csr *csr, const unsigned char *bytes)
{
    return csr->target_bytes == sizeof(uint32_t) ? tg_get32(bytes) : tg_get64(bytes);
}

/* Makes an edge from each neighbour of a row, if neighbours have 4 bytes, which is the usual
 * case; returns the largest neighbour. */
static uint32_t use_dense(tg_edge *to, uint32_t row, const unsigned char *bytes, uint64_t count)
{
    uint32_t most = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t target = tg_get32(bytes + i * sizeof(uint32_t));
        most = target > most ? target : most;
        to[i] = (tg_edge){row, target};
    }
    return most;
}

/* Makes an edge from each neighbour of a row, whatever the size of a neighbour is; returns the largest neighbour. */
static uint64_t use_any(tg_edge *to, uint32_t row, const tg_csr *csr, const unsigned char *bytes, uint64_t count)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t target = target_at(csr, bytes + i * csr->stride);
        most = target > most ? target : most;
        to[i] = (tg_edge){row, (uint32_t)target};
    }
    return most;
}

/* Describes the fault of the first neighbour of the chunk that is not a vertex. */
static void find_fault(const tg_csr *csr, const tg_record_chunk *chunk, uint64_t from, tg_record_fault *fault)
{
    uint64_t target, i = from;
    while ((target = target_at(csr, chunk->bytes + i * csr->stride)) < csr->vertices) i++;
    *fault = (tg_record_fault){.error = NO_VERTEX, .record = chunk->first + i};
    /* If the graph has at most 2^31 vertices, the number was probably meant to be negative. */
    const bool small = csr->target_bytes == sizeof(uint32_t) && csr->vertices <= INT32_MAX;
    fault->value = small ? (int32_t)(uint32_t)target : (int64_t)target;
}

/* Keeps the edges to ids that are not smaller, at the front, and drops the others; returns how many remain. */
static uint64_t drop_mirrored(reading *job, tg_edge *edges, uint64_t count, uint32_t thread)
{
    tg_mirror mirror = job->mirrors[thread];
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        tg_mirror_add(&mirror, job->seed, edge.u, edge.v);
        edges[kept] = edge;
        kept += edge.u <= edge.v;
    }
    job->mirrors[thread] = mirror;
    return kept;
}

/* Makes the edges of a chunk that is small enough for the room of its part. */
static tricorn_status use_some(
  tricorn_context *context, reading *job, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    const tg_csr *csr = job->csr;
    const bool dense = csr->stride == sizeof(uint32_t);
    tg_offsets_view *view = &job->views[chunk->thread].rows;
    tg_edge *to = NULL;
    uint64_t row = 0;

    TG_DO(tg_record_edges_room(context, &job->to, chunk, (void **)&to));
    TG_DO(tg_offsets_find(context, view, chunk->first, &row));
    for (uint64_t done = 0; done < chunk->count;) {
        TG_DO(tg_offsets_follow(context, view, chunk->first + done, &row));
        const uint64_t end = tg_offsets_end(view, row) - chunk->first;
        const uint64_t some = (end < chunk->count ? end : chunk->count) - done;
        const unsigned char *bytes = chunk->bytes + done * csr->stride;
        const uint64_t most = dense ? use_dense(to + done, (uint32_t)row, bytes, some)
                                    : use_any(to + done, (uint32_t)row, csr, bytes, some);
        if (most >= csr->vertices) {
            find_fault(csr, chunk, done, fault);
            return TRICORN_OK;
        }
        done += some;
    }
    if (job->mirrors) {
        tg_edge_part *part = &job->to.edges->parts[chunk->thread];
        part->count -= chunk->count - drop_mirrored(job, to, chunk->count, chunk->thread);
    }
    return TRICORN_OK;
}

static tricorn_status use_targets(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    reading *job = user;
    const tg_edges *edges = job->to.edges;
    const uint64_t share = tg_edge_part_share(&edges->parts[0], edges->part_count, sizeof(tg_edge));
    for (uint64_t done = 0, some; done < chunk->count && fault->error == NULL; done += some) {
        some = chunk->count - done < share ? chunk->count - done : share;
        const tg_record_chunk part = {chunk->bytes + done * job->csr->stride, chunk->first + done, some, chunk->thread};
        TG_DO(use_some(context, job, &part, fault));
    }
    return TRICORN_OK;
}

static tricorn_status check_mirrors(tricorn_context *context, const char *name, reading *job)
{
    tg_mirror all = {0};
    for (uint32_t t = 0; t < context->threads; t++) tg_mirror_join(&all, &job->mirrors[t]);
    return tg_mirror_check(context, name, &all, job->seed, 0);
}

tricorn_status tg_csr_read_targets(tricorn_context *context, tg_bytes *from, const tg_csr *csr, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t arcs = csr->arcs;
    reading job = {.csr = csr};
    const tg_records records = {
      .what = "neighbours", .count = arcs, .size = csr->stride, .user = &job, .use = use_targets};

    TG_TRY(tg_bytes_require(context, from, arcs, csr->stride, records.what));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &job.views));
    for (uint32_t t = 0; t < context->threads; t++) job.views[t].rows.of = &csr->offsets;
    if (csr->mirrored) {
        TG_TRY(TG_ALLOC_ZERO(context, context->threads, &job.mirrors));
        job.seed = tg_hash_seed();
    }
    /* If edges are dropped, parts that grow have no gaps between chunks. */
    TG_TRY(tg_record_edges_create(context, from, csr->mirrored ? TG_SIZE_UNKNOWN : arcs, edges, &job.to));
    edges->declared = true;
    edges->vertices = csr->vertices;
    TG_TRY(tg_records_read(context, from, &records, NULL));
    if (job.mirrors) TG_TRY(check_mirrors(context, from->name, &job));

cleanup:
    for (uint32_t t = 0; job.views && t < context->threads; t++) tg_free(job.views[t].rows.buffer);
    tg_free(job.views);
    tg_free(job.mirrors);
    return status;
}
