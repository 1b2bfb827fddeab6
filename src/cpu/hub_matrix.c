/* hub_matrix.c - making the matrix, and going through it in cache-sized passes. */
#include "cpu/hub_matrix.h"

#include <omp.h>

#include "base/memory.h"
#include "cpu/intersect/intersect.h"

enum {
    ROWS_AT_ONCE = 64,     /* of hubs: a thread's next share while the matrix is made */
    CHUNK_EDGES = 1 << 14, /* a thread's next share of a pass */
    PASS_BYTES = 8 << 20,  /* of lines in one pass: they should stay in the last level cache */
    EDGES_PASS_BYTES = 2 << 20 /* with counters of edges, about as large, of each thread too */
};

static uint64_t line_count(uint32_t hubs)
{
    uint64_t lines = 0;
    for (uint32_t b = 0; (uint64_t)b * TG_BLOCK_IDS < hubs; b++) lines += hubs - b * TG_BLOCK_IDS;
    return lines;
}

uint64_t tg_hub_matrix_bytes(uint32_t hubs)
{
    return line_count(hubs) * TG_BLOCK_WORDS * sizeof(uint64_t);
}

uint64_t tg_hub_matrix_sink_bytes(uint32_t hubs, uint32_t threads)
{
    const uint64_t blocks = (hubs + TG_BLOCK_IDS - 1) / TG_BLOCK_IDS;
    return threads ? blocks * threads * sizeof(tg_columns) : line_count(hubs) * sizeof(uint32_t);
}

static void set_row(const tg_task *task, tg_hub_matrix *matrix, uint32_t v)
{
    for (uint64_t i = task->into.offsets[v]; i < task->into.offsets[v + 1]; i++) {
        const uint32_t w = task->into.ids[i], block = w >> TG_BLOCK_BITS;
        const uint64_t line = matrix->first[block] + v;
        matrix->words[line * TG_BLOCK_WORDS + (w / 64) % TG_BLOCK_WORDS] |= UINT64_C(1) << w % 64;
    }
}

trigon_status tg_hub_matrix_create(trigon_context *context, const tg_task *task, uint32_t hubs,
                                   tg_hub_matrix *matrix)
{
    trigon_status status = TRIGON_OK;
    tg_hub_matrix made = {.hubs = hubs};
    uint64_t lines = 0;

    for (uint32_t b = 0; b * TG_BLOCK_IDS < hubs; b++) {
        made.first[b] = lines - b * TG_BLOCK_IDS; /* below 0 it wraps: adding v brings it back */
        lines += hubs - b * TG_BLOCK_IDS;
    }
    TG_TRY(TG_ALLOC_ZERO(context, lines * TG_BLOCK_WORDS, &made.words));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < hubs; v++) set_row(task, &made, v);
    *matrix = made;
cleanup:
    return status;
}

trigon_status tg_hub_places(trigon_context *context, const tg_task *task,
                            const tg_hub_matrix *matrix, uint32_t **places)
{
    const tg_rows *into = &task->into;
    uint32_t *made = NULL;
    const trigon_status status = TG_ALLOC(context, line_count(matrix->hubs), &made);

    if (status != TRIGON_OK) return status;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < matrix->hubs; v++) {
        uint64_t i = into->offsets[v];
        for (uint32_t b = 0; b <= v >> TG_BLOCK_BITS; b++) {
            while (i < into->offsets[v + 1] && into->ids[i] >> TG_BLOCK_BITS < b) i++;
            made[matrix->first[b] + v] = (uint32_t)i;
        }
    }
    *places = made;
    return TRIGON_OK;
}

void tg_hub_matrix_free(tg_hub_matrix *matrix)
{
    tg_free(matrix->words);
    *matrix = (tg_hub_matrix){0};
}

/* The first row that begins at or behind an edge's position. */
static uint32_t row_from(const tg_task *task, tg_chunk chunk)
{
    const uint64_t begin = task->edges.offsets[chunk.first_row];
    return begin == chunk.first_edge ? chunk.first_row : chunk.first_row + 1;
}

/* What is wanted: vertices, edges, or neither: only the total. */
typedef struct pass_sink {
    const tg_vertex_counters *vertices;
    tg_columns *columns; /* with vertices: of all threads, blocks of the pass after blocks */
    const tg_edge_counters *edges;
    const uint32_t *places; /* with edges */
} pass_sink;

static tg_hub_counters counters_of_thread(const tg_hub_pass *pass, const pass_sink *sink)
{
    const uint32_t thread = (uint32_t)omp_get_thread_num();
    return (tg_hub_counters){
        .counts = tg_vertex_counters_of(sink->vertices, thread),
        .columns = sink->columns + (uint64_t)thread * (pass->last_block - pass->first_block)};
}

static tg_hub_supports supports_of_thread(const pass_sink *sink)
{
    return (tg_hub_supports){.rows = sink->edges->counts,
                             .hubs =
                                 tg_edge_counters_of(sink->edges, (uint32_t)omp_get_thread_num()),
                             .places = sink->places};
}

