/* hub_matrix.c - makes the bit matrix of hubs, and counts with it in passes.
 *
 * A pass covers the blocks whose lines fit into the last level cache together, and reads all
 * rows: so the lines of random rows come from the cache.
 */
#include "cpu/hub_matrix.h"

#include <omp.h>

#include "base/memory.h"
#include "cpu/intersect/intersect.h"

enum {
    ROWS_AT_ONCE = 64, /* rows that a thread claims at a time while the matrix is made */
    CHUNK_EDGES = 1 << 14, /* edges that a thread claims at a time in a pass */
    ROWS_OF_CURSORS = 4096, /* rows that a thread claims at a time while cursors are made */
    LEAST_PASS = 8,
    MOST_PASS = 32 /* megabytes: about one for each thread */
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
    return blocks * threads * sizeof(tg_columns);
}

static void set_row(const tg_task *task, tg_hub_matrix *matrix, uint32_t v)
{
    for (uint64_t i = task->into.offsets[v]; i < task->into.offsets[v + 1]; i++) {
        const uint32_t w = task->into.ids[i], block = w >> TG_BLOCK_BITS;
        const uint64_t line = matrix->first[block] + v;
        matrix->words[line * TG_BLOCK_WORDS + (w / 64) % TG_BLOCK_WORDS] |= UINT64_C(1) << w % 64;
    }
}

tricorn_status tg_hub_matrix_create(tricorn_context *context, const tg_task *task, uint32_t hubs, tg_hub_matrix *matrix)
{
    tg_hub_matrix made = {.hubs = hubs};
    uint64_t lines = 0;

    for (uint32_t b = 0; b * TG_BLOCK_IDS < hubs; b++) {
        made.first[b] = lines - b * TG_BLOCK_IDS; /* may wrap below 0; adding v wraps back */
        lines += hubs - b * TG_BLOCK_IDS;
    }
    TG_DO(TG_ALLOC_ZERO(context, lines * TG_BLOCK_WORDS, &made.words));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < hubs; v++) set_row(task, &made, v);
    *matrix = made;
    return TRICORN_OK;
}

void tg_hub_matrix_free(tg_hub_matrix *matrix)
{
    tg_free(matrix->words);
    *matrix = (tg_hub_matrix){0};
}

/* The counters of vertices' triangles, for a count into a sink. */
typedef struct pass_sink {
    const tg_vertex_counters *vertices; /* NULL: only the total is counted */
    tg_columns *columns; /* for each thread: counters of bits for each block of the pass */
} pass_sink;

static tg_hub_counters counters_of_thread(const tg_hub_pass *pass, const pass_sink *sink)
{
    const uint32_t thread = (uint32_t)omp_get_thread_num();
    return (tg_hub_counters){.counts = tg_vertex_counters_of(sink->vertices, thread),
      .columns = sink->columns + (uint64_t)thread * (pass->last_block - pass->first_block)};
}

static uint64_t count_rows(
  const tg_kernels *kernels, const tg_hub_pass *pass, const pass_sink *sink, uint32_t first, uint32_t last)
{
    if (sink->vertices) {
        const tg_hub_counters own = counters_of_thread(pass, sink);
        return kernels->hub_rows_sink(pass, first, last, &own);
    }
    return kernels->hub_rows(pass, first, last);
}

static uint64_t count_pass(tricorn_context *context, const tg_hub_pass *pass, const pass_sink *sink)
{
    const tg_task *task = pass->task;
    const tg_kernels *kernels = tg_kernels_of(context->isa);
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);
    uint64_t found = 0;

#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t c = 0; c < chunks; c++) {
        if (tg_cancelled(context)) continue;
        const tg_chunk chunk = tg_chunk_at(task, CHUNK_EDGES, c);
        uint32_t first, last;
        tg_chunk_rows(task, CHUNK_EDGES, c, &first, &last);
        if (first < last) found += count_rows(kernels, pass, sink, first, last);
        tg_work_add(context, chunk.last_edge - chunk.first_edge);
    }
    return found;
}

/* Returns the most bytes of a pass's lines, which should stay in the last level cache: processors
 * with more cores have larger ones. */
static uint64_t pass_bytes(uint32_t threads)
{
    const uint64_t megabytes = threads < LEAST_PASS ? LEAST_PASS : threads > MOST_PASS ? MOST_PASS : threads;
    return megabytes << 20;
}