static uint64_t count_rows(const tg_hub_pass *pass, const pass_sink *sink, uint32_t first,
                           uint32_t last)
{
    const tg_kernels *kernels = tg_kernels_best();
    if (sink->vertices) {
        const tg_hub_counters own = counters_of_thread(pass, sink);
        return kernels->hub_rows_into(pass, first, last, &own);
    }
    if (sink->edges) {
        const tg_hub_supports own = supports_of_thread(sink);
        return kernels->hub_rows_edges(pass, first, last, &own);
    }
    return kernels->hub_rows(pass, first, last);
}

static uint64_t count_pass(trigon_context *context, const tg_hub_pass *pass,
                           const pass_sink *sink)
{
    const tg_task *task = pass->task;
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);
    uint64_t found = 0;

#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t c = 0; c < chunks; c++) {
        if (tg_cancelled(context)) continue;
        const tg_chunk chunk = tg_chunk_at(task, CHUNK_EDGES, c);
        const uint32_t first = row_from(task, chunk);
        const uint32_t last = c + 1 < chunks
                                  ? row_from(task, tg_chunk_at(task, CHUNK_EDGES, c + 1))
                                  : task->last_row;
        if (first < last) found += count_rows(pass, sink, first, last);
        tg_work_add(context, chunk.last_edge - chunk.first_edge);
    }
    return found;
}

/* Where the pass that begins with a block ends: with lines of pass_bytes, but a block at least.
 */
static uint32_t pass_end(uint32_t hubs, uint32_t first_block, uint64_t pass_bytes)
{
    const uint32_t blocks = (hubs + TG_BLOCK_IDS - 1) / TG_BLOCK_IDS;
    const uint64_t line_bytes = TG_BLOCK_WORDS * sizeof(uint64_t);
    uint64_t bytes = 0;
    uint32_t b = first_block;
    do {
        bytes += (hubs - b * TG_BLOCK_IDS) * line_bytes;
        b++;
    } while (b < blocks && bytes + (hubs - b * TG_BLOCK_IDS) * line_bytes <= pass_bytes);
    return b;
}

static uint32_t passes_of(uint32_t hubs, uint64_t pass_bytes)
{
    uint32_t passes = 0;
    for (uint32_t b = 0; b * TG_BLOCK_IDS < hubs; b = pass_end(hubs, b, pass_bytes)) passes++;
    return passes;
}

uint32_t tg_hub_matrix_passes(uint32_t hubs)
{
    return passes_of(hubs, PASS_BYTES);
}

/* A pass with columns of its own for each thread. */
static trigon_status count_pass_into(trigon_context *context, const tg_hub_pass *pass,
                                     pass_sink sink, uint64_t *found)
{
    const uint32_t blocks = pass->last_block - pass->first_block;
    const trigon_status status =
        TG_ALLOC_ZERO(context, (uint64_t)blocks * context->threads, &sink.columns);
    if (status != TRIGON_OK) return status;
    *found += count_pass(context, pass, &sink);
    for (uint64_t i = 0; i < (uint64_t)blocks * context->threads; i++)
        tg_columns_sum(&sink.columns[i],
                       sink.vertices->counts +
                           (uint64_t)(pass->first_block + i % blocks) * TG_BLOCK_IDS);
    tg_free(sink.columns);
    return TRIGON_OK;
}

static trigon_status count_passes(trigon_context *context, const tg_hub_pass *all,
                                  const pass_sink *sink, uint64_t *found)
{
    trigon_status status = TRIGON_OK;
    const tg_hub_matrix *matrix = all->matrix;
    const uint64_t bytes = sink->edges ? EDGES_PASS_BYTES : PASS_BYTES;
    const uint32_t passes = passes_of(matrix->hubs, bytes);
    uint64_t sum = 0;

    tg_work_begin(context, "counting between hubs", passes * tg_task_edges(all->task));
    for (uint32_t b = 0; b * TG_BLOCK_IDS < matrix->hubs;) {
        const tg_hub_pass pass = {all->task, matrix, b, pass_end(matrix->hubs, b, bytes)};
        if (sink->vertices)
            TG_TRY(count_pass_into(context, &pass, *sink, &sum));
        else
            sum += count_pass(context, &pass, sink);
        TG_TRY(tg_check_cancelled(context));
        b = pass.last_block;
    }
    *found += sum;
cleanup:
    return status;
}

trigon_status tg_hub_matrix_count(trigon_context *context, const tg_task *task,
                                  const tg_hub_matrix *matrix, const tg_hub_sink *sink,
                                  uint64_t *found)
{
    uint32_t *places = NULL;
    trigon_status status = TRIGON_OK;

    if (sink->edges) TG_TRY(tg_hub_places(context, task, matrix, &places));
    const pass_sink into = {.vertices = sink->vertices, .edges = sink->edges, .places = places};
    TG_TRY(count_passes(context, &(tg_hub_pass){.task = task, .matrix = matrix}, &into, found));
cleanup:
    tg_free(places);
    return status;
}