/* Returns the block after the last one of the pass that begins with this block. A pass has at
 * most `most` bytes of lines, but at least one block. */
static uint32_t pass_end(uint32_t hubs, uint32_t first_block, uint64_t most)
{
    const uint32_t blocks = (hubs + TG_BLOCK_IDS - 1) / TG_BLOCK_IDS;
    const uint64_t line_bytes = TG_BLOCK_WORDS * sizeof(uint64_t);
    uint64_t bytes = 0;
    uint32_t b = first_block;
    do {
        bytes += (hubs - b * TG_BLOCK_IDS) * line_bytes;
        b++;
    } while (b < blocks && bytes + (hubs - b * TG_BLOCK_IDS) * line_bytes <= most);
    return b;
}

uint32_t tg_hub_matrix_passes(uint32_t hubs, uint32_t threads)
{
    const uint64_t most = pass_bytes(threads);
    uint32_t passes = 0;
    for (uint32_t b = 0; b * TG_BLOCK_IDS < hubs; b = pass_end(hubs, b, most)) passes++;
    return passes;
}

/* Counts a pass into the sink. Each thread has its own columns, which are added up at the end. */
static tricorn_status count_pass_sink(
  tricorn_context *context, const tg_hub_pass *pass, pass_sink sink, uint64_t *found)
{
    const uint32_t blocks = pass->last_block - pass->first_block;
    TG_DO(TG_ALLOC_ZERO(context, (uint64_t)blocks * context->threads, &sink.columns));
    *found += count_pass(context, pass, &sink);
    for (uint64_t i = 0; i < (uint64_t)blocks * context->threads; i++)
        tg_columns_sum(
          &sink.columns[i], sink.vertices->counts + (uint64_t)(pass->first_block + i % blocks) * TG_BLOCK_IDS);
    tg_free(sink.columns);
    return TRICORN_OK;
}

static tg_hub_cursor first_cursor(const tg_task *task, uint32_t u, uint32_t hubs)
{
    const uint32_t *edges = task->edges.ids + task->edges.offsets[u];
    const uint32_t *from = task->from.ids + task->from.offsets[u];
    uint64_t end = task->from.offsets[u + 1] - task->from.offsets[u],
             count = task->edges.offsets[u + 1] - task->edges.offsets[u];
    while (count > 0 && edges[count - 1] >= hubs) count--;
    if (count == 0) return (tg_hub_cursor){0};
    /* the row of a hub has no id above the hub's number */
    while (end > 0 && from[end - 1] >= edges[count - 1] + (task->reach != TG_REACH_BELOW)) end--;
    return (tg_hub_cursor){.end = (uint32_t)end, .edges = (uint32_t)count};
}

static tricorn_status make_cursors(
  tricorn_context *context, const tg_task *task, uint32_t hubs, tg_hub_cursor **cursors)
{
    tg_hub_cursor *made = NULL;
    TG_DO(TG_ALLOC(context, (uint64_t)(task->last_row - task->first_row) + 1, &made));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_OF_CURSORS)
    for (uint32_t u = task->first_row; u < task->last_row; u++) made[u - task->first_row] = first_cursor(task, u, hubs);
    *cursors = made;
    return TRICORN_OK;
}

tricorn_status tg_hub_matrix_count(
  tricorn_context *context, const tg_task *task, const tg_hub_matrix *matrix, const tg_hub_sink *sink, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const pass_sink into = {.vertices = sink->vertices};
    const uint32_t passes = tg_hub_matrix_passes(matrix->hubs, context->threads);
    const uint64_t most = pass_bytes(context->threads);
    tg_hub_cursor *cursors = NULL;
    uint64_t sum = 0;

    if (passes >= TG_PASSES_WITH_CURSORS) TG_TRY(make_cursors(context, task, matrix->hubs, &cursors));

    tg_work_begin(context, "counting between hubs", passes * tg_task_edges(task));
    for (uint32_t b = 0; b * TG_BLOCK_IDS < matrix->hubs;) {
        const tg_hub_pass pass = {task, matrix, b, pass_end(matrix->hubs, b, most), cursors};
        if (sink->vertices)
            TG_TRY(count_pass_sink(context, &pass, into, &sum));
        else
            sum += count_pass(context, &pass, &into);
        TG_TRY(tg_check_cancelled(context));
        b = pass.last_block;
    }
    *found += sum;
cleanup:
    tg_free(cursors);
    return status;
}
